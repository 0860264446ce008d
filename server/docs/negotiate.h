/* What a request's header says about the form of a document: pure functions (RFC 9110). */
#ifndef NAVLINT_SERVER_DOCS_NEGOTIATE_H
#define NAVLINT_SERVER_DOCS_NEGOTIATE_H

#include "server/head.h"

/* Does the client rather have gzip than the bytes as they are? Accept-Encoding, section 12.5.3:
 * the higher weight wins, gzip if they are equal or only gzip is named. What is malformed counts as
 * not there. */
bool srv_wants_gzip(const srv_head *head);

/* Does the client have the representation with this entity tag, which has its quotes?
 * If-None-Match, section 13.1.2: "*" or a list, compared weakly. A malformed field matches no tag
 * from where it is. */
bool srv_has_etag(const srv_head *head, const char *etag);

#endif
