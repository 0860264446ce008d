/* NDJSON: the reports of a set, line by line, each rendered when the one before it has gone. */
#ifndef NAVLINT_SERVER_LINES_H
#define NAVLINT_SERVER_LINES_H

#include "navlint/navlint.h"

/* Zero it, then set the report, which must live as long. */
typedef struct srv_lines {
    const navlint_report *report; /* NULL: there is nothing to say */
    const uint64_t
        *outer_offsets; /* of the members, as navlint_report_json_within has them; NULL */
    size_t next;        /* index of the member that follows; past them the set */
    navlint_text line;  /* heap; with its newline */
    size_t sent;        /* bytes of it */
    uint64_t bytes_out; /* given out in all */
} srv_lines;

typedef enum srv_lines_step {
    SRV_LINES_READ = 0,
    SRV_LINES_END,
    SRV_LINES_NO_MEMORY
} srv_lines_step;

/* Writes the next bytes: the members' lines in their order, then the set's alone, as the command
 * writes them. length: receives how many, at least one of SRV_LINES_READ; at most capacity. */
srv_lines_step srv_lines_read(srv_lines *lines, char *buffer, size_t capacity, size_t *length);

/* All lines as one text, for who cannot send them one by one, and closes them. Free it with
 * navlint_text_free; its text is NULL if memory ran out. */
navlint_text srv_lines_text(srv_lines *lines);

/* Frees the line; `lines` has nothing to say any more. */
void srv_lines_close(srv_lines *lines);

#endif
