/* What each rule says in each dialect: the table corpus/<room>/dialects.tsv, a row a rule, a column
 * a build variant of the room. The rule's witness is written in that dialect and judged:
 *
 *     error, warning, info   the rule fires, with this severity
 *     .                      it is silent
 *     -                      the dialect has no such field: the witness cannot be written in it
 *
 * A room joins by having the file, which may be empty; with NAVLINT_UPDATE=1 in the environment it
 * is written instead of compared. A witness is written by the room's write_as where it has one,
 * else its edits are made to what `build` writes. */
#include "tests/witness/dialects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/witness.h"
#include "tests/support/files.h"
#include "tests/support/judge.h"
#include "tests/support/tar.h"
#include "tests/support/unit.h"

enum {
    WITNESS_BYTES = 1 << 20,
    SCRATCH_BYTES = 8 << 20,
    TABLE_BYTES = 1 << 18,
    MAX_FILES = 300,
};

static uint8_t bytes[WITNESS_BYTES];
static uint8_t scratch[SCRATCH_BYTES];
static char table[TABLE_BYTES];

static judged judge_file(const nl_format *format, const nl_writer *file) {
    static navlint_input inputs[MAX_FILES];
    char name[64];
    (void)snprintf(name, sizeof name, "witness%s", format->info.extensions[0]);
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    size_t count = 1;
    if (tar_is(file->bytes, file->at))
        count = tar_inputs(file->bytes, file->at, inputs, MAX_FILES);
    else
        inputs[0] = (navlint_input){.name = name, .bytes = file->bytes, .length = file->at};
    const judged j = judge_set(&options, inputs, count);
    assert_int_equal(j.status, NAVLINT_OK);
    return j;
}

/* The finding of the rule in the report or, of a set, in one of its members'. */
static const navlint_finding *breach_in(const navlint_report *report, const char *code) {
    const navlint_finding *finding = finding_of(report, code);
    for (size_t i = 0; !finding && i < navlint_report_member_count(report); i++)
        finding = finding_of(navlint_report_member(report, i), code);
    return finding;
}

static const char *outcome(const nl_format *format, unsigned rule, unsigned variant) {
    static const char *const severities[] = {
        [NAVLINT_ERROR] = "error", [NAVLINT_WARNING] = "warning", [NAVLINT_INFO] = "info"};
    nl_writer file = nl_writer_over(bytes, sizeof bytes);
    if (!nl_write_witness_as(format, rule, variant, &file, nl_arena_over(scratch, sizeof scratch)))
        return "-";
    judged j = judge_file(format, &file);
    const navlint_finding *const finding = breach_in(j.report, format->info.rules[rule].code);
    const char *const word = finding ? severities[finding->severity] : ".";
    judged_free(&j);
    return word;
}

/* ---- The table ---- */

/* "goldsrc 5": of what the room builds. A set has neither, nor have formats without dialects. */
static void put_variant(nl_text *text, const nl_format *format, unsigned variant) {
    nl_writer file = nl_writer_over(bytes, sizeof bytes);
    format->build(variant, 1, &file);
    assert_true(nl_writer_ok(&file));
    judged j = judge_file(format, &file);
    const char *const dialect = navlint_report_dialect(j.report);
    const char *const version = navlint_report_format_version(j.report);
    nl_put_uint(text, variant);
    if (dialect) nl_put_char(text, ' ');
    if (dialect) nl_put(text, dialect);
    if (version) nl_put_char(text, ' ');
    if (version) nl_put(text, version);
    judged_free(&j);
}

static void put_head(nl_text *text, const nl_format *format) {
    nl_put(text, "rule");
    for (unsigned i = 0; i < format->build_variants; i++) {
        nl_put_char(text, '\t');
        put_variant(text, format, i);
    }
    nl_put_char(text, '\n');
}

static void put_rule(nl_text *text, const nl_format *format, unsigned rule) {
    nl_put(text, format->info.rules[rule].code);
    for (unsigned i = 0; i < format->build_variants; i++) {
        nl_put_char(text, '\t');
        nl_put(text, outcome(format, rule, i));
    }
    nl_put_char(text, '\n');
}

static nl_text table_of(const nl_format *format) {
    nl_text text = nl_text_over(table, sizeof table);
    put_head(&text, format);
    for (unsigned rule = 0; rule < format->info.rule_count; rule++)
        put_rule(&text, format, rule);
    assert_true(text.length + 1 < sizeof table);
    return text;
}

static const char *table_path(const nl_format *format) {
    char folder[256];
    (void)snprintf(folder, sizeof folder, "%s/%s", NAVLINT_CORPUS, file_room(format->info.id));
    return file_path(folder, "dialects.tsv");
}

static bool exists(const char *path) {
    FILE *const file = fopen(path, "rb");
    if (file) (void)fclose(file);
    return file != NULL;
}

static void check_table(const nl_format *format) {
    if (!exists(table_path(format))) return;
    const nl_text text = table_of(format);
    const char *const update = getenv("NAVLINT_UPDATE");
    if (update && strcmp(update, "1") == 0) file_write(table_path(format), text.chars, text.length);
    if (!file_equals(table_path(format), text.chars, text.length))
        fail_msg("%s is not what the library says; if it is right, run with NAVLINT_UPDATE=1",
                 table_path(format));
}

static void each_rule_says_in_each_dialect_what_the_table_says(void **state) {
    (void)state;
    for (size_t i = 0; i < nl_format_count; i++)
        check_table(nl_formats[i]);
}

int run_dialect_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_says_in_each_dialect_what_the_table_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
