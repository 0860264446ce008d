/* Files in the hands of other games, games of which no real file is known, the end of the file. */
#include "tests/room/mesh.h"

#include <string.h>

/* Where the reader takes the first byte for something else, by what the game expects. */
static void expect_parting(const nav_spec *spec, const char *game, const char *path,
                           uint64_t behind) {
    const mesh m = written(spec);
    const seen field = look_for(&m, path);
    assert_int_equal(field.times, 1);
    judged j = judge_as(game, &m);
    expect_only(j.report, "NAV_LAYOUT");
    assert_int_equal(finding_of(j.report, "NAV_LAYOUT")->related[0].offset, field.offset + behind);
    judged_free(&j);
}

static void layouts_part_at_the_first_difference(void **state) {
    (void)state;
    const nav_spec base = rich(NAV_BASE, 0), cs = rich(NAV_CS, 1), tf2c = rich(NAV_TF2C, 257);
    const nav_spec oldest = rich(NAV_L4D, 7);                  /* no population, no fog */
    expect_parting(&base, "l4d2", "/areas/0/visibleCount", 0); /* it goes by sub-version 0 */
    expect_parting(&cs, "gmod", "/areas/0/approachCount", 0);
    expect_parting(&base, "tf2c", "/areas/0/light/nw", 0); /* read as two more occupy times */
    expect_parting(&tf2c, "gmod", "/areas/0/earliestOccupyTime/2", 0);
    expect_parting(&oldest, "gmod", "/areas/0/spawnAttributes", 0);
}

static void team_fortress_in_garrys_mod_is_out_of_step(void **state) {
    (void)state;
    const nav_spec spec = rich(NAV_TF, 2);
    const mesh m = written(&spec);
    judged own = judge_as("tf2", &m);
    expect_only(own.report, NULL);
    judged other = judge_as("gmod", &m);
    expect_only(other.report, "NAV_LAYOUT");
    const navlint_finding *const finding = finding_of(other.report, "NAV_LAYOUT");
    const seen first = look_for(&m, "/areas/0/tfAttributes");
    assert_int_equal(finding->related[0].offset, first.offset);
    judged_free(&own);
    judged_free(&other);
}

/* Each finding is about the number at `path`, which the file may not have. */
static void expect_found_at(const mesh *built, const char *path, uint32_t bits) {
    mesh m = *built;
    const seen field = look_for(&m, path);
    if (field.times == 0) return;
    for (size_t i = 0; i < sizeof bits; i++)
        m.bytes[field.offset + i] = (uint8_t)(bits >> 8 * i);
    judged j = judge_as(NULL, &m);
    assert_true(navlint_report_finding_count(j.report) > 0);
    for (size_t i = 0; i < navlint_report_finding_count(j.report); i++) {
        assert_string_equal(navlint_report_finding(j.report, i)->path, path);
        assert_int_equal(navlint_report_finding(j.report, i)->offset, field.offset);
    }
    judged_free(&j);
}

static void numbers_of_the_analysis_are_found_where_they_are(void **state) {
    (void)state;
    enum { LARGE_BITS = 0x4E6E6B28 /* 1e9 */, NO_NUMBER_BITS = 0x7FC00000 };
    static const char *const paths[] = {"/areas/0/earliestOccupyTime/0",
                                        "/areas/0/earliestOccupyTime/1",
                                        "/areas/0/earliestOccupyTime/2",
                                        "/areas/0/earliestOccupyTime/3",
                                        "/areas/0/light/nw",
                                        "/areas/0/light/ne",
                                        "/areas/0/light/se",
                                        "/areas/0/light/sw"};
    const nav_family families[] = {NAV_BASE, NAV_CS, NAV_TF, NAV_L4D, NAV_TF2C};
    const uint32_t subs[] = {0, 1, 2, 14, 257};
    for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
        const nav_spec spec = rich(families[i], subs[i]);
        const mesh m = written(&spec);
        for (size_t k = 0; k < sizeof paths / sizeof paths[0]; k++) {
            expect_found_at(&m, paths[k], LARGE_BITS);
            expect_found_at(&m, paths[k], NO_NUMBER_BITS);
        }
    }
}

static void insurgency_is_not_judged(void **state) {
    (void)state;
    const nav_spec spec = rich(NAV_BASE, 4);
    mesh m = written(&spec);
    memset(m.bytes + m.length, 0xEE, 7); /* whatever Insurgency adds */
    m.length += 7;
    judged j = judge_as(NULL, &m);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "unsupported");
    assert_non_null(strstr(navlint_report_limit(j.report)->message, "Insurgency"));
    assert_string_equal(navlint_report_format_version(j.report), "16.4");
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

/* But where the bytes speak for themselves, they are judged. */
static void an_unknown_number_on_a_known_layout_is_judged(void **state) {
    (void)state;
    static const struct {
        nav_family family;
        const char *dialect;
        uint32_t sub_version;
    } rows[] = {
        {NAV_BASE, "source", 0},           {NAV_CS, "counter-strike", 1},
        {NAV_TF, "team-fortress", 2},      {NAV_L4D, "left-4-dead", 14},
        {NAV_TF2C, "tf2-classified", 257},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const nav_spec spec = rich(rows[i].family, rows[i].sub_version);
        mesh m = written(&spec);
        m.bytes[8] = 100;
        m.bytes[9] = 0;
        judged j = judge_as(NULL, &m);
        expect_only(j.report, "NAV_SUB_VERSION");
        assert_string_equal(navlint_report_dialect(j.report), rows[i].dialect);
        assert_int_equal(finding_of(j.report, "NAV_SUB_VERSION")->expected.as.uint,
                         rows[i].sub_version);
        judged_free(&j);
    }
}

