/* Which rules the files of a run break: the answer to "what is wrong with this folder". */
#ifndef NAVLINT_CLI_STATISTICS_H
#define NAVLINT_CLI_STATISTICS_H

#include "cli/check_task.h"

typedef struct cli_tally {
    const navlint_rule *rule;
    navlint_severity severity;
    uint64_t files;
    uint64_t occurrences;
} cli_tally;

/* Start with {0}; cli_statistics_free at the end. */
typedef struct cli_statistics {
    cli_tally *tallies; /* heap */
    size_t count;
    uint64_t verdicts[NAVLINT_INDETERMINATE + 1]; /* files by navlint_verdict */
    uint64_t unreadable;                          /* files */
    uint64_t skipped;                             /* files */
    navlint_summary summary;                      /* of all files */
    navlint_tally suppressed;                     /* of these */
    uint64_t fixable, fixable_unsafely;           /* of those that are listed */
    bool hides_warnings;                          /* some of what is hidden may be warnings */
} cli_statistics;

/* Counts one result. Returns false if memory ran out. */
bool cli_statistics_add(cli_statistics *statistics, const cli_result *result);

/* Files that were judged. */
uint64_t cli_statistics_judged(const cli_statistics *statistics);

/* Prints the table rule x files, most files first, on standard output.
 * format: CLI_TEXT, CLI_JSON or CLI_NDJSON (one line). */
void cli_statistics_print(cli_statistics *statistics, unsigned format);

void cli_statistics_free(cli_statistics *statistics);

#endif
