#include "server/handlers.h"

#include "server/docs/library.h"
#include "server/framing.h"
#include "server/request.h"
#include "server/upload_memory.h"

#define DOCUMENT(name, document)                                                                   \
    void srv_get_##name(const srv_exchange *exchange) {                                            \
        srv_library_answer(&exchange->context->library, SRV_DOC_##document, NULL, exchange->head,  \
                           exchange->reply);                                                       \
    }
DOCUMENT(formats, FORMATS)
DOCUMENT(rules, RULES)
DOCUMENT(report_schema, REPORT_SCHEMA)
DOCUMENT(problem_schema, PROBLEM_SCHEMA)
DOCUMENT(formats_schema, FORMATS_SCHEMA)
DOCUMENT(rules_schema, RULES_SCHEMA)
DOCUMENT(fixed_schema, FIXED_SCHEMA)
DOCUMENT(openapi, OPENAPI)
DOCUMENT(version, VERSION)

void srv_get_page(const srv_exchange *exchange) {
    srv_front_answer(exchange->context->front, exchange->head, exchange->reply);
}

void srv_get_rule(const srv_exchange *exchange) {
    srv_library_answer(&exchange->context->library, SRV_DOC_RULE, exchange->rest, exchange->head,
                       exchange->reply);
}

static void say_status(srv_reply *reply, const char *json) {
    srv_reply_static(reply, "application/json", json);
}

/* OPTIONS of any path: what it may be asked, also for a browser that asks first. */
void srv_say_options(const srv_exchange *exchange) {
    srv_reply_static(exchange->reply, NULL, "");
    exchange->reply->http_status = 204;
    exchange->reply->allow = exchange->allow;
    exchange->reply->is_preflight =
        srv_header_find(exchange->head, "Access-Control-Request-Method", NULL) != NULL;
}

/* Is this process alive? */
void srv_get_health(const srv_exchange *exchange) {
    say_status(exchange->reply, "{\"status\":\"ok\"}\n");
}

/* Would a small upload be admitted now, and judged? A proxy sends none for as long as the answer is
 * no. */
static srv_answer readiness(srv_context *context) {
    if (atomic_load(&context->draining)) return SRV_DRAINING;
    if (!srv_judges_are_ready(context->judges)) return SRV_NO_JUDGES;
    const uint64_t bytes = SRV_SMALL_BODY_BYTES < context->max_body_bytes ? SRV_SMALL_BODY_BYTES
                                                                          : context->max_body_bytes;
    return srv_memory_has(&context->memory, bytes, SRV_FOR_BODIES) ? SRV_OK : SRV_BUSY;
}

void srv_get_readiness(const srv_exchange *exchange) {
    const srv_answer answer = readiness(exchange->context);
    if (answer == SRV_OK) {
        say_status(exchange->reply, "{\"status\":\"ready\"}\n");
        return;
    }
    const srv_problem problem = srv_problem_make(answer, NULL, 0);
    srv_reply_problem(exchange->reply, &problem, NULL);
}
