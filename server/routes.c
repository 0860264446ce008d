#include "server/routes.h"

#include <stdio.h>
#include <string.h>

#include "server/handlers.h"

/* All of them are about judging. */
enum { EVERY_PARAMETER = (1u << SRV_PARAM_COUNT) - 1 };

static const srv_route table[] = {
    {"POST", "/validate", NULL, EVERY_PARAMETER, NULL},
    {"GET", "/formats", NULL, 0, srv_get_formats},
    {"GET", "/rules", NULL, 0, srv_get_rules},
    {"GET", "/rules/", "code", 0, srv_get_rule},
    {"GET", "/schemas/report.schema.json", NULL, 0, srv_get_report_schema},
    {"GET", "/schemas/problem.schema.json", NULL, 0, srv_get_problem_schema},
    {"GET", "/version", NULL, 0, srv_get_version},
    {"GET", "/healthz", NULL, 0, srv_get_health},
    {"GET", "/readyz", NULL, 0, srv_get_readiness},
    {NULL, "", NULL, 0, NULL},
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
    return strcmp(route->method, "GET") == 0 && strcmp(method, "HEAD") == 0;
}

/* One path has one method so far. */
static const char *methods_of(const srv_route *route) {
    return strcmp(route->method, "GET") == 0 ? "GET, HEAD" : route->method;
}

const srv_route *srv_route_find(const char *method, const char *path, const char **rest,
                                const char **allow) {
    *allow = NULL;
    *rest = "";
    const srv_route *route = table;
    while (!fits_path(route, path, rest) || (!*allow && !fits_method(route, method))) {
        if (route->method && fits_path(route, path, rest)) *allow = methods_of(route);
        route++;
    }
    return route;
}
