/* Invariant 55: what the members of a container promise of any bytes. */
#include <string.h>

#include "fuzz/block.h"
#include "fuzz/oracle.h"

/* No directory names a file in fewer bytes. */
enum { LEAST_ROW_BYTES = 8 };

static fuzz_block members_block;

typedef struct walk {
    uint64_t input_bytes;
    uint64_t members;
    uint64_t stop_after;
    uint64_t digest; /* of what was said of them */
} walk;

static uint64_t mix(uint64_t digest, uint64_t word) {
    digest = (digest ^ word) * 0x9E3779B97F4A7C15u;
    return digest ^ (digest >> 29);
}

static void check_name(const char *name) {
    REQUIRE(55, name && strlen(name) < 1024);
    for (const char *c = name; *c; c++)
        REQUIRE(55, (unsigned char)*c >= 0x20 && *c != 0x7F);
}

static void check_place(uint64_t input_bytes, const navlint_member *member) {
    if (member->is_absent) return;
    REQUIRE(55, member->head_offset <= input_bytes &&
                    member->head_length <= input_bytes - member->head_offset);
    if (member->volume != 0) return;
    REQUIRE(55, member->offset <= input_bytes && member->length <= input_bytes - member->offset);
}

static bool visit(void *context, const navlint_member *member) {
    walk *const run = context;
    REQUIRE(55, run->members < run->stop_after);
    REQUIRE(55, run->members <= run->input_bytes / LEAST_ROW_BYTES);
    REQUIRE(55, member->packing <= NAVLINT_PACKED_OTHERWISE);
    check_name(member->name);
    check_place(run->input_bytes, member);
    run->members++;
    run->digest = mix(mix(run->digest, member->offset), member->length);
    run->digest = mix(mix(run->digest, member->packing), strlen(member->name));
    return run->members < run->stop_after;
}

static walk go_through(const navlint_options *options, const navlint_input *input,
                       uint64_t stop_after) {
    walk run = {.input_bytes = input->length, .stop_after = stop_after};
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const navlint_status status = navlint_each_member(
        options, input, fuzz_block_take(&members_block, bytes), bytes, visit, &run);
    const navlint_format *const format = navlint_format_by_id(options->format);
    REQUIRE(55, status != NAVLINT_NO_MEMORY && status != NAVLINT_BAD_ARGUMENT);
    REQUIRE(55, format->is_container || (status == NAVLINT_NOT_RECOGNISED && run.members == 0));
    return run;
}

void fuzz_check_members(const navlint_options *options, const navlint_input *input) {
    const walk all = go_through(options, input, UINT64_MAX);
    if (all.members == 0) return;
    REQUIRE(55, go_through(options, input, UINT64_MAX).digest == all.digest);
    REQUIRE(55, go_through(options, input, all.members / 2 + 1).members == all.members / 2 + 1);
}
