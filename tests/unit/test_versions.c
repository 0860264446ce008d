/* Programs that were compiled for an older or a newer header than the library: structs with
 * struct_bytes of other sizes than its own. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/sized.h"
#include "tests/support/judge.h"
#include "tests/support/sample.h"

enum { CANARY = 0xA5, ROOM = 512 };

static const size_t first_options = NL_BYTES_UP_TO(navlint_options, scope);

/* ---- Options ---- */

/* Options in a block of exactly this size: a sanitizer sees what is read or written behind it. */
static navlint_options *options_of(size_t struct_bytes) {
    void *const block = malloc(struct_bytes);
    assert_non_null(block);
    memset(block, CANARY, struct_bytes);
    navlint_options_init(block, struct_bytes);
    return block;
}

static void nothing_is_written_behind_the_callers_struct(void **state) {
    (void)state;
    for (size_t bytes = 0; bytes < ROOM / 2; bytes++) {
        uint8_t room[ROOM];
        memset(room, CANARY, sizeof room);
        navlint_options_init((navlint_options *)(void *)room, bytes);
        for (size_t i = bytes; i < sizeof room; i++)
            assert_int_equal(room[i], CANARY);
    }
}

static navlint_status status_with(const navlint_options *options) {
    const sample s = built(BASE);
    judged j = judge_bytes(options, s.bytes, s.length);
    const navlint_status status = j.status;
    const bool is_told = navlint_options_check(options, NULL) == status;
    judged_free(&j);
    assert_true(is_told);
    return status;
}

static void an_older_callers_options_hold(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    for (size_t bytes = first_options; bytes <= sizeof(navlint_options); bytes++) {
        navlint_options *const options = options_of(bytes);
        options->max_findings = 0;
        judged j = judge_bytes(options, s.bytes, s.length);
        assert_int_equal(j.status, NAVLINT_OK);
        assert_int_equal(navlint_report_finding_count(j.report), 0);
        assert_true(navlint_report_summary(j.report).truncated);
        judged_free(&j);
        free(options);
    }
}

static void a_newer_callers_defaults_hold(void **state) {
    (void)state;
    for (size_t more = 1; more < 64; more++) {
        navlint_options *const options = options_of(sizeof *options + more);
        assert_int_equal(status_with(options), NAVLINT_OK);
        assert_non_null(navlint_detect_as(
            options, &(navlint_input){.bytes = "\xCE\xFA\xED\xFE", .length = 4}, NAVLINT_NAMED));
        free(options);
    }
}

/* A wish that the library does not know is not passed over. */
static void what_only_a_newer_library_knows_is_refused(void **state) {
    (void)state;
    enum { MORE = 24 };
    for (size_t i = 0; i < MORE; i++) {
        navlint_options *const options = options_of(sizeof *options + MORE);
        ((uint8_t *)options)[sizeof *options + i] = 1;
        assert_int_equal(status_with(options), NAVLINT_BAD_ARGUMENT);
        assert_int_equal(navlint_memory_bound(options, &(navlint_input){0}, 1), 0);
        assert_null(navlint_detect_as(options, &(navlint_input){0}, NAVLINT_NAMED));
        free(options);
    }
}

static void options_without_a_size_are_refused(void **state) {
    (void)state;
    navlint_options options = default_options();
    options.struct_bytes = 0;
    assert_int_equal(status_with(&options), NAVLINT_BAD_ARGUMENT);
    options.struct_bytes = first_options - 1;
    assert_int_equal(status_with(&options), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_options_check(NULL, NULL), NAVLINT_BAD_ARGUMENT);
}

/* ---- Records of a layout ---- */

static void a_record_fits_the_callers_struct(void **state) {
    (void)state;
    const navlint_format *const format = navlint_format_at(0);
    uint8_t room[ROOM];
    const size_t first = NL_BYTES_UP_TO(navlint_record, field_count);
    for (size_t bytes = 0; bytes < sizeof(navlint_record) + 64; bytes++) {
        memset(room, CANARY, sizeof room);
        memcpy(room, &bytes, sizeof bytes);
        navlint_record *const record = (navlint_record *)(void *)room;
        assert_int_equal(navlint_record_at(format, 0, record), bytes >= first);
        for (size_t i = bytes < sizeof bytes ? sizeof bytes : bytes; i < sizeof room; i++)
            assert_int_equal(room[i], CANARY);
        if (bytes < first) continue;
        assert_int_equal(record->struct_bytes, bytes);
        assert_non_null(record->name);
        for (size_t i = sizeof *record; i < bytes; i++)
            assert_int_equal(room[i], 0);
    }
}

static void a_record_field_needs_its_size(void **state) {
    (void)state;
    const navlint_format *const format = navlint_format_at(0);
    navlint_record_field field = {.struct_bytes = sizeof field};
    assert_true(navlint_record_field_at(format, 0, 0, &field));
    field = (navlint_record_field){.struct_bytes = 0};
    assert_false(navlint_record_field_at(format, 0, 0, &field));
    assert_null(field.name);
}

/* ---- Styles ---- */

static bool is_rendered(navlint_text text) {
    const bool is_text = text.text;
    navlint_text_free(text);
    return is_text;
}

static void styles_need_their_size(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    judged j = judge_bytes(NULL, s.bytes, s.length);
    struct {
        navlint_text_style style;
        uint64_t later;
    } text = {{.struct_bytes = sizeof text}, 0};
    assert_true(is_rendered(navlint_report_text(j.report, &text.style)));
    text.later = 1;
    assert_false(is_rendered(navlint_report_text(j.report, &text.style)));
    assert_false(is_rendered(navlint_report_text(j.report, &(navlint_text_style){0})));
    navlint_export_style style = {.struct_bytes = sizeof style};
    navlint_export_item item = {.struct_bytes = sizeof item, .report = j.report};
    assert_true(is_rendered(navlint_report_export(&style, &item, 0)));
    item.struct_bytes = 0;
    assert_false(is_rendered(navlint_report_export(&style, &item, 0)));
    item.struct_bytes = sizeof item;
    style.struct_bytes = 0;
    assert_false(is_rendered(navlint_report_export(&style, &item, 0)));
    judged_free(&j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_written_behind_the_callers_struct),
        cmocka_unit_test(an_older_callers_options_hold),
        cmocka_unit_test(a_newer_callers_defaults_hold),
        cmocka_unit_test(what_only_a_newer_library_knows_is_refused),
        cmocka_unit_test(options_without_a_size_are_refused),
        cmocka_unit_test(a_record_fits_the_callers_struct),
        cmocka_unit_test(a_record_field_needs_its_size),
        cmocka_unit_test(styles_need_their_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
