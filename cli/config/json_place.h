/* Where in a text of JSON a value is: jansson says so of texts that are wrong, and forgets it of
 * those that are right. */
#ifndef NAVLINT_CLI_CONFIG_JSON_PLACE_H
#define NAVLINT_CLI_CONFIG_JSON_PLACE_H

#include <stddef.h>

typedef struct cli_json_place {
    int line;   /* from 1; 0: not found */
    int column; /* in characters, from 1 */
} cli_json_place;

/* Finds the value that a JSON Pointer (RFC 6901) names.
 * text: JSON that jansson has taken, `length` bytes. pointer: "" is the whole. */
cli_json_place cli_json_find(const char *text, size_t length, const char *pointer);

/* Appends "/step" to a pointer, escaped; a step that does not fit is left out.
 * capacity: bytes in `pointer`. */
void cli_json_step(char *pointer, size_t capacity, const char *step);

#endif
