/* Who may ask, and from where. */
#ifndef NAVLINT_SERVER_ACCESS_ACCESS_H
#define NAVLINT_SERVER_ACCESS_ACCESS_H

#include "server/access/cors.h"
#include "server/access/tokens.h"
#include "server/config.h"

typedef struct srv_access {
    srv_cors cors;
    srv_tokens tokens;
} srv_access;

/* Reads --cors-origin and --token-file, which SIGHUP reads again. Call on the main thread.
 * Returns false, with a message on standard error and nothing to close, if one of them is bad. */
bool srv_access_open(srv_access *access, const srv_config *config);

void srv_access_close(srv_access *access);

#endif
