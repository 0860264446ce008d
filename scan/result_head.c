#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "scan/judge.h"

static const char format_name[] = "navlint-scan result 1";

/* ---- writing ---- */

static json_t *spans_json(const scan_span *spans, size_t count) {
    json_t *const array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_array_append_new(array, json_integer((json_int_t)spans[i].text));
        json_array_append_new(array, json_integer((json_int_t)spans[i].complaints));
    }
    return array;
}

bool scan_result_head(const scan_result *result, const char *worker, scan_bytes *bytes) {
    json_t *const root =
        json_pack("{s:s, s:s, s:s, s:i, s:s, s:o, s:o}", "format", format_name, "version",
                  navlint_version(), "worker", worker, "code", result->code, "yields",
                  result->yields, "files", spans_json(result->files, result->file_count), "folders",
                  spans_json(result->folders, result->folder_count));
    char *const text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (!text) return false;
    *bytes = (scan_bytes){text, strlen(text) + 1};
    text[bytes->length - 1] = '\n'; /* in the place of the NUL */
    return true;
}

/* ---- reading ---- */

static bool read_length(const json_t *value, uint64_t *length) {
    if (!json_is_integer(value) || json_integer_value(value) < 0) return false;
    *length = (uint64_t)json_integer_value(value);
    return *length <= INT64_MAX / 4;
}

static bool read_spans(const json_t *array, scan_span **spans, size_t *count) {
    *count = json_array_size(array) / 2;
    *spans = calloc(*count + 1, sizeof **spans);
    if (!*spans || json_array_size(array) % 2 != 0) return false;
    for (size_t i = 0; i < *count; i++)
        if (!read_length(json_array_get(array, 2 * i), &(*spans)[i].text) ||
            !read_length(json_array_get(array, 2 * i + 1), &(*spans)[i].complaints))
            return false;
    return true;
}

static bool read_yields(const json_t *value, scan_result *result) {
    const char *const yields = json_string_value(value);
    if (!yields || strlen(yields) != result->file_count ||
        strspn(yields, "012") != result->file_count)
        return false;
    result->yields = strdup(yields);
    return result->yields != NULL;
}

static bool read_code(const json_t *value, int *code) {
    const json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    *code = (int)number;
    return number >= CLI_OK && number <= CLI_INTERNAL;
}

bool scan_result_read(const char *bytes, size_t length, scan_result *result) {
    *result = (scan_result){0};
    json_t *const root = json_loadb(bytes, length, 0, NULL);
    const char *const format = json_string_value(json_object_get(root, "format"));
    const bool read =
        format && strcmp(format, format_name) == 0 &&
        read_code(json_object_get(root, "code"), &result->code) &&
        read_spans(json_object_get(root, "files"), &result->files, &result->file_count) &&
        read_spans(json_object_get(root, "folders"), &result->folders, &result->folder_count) &&
        read_yields(json_object_get(root, "yields"), result);
    json_decref(root);
    return read;
}
