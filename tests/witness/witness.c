/* The witness of each rule is what is committed in corpus/<room>/witness, breaks that rule, and
 * gives the report that lies beside it. With NAVLINT_UPDATE=1 in the environment the files are
 * written instead of compared. */
#include "tests/witness/witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/files.h"
#include "tests/support/judge.h"
#include "tests/support/tar.h"
#include "tests/witness/dialects.h"

enum {
    WITNESS_BYTES = 1 << 20,
    MAX_FILES = 300,
    COMMITTED_BYTES = 96 * 1024, /* of a larger witness the report alone is committed */
};

static uint8_t bytes[WITNESS_BYTES];

/* What navlint_witness writes: a file, or an archive of the files of a set. */
typedef struct witness_file {
    char name[128]; /* NAV_MAGIC.nav */
    char folder[256];
    size_t length;
    navlint_input inputs[MAX_FILES];
    size_t input_count;
} witness_file;

static witness_file make(const navlint_format *format, const navlint_rule *rule) {
    witness_file file = {.input_count = 0};
    assert_int_equal(navlint_witness(rule->code, bytes, sizeof bytes, &file.length), NAVLINT_OK);
    const bool is_archive = tar_is(bytes, file.length);
    (void)snprintf(file.name, sizeof file.name, "%s%s", rule->code,
                   is_archive ? ".tar" : format->extensions[0]);
    (void)snprintf(file.folder, sizeof file.folder, "%s/%s/witness", NAVLINT_CORPUS,
                   file_room(format->id));
    if (is_archive) file.input_count = tar_inputs(bytes, file.length, file.inputs, MAX_FILES);
    return file;
}

static judged judge_as(const witness_file *file, const navlint_options *options) {
    const navlint_input alone = {.name = file->name, .bytes = bytes, .length = file->length};
    const judged j = file->input_count ? judge_set(options, file->inputs, file->input_count)
                                       : judge_set(options, &alone, 1);
    assert_int_equal(j.status, NAVLINT_OK);
    return j;
}

static judged judge_witness(const witness_file *file) {
    return judge_as(file, NULL);
}

/* ---- The reports of a witness: of the file, or of the set and each of its members ---- */

static size_t report_count(const navlint_report *report) {
    return 1 + navlint_report_member_count(report);
}

static const navlint_report *report_at(const navlint_report *report, size_t index) {
    return index == 0 ? report : navlint_report_member(report, index - 1);
}

/* The index of the first report that has a finding of the rule; report_count if none has. */
static size_t breach_of(const navlint_report *report, const char *code) {
    size_t i = 0;
    while (i < report_count(report) && !finding_of(report_at(report, i), code))
        i++;
    return i;
}

/* The finding that the witness is for, and the report that it stands in. */
static const navlint_finding *breach(const judged *j, const char *code,
                                     const navlint_report **report) {
    const size_t index = breach_of(j->report, code);
    if (index == report_count(j->report)) fail_msg("the witness of %s does not break it", code);
    *report = report_at(j->report, index);
    return finding_of(*report, code);
}

static bool is_update(void) {
    const char *const update = getenv("NAVLINT_UPDATE");
    return update && strcmp(update, "1") == 0;
}

static void compare(const char *path, const void *content, size_t length) {
    if (is_update()) file_write(path, content, length);
    if (!file_equals(path, content, length))
        fail_msg("%s is not what the library makes now; if it is right, run with NAVLINT_UPDATE=1",
                 path);
}

/* Reports are committed with 0.0.0 for the version of the tool: a release changes none of them. */
static void hide_versions(navlint_text *text) {
    static const char none[] = "0.0.0";
    const size_t none_length = sizeof none - 1, length = strlen(navlint_version());
    char *at = text->text;
    while ((at = strstr(at, "\"name\": \"navlint\","))) {
        at = strstr(at, navlint_version());
        assert_non_null(at);
        assert_true(length >= none_length);
        memcpy(at, none, none_length);
        memmove(at + none_length, at + length, strlen(at + length) + 1);
        text->length -= length - none_length;
    }
}

static void check_golden(const navlint_format *format, const navlint_rule *rule) {
    const witness_file file = make(format, rule);
    judged j = judge_witness(&file);
    char golden[160];
    (void)snprintf(golden, sizeof golden, "%s.report.json", rule->code);
    navlint_text text = navlint_report_json(j.report, NAVLINT_JSON_INDENT, NULL);
    assert_non_null(text.text);
    hide_versions(&text);
    text.text[text.length] = '\n'; /* over the NUL: files end with a line end */
    if (file.length <= COMMITTED_BYTES)
        compare(file_path(file.folder, file.name), bytes, file.length);
    compare(file_path(file.folder, golden), text.text, text.length + 1);
    navlint_text_free(text);
    judged_free(&j);
}