static void newer_versions_are_not_judged(void **state) {
    (void)state;
    const uint8_t versions[] = {17, 29, 30, 35, 36, 255};
    for (size_t i = 0; i < sizeof versions; i++) {
        mesh m = {.bytes = {0xCE, 0xFA, 0xED, 0xFE, versions[i]}, .length = 64};
        judged j = judge_as(NULL, &m);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
        assert_string_equal(limit_of(j.report), "unsupported");
        assert_int_equal(navlint_report_finding_count(j.report), 0);
        const char *const dialect = navlint_report_dialect(j.report);
        assert_true(versions[i] >= 30 ? dialect && strcmp(dialect, "source-2") == 0 : !dialect);
        judged_free(&j);
    }
}

/* ---- The end of the file ---- */

static judged judge_with_tail(const nav_spec *spec, size_t tail, uint8_t value) {
    mesh m = written(spec);
    memset(m.bytes + m.length, value, tail);
    m.length += tail;
    return judge_as(NULL, &m);
}

/* No number of trailing bytes makes another game's file of one that has them. */
static void trailing_bytes_are_trailing(void **state) {
    (void)state;
    const nav_family families[] = {NAV_BASE, NAV_CS, NAV_TF, NAV_L4D, NAV_TF2C};
    const uint32_t subs[] = {0, 1, 2, 14, 257};
    for (size_t i = 0; i < 5; i++)
        for (size_t tail = 1; tail <= 64; tail++)
            for (int value = 0; value <= 0xFF; value += 0xFF) {
                const nav_spec spec = rich(families[i], subs[i]);
                judged j = judge_with_tail(&spec, tail, (uint8_t)value);
                assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
                assert_int_equal(navlint_report_finding_count(j.report), 1);
                const navlint_finding *const finding = finding_of(j.report, "NAV_TRAILING");
                assert_non_null(finding);
                assert_int_equal(finding->length, tail);
                assert_int_equal(navlint_report_unclaimed(j.report, 0)->length, tail);
                judged_free(&j);
            }
}

/* With one area and no ladder the layouts are a few bytes apart, so some tails of zeros pass for
 * another game's empty lists. Whatever is said then is an error: nothing is taken for valid. */
static void an_ambiguous_tail_is_an_error_either_way(void **state) {
    (void)state;
    const nav_family families[] = {NAV_BASE, NAV_CS, NAV_TF, NAV_L4D, NAV_TF2C};
    const uint32_t subs[] = {0, 1, 2, 14, 257};
    for (size_t i = 0; i < 5; i++)
        for (size_t tail = 1; tail <= 64; tail++) {
            const nav_spec spec = {.family = families[i],
                                   .version = 16,
                                   .sub_version = subs[i],
                                   .columns = 1,
                                   .rows = 1};
            judged j = judge_with_tail(&spec, tail, 0);
            assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
            assert_true(finding_of(j.report, "NAV_TRAILING") || finding_of(j.report, "NAV_LAYOUT"));
            judged_free(&j);
        }
}

static void a_goldsrc_tail_is_stale_and_claimed(void **state) {
    (void)state;
    for (uint32_t version = 1; version <= 6; version++) {
        const nav_spec spec = {.version = version, .columns = 2, .rows = 1};
        judged j = judge_with_tail(&spec, 100, 0xEE);
        const bool is_goldsrc = version <= NAV_NEWEST_GOLDSRC;
        assert_int_equal(navlint_report_verdict(j.report),
                         is_goldsrc ? NAVLINT_VALID : NAVLINT_INVALID);
        assert_non_null(finding_of(j.report, is_goldsrc ? "NAV_STALE_TAIL" : "NAV_TRAILING"));
        assert_int_equal(navlint_report_unclaimed_count(j.report), is_goldsrc ? 0 : 1);
        judged_free(&j);
    }
}

/* ---- Hostile numbers ---- */

/* An impossible count is reported as one, whatever the count is of. */
static void counts_that_cannot_be_are_errors(void **state) {
    (void)state;
    static const char *const paths[] = {
        "/areaCount",
        "/ladderCount",
        "/areas/0/connections/northCount",
        "/areas/0/encounterPathCount",
        "/areas/0/ladders/upCount",
        "/areas/0/visibleCount",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const nav_spec spec = rich(NAV_CS, 1);
        mesh m = written(&spec);
        const seen count = look_for(&m, paths[i]);
        assert_int_equal(count.times, 1);
        memset(m.bytes + count.offset, 0xFF, (size_t)count.length);
        judged j = judge_as(NULL, &m);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
        const navlint_finding *const finding = finding_of(j.report, "NAV_COUNT");
        if (!finding) fail_msg("%s", paths[i]);
        judged_free(&j);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_part_at_the_first_difference),
        cmocka_unit_test(team_fortress_in_garrys_mod_is_out_of_step),
        cmocka_unit_test(numbers_of_the_analysis_are_found_where_they_are),
        cmocka_unit_test(insurgency_is_not_judged),
        cmocka_unit_test(an_unknown_number_on_a_known_layout_is_judged),
        cmocka_unit_test(newer_versions_are_not_judged),
        cmocka_unit_test(trailing_bytes_are_trailing),
        cmocka_unit_test(an_ambiguous_tail_is_an_error_either_way),
        cmocka_unit_test(a_goldsrc_tail_is_stale_and_claimed),
        cmocka_unit_test(counts_that_cannot_be_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
