/* Values of fields as text and as JSON, on standard output. */
#ifndef NAVLINT_CLI_DUMP_VALUES_H
#define NAVLINT_CLI_DUMP_VALUES_H

#include "navlint/navlint.h"

void cli_print_value(const navlint_value *value);

/* As in the reports: what JSON or its readers cannot hold as a number is a string, and a real shows
 * that it is one. */
void cli_print_json_value(const navlint_value *value);

/* A string with its quotation marks. What is not UTF-8 is shown as \xNN. */
void cli_print_json_string(const char *text);

/* Members of a field that say where it is, without braces: "type": ..., "offset": ... */
void cli_print_json_place(const navlint_field *field);

/* The same of one that is packed, with a comma in front. */
void cli_print_json_inner(const navlint_field *field);

#endif
