/* The log of the process: a line for each request, and one for each event that people who run the
 * service want to know of.
 *
 * Whoever logs never waits: a line is copied into a bounded ring, and a thread writes what is there
 * with one write(2). A line that finds no room is dropped and counted, and so is one that cannot be
 * written; an event says how many as soon as writing works again. */
#ifndef NAVLINT_SERVER_LOG_LOG_H
#define NAVLINT_SERVER_LOG_LOG_H

#include <stdbool.h>

#include "server/log/line.h"

typedef struct srv_log_settings {
    bool requests; /* log them */
    bool events;
    srv_line_form form;
    const char *path; /* borrowed until the stop; "": standard error */
} srv_log_settings;

/* Reads the settings and opens the file. Until srv_log_start lines wait.
 * Returns false, with a message on standard error, if the file cannot be opened. */
bool srv_log_open(const srv_log_settings *settings);

/* Starts the thread that writes. Returns false if there is none. */
bool srv_log_start(void);

/* Opens the file anew, which may have been renamed; where that fails the old one is kept. Returns 0
 * or errno. Lines of before may still go to the old file. */
int srv_log_reopen(void);

/* Writes what waits, for two seconds at most, and stops; what has not been written by then is lost.
 * Returns whether the writer has come to its end. */
bool srv_log_stop(void);

/* Logs an event: its time, its name, and the fields, SRV_FIELD_END last; NULL: none. Any thread,
 * also before the start. */
void srv_event(const char *name, const srv_field *fields);

enum { SRV_LOG_METHOD_BYTES = 32, SRV_LOG_PATH_BYTES = 256 };

/* A request that has ended, or was refused before it was one. Texts may be NULL. */
typedef struct srv_log_line {
    const char *id;
    const char *peer;
    const char *method; /* printable */
    const char *path;   /* printable, without the query */
    unsigned status;    /* 0: no answer was given */
    const char *cause;  /* slug of the problem that was answered; NULL: none */
    uint64_t bytes_in;  /* of body received */
    uint64_t bytes_out; /* of the answer's body */
    const char *format; /* judged */
    const char *verdict;
    uint64_t duration_us;
    uint64_t queue_us; /* waited for a worker */
} srv_log_line;

/* Any thread. */
void srv_log_request(const srv_log_line *line);

#endif
