/* A smallest user of the installed library: judges a witness and an empty input. */
#include <navlint/navlint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WITNESS_BYTES = 1 << 20 };

static navlint_verdict judge(const void *bytes, size_t length) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_input input = {.name = "witness", .bytes = bytes, .length = length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    const navlint_report *report = NULL;
    if (!memory || navlint_check(&options, &input, 1, memory, memory_bytes, &report) != NAVLINT_OK)
        exit(EXIT_FAILURE);
    const navlint_verdict verdict = navlint_report_verdict(report);
    const navlint_text json = navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
    if (!json.text || !strstr(json.text, "\"verdict\"")) exit(EXIT_FAILURE);
    navlint_text_free(json);
    free(memory);
    return verdict;
}

static const navlint_rule *first_error(const navlint_format *format) {
    for (size_t i = 0; i < format->rule_count; i++)
        if (format->rules[i].severity == NAVLINT_ERROR) return &format->rules[i];
    return NULL;
}

int main(void) {
    const navlint_rule *const rule = first_error(navlint_format_at(0));
    void *const witness = malloc(WITNESS_BYTES);
    size_t length = 0;
    if (!rule || !witness ||
        navlint_witness(rule->code, witness, WITNESS_BYTES, &length) != NAVLINT_OK)
        return EXIT_FAILURE;
    printf("navlint %s: the witness of %s is %s\n", navlint_version(), rule->code,
           navlint_verdict_text(judge(witness, length)));
    const bool right =
        judge(witness, length) != NAVLINT_VALID && judge(NULL, 0) == NAVLINT_INDETERMINATE;
    free(witness);
    return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
