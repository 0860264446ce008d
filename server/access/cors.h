/* Which pages of other origins may read the answers (the Fetch standard, "CORS protocol"). */
#ifndef NAVLINT_SERVER_ACCESS_CORS_H
#define NAVLINT_SERVER_ACCESS_CORS_H

#include "server/head.h"

enum { SRV_MOST_ORIGINS = 32, SRV_ORIGINS_BYTES = 4096 };

typedef struct srv_cors {
    bool is_on;
    bool any; /* "*" */
    size_t count;
    const char *origins[SRV_MOST_ORIGINS]; /* in `store` */
    char store[SRV_ORIGINS_BYTES];
} srv_cors;

/* Reads "https://a.example,http://b.example:8080", "*" or, for none, "". Origins are as browsers
 * send them: a scheme and a host in lower case, maybe a port, and nothing behind that.
 * cors: by pointer, never copied. Returns false if the list is another. */
bool srv_cors_read(srv_cors *cors, const char *list);

/* What Access-Control-Allow-Origin says to a request: its origin, "*", or NULL for nothing. */
const char *srv_cors_allowed(const srv_cors *cors, const srv_head *head);

#endif
