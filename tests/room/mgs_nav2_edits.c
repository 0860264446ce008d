/* Meshes that differ in a few fields from what is built, and what is said of each. */
#include <stdio.h>
#include <string.h>

#include "parsers/mgs_nav2/make/make.h"
#include "tests/support/edit.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

typedef struct row {
    const char *name;
    const char *codes;
    nav2_spec spec;
    edit edits[MOST_EDITS];
    const nav2_spec *other; /* it is judged together with this one; NULL: alone */
    const nav2_spec *third; /* and with this one */
    bool is_twice;          /* or with itself */
} row;

#define TILE_OF(x) .plan = NAV2_PLAN_STRIP, .blocks_x = 1, .tile_x = (x), .tile_z = 29
#define LINE(blocks, size, ...)                                                                    \
    .spec = {.blocks_x = blocks, .blocks_z = 1, .cells = size, .metres = 8, __VA_ARGS__}
#define ONE           LINE(2, 1, .id = 0)
#define STRIP(...)    .spec = {TILE_OF(38), .blocks_z = 2, .cells = 1, .metres = 8, __VA_ARGS__}
#define TILE(x, size) .spec = {TILE_OF(x), .blocks_z = 2, .cells = size}
#define SPLIT(number, ...)                                                                         \
    .spec = {TILE_OF(38), .blocks_z = 3, .cells = 1, .is_split = true, .id = number, __VA_ARGS__}
#define SET(...)   .edits = {__VA_ARGS__}
#define WITH(file) .other = &(file)
#define AND(file)  .third = &(file)

static const nav2_spec east_tile = {TILE_OF(39), .blocks_z = 2, .cells = 1};
static const nav2_spec first_file = {TILE_OF(38), .blocks_z = 3, .cells = 1, .is_split = true};
static const nav2_spec second_file = {TILE_OF(38), .blocks_z = 3, .cells = 1, .is_split = true,
                                      .is_second = true};

static const row rows[] = {
#define EDIT(what, said, ...) {.name = #what, .codes = said, __VA_ARGS__},
#include "tests/room/mgs_nav2_edits.def"
#undef EDIT
};

static edited file;
static edited other;
static edited third;

static void build(edited *target, const nav2_spec *spec) {
    nl_writer out = nl_writer_over(target->bytes, sizeof target->bytes);
    nav2_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    target->format = "mgs-nav2";
    target->length = out.at;
}

static void expect_together(const row *r) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    build(&other, r->other);
    if (r->third) build(&third, r->third);
    const edited *const last = r->third ? &third : &file;
    const size_t count = r->third || r->is_twice ? 3 : 2;
    const navlint_input inputs[] = {
        {.name = "a_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "b_nav.nav2", .bytes = other.bytes, .length = other.length},
        {.name = "c_nav.nav2", .bytes = last->bytes, .length = last->length}};
    expect_codes(&options, inputs, count, r->codes);
    expect_short_means(&options, inputs, count);
}

static void is_judged(void **state) {
    const row *const r = *state;
    build(&file, &r->spec);
    edit_all(&file, r->edits);
    if (r->other)
        expect_together(r);
    else
        expect_edited(&file, r->codes);
}

/* Of another version, and recognised by sizes and offsets that add up. */
static void numbers_tell_the_format(void **state) {
    (void)state;
    const nav2_spec spec = {.blocks_x = 2, .blocks_z = 1, .cells = 1, .metres = 8};
    build(&file, &spec);
    edit_all(&file, (const edit[MOST_EDITS]){AT("/version", 7)});
    const navlint_input input = {.bytes = file.bytes, .length = file.length};
    assert_non_null(navlint_detect(&input, NULL));
    edit_all(&file, (const edit[MOST_EDITS]){AT("/chunksOffset", 160)});
    assert_null(navlint_detect(&input, NULL));
}

/* ---- Segments whose faces all stand ---- */

