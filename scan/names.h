/* Names that submit, work and collect agree on. */
#ifndef NAVLINT_SCAN_NAMES_H
#define NAVLINT_SCAN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

/* Of tasks and runs: hexadecimal digits of a SHA-256, cut. */
enum { SCAN_ID_DIGITS = 32 };
typedef struct scan_id {
    char hex[SCAN_ID_DIGITS + 1];
} scan_id;

/* The id of these bytes. id: receives it. */
void scan_id_make(const void *bytes, size_t length, scan_id *id);

/* Reads an id; false if the text is none. */
bool scan_id_read(const char *text, scan_id *id);

enum { SCAN_PREFIX_LENGTH = 32, SCAN_NAME_CAPACITY = SCAN_PREFIX_LENGTH + SCAN_ID_DIGITS + 16 };
typedef struct scan_name {
    char text[SCAN_NAME_CAPACITY];
} scan_name;

/* Tells whether this can be a prefix: letters, digits, - and _, at most SCAN_PREFIX_LENGTH. */
bool scan_prefix_is_good(const char *prefix);

/* "PREFIX_tasks": the work queue, and "PREFIX_results": all that is kept. */
scan_name scan_stream_name(const char *prefix, const char *stream);

/* "PREFIX.task.ID", "PREFIX.result.ID", "PREFIX.dead.ID", "PREFIX.note.ID", "PREFIX.pardon.ID",
 * "PREFIX.run.ID".
 * id: NULL stands for the wildcard. */
scan_name scan_subject(const char *prefix, const char *kind, const scan_id *id);

/* Takes a subject apart. kind: receives its second word; static. Returns false if it is none. */
bool scan_subject_read(const char *prefix, const char *subject, const char **kind, scan_id *id);

#endif
