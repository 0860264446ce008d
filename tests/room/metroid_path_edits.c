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
    const row *const self = *state;
    build(&self->spec);
    edit_all(&file, self->edits);
    expect_edited(&file, self->codes);
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS];
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
