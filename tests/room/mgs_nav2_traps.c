/* Files that are made to be expensive: runs that share their bytes, chains that do not end, counts
 * whose product leaves 64 bits. Each is judged within the budget, and soon. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/writer.h"
#include "parsers/mgs_nav2/make/make.h"
#include "tests/support/judge.h"

enum { MOST_SECONDS = 5 /* under sanitizers on a busy machine; tens of milliseconds otherwise */ };

typedef struct file {
    uint8_t *bytes;
    size_t length;
} file;

/* What is written into all fields whose path ends so. */
typedef struct change {
    file *target;
    const char *suffix;
    uint32_t value;
    size_t count;
} change;

static file written(const nav2_spec *spec) {
    nl_writer counter = nl_writer_over(NULL, 0);
    nav2_write(&counter, spec);
    const file f = {malloc(counter.at), counter.at};
    assert_non_null(f.bytes);
    nl_writer out = nl_writer_over(f.bytes, f.length);
    nav2_write(&out, spec);
    return f;
}

/* One group as large as its links' table allows. */
static file large(void) {
    return written(&(nav2_spec){.blocks_x = 9, .blocks_z = 7, .cells = 6, .metres = 120});
}

static bool change_field(void *context, const navlint_field *field) {
    change *const c = context;
    const size_t length = strlen(field->path);
    const size_t suffix = strlen(c->suffix);
    if (length < suffix || strcmp(field->path + length - suffix, c->suffix) != 0) return true;
    for (size_t i = 0; i < field->length; i++)
        c->target->bytes[field->offset + i] = (uint8_t)(c->value >> 8 * i);
    c->count++;
    return true;
}

/* The fields are found in a copy, which stays as it was built. */
static void change_all(file *f, const char *suffix, uint32_t value) {
    uint8_t *const copy = malloc(f->length);
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    assert_non_null(copy);
    memcpy(copy, f->bytes, f->length);
    const navlint_input input = {.bytes = copy, .length = f->length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    change c = {f, suffix, value, 0};
    assert_int_equal(navlint_dump(&options, &input, memory, memory_bytes, change_field, &c),
                     NAVLINT_OK);
    assert_true(c.count > 0);
    free(memory);
    free(copy);
}

/* Judges the file, frees it, and returns whether it has a finding of the rule. */
static bool judge(file *f, const char *code) {
    const clock_t start = clock();
    judged j = judge_bytes(NULL, f->bytes, f->length);
    const clock_t end = clock();
    assert_int_equal(j.status, NAVLINT_OK);
    assert_true((end - start) / CLOCKS_PER_SEC < MOST_SECONDS);
    const navlint_usage usage = navlint_report_usage(j.report);
    assert_true(usage.steps <= usage.step_budget);
    assert_true(usage.arena_peak <= usage.arena_bound);
    assert_int_not_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    const bool found = finding_of(j.report, code);
    judged_free(&j);
    free(f->bytes);
    return found;
}

static void links_of_all_nodes_are_the_same_bytes(void **state) {
    (void)state;
    file f = large();
    change_all(&f, "/insideLinkCount", 255);
    assert_true(judge(&f, "NAV2_GRAPH_LINK_ORDER"));
}

static void links_of_all_segments_are_the_same_bytes(void **state) {
    (void)state;
    file f = large();
    change_all(&f, "/linkDataAndCount", 255u << 24);
    change_all(&f, "/crossingDataChunkLinkCount", 255);
    change_all(&f, "/crossingTileLinkCount", 255);
    assert_true(judge(&f, "NAV2_SEGGRAPH_LINK_RANGE"));
}

/* 4000 segments without faces, each with the longest lists over the same 64 KiB. */
static void longest_lists_over_the_same_bytes(void **state) {
    (void)state;
    file f = written(&(nav2_spec){
        .blocks_x = 9, .blocks_z = 7, .cells = 6, .metres = 120, .empty_segments = 4000});
    change_all(&f, "/navNodeCount", 255);
    change_all(&f, "/linkDataAndCount", 40u << 24);
    assert_true(judge(&f, "NAV2_SEGGRAPH_LINK_RANGE"));
}

static void records_of_all_faces_are_the_same_bytes(void **state) {
    (void)state;
    file f = large();
    change_all(&f, "/descriptor", 0);
    change_all(&f, "/searchSpaceOffset", 0x10000000); /* an error, so that it is not valid */
    assert_true(judge(&f, "NAV2_MESH_RECORD_ORDER"));
}

static void entries_of_all_buckets_are_the_same_bytes(void **state) {
    (void)state;
    file f = large();
    change_all(&f, "/searchSpace/buckets/0/count", 65535);
    change_all(&f, "/startOffset", 16);
    assert_true(judge(&f, "NAV2_SEARCH_ORDER"));
}

static void a_chunk_follows_itself(void **state) {
    (void)state;
    file f = large();
    change_all(&f, "/chunks/0/nextChunkOffset", 0);
    change_all(&f, "/chunkCount", UINT32_MAX);
    assert_true(judge(&f, "NAV2_CHUNK_NEXT"));
}

static void the_product_of_the_counts_leaves_64_bits(void **state) {
    (void)state;
    file f = large();
    change_all(&f, "/blockCountX", 0x80000000);
    change_all(&f, "/blockCountY", 0x80000000);
    change_all(&f, "/blockCountZ", 4);
    assert_true(judge(&f, "NAV2_SEARCH_BLOCKS"));
}

static void every_chunk_is_a_group_of_its_own(void **state) {
    (void)state;
    enum { CHUNKS = 100000 };
    const nav2_spec spec = {.blocks_x = 1, .blocks_z = 1, .cells = 1, .has_no_chunks = true};
    file f = written(&spec);
    const size_t start = f.length;
    f.length += (size_t)CHUNKS * NAV2_SMALLEST_CHUNK_BYTES;
    f.bytes = realloc(f.bytes, f.length);
    assert_non_null(f.bytes);
    nl_writer out = nl_writer_over(f.bytes + start, f.length - start);
    for (uint32_t i = 0; i < CHUNKS; i++) {
        const uint32_t words[] = {NAV2_SEGMENTS, 32, 16, i & NAV2_MOST_GROUPS, 16, 16, 16, 0};
        for (size_t k = 0; k < 8; k++)
            nl_write_u32(&out, words[k]);
    }
    const uint32_t sizes[][2] = {{4, (uint32_t)f.length}, {12, CHUNKS}};
    for (size_t i = 0; i < 2; i++) {
        nl_writer word = nl_writer_over(f.bytes + sizes[i][0], 4);
        nl_write_u32(&word, sizes[i][1]);
    }
    assert_true(judge(&f, "NAV2_CHUNK_TWICE"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_of_all_nodes_are_the_same_bytes),
        cmocka_unit_test(links_of_all_segments_are_the_same_bytes),
        cmocka_unit_test(longest_lists_over_the_same_bytes),
        cmocka_unit_test(records_of_all_faces_are_the_same_bytes),
        cmocka_unit_test(entries_of_all_buckets_are_the_same_bytes),
        cmocka_unit_test(a_chunk_follows_itself),
        cmocka_unit_test(the_product_of_the_counts_leaves_64_bits),
        cmocka_unit_test(every_chunk_is_a_group_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
