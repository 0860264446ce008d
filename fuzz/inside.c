/* Invariant 55: what the members of a container promise of any bytes, and of other bytes for one.
 */
#include <string.h>

#include "fuzz/block.h"
#include "fuzz/oracle.h"

/* No directory names a file in fewer bytes. */
enum { LEAST_ROW_BYTES = 8 };

/* A package of Valve has four MD5 side by side, three of them over all others. */
enum { MOST_SUM_BYTES = 64 };

static fuzz_block members_block, copy_block, bytes_block;

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

/* ---- A member gets other bytes ---- */

typedef struct pick {
    uint64_t left; /* members in front of it */
    navlint_member member;
} pick;

static bool pick_member(void *context, const navlint_member *member) {
    pick *const run = context;
    run->member = *member;
    return run->left-- > 0;
}

static bool is_whole(const navlint_member *member) {
    return member->packing == NAVLINT_STORED && member->volume == 0 && !member->is_absent;
}

static bool is_of(const navlint_member *member, uint64_t at) {
    return at - member->offset < member->length || at - member->head_offset < member->head_length;
}

/* Bytes that differ outside of the member are those of sums. */
static void check_changes(const navlint_input *input, const uint8_t *copy,
                          const navlint_member *member) {
    const uint8_t *const before = input->bytes;
    uint64_t run = 0;
    for (size_t at = 0; at < input->length; at++) {
        const bool is_changed = before[at] != copy[at] && !is_of(member, at);
        run = is_changed ? run + 1 : 0;
        REQUIRE(55, run <= MOST_SUM_BYTES);
    }
}

static uint8_t *take_bytes(const navlint_input *input, const navlint_member *member) {
    const uint8_t *const container = input->bytes;
    const size_t head = (size_t)member->head_length, rest = (size_t)member->length;
    uint8_t *const bytes = fuzz_block_take(&bytes_block, head + rest + 1);
    if (head > 0) memcpy(bytes, container + member->head_offset, head);
    if (rest > 0) memcpy(bytes + head, container + member->offset, rest);
    return bytes;
}

static navlint_status put(const navlint_options *options, const navlint_input *input,
                          navlint_put *put) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const navlint_status status =
        navlint_put_member(options, input, put, fuzz_block_take(&members_block, bytes), bytes);
    REQUIRE(55, status == NAVLINT_OK || status == NAVLINT_UNSUPPORTED);
    return status;
}

/* The first byte may say what the member is: it stays. */
static void check_put(const navlint_options *options, const navlint_input *input, const walk *all) {
    pick run = {.left = all->digest % all->members};
    navlint_put change = {.struct_bytes = sizeof change, .member = (size_t)run.left};
    const size_t bytes = navlint_memory_bound(options, input, 1);
    (void)navlint_each_member(options, input, fuzz_block_take(&members_block, bytes), bytes,
                              pick_member, &run);
    if (!is_whole(&run.member)) return;
    uint8_t *const own = take_bytes(input, &run.member);
    change.bytes = own;
    change.length = (size_t)(run.member.head_length + run.member.length);
    change.copy = fuzz_block_take(&copy_block, input->length);
    if (put(options, input, &change) != NAVLINT_OK) return;
    REQUIRE(55, memcmp(change.copy, input->bytes, input->length) == 0);
    for (size_t i = 1; i < change.length; i++)
        own[i] ^= 0xFF;
    if (put(options, input, &change) != NAVLINT_OK) return;
    check_changes(input, change.copy, &run.member);
    const navlint_input changed = {
        .name = input->name, .bytes = change.copy, .length = input->length};
    REQUIRE(55, go_through(options, &changed, UINT64_MAX).digest == all->digest);
}

void fuzz_check_members(const navlint_options *options, const navlint_input *input) {
    const walk all = go_through(options, input, UINT64_MAX);
    if (all.members == 0) return;
    REQUIRE(55, go_through(options, input, UINT64_MAX).digest == all.digest);
    REQUIRE(55, go_through(options, input, all.members / 2 + 1).members == all.members / 2 + 1);
    check_put(options, input, &all);
}
