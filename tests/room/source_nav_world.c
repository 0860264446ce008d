/* Where things are in the world: positions outside it, what a jump reaches, and what a finding says
 * of its place. */
#include "core/reader.h"
#include "tests/room/mesh.h"

#include <stdio.h>
#include <string.h>

static void put_u32(mesh *m, const char *path, uint32_t value) {
    const seen field = look_for(m, path);
    assert_int_equal(field.times, 1);
    nl_writer out = nl_writer_over(m->bytes + field.offset, (size_t)field.length);
    field.length == 4 ? nl_write_u32(&out, value) : nl_write_u16(&out, value);
}

static void put_f32(mesh *m, const char *path, float value) {
    const seen field = look_for(m, path);
    assert_int_equal(field.times, 1);
    nl_writer out = nl_writer_over(m->bytes + field.offset, 4);
    nl_write_f32(&out, value);
}

/* Two areas with a spot, and a ladder. */
static mesh of_version(uint32_t version) {
    const nav_spec spec = {
        .version = version, .columns = 2, .rows = 1, .spots = 1, .ladders = version >= 6};
    return written(&spec);
}

static void expect_at(uint32_t version, const char *path, float value, const char *code) {
    mesh m = of_version(version);
    put_f32(&m, path, value);
    judged j = judge_as(NULL, &m);
    expect_only(j.report, code);
    assert_int_equal(finding_of(j.report, code)->offset, look_for(&m, path).offset);
    judged_free(&j);
}

/* ---- Outside the world ---- */

static const char *const spot_axes[] = {"/areas/0/hidingSpots/0/position/x",
                                        "/areas/0/hidingSpots/0/position/y",
                                        "/areas/0/hidingSpots/0/position/z"};

static void a_hiding_spot_outside_the_world_is_an_error(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++)
        for (uint32_t version = 6; version <= 16; version++) {
            expect_at(version, spot_axes[i], 16386, "NAV_COORD_RANGE");
            expect_at(version, spot_axes[i], -1e30f, "NAV_COORD_RANGE");
        }
}

/* Each spot by itself, in each version: those of old files are shorter. */
static void expect_spot_in_place(uint32_t version, unsigned spot) {
    const nav_spec spec = {.version = version, .columns = 2, .rows = 1, .spots = 4};
    mesh m = written(&spec);
    char path[64];
    double at[3];
    const char *const code = version < 6 ? "NAV_COORD_GOLDSRC" : "NAV_COORD_RANGE";
    for (unsigned axis = 0; axis < 3; axis++) {
        (void)snprintf(path, sizeof path, "/areas/1/hidingSpots/%u/position/%c", spot, 'x' + axis);
        if (axis == 2) put_f32(&m, path, 20000.5f + (float)spot);
        at[axis] = (double)nl_load_f32(m.bytes + look_for(&m, path).offset);
    }
    judged j = judge_as(NULL, &m);
    const navlint_finding *const finding = finding_of(j.report, code);
    assert_non_null(finding);
    assert_true(finding->position.is_known);
    assert_true(finding->position.x == at[0] && finding->position.y == at[1]);
    assert_true(finding->position.z == at[2]);
    judged_free(&j);
}

static void each_hiding_spot_is_where_it_says(void **state) {
    (void)state;
    for (uint32_t version = 1; version <= 16; version++)
        for (unsigned spot = 0; spot < 4; spot++)
            expect_spot_in_place(version, spot);
}

static void in_goldsrc_it_is_a_warning(void **state) {
    (void)state;
    for (size_t i = 0; i < 3; i++)
        for (uint32_t version = 1; version <= 5; version++) {
            expect_at(version, spot_axes[i], 4097, "NAV_COORD_GOLDSRC");
            expect_at(version, spot_axes[i], 1e30f, "NAV_COORD_GOLDSRC");
        }
}

static void a_ladder_outside_the_world_is_an_error(void **state) {
    (void)state;
    expect_at(16, "/ladders/0/top/z", 1e30f, "NAV_COORD_RANGE");
    expect_at(16, "/ladders/0/bottom/x", -16386, "NAV_COORD_RANGE");
    expect_at(6, "/ladders/0/top/y", 16386, "NAV_COORD_RANGE");
}

/* The loaders of all games make their grid as large as the corners say. */
static void a_corner_far_outside_is_an_error_in_goldsrc_too(void **state) {
    (void)state;
    expect_at(5, "/areas/0/northEastZ", 4097, "NAV_COORD_GOLDSRC");
    expect_at(5, "/areas/0/northEastZ", 16386, "NAV_COORD_RANGE");
}

static void the_edge_of_the_world_is_in_it(void **state) {
    (void)state;
    for (uint32_t version = 2; version <= 16; version++) {
        mesh m = of_version(version);
        put_f32(&m, spot_axes[2], version <= 5 ? -4096 : 16384);
        judged j = judge_as(NULL, &m);
        expect_only(j.report, NULL);
        judged_free(&j);
    }
}

/* ---- Attributes ---- */

static void bits_of_later_versions_are_a_warning_in_9_to_12(void **state) {
    (void)state;
    for (uint32_t version = 9; version <= 16; version++)
        for (uint32_t bit = 11; bit < 16; bit++) {
            mesh m = of_version(version);
            put_u32(&m, "/areas/0/attributes", 1u << bit);
            judged j = judge_as(NULL, &m);
            expect_only(j.report, version <= 12 && bit > 11 ? "NAV_ATTRIBUTE_LATER" : NULL);
            judged_free(&j);
        }
}

/* ---- Connections ---- */

