/* Rooms that differ in a few fields from what is built, and what is said of each. */
#include "parsers/metroid_path/build.h"
#include "tests/support/edit.h"
#include "tests/support/unit.h"

typedef struct row {
    const char *name;
    const char *codes;
    mp_spec spec;
    edit edits[MOST_EDITS];
} row;

#define ROOM(...)   .spec = {__VA_ARGS__}
#define ONE         ROOM(.columns = 1, .rows = 1)
#define PAIR        ROOM(.columns = 2, .rows = 1)
#define THREE       ROOM(.columns = 3, .rows = 1)
#define TREE(n)     ROOM(.columns = n, .rows = 1, .depth = 1)
#define ECHOES(...) ROOM(.version = MP_ECHOES, .columns = 2, .rows = 1, __VA_ARGS__)
#define SET(...)    .edits = {__VA_ARGS__}
static const row rows[] = {
#define EDIT(what, said, ...) {.name = #what, .codes = said, __VA_ARGS__},
#include "tests/room/metroid_path_edits.def"
#undef EDIT
};

static edited file;

static void build(const mp_spec *spec) {
    nl_writer out = nl_writer_over(file.bytes, sizeof file.bytes);
    mp_write(&out, spec);
    mp_write_fill(&out);
    assert_true(nl_writer_ok(&out));
    file.format = "metroid-path";
    file.length = out.at;
}

static void is_judged(void **state) {
    const row *const r = *state;
    build(&r->spec);
    edit_all(&file, r->edits);
    expect_edited(&file, r->codes);
}

/* ---- Files with their bytes swapped ---- */

static bool is_detected_swapped(void) {
    static uint8_t swapped[4096];
    assert_true(file.length <= sizeof swapped);
    for (size_t i = 0; i < file.length; i++)
        swapped[i] = file.bytes[i ^ 3];
    const navlint_input input = {.bytes = swapped, .length = file.length};
    return navlint_detect(&input, NULL);
}

static void swapped_files_end_where_they_should(void **state) {
    (void)state;
    const mp_spec pair = {.columns = 2, .rows = 1};
    build(&pair);
    assert_true(is_detected_swapped());
    file.length += 4; /* zeros behind the fill */
    assert_false(is_detected_swapped());
    build(&pair);
    const size_t octree = (size_t)edit_find(&file, "/octree/0/isLeaf").offset;
    edit_all(&file, (const edit[MOST_EDITS]){AT("/octreeCount", 0)});
    file.length = octree;
    assert_false(is_detected_swapped());
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS + 1] = {
        [ROWS] = cmocka_unit_test(swapped_files_end_where_they_should),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
