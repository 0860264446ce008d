/* schemas/problem.schema.json as text; the build makes it from the file. */
#ifndef NAVLINT_SERVER_PROBLEM_SCHEMA_H
#define NAVLINT_SERVER_PROBLEM_SCHEMA_H

extern const char srv_problem_schema[];

#endif