static void put_x(const char *table, uint32_t index, uint32_t x) {
    char path[64];
    (void)snprintf(path, sizeof path, "%s/%u/x", table, index);
    edit_all(&file, (const edit[MOST_EDITS]){AT(path, x)});
}

/* Of two segments of 72 faces: the first is pushed against the second, which stays as it is. */
static void one_segment_stands_and_one_lies(void **state) {
    (void)state;
    enum { VERTICES = 49, NODES = 120, EAST = 2044 };
    build(&file, &(nav2_spec){.blocks_x = 2, .blocks_z = 1, .cells = 6, .metres = 8});
    for (uint32_t i = 0; i < VERTICES; i++)
        put_x("/chunks/1/positions", i, EAST);
    for (uint32_t i = 0; i < NODES; i++)
        put_x("/chunks/0/positions", i, EAST);
    edit_all(&file, (const edit[MOST_EDITS]){AT("/chunks/2/bounds/0/min/x", EAST)});
    judged j = judge_bytes(NULL, file.bytes, file.length);
    assert_int_equal(findings_of(j.report, "NAV2_GEO_WINDING"), 72);
    assert_int_equal(findings_of(j.report, "NAV2_GEO_MIDPOINT"), 0);
    judged_free(&j);
}

/* ---- Where buckets are ---- */

static uint64_t number_at(const char *path) {
    return edit_find(&file, path).value.as.uint;
}

static void expect_bucket_in_place(uint64_t index, uint64_t columns, double size) {
    char path[64];
    const char *const code = "NAV2_SEARCH_BUCKET";
    build(&file, &(nav2_spec){.blocks_x = 4, .blocks_z = 5, .cells = 2, .metres = 60});
    const double x = edit_find(&file, "/searchSpace/origin/x").value.as.real;
    const double z = edit_find(&file, "/searchSpace/origin/z").value.as.real;
    (void)snprintf(path, sizeof path, "/searchSpace/buckets/%u/startOffset", (unsigned)index);
    edit_all(&file, (const edit[MOST_EDITS]){AT(path, UINT32_MAX)});
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_finding *const finding = finding_of(j.report, code);
    assert_non_null(finding);
    assert_true(finding->position.x == x + ((double)(index % columns) + 0.5) * size);
    assert_true(finding->position.z == z + ((double)(index / columns) + 0.5) * size);
    judged_free(&j);
}

static void a_bucket_is_in_the_middle_of_its_square(void **state) {
    (void)state;
    build(&file, &(nav2_spec){.blocks_x = 4, .blocks_z = 5, .cells = 2, .metres = 60});
    const uint64_t columns = number_at("/searchSpace/blockCountX");
    const uint64_t rows_of_all = number_at("/searchSpace/blockCountZ");
    const double size = (double)number_at("/searchSpace/blockSizeXZ");
    assert_true(columns > 1 && rows_of_all > 3);
    for (uint64_t i = 0; i < columns * rows_of_all; i++)
        expect_bucket_in_place(i, columns, size);
}

/* ---- One cause, one headline ---- */

/* A field that moves or miscounts everything behind it, and what is said of it first. */
typedef struct upset {
    edit what[MOST_EDITS];
    const char *headline;
} upset;

static void expect_headline(const upset *u) {
    build(&file, &(nav2_spec){.blocks_x = 4, .blocks_z = 3, .cells = 6, .metres = 60});
    edit_all(&file, u->what);
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_finding *const first = navlint_report_finding(j.report, 0);
    assert_string_equal(first->rule->code, u->headline);
    assert_true(first->is_cause);
    assert_true(navlint_report_finding_count(j.report) <= 9);
    assert_true(navlint_report_summary(j.report).consequences > 0);
    judged_free(&j);
}

