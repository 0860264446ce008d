/* The schema of .navlint.json, from the table that its reader reads by. */
#ifndef NAVLINT_CLI_CONFIG_SCHEMA_H
#define NAVLINT_CLI_CONFIG_SCHEMA_H

struct json_t;

/* JSON Schema, draft 2020-12. A new reference; NULL if memory ran out. */
struct json_t *cli_config_schema(void);

#endif
