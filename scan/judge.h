/* A task to its result: the text that `navlint check --format ndjson` prints about its files, cut
 * so that results of many tasks can be put into one order. */
#ifndef NAVLINT_SCAN_JUDGE_H
#define NAVLINT_SCAN_JUDGE_H

#include <stdatomic.h>

#include "cli/check/outcome.h"
#include "cli/check/task.h"
#include "scan/task.h"

/* What a complaint begins with that is about the run, and to be shown once: a master that could not
 * be read. */
enum { SCAN_RUN_MARK = '\1' };

/* Bytes of text and of complaints about a file or about the sets of a folder. */
typedef struct scan_span {
    uint64_t text;
    uint64_t complaints;
} scan_span;

typedef struct scan_result {
    int code;          /* the exit code that it asks for */
    size_t file_count; /* of the task */
    size_t folder_count;
    scan_span *files;   /* heap; one for each file */
    scan_span *folders; /* heap; one for each folder: its sets */
    char *yields;       /* heap; one digit for each file, a cli_yield */
    FILE *text;         /* of the files, then of the folders; NULL: none was opened */
    FILE *complaints;   /* in the same order, each ended by a NUL */
} scan_result;

/* How to judge, shared by all threads. */
typedef struct scan_rules {
    const cli_check_settings *settings;
    navlint_options options; /* made of the settings */
    cli_masters *masters;
} scan_rules;

/* Where a thread is. */
typedef struct scan_place {
    _Atomic uint64_t files_done; /* of all tasks, and members of archives; read by others */
    char name[512];              /* of the file, made safe; read once the thread has ended */
} scan_place;

/* Judges a task. stop: set from outside to end early.
 * result: receives it, for scan_result_free. Returns false if it was stopped, or, after a
 * complaint, if there is no room for the result. */
bool scan_judge(const scan_rules *rules, const scan_task *task, cli_job *job, scan_place *place,
                const atomic_bool *stop, scan_result *result);

/* The first line of a result's body, JSON. worker: who judged. bytes: heap. Returns false if memory
 * ran out. */
bool scan_result_head(const scan_result *result, const char *worker, scan_bytes *bytes);

/* Reads that line, which may be anything.
 * result: receives all but the text; free it in either case. Returns false if it is none. */
bool scan_result_read(const char *bytes, size_t length, scan_result *result);

void scan_result_free(scan_result *result);

#endif
