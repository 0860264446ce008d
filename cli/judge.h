/* One input from its path to its rendered report; runs on the threads of the pool. */
#ifndef NAVLINT_CLI_JUDGE_H
#define NAVLINT_CLI_JUDGE_H

#include "input.h"
#include "settings.h"
#include "walk.h"

typedef enum cli_outcome {
    CLI_JUDGED,
    CLI_SKIPPED, /* found in a directory and not a navigation file */
    CLI_UNREADABLE,
    CLI_FAILED /* the library refused or memory ran out */
} cli_outcome;

/* A rule that an input breaks. */
typedef struct cli_breach {
    const navlint_rule *rule;
    navlint_severity severity;
    uint64_t occurrences;
} cli_breach;

typedef struct cli_result {
    cli_outcome outcome;
    int read_error;        /* errno of CLI_UNREADABLE */
    navlint_status status; /* of CLI_FAILED */
    uint64_t bytes;        /* read */
    navlint_verdict verdict;
    navlint_summary summary;
    navlint_text text;    /* the rendered report, without a final newline if it is JSON */
    cli_breach *breaches; /* heap; under --statistics only */
    size_t breach_count;
} cli_result;

/* What one thread keeps from input to input. Start with {0}; cli_job_close at the end. */
typedef struct cli_job {
    cli_buffer file;
    void *memory; /* heap; for navlint_check */
    size_t memory_bytes;
} cli_job;

/* The name under which an input is reported; borrowed. */
const char *cli_input_name(const cli_check_settings *settings, const cli_input *input);

/* One input and how to judge it. */
typedef struct cli_case {
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings */
    const cli_input *input;
} cli_case;

/* Judges one input.
 * result: zeroed; cli_result_free frees what it holds. */
void cli_judge(const cli_case *this, cli_job *job, cli_result *result);

void cli_result_free(cli_result *result);
void cli_job_close(cli_job *job);

#endif
