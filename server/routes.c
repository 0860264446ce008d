#include "server/routes.h"

#include <string.h>

#include "server/handlers.h"

/* All of them are about judging. */
enum { EVERY_PARAMETER = (1u << SRV_PARAM_COUNT) - 1 };

static const srv_route table[] = {
    {"POST", "/validate", false, EVERY_PARAMETER, NULL},
    {"GET", "/formats", false, 0, srv_get_formats},
    {"GET", "/rules", false, 0, srv_get_rules},
    {"GET", "/rules/", true, 0, srv_get_rule},
    {"GET", "/schemas/report.schema.json", false, 0, srv_get_report_schema},
    {"GET", "/schemas/problem.schema.json", false, 0, srv_get_problem_schema},
    {"GET", "/version", false, 0, srv_get_version},
    {"GET", "/healthz", false, 0, srv_get_health},
    {"GET", "/readyz", false, 0, srv_get_readiness},
    {NULL, "", true, 0, NULL},
};

static bool fits_path(const srv_route *route, const char *path, const char **rest) {
    const size_t length = strlen(route->path);
    if (!route->method) return true;
    if (strncmp(path, route->path, length) != 0) return false;
    *rest = path + length;
    if (!route->takes_rest) return **rest == '\0';
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
