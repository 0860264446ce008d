/* The routes: method and path to what answers them. */
#ifndef NAVLINT_SERVER_ROUTES_H
#define NAVLINT_SERVER_ROUTES_H

#include <stdbool.h>

#include "server/head.h"
#include "server/reply.h"
#include "server/target.h"

struct srv_context;

/* A request without a body, and the answer to it. */
typedef struct srv_exchange {
    struct srv_context *context;
    const srv_head *head;
    const char *allow; /* the methods of the path, for OPTIONS */
    const char *rest;  /* what follows the route's path, "" unless the route takes more */
    srv_reply *reply;  /* to be filled */
} srv_exchange;

/* Answers a request that has no body. */
typedef void srv_handler(const srv_exchange *exchange);

typedef struct srv_route {
    const char
        *method; /* "GET" answers HEAD too; NULL only in the last row, which fits everything */
    const char *path;
    const char *rest;    /* name of the segment that follows the path; NULL: none does */
    unsigned params;     /* set of 1u << srv_param */
    srv_handler *answer; /* NULL: takes an upload, judged by upload.h */
    bool fixes;          /* an upload is repaired, not judged alone */
    bool needs_no_token;
    /* For the document that describes the service. */
    const char *name;    /* of the operation, without its method */
    const char *tag;     /* of openapi.json */
    const char *summary; /* one sentence */
    const char *takes;   /* the request body of openapi.json; NULL: none */
    const char *returns; /* the response of openapi.json with status 200 */
} srv_route;

/* How many rows there are; the last fits everything. Rows are static. */
size_t srv_route_count(void);
const srv_route *srv_route_at(size_t index);

/* The index of a row; NULL stands for the last. */
size_t srv_route_index(const srv_route *route);

enum { SRV_ROUTE_LABEL_BYTES = 64 };

/* Writes "/rules/{code}", or "other" for the last row. */
void srv_route_label(const srv_route *route, char out[SRV_ROUTE_LABEL_BYTES]);

/* Finds the row for a decoded path; OPTIONS fits every method.
 * rest: receives what follows the row's path.
 * allow: receives the value of the Allow header (static) if the path is known and the method is
 * not. Returns a row of the table; that of 404 or 405 has neither method nor answer. */
const srv_route *srv_route_find(const char *method, const char *path, const char **rest,
                                const char **allow);

/* What OPTIONS is answered with for a row, or for "*" if it is the last: its methods. Static. */
const char *srv_route_methods(const srv_route *route);

#endif
