/* schemas/problem.schema.json as text; the build makes it from the file. */
#ifndef SRV_PROBLEM_SCHEMA_H
#define SRV_PROBLEM_SCHEMA_H

extern const char srv_problem_schema[];

#endif
