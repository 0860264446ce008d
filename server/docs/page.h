/* A document that is the same for everybody: rendered, hashed and compressed once, then lent. */
#ifndef NAVLINT_SERVER_DOCS_PAGE_H
#define NAVLINT_SERVER_DOCS_PAGE_H

#include "server/head.h"
#include "server/reply.h"

/* Two quotes, 128 bits in hexadecimal, a letter for the coding, and the NUL. */
enum { SRV_ETAG_BYTES = 2 + 32 + 1 + 1 };

typedef struct srv_page {
    char *text;           /* NULL: not made yet; ends with a newline */
    size_t length;        /* bytes */
    char *packed;         /* gzip; NULL: it would not be smaller */
    size_t packed_length; /* bytes */
    char etag[SRV_ETAG_BYTES];
    char packed_etag[SRV_ETAG_BYTES];
} srv_page;

/* Makes the page of a copy of `text`, with a newline at its end.
 * Returns false, with an empty page, when memory ran out. */
bool srv_page_make(srv_page *page, srv_text text);

/* Frees what it holds. */
void srv_page_clear(srv_page *page);

/* Lends the page to a reply in the form that the request asks for, or 304 if the client has it. */
void srv_page_lend(const srv_page *page, const srv_head *head, srv_reply *reply);

#endif
