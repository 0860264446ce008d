#include "cli/closing_line.h"

#include <stdio.h>
#include <string.h>

#include "cli/counts.h"
#include "cli/options_of_check.h"
#include "cli/outcome.h"

enum { LINE_BYTES = 512 };

/* What a number counts. */
typedef struct noun {
    const char *one;
    const char *many;
} noun;

static char *append(char *line, const char *text) {
    const size_t used = strlen(line);
    snprintf(line + used, LINE_BYTES - used, "%s", text);
    return line;
}

/* "; 1,204 infos" */
static void append_count(char *line, const char *before, uint64_t count, noun what) {
    char number[CLI_COUNT_CAPACITY];
    append(append(line, before), cli_print_count(number, count));
    append(append(line, " "), count == 1 ? what.one : what.many);
}

static uint64_t file_count(const cli_statistics *statistics) {
    return cli_statistics_judged(statistics) + statistics->unreadable;
}

/* "389 files: 349 valid, 32 invalid"; of a single file the word alone. */
static void append_files(char *line, const cli_statistics *statistics) {
    const uint64_t counts[] = {statistics->verdicts[NAVLINT_VALID],
                               statistics->verdicts[NAVLINT_INVALID],
                               statistics->verdicts[NAVLINT_INDETERMINATE], statistics->unreadable};
    static const char *const words[] = {"valid", "invalid", "not judged", "unreadable"};
    const bool is_single = file_count(statistics) == 1;
    const char *before = ": ";
    append_count(line, "", file_count(statistics), (noun){"file", "files"});
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (counts[i] == 0) continue;
        if (is_single)
            append(append(line, before), words[i]);
        else
            append_count(line, before, counts[i], (noun){words[i], words[i]});
        before = ", ";
    }
}

static void append_findings(char *line, const cli_statistics *statistics) {
    const navlint_tally left = cli_outcome_left(&statistics->summary, &statistics->suppressed);
    append_count(line, "; ", left.errors, (noun){"error", "errors"});
    append_count(line, ", ", left.warnings, (noun){"warning", "warnings"});
    append_count(line, ", ", left.infos, (noun){"info", "infos"});
}

static void append_suppressed(char *line, const navlint_tally *suppressed) {
    const uint64_t count = suppressed->errors + suppressed->warnings + suppressed->infos;
    if (count > 0) append_count(line, "; ", count, (noun){"suppressed", "suppressed"});
}

/* "; 3 fixable (navlint fix), 2 more with --unsafe" */
static void append_fixable(char *line, const cli_statistics *statistics) {
    const uint64_t safe = statistics->fixable, unsafe = statistics->fixable_unsafely;
    if (safe > 0) append_count(line, "; ", safe, (noun){"fixable", "fixable"});
    if (safe > 0) append(line, " (navlint fix)");
    if (unsafe == 0) return;
    append_count(line, safe > 0 ? ", " : "; ", unsafe,
                 safe > 0 ? (noun){"more", "more"} : (noun){"fixable", "fixable"});
    append(line, safe > 0 ? " with --unsafe" : " (navlint fix --unsafe)");
}

/* "; 1,204 infos hidden (--min-severity info)" */
static void append_hidden(char *line, const cli_statistics *statistics,
                          const cli_check_settings *settings) {
    const uint64_t hidden = statistics->summary.hidden;
    const bool are_infos =
        cli_options_of(settings).min_severity == NAVLINT_WARNING && !statistics->hides_warnings;
    if (hidden == 0) return;
    append_count(line, "; ", hidden,
                 are_infos ? (noun){"info", "infos"} : (noun){"finding", "findings"});
    append(line, " hidden (--min-severity info)");
}

static bool is_wanted(const cli_statistics *statistics, const cli_check_settings *settings) {
    if (settings->quiet) return false;
    if (settings->verbose) return true;
    if (!cli_is_for_people(cli_stdout_form(&settings->outputs)) || settings->statistics)
        return false;
    const navlint_summary *const summary = &statistics->summary;
    const uint64_t files = file_count(statistics);
    return files > 1 || (files == 1 && summary->errors + summary->warnings + summary->infos > 0);
}

void cli_closing_line_print(const cli_statistics *statistics, const cli_check_settings *settings) {
    char line[LINE_BYTES] = "";
    if (!is_wanted(statistics, settings)) return;
    append_files(line, statistics);
    if (settings->verbose) append_findings(line, statistics);
    append_suppressed(line, &statistics->suppressed);
    append_fixable(line, statistics);
    append_hidden(line, statistics, settings);
    if (settings->verbose && statistics->skipped > 0)
        append_count(line, "; ", statistics->skipped, (noun){"skipped", "skipped"});
    fprintf(stderr, "%s\n", line);
}
