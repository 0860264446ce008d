#define _GNU_SOURCE /* memmem */
/* Dialects of which no real file is known, written by hand. */
#include "tests/support/unit.h"

#include <string.h>

#include "parsers/source_nav/build.h"
#include "tests/support/judge.h"

enum { FILE_BYTES = 16384 };

typedef struct mesh {
    uint8_t bytes[FILE_BYTES];
    size_t length;
} mesh;

static mesh written(const nav_spec *spec) {
    mesh m = {.length = 0};
    nl_writer out = nl_writer_over(m.bytes, sizeof m.bytes);
    nav_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    m.length = out.at;
    return m;
}

/* Version 16, four areas with a bit of everything. */
static nav_spec rich(nav_family family, uint32_t sub_version) {
    return (nav_spec){
        .family = family,
        .version = 16,
        .sub_version = sub_version,
        .columns = 2,
        .rows = 2,
        .spots = 1,
        .paths = 2,
        .path_spots = 2,
        .approach = 1,
        .visible = 3,
        .ladders = 1,
        .places = 1,
    };
}

static judged judge_as(const char *game, const mesh *m) {
    navlint_options options;
    navlint_options_init(&options);
    options.game = game;
    return judge_bytes(&options, m->bytes, m->length);
}

static void expect_nothing_lost(const navlint_report *report) {
    assert_int_equal(navlint_report_unclaimed_count(report), 0);
    assert_int_equal(navlint_report_claimed_bytes(report), navlint_report_bytes(report));
    assert_null(finding_of(report, "NAV_TRUNCATED"));
    assert_null(finding_of(report, "NAV_COUNT"));
    assert_null(finding_of(report, "NAV_TRAILING"));
}

/* The one finding is `code`; NULL: there is none. */
static void expect_only(const navlint_report *report, const char *code) {
    assert_int_equal(navlint_report_finding_count(report), code ? 1 : 0);
    if (code) assert_non_null(finding_of(report, code));
    expect_nothing_lost(report);
}

/* ---- Left 4 Dead ---- */

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

typedef struct seen {
    const char *path;
    uint64_t offset;
    uint64_t length;
    size_t times;
    uint64_t end;
    bool tiles;
} seen;

static bool look(void *context, const navlint_field *field) {
    seen *const s = context;
    s->tiles &= field->offset == s->end;
    s->end = field->offset + field->length;
    if (strcmp(field->path, s->path) != 0) return true;
    s->times++;
    s->offset = field->offset;
    s->length = field->length;
    return true;
}

static seen look_for_as(const char *game, const mesh *m, const char *path) {
    static uint8_t memory[1 << 20];
    navlint_options options;
    navlint_options_init(&options);
    options.game = game;
    const navlint_input input = {.bytes = m->bytes, .length = m->length};
    seen s = {.path = path, .tiles = true};
    assert_int_equal(navlint_dump(&options, &input, memory, sizeof memory, look, &s), NAVLINT_OK);
    return s;
}

static seen look_for(const mesh *m, const char *path) {
    return look_for_as(NULL, m, path);
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

/* ---- Other games ---- */

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

/* A count that cannot be is told as one, whatever the count is of. */
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
        cmocka_unit_test(older_left_4_dead_is_told_from_the_bytes),
        cmocka_unit_test(the_oldest_left_4_dead_has_others_numbers),
        cmocka_unit_test(the_game_reads_all_its_sub_versions),
        cmocka_unit_test(the_smallest_areas_of_each_sub_version_fit),
        cmocka_unit_test(a_population_without_its_end_is_cut_off),
        cmocka_unit_test(a_dump_decodes_as_the_game_would),
        cmocka_unit_test(fog_places_are_read),
        cmocka_unit_test(a_fog_place_beyond_the_file_is_cut_off),
        cmocka_unit_test(out_of_step_starts_where_the_layouts_part),
        cmocka_unit_test(layouts_part_at_the_first_difference),
        cmocka_unit_test(team_fortress_in_garrys_mod_is_out_of_step),
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