static void goldens_are_what_the_library_makes(void **state) {
    (void)state;
    for_each_rule(check_golden);
}

static void check_breaks(const navlint_format *format, const navlint_rule *rule) {
    const witness_file file = make(format, rule);
    judged j = judge_witness(&file);
    const navlint_report *report = NULL;
    const navlint_finding *const finding = breach(&j, rule->code, &report);
    /* A set has no format of its own: what it is made of has. */
    const navlint_report *const first = navlint_report_member(report, 0);
    assert_ptr_equal(navlint_report_format(first ? first : report), format);
    assert_int_equal(finding->severity, rule->severity);
    assert_null(navlint_report_limit(j.report));
    judged_free(&j);
}

static void witnesses_break_their_rule(void **state) {
    (void)state;
    for_each_rule(check_breaks);
}

/* Rules whose breakage cannot but trip another one. */
static const struct {
    const char *code;
    const char *other;
} exceptions[] = {
    /* No legal group is that deep, so one on the way down is where it does not belong. */
    {"SKYRIM_GROUP_DEPTH", "SKYRIM_GROUP_PARENT"},
};

static bool is_excepted(const char *code, const char *other) {
    for (size_t i = 0; i < sizeof exceptions / sizeof exceptions[0]; i++)
        if (strcmp(exceptions[i].code, code) == 0 && strcmp(exceptions[i].other, other) == 0)
            return true;
    return false;
}

static void check_only(const navlint_report *report, const char *code) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const char *const other = navlint_report_finding(report, i)->rule->code;
        if (strcmp(other, code) != 0 && !is_excepted(code, other))
            fail_msg("the witness of %s breaks %s too", code, other);
    }
}

static void check_alone(const navlint_format *format, const navlint_rule *rule) {
    const witness_file file = make(format, rule);
    judged j = judge_witness(&file);
    for (size_t i = 0; i < report_count(j.report); i++)
        check_only(report_at(j.report, i), rule->code);
    judged_free(&j);
}

static void witnesses_break_no_other_rule(void **state) {
    (void)state;
    for_each_rule(check_alone);
}

static void check_filled_in(const navlint_format *format, const navlint_rule *rule) {
    const witness_file file = make(format, rule);
    judged j = judge_witness(&file);
    const navlint_report *report = NULL;
    const navlint_finding *const finding = breach(&j, rule->code, &report);
    if (strpbrk(finding->message, "{}") || strstr(finding->message, "  "))
        fail_msg("%s: a value is missing in \"%s\"", rule->code, finding->message);
    const uint64_t length = navlint_report_bytes(report);
    if (finding->offset > length || finding->length > length - finding->offset)
        fail_msg("%s: the finding lies outside the file", rule->code);
    if (finding->length == 0 && finding->offset != length &&
        navlint_report_member_count(report) == 0) /* what is true of a set has no place in it */
        fail_msg("%s: a finding of nothing inside the file", rule->code);
    judged_free(&j);
}

static void messages_of_witnesses_are_filled_in(void **state) {
    (void)state;
    for_each_rule(check_filled_in);
}

/* Looks a place up in the dump. */
typedef struct lookup {
    const navlint_finding *finding;
    bool is_there;
} lookup;

static bool is_that_field(void *context, const navlint_field *field) {
    lookup *const l = context;
    l->is_there = field->offset == l->finding->offset && field->length == l->finding->length &&
                  (field->encoding != NULL) == (l->finding->encoding != NULL) &&
                  field->inner.offset == l->finding->inner.offset &&
                  field->inner.length == l->finding->inner.length &&
                  strcmp(field->path, l->finding->path) == 0 &&
                  strcmp(field->type, l->finding->type) == 0;
    return !l->is_there;
}

static void check_is_dumped(const navlint_input *input, const navlint_finding *finding) {
    static uint8_t memory[1 << 22];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    lookup l = {.finding = finding};
    assert_int_equal(navlint_dump(&options, input, memory, sizeof memory, is_that_field, &l),
                     NAVLINT_OK);
    if (!l.is_there)
        fail_msg("%s: the dump has no %s at %s", input->name, finding->type, finding->path);
}

