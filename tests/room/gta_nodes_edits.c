/* Files that differ in a few fields from what is built, and what is said of each. */
#include "parsers/gta_nodes/build.h"
#include "tests/support/edit.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

typedef struct row {
    const char *name;
    const char *codes; /* of what is listed */
    gta_spec spec;
    edit edits[MOST_EDITS];
} row;

#define FILE_OF(kind, ...) .spec = {.variant = GTA_##kind, .dim = 8, __VA_ARGS__}
#define CARS(n)            .vehicles = {n, 1}
#define PEDS(n)            .peds = {n, 1}
#define SET(...)           .edits = {__VA_ARGS__}

#define MINUS(n) (uint64_t)(-(int64_t)(n))

/* Rows of the extended dialects, whose fields have other places than those that witnesses name. */
#define UNWRAP(...) __VA_ARGS__
#define IN_WIDE(what, said, words, ...)                                                            \
    EDIT(what##_in_ver3, said, FILE_OF(VER3, UNWRAP words), __VA_ARGS__)                           \
    EDIT(what##_in_fla4, said, FILE_OF(FLA4, UNWRAP words), __VA_ARGS__)
#define IN_EXTENDED(what, said, words, ...)                                                        \
    EDIT(what##_in_ver2, said, FILE_OF(VER2, UNWRAP words), __VA_ARGS__)                           \
    IN_WIDE(what, said, words, __VA_ARGS__)

static const row rows[] = {
#define EDIT(what, said, ...) {.name = #what, .codes = said, __VA_ARGS__},
#include "tests/room/gta_nodes_edits.def"
#undef EDIT
};

static edited file;

static void build(const gta_spec *spec) {
    nl_writer out = nl_writer_over(file.bytes, sizeof file.bytes);
    gta_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    file.format = "gta-nodes";
    file.length = out.at;
}

static void is_judged(void **state) {
    const row *const r = *state;
    build(&r->spec);
    edit_all(&file, r->edits);
    expect_edited(&file, r->codes);
}

/* ---- Each count of the header wrong ---- */

static const gta_spec mixed[] = {
    {.variant = GTA_VANILLA, .dim = 8, .vehicles = {20, 2}, .peds = {30, 2}},
    {.variant = GTA_VER2, .dim = 8, .vehicles = {20, 2}, .peds = {30, 2}},
    {.variant = GTA_VER3, .dim = 8, .vehicles = {20, 2}, .peds = {30, 2}},
    {.variant = GTA_FLA4, .dim = 8, .vehicles = {20, 2}, .peds = {30, 2}},
};

/* One finding that names the count and what it should be, whatever the count says. */
static void expect_repair(const char *path, uint64_t wrong) {
    const navlint_field field = edit_find(&file, path);
    const uint64_t right = field.value.as.uint;
    if (wrong == right) return;
    edit_all(&file, (const edit[MOST_EDITS]){AT(path, wrong)});
    judged j = judge_bytes(NULL, file.bytes, file.length);
    if (navlint_report_finding_count(j.report) != 1) fail_msg("%s = %lu", path, (long)wrong);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    const navlint_finding *const finding = navlint_report_finding(j.report, 0);
    assert_true(finding->is_cause);
    assert_string_equal(finding->path, path);
    assert_int_equal(finding->actual.as.uint, wrong);
    assert_int_equal(finding->expected.as.uint, right);
    assert_int_equal(finding->fix.length, 4);
    judged_free(&j);
}

static void a_wrong_count_is_one_finding(void **state) {
    static const char *const paths[] = {"/nodeCount", "/vehicleNodeCount", "/pedNodeCount",
                                        "/naviNodeCount", "/linkCount"};
    (void)state;
    for (size_t i = 0; i < sizeof mixed / sizeof mixed[0]; i++)
        for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++) {
            static const uint64_t others[] = {0, 1, 64, 1025, 32600, 65536, 0x20000000, UINT32_MAX};
            build(&mixed[i]);
            const uint64_t right = edit_find(&file, paths[k]).value.as.uint;
            for (size_t n = 0; n < sizeof others / sizeof others[0]; n++) {
                build(&mixed[i]);
                expect_repair(paths[k], others[n]);
            }
            build(&mixed[i]);
            expect_repair(paths[k], right + 1);
            build(&mixed[i]);
            expect_repair(paths[k], right - 1);
        }
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS + 1] = {
        [ROWS] = cmocka_unit_test(a_wrong_count_is_one_finding),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
