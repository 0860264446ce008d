#include "server/routes.h"

#include <stdio.h>
#include <string.h>

#include "server/handlers.h"

enum { OF_A_FIX = (1u << SRV_PARAM_COUNT) - 1, OF_A_REPORT = OF_A_FIX & ~(1u << SRV_PARAM_UNSAFE) };

static const srv_route table[] = {
    {.method = "GET",
     .path = "/",
     .answer = srv_get_page,
     .needs_no_token = true, /* a browser shows none for an address that is typed in */
     .name = "page",
     .tag = "judging",
     .summary = "The page that judges in the browser.",
     .returns = "Page"},
    {.method = "POST",
     .path = "/validate",
     .params = OF_A_REPORT,
     .name = "validate",
     .tag = "judging",
     .summary = "Judges a file, or several together.",
     .takes = "Upload",
     .returns = "Report"},
    {.method = "POST",
     .path = "/fix",
     .params = OF_A_FIX,
     .fixes = true,
     .name = "fix",
     .tag = "judging",
     .summary = "Repairs a file.",
     .takes = "File",
     .returns = "Fixed"},
    {.method = "GET",
     .path = "/formats",
     .answer = srv_get_formats,
     .name = "formats",
     .tag = "knowledge",
     .summary = "The formats, their games and parts.",
     .returns = "Formats"},
    {.method = "GET",
     .path = "/rules",
     .answer = srv_get_rules,
     .name = "rules",
     .tag = "knowledge",
     .summary = "All rules.",
     .returns = "Rules"},
    {.method = "GET",
     .path = "/rules/",
     .rest = "code",
     .answer = srv_get_rule,
     .name = "rule",
     .tag = "knowledge",
     .summary = "A rule with its explanation.",
     .returns = "Rule"},
    {.method = "GET",
     .path = "/schemas/report.schema.json",
     .answer = srv_get_report_schema,
     .name = "reportSchema",
     .tag = "knowledge",
     .summary = "The JSON Schema of reports.",
     .returns = "Schema"},
    {.method = "GET",
     .path = "/schemas/problem.schema.json",
     .answer = srv_get_problem_schema,
     .name = "problemSchema",
     .tag = "knowledge",
     .summary = "The JSON Schema of refusals.",
     .returns = "Schema"},
    {.method = "GET",
     .path = "/schemas/formats.schema.json",
     .answer = srv_get_formats_schema,
     .name = "formatsSchema",
     .tag = "knowledge",
     .summary = "The JSON Schema of the formats.",
     .returns = "Schema"},
    {.method = "GET",
     .path = "/schemas/rules.schema.json",
     .answer = srv_get_rules_schema,
     .name = "rulesSchema",
     .tag = "knowledge",
     .summary = "The JSON Schema of the rules.",
     .returns = "Schema"},
    {.method = "GET",
     .path = "/schemas/fixed.schema.json",
     .answer = srv_get_fixed_schema,
     .name = "fixedSchema",
     .tag = "knowledge",
     .summary = "The JSON Schema of what a fix did.",
     .returns = "Schema"},
    {.method = "GET",
     .path = "/openapi.json",
     .answer = srv_get_openapi,
     .name = "openapi",
     .tag = "knowledge",
     .summary = "This document.",
     .returns = "Document"},
    {.method = "GET",
     .path = "/version",
     .answer = srv_get_version,
     .name = "version",
     .tag = "operation",
     .summary = "What runs.",
     .returns = "Version"},
    {.method = "GET",
     .path = "/healthz",
     .answer = srv_get_health,
     .needs_no_token = true,
     .name = "health",
     .tag = "operation",
     .summary = "Is the process alive?",
     .returns = "Health"},
    {.method = "GET",
     .path = "/readyz",
     .answer = srv_get_readiness,
     .needs_no_token = true,
     .name = "readiness",
     .tag = "operation",
     .summary = "Would a small upload be taken now?",
     .returns = "Readiness"},
    {.path = ""},
};

enum { ROUTE_COUNT = sizeof table / sizeof table[0] };

size_t srv_route_count(void) {
    return ROUTE_COUNT;
}

const srv_route *srv_route_at(size_t index) {
    return &table[index];
}

size_t srv_route_index(const srv_route *route) {
    return route ? (size_t)(route - table) : ROUTE_COUNT - 1;
}

void srv_route_label(const srv_route *route, char out[SRV_ROUTE_LABEL_BYTES]) {
    const char *const path = route->method ? route->path : "other";
    const char *const rest = route->rest;
    (void)snprintf(out, SRV_ROUTE_LABEL_BYTES, "%s%s%s%s", path, rest ? "{" : "", rest ? rest : "",
                   rest ? "}" : "");
}

static bool fits_path(const srv_route *route, const char *path, const char **rest) {
    const size_t length = strlen(route->path);
    if (!route->method) return true;
    if (strncmp(path, route->path, length) != 0) return false;
    *rest = path + length;
    if (!route->rest) return **rest == '\0';
    return **rest != '\0' && !strchr(*rest, '/');
}

static bool fits_method(const srv_route *route, const char *method) {
    if (!route->method || strcmp(route->method, method) == 0) return true;
    return strcmp(method, "OPTIONS") == 0 ||
           (strcmp(route->method, "GET") == 0 && strcmp(method, "HEAD") == 0);
}

/* One path has one method so far. */
const char *srv_route_methods(const srv_route *route) {
    if (!route->method) return "GET, HEAD, POST, OPTIONS";
    return strcmp(route->method, "GET") == 0 ? "GET, HEAD, OPTIONS" : "POST, OPTIONS";
}

const srv_route *srv_route_find(const char *method, const char *path, const char **rest,
                                const char **allow) {
    *allow = NULL;
    *rest = "";
    const srv_route *route = table;
    while (!fits_path(route, path, rest) || (!*allow && !fits_method(route, method))) {
        if (route->method && fits_path(route, path, rest)) *allow = srv_route_methods(route);
        route++;
    }
    return route;
}
