/* Path and query of a request, split and decoded. */
#ifndef NAVLINT_SERVER_TARGET_H
#define NAVLINT_SERVER_TARGET_H

#include "server/head.h"
#include "server/problem.h"

/* The query parameters that any route takes. Routes name theirs as a set of bits, 1u << id. */
typedef enum srv_param {
#define SRV_PARAMETER(id, name, meaning) SRV_PARAM_##id,
#include "server/query.def"
#undef SRV_PARAMETER
    SRV_PARAM_COUNT
} srv_param;

enum { SRV_TARGET_MAX = 2048 };

/* The strings live in `store`, decoded in place: take a srv_target by pointer, never copy it. */
typedef struct srv_target {
    char store[SRV_TARGET_MAX + 1];
    char *path;                          /* decoded, begins with a slash unless the target is "*" */
    char *query;                         /* not decoded; NULL if there is none */
    const char *params[SRV_PARAM_COUNT]; /* decoded; NULL if not given */
} srv_target;

/* The parameter of that name, -1 for none. */
int srv_param_of(srv_text name);

/* Splits `raw` (origin form, or absolute form of RFC 9112 section 3.2.2, whose authority is
 * dropped) and decodes the path. Returns SRV_OK, SRV_TARGET_TOO_LONG or SRV_TARGET_MALFORMED. */
srv_answer srv_target_split(srv_target *target, const char *raw);

/* Reads the query into params. allowed: the set of parameters that the route takes.
 * problem: receives what is wrong; its answer is SRV_OK if nothing is. */
void srv_target_query(srv_target *target, unsigned allowed, srv_problem *problem);

#endif
