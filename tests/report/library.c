/* Writes JSON of every kind that the library itself prints to NAVLINT_REPORT_DIR. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/report/write.h"

enum { WITNESS_BYTES = 1 << 20 };

static void require(bool holds, const char *what) {
    if (holds) return;
    (void)fprintf(stderr, "%s\n", what);
    exit(EXIT_FAILURE);
}

static void write_report(const char *folder, const char *kind_name, const navlint_input *inputs,
                         size_t input_count) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const size_t memory_bytes = navlint_memory_bound(&options, inputs, input_count);
    void *memory = malloc(memory_bytes);
    require(memory != NULL, "no memory for a check");
    const navlint_report *report = NULL;
    const navlint_status status =
        navlint_check(&options, inputs, input_count, memory, memory_bytes, &report);
    require(status == NAVLINT_OK, navlint_status_text(status));
    write_json(folder, kind_name, navlint_report_json(report, NAVLINT_JSON_INDENT, NULL));
    free(memory);
}

static void write_rule(const char *folder, const navlint_rule *rule) {
    static char witness[WITNESS_BYTES];
    navlint_input input = {.name = rule->code, .bytes = witness};
    const navlint_status status =
        navlint_witness(rule->code, witness, sizeof witness, &input.length);
    require(status == NAVLINT_OK, navlint_status_text(status));

    char kind_name[128];
    (void)snprintf(kind_name, sizeof kind_name, "report-%s", rule->code);
    write_report(folder, kind_name, &input, 1);
    (void)snprintf(kind_name, sizeof kind_name, "rule-%s", rule->code);
    write_json(folder, kind_name, navlint_rule_json(rule, NAVLINT_JSON_INDENT));
}

static void write_rules(const char *folder) {
    for (size_t i = 0; i < navlint_format_count(); i++) {
        const navlint_format *format = navlint_format_at(i);
        for (size_t k = 0; k < format->rule_count; k++) {
            write_rule(folder, &format->rules[k]);
        }
    }
}

int main(void) {
    const char *folder = getenv("NAVLINT_REPORT_DIR");
    require(folder, "NAVLINT_REPORT_DIR names no folder");
    const navlint_input set[] = {{.name = "none", .bytes = ""},
                                 {.name = "unknown", .bytes = "\x01\x02\x03", .length = 3}};
    write_rules(folder);
    write_report(folder, "report-set", set, 2);
    write_json(folder, "rules-all", navlint_rules_json(NULL, NAVLINT_JSON_INDENT));
    write_json(folder, "layout-all", navlint_layout_json(NULL, NAVLINT_JSON_INDENT));
    write_json(folder, "formats-all", navlint_formats_json(NAVLINT_JSON_INDENT));
    return EXIT_SUCCESS;
}
