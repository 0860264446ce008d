/* navlint_check_json: a request in JSON, what it asks for, and why it cannot be met. */
#ifndef NAVLINT_REPORT_CALL_CALL_H
#define NAVLINT_REPORT_CALL_CALL_H

#include "report/report.h"

struct json_t;

/* How the report is rendered: REP_AS_EXPORT + a navlint_form. */
enum { REP_AS_JSON = 0, REP_AS_TEXT, REP_AS_EXPORT };

/* Codes that a request gives, of rules that there are. */
typedef struct rep_codes {
    const char **items; /* heap; the texts are static */
    size_t count;
} rep_codes;

/* Why a request is refused. The texts are cut where they are too long. */
typedef struct rep_refusal {
    const char *code;    /* "unknown-key"; static; NULL: it is not */
    char message[256];   /* one sentence; bytes of strangers */
    char path[192];      /* JSON Pointer into the request */
    const char *nearest; /* a word that may have been meant; lives as long as the call */
    int line, column;    /* from 1; 0: it is JSON, and `path` says where */
    uint64_t offset;     /* with these: bytes from the start */
} rep_refusal;

/* A request while it is met. Start with {0}; rep_call_free at the end. */
typedef struct rep_call {
    struct json_t *root; /* holds the texts */
    navlint_options options;
    unsigned form; /* REP_AS_JSON, ... */
    rep_codes ignore, only;
    navlint_override *overrides; /* heap */
    navlint_input *inputs;       /* heap: those of the request, then the caller's */
    size_t input_count;
    void **contents; /* heap, and each of them: decoded bytes of the request's inputs */
    size_t content_count;
    rep_refusal refusal;
    bool is_out_of_memory;
} rep_call;

/* Reads a request of any bytes.
 * given: the caller's own inputs, which stand behind those of the request.
 * Returns false after a refusal, or if memory ran out. */
bool rep_call_read(rep_call *call, const char *request, size_t request_bytes,
                   const navlint_input *given, size_t given_count);

void rep_call_free(rep_call *call);

/* Refuses at a path: `/key`, `/key/index`, `/key/index/member`; index SIZE_MAX and member NULL
 * where there are none. Returns false. */
typedef struct rep_spot {
    const char *key;
    size_t index;
    const char *member;
} rep_spot;

bool rep_call_refuse(rep_call *call, const char *code, rep_spot spot, const char *message);

/* ---- base64.c ---- */

/* The bytes that `length` characters of base64 stand for, which RFC 4648 section 4 alone writes so:
 * padded, without line breaks, unused bits zero.
 * out: room for 3 bytes for each 4 characters. Returns false for any others. */
bool rep_base64_read(const char *text, size_t length, uint8_t *out, size_t *out_bytes);

/* ---- nearest.c ---- */

/* The one of the words that can be reached from `word` by the fewest changes, if they are few;
 * start with {.word = ...}. */
typedef struct rep_nearest {
    const char *word;
    const char *best; /* NULL: none is near */
    size_t changes;   /* that it takes */
} rep_nearest;

void rep_nearest_try(rep_nearest *nearest, const char *candidate);

#endif
