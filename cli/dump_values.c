/* Written by hand but for strings that need escapes: building an object of each field would take
 * five times as long, and a file has millions of them. */
#include "cli/dump_values.h"

#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "cli/numbers.h"
#include "cli/output.h"

/* The sign of a NaN is not the same on all machines. */
static void print_real(double real) {
    char text[CLI_REAL_CAPACITY];
    if (!isfinite(real)) {
        cli_print("%s", isnan(real) ? "nan" : real > 0 ? "inf" : "-inf");
        return;
    }
    cli_print_real(text, real);
    cli_print("%s", text);
}

void cli_print_value(const navlint_value *value) {
    switch (value->kind) {
    case NAVLINT_UINT:
        cli_print("%" PRIu64, value->as.uint);
        return;
    case NAVLINT_INT:
        cli_print("%" PRId64, value->as.sint);
        return;
    case NAVLINT_REAL:
        print_real(value->as.real);
        return;
    case NAVLINT_TEXT:
        cli_print("\"%s\"", value->as.text);
        return;
    case NAVLINT_NO_VALUE:
        cli_print("-");
        return;
    }
}

/* 2^53: up to here every integer survives readers that keep numbers as doubles (RFC 8259, 6). */
#define EXACT_MAX (UINT64_C(1) << 53)

static bool needs_escapes(const char *text) {
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~' || *text == '"' || *text == '\\') return true;
    return false;
}

static int write_chunk(const char *bytes, size_t length, void *context) {
    (void)context;
    return cli_write(bytes, length) ? 0 : -1;
}

/* jansson takes UTF-8 alone; names of files are bytes, so those that are none are shown as \xNN. */
static void print_escaped(const char *text) {
    char safe[4 * PATH_MAX];
    json_t *json = json_string(text);
    if (!json) {
        cli_make_safe(safe, sizeof safe, text);
        json = json_string(safe);
    }
    if (!json || json_dump_callback(json, write_chunk, NULL, JSON_ENCODE_ANY) != 0)
        cli_print("null");
    json_decref(json);
}

void cli_print_json_string(const char *text) {
    if (needs_escapes(text))
        print_escaped(text);
    else
        cli_print("\"%s\"", text);
}

static void print_json_real(double real) {
    char text[CLI_REAL_CAPACITY];
    if (!isfinite(real)) {
        cli_print("\"%s\"", isnan(real) ? "NaN" : real > 0 ? "Infinity" : "-Infinity");
        return;
    }
    cli_print_real(text, real);
    cli_print("%s%s", text, strpbrk(text, ".e") ? "" : ".0");
}

void cli_print_json_value(const navlint_value *value) {
    const bool is_exact_uint = value->as.uint <= EXACT_MAX;
    const bool is_exact_int =
        value->as.sint <= (int64_t)EXACT_MAX && value->as.sint >= -(int64_t)EXACT_MAX;
    switch (value->kind) {
    case NAVLINT_UINT:
        cli_print(is_exact_uint ? "%" PRIu64 : "\"%" PRIu64 "\"", value->as.uint);
        return;
    case NAVLINT_INT:
        cli_print(is_exact_int ? "%" PRId64 : "\"%" PRId64 "\"", value->as.sint);
        return;
    case NAVLINT_REAL:
        print_json_real(value->as.real);
        return;
    case NAVLINT_TEXT:
        cli_print_json_string(value->as.text);
        return;
    case NAVLINT_NO_VALUE:
        cli_print("null");
        return;
    }
}

void cli_print_json_place(const navlint_field *field) {
    cli_print("\"type\":\"%s\",\"role\":\"%s\",\"offset\":%" PRIu64 ",\"length\":%" PRIu64,
              field->type, navlint_role_text(field->role), field->offset, field->length);
}

void cli_print_json_inner(const navlint_field *field) {
    cli_print(",\"encoding\":\"%s\",\"inner\":{\"offset\":%" PRIu64 ",\"length\":%" PRIu64 "}",
              field->encoding, field->inner.offset, field->inner.length);
}
