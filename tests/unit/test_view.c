/* core/view: which bytes and which paths are in it. */
#include "tests/support/unit.h"

#include <string.h>

#include "core/view.h"

static void sections_begin_and_end_where_they_say(void **state) {
    (void)state;
    const nl_section all = {0, 0}, some = {4, 8}, last = {UINT64_MAX, 0};
    assert_true(nl_section_has(all, UINT64_MAX, UINT64_MAX));
    assert_false(nl_section_has(some, 0, 4));
    assert_true(nl_section_has(some, 0, 5));
    assert_true(nl_section_has(some, 3, UINT64_MAX));
    assert_true(nl_section_has(some, 7, 1));
    assert_false(nl_section_has(some, 8, 1));
    assert_false(nl_section_has(last, 0, UINT64_MAX));
    assert_true(nl_section_has(last, 1, UINT64_MAX));
}

static void what_has_no_bytes_stands_where_it_starts(void **state) {
    (void)state;
    const nl_section some = {4, 8};
    assert_false(nl_section_has(some, 3, 0));
    assert_true(nl_section_has(some, 4, 0));
    assert_false(nl_section_has(some, 8, 0));
}

/* Whether /areas/12/id is in the view of this path: as a field, or on the way to one. */
static bool has_id(const char *path, bool is_leaf) {
    const nl_view view = {.path = path};
    const nl_path areas = nl_key(NULL, "areas"), area = nl_item(&areas, 12),
                  id = nl_key(&area, "id");
    return nl_view_has(&view, &id, is_leaf);
}

static void paths_match_step_by_step(void **state) {
    (void)state;
    static const char *const above[] = {NULL, "", "/areas", "/areas/12", "/areas/12/id"};
    static const char *const beside[] = {"/",          "/area",      "/areas/",     "/areas/1",
                                         "/areas/2",   "/areas/012", "/areas/12/i", "/areas/12/id2",
                                         "/areas/120", "areas"};
    for (size_t i = 0; i < sizeof above / sizeof above[0]; i++)
        assert_true(has_id(above[i], true) && has_id(above[i], false));
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++)
        assert_false(has_id(beside[i], true) || has_id(beside[i], false));
    assert_true(has_id("/areas/12/id/x", false));
    assert_false(has_id("/areas/12/id/x", true));
}

static void expect_items(const char *path, uint64_t count, nl_span expected) {
    const nl_view view = {.path = path};
    const nl_path areas = nl_key(NULL, "areas");
    const nl_span span = nl_view_items(&view, &areas, count);
    assert_int_equal(span.first, expected.first);
    assert_int_equal(span.end, expected.end);
}

static void a_path_lets_through_one_item(void **state) {
    (void)state;
    expect_items(NULL, 20, (nl_span){0, 20});
    expect_items("/areas", 20, (nl_span){0, 20});
    expect_items("/areas/0", 20, (nl_span){0, 1});
    expect_items("/areas/19/id", 20, (nl_span){19, 20});
    expect_items("/areas/20", 20, (nl_span){0, 0});
    expect_items("/ladders/1", 20, (nl_span){0, 0});
    expect_items("/areas/999999999999999999", UINT64_MAX,
                 (nl_span){999999999999999999, 1000000000000000000});
}

/* Such lists may have members with names besides; a number of so many digits is let through, to be
 * compared item by item. */
static void what_is_no_number_lets_all_through(void **state) {
    (void)state;
    expect_items("/areas/unlisted", 20, (nl_span){0, 20});
    expect_items("/areas/1x", 20, (nl_span){0, 20});
    expect_items("/areas/", 20, (nl_span){0, 20});
    expect_items("/areas/18446744073709551617", 20, (nl_span){0, 20});
}

/* Callers may ask for any path. */
static void a_path_may_be_long(void **state) {
    (void)state;
    char path[4096];
    memset(path, '/', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    assert_false(has_id(path, false));
    memcpy(path, "/areas/12/id", sizeof "/areas/12/id" - 1);
    assert_true(has_id(path, false));
    expect_items(path, 20, (nl_span){12, 13});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_begin_and_end_where_they_say),
        cmocka_unit_test(what_has_no_bytes_stands_where_it_starts),
        cmocka_unit_test(paths_match_step_by_step),
        cmocka_unit_test(a_path_lets_through_one_item),
        cmocka_unit_test(what_is_no_number_lets_all_through),
        cmocka_unit_test(a_path_may_be_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
