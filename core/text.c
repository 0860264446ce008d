#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"

nl_text nl_text_over(char *chars, size_t capacity) {
    chars[0] = '\0';
    return (nl_text){.chars = chars, .capacity = capacity};
}

/* Appends what fits. */
static void append(nl_text *text, const char *chars, size_t length) {
    const size_t room = text->capacity - 1 - text->length;
    const size_t kept = length < room ? length : room;
    memcpy(text->chars + text->length, chars, kept);
    text->length += kept;
    text->chars[text->length] = '\0';
}

void nl_put_char(nl_text *text, char c) {
    if (text->length >= text->capacity - 1) return;
    text->chars[text->length++] = c;
    text->chars[text->length] = '\0';
}

void nl_put(nl_text *text, const char *string) {
    append(text, string, strlen(string));
}

static void put_digits(nl_text *text, uint64_t value, unsigned base) {
    char digits[20];
    size_t first = sizeof digits;
    do {
        digits[--first] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value != 0);
    append(text, digits + first, sizeof digits - first);
}

void nl_put_uint(nl_text *text, uint64_t value) {
    put_digits(text, value, 10);
}

void nl_put_hex(nl_text *text, uint64_t value) {
    nl_put(text, "0x");
    put_digits(text, value, 16);
}

void nl_put_int(nl_text *text, int64_t value) {
    if (value < 0) nl_put_char(text, '-');
    nl_put_uint(text, value < 0 ? (uint64_t) - (value + 1) + 1 : (uint64_t)value);
}

/* ---- Reals ---- */

/* Six digits suffice for most floats of a file, nine for all. */
enum { FEWEST_DIGITS = 6, MOST_DIGITS = 9 };

static bool is_same_float(double a, double b) {
    return (float)a == (float)b;
}

/* Any number: the C library's digits, with whatever sign the locale has for the decimal point. */
static void put_by_library(nl_text *text, double value) {
    char digits[40];
    for (int precision = FEWEST_DIGITS; precision <= MOST_DIGITS; precision++) {
        (void)snprintf(digits, sizeof digits, "%.*g", precision, value);
        if (is_same_float(strtod(digits, NULL), value)) break;
    }
    for (const char *d = digits; *d; d++) {
        const int is_number_char = (*d >= '0' && *d <= '9') || strchr("+-e", *d);
        nl_put_char(text, is_number_char ? *d : '.');
    }
}

/* `digits` with the last `places` of them behind the point. */
typedef struct decimal {
    uint64_t digits;
    unsigned places;
} decimal;

enum { MOST_PLACES = MOST_DIGITS + 3 };

