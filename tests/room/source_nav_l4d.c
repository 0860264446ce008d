#define _GNU_SOURCE /* memmem */
/* Left 4 Dead: what it has before the areas, and the sub-versions of which no real file is known.
 */
#include "tests/room/mesh.h"

#include <string.h>

static void older_left_4_dead_is_told_from_the_bytes(void **state) {
    (void)state;
    for (uint32_t sub = 3; sub <= 12; sub++) {
        const nav_spec spec = rich(NAV_L4D, sub);
        const mesh m = written(&spec);
        judged j = judge_as(NULL, &m);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
        expect_only(j.report, "NAV_SUB_VERSION");
        assert_string_equal(navlint_report_dialect(j.report), "left-4-dead");
        assert_int_equal(fact_of(j.report, "areas"), 4);
        assert_int_equal(fact_of(j.report, "visibleAreas"), sub >= 5 ? 12 : 0);
        judged_free(&j);
    }
}

/* 1 and 2 are the sub-versions of Counter-Strike and Team Fortress: a file of theirs that is laid
 * out as Left 4 Dead's has a reader that is out of step. */
static void the_oldest_left_4_dead_has_others_numbers(void **state) {
    (void)state;
    for (uint32_t sub = 1; sub <= 2; sub++) {
        const nav_spec spec = rich(NAV_L4D, sub);
        const mesh m = written(&spec);
        judged j = judge_as(NULL, &m);
        expect_only(j.report, "NAV_LAYOUT");
        assert_string_equal(navlint_report_dialect(j.report), "left-4-dead");
        judged_free(&j);
    }
}

static void the_game_reads_all_its_sub_versions(void **state) {
    (void)state;
    for (uint32_t sub = 0; sub <= 14; sub++) {
        const nav_spec spec = rich(NAV_L4D, sub);
        const mesh m = written(&spec);
        judged j = judge_as("l4d", &m);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
        expect_only(j.report, NULL);
        assert_int_equal(fact_of(j.report, "areas"), 4);
        judged_free(&j);
    }
}

static uint64_t bytes_at(const mesh *m, const char *path) {
    const seen field = look_for_as("l4d", m, path);
    assert_true(field.tiles && field.end == m->length);
    assert_true(field.times <= 1);
    return field.length;
}

/* By KR navmesh.sp:1874-2100. What is not known by name is shown as bytes. */
static void each_sub_version_has_its_own_fields(void **state) {
    static const uint8_t unknown[] = {0, 0, 4, 4, 8, 12, 12, 12, 12, 12, 4, 4, 4, 0, 0};
    (void)state;
    for (uint32_t sub = 0; sub <= 14; sub++) {
        const nav_spec spec = rich(NAV_L4D, sub);
        const mesh m = written(&spec);
        const bool has_visible = sub >= 5;
        assert_int_equal(bytes_at(&m, "/areas/0/spawnAttributes"), sub >= 1 ? 4 : 0);
        assert_int_equal(bytes_at(&m, "/areas/0/unknown"), unknown[sub]);
        assert_int_equal(bytes_at(&m, "/areas/0/fogPlace"), sub >= 8 ? 2 : 0);
        assert_int_equal(bytes_at(&m, "/areas/0/unknownList"), sub >= 3 && sub <= 9 ? 1 : 0);
        assert_int_equal(bytes_at(&m, "/areas/0/visibleCount"), has_visible ? 4 : 0);
        assert_int_equal(bytes_at(&m, "/areas/0/visibleAreas/2/area"), has_visible ? 4 : 0);
        assert_int_equal(bytes_at(&m, "/areas/0/visibleAreas/2/attributes"), sub >= 9);
        assert_int_equal(bytes_at(&m, "/areas/0/inheritVisibilityFrom"), sub >= 11 ? 4 : 0);
    }
}

/* Areas as small as they get: the count may not be refused. */
static void the_smallest_areas_of_each_sub_version_fit(void **state) {
    (void)state;
    for (uint32_t sub = 0; sub <= 14; sub++) {
        const nav_spec spec = {.family = NAV_L4D,
                               .version = 16,
                               .sub_version = sub,
                               .columns = 8,
                               .rows = 8,
                               .is_unconnected = true};
        const mesh m = written(&spec);
        judged j = judge_as("l4d", &m);
        expect_only(j.report, NULL);
        assert_int_equal(fact_of(j.report, "areas"), 64);
        judged_free(&j);
    }
}

