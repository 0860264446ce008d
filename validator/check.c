#include <string.h>

#include "core/checked.h"
#include "core/limits.h"
#include "validator/catalogue.h"
#include "validator/detect.h"
#include "validator/judge.h"
#include "validator/options.h"

/* Alignment of the parts that one block is cut into. */
enum { PART_ALIGN = 16 };

uint64_t navlint_arena_bound(const navlint_format *format, uint64_t input_bytes) {
    const nl_format *const room = nl_format_of(format);
    return room ? room->arena_bound(input_bytes) : 0;
}

static uint64_t report_part(const navlint_options *options) {
    return nl_report_bound(nl_caps_of(options), nl_longest_rule_table()) + PART_ALIGN;
}

static uint64_t arena_part(const navlint_options *options, const navlint_input *input) {
    const char *how = NULL;
    const nl_format *const format =
        options->format ? nl_format_by_id(options->format) : nl_detect(input, &how);
    const bool judged = format && input->length <= options->max_input_bytes;
    return (judged ? format->arena_bound(input->length) : 0) + PART_ALIGN;
}

/* One report per input, one for the set if there is more than one, and the largest arena: members
 * are judged one after the other. */
size_t navlint_memory_bound(const navlint_options *options, const navlint_input *inputs,
                            size_t input_count) {
    const uint64_t reports = input_count + (input_count > 1);
    uint64_t arena = 0;
    for (size_t i = 0; i < input_count; i++)
        arena = nl_max(arena, arena_part(options, &inputs[i]));
    const uint64_t members = nl_mul_sat(input_count, sizeof(navlint_report *)) + PART_ALIGN;
    const uint64_t total =
        nl_add_sat(nl_add_sat(nl_mul_sat(reports, report_part(options)), members), arena);
    return total > SIZE_MAX ? SIZE_MAX : (size_t)total;
}

/* Cuts the report's part off the block: all that is left if that is less than the part's bound. */
static navlint_report *new_report(nl_arena *block, const navlint_options *options,
                                  const navlint_input *input) {
    const uint64_t left = block->capacity - block->used;
    const size_t part = (size_t)nl_min(report_part(options), left);
    void *const memory = nl_alloc(block, part, 1, 1);
    return nl_report_new(nl_arena_over(memory, part), nl_caps_of(options), input);
}

static void add_to_set(navlint_report *set, const navlint_report *member) {
    set->bytes += member->bytes;
    set->summary.errors += member->summary.errors;
    set->summary.warnings += member->summary.warnings;
    set->summary.infos += member->summary.infos;
    set->summary.truncated |= member->summary.truncated;
    if (member->limit.name) nl_limit(set, member->limit.name, member->limit.message);
}

/* All reports come before the arena, which is what is left of the block. */
static navlint_status check_all(nl_arena *block, const navlint_options *options,
                                const navlint_input *inputs, navlint_report *set) {
    for (size_t i = 0; i < set->member_count; i++)
        if (!(set->members[i] = new_report(block, options, &inputs[i]))) return NAVLINT_NO_MEMORY;
    for (size_t i = 0; i < set->member_count; i++) {
        const size_t mark = nl_arena_mark(block);
        nl_judge(options, &inputs[i], set->members[i], block);
        nl_arena_release(block, mark);
        add_to_set(set, set->members[i]);
    }
    return NAVLINT_OK;
}

static navlint_status check_set(nl_arena *block, const navlint_options *options,
                                const navlint_input *inputs, size_t input_count,
                                const navlint_report **report) {
    navlint_report *const set = new_report(block, options, &(navlint_input){.name = "set"});
    if (!set) return NAVLINT_NO_MEMORY;
    set->members = NL_NEW(block, navlint_report *, input_count);
    if (!set->members) return NAVLINT_NO_MEMORY;
    set->member_count = input_count;
    const navlint_status status = check_all(block, options, inputs, set);
    if (status == NAVLINT_OK) *report = set;
    return status;
}

static navlint_status check_one(nl_arena *block, const navlint_options *options,
                                const navlint_input *input, const navlint_report **report) {
    navlint_report *const made = new_report(block, options, input);
    if (!made) return NAVLINT_NO_MEMORY;
    nl_judge(options, input, made, block);
    *report = made;
    return NAVLINT_OK;
}

navlint_status navlint_check(const navlint_options *options, const navlint_input *inputs,
                             size_t input_count, void *memory, size_t memory_bytes,
                             const navlint_report **report) {
    if (!options || !inputs || input_count == 0 || !memory || !report) return NAVLINT_BAD_ARGUMENT;
    const navlint_status status = navlint_options_check(options, NULL);
    if (status != NAVLINT_OK) return status;
    nl_arena block = nl_arena_over(memory, memory_bytes);
    *report = NULL;
    return input_count == 1 ? check_one(&block, options, inputs, report)
                            : check_set(&block, options, inputs, input_count, report);
}
