/* The JSON rendering of a report, parsed back and held against the library's own schema. Python's
 * jsonschema does the whole of JSON Schema in the tests; a fuzzer needs the part that costs little:
 * required keys are there and no key is unknown. */
#include "fuzz/oracle.h"

#include <float.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Parsed once and kept: the schema does not depend on the input. */
static json_t *schema_root;

static json_t *load_schema(void) {
    if (!schema_root) schema_root = json_loads(navlint_report_schema(), 0, NULL);
    REQUIRE(18, schema_root);
    return schema_root;
}

/* The schema is one for single reports and sets: what is required of a set tells them apart. */
static json_t *choose(json_t *schema, json_t *value) {
    json_t *const condition = json_object_get(json_object_get(schema, "if"), "required");
    if (!condition) return schema;
    const char *const key = json_string_value(json_array_get(condition, 0));
    REQUIRE(18, key && json_array_size(condition) == 1);
    return json_object_get(schema, json_object_get(value, key) ? "then" : "else");
}

/* Follows "#/$defs/name"; the schema has no other kind of reference. */
static json_t *resolve(json_t *schema) {
    static const char definitions[] = "#/$defs/";
    const char *const reference = json_string_value(json_object_get(schema, "$ref"));
    if (!reference) return schema;
    REQUIRE(18, strncmp(reference, definitions, strlen(definitions)) == 0);
    json_t *const all = json_object_get(schema_root, "$defs");
    json_t *const found = json_object_get(all, reference + strlen(definitions));
    REQUIRE(18, found);
    return found;
}

static void check_value(json_t *reference, json_t *value);

static void check_required(json_t *schema, json_t *object) {
    size_t index = 0;
    json_t *key = NULL;
    json_array_foreach(json_object_get(schema, "required"), index, key) {
        REQUIRE(18, json_object_get(object, json_string_value(key)));
    }
}

static void check_members(json_t *schema, json_t *object) {
    json_t *const properties = json_object_get(schema, "properties");
    const bool closed = json_is_false(json_object_get(schema, "additionalProperties"));
    const char *key = NULL;
    json_t *member = NULL;
    json_object_foreach(object, key, member) {
        json_t *const expected = json_object_get(properties, key);
        REQUIRE(18, expected || !closed);
        if (expected) check_value(expected, member);
    }
}

/* As deep as the schema nests, which no input changes. */
static void check_value(json_t *reference, json_t *value) {
    json_t *const schema = resolve(choose(reference, value));
    REQUIRE(18, schema);
    if (json_is_object(value)) {
        check_required(schema, value);
        check_members(schema, value);
        return;
    }
    json_t *const items = json_object_get(schema, "items");
    if (!json_is_array(value) || !items) return;
    size_t index = 0;
    json_t *element = NULL;
    json_array_foreach(value, index, element) {
        check_value(items, element);
    }
}

static void check_kind(json_t *root) {
    const bool is_set = json_object_get(root, "set");
    json_t *const chosen = resolve(choose(load_schema(), root));
    REQUIRE(18, json_array_size(json_object_get(chosen, "required")) > 0);
    REQUIRE(18, is_set == !json_object_get(root, "input"));
}

static void check_counts(const navlint_report *report, json_t *root) {
    const char *const verdict = json_string_value(json_object_get(root, "verdict"));
    const char *const expected = navlint_verdict_text(navlint_report_verdict(report));
    REQUIRE(18, verdict && strcmp(verdict, expected) == 0);
    REQUIRE(18, json_array_size(json_object_get(root, "findings")) ==
                    navlint_report_finding_count(report));
}

/* The report is written by code of ours; jansson, which prints reals as we do when told how, says
 * what JSON of the same values is. */
void fuzz_check_printed(const json_t *root, navlint_text text) {
    const bool is_indented = text.length > 1 && text.text[1] == '\n';
    const size_t layout = is_indented ? JSON_INDENT(2) : JSON_COMPACT;
    char *const printed = json_dumps(root, layout | JSON_REAL_PRECISION(DBL_DIG));
    REQUIRE(18, printed && strlen(printed) == text.length);
    REQUIRE(18, memcmp(printed, text.text, text.length) == 0);
    free(printed);
}

static void check_json(const navlint_report *report, navlint_text json) {
    REQUIRE(18, json.text && strlen(json.text) == json.length);
    json_t *const root = json_loadb(json.text, json.length, JSON_REJECT_DUPLICATES, NULL);
    REQUIRE(18, root);
    fuzz_check_printed(root, json);
    check_kind(root);
    check_value(load_schema(), root);
    check_counts(report, root);
    json_decref(root);
}

/* One line a finding, and one for a limit; the limit of a set may be one of its members'. */
static size_t lines_wanted(const navlint_report *report) {
    const size_t members = navlint_report_member_count(report);
    size_t lines = navlint_report_finding_count(report);
    if (navlint_report_limit(report) && members == 0) lines++;
    for (size_t i = 0; i < members; i++) {
        const navlint_report *const member = navlint_report_member(report, i);
        lines += navlint_report_finding_count(member);
        lines += navlint_report_limit(member) ? 1 : 0;
    }
    return lines;
}

static void check_text(const navlint_report *report) {
    const navlint_text text = navlint_report_text(report, NULL);
    REQUIRE(19, text.text && strlen(text.text) == text.length);
    size_t lines = 0;
    for (size_t i = 0; i < text.length; i++)
        lines += text.text[i] == '\n';
    REQUIRE(16, fuzz_is_shown_text(text.text, text.length));
    REQUIRE(19, lines >= lines_wanted(report));
    navlint_text_free(text);
}

void fuzz_check_rendering(const navlint_report *report, const navlint_report *again) {
    const navlint_text json = navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
    const navlint_text same = navlint_report_json(again, NAVLINT_JSON_COMPACT, NULL);
    check_json(report, json);
    REQUIRE(14, same.text && json.length == same.length);
    REQUIRE(14, memcmp(json.text, same.text, json.length) == 0);
    navlint_text_free(json);
    navlint_text_free(same);
    check_text(report);
}