static void a_population_without_its_end_is_cut_off(void **state) {
    (void)state;
    const nav_spec spec = rich(NAV_L4D, 14);
    const mesh m = written(&spec);
    mesh cut = m;
    const uint8_t *const name = memmem(m.bytes, m.length, "built", 6);
    assert_non_null(name);
    cut.length = (size_t)(name - m.bytes) + 5;
    for (int i = 0; i < 2; i++) { /* the second time with nothing but its first byte */
        judged j = judge_as(NULL, &cut);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
        const navlint_finding *const finding = finding_of(j.report, "NAV_TRUNCATED");
        assert_non_null(finding);
        assert_string_equal(finding->path, "/population");
        judged_free(&j);
        cut.length -= 4;
    }
}

/* Takes the fog count of zero out and puts `fog` bytes in its place. */
static mesh with_fog(const void *fog, size_t fog_bytes) {
    const nav_spec spec = rich(NAV_L4D, 14);
    const mesh m = written(&spec);
    const uint8_t *const name = memmem(m.bytes, m.length, "built", 6);
    assert_non_null(name);
    const size_t at = (size_t)(name - m.bytes) + 6;
    mesh changed = {.length = m.length - 2 + fog_bytes};
    memcpy(changed.bytes, m.bytes, at);
    memcpy(changed.bytes + at, fog, fog_bytes);
    memcpy(changed.bytes + at + fog_bytes, m.bytes + at + 2, m.length - at - 2);
    return changed;
}

/* Without its name, nothing tells that a file of sub-version 0 is Left 4 Dead's. */
static void a_dump_decodes_as_the_game_would(void **state) {
    (void)state;
    const nav_spec spec = rich(NAV_L4D, 0);
    const mesh m = written(&spec);
    const seen distance = look_for_as("l4d", &m, "/maxViewDistance");
    assert_int_equal(distance.times, 1);
    assert_true(distance.tiles && distance.end == m.length);
    assert_int_equal(look_for(&m, "/maxViewDistance").times, 0);
}

static void fog_places_are_read(void **state) {
    (void)state;
    const mesh m = with_fog("\2\0\4\0fog\0\5\0mist\0", 15);
    judged j = judge_as(NULL, &m);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    expect_only(j.report, NULL);
    judged_free(&j);
    const seen mist = look_for(&m, "/fogPlaces/1/name");
    assert_int_equal(mist.times, 1);
    assert_int_equal(mist.length, 5);
    assert_memory_equal(m.bytes + mist.offset, "mist", 5);
    assert_true(mist.tiles && mist.end == m.length);
}

static void a_fog_place_beyond_the_file_is_cut_off(void **state) {
    (void)state;
    const mesh m = with_fog("\1\0\xFF\xFF", 4);
    judged j = judge_as(NULL, &m);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_non_null(finding_of(j.report, "NAV_TRUNCATED"));
    judged_free(&j);
    (void)look_for(&m, "/fogPlaceCount");
    const mesh second = with_fog("\2\0\4\0fog\0\xFF\xFF", 10);
    assert_int_equal(look_for(&second, "/fogPlaces/0/name").times, 1);
    assert_int_equal(look_for(&second, "/fogPlaces/1/name").times, 0);
}

/* Other games take the population for a count of areas: there they are out of step. */
static void out_of_step_starts_where_the_layouts_part(void **state) {
    (void)state;
    const nav_spec l4d = rich(NAV_L4D, 14);
    const mesh m = written(&l4d);
    const uint8_t *const population = memmem(m.bytes, m.length, "built", 6);
    assert_non_null(population);
    judged j = judge_as("gmod", &m);
    const navlint_finding *const finding = finding_of(j.report, "NAV_LAYOUT");
    assert_non_null(finding);
    assert_int_equal(finding->related_count, 1);
    assert_int_equal(finding->related[0].offset, population - m.bytes);
    judged_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(older_left_4_dead_is_told_from_the_bytes),
        cmocka_unit_test(the_oldest_left_4_dead_has_others_numbers),
        cmocka_unit_test(the_game_reads_all_its_sub_versions),
        cmocka_unit_test(each_sub_version_has_its_own_fields),
        cmocka_unit_test(the_smallest_areas_of_each_sub_version_fit),
        cmocka_unit_test(a_population_without_its_end_is_cut_off),
        cmocka_unit_test(a_dump_decodes_as_the_game_would),
        cmocka_unit_test(fog_places_are_read),
        cmocka_unit_test(a_fog_place_beyond_the_file_is_cut_off),
        cmocka_unit_test(out_of_step_starts_where_the_layouts_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
