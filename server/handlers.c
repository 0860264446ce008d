#include "server/handlers.h"

#include <string.h>

#include "server/problem_schema.h"

static const char json_type[] = "application/json";
static const char schema_type[] = "application/schema+json";

void srv_get_formats(const srv_exchange *exchange) {
    srv_reply_text(exchange->reply, json_type, navlint_formats_json(NAVLINT_JSON_INDENT));
}

void srv_get_rules(const srv_exchange *exchange) {
    srv_reply_text(exchange->reply, json_type, navlint_rules_json(NULL, NAVLINT_JSON_INDENT));
}

void srv_get_rule(const srv_exchange *exchange) {
    const navlint_rule *rule = navlint_rule_by_code(exchange->rest, NULL);
    if (rule) {
        srv_reply_text(exchange->reply, json_type, navlint_rule_json(rule, NAVLINT_JSON_INDENT));
        return;
    }
    const srv_problem problem =
        srv_problem_make(SRV_RULE_UNKNOWN, exchange->rest, strlen(exchange->rest));
    srv_reply_problem(exchange->reply, &problem, NULL);
}

void srv_get_report_schema(const srv_exchange *exchange) {
    srv_reply_static(exchange->reply, schema_type, navlint_report_schema());
}

void srv_get_problem_schema(const srv_exchange *exchange) {
    srv_reply_static(exchange->reply, schema_type, srv_problem_schema);
}

void srv_get_health(const srv_exchange *exchange) {
    srv_reply_static(exchange->reply, json_type, "{\"status\":\"ok\"}\n");
}
