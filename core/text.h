/* A bounded string over memory of the caller. Text that does not fit is cut; the string stays
 * terminated. Bytes from a file are escaped, so what comes out is printable ASCII. */
#ifndef NAVLINT_CORE_TEXT_H
#define NAVLINT_CORE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

typedef struct nl_text {
    char *chars;
    size_t capacity; /* bytes, with the NUL; at least 1 */
    size_t length;   /* bytes, without the NUL */
} nl_text;

/* An empty string over chars[0, capacity). */
nl_text nl_text_over(char *chars, size_t capacity);

void nl_put(nl_text *text, const char *string);
void nl_put_char(nl_text *text, char c);
void nl_put_uint(nl_text *text, uint64_t value);
void nl_put_int(nl_text *text, int64_t value);
void nl_put_hex(nl_text *text, uint64_t value);
/* As short as reads back the same float; "NaN", "Infinity", "-Infinity"; no locale. */
void nl_put_real(nl_text *text, double value);
/* Appends a string in which bytes that are no printable ASCII become \xNN; what is escaped already
 * stays as it is. */
void nl_put_shown(nl_text *text, const char *string);

/* At most NL_SHOWN_NAME_BYTES of bytes[0, length); others than printable ASCII, and the
 * backslash, as \xNN. */
void nl_put_bytes(nl_text *text, const uint8_t *bytes, size_t length);
void nl_put_value(nl_text *text, const navlint_value *value);

/* Message templates: {actual}, {expected}, {0} to {3}, each also with :x for hexadecimal, and with
 * two words for a number of things: "{0} {0:byte|bytes}", the first for 1. */
typedef struct nl_template_values {
    const navlint_value *actual;
    const navlint_value *expected;
    const navlint_value *args; /* NL_MAX_ARGS of them */
} nl_template_values;

void nl_put_template(nl_text *text, const char *template_text, const nl_template_values *values);

/* Values, for the emitter's callers. Text is borrowed. */
static inline navlint_value nl_uint(uint64_t value) {
    return (navlint_value){.kind = NAVLINT_UINT, .as.uint = value};
}

static inline navlint_value nl_int(int64_t value) {
    return (navlint_value){.kind = NAVLINT_INT, .as.sint = value};
}

static inline navlint_value nl_real(double value) {
    return (navlint_value){.kind = NAVLINT_REAL, .as.real = value};
}

static inline navlint_value nl_string(const char *text) {
    return (navlint_value){.kind = NAVLINT_TEXT, .as.text = text};
}

#endif
