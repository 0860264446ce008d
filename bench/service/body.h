/* What is sent and what must come back: a file that the format's own builder makes, and its report.
 */
#ifndef NAVLINT_BENCH_SERVICE_BODY_H
#define NAVLINT_BENCH_SERVICE_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "navlint/navlint.h"

typedef struct bench_bytes {
    char *bytes; /* heap; NULL: there are none */
    size_t length;
} bench_bytes;

/* Judges one file by the service's defaults.
 * memory: room for the check; is made larger where it must be, and is the caller's to free.
 * Returns the report with the line end that the service puts behind it; free with
 * navlint_text_free. The text is NULL if memory ran out. */
navlint_text bench_judge(const void *bytes, size_t length, bench_bytes *memory);

/* A file of about so many bytes, in the format's main dialect; no bytes if it cannot be built. */
bench_bytes bench_build_file(const char *format_id, size_t target_bytes);

/* Reads a whole file; no bytes, with a message on stderr, if it cannot be read. */
bench_bytes bench_read_file(const char *path);

#endif
