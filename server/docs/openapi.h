/* GET /openapi.json: the service described for programs, OpenAPI 3.1, made from its own tables:
 * routes, parameters and their words, causes of refusals, forms of reports. What is the same for
 * every build stands in openapi.json. */
#ifndef NAVLINT_SERVER_DOCS_OPENAPI_H
#define NAVLINT_SERVER_DOCS_OPENAPI_H

#include <stdbool.h>
#include <stdint.h>

#include "navlint/navlint.h"

/* What depends on the settings. */
typedef struct srv_openapi_terms {
    bool has_tokens;       /* requests need one */
    uint32_t max_findings; /* the most that a request may ask for */
} srv_openapi_terms;

/* The document. The caller frees it; the text is NULL when memory ran out. */
navlint_text srv_openapi_json(const srv_openapi_terms *terms);

#endif
