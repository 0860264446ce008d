#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"

/* 2^53: up to here every integer survives readers that keep numbers as doubles (RFC 8259,
 * section 6). */
#define JSON_EXACT_MAX (UINT64_C(1) << 53)

json_t *rep_json_text(const char *text) {
    if (!text) return json_string("");
    if (rep_utf8_is_valid(text)) return json_string_nocheck(text);

    /* Names of files are bytes, JSON is UTF-8, and jansson refuses anything else: the reader gets
     * the odd bytes as \xNN rather than no report. */
    rep_buffer buffer = {0};
    rep_utf8_append_valid(&buffer, text);
    const navlint_text escaped = rep_buffer_take(&buffer);
    json_t *json = escaped.text ? json_stringn_nocheck(escaped.text, escaped.length) : NULL;
    navlint_text_free(escaped);
    return json;
}

json_t *rep_json_count(uint64_t count) {
    /* Counts bytes or events of one process, so it never gets to the bound; a negative number,
     * which a bare cast could give, would be worse than a wrong one. */
    return json_integer((json_int_t)(count < JSON_EXACT_MAX ? count : JSON_EXACT_MAX));
}

static json_t *uint_json(uint64_t value) {
    if (value <= JSON_EXACT_MAX) return json_integer((json_int_t)value);
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRIu64, value);
    return json_string_nocheck(digits);
}

static json_t *int_json(int64_t value) {
    if (value >= 0) return uint_json((uint64_t)value);
    if (value >= -(int64_t)JSON_EXACT_MAX) return json_integer((json_int_t)value);
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%" PRId64, value);
    return json_string_nocheck(digits);
}

/* Fields of files are floats: 0.1f must read 0.1, not 0.10000000149011612. Returns the double that
 * is nearest to the shortest decimal which reads back as the same float; printed with DBL_DIG
 * digits it gives that decimal again (C11 5.2.4.2.2). Other doubles are returned as they are. */
static double shortest_real(double value) {
    if (value < -(double)FLT_MAX || value > (double)FLT_MAX) return value;
    const float single = (float)value;
    if ((double)single != value) return value;

    char text[32];
    int digits = 0;
    do {
        digits++;
        (void)snprintf(text, sizeof text, "%.*g", digits, value);
    } while (digits < FLT_DECIMAL_DIG && strtof(text, NULL) != single);
    return strtod(text, NULL);
}

/* The largest number of DBL_DIG digits that is a double: with as many DBL_MAX would be rounded up
 * to one that is none, and readers refuse that. */
#define JSON_REAL_MAX 1.79769313486231e+308

/* JSON has no numbers for what is not finite. */
static json_t *real_json(double value) {
    if (value > DBL_MAX) return json_string_nocheck("Infinity");
    if (value < -DBL_MAX) return json_string_nocheck("-Infinity");
    if (!(value <= DBL_MAX)) return json_string_nocheck("NaN");
    if (value > JSON_REAL_MAX) return json_real(JSON_REAL_MAX);
    if (value < -JSON_REAL_MAX) return json_real(-JSON_REAL_MAX);
    return json_real(shortest_real(value));
}

json_t *rep_json_value(const navlint_value *value) {
    switch (value->kind) {
    case NAVLINT_UINT:
        return uint_json(value->as.uint);
    case NAVLINT_INT:
        return int_json(value->as.sint);
    case NAVLINT_REAL:
        return real_json(value->as.real);
    case NAVLINT_TEXT:
        return rep_json_text(value->as.text);
    case NAVLINT_NO_VALUE:
        break;
    }
    return json_null();
}

bool rep_json_put(json_t *object, const char *key, json_t *value) {
    return json_object_set_new(object, key, value) == 0;
}

bool rep_json_put_text(json_t *object, const char *key, const char *text) {
    return !text || rep_json_put(object, key, rep_json_text(text));
}

json_t *rep_json_keep(json_t *json, bool whole) {
    if (whole) return json;
    json_decref(json);
    return NULL;
}

json_t *rep_json_array(size_t count, rep_element_fn element, const void *source) {
    json_t *array = json_array();
    bool whole = array != NULL;
    for (size_t i = 0; whole && i < count; i++)
        whole = json_array_append_new(array, element(source, i)) == 0;
    return rep_json_keep(array, whole);
}

static int append_printed(const char *bytes, size_t length, void *buffer) {
    rep_buffer *out = buffer;
    rep_buffer_append(out, bytes, length);
    return out->failed ? -1 : 0;
}

navlint_text rep_json_print(json_t *root, enum navlint_json_style style) {
    if (!root) return (navlint_text){NULL, 0};
    /* The keys keep the order in which they were put: jansson's default since 2.8. */
    const size_t layout = style == NAVLINT_JSON_INDENT ? JSON_INDENT(2) : JSON_COMPACT;
    rep_buffer buffer = {0};
    /* A buffer of ours rather than json_dumps: its text is freed with free() whatever allocator
     * the application has given to jansson. */
    if (json_dump_callback(root, append_printed, &buffer, layout | JSON_REAL_PRECISION(DBL_DIG)))
        buffer.failed = true;
    json_decref(root);
    return rep_buffer_take(&buffer);
}
