/* Several inputs, and memory of any size. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "parsers/format.h"
#include "tests/support/judge.h"
#include "tests/support/sample.h"

/* ---- Sets ---- */

static void a_set_has_its_members_in_order(void **state) {
    (void)state;
    const sample good = built(BASE), bad = witness("NAV_CONN_ZERO"), odd = witness("NAV_CONN_SELF");
    const navlint_input inputs[] = {{"good", good.bytes, good.length, false, NULL},
                                    {"bad", bad.bytes, bad.length, false, NULL},
                                    {NULL, odd.bytes, odd.length, false, NULL},
                                    {"good", good.bytes, good.length, false, NULL}};
    judged j = judge_set(NULL, inputs, 4);
    assert_int_equal(j.status, NAVLINT_OK);
    assert_int_equal(navlint_report_member_count(j.report), 4);
    assert_null(navlint_report_member(j.report, 4));
    const char *const names[] = {"good", "bad", "-", "good"};
    const navlint_verdict verdicts[] = {NAVLINT_VALID, NAVLINT_INVALID, NAVLINT_VALID,
                                        NAVLINT_VALID};
    for (size_t i = 0; i < 4; i++) {
        const navlint_report *const member = navlint_report_member(j.report, i);
        assert_string_equal(navlint_report_name(member), names[i]);
        assert_int_equal(navlint_report_verdict(member), verdicts[i]);
        assert_int_equal(navlint_report_member_count(member), 0);
    }
    const navlint_summary sum = navlint_report_summary(j.report);
    assert_int_equal(sum.errors, 1);
    assert_int_equal(sum.warnings, 0);
    assert_int_equal(sum.infos, 1);
    assert_int_equal(navlint_report_bytes(j.report), 2 * good.length + bad.length + odd.length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_null(navlint_report_format(j.report));
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

static void a_set_is_named_by_its_caller(void **state) {
    (void)state;
    const sample good = built(BASE);
    const navlint_input inputs[] = {{"a", good.bytes, good.length, false, NULL},
                                    {"b", good.bytes, good.length, false, NULL}};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    judged j = judge_set(&options, inputs, 2);
    assert_string_equal(navlint_report_name(j.report), "set");
    judged_free(&j);
    options.set_name = "maps";
    j = judge_set(&options, inputs, 2);
    assert_string_equal(navlint_report_name(j.report), "maps");
    assert_string_equal(navlint_report_name(navlint_report_member(j.report, 0)), "a");
    judged_free(&j);
}

enum { STORED_MAP_BYTES = 1000000 }; /* by the sample's builder */

/* A mesh beside the first bytes of a map. */
static judged judge_beside(const char *map_start, uint64_t map_bytes, bool is_context) {
    static sample mesh;
    static navlint_input inputs[2];
    const uint64_t file_bytes[] = {map_bytes, STORED_MAP_BYTES};
    navlint_options options;
    mesh = built(BASE);
    inputs[0] = (navlint_input){"maps/A.bsp", map_start, strlen(map_start), is_context, NULL};
    inputs[1] = (navlint_input){"maps/a.nav", mesh.bytes, mesh.length, false, NULL};
    navlint_options_init(&options, sizeof options);
    options.file_bytes = file_bytes;
    options.format = is_context ? "source-nav" : NULL; /* which the map need not be */
    return judge_set(&options, inputs, 2);
}

static size_t sizes_found(const char *map_start, uint64_t map_bytes) {
    judged j = judge_beside(map_start, map_bytes, true);
    assert_string_equal(navlint_report_name(j.report), "maps/a.nav");
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    const size_t count = findings_of(j.report, "NAV_MAP_SIZE");
    judged_free(&j);
    return count;
}

static void of_a_map_the_beginning_suffices(void **state) {
    (void)state;
    assert_int_equal(sizes_found("VBSP", STORED_MAP_BYTES), 0);
    assert_int_equal(sizes_found("VBSP", STORED_MAP_BYTES + 1), 1);
    assert_int_equal(sizes_found("VBSP", UINT64_MAX), 1);
    assert_int_equal(sizes_found("VBS", STORED_MAP_BYTES + 1), 0);
    assert_int_equal(sizes_found("", STORED_MAP_BYTES + 1), 0);
    assert_int_equal(sizes_found("text", STORED_MAP_BYTES + 1), 0);
}

/* What is to be judged is all there, whatever size is said: a map of four bytes. */
static void only_context_is_a_beginning(void **state) {
    (void)state;
    judged j = judge_beside("VBSP", STORED_MAP_BYTES, false);
    assert_string_equal(navlint_report_format(navlint_report_member(j.report, 0))->id,
                        "source-bsp");
    assert_int_equal(findings_of(navlint_report_member(j.report, 1), "NAV_MAP_SIZE"), 1);
    judged_free(&j);
}

/* Whatever else has its name, and wherever it stands. */
static void of_several_files_the_map_is_looked_at(void **state) {
    (void)state;
    const sample mesh = built(BASE);
    navlint_input inputs[] = {{"a.esp", "TES4", 4, false, NULL},
                              {"a.nav", mesh.bytes, mesh.length, false, NULL},
                              {"a.bsp", "VBSP", 4, false, NULL},
                              {"a.vpk", "\x34\x12\xAA\x55", 4, false, NULL}};
    for (size_t turn = 0; turn < 4; turn++) {
        const navlint_input first = inputs[0];
        memmove(inputs, inputs + 1, 3 * sizeof first);
        inputs[3] = first;
        judged j = judge_set(NULL, inputs, 4);
        size_t found = 0;
        for (size_t i = 0; i < 4; i++)
            found += findings_of(navlint_report_member(j.report, i), "NAV_MAP_SIZE");
        assert_int_equal(found, 1);
        judged_free(&j);
    }
}

/* What the help says is what the validator goes by. */
static void formats_say_that_they_have_sets(void **state) {
    (void)state;
    for (size_t i = 0; i < nl_format_count; i++)
        assert_int_equal(nl_formats[i]->info.has_sets, nl_formats[i]->check_set != NULL);
    for (size_t i = 0; i < nl_format_count; i++)
        assert_int_equal(nl_formats[i]->check_beside != NULL, nl_formats[i]->is_beside != NULL);
}

static void a_set_takes_the_first_limit_of_its_members(void **state) {
    (void)state;
    const sample bad = witness("NAV_CONN_ZERO");
    const sample newer = {.bytes = {0xCE, 0xFA, 0xED, 0xFE, 17}, .length = 8};
    const navlint_input inputs[] = {{"bad", bad.bytes, bad.length, false, NULL},
                                    {"newer", newer.bytes, 8, false, NULL},
                                    {"unlike", "unlike", 6, false, NULL}};
    judged j = judge_set(NULL, inputs, 3);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "unsupported");
    assert_string_equal(limit_of(navlint_report_member(j.report, 2)), "unrecognised");
    assert_int_equal(navlint_report_summary(j.report).errors, 1);
    judged_free(&j);
}

static void a_member_is_judged_as_if_it_were_alone(void **state) {
    (void)state;
    const sample bad = witness("NAV_CONN_ZERO"), good = built(COUNTER_STRIKE);
    const navlint_input inputs[] = {{"a", good.bytes, good.length, false, NULL},
                                    {"b", bad.bytes, bad.length, false, NULL}};
    judged set = judge_set(NULL, inputs, 2);
    for (size_t i = 0; i < 2; i++) {
        judged alone = judge_set(NULL, &inputs[i], 1);
        const navlint_text a = navlint_report_json(alone.report, NAVLINT_JSON_COMPACT, NULL);
        const navlint_text b =
            navlint_report_json(navlint_report_member(set.report, i), NAVLINT_JSON_COMPACT, NULL);
        assert_string_equal(a.text, b.text);
        navlint_text_free(a);
        navlint_text_free(b);
        judged_free(&alone);
    }
    judged_free(&set);
}

/* Each twice: the same area, and the same tile, of which the first file counts. */
static void each_format_of_a_mixed_set_is_judged_together(void **state) {
    (void)state;
    const sample area = witness("NODES_HDR_NICK"), tile = witness("NAV2_HDR_PAD");
    const navlint_input inputs[] = {{"nodes0.dat", area.bytes, area.length, false, NULL},
                                    {"tile.nav2", tile.bytes, tile.length, false, NULL},
                                    {"b/nodes0.dat", area.bytes, area.length, false, NULL},
                                    {"b/tile.nav2", tile.bytes, tile.length, false, NULL}};
    judged j = judge_set(NULL, inputs, 4);
    assert_int_equal(j.status, NAVLINT_OK);
    assert_int_equal(findings_of(j.report, "NODES_SET_DUPLICATE"), 1);
    assert_int_equal(findings_of(j.report, "NAV2_SET_DUPLICATE"), 1);
    assert_int_equal(fact_of(j.report, "areas"), 1);
    assert_int_equal(fact_of(j.report, "files"), 2);
    judged_free(&j);
}

/* ---- Folders ---- */

/* A master as it may lie beside a plugin, which is in folder 1 of archive 1. */
typedef struct lying {
    navlint_location location;
    bool is_other; /* has other bytes */
    bool is_context;
} lying;

static size_t references_missed(const lying *masters, size_t count) {
    static sample mod, one, other;
    mod = witness("SKYRIM_MASTERS_ABSENT"); /* its references are in no master */
    one = witness("SKYRIM_NVNM_DOOR_FLAG");
    other = witness("SKYRIM_NVNM_LENGTH");
    navlint_input inputs[4] = {{"mod.esp", mod.bytes, mod.length, false, NULL}};
    navlint_location locations[4] = {{1, 1}};
    for (size_t i = 0; i < count; i++) {
        const sample *const bytes = masters[i].is_other ? &other : &one;
        inputs[i + 1] = (navlint_input){"x/SKYRIM.esm", bytes->bytes, bytes->length,
                                        masters[i].is_context, NULL};
        locations[i + 1] = masters[i].location;
    }
    navlint_options options = default_options();
    options.locations = locations;
    judged j = judge_set(&options, inputs, count + 1);
    assert_int_equal(j.status, NAVLINT_OK);
    const navlint_report *const member = navlint_report_member(j.report, 0);
    const navlint_report *const report = member ? member : j.report;
    const size_t missed = findings_of(report, "SKYRIM_MASTER_REFERENCE");
    assert_int_equal(findings_of(report, "SKYRIM_MASTERS_ABSENT"), missed == 0);
    for (size_t i = 1; i < navlint_report_member_count(j.report); i++)
        assert_int_equal(findings_of(navlint_report_member(j.report, i), "SKYRIM_MASTER_REFERENCE"),
                         0);
    judged_free(&j);
    return missed;
}

#define EXPECT_MISSED(expected, ...)                                                               \
    do {                                                                                           \
        const lying masters[] = {__VA_ARGS__};                                                     \
        const size_t count = sizeof masters / sizeof *masters;                                     \
        assert_int_equal(references_missed(masters, count) > 0, expected);                         \
    } while (0)

#define MASTER(archive, folder)                                                                    \
    { {archive, folder}, false, false }
#define OTHER(archive, folder)                                                                     \
    { {archive, folder}, true, false }
#define CONTEXT(archive, folder)                                                                   \
    { {archive, folder}, false, true }

/* Whether one of its masters is read shows in references that it does not have. */
static void masters_are_looked_for_in_their_archive(void **state) {
    (void)state;
    EXPECT_MISSED(true, MASTER(1, 1));
    EXPECT_MISSED(true, MASTER(1, 2));
    EXPECT_MISSED(false, MASTER(2, 1));
    EXPECT_MISSED(true, MASTER(1, 2), MASTER(1, 0));
    EXPECT_MISSED(false, MASTER(1, 2), OTHER(1, 0));
    EXPECT_MISSED(true, MASTER(1, 2), OTHER(1, 1));
    EXPECT_MISSED(true, MASTER(1, 2), OTHER(2, 2));
}

static void masters_in_context_lie_nowhere(void **state) {
    (void)state;
    EXPECT_MISSED(true, CONTEXT(9, 9));
    EXPECT_MISSED(true, MASTER(1, 2), OTHER(1, 3), CONTEXT(0, 0));
    EXPECT_MISSED(true, MASTER(2, 2), OTHER(2, 3), CONTEXT(1, 1));
}

static void only_files_of_one_folder_are_a_set(void **state) {
    (void)state;
    const sample area = witness("NODES_HDR_NICK");
    const navlint_input input = {"nodes0.dat", area.bytes, area.length, false, NULL};
    const navlint_input inputs[] = {input, input, input, input, input};
    const navlint_location locations[] = {{0, 1}, {1, 0}, {0, 0}, {0, 1}, {0, 1}};
    navlint_options options = default_options();
    judged j = judge_set(&options, inputs, 5);
    assert_int_equal(findings_of(j.report, "NODES_SET_DUPLICATE"), 4);
    judged_free(&j);
    options.locations = locations;
    j = judge_set(&options, inputs, 5);
    assert_int_equal(findings_of(j.report, "NODES_SET_DUPLICATE"), 2);
    assert_int_equal(navlint_report_member_count(j.report), 5);
    judged_free(&j);
}

/* ---- Memory ---- */

static navlint_text text_at(size_t memory_bytes, const navlint_input *inputs, size_t count,
                            const char **limit) {
    navlint_options options = default_options();
    options.max_findings = 4;
    void *const memory = malloc(memory_bytes ? memory_bytes : 1);
    assert_non_null(memory);
    const navlint_report *report = NULL;
    navlint_text text = {0};
    const navlint_status status =
        navlint_check(&options, inputs, count, memory, memory_bytes, &report);
    assert_true(status == NAVLINT_OK || status == NAVLINT_NO_MEMORY);
    assert_true((report != NULL) == (status == NAVLINT_OK));
    if (report) {
        text = navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
        assert_non_null(text.text);
        *limit = navlint_report_limit(report) ? "arena" : "";
        assert_string_equal(limit_of(report), *limit);
    }
    free(memory);
    return text;
}

/* No memory, then a report that says so, then the same report for good. */
static void expect_three_stages(const navlint_input *inputs, size_t count) {
    navlint_options options = default_options();
    options.max_findings = 4;
    const size_t bound = navlint_memory_bound(&options, inputs, count);
    const char *limit = "";
    const navlint_text whole = text_at(bound, inputs, count, &limit);
    assert_string_equal(limit, "");
    int stage = 0;
    for (size_t bytes = 0; bytes < bound; bytes += bytes < bound - 700 ? 61 : 1) {
        const navlint_text text = text_at(bytes, inputs, count, &limit);
        const int now = !text.text ? 0 : strcmp(limit, "arena") == 0 ? 1 : 2;
        assert_true(now >= stage);
        if (now == 2) assert_string_equal(text.text, whole.text);
        stage = now;
        navlint_text_free(text);
    }
    assert_int_equal(stage, 2);
    navlint_text_free(whole);
}

static void any_memory_size_is_legal(void **state) {
    (void)state;
    const sample good = built(COUNTER_STRIKE), bad = witness("NAV_CONN_ZERO");
    const navlint_input inputs[] = {{"a", good.bytes, good.length, false, NULL},
                                    {"b", bad.bytes, bad.length, false, NULL}};
    expect_three_stages(inputs, 1);
    expect_three_stages(inputs + 1, 1);
    expect_three_stages(inputs, 2);
}

static void memory_may_have_any_alignment(void **state) {
    (void)state;
    const sample bad = witness("NAV_CONN_ZERO");
    const navlint_options options = default_options();
    const navlint_input input = {.name = "b", .bytes = bad.bytes, .length = bad.length};
    const size_t bytes = navlint_memory_bound(&options, &input, 1);
    for (size_t skew = 0; skew < 16; skew++) {
        uint8_t *const memory = malloc(bytes + skew);
        const navlint_report *report = NULL;
        assert_int_equal(navlint_check(&options, &input, 1, memory + skew, bytes, &report),
                         NAVLINT_OK);
        assert_int_equal(navlint_report_verdict(report), NAVLINT_INVALID);
        free(memory);
    }
}

static void a_set_of_absurd_size_has_no_block(void **state) {
    (void)state;
    const navlint_options options = default_options();
    const navlint_input input = {.name = "a", .bytes = "", .length = 0};
    assert_true(navlint_memory_bound(&options, &input, 0) > 0);
    navlint_options widest = default_options();
    widest.max_findings = UINT32_MAX;
    widest.max_findings_per_rule = UINT32_MAX;
    assert_true(navlint_memory_bound(&widest, &input, 1) < (size_t)2 << 30);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_has_its_members_in_order),
        cmocka_unit_test(a_set_is_named_by_its_caller),
        cmocka_unit_test(of_a_map_the_beginning_suffices),
        cmocka_unit_test(only_context_is_a_beginning),
        cmocka_unit_test(of_several_files_the_map_is_looked_at),
        cmocka_unit_test(formats_say_that_they_have_sets),
        cmocka_unit_test(a_set_takes_the_first_limit_of_its_members),
        cmocka_unit_test(a_member_is_judged_as_if_it_were_alone),
        cmocka_unit_test(each_format_of_a_mixed_set_is_judged_together),
        cmocka_unit_test(masters_are_looked_for_in_their_archive),
        cmocka_unit_test(masters_in_context_lie_nowhere),
        cmocka_unit_test(only_files_of_one_folder_are_a_set),
        cmocka_unit_test(any_memory_size_is_legal),
        cmocka_unit_test(memory_may_have_any_alignment),
        cmocka_unit_test(a_set_of_absurd_size_has_no_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
