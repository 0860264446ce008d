#include "cli/statistics.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/counts.h"
#include "cli/output.h"

static cli_tally *add_tally(cli_statistics *statistics, const cli_breach *breach) {
    cli_tally *const tallies =
        realloc(statistics->tallies, (statistics->count + 1) * sizeof *tallies);
    if (!tallies) return NULL;
    statistics->tallies = tallies;
    cli_tally *const tally = &tallies[statistics->count++];
    *tally = (cli_tally){.rule = breach->rule, .severity = breach->severity};
    return tally;
}

/* There are few rules, so a search from the front will do. */
static cli_tally *tally_of(cli_statistics *statistics, const cli_breach *breach) {
    for (size_t i = 0; i < statistics->count; i++)
        if (statistics->tallies[i].rule == breach->rule) return &statistics->tallies[i];
    return add_tally(statistics, breach);
}

static bool add_breaches(cli_statistics *statistics, const cli_result *result) {
    for (size_t i = 0; i < result->breach_count; i++) {
        cli_tally *const tally = tally_of(statistics, &result->breaches[i]);
        if (!tally) return false;
        tally->files++;
        tally->occurrences += result->breaches[i].occurrences;
    }
    return true;
}

bool cli_statistics_add(cli_statistics *statistics, const cli_result *result) {
    if (result->outcome == CLI_SKIPPED) statistics->skipped++;
    if (result->outcome == CLI_UNREADABLE) statistics->unreadable++;
    if (result->outcome != CLI_JUDGED) return true;
    for (size_t verdict = 0; verdict <= NAVLINT_INDETERMINATE; verdict++)
        statistics->verdicts[verdict] += result->verdicts[verdict];
    statistics->fixable += result->fixable;
    statistics->fixable_unsafely += result->fixable_unsafely;
    statistics->summary.errors += result->summary.errors;
    statistics->summary.warnings += result->summary.warnings;
    statistics->summary.infos += result->summary.infos;
    statistics->summary.hidden += result->summary.hidden;
    statistics->suppressed.errors += result->suppressed.errors;
    statistics->suppressed.warnings += result->suppressed.warnings;
    statistics->suppressed.infos += result->suppressed.infos;
    return add_breaches(statistics, result);
}

uint64_t cli_statistics_judged(const cli_statistics *statistics) {
    return statistics->verdicts[NAVLINT_VALID] + statistics->verdicts[NAVLINT_INVALID] +
           statistics->verdicts[NAVLINT_INDETERMINATE];
}

static int compare_tallies(const void *left, const void *right) {
    const cli_tally *const a = left, *const b = right;
    if (a->files != b->files) return a->files > b->files ? -1 : 1;
    return strcmp(a->rule->code, b->rule->code);
}

static uint64_t suppressed_count(const cli_statistics *statistics) {
    const navlint_tally *const suppressed = &statistics->suppressed;
    return suppressed->errors + suppressed->warnings + suppressed->infos;
}

/* "7 judged: 4 valid, 3 invalid, 0 indeterminate; 14 suppressed" */
static void print_totals(const cli_statistics *statistics) {
    char number[CLI_COUNT_CAPACITY];
    cli_print("%s judged", cli_print_count(number, cli_statistics_judged(statistics)));
    for (size_t verdict = 0; verdict <= NAVLINT_INDETERMINATE; verdict++)
        cli_print("%s%s %s", verdict == 0 ? ": " : ", ",
                  cli_print_count(number, statistics->verdicts[verdict]),
                  navlint_verdict_text((navlint_verdict)verdict));
    if (suppressed_count(statistics) > 0)
        cli_print("; %s suppressed", cli_print_count(number, suppressed_count(statistics)));
    cli_print("\n");
}

static void print_table(const cli_statistics *statistics) {
    char files[CLI_COUNT_CAPACITY], occurrences[CLI_COUNT_CAPACITY];
    if (statistics->count > 0)
        cli_print("%8s  %11s  %-8s  %s\n", "files", "occurrences", "severity", "rule");
    for (size_t i = 0; i < statistics->count; i++) {
        const cli_tally *const tally = &statistics->tallies[i];
        cli_print("%8s  %11s  %-8s  %s\n", cli_print_count(files, tally->files),
                  cli_print_count(occurrences, tally->occurrences),
                  navlint_severity_text(tally->severity), tally->rule->code);
    }
    print_totals(statistics);
}

static json_t *tally_json(const cli_tally *tally) {
    return json_pack("{s:s, s:s, s:I, s:I}", "code", tally->rule->code, "severity",
                     navlint_severity_text(tally->severity), "files", (json_int_t)tally->files,
                     "occurrences", (json_int_t)tally->occurrences);
}

static json_t *files_json(const cli_statistics *statistics) {
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I}", "judged", (json_int_t)cli_statistics_judged(statistics),
        "valid", (json_int_t)statistics->verdicts[NAVLINT_VALID], "invalid",
        (json_int_t)statistics->verdicts[NAVLINT_INVALID], "indeterminate",
        (json_int_t)statistics->verdicts[NAVLINT_INDETERMINATE], "unreadable",
        (json_int_t)statistics->unreadable, "skipped", (json_int_t)statistics->skipped);
}

static char *statistics_json(const cli_statistics *statistics, size_t flags) {
    json_t *const rules = json_array();
    for (size_t i = 0; i < statistics->count; i++)
        json_array_append_new(rules, tally_json(&statistics->tallies[i]));
    json_t *const whole = json_pack("{s:o, s:o}", "files", files_json(statistics), "rules", rules);
    if (suppressed_count(statistics) > 0)
        json_object_set_new(whole, "suppressed",
                            json_integer((json_int_t)suppressed_count(statistics)));
    char *const text = json_dumps(whole, flags);
    json_decref(whole);
    return text;
}

void cli_statistics_print(cli_statistics *statistics, unsigned format) {
    if (statistics->count > 0)
        qsort(statistics->tallies, statistics->count, sizeof *statistics->tallies, compare_tallies);
    if (format == CLI_TEXT) {
        print_table(statistics);
        return;
    }
    char *const text =
        statistics_json(statistics, format == CLI_JSON ? JSON_INDENT(2) : JSON_COMPACT);
    if (text)
        cli_print("%s\n", text);
    else
        cli_complain("out of memory");
    free(text);
}

void cli_statistics_free(cli_statistics *statistics) {
    free(statistics->tallies);
    *statistics = (cli_statistics){0};
}
