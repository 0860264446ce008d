#include "handlers.h"

#include "problem_schema.h"

#include <string.h>

static const char json_type[] = "application/json";
static const char schema_type[] = "application/schema+json";

void srv_get_formats(const srv_target *target, const char *rest, srv_reply *reply) {
    (void)target;
    (void)rest;
    srv_reply_text(reply, json_type, navlint_formats_json(NAVLINT_JSON_INDENT));
}

void srv_get_rules(const srv_target *target, const char *rest, srv_reply *reply) {
    (void)target;
    (void)rest;
    srv_reply_text(reply, json_type, navlint_rules_json(NULL, NAVLINT_JSON_INDENT));
}

void srv_get_rule(const srv_target *target, const char *rest, srv_reply *reply) {
    (void)target;
    const navlint_rule *rule = navlint_rule_by_code(rest, NULL);
    if (rule) {
        srv_reply_text(reply, json_type, navlint_rule_json(rule, NAVLINT_JSON_INDENT));
        return;
    }
    const srv_problem problem = srv_problem_make(SRV_RULE_UNKNOWN, rest, strlen(rest));
    srv_reply_problem(reply, &problem, NULL);
}

void srv_get_report_schema(const srv_target *target, const char *rest, srv_reply *reply) {
    (void)target;
    (void)rest;
    srv_reply_static(reply, schema_type, navlint_report_schema());
}

void srv_get_problem_schema(const srv_target *target, const char *rest, srv_reply *reply) {
    (void)target;
    (void)rest;
    srv_reply_static(reply, schema_type, srv_problem_schema);
}

void srv_get_health(const srv_target *target, const char *rest, srv_reply *reply) {
    (void)target;
    (void)rest;
    srv_reply_static(reply, json_type, "{\"status\":\"ok\"}\n");
}
