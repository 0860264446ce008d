/* What to do with a request, from its head alone and before its body is read: a pure function. */
#ifndef NAVLINT_SERVER_DECIDE_H
#define NAVLINT_SERVER_DECIDE_H

#include "server/coding.h"
#include "server/head.h"
#include "server/media.h"
#include "server/rendering.h"
#include "server/routes.h"

typedef struct srv_decision {
    srv_problem problem;    /* answer SRV_OK: go on with the route */
    const srv_route *route; /* NULL if the head was refused before routing */
    const char *rest;       /* see srv_exchange; lives in the target */
    srv_handler *answer;    /* of the route, or of OPTIONS; NULL: an upload */
    const char *allow;      /* for a 405 and for OPTIONS; else NULL */
    srv_framing framing;
    srv_coding coding;       /* of an upload's body */
    srv_media media;         /* of an upload */
    srv_rendering rendering; /* of an upload's report */
    bool close;              /* the connection must not carry another request after this answer */
    srv_wishes wishes;       /* of an upload; borrows from the target */
} srv_decision;

/* Decides about the request with this head.
 * terms: what the service allows.
 * target: receives path and query; the decision borrows from it. */
void srv_decide(const srv_head *head, const srv_terms *terms, srv_target *target,
                srv_decision *decision);

#endif
