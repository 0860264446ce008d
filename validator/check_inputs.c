/* The public check: cuts the caller's block into reports and arena, and judges what came. */
#include <string.h>

#include "core/checked.h"
#include "core/limits.h"
#include "validator/catalogue.h"
#include "validator/check_inputs.h"
#include "validator/judge.h"
#include "validator/options.h"
#include "validator/recognise.h"

enum { PART_ALIGN = 16 }; /* what nl_alloc may skip before each of the parts of a block */

uint64_t navlint_arena_bound(const navlint_format *format, uint64_t input_bytes) {
    const nl_format *const room = nl_format_of(format);
    return room ? room->arena_bound(nl_min(input_bytes, NL_HIGHEST_INPUT_BYTES)) : 0;
}

static uint64_t arena_part(const navlint_options *options, const navlint_input *input) {
    const nl_recognised recognised = nl_recognise(options, input);
    const nl_format *const format = recognised.format;
    if (!format || recognised.is_too_large) return PART_ALIGN;
    const uint64_t arena = format->arena_need ? format->arena_need(recognised.bytes, input->length)
                                              : format->arena_bound(input->length);
    return arena + PART_ALIGN;
}

/* One report per input, and if there is more than one, one for the set, which has the rules of each
 * format that looks at sets. */
static uint64_t report_count_of(size_t input_count) {
    uint64_t count = (uint64_t)input_count + 1;
    for (size_t i = 0; i < nl_format_count; i++)
        count += nl_formats[i]->check_set != NULL;
    return input_count < 2 ? 1 : count;
}

static uint64_t reports_part(const navlint_options *options, size_t input_count) {
    const uint64_t reports = report_count_of(input_count);
    return sizeof(nl_report_pool) + PART_ALIGN +
           nl_report_bound(nl_caps_of(options, reports), nl_longest_rule_table(), reports) +
           PART_ALIGN;
}

size_t navlint_memory_bound(const navlint_options *options, const navlint_input *inputs,
                            size_t input_count) {
    navlint_options known;
    if (!nl_options_read(options, &known)) return 0;
    uint64_t total = reports_part(&known, input_count);
    for (size_t i = 0; i < input_count; i++)
        total = nl_add_sat(total, arena_part(&known, &inputs[i]));
    if (input_count > 1) total = nl_add_sat(total, nl_set_bytes(input_count));
    return total > SIZE_MAX ? SIZE_MAX : (size_t)total;
}

/* Cuts the reports' part off the block: all that is left if that is less than the part's bound. */
static nl_report_pool *new_pool(nl_arena *block, const navlint_options *options,
                                size_t input_count) {
    nl_report_pool *const pool = NL_NEW(block, nl_report_pool, 1);
    if (!pool) return NULL;
    const uint64_t left = block->capacity - block->used;
    const uint64_t rest = reports_part(options, input_count) - block->used; /* the pool is of it */
    const size_t part = (size_t)nl_min(rest, left);
    void *const memory = nl_alloc(block, part, 1, 1);
    *pool = nl_report_pool_over(nl_arena_over(memory, part),
                                nl_caps_of(options, report_count_of(input_count)));
    return pool;
}

static const navlint_report *check_one(const nl_set_request *request, nl_arena *arena) {
    navlint_report *const report = nl_report_new(request->pool, request->inputs);
    if (!report) return NULL;
    const nl_recognised recognised = nl_recognise(request->options, request->inputs);
    const nl_member judged =
        nl_judge(request->options, &recognised, nl_job_of(&recognised, report, arena));
    if (request->judged) request->judged[0] = judged;
    nl_report_seal(report);
    return report;
}

/* One try. *is_crowded: the red zones took so much that the answer may be wrong for it. */
static const navlint_report *check_in(nl_arena block, nl_check_request request, bool is_fenced,
                                      bool *is_crowded) {
    nl_arena *const arena = request.arena;
    request.set.pool = new_pool(&block, request.set.options, request.set.input_count);
    if (!request.set.pool) return NULL;
    request.set.pool->lists_repeats = request.lists_repeats;
    *arena = nl_arena_over(block.base + block.used, block.capacity - block.used);
    if (is_fenced) {
        nl_arena_fence(&request.set.pool->memory);
        nl_arena_fence(arena);
    }
    const navlint_report *const report = request.set.input_count == 1
                                             ? check_one(&request.set, arena)
                                             : nl_check_set(&request.set, arena);
    *is_crowded = nl_arena_is_crowded(arena) || nl_arena_is_crowded(&request.set.pool->memory);
    return report;
}

const navlint_report *nl_check_inputs(const nl_check_request *request, void *memory,
                                      size_t memory_bytes) {
    bool is_crowded = false;
    const navlint_report *report =
        check_in(nl_arena_over(memory, memory_bytes), *request, true, &is_crowded);
    if (is_crowded)
        report = check_in(nl_arena_over(memory, memory_bytes), *request, false, &is_crowded);
    return report;
}

/* Context is there for others. */
static bool has_input_to_judge(const navlint_input *inputs, size_t input_count) {
    for (size_t i = 0; inputs && i < input_count; i++)
        if (!inputs[i].is_context) return true;
    return false;
}

navlint_status navlint_check(const navlint_options *options, const navlint_input *inputs,
                             size_t input_count, void *memory, size_t memory_bytes,
                             const navlint_report **report) {
    navlint_options known;
    if (!memory || !report || !has_input_to_judge(inputs, input_count)) return NAVLINT_BAD_ARGUMENT;
    const navlint_status status = nl_options_take(options, &known);
    if (status != NAVLINT_OK) return status;
    nl_arena arena;
    const nl_check_request request = {
        .set = {.options = &known, .inputs = inputs, .input_count = input_count}, .arena = &arena};
    *report = nl_check_inputs(&request, memory, memory_bytes);
    nl_unpoison(memory, memory_bytes);
    return *report ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}