static void one_cause_has_one_headline(void **state) {
    static const upset upsets[] = {
        {{AT("/searchSpace/blockCountX", 3)}, "NAV2_SEARCH_COUNT"},
        {{AT("/searchSpace/blockSizeXZ", 90)}, "NAV2_SEARCH_SQUARES"},
        {{AT("/chunks/0/nodes/5/insideLinkCount", 255)}, "NAV2_GRAPH_LINK_COUNT"},
        {{AT("/chunks/2/segments/1/navmeshPositionCount", 9)}, "NAV2_SEGMENTS_COUNT"},
        {{AT("/chunks/2/segments/1/navmeshCount", 9)}, "NAV2_SEGMENTS_COUNT"},
        {{AT("/chunks/2/segments/7/baseNavmeshPositionIndex", 0)}, "NAV2_SEGMENTS_BASE"},
        {{AT("/chunks/3/linkData/2/inside/0/navNodeCount", 99)}, "NAV2_SEGGRAPH_LINK_COUNT"},
        {{AT("/weightDenominator", 300)}, "NAV2_HDR_WEIGHTS"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof upsets / sizeof upsets[0]; i++)
        expect_headline(&upsets[i]);
}

/* ---- A mesh of as many island graphs as a byte counts ---- */

/* Puts graphs of nothing but the place of the next one behind the file. */
static void add_islands(edited *target, uint32_t count) {
    enum { BYTES = 16 };
    const size_t at = target->length;
    target->length += (size_t)count * BYTES;
    memset(target->bytes + at, 0, (size_t)count * BYTES);
    for (uint32_t i = 0; i < count; i++)
        target->bytes[at + (size_t)i * BYTES] = BYTES;
    edit_all(target,
             (const edit[MOST_EDITS]){AT("/islandGraphsOffset", at), AT("/islandGraphCount", count),
                                      AT("/fileSize", target->length)});
}

/* It is not the second file of the split set of its tile. */
static void mesh_of_all_islands_beside_a_split_set(void **state) {
    (void)state;
    build(&file, &(nav2_spec){TILE_OF(38), .blocks_z = 2, .cells = 1, .id = 1});
    build(&other, &first_file);
    build(&third, &second_file);
    add_islands(&file, 255);
    const navlint_input inputs[] = {
        {.name = "a_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "b_nav.nav2", .bytes = other.bytes, .length = other.length},
        {.name = "b_nav.1.nav2", .bytes = third.bytes, .length = third.length}};
    judged j = judge_set(NULL, inputs, 3);
    assert_int_equal(fact_of(navlint_report_member(j.report, 0), "islandGraphs"), 255);
    assert_int_equal(findings_of(j.report, "NAV2_SET_PAIR"), 0);
    assert_int_equal(fact_of(j.report, "splitSets"), 1);
    judged_free(&j);
}

/* Each map has its own tile of that number: which one the gates lead to is open. */
static void tiles_of_two_maps(void **state) {
    (void)state;
    build(&file, &(nav2_spec){TILE_OF(38), .blocks_z = 2, .cells = 6});
    build(&other, &(nav2_spec){TILE_OF(39), .blocks_z = 2, .cells = 6});
    build(&third, &(nav2_spec){TILE_OF(39), .blocks_z = 2, .cells = 3, .id = 1});
    const navlint_input inputs[] = {
        {.name = "a_38_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "b_39_nav.nav2", .bytes = third.bytes, .length = third.length},
        {.name = "a_39_nav.nav2", .bytes = other.bytes, .length = other.length}};
    for (size_t count = 2; count <= 3; count++) {
        judged j = judge_set(NULL, inputs, count);
        const navlint_report *const member = navlint_report_member(j.report, 0);
        assert_int_equal(findings_of(member, "NAV2_SET_TILE_NODE") > 0, count == 2);
        judged_free(&j);
    }
}

/* Which of the second files is meant is open, so none is. */
static void second_files_of_two_maps(void **state) {
    (void)state;
    nav2_spec of_another_map = second_file;
    of_another_map.id = 7;
    build(&file, &first_file);
    build(&other, &second_file);
    build(&third, &of_another_map);
    const navlint_input inputs[] = {
        {.name = "a_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "a_nav.1.nav2", .bytes = other.bytes, .length = other.length},
        {.name = "b_nav.1.nav2", .bytes = third.bytes, .length = third.length}};
    for (size_t count = 2; count <= 3; count++) {
        judged j = judge_set(NULL, inputs, count);
        assert_int_equal(fact_of(j.report, "splitSets"), count == 2);
        assert_int_equal(findings_of(j.report, "NAV2_SET_PAIR"), 0);
        judged_free(&j);
    }
}

static void a_tile_of_the_second_map_that_is_there_twice(void **state) {
    (void)state;
    build(&file, &(nav2_spec){TILE_OF(39), .blocks_z = 2, .cells = 6});
    build(&other, &(nav2_spec){TILE_OF(39), .blocks_z = 2, .cells = 6, .id = 1});
    const navlint_input inputs[] = {
        {.name = "a_39_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "b_39_nav.nav2", .bytes = other.bytes, .length = other.length},
        {.name = "c_39_nav.nav2", .bytes = other.bytes, .length = other.length}};
    for (size_t count = 2; count <= 3; count++) {
        judged j = judge_set(NULL, inputs, count);
        assert_int_equal(findings_of(j.report, "NAV2_SET_DUPLICATE"), count - 2);
        judged_free(&j);
    }
}

/* ---- Budgets ---- */

static void gates_use_up_the_budget_of_a_set(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    build(&file, &(nav2_spec){TILE_OF(38), .blocks_z = 2, .cells = 6});
    build(&other, &(nav2_spec){TILE_OF(39), .blocks_z = 2, .cells = 6});
    const navlint_input inputs[] = {
        {.name = "a_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "b_nav.nav2", .bytes = other.bytes, .length = other.length}};
    expect_codes(&options, inputs, 2, "");
    for (options.max_steps = 1000; options.max_steps < 12000; options.max_steps += 23) {
        judged j = judge_set(&options, inputs, 2);
        const bool is_limited = navlint_report_limit(j.report);
        assert_int_equal(navlint_report_verdict(j.report) == NAVLINT_VALID, !is_limited);
        judged_free(&j);
    }
}

/* Each is compared with the ones before it, which takes more steps than judging all of them. */
static void repetitions_use_up_the_budget_of_a_set(void **state) {
    enum { COPIES = 90 };
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    build(&file, &east_tile);
    navlint_input inputs[COPIES];
    for (size_t i = 0; i < COPIES; i++)
        inputs[i] =
            (navlint_input){.name = "a_nav.nav2", .bytes = file.bytes, .length = file.length};
    for (options.max_steps = 1; options.max_steps <= 10000; options.max_steps += 101) {
        judged j = judge_set(&options, inputs, COPIES);
        const bool is_enough = findings_of(j.report, "NAV2_SET_DUPLICATE") == COPIES - 1;
        assert_true(is_enough || navlint_report_verdict(j.report) == NAVLINT_INDETERMINATE);
        judged_free(&j);
    }
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS + 10] = {
        [ROWS] = cmocka_unit_test(numbers_tell_the_format),
        cmocka_unit_test(one_segment_stands_and_one_lies),
        cmocka_unit_test(a_bucket_is_in_the_middle_of_its_square),
        cmocka_unit_test(one_cause_has_one_headline),
        cmocka_unit_test(mesh_of_all_islands_beside_a_split_set),
        cmocka_unit_test(tiles_of_two_maps),
        cmocka_unit_test(second_files_of_two_maps),
        cmocka_unit_test(a_tile_of_the_second_map_that_is_there_twice),
        cmocka_unit_test(gates_use_up_the_budget_of_a_set),
        cmocka_unit_test(repetitions_use_up_the_budget_of_a_set),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
