/* Results of tasks into the one order in which `navlint check` prints: files by their place in the
 * run, then sets by that of their folder. */
#ifndef NAVLINT_SCAN_MERGE_H
#define NAVLINT_SCAN_MERGE_H

#include "scan/judge.h"
#include "scan/manifest.h"
#include "scan/spool.h"

/* Text and complaints that stay together. */
typedef struct scan_piece {
    bool is_of_sets;
    size_t place; /* in the run */
    scan_region text;
    scan_region complaints;
} scan_piece;

typedef struct scan_merge {
    const scan_manifest *manifest;
    scan_spool *spool;
    scan_piece *pieces; /* heap */
    size_t count;
    size_t capacity;
    char *yields; /* heap; one cli_yield for each operand */
    void *said;   /* tsearch tree of heap strings; what is to be said once */
    int code;     /* exit code so far */
} scan_merge;

/* Returns false after a complaint. */
bool scan_merge_open(scan_merge *merge, const scan_manifest *manifest, scan_spool *spool);

/* Takes the body of the result of an entry in.
 * Returns NULL, or what is wrong with it; static. */
const char *scan_merge_add(scan_merge *merge, const scan_entry *entry, scan_region body);

/* Takes in that there is no result, and will be none. Returns false after a complaint. */
bool scan_merge_add_dead(scan_merge *merge, const scan_entry *entry, const char *cause);

/* Prints all: reports on standard output, complaints on standard error. Returns an exit code. */
int scan_merge_print(scan_merge *merge);

void scan_merge_close(scan_merge *merge);

#endif
