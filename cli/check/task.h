/* Inputs in memory to rendered reports; runs on the threads of the pool. */
#ifndef NAVLINT_CLI_CHECK_TASK_H
#define NAVLINT_CLI_CHECK_TASK_H

#include "cli/check/map.h"
#include "cli/check/masters.h"
#include "cli/load.h"
#include "cli/print/summary_table.h"
#include "cli/suppress/suppress.h"
#include "cli/watch/marks.h"

typedef enum cli_outcome {
    CLI_JUDGED,
    CLI_SKIPPED,   /* not named by the user and not a navigation file */
    CLI_POSTPONED, /* to be judged with the others of its folder */
    CLI_CONTAINER, /* an archive or a container, to be looked into */
    CLI_UNREADABLE,
    CLI_FAILED /* the library refused or memory ran out */
} cli_outcome;

/* A file that holds others in the way of a game. */
typedef struct cli_container {
    const navlint_format *format;
    cli_buffer whole; /* heap; empty: the file can be read again */
} cli_container;

/* A rule that an input breaks. */
typedef struct cli_breach {
    const navlint_rule *rule;
    navlint_severity severity;
    uint64_t occurrences;
} cli_breach;

/* What a result has for one output: texts, or a piece. */
typedef struct cli_rendered {
    navlint_text *texts; /* heap; JSON without a final newline */
    size_t text_count;
    navlint_piece *piece;
} cli_rendered;

typedef struct cli_result {
    cli_outcome outcome;
    int read_error;         /* errno of CLI_UNREADABLE */
    size_t item;            /* of CLI_UNREADABLE in a set: the input that it is about */
    const char *reason;     /* of CLI_UNREADABLE and CLI_SKIPPED; borrowed; NULL: none but that */
    const char *other_game; /* of CLI_SKIPPED: whose file it is; static; NULL: nobody's */
    navlint_status status;  /* of CLI_FAILED */
    const navlint_format *format; /* of CLI_POSTPONED, and of one file of CLI_JUDGED */
    cli_container container;      /* of CLI_CONTAINER; without a format it is an archive: */
    cli_source archive;           /* whose descriptor is closed with the result */
    uint64_t bytes;               /* read */
    uint64_t context_bytes;       /* of what the inputs needed */
    size_t file_count;            /* read: more than one in a set */
    navlint_verdict verdict;
    uint64_t verdicts[NAVLINT_INDETERMINATE + 1]; /* files by navlint_verdict */
    navlint_summary summary;
    navlint_tally suppressed; /* of these */
    uint64_t fixable;         /* of those that are listed, what navlint fix repairs, or tries to */
    uint64_t fixable_unsafely;
    cli_rendered *rendered; /* heap; one for each output; NULL: nothing */
    size_t rendered_count;
    cli_breach *breaches; /* heap; under --statistics only */
    size_t breach_count;
    cli_rows rows;   /* under --summary only */
    cli_marks marks; /* for navlint watch only */
} cli_result;

/* What one thread keeps from input to input. Start with {0}; cli_job_close at the end. */
typedef struct cli_job {
    cli_buffer file;
    void *memory; /* heap; for navlint_check */
    size_t memory_bytes;
} cli_job;

/* Inputs and how to judge them. */
typedef struct cli_task {
    const cli_check_settings *settings;
    const navlint_options *options; /* made of the settings */
    const navlint_input *inputs;
    size_t count;                 /* more than one are judged as a set */
    const navlint_input *context; /* others of their set, which are not judged */
    size_t context_count;
    const char *set_name;          /* may be NULL if count is 1 */
    const cli_map *map;            /* beside a single input, which is held against it; NULL: none */
    cli_masters *masters;          /* from which what they need is added; NULL: none */
    const cli_shelf *shelf;        /* from which it is, too; NULL: none */
    size_t shelf_set;              /* of the inputs on the shelf */
    const uint64_t *outer_offsets; /* one for each input: where it begins in the file on the disk;
                                      UINT64_MAX: it does not; NULL: none does */
    const char *archive;           /* name of the archive that they are in; NULL: none */
    cli_suppress *suppress;        /* what is known already; NULL: nothing */
    bool is_partial;               /* of a set files may be missing */
} cli_task;

/* Checks the inputs by one call of the library.
 * result: zeroed; cli_result_free frees what it holds. */
void cli_check_task(const cli_task *task, cli_job *job, cli_result *result);

/* Notes why there is no verdict. failure: an errno. */
void cli_result_fail(cli_result *result, int failure);

void cli_result_free(cli_result *result);
void cli_job_close(cli_job *job);

#endif
