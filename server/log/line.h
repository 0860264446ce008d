/* A line of the log as plain data, and the two forms in which it is written. */
#ifndef NAVLINT_SERVER_LOG_LINE_H
#define NAVLINT_SERVER_LOG_LINE_H

#include <stddef.h>
#include <stdint.h>

typedef enum srv_field_kind {
    SRV_FIELD_END = 0, /* behind the last field */
    SRV_FIELD_TEXT,    /* text; NULL: none */
    SRV_FIELD_NUMBER,
    SRV_FIELD_TIME, /* number: milliseconds since 1970, UTC */
    SRV_FIELD_SPAN, /* number: microseconds; written as milliseconds */
    SRV_FIELD_GROUP
} srv_field_kind;

typedef struct srv_field {
    const char *name; /* lower-case letters, digits, '_' and '-' */
    srv_field_kind kind;
    const char *text; /* any bytes but NUL */
    uint64_t number;
    const struct srv_field *group; /* its own fields, SRV_FIELD_END last; no groups among them */
} srv_field;

/* Fields borrow what they are made of. */
srv_field srv_field_text(const char *name, const char *text);
srv_field srv_field_number(const char *name, uint64_t number);
srv_field srv_field_time(const char *name, uint64_t unix_ms);
srv_field srv_field_span(const char *name, uint64_t us);
srv_field srv_field_group(const char *name, const srv_field *fields);

typedef enum srv_line_form {
    SRV_LINE_JSON = 0, /* an object on one line, strings as jansson writes them */
    SRV_LINE_TEXT      /* name=value; a value is in quotes where it has a blank, a quote or '=' */
} srv_line_form;

/* Longest line, and least room that a line needs. */
enum { SRV_LINE_BYTES = 8192, SRV_LINE_LEAST_BYTES = 32 };

/* Writes the fields, of which up to three are groups, as one line with its line end and without a
 * NUL. Bytes that are not UTF-8 become U+FFFD. A field that does not fit is left out, and the line
 * says so with the field "cut". capacity: bytes in `out`, at least SRV_LINE_LEAST_BYTES. fields:
 * SRV_FIELD_END last. Returns the bytes written. */
size_t srv_line_write(char *out, size_t capacity, srv_line_form form, const srv_field *fields);

#endif
