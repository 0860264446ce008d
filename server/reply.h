/* An answer as plain data, before it becomes bytes on a socket. */
#ifndef NAVLINT_SERVER_REPLY_H
#define NAVLINT_SERVER_REPLY_H

#include "navlint/navlint.h"
#include "server/lines.h"
#include "server/problem.h"

typedef struct srv_reply {
    srv_answer answer;
    unsigned http_status;     /* 0: that of the answer; 304 is no answer of its own */
    const char *content_type; /* NULL: there is no body */
    char *text;               /* the body; owned if release is set, else static */
    size_t length;
    void (*release)(void *text);
    const char *verdict; /* the X-Verdict header; NULL for none */
    const char *allow;   /* the Allow header; NULL for none */
    bool has_skipped;
    bool has_fixed;            /* the next two, and Navlint-Verdict for X-Verdict */
    size_t applied;            /* the Navlint-Applied header */
    size_t refused;            /* the Navlint-Refused header */
    uint64_t boundary;         /* of multipart/mixed: see srv_boundary_text */
    const char *file_name;     /* of the attachment, borrowed; NULL: it has none */
    size_t skipped;            /* the X-Skipped header: files of an archive that were not judged */
    const char *cache_control; /* the Cache-Control header; NULL: no-store */
    const char *etag;          /* the ETag header, with its quotes; NULL for none */
    const char *policy;        /* the Content-Security-Policy header; NULL for none */
    const char *encoding;      /* the Content-Encoding header; NULL for none */
    bool varies_by_encoding;   /* the Vary header has Accept-Encoding */
    bool is_preflight;         /* a browser asks before it asks */
    bool varies_by_accept;     /* the Vary header has Accept */
    srv_lines *lines;          /* borrowed: the body, in the place of the text; NULL for none */
} srv_reply;

/* Fills `reply` with static text that outlives every request. */
void srv_reply_static(srv_reply *reply, const char *content_type, const char *text);

/* Fills `reply` with the library's text and a final newline; takes ownership. Text that is NULL
 * gives the problem SRV_INTERNAL. */
void srv_reply_text(srv_reply *reply, const char *content_type, navlint_text text);

/* The same without the newline: text for people ends its lines itself. */
void srv_reply_plain(srv_reply *reply, const char *content_type, navlint_text text);

/* Fills `reply` with lines that are rendered as they are sent. They, and what their report lives
 * in, are borrowed until the request is completed. */
void srv_reply_lines(srv_reply *reply, const char *content_type, srv_lines *lines);

/* Fills `reply` with a problem. allow: the methods for a 405, static; else NULL. */
void srv_reply_problem(srv_reply *reply, const srv_problem *problem, const char *allow);

/* The status line's number. */
unsigned srv_reply_status(const srv_reply *reply);

/* Frees what the reply owns; it may be zeroed. */
void srv_reply_clear(srv_reply *reply);

#endif