static navlint_input input_of(const witness_file *file, size_t report_index) {
    if (file->input_count == 0)
        return (navlint_input){.name = file->name, .bytes = bytes, .length = file->length};
    return file->inputs[report_index == 0 ? 0 : report_index - 1];
}

/* A finding about a field has the path, the type and the place that `navlint dump` shows. */
static void check_dumped(const navlint_format *format, const navlint_rule *rule) {
    const witness_file file = make(format, rule);
    judged j = judge_witness(&file);
    const navlint_report *report = NULL;
    const navlint_finding *const finding = breach(&j, rule->code, &report);
    const navlint_input input = input_of(&file, breach_of(j.report, rule->code));
    assert_true(finding->type == NULL || finding->field != NULL);
    if (finding->type && navlint_report_claimed_bytes(report) != 0)
        check_is_dumped(&input, finding);
    judged_free(&j);
}

static void findings_name_fields_of_the_dump(void **state) {
    (void)state;
    for_each_rule(check_dumped);
}

/* ---- Rules that are off ---- */

/* What follows from a cause is counted under its headline: without one all of it is listed. */
static void check_listed(const navlint_report *report, const char *code) {
    navlint_summary own = navlint_report_summary(report);
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        own.consequences -= navlint_report_summary(navlint_report_member(report, i)).consequences;
    bool has_cause = false;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        has_cause |= navlint_report_finding(report, i)->is_cause;
    if (finding_of(report, code)) fail_msg("%s is reported although it is ignored", code);
    if (own.consequences > 0 && !has_cause)
        fail_msg("%s is ignored, and what follows from it is not listed", code);
}

static void check_ignored(const navlint_format *format, const navlint_rule *rule) {
    (void)format;
    const witness_file file = make(format, rule);
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.ignore = &rule->code;
    options.ignore_count = 1;
    judged j = judge_as(&file, &options);
    for (size_t i = 0; i < report_count(j.report); i++)
        check_listed(report_at(j.report, i), rule->code);
    judged_free(&j);
}

static void without_its_rule_nothing_follows(void **state) {
    (void)state;
    for_each_rule(check_ignored);
}

/* Which other rules are on makes no difference to what is found of one: where, and how often. */
static void check_by_itself(const navlint_format *format, const navlint_rule *rule) {
    const witness_file file = make(format, rule);
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.only = &rule->code;
    options.only_count = 1;
    judged whole = judge_witness(&file);
    judged only = judge_as(&file, &options);
    const navlint_report *report = NULL;
    const navlint_finding *const before = breach(&whole, rule->code, &report);
    const navlint_finding *const after = breach(&only, rule->code, &report);
    if (after->offset != before->offset || strcmp(after->message, before->message) != 0)
        fail_msg("%s by itself is another finding", rule->code);
    for (size_t i = 0; i < report_count(only.report); i++)
        for (size_t k = 0; k < navlint_report_finding_count(report_at(only.report, i)); k++)
            assert_ptr_equal(navlint_report_finding(report_at(only.report, i), k)->rule, rule);
    judged_free(&whole);
    judged_free(&only);
}

static void a_rule_by_itself_says_the_same(void **state) {
    (void)state;
    for_each_rule(check_by_itself);
}

static void check_capacity(const navlint_format *format, const navlint_rule *rule) {
    (void)format;
    size_t length = 0;
    assert_int_equal(navlint_witness(rule->code, bytes, sizeof bytes, &length), NAVLINT_OK);
    uint8_t *const tight = malloc(length); /* room for the bytes, not for the scratch as well */
    assert_non_null(tight);
    for (size_t capacity = 0; capacity <= length; capacity += 1 + length / 16) {
        size_t written = SIZE_MAX;
        assert_int_equal(navlint_witness(rule->code, tight, capacity, &written), NAVLINT_NO_MEMORY);
    }
    free(tight);
}

static void a_small_buffer_is_refused(void **state) {
    (void)state;
    for_each_rule(check_capacity);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goldens_are_what_the_library_makes),
        cmocka_unit_test(witnesses_break_their_rule),
        cmocka_unit_test(witnesses_break_no_other_rule),
        cmocka_unit_test(messages_of_witnesses_are_filled_in),
        cmocka_unit_test(findings_name_fields_of_the_dump),
        cmocka_unit_test(without_its_rule_nothing_follows),
        cmocka_unit_test(a_rule_by_itself_says_the_same),
        cmocka_unit_test(a_small_buffer_is_refused),
    };
    const int failures = cmocka_run_group_tests(tests, NULL, NULL);
    return failures + run_rule_tests() + run_dialect_tests() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
