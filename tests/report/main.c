#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/report/cases.h"
#include "tests/report/suite.h"
#include "tests/report/write.h"

void expect_text(navlint_text text, const char *expected) {
    assert_non_null(text.text);
    assert_string_equal(text.text, expected);
    assert_int_equal(text.length, strlen(expected));
    navlint_text_free(text);
}

static void write_reports(const char *folder) {
    for (size_t i = 0; i < REPORT_CASES; i++) {
        char kind_name[64];
        const navlint_report *report = report_cases[i].report;
        (void)snprintf(kind_name, sizeof kind_name, "report-%s", report_cases[i].name);
        write_json(folder, kind_name, navlint_report_json(report, NAVLINT_JSON_INDENT, NULL));
    }
    char digest[65] = "";
    memset(digest, 'd', 64);
    write_json(folder, "report-alone",
               navlint_report_json(&set_report, NAVLINT_JSON_SET_ALONE, NULL));
    write_json(folder, "report-digest",
               navlint_report_json(&clean_report, NAVLINT_JSON_COMPACT, digest));
}

static void write_catalogue(const char *folder) {
    const navlint_format *format = &fake_formats[0];
    write_json(folder, "formats-all", navlint_formats_json(NAVLINT_JSON_INDENT));
    write_json(folder, "layout-all", navlint_layout_json(NULL, NAVLINT_JSON_INDENT));
    write_json(folder, "rules-all", navlint_rules_json(NULL, NAVLINT_JSON_INDENT));
    write_json(folder, "rules-one", navlint_rules_json(format, NAVLINT_JSON_COMPACT));
    write_json(folder, "fixed-all",
               navlint_fixed_json(fake_fixed(&clean_report), NAVLINT_JSON_INDENT));
    write_json(folder, "rule-first", navlint_rule_json(&format->rules[0], NAVLINT_JSON_COMPACT));
}

int main(void) {
    const char *folder = getenv("NAVLINT_REPORT_DIR");
    if (folder) {
        write_reports(folder);
        write_catalogue(folder);
        return EXIT_SUCCESS;
    }
    const int failures =
        run_artifact_tests() + run_json_tests() + run_text_tests() + run_memory_tests();
    return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
