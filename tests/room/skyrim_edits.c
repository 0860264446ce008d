/* Plugins that differ in a few fields from what is built, and what is said of each. */
#include <stdio.h>
#include <string.h>

#include "parsers/skyrim_navmesh/build.h"
#include "parsers/skyrim_navmesh/resize.h"
#include "tests/support/edit.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

typedef struct row {
    const char *name;
    const char *codes;
    sky_spec spec;
    edit edits[MOST_EDITS];
    const char *name_in_set; /* NULL: mod.esp */
    bool has_master;         /* it is judged beside Skyrim.esm: `master` */
    sky_spec master;
} row;

#define PLUGIN(...)   .spec = {__VA_ARGS__}
#define INTERIOR(...) .spec = {.interiors = 1, __VA_ARGS__}
#define EXTERIOR(...) .spec = {.exteriors = 1, __VA_ARGS__}
#define PAIR(...)     .spec = {.exteriors = 2, .is_linked = true, __VA_ARGS__}
#define MESH(...)     .mesh = {__VA_ARGS__}
#define SET(...)      .edits = {__VA_ARGS__}
#define BESIDE(...)   .has_master = true, .master = {.is_skyrim_esm = true, __VA_ARGS__}
static const row rows[] = {
#define EDIT(what, said, ...) {.name = #what, .codes = said, __VA_ARGS__},
#include "tests/room/skyrim_edits.def"
#undef EDIT
};

static edited file;
static edited master;

static void build(edited *target, const sky_spec *spec) {
    nl_writer out = nl_writer_over(target->bytes, sizeof target->bytes);
    sky_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    target->format = NULL;
    target->resize = sky_resize;
    target->length = out.at;
}

static void expect_beside_master(const row *self) {
    navlint_options options;
    navlint_options_init(&options);
    build(&master, &self->master);
    const navlint_input inputs[] = {
        {.name = self->name_in_set ? self->name_in_set : "mod.esp",
         .bytes = file.bytes,
         .length = file.length},
        {.name = "Skyrim.esm", .bytes = master.bytes, .length = master.length}};
    expect_codes(&options, inputs, 2, self->codes);
    expect_short_means(&options, inputs, 2);
}

static void is_judged(void **state) {
    const row *const self = *state;
    build(&file, &self->spec);
    edit_all(&file, self->edits);
    if (self->has_master)
        expect_beside_master(self);
    else
        expect_edited(&file, self->codes);
}

/* ---- Cut short ---- */

static size_t offset_of(const char *path) {
    return (size_t)edit_find(&file, path).offset;
}

static void expect_invalid(void) {
    navlint_options options;
    navlint_options_init(&options);
    options.format = file.format;
    const navlint_input input = {.bytes = file.bytes, .length = file.length};
    judged j = judge_set(&options, &input, 1);
    assert_int_not_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    judged_free(&j);
    dump_and_draw(&options, &input);
}

/* Takes the end of a record's data away; the sizes of its last field and of what is around follow.
 */
static void cut_record(const char *data_size, size_t bytes) {
    const size_t at = offset_of(data_size);
    const size_t end = at + SKY_HEADER_BYTES - 4 + nl_load_u32(file.bytes + at);
    sky_resize(file.bytes, file.length, end - bytes, -(int64_t)bytes);
    memmove(file.bytes + end - bytes, file.bytes + end, file.length - end);
    file.length -= bytes;
}

static void expect_cuts(const sky_spec *spec, const char *data_size, size_t most_bytes) {
    for (size_t bytes = 1; bytes < most_bytes; bytes++) {
        build(&file, spec);
        cut_record(data_size, bytes);
        expect_invalid();
    }
}

static void navmeshes_that_end_anywhere(void **state) {
    (void)state;
    expect_cuts(&(sky_spec){.interiors = 1, .has_doors = true, .mesh = {.has_cover = true}},
                "/records/2/dataSize", 190);
    expect_cuts(&(sky_spec){.interiors = 1, .is_long = true}, "/records/2/dataSize", 180);
}

static void roads_that_end_anywhere(void **state) {
    (void)state;
    expect_cuts(&(sky_spec){.exteriors = 2, .is_linked = true, .road_nodes = 2},
                "/records/0/dataSize", 40);
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS + 2] = {
        [ROWS] = cmocka_unit_test(navmeshes_that_end_anywhere),
        cmocka_unit_test(roads_that_end_anywhere),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
