/* One cause, one headline: what is said first of a file of which one number is damaged, and what is
 * only counted. */
#include "tests/room/mesh.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FEW = 12 }; /* findings that a person reads */

static void put_u32(mesh *m, uint64_t at, uint32_t value) {
    nl_writer out = nl_writer_over(m->bytes + at, 4);
    nl_write_u32(&out, value);
}

static const navlint_finding *headline(const navlint_report *report, const char *code) {
    const navlint_finding *const first = navlint_report_finding(report, 0);
    assert_non_null(first);
    assert_string_equal(first->rule->code, code);
    assert_true(first->is_cause);
    assert_int_equal(navlint_report_verdict(report), NAVLINT_INVALID);
    return first;
}

static void expect_mentioned(const navlint_finding *finding, uint64_t offset) {
    bool is_in = finding->offset <= offset && offset < finding->offset + finding->length;
    for (size_t i = 0; i < finding->related_count; i++)
        is_in |= finding->related[i].offset <= offset &&
                 offset < finding->related[i].offset + finding->related[i].length;
    assert_true(is_in);
}

/* ---- Versions ---- */

static nav_spec small(uint32_t version, uint32_t sub_version) {
    const nav_family families[] = {NAV_BASE, NAV_CS, NAV_TF};
    nav_spec spec = rich(families[sub_version], sub_version);
    spec.version = version;
    spec.columns = 3;
    spec.spots = 2;
    spec.visible = 2;
    spec.places = 2;
    return spec;
}

/* Version 6 is version 5 with ladders behind the areas, which GoldSrc takes for a stale tail.
 * Without them a file of version 6 is cut off. */
static bool is_undecidable(uint32_t actual, uint32_t named) {
    return (actual == 6 && named == 5) || (actual == 5 && named == 6);
}

static void expect_told(uint32_t actual, uint32_t named) {
    const nav_spec spec = small(actual, 0);
    mesh m = written(&spec);
    put_u32(&m, 4, named);
    judged j = judge_as(NULL, &m);
    const navlint_finding *const first = headline(j.report, "NAV_VERSION_LAYOUT");
    assert_int_equal(first->expected.as.uint, actual);
    assert_int_equal(first->actual.as.uint, named);
    assert_string_equal(first->path, "/version");
    assert_int_equal(navlint_report_finding_count(j.report), 1);
    judged_free(&j);
}

static void a_wrong_version_is_told_with_the_one_that_fits(void **state) {
    (void)state;
    for (uint32_t actual = 1; actual <= 16; actual++)
        for (uint32_t named = 1; named <= 16; named++)
            if (named != actual && !is_undecidable(actual, named)) expect_told(actual, named);
}

static void the_other_version_has_its_sub_version(void **state) {
    (void)state;
    for (uint32_t sub = 0; sub <= 2; sub++) {
        const nav_spec spec = small(16, sub);
        mesh m = written(&spec);
        put_u32(&m, 4, 9);
        judged j = judge_as(NULL, &m);
        const navlint_finding *const first = headline(j.report, "NAV_VERSION_LAYOUT");
        const char name[] = {'1', '6', '.', (char)('0' + sub), '\0'};
        assert_non_null(strstr(first->message, name));
        assert_int_equal(first->actual.as.uint, 9);
        judged_free(&j);
    }
}

/* ---- Counts ---- */

/* One more or one less than there are, of whatever: one headline that mentions the count. */
static void expect_headline(const nav_spec *spec, const char *path, int by) {
    mesh m = written(spec);
    const seen count = look_for(&m, path);
    assert_int_equal(count.times, 1);
    m.bytes[count.offset] = (uint8_t)(m.bytes[count.offset] + by);
    judged j = judge_as(NULL, &m);
    const navlint_finding *const first = navlint_report_finding(j.report, 0);
    if (!first || !first->is_cause) fail_msg("%s %+d: no headline", path, by);
    expect_mentioned(first, count.offset);
    assert_in_range(navlint_report_finding_count(j.report), 1, FEW);
    judged_free(&j);
}

static void a_damaged_count_has_one_headline(void **state) {
    (void)state;
    static const char *const paths[] = {
        "/areaCount",
        "/areas/2/connections/westCount",
        "/areas/2/hidingSpotCount",
        "/areas/2/encounterPathCount",
        "/areas/2/encounterPaths/0/spotCount",
        "/areas/2/ladders/upCount",
        "/areas/2/visibleCount",
    };
    const nav_spec spec = small(16, 0);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        expect_headline(&spec, paths[i], 1);
}

/* The path is that of the list that does not fit. */
static void the_path_names_the_count(void **state) {
    (void)state;
    static const char *const paths[] = {
        "/areaCount",
        "/ladderCount",
        "/areas/1/connections/northCount",
        "/areas/1/connections/westCount",
        "/areas/1/encounterPathCount",
        "/areas/1/ladders/upCount",
        "/areas/1/ladders/downCount",
        "/areas/1/visibleCount",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        const nav_spec spec = small(16, 1);
        mesh m = written(&spec);
        put_u32(&m, look_for(&m, paths[i]).offset, UINT32_MAX);
        judged j = judge_as(NULL, &m);
        const navlint_finding *const first = headline(j.report, "NAV_COUNT");
        assert_string_equal(first->path, paths[i]);
        assert_int_equal(first->actual.as.uint, UINT32_MAX);
        assert_int_equal(first->relation, NAVLINT_AT_MOST);
        judged_free(&j);
    }
}

