/* Problems: why a request was refused, as RFC 9457 application/problem+json. */
#ifndef NAVLINT_SERVER_PROBLEM_H
#define NAVLINT_SERVER_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum srv_answer {
#define SRV_ANSWER(id, status, slug, title, detail) SRV_##id,
#include "server/status.def"
#undef SRV_ANSWER
    SRV_ANSWER_COUNT
} srv_answer;

/* One row of status.def. */
typedef struct srv_status {
    unsigned http_status;
    const char *slug;
    const char *title;
    const char *detail;
} srv_status;

enum { SRV_CULPRIT_BYTES = 80 };

typedef struct srv_problem {
    srv_answer answer;               /* SRV_OK: there is no problem */
    char culprit[SRV_CULPRIT_BYTES]; /* printable ASCII, shown after the detail; "" for none */
    bool has_limit;                  /* limit and actual are meant */
    bool has_actual;
    uint64_t limit;  /* what is allowed, in the unit of the cause */
    uint64_t actual; /* what came */
} srv_problem;

/* The answer SRV_OK. */
extern const srv_problem srv_no_problem;

/* The row of `answer`; static. */
const srv_status *srv_status_of(srv_answer answer);

/* A problem without numbers. culprit: length bytes of hostile text that is named in the detail,
 * escaped and cut to fit; may be NULL. */
srv_problem srv_problem_make(srv_answer answer, const char *culprit, size_t length);

/* A problem caused by a limit, when nobody knows how much was to come. */
srv_problem srv_problem_over(srv_answer answer, uint64_t limit);

/* A problem caused by a limit. */
srv_problem srv_problem_limit(srv_answer answer, uint64_t limit, uint64_t actual);

/* The body of the answer, JSON of schemas/problem.schema.json with a final newline.
 * Returns a heap string (free with free()), NULL when memory ran out. */
char *srv_problem_json(const srv_problem *problem);

/* Writes `length` bytes of hostile text to `out` (capacity bytes, at least 5) as printable ASCII:
 * other bytes, quotes and backslashes become \xNN; text that does not fit ends in "...". */
void srv_printable(char *out, size_t capacity, const char *text, size_t length);

#endif
