/* Runs every rendering with its 1st, 2nd, 3rd, ... allocation failing, until none fails.
 *
 * The linker routes calloc, realloc and free of report/ to the __wrap_ functions below. */
#include <stdlib.h>

#include "tests/report/cases.h"
#include "tests/report/suite.h"

void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static struct {
    size_t until_failure; /* this many more allocations, then one fails; 0: none fails */
    bool has_failed;
    long live; /* blocks allocated and not freed */
} heap;

static bool fails_now(void) {
    if (heap.until_failure == 0 || --heap.until_failure > 0) return false;
    heap.has_failed = true;
    return true;
}

void *__wrap_calloc(size_t count, size_t size) {
    if (fails_now()) return NULL;
    void *block = __real_calloc(count, size);
    if (block) heap.live++;
    return block;
}

void *__wrap_realloc(void *block, size_t size) {
    if (fails_now()) return NULL;
    void *grown = __real_realloc(block, size);
    if (!block && grown) heap.live++;
    return grown;
}

void __wrap_free(void *block) {
    if (block) heap.live--;
    __real_free(block);
}

typedef navlint_text (*render_fn)(const void *source);

/* Returns how many allocations `render` makes. */
static size_t fail_each_allocation(render_fn render, const void *source) {
    for (size_t nth = 1;; nth++) {
        heap.until_failure = nth;
        heap.has_failed = false;
        heap.live = 0;
        const navlint_text text = render(source);
        heap.until_failure = 0;
        if (heap.has_failed) {
            assert_null(text.text);
            assert_int_equal(text.length, 0);
        } else {
            assert_non_null(text.text);
        }
        navlint_text_free(text);
        assert_int_equal(heap.live, 0);
        if (!heap.has_failed) return nth - 1;
    }
}

static navlint_text render_json(const void *report) {
    return navlint_report_json(report, NAVLINT_JSON_INDENT, "00ff");
}

static navlint_text render_text(const void *report) {
    return navlint_report_text(report, NULL);
}

/* As a file in an archive: both are artifacts. */
static navlint_text render_sarif(const void *report) {
    const navlint_export_style style = {sizeof style, NAVLINT_SARIF, NAVLINT_INFO, NAVLINT_ERROR};
    const navlint_export_item item = {sizeof item, report, "maps.zip", NULL};
    return navlint_report_export(&style, &item, 1);
}

static navlint_text render_formats(const void *unused) {
    (void)unused;
    return navlint_formats_json(NAVLINT_JSON_COMPACT);
}

static navlint_text render_rules(const void *format) {
    return navlint_rules_json(format, NAVLINT_JSON_COMPACT);
}

static navlint_text render_rule(const void *rule) {
    return navlint_rule_json(rule, NAVLINT_JSON_COMPACT);
}

static navlint_text render_layout(const void *format) {
    return navlint_layout_json(format, NAVLINT_JSON_COMPACT);
}

static void reports_survive_want_of_memory(void **state) {
    (void)state;
    for (size_t i = 0; i < REPORT_CASES; i++) {
        assert_true(fail_each_allocation(render_json, report_cases[i].report) > 0);
        assert_true(fail_each_allocation(render_text, report_cases[i].report) > 0);
        assert_true(fail_each_allocation(render_sarif, report_cases[i].report) > 0);
    }
}

static void listings_survive_want_of_memory(void **state) {
    (void)state;
    assert_true(fail_each_allocation(render_formats, NULL) > 0);
    assert_true(fail_each_allocation(render_rules, NULL) > 0);
    assert_true(fail_each_allocation(render_rules, &fake_formats[0]) > 0);
    assert_true(fail_each_allocation(render_rule, &fake_formats[1].rules[0]) > 0);
    assert_true(fail_each_allocation(render_layout, NULL) > 0);
    assert_true(fail_each_allocation(render_layout, &fake_formats[1]) > 0);
}

int run_memory_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_survive_want_of_memory),
        cmocka_unit_test(listings_survive_want_of_memory),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
