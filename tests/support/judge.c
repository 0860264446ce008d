#include "tests/support/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *block_of(size_t bytes) {
    void *const block = malloc(bytes ? bytes : 1);
    if (block) return block;
    (void)fprintf(stderr, "no heap for a block of %zu bytes\n", bytes);
    exit(EXIT_FAILURE);
}

judged judge_set(const navlint_options *options, const navlint_input *inputs, size_t input_count) {
    navlint_options defaults;
    navlint_options_init(&defaults, sizeof defaults);
    defaults.pedantic = true;
    if (!options) options = &defaults;
    const size_t bytes = navlint_memory_bound(options, inputs, input_count);
    judged result = {.memory = block_of(bytes)};
    result.status =
        navlint_check(options, inputs, input_count, result.memory, bytes, &result.report);
    return result;
}

judged judge_bytes(const navlint_options *options, const void *bytes, size_t length) {
    const navlint_input input = {.bytes = bytes, .length = length};
    return judge_set(options, &input, 1);
}

void judged_free(judged *result) {
    free(result->memory);
    result->memory = NULL;
    result->report = NULL;
}

const navlint_finding *finding_of(const navlint_report *report, const char *code) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (strcmp(finding->rule->code, code) == 0) return finding;
    }
    return NULL;
}

size_t findings_of(const navlint_report *report, const char *code) {
    size_t count = 0;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        count += strcmp(navlint_report_finding(report, i)->rule->code, code) == 0;
    return count;
}

uint64_t fact_of(const navlint_report *report, const char *name) {
    for (size_t i = 0; i < navlint_report_fact_count(report); i++) {
        const navlint_fact *const fact = navlint_report_fact(report, i);
        if (strcmp(fact->name, name) == 0) return fact->value.as.uint;
    }
    return UINT64_MAX;
}

const char *limit_of(const navlint_report *report) {
    const navlint_limit *const limit = navlint_report_limit(report);
    return limit ? limit->name : "";
}
