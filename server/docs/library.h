/* The documents of the service: what GET answers with the same bytes until it ends. */
#ifndef NAVLINT_SERVER_DOCS_LIBRARY_H
#define NAVLINT_SERVER_DOCS_LIBRARY_H

#include <pthread.h>

#include "server/docs/openapi.h"
#include "server/docs/page.h"

typedef enum srv_document {
    SRV_DOC_FORMATS = 0,
    SRV_DOC_RULES,
    SRV_DOC_REPORT_SCHEMA,
    SRV_DOC_PROBLEM_SCHEMA,
    SRV_DOC_FORMATS_SCHEMA,
    SRV_DOC_RULES_SCHEMA,
    SRV_DOC_FIXED_SCHEMA,
    SRV_DOC_OPENAPI,
    SRV_DOC_VERSION,
    SRV_DOC_RULE, /* one rule; the last, for there are many */
    SRV_DOC_COUNT
} srv_document;

typedef struct srv_library {
    pthread_mutex_t lock; /* of the making; what is made does not change */
    srv_page *pages;      /* one for each document before SRV_DOC_RULE, then one for each rule */
    size_t page_count;
    srv_openapi_terms terms;
} srv_library;

/* An empty library: pages are made when they are first asked for. terms: of the document that
 * describes the service. Returns false without memory. */
bool srv_library_open(srv_library *library, const srv_openapi_terms *terms);

/* Frees all pages. No reply may hold one. */
void srv_library_close(srv_library *library);

/* Answers with a document. rule_code: of SRV_DOC_RULE; else NULL.
 * head: what form the client wants it in. reply: receives it, or a problem. */
void srv_library_answer(srv_library *library, srv_document document, const char *rule_code,
                        const srv_head *head, srv_reply *reply);

#endif
