/* Findings that are known already, by file and rule: what navlint-suppressions.json holds. */
#ifndef NAVLINT_CLI_SUPPRESS_SUPPRESSIONS_H
#define NAVLINT_CLI_SUPPRESS_SUPPRESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLI_DATE_CAPACITY = sizeof "2027-03-01" };

/* A finding, by its fingerprint. */
typedef struct cli_known {
    uint64_t fingerprint;
    bool is_met; /* by this run */
} cli_known;

/* Those of one rule in one file. */
typedef struct cli_suppression {
    char *file;                    /* heap; as names.h makes it */
    char *code;                    /* heap; of a rule, maybe of another version of navlint */
    char *reason;                  /* heap; NULL: nobody says */
    char until[CLI_DATE_CAPACITY]; /* the last day on which it holds; "": for ever */
    cli_known *known;              /* heap; sorted by fingerprint, each once */
    size_t count;
    bool has_ended; /* on the day of this run */
    bool is_seen;   /* this run has had the file */
    bool is_judged; /* and has met all that is there */
} cli_suppression;

/* Start with {0}; cli_suppressions_free at the end. */
typedef struct cli_suppressions {
    cli_suppression *items; /* heap; sorted by file, then code, by their bytes */
    size_t count;
    size_t capacity;
} cli_suppressions;

/* A finding to be added. */
typedef struct cli_note {
    char *file;       /* heap */
    const char *code; /* static */
    uint64_t fingerprint;
} cli_note;

/* The suppression of this rule in this file; NULL if there is none. */
cli_suppression *cli_suppressions_find(const cli_suppressions *all, const char *file,
                                       const char *code);

/* The known finding with this fingerprint; NULL if it is none of these. */
cli_known *cli_suppression_find(const cli_suppression *one, uint64_t fingerprint);

/* The first suppression whose file does not come before `file`; all->count past the last. */
size_t cli_suppressions_from(const cli_suppressions *all, const char *file);

/* Appends a suppression that knows nothing yet; cli_suppressions_settle brings it to its place.
 * file, code: copied. Returns NULL if memory ran out. */
cli_suppression *cli_suppressions_append(cli_suppressions *all, const char *file, const char *code);

/* Adds a fingerprint, wherever. Returns false if memory ran out. */
bool cli_suppression_add(cli_suppression *one, uint64_t fingerprint);

/* Sorts all, with each fingerprint once. */
void cli_suppressions_settle(cli_suppressions *all);

/* Adds findings, which are sorted for it. A suppression that has ended holds for ever then, as
 * whoever wants it again says. Returns false if memory ran out. */
bool cli_suppressions_merge(cli_suppressions *all, cli_note *notes, size_t count);

/* Removes what this run has judged and not met, and suppressions that know nothing.
 * Returns how many findings went. */
size_t cli_suppressions_prune(cli_suppressions *all);

/* How many findings all of them know. */
size_t cli_suppressions_total(const cli_suppressions *all);

void cli_suppressions_free(cli_suppressions *all);

#endif
