#include "server/docs/openapi.h"

#include <string.h>

#include "server/docs/embedded.h"
#include "server/docs/operations.h"

typedef struct maker {
    json_t *document;
    const srv_openapi_terms *terms;
    bool failed; /* memory ran out */
} maker;

/* Takes over the value. */
static void put(maker *m, json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) m->failed = true;
}

static json_t *component(maker *m, const char *kind, const char *name) {
    return json_object_get(json_object_get(json_object_get(m->document, "components"), kind), name);
}

static json_t *reference(const char *kind, const char *name) {
    return json_pack("{s:o}", "$ref", json_sprintf("#/components/%s/%s", kind, name));
}

/* Documents that are kept have a tag, and are not sent to those who have them. */
static bool has_etag(maker *m, const srv_route *route) {
    const json_t *const response = component(m, "responses", route->returns);
    return json_object_get(json_object_get(response, "headers"), "ETag") != NULL;
}

static json_t *responses_of(maker *m, const srv_route *route) {
    json_t *all = json_pack("{s:o}", "200", reference("responses", route->returns));
    if (has_etag(m, route)) put(m, all, "304", reference("responses", "NotModified"));
    if (!srv_openapi_refusals(all, route, m->terms)) m->failed = true;
    return all;
}

/* What all operations of a route have. */
static json_t *begin(maker *m, const srv_route *route, const char *verb) {
    json_t *operation =
        json_pack("{s:o, s:[s], s:s}", "operationId", json_sprintf("%s%s", verb, route->name),
                  "tags", route->tag, "summary", route->summary);
    if (m->terms->has_tokens && route->needs_no_token) put(m, operation, "security", json_array());
    return operation;
}

static json_t *head(maker *m, const srv_route *route) {
    json_t *operation = begin(m, route, "head");
    json_t *responses = json_pack("{s:o, s:o, s:o}", "200", reference("responses", "Head"), "4XX",
                                  reference("responses", "HeadRefused"), "5XX",
                                  reference("responses", "HeadRefused"));
    if (has_etag(m, route)) put(m, responses, "304", reference("responses", "NotModified"));
    put(m, operation, "responses", responses);
    return operation;
}

/* Nobody needs a token to ask what may be asked. */
static json_t *options(maker *m, const srv_route *route) {
    json_t *operation = begin(m, route, "options");
    json_t *responses =
        json_pack("{s:o, s:o, s:o}", "204", reference("responses", "Options"), "4XX",
                  reference("responses", "Refused"), "5XX", reference("responses", "Refused"));
    put(m, operation, "summary", json_string("What the path takes."));
    put(m, operation, "responses", responses);
    if (m->terms->has_tokens) put(m, operation, "security", json_array());
    return operation;
}

static json_t *get(maker *m, const srv_route *route) {
    json_t *operation = begin(m, route, "get");
    put(m, operation, "responses", responses_of(m, route));
    return operation;
}

static json_t *post(maker *m, const srv_route *route) {
    json_t *operation = begin(m, route, "post");
    put(m, operation, "parameters", srv_openapi_parameters(route, m->terms));
    put(m, operation, "requestBody", reference("requestBodies", route->takes));
    put(m, operation, "responses", responses_of(m, route));
    return operation;
}

/* The segment behind the path. */
static json_t *path_parameters(const srv_route *route) {
    return json_pack("[{s:s, s:s, s:b, s:s, s:o}]", "name", route->rest, "in", "path", "required",
                     1, "description", "a rule's code", "schema", reference("schemas", "RuleCode"));
}

static json_t *path_item(maker *m, const srv_route *route) {
    json_t *item = json_object();
    if (route->rest) put(m, item, "parameters", path_parameters(route));
    if (strcmp(route->method, "GET") == 0) {
        put(m, item, "get", get(m, route));
        put(m, item, "head", head(m, route));
    } else {
        put(m, item, "post", post(m, route));
    }
    put(m, item, "options", options(m, route));
    return item;
}

static json_t *paths(maker *m) {
    json_t *all = json_object();
    for (size_t i = 0; srv_route_at(i)->method; i++) {
        char label[SRV_ROUTE_LABEL_BYTES];
        srv_route_label(srv_route_at(i), label);
        put(m, all, label, path_item(m, srv_route_at(i)));
    }
    return all;
}

static void add_security(maker *m) {
    json_t *components = json_object_get(m->document, "components");
    put(m, components, "securitySchemes",
        json_pack("{s:{s:s, s:s}}", "token", "type", "http", "scheme", "bearer"));
    put(m, m->document, "security", json_pack("[{s:[]}]", "token"));
}

navlint_text srv_openapi_json(const srv_openapi_terms *terms) {
    maker m = {.document = json_loads(srv_openapi_base, 0, NULL), .terms = terms};
    json_t *info = json_object_get(m.document, "info");
    json_t *schemas = json_object_get(json_object_get(m.document, "components"), "schemas");
    put(&m, info, "version", json_string(navlint_version()));
    put(&m, schemas, "RuleCode", srv_openapi_codes());
    if (terms->has_tokens) add_security(&m);
    put(&m, m.document, "paths", paths(&m));
    char *text = m.failed ? NULL : json_dumps(m.document, JSON_INDENT(2));
    json_decref(m.document);
    return (navlint_text){.text = text, .length = text ? strlen(text) : 0};
}
