/* Meshes that differ in a few fields from what is built, and what is said of each. */
#include "parsers/mgs_nav2/build.h"
#include "tests/support/edit.h"
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

static void expect_together(const row *self) {
    navlint_options options;
    navlint_options_init(&options);
    build(&other, self->other);
    if (self->third) build(&third, self->third);
    const edited *const last = self->third ? &third : &file;
    const size_t count = self->third || self->is_twice ? 3 : 2;
    const navlint_input inputs[] = {
        {.name = "a_nav.nav2", .bytes = file.bytes, .length = file.length},
        {.name = "b_nav.nav2", .bytes = other.bytes, .length = other.length},
        {.name = "c_nav.nav2", .bytes = last->bytes, .length = last->length}};
    expect_codes(&options, inputs, count, self->codes);
    expect_short_means(&options, inputs, count);
}

static void is_judged(void **state) {
    const row *const self = *state;
    build(&file, &self->spec);
    edit_all(&file, self->edits);
    if (self->other)
        expect_together(self);
    else
        expect_edited(&file, self->codes);
}

/* Of another version, and told by sizes and offsets that add up. */
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

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS + 1] = {[ROWS] = cmocka_unit_test(numbers_tell_the_format)};
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
