/* A run: what one `submit` handed in, as `collect` needs it to put results into order. */
#ifndef NAVLINT_SCAN_MANIFEST_H
#define NAVLINT_SCAN_MANIFEST_H

#include <jansson.h>
#include <stdint.h>

#include "cli/options.h"
#include "scan/plan.h"
#include "scan/task.h"

/* Inputs that follow each other in the run and in the task. */
typedef struct scan_range {
    size_t start;
    size_t count;
    size_t operand;
} scan_range;

typedef struct scan_entry {
    scan_id id;
    size_t file_count;
    scan_range *ranges; /* heap */
    size_t range_count;
    size_t *folders; /* heap; the number in the run of each folder that the task numbers */
    size_t folder_count;
} scan_entry;

typedef struct scan_operand {
    char *name; /* heap */
    bool is_directory;
} scan_operand;

typedef struct scan_manifest {
    scan_id id;
    scan_operand *operands; /* heap */
    size_t operand_count;
    scan_entry *entries; /* heap */
    size_t entry_count;
    size_t file_count;
    size_t unreadable; /* folders that could not be walked */
    bool may_be_empty; /* that an operand has no files is no fault */
} scan_manifest;

/* Makes room for the operands and entries of a run. Returns false if memory ran out. */
bool scan_manifest_open(scan_manifest *manifest, size_t operand_count, size_t entry_count);

/* Notes which inputs an entry has. Returns false if memory ran out. */
bool scan_entry_note(scan_entry *entry, const scan_selection *selection);

/* Writes the manifest, and the id that follows from it. bytes: heap. Returns false if memory ran
 * out. */
bool scan_manifest_write(scan_manifest *manifest, scan_bytes *bytes);

/* Reads a manifest, which may be anything. Returns false if it is none, or memory ran out; free it
 * in either case. */
bool scan_manifest_read(const char *bytes, size_t length, scan_manifest *manifest);

void scan_manifest_free(scan_manifest *manifest);

#endif
