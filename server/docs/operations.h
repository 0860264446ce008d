/* The moving parts of the OpenAPI document, as values of jansson: new references, NULL when memory
 * ran out. */
#ifndef NAVLINT_SERVER_DOCS_OPERATIONS_H
#define NAVLINT_SERVER_DOCS_OPERATIONS_H

#include <jansson.h>

#include "server/docs/openapi.h"
#include "server/routes.h"

/* Appends a new reference. Returns the list, NULL (and none) when memory ran out; takes NULL for
 * either. */
json_t *srv_json_append(json_t *list, json_t *item);

/* The query parameters that the route takes. */
json_t *srv_openapi_parameters(const srv_route *route, const srv_openapi_terms *terms);

/* Puts the refusals of the route into `responses`, one for each status, with the causes of it. */
bool srv_openapi_refusals(json_t *responses, const srv_route *route,
                          const srv_openapi_terms *terms);

/* {"enum": [...]}: the codes of all rules. */
json_t *srv_openapi_codes(void);

#endif