static const char *far_rule(const nav_spec *spec) {
    const mesh m = written(spec);
    judged j = judge_as(NULL, &m);
    const char *const code = finding_of(j.report, "NAV_CONN_FAR") ? "NAV_CONN_FAR" : "";
    judged_free(&j);
    return code;
}

static void a_jump_reaches_as_far_as_the_games_agents_jump(void **state) {
    (void)state;
    static const struct {
        nav_family family;
        uint32_t version, sub_version;
        float units;
    } rows[] = {{NAV_BASE, 1, 0, 200},  {NAV_BASE, 5, 0, 200},   {NAV_BASE, 6, 0, 220},
                {NAV_BASE, 9, 0, 220},  {NAV_BASE, 10, 0, 300},  {NAV_BASE, 16, 0, 300},
                {NAV_CS, 16, 1, 220},   {NAV_TF, 16, 2, 320},    {NAV_L4D, 16, 13, 300},
                {NAV_L4D, 16, 14, 300}, {NAV_TF2C, 16, 257, 320}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        nav_spec spec = {.family = rows[i].family,
                         .version = rows[i].version,
                         .sub_version = rows[i].sub_version,
                         .columns = 2,
                         .rows = 1,
                         .gap = rows[i].units};
        assert_string_equal(far_rule(&spec), "");
        spec.gap += 1;
        assert_string_equal(far_rule(&spec), "NAV_CONN_FAR");
    }
}

/* GoldSrc keeps a connection of an area to itself: encounter paths may use it. */
static void a_path_through_a_connection_to_itself_is_beside_the_area(void **state) {
    (void)state;
    const nav_spec spec = {
        .version = 5, .columns = 3, .rows = 1, .spots = 1, .paths = 1, .path_spots = 1};
    mesh m = written(&spec);
    put_u32(&m, "/areas/1/connections/west/0", 2);
    put_u32(&m, "/areas/1/encounterPaths/0/toArea", 2);
    judged j = judge_as(NULL, &m);
    assert_int_equal(navlint_report_finding_count(j.report), 1);
    assert_non_null(finding_of(j.report, "NAV_CONN_SELF"));
    judged_free(&j);
}

/* ---- What a finding says of its place ---- */

static judged judge_with_spot_flags(uint32_t version) {
    mesh m = of_version(version);
    m.bytes[look_for(&m, "/areas/1/hidingSpots/0/flags").offset] = 0x10;
    return judge_as(NULL, &m);
}

static void a_spot_has_its_own_place(void **state) {
    (void)state;
    judged j = judge_with_spot_flags(16);
    const navlint_finding *const finding = finding_of(j.report, "NAV_SPOT_FLAGS");
    assert_string_equal(finding->subject.kind, "hiding spot");
    assert_int_equal(finding->subject.id, 1);
    assert_true(finding->position.is_known && finding->position.x == 25);
    assert_string_equal(finding->jump, "setpos 25 0 0");
    judged_free(&j);
}

static void goldsrc_has_places_but_no_command(void **state) {
    (void)state;
    judged j = judge_with_spot_flags(5);
    const navlint_finding *const finding = finding_of(j.report, "NAV_SPOT_FLAGS");
    assert_true(finding->position.is_known && finding->position.x == 25);
    assert_null(finding->jump);
    judged_free(&j);
}

static void areas_and_ladders_can_be_marked(void **state) {
    (void)state;
    mesh m = of_version(16);
    put_u32(&m, "/areas/1/inheritVisibilityFrom", 2);
    put_u32(&m, "/ladders/0/direction", 4);
    judged j = judge_as(NULL, &m);
    assert_string_equal(finding_of(j.report, "NAV_INHERIT_SELF")->jump,
                        "setpos 25 0 0; nav_mark 2");
    assert_string_equal(finding_of(j.report, "NAV_LADDER_DIRECTION")->jump,
                        "setpos 0 0 0; nav_mark ladder 1");
    judged_free(&j);
}

static void a_coordinate_that_is_no_number_leaves_the_others(void **state) {
    (void)state;
    mesh m = of_version(16);
    put_f32(&m, "/areas/0/nwCorner/x", (float)NAN);
    put_f32(&m, "/ladders/0/bottom/z", (float)NAN);
    judged j = judge_as(NULL, &m);
    const navlint_finding *const area = finding_of(j.report, "NAV_NOT_FINITE");
    assert_true(area->position.is_known && area->position.x == 0); /* the eastern edge */
    const navlint_finding *const last =
        navlint_report_finding(j.report, navlint_report_finding_count(j.report) - 1);
    assert_string_equal(last->subject.kind, "ladder");
    assert_true(last->position.is_known && last->position.z == 128); /* the top */
    judged_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hiding_spot_outside_the_world_is_an_error),
        cmocka_unit_test(each_hiding_spot_is_where_it_says),
        cmocka_unit_test(in_goldsrc_it_is_a_warning),
        cmocka_unit_test(a_ladder_outside_the_world_is_an_error),
        cmocka_unit_test(a_corner_far_outside_is_an_error_in_goldsrc_too),
        cmocka_unit_test(the_edge_of_the_world_is_in_it),
        cmocka_unit_test(bits_of_later_versions_are_a_warning_in_9_to_12),
        cmocka_unit_test(a_jump_reaches_as_far_as_the_games_agents_jump),
        cmocka_unit_test(a_path_through_a_connection_to_itself_is_beside_the_area),
        cmocka_unit_test(a_spot_has_its_own_place),
        cmocka_unit_test(goldsrc_has_places_but_no_command),
        cmocka_unit_test(areas_and_ladders_can_be_marked),
        cmocka_unit_test(a_coordinate_that_is_no_number_leaves_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
