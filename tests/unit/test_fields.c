/* Tables of fields: constants, dumps and findings that come from one fields.def. */
#include <string.h>

#include "core/dump.h"
#include "core/report.h"
#include "tests/support/unit.h"

#define NL_ROOM   SAMPLE
#define NL_FIELDS "tests/unit/fields.def"
#include "core/fields_constants.h"

#define NL_FIELDS "tests/unit/fields.def"
#include "core/fields_table.h"

static const nl_layout layout = NL_LAYOUT;

/* head: magic 1, count 2; node: 1.0, 2.0, next 0x00010003; link: -2. */
static const uint8_t bytes[] = {1, 0, 0, 0,    2, 0, 0, 0, 0x80, 0x3F,
                                0, 0, 0, 0x40, 3, 0, 1, 0, 0xFE, 0xFF};
enum { NODE_AT = 6, LINK_AT = 18 };

static void constants_are_those_of_the_table(void **state) {
    (void)state;
    assert_int_equal(SAMPLE_NODE_BYTES, 12);
    assert_int_equal(SAMPLE_NODE_Y_AT, 4);
    assert_int_equal(SAMPLE_RECORD_COUNT, layout.record_count);
    assert_int_equal(SAMPLE_FIELD_COUNT, layout.field_count);
    assert_int_equal(SAMPLE_CONDITION_COUNT, layout.condition_count);
    assert_string_equal(layout.conditions[SAMPLE_NARROW], "the narrow dialect");
    assert_null(layout.conditions[SAMPLE_ALWAYS]);
    assert_string_equal(layout.fields[SAMPLE_NODE_X].name, "position/x");
    assert_int_equal(layout.fields[SAMPLE_LINK_NODE].record, SAMPLE_LINK_RECORD);
    assert_true(layout.fields[SAMPLE_LINK_NODE].is_value);
}

static void a_record_has_its_own_fields(void **state) {
    (void)state;
    size_t count = 0;
    const nl_field *const fields = nl_fields_of(&layout, SAMPLE_NODE_RECORD, &count);
    assert_int_equal(count, 6);
    assert_ptr_equal(fields, &layout.fields[SAMPLE_NODE_POSITION]);
    (void)nl_fields_of(&layout, SAMPLE_LINK_RECORD, &count);
    assert_int_equal(count, 1);
}

/* ---- Dumps ---- */

typedef struct seen {
    char text[512];
} seen;

static bool note(void *context, const navlint_field *field) {
    seen *const s = context;
    nl_text text = {s->text, sizeof s->text, strlen(s->text)};
    nl_put(&text, field->path);
    nl_put_char(&text, '@');
    nl_put_uint(&text, field->offset);
    nl_put_char(&text, '=');
    nl_put_value(&text, &field->value);
    nl_put_char(&text, ' ');
    return true;
}

static nl_dump dump_into(seen *s, uint32_t holding) {
    return (nl_dump){.bytes = bytes,
                     .length = sizeof bytes,
                     .visit = note,
                     .context = s,
                     .layout = &layout,
                     .holding = holding};
}

static void a_dump_shows_what_the_condition_allows(void **state) {
    (void)state;
    seen wide = {""}, narrow = {""};
    nl_dump dump = dump_into(&wide, 1u << SAMPLE_WIDE);
    nl_dump_rows(&dump, NULL, "nodes", SAMPLE_NODE_RECORD, (nl_rows){NODE_AT, 1, 12});
    assert_string_equal(wide.text, "/nodes/0/position/x@6=1 /nodes/0/position/y@10=2 "
                                   "/nodes/0/next@14=65539 ");
    dump = dump_into(&narrow, 1u << SAMPLE_NARROW);
    nl_dump_rows(&dump, NULL, "nodes", SAMPLE_NODE_RECORD, (nl_rows){NODE_AT, 1, 12});
    assert_string_equal(narrow.text, "/nodes/0/position/x@6=1 /nodes/0/position/y@10=2 "
                                     "/nodes/0/next@14=3 /nodes/0/pad@16=\\x01\\x00 ");
}

static void a_value_has_no_step_of_its_own(void **state) {
    (void)state;
    seen s = {""};
    nl_dump dump = dump_into(&s, 0);
    nl_dump_rows(&dump, NULL, "links", SAMPLE_LINK_RECORD, (nl_rows){LINK_AT, 1, 2});
    assert_string_equal(s.text, "/links/0@18=-2 ");
}

static void a_dump_says_where_the_record_ends(void **state) {
    (void)state;
    seen s = {""};
    nl_dump dump = dump_into(&s, 0);
    assert_int_equal(nl_dump_record(&dump, NULL, SAMPLE_HEAD_RECORD, 0), 6);
    nl_dump_field(&dump, NULL, SAMPLE_HEAD_COUNT, 0);
    assert_string_equal(s.text, "/magic@0=1 /count@4=2 /count@4=2 ");
}

/* ---- Findings ---- */

static const navlint_rule rules[] = {
    {"SAMPLE_RULE", NAVLINT_ERROR, NAVLINT_CRASH, "{actual} of {expected}", "", "", "", false}};
