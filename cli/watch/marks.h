/* What was found in each file, as it is compared with what is found the next time. */
#ifndef NAVLINT_CLI_WATCH_MARKS_H
#define NAVLINT_CLI_WATCH_MARKS_H

#include "navlint/navlint.h"

/* A finding. */
typedef struct cli_found_mark {
    uint64_t fingerprint; /* of navlint_report_fingerprints */
    navlint_severity severity;
    const char *code; /* of its rule; static */
    uint64_t offset;  /* bytes */
    char *path;       /* heap */
    char *message;    /* heap */
} cli_found_mark;

/* A file, or what of a set is about no single one. */
typedef struct cli_mark {
    char *name;                   /* heap */
    const navlint_format *format; /* NULL: not recognised, or a set */
    navlint_verdict verdict;
    int code; /* the exit code that it asks for */
    bool is_set;
    bool is_packed;           /* in an archive */
    bool has_failed;          /* it could not be read or judged */
    navlint_tally left;       /* findings that are not suppressed; of a set without its files' */
    cli_found_mark *findings; /* heap */
    size_t finding_count;     /* that are kept and shown */
} cli_mark;

/* Start with {0}; cli_marks_free at the end. */
typedef struct cli_marks {
    cli_mark *items; /* heap */
    size_t count;
} cli_marks;

/* Makes the marks of a report: of a set one for each file, and one for the set if something was
 * found about that. Returns false if memory ran out; the marks are to be freed all the same. */
bool cli_marks_make(cli_marks *marks, const navlint_report *report, bool is_packed);

/* Adds that a file could not be judged. Returns false if memory ran out. */
bool cli_marks_add_failure(cli_marks *marks, const char *name, int code);

/* Moves the marks to the end of `all`, each with this exit code. Returns false, with nothing moved,
 * if memory ran out. */
bool cli_marks_move(cli_marks *all, cli_marks *marks, int code);

void cli_mark_free(cli_mark *mark);
void cli_marks_free(cli_marks *marks);

#endif
