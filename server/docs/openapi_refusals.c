#include <stdio.h>

#include "server/docs/operations.h"
#include "server/handlers.h"

/* status.def is in the order of the decisions: up to here, the route is not known yet. */
static bool comes_before_routing(srv_answer answer) {
    return answer != SRV_OK && answer <= SRV_TARGET_MALFORMED;
}

static bool needs_token(const srv_route *route, const srv_openapi_terms *terms) {
    return terms->has_tokens && !route->needs_no_token;
}

/* Of forms and archives; a form's boundary is read before it is refused. */
static bool comes_of_a_set(srv_answer answer) {
    return answer >= SRV_MULTIPART_START && answer <= SRV_TOO_MANY_FILES;
}

/* Can a request of this route, by a method that it takes, be refused for that? */
static bool can_be(const srv_route *route, srv_answer answer, const srv_openapi_terms *terms) {
    const bool is_upload = !route->answer;
    if (comes_before_routing(answer)) return true;
    switch (answer) {
    case SRV_OK:
    case SRV_NOT_FOUND:
    case SRV_METHOD:
        return false;
    case SRV_PARAMETER_UNKNOWN:
    case SRV_INTERNAL:
        return true;
    case SRV_NO_PAGE:
        return route->answer == srv_get_page;
    case SRV_RULE_UNKNOWN:
        return route->rest != NULL;
    case SRV_TOKEN_MISSING:
    case SRV_TOKEN_UNKNOWN:
        return needs_token(route, terms);
    case SRV_BUSY: /* a problem's text takes memory, too */
        return true;
    case SRV_DRAINING:
        return is_upload || route->answer == srv_get_readiness;
    case SRV_UNSAFE_BAD:
    case SRV_FIX_ONE_FILE:
        return route->fixes;
    default:
        return is_upload && !(route->fixes && comes_of_a_set(answer));
    }
}

static json_t *types_of(const srv_route *route, unsigned status, const srv_openapi_terms *terms) {
    json_t *list = json_array();
    for (int i = 0; i < SRV_ANSWER_COUNT; i++) {
        const srv_status *const row = srv_status_of((srv_answer)i);
        if (row->http_status == status && can_be(route, (srv_answer)i, terms))
            list = srv_json_append(list, json_sprintf("urn:navlint:problem:%s", row->slug));
    }
    return list;
}

static json_t *challenge(void) {
    return json_pack("{s:s, s:b, s:{s:s}}", "description", "What is needed, RFC 6750.", "required",
                     1, "schema", "type", "string");
}

static json_t *headers_of(unsigned status) {
    if (status == 401) return json_pack("{s:o}", "WWW-Authenticate", challenge());
    if (status == 503)
        return json_pack("{s:{s:s}}", "Retry-After", "$ref", "#/components/headers/RetryAfter");
    return json_object();
}

static json_t *refusal(const srv_route *route, unsigned status, const srv_openapi_terms *terms) {
    json_t *schema = json_pack("{s:[{s:s}, {s:{s:{s:o}, s:{s:i}}}]}", "allOf", "$ref",
                               "#/components/schemas/Problem", "properties", "type", "enum",
                               types_of(route, status, terms), "status", "const", (int)status);
    return json_pack("{s:s, s:o, s:{s:{s:o}}}", "description", "A refusal; `type` names the cause.",
                     "headers", headers_of(status), "content", "application/problem+json", "schema",
                     schema);
}

bool srv_openapi_refusals(json_t *responses, const srv_route *route,
                          const srv_openapi_terms *terms) {
    for (int i = 0; i < SRV_ANSWER_COUNT; i++) {
        const unsigned status = srv_status_of((srv_answer)i)->http_status;
        char key[16];
        (void)snprintf(key, sizeof key, "%u", status);
        if (!can_be(route, (srv_answer)i, terms) || json_object_get(responses, key)) continue;
        if (json_object_set_new(responses, key, refusal(route, status, terms)) != 0) return false;
    }
    return true;
}
