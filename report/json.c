/* A writer of JSON (RFC 8259): text goes straight into a buffer, as jansson would print the same
 * values. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "report/report.h"

/* 2^53: up to here every integer survives readers that keep numbers as doubles (RFC 8259,
 * section 6). */
#define JSON_EXACT_MAX (UINT64_C(1) << 53)

/* The largest number of DBL_DIG digits that is a double: with as many DBL_MAX would be rounded up
 * to one that is none, and readers refuse that. */
#define JSON_REAL_MAX 1.79769313486231e+308

enum { INDENT_SPACES = 2, REAL_CHARS = 40 };

static void put(rep_json *json, const char *bytes, size_t length) {
    rep_buffer_append(&json->text, bytes, length);
}

static void put_char(rep_json *json, char c) {
    put(json, &c, 1);
}

/* ---- Texts --------------------------------------------------------------------------------- */

static void put_escaped(rep_json *json, char c) {
    static const char named[] =
        "\"\"\\\\\bb\ff\nn\rr\tt"; /* the character, the letter that stands for it */
    for (const char *at = named; *at != '\0'; at += 2) {
        if (*at != c) continue;
        put_char(json, '\\');
        put_char(json, at[1]);
        return;
    }
    char escape[sizeof "\\u0000"];
    (void)snprintf(escape, sizeof escape, "\\u%04X", (unsigned)(unsigned char)c);
    put(json, escape, sizeof escape - 1);
}

static bool is_plain(char c) {
    return (unsigned char)c >= ' ' && (unsigned char)c < 0x80 && c != '"' && c != '\\';
}

enum { WORD_BYTES = 8 };

#define EACH_BYTE(value) (UINT64_C(0x0101010101010101) * (value))

/* is_plain of eight characters. Those below 0x80 have their highest bit to spare: it is set in each
 * sum and difference that says yes, and nothing reaches the next character. */
static bool is_plain_word(const char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    const uint64_t highest = EACH_BYTE(0x80);
    if ((word & highest) != 0) return false;
    const uint64_t no_control = (word | highest) - EACH_BYTE(' ');
    const uint64_t no_quote = (word ^ EACH_BYTE('"')) + EACH_BYTE(0x7F);
    const uint64_t no_backslash = (word ^ EACH_BYTE('\\')) + EACH_BYTE(0x7F);
    return (no_control & no_quote & no_backslash & highest) == highest;
}

/* What can stand in a JSON text as it is, from `at` on: bytes. last: the text's NUL. */
static size_t plain_length(const char *at, const char *last) {
    const char *end = at;
    while (last - end >= WORD_BYTES && is_plain_word(end))
        end += WORD_BYTES;
    while (is_plain(*end))
        end++;
    return (size_t)(end - at);
}

/* Names of files are bytes, JSON is UTF-8: the reader gets the odd bytes as \xNN rather than no
 * report. Returns the bytes that were written of it. */
static size_t put_other(rep_json *json, const char *at) {
    const unsigned char first = (unsigned char)*at;
    if (first < 0x80) {
        put_escaped(json, *at);
        return 1;
    }
    const size_t length = rep_utf8_length(at);
    if (length > 0) {
        put(json, at, length);
        return length;
    }
    char shown[sizeof "\\\\x00"];
    (void)snprintf(shown, sizeof shown, "\\\\x%02x", (unsigned)first);
    put(json, shown, sizeof shown - 1);
    return 1;
}

/* From the first byte on that does not stand as it is, to the quote at the end. */
static void put_rest(rep_json *json, const char *at, const char *last) {
    while (at != last) {
        at += put_other(json, at);
        const size_t plain = plain_length(at, last);
        put(json, at, plain);
        at += plain;
    }
    put_char(json, '"');
}

