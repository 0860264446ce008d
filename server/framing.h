/* Is the request's head one that every party on the way reads alike? */
#ifndef NAVLINT_SERVER_FRAMING_H
#define NAVLINT_SERVER_FRAMING_H

#include <stdbool.h>

#include "server/head.h"
#include "server/problem.h"

/* Most header fields that a request may have. */
enum { SRV_HEADERS_MAX = 64 };

/* Refuses what RFC 9112 sections 2.3, 3.2, 5.1, 6.1 and 6.3 refuse and libmicrohttpd 0.9.75 lets
 * pass: disagreement about where a body ends is how requests are smuggled. framing: receives how
 * the body is delimited when the answer is SRV_OK. */
srv_answer srv_framing_check(const srv_head *head, srv_framing *framing);

/* The only header field of that name (any case), NULL if there is none.
 * count: receives how many there are; may be NULL. */
const srv_header *srv_header_find(const srv_head *head, const char *name, size_t *count);

/* Is it a token of RFC 9110 section 5.6.2? */
bool srv_is_token(srv_text text);

/* Is it free of control characters but the tab? */
bool srv_is_field_value(srv_text text);

/* Is `text` the word, in any case? */
bool srv_text_is(srv_text text, const char *word);

#endif