static double power_of_ten(unsigned exponent) {
    static const double powers[MOST_PLACES + 1] = {1,   1e1, 1e2, 1e3,  1e4,  1e5, 1e6,
                                                   1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
    return powers[exponent];
}

/* Those behind the point of a number from 0.0001 up to 10^6 that has so many digits from its first
 * one that is not 0. */
static unsigned places_of(double magnitude, unsigned digits) {
    static const double lows[] = {1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5};
    unsigned places = digits + 3;
    for (size_t i = 0; i < sizeof lows / sizeof lows[0] && magnitude >= lows[i]; i++)
        places--;
    return places;
}

/* Rounds to the fewest digits that read back. The product is off by less than 10^-7, so the digits
 * are those of the exact value unless that is close to the middle of two: false then. */
static bool find_decimal(double magnitude, decimal *found) {
    for (unsigned digits = FEWEST_DIGITS; digits <= MOST_DIGITS; digits++) {
        const unsigned places = places_of(magnitude, digits);
        const double scaled = magnitude * power_of_ten(places);
        const double whole = (double)(uint64_t)scaled;
        const double rest = scaled - whole;
        if (rest > 0.499999 && rest < 0.500001) return false;
        const double rounded = whole + (rest > 0.5 ? 1 : 0);
        *found = (decimal){(uint64_t)rounded, places};
        if (is_same_float(rounded / power_of_ten(places), magnitude)) break;
    }
    return true;
}

static void put_decimal(nl_text *text, decimal number) {
    char places[MOST_PLACES];
    const uint64_t scale = (uint64_t)power_of_ten(number.places);
    uint64_t rest = number.digits % scale;
    nl_put_uint(text, number.digits / scale);
    if (rest == 0) return;
    for (unsigned i = number.places; i > 0; i--, rest /= 10)
        places[i - 1] = (char)('0' + rest % 10);
    while (places[number.places - 1] == '0')
        number.places--;
    nl_put_char(text, '.');
    append(text, places, number.places);
}

void nl_put_real(nl_text *text, double value) {
    const double magnitude = fabs(value);
    decimal number;
    if (isnan(value)) {
        nl_put(text, "NaN");
    } else if (isinf(value)) {
        nl_put(text, value < 0 ? "-Infinity" : "Infinity");
    } else if (magnitude == 0) {
        nl_put(text, signbit(value) ? "-0" : "0");
    } else if (magnitude >= 1e-4 && magnitude < 999999 && find_decimal(magnitude, &number)) {
        if (value < 0) nl_put_char(text, '-');
        put_decimal(text, number);
    } else {
        put_by_library(text, value);
    }
}

/* ---- Bytes ---- */

static void put_byte(nl_text *text, uint8_t byte) {
    if (byte >= 0x20 && byte < 0x7F && byte != '\\') {
        nl_put_char(text, (char)byte);
        return;
    }
    nl_put(text, "\\x");
    nl_put_char(text, "0123456789abcdef"[byte >> 4]);
    nl_put_char(text, "0123456789abcdef"[byte & 15]);
}

void nl_put_shown(nl_text *text, const char *string) {
    for (; *string; string++) {
        if (*string == '\\')
            nl_put_char(text, *string);
        else
            put_byte(text, (uint8_t)*string);
    }
}

void nl_put_bytes(nl_text *text, const uint8_t *bytes, size_t length) {
    const size_t shown = length < NL_SHOWN_NAME_BYTES ? length : NL_SHOWN_NAME_BYTES;
    for (size_t i = 0; i < shown; i++)
        put_byte(text, bytes[i]);
    if (shown < length) nl_put(text, "...");
}

void nl_put_value(nl_text *text, const navlint_value *value) {
    switch (value->kind) {
    case NAVLINT_NO_VALUE:
        break;
    case NAVLINT_UINT:
        nl_put_uint(text, value->as.uint);
        break;
    case NAVLINT_INT:
        nl_put_int(text, value->as.sint);
        break;
    case NAVLINT_REAL:
        nl_put_real(text, value->as.real);
        break;
    case NAVLINT_TEXT:
        nl_put_shown(text, value->as.text);
        break;
    }
}

static const navlint_value *named_value(const char *name, size_t length,
                                        const nl_template_values *values) {
    if (length == 1 && *name >= '0' && *name < (char)('0' + NL_MAX_ARGS))
        return &values->args[*name - '0'];
    if (length == 6 && memcmp(name, "actual", 6) == 0) return values->actual;
    if (length == 8 && memcmp(name, "expected", 8) == 0) return values->expected;
    return NULL;
}

static void put_span(nl_text *text, const char *from, const char *end) {
    while (from < end)
        nl_put_char(text, *from++);
}

static bool is_one(const navlint_value *value) {
    return (value->kind == NAVLINT_UINT && value->as.uint == 1) ||
           (value->kind == NAVLINT_INT && value->as.sint == 1) ||
           (value->kind == NAVLINT_REAL && value->as.real == 1);
}

/* "byte|bytes}": the word for that many. */
static void put_counted(nl_text *text, const navlint_value *value, const char *words) {
    const char *const second = words + strcspn(words, "|") + 1;
    if (is_one(value))
        put_span(text, words, second - 1);
    else
        put_span(text, second, second + strcspn(second, "}"));
}

/* Renders the placeholder whose name starts behind its brace; returns what follows it. */
static const char *put_placeholder(nl_text *text, const char *name,
                                   const nl_template_values *values) {
    const char *const end = name + strcspn(name, "}");
    const size_t name_length = strcspn(name, ":}");
    const char *const way = name + name_length + (name[name_length] == ':');
    const navlint_value *const value = named_value(name, name_length, values);
    if (value && memchr(way, '|', (size_t)(end - way)))
        put_counted(text, value, way);
    else if (value && *way == 'x' && value->kind == NAVLINT_UINT)
        nl_put_hex(text, value->as.uint);
    else if (value)
        nl_put_value(text, value);
    return *end ? end + 1 : end;
}

void nl_put_template(nl_text *text, const char *template_text, const nl_template_values *values) {
    const char *next = template_text;
    while (*next) {
        if (*next == '{')
            next = put_placeholder(text, next + 1, values);
        else
            nl_put_char(text, *next++);
    }
}