/* Nearly every text is plain to its end, and copied as a whole. */
static void put_string(rep_json *json, const char *text) {
    const char *const from = text ? text : "";
    const char *const last = from + strlen(from);
    const size_t plain = plain_length(from, last);
    char *const at = rep_buffer_room(&json->text, plain + 2);
    if (!at) return;
    const bool is_whole = from + plain == last;
    at[0] = '"';
    memcpy(at + 1, from, plain);
    at[plain + 1] = '"';
    json->text.length += is_whole ? plain + 2 : plain + 1;
    if (!is_whole) put_rest(json, from + plain, last);
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static void put_digits(rep_json *json, uint64_t value, bool is_negative) {
    char digits[24];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    if (is_negative) digits[--at] = '-';
    put(json, digits + at, sizeof digits - at);
}

/* An integer that not every reader would keep stands as text. */
static void put_integer(rep_json *json, uint64_t magnitude, bool is_negative) {
    const bool is_exact = magnitude <= JSON_EXACT_MAX;
    if (!is_exact) put_char(json, '"');
    put_digits(json, magnitude, is_negative);
    if (!is_exact) put_char(json, '"');
}

static void put_int(rep_json *json, int64_t value) {
    const bool is_negative = value < 0; /* the lowest has no positive twin */
    put_integer(json, is_negative ? (uint64_t) - (value + 1) + 1 : (uint64_t)value, is_negative);
}

/* Fields of files are floats: 0.1f must read 0.1, not 0.10000000149011612. The shortest decimal
 * that reads back as the same float; one that has six digits or fewer is what six are rounded to,
 * but for denormal numbers, which are farther apart. */
static void print_float(char out[REAL_CHARS], float single) {
    int digits = single > -FLT_MIN && single < FLT_MIN ? 1 : FLT_DIG;
    while (snprintf(out, REAL_CHARS, "%.*g", digits, (double)single) > 0 &&
           digits < FLT_DECIMAL_DIG && strtof(out, NULL) != single)
        digits++;
}

static bool is_float(double value) {
    return value >= -(double)FLT_MAX && value <= (double)FLT_MAX && (double)(float)value == value;
}

static void print_double(char out[REAL_CHARS], double value) {
    (void)snprintf(out, REAL_CHARS, "%.*g", DBL_DIG, value);
}

/* Large whole floats would have an exponent, as only their first digits are needed: DBL_DIG digits
 * stand without. */
static void print_real(char out[REAL_CHARS], double value) {
    const bool is_small_whole = value > -1e7 && value < 1e7 && value == (double)(int32_t)value;
    if (is_small_whole || !is_float(value)) {
        print_double(out, value);
        return;
    }
    print_float(out, (float)value);
    if (value <= -1e6 || value >= 1e6) print_double(out, strtod(out, NULL));
}

/* From the sign of the exponent on: "e-05" becomes "e-5", "e+20" "e20". */
static void put_exponent(rep_json *json, const char *at) {
    put_char(json, 'e');
    if (*at == '-') put_char(json, '-');
    while (*at == '-' || *at == '+' || *at == '0')
        at++;
    put(json, at, strlen(at));
}

/* A number that a reader takes for a real one, whatever the decimal sign of the locale is. */
static void put_printed(rep_json *json, const char *text) {
    bool is_real = false;
    for (; *text != '\0' && *text != 'e'; text++) {
        const bool is_sign = !(*text >= '0' && *text <= '9') && *text != '-';
        if (!is_sign || !is_real) put_char(json, is_sign ? '.' : *text);
        is_real |= is_sign;
    }
    if (*text == 'e')
        put_exponent(json, text + 1);
    else if (!is_real)
        put(json, ".0", 2);
}

/* What core/text.h writes with the digits of print_real, and faster. */
static bool is_usual(double value) {
    const double magnitude = value < 0 ? -value : value;
    return value == 0 || (magnitude >= 1e-4 && magnitude < 999999 && is_float(value));
}

static void put_usual(rep_json *json, double value) {
    char chars[REAL_CHARS];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_real(&text, value);
    put(json, text.chars, text.length);
    if (!strchr(chars, '.')) put(json, ".0", 2);
}

static double within(double value) {
    if (value > JSON_REAL_MAX) return JSON_REAL_MAX;
    return value < -JSON_REAL_MAX ? -JSON_REAL_MAX : value;
}

/* JSON has no numbers for what is not finite. */
static void put_real(rep_json *json, double value) {
    char text[REAL_CHARS];
    if (value > DBL_MAX) {
        put_string(json, "Infinity");
    } else if (value < -DBL_MAX) {
        put_string(json, "-Infinity");
    } else if (!(value <= DBL_MAX)) {
        put_string(json, "NaN");
    } else if (is_usual(value)) {
        put_usual(json, value);
    } else {
        print_real(text, within(value));
        put_printed(json, text);
    }
}

/* ---- Items --------------------------------------------------------------------------------- */

/* A line end and the indentation, if the text has lines. Returns the place behind them. */
static char *write_line(const rep_json *json, char *at) {
    if (!json->is_indented) return at;
    const size_t spaces = (size_t)json->depth * INDENT_SPACES;
    *at = '\n';
    memset(at + 1, ' ', spaces);
    return at + 1 + spaces;
}

static size_t line_room(const rep_json *json) {
    return 1 + (size_t)json->depth * INDENT_SPACES;
}

static char *write_key(const rep_json *json, char *at, const char *key, size_t length) {
    *at++ = '"';
    memcpy(at, key, length);
    at += length;
    *at++ = '"';
    *at++ = ':';
    if (json->is_indented) *at++ = ' ';
    return at;
}

/* Everything up to the value of an item: of an object it has a key. */
static void begin_item(rep_json *json, const char *key) {
    const size_t length = key ? strlen(key) : 0;
    char *const start = rep_buffer_room(&json->text, line_room(json) + length + sizeof ",\"\": ");
    if (!start) return;
    char *at = start;
    if (json->has_items) *at++ = ',';
    if (json->depth > 0) at = write_line(json, at);
    if (key) at = write_key(json, at, key, length);
    json->text.length += (size_t)(at - start);
    json->has_items = true;
}

static void put_line(rep_json *json) {
    char *const start = rep_buffer_room(&json->text, line_room(json));
    if (start) json->text.length += (size_t)(write_line(json, start) - start);
}

void rep_json_open(rep_json *json, const char *key, char bracket) {
    begin_item(json, key);
    put_char(json, bracket);
    json->depth++;
    json->has_items = false;
}

void rep_json_close(rep_json *json, char bracket) {
    json->depth--;
    if (json->has_items) put_line(json);
    put_char(json, bracket);
    json->has_items = true;
}

void rep_json_text(rep_json *json, const char *key, const char *text) {
    begin_item(json, key);
    put_string(json, text);
}

void rep_json_text_if(rep_json *json, const char *key, const char *text) {
    if (text) rep_json_text(json, key, text);
}

/* Counts bytes or events of one process, so it never gets to the bound. */
void rep_json_count(rep_json *json, const char *key, uint64_t count) {
    begin_item(json, key);
    put_digits(json, count < JSON_EXACT_MAX ? count : JSON_EXACT_MAX, false);
}

void rep_json_bool(rep_json *json, const char *key, bool value) {
    begin_item(json, key);
    rep_buffer_text(&json->text, value ? "true" : "false");
}

void rep_json_hex(rep_json *json, const char *key, const uint8_t *bytes, size_t length) {
    static const char digits[] = "0123456789abcdef";
    begin_item(json, key);
    char *const at = rep_buffer_room(&json->text, 2 * length + 2);
    if (!at) return;
    at[0] = at[2 * length + 1] = '"';
    for (size_t i = 0; i < length; i++) {
        at[1 + 2 * i] = digits[bytes[i] >> 4];
        at[2 + 2 * i] = digits[bytes[i] & 15];
    }
    json->text.length += 2 * length + 2;
}

void rep_json_raw(rep_json *json, const char *key, const char *bytes, size_t length) {
    begin_item(json, key);
    put(json, bytes, length);
}

void rep_json_value(rep_json *json, const char *key, const navlint_value *value) {
    begin_item(json, key);
    switch (value->kind) {
    case NAVLINT_UINT:
        put_integer(json, value->as.uint, false);
        break;
    case NAVLINT_INT:
        put_int(json, value->as.sint);
        break;
    case NAVLINT_REAL:
        put_real(json, value->as.real);
        break;
    case NAVLINT_TEXT:
        put_string(json, value->as.text);
        break;
    case NAVLINT_NO_VALUE:
        put(json, "null", 4);
        break;
    }
}

/* ---- Whole texts --------------------------------------------------------------------------- */

rep_json rep_json_begin(enum navlint_json_style style) {
    rep_json json = {.is_indented = style == NAVLINT_JSON_INDENT};
    rep_json_open(&json, NULL, '{');
    return json;
}

navlint_text rep_json_end(rep_json *json) {
    rep_json_close(json, '}');
    return rep_buffer_take(&json->text);
}

rep_json rep_json_behind(rep_buffer *text) {
    rep_json json = {.text = *text};
    *text = (rep_buffer){0};
    rep_json_open(&json, NULL, '{');
    return json;
}

void rep_json_back(rep_json *json, rep_buffer *text) {
    rep_json_close(json, '}');
    *text = json->text;
}