static void expect_end(const nav_spec *spec, size_t bytes, const char *path) {
    mesh m = written(spec);
    m.length -= bytes;
    judged j = judge_as(NULL, &m);
    assert_string_equal(headline(j.report, "NAV_TRUNCATED")->path, path);
    judged_free(&j);
}

static void what_is_missing_at_the_end_has_its_own_path(void **state) {
    (void)state;
    nav_spec tf = small(16, 2);
    tf.ladders = 0;
    expect_end(&tf, 4, "/ladderCount");
    nav_spec l4d = rich(NAV_L4D, 14);
    expect_end(&l4d, 1, "/maxViewDistance");
    l4d.ladders = 0;
    expect_end(&l4d, 6, "/ladderCount");
}

/* ---- Ids ---- */

/* A file with many paths, in which one id changes, and where that is. */
static judged judge_with_id(const char *path, size_t *at) {
    nav_spec spec = small(16, 0);
    spec.paths = 20;
    mesh m = written(&spec);
    *at = look_for(&m, path).offset;
    put_u32(&m, *at, 7000);
    return judge_as(NULL, &m);
}

/* One area's id changes: the first finding names the area that is meant. */
static void a_damaged_area_id_has_one_headline(void **state) {
    (void)state;
    size_t id_at;
    judged j = judge_with_id("/areas/1/id", &id_at);
    const navlint_finding *const first = navlint_report_finding(j.report, 0);
    assert_true(first->is_cause);
    expect_mentioned(first, id_at);
    assert_in_range(navlint_report_finding_count(j.report), 3, 20);
    assert_true(navlint_report_summary(j.report).consequences > 20);
    judged_free(&j);
}

static uint32_t count_causes(const navlint_report *report) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < navlint_report_finding_count(report); i++)
        count += navlint_report_finding(report, i)->is_cause;
    return count;
}

/* No spot is out of line: the first path that names the absent one is the cause of the others. */
static void what_is_only_counted_has_a_cause(void **state) {
    (void)state;
    nav_spec spec = small(16, 0);
    spec.paths = 20;
    mesh m = written(&spec);
    put_u32(&m, look_for(&m, "/areas/1/hidingSpots/0/id").offset, 0);
    judged j = judge_as(NULL, &m);
    assert_true(navlint_report_summary(j.report).consequences > 0);
    assert_int_equal(count_causes(j.report), 1);
    judged_free(&j);
}

/* A file of version 5 that says 6 ends where its ladders should be. That its spots have no flags is
 * not worth a line each. */
static void flags_of_a_file_that_may_be_older_are_counted(void **state) {
    (void)state;
    nav_spec spec = small(5, 0);
    mesh m = written(&spec);
    for (uint32_t i = 0; i < 6; i++) {
        char path[64];
        (void)snprintf(path, sizeof path, "/areas/%" PRIu32 "/hidingSpots/0/flags", i);
        m.bytes[look_for(&m, path).offset] = 0;
    }
    put_u32(&m, 4, 6);
    judged j = judge_as(NULL, &m);
    expect_mentioned(navlint_report_finding(j.report, 0), 4);
    assert_int_equal(navlint_report_summary(j.report).consequences, 6);
    assert_int_equal(count_causes(j.report), 1);
    judged_free(&j);
}

static void a_damaged_spot_id_has_one_headline(void **state) {
    (void)state;
    size_t id_at;
    judged j = judge_with_id("/areas/1/hidingSpots/0/id", &id_at);
    expect_mentioned(headline(j.report, "NAV_PATH_SPOT_UNRESOLVED"), id_at);
    assert_int_equal(navlint_report_finding_count(j.report), 3);
    assert_true(navlint_report_summary(j.report).consequences > 10);
    judged_free(&j);
}

/* ---- Bytes behind the end ---- */

/* Areas with lists of every kind that are all in order: none of them is what is damaged. */
static void sound_areas_are_not_doubted(void **state) {
    (void)state;
    for (uint32_t version = 1; version <= 16; version++) {
        nav_spec spec = small(version, 0);
        spec.spots = 4;
        spec.path_spots = 5;
        mesh m = written(&spec);
        memset(m.bytes + m.length, 0x5A, 7);
        m.length += 7;
        judged j = judge_as(NULL, &m);
        const navlint_finding *const tail = navlint_report_finding(j.report, 0);
        assert_string_equal(tail->rule->code, version < 6 ? "NAV_STALE_TAIL" : "NAV_TRAILING");
        for (size_t i = 0; i < tail->related_count; i++)
            assert_null(strstr(tail->related[i].message, "a count in these bytes"));
        assert_int_equal(navlint_report_finding_count(j.report), 1);
        judged_free(&j);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wrong_version_is_told_with_the_one_that_fits),
        cmocka_unit_test(the_other_version_has_its_sub_version),
        cmocka_unit_test(a_damaged_count_has_one_headline),
        cmocka_unit_test(the_path_names_the_count),
        cmocka_unit_test(what_is_missing_at_the_end_has_its_own_path),
        cmocka_unit_test(a_damaged_area_id_has_one_headline),
        cmocka_unit_test(a_damaged_spot_id_has_one_headline),
        cmocka_unit_test(what_is_only_counted_has_a_cause),
        cmocka_unit_test(flags_of_a_file_that_may_be_older_are_counted),
        cmocka_unit_test(sound_areas_are_not_doubted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
