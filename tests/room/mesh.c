#include "tests/room/mesh.h"

#include <string.h>

mesh written(const nav_spec *spec) {
    mesh m = {.length = 0};
    nl_writer out = nl_writer_over(m.bytes, sizeof m.bytes);
    nav_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    m.length = out.at;
    return m;
}

nav_spec rich(nav_family family, uint32_t sub_version) {
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

judged judge_as(const char *game, const mesh *m) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
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

void expect_only(const navlint_report *report, const char *code) {
    assert_int_equal(navlint_report_finding_count(report), code ? 1 : 0);
    if (code) assert_non_null(finding_of(report, code));
    expect_nothing_lost(report);
}

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

seen look_for_as(const char *game, const mesh *m, const char *path) {
    static uint8_t memory[1 << 20];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.game = game;
    const navlint_input input = {.bytes = m->bytes, .length = m->length};
    seen s = {.path = path, .tiles = true};
    assert_int_equal(navlint_dump(&options, &input, memory, sizeof memory, look, &s), NAVLINT_OK);
    return s;
}

seen look_for(const mesh *m, const char *path) {
    return look_for_as(NULL, m, path);
}
