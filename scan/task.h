/* A task: files that one worker judges, as it travels through the broker. Nothing in it depends on
 * what else was submitted, so that the same files make the same task. */
#ifndef NAVLINT_SCAN_TASK_H
#define NAVLINT_SCAN_TASK_H

#include <stdio.h>

#include "cli/inputs/walk.h"
#include "cli/spell.h"
#include "scan/names.h"

/* Bytes of a message. */
typedef struct scan_bytes {
    char *bytes; /* heap */
    size_t length;
} scan_bytes;

/* What a task is made of: some of the inputs of a run, in their order. */
typedef struct scan_selection {
    const cli_inputs *inputs; /* whose folders are noted */
    const size_t *items;
    size_t count;
    const cli_words *words; /* options of `navlint check` that it is judged under */
} scan_selection;

/* Writes a task.
 * bytes: receives it; heap. id: receives the hash of it, of each file's size and time of change,
 * and of the version of navlint. folders: receives for each folder that the task numbers its number
 * in the inputs; heap, at most `count`. Returns false if memory ran out; nothing is received then.
 */
bool scan_task_write(const scan_selection *selection, scan_bytes *bytes, scan_id *id,
                     size_t **folders, size_t *folder_count);

/* A task as it was read. */
typedef struct scan_task {
    cli_inputs inputs; /* with their folders, which are numbered from 0 */
    size_t folder_count;
    cli_list words; /* borrowed from the bytes */
} scan_task;

/* Reads a task, which may be anything.
 * task: receives it, for scan_task_free. Returns NULL, or what is wrong with it; static. */
const char *scan_task_read(const char *bytes, size_t length, scan_task *task);

void scan_task_free(scan_task *task);

#endif
