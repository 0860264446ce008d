/* Files of the repository that are in the program: NUL-terminated, as they are. */
#ifndef NAVLINT_SERVER_DOCS_EMBEDDED_H
#define NAVLINT_SERVER_DOCS_EMBEDDED_H

extern const char srv_problem_schema[]; /* schemas/problem.schema.json */
extern const char srv_formats_schema[];
extern const char srv_rules_schema[];
extern const char srv_fixed_schema[];
extern const char srv_openapi_base[]; /* server/docs/openapi.json */

#endif