static const navlint_format format = {
    .id = "sample", .rules = rules, .rule_count = 1, .layout = &layout};
static uint8_t memory[1 << 17];

static nl_report_pool pool;

static navlint_report *new_report(void) {
    pool = nl_report_pool_over(nl_arena_over(memory, sizeof memory), (nl_report_caps){9, 9});
    navlint_report *const report = nl_report_new(&pool, &(navlint_input){.length = sizeof bytes});
    assert_true(nl_report_set_format(report, &format, NULL));
    return report;
}

static const navlint_finding *only_finding(navlint_report *report) {
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 1);
    return navlint_report_finding(report, 0);
}

static void a_finding_is_where_its_field_is(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    const nl_place node =
        nl_place_about(nl_place_in(nl_place_of(report, bytes), "nodes", 7, NODE_AT), "node", 42);
    nl_found(&node, 0, SAMPLE_NODE_NEXT, &(nl_draft){.expected = nl_uint(5)});
    const navlint_finding *const finding = only_finding(report);
    assert_string_equal(finding->path, "/nodes/7/next");
    assert_string_equal(finding->field, "next");
    assert_string_equal(finding->type, "u32le");
    assert_string_equal(finding->message, "node 42: 65539 of 5");
    assert_int_equal(finding->offset, NODE_AT + 8);
    assert_int_equal(finding->length, 4);
    assert_int_equal(finding->actual.as.uint, 65539);
}

static void a_measure_takes_the_place_of_the_value(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    const nl_place node = nl_place_in(nl_place_of(report, bytes), "nodes", 0, NODE_AT);
    nl_found(&node, 0, SAMPLE_NODE_POSITION, &(nl_draft){.actual = nl_uint(9)});
    const navlint_finding *const finding = only_finding(report);
    assert_string_equal(finding->path, "/nodes/0/position");
    assert_null(finding->type);
    assert_int_equal(finding->length, 8);
    assert_int_equal(finding->actual.as.uint, 9);
}

static void an_item_may_be_the_value(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    const nl_place node = nl_place_in(nl_place_of(report, bytes), "nodes", 1, NODE_AT);
    const nl_place link = nl_place_in(node, "links", 3, LINK_AT);
    nl_found(&link, 0, SAMPLE_LINK_NODE, &(nl_draft){.length = 0});
    const navlint_finding *const finding = only_finding(report);
    assert_string_equal(finding->path, "/nodes/1/links/3");
    assert_string_equal(finding->field, "node");
    assert_int_equal(finding->actual.as.sint, -2);
}

static void a_record_may_be_meant_as_a_whole(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    const nl_packed packed = {.offset = 2, .length = 3, .encoding = "zlib"};
    nl_place part = nl_place_in(nl_place_of(report, bytes), "tail", NL_NO_INDEX, 4);
    part.packed = &packed;
    nl_found(&part, 0, NL_NO_FIELD, &(nl_draft){.length = 6});
    const navlint_finding *const finding = only_finding(report);
    assert_string_equal(finding->path, "/tail");
    assert_null(finding->field);
    assert_int_equal(finding->offset, 2);
    assert_int_equal(finding->length, 3);
    assert_int_equal(finding->inner.offset, 4);
    assert_int_equal(finding->inner.length, 6);
    assert_int_equal(finding->actual.kind, NAVLINT_NO_VALUE);
}

static void put_door(nl_text *text, const nl_subject *subject) {
    nl_put(text, subject->context);
    nl_put_uint(text, subject->id);
}

static void a_label_may_be_put_together(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    nl_place node = nl_place_of(report, bytes);
    node.subject = (nl_subject){.kind = "node", .id = 7, .put = put_door, .context = "door #"};
    nl_found(&node, 0, SAMPLE_HEAD_COUNT, &(nl_draft){.expected = nl_uint(5)});
    assert_string_equal(only_finding(report)->message, "door #7: 2 of 5");
}

static void bytes_that_are_gone_have_no_value(void **state) {
    (void)state;
    navlint_report *const report = new_report();
    const nl_place node = nl_place_in(nl_place_of(report, NULL), "nodes", 7, NODE_AT);
    nl_found(&node, 0, SAMPLE_NODE_NEXT, &(nl_draft){.length = 0});
    const navlint_finding *const finding = only_finding(report);
    assert_string_equal(finding->type, "u32le");
    assert_int_equal(finding->offset, NODE_AT + 8);
    assert_int_equal(finding->actual.kind, NAVLINT_NO_VALUE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_those_of_the_table),
        cmocka_unit_test(a_record_has_its_own_fields),
        cmocka_unit_test(a_dump_shows_what_the_condition_allows),
        cmocka_unit_test(a_value_has_no_step_of_its_own),
        cmocka_unit_test(a_dump_says_where_the_record_ends),
        cmocka_unit_test(a_finding_is_where_its_field_is),
        cmocka_unit_test(a_measure_takes_the_place_of_the_value),
        cmocka_unit_test(an_item_may_be_the_value),
        cmocka_unit_test(a_record_may_be_meant_as_a_whole),
        cmocka_unit_test(a_label_may_be_put_together),
        cmocka_unit_test(bytes_that_are_gone_have_no_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
