#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/suppress/text.h"

static json_t *fingerprints_json(const cli_suppression *one) {
    json_t *const texts = json_array();
    for (size_t i = 0; i < one->count; i++) {
        char digits[17];
        (void)snprintf(digits, sizeof digits, "%016" PRIx64, one->known[i].fingerprint);
        if (json_array_append_new(texts, json_string(digits)) == 0) continue;
        json_decref(texts);
        return NULL;
    }
    return texts;
}

/* Optional keys are left out where there is nothing. */
static json_t *suppression_json(const cli_suppression *one) {
    return json_pack("{s:I, s:s*, s:s*, s:o}", "count", (json_int_t)one->count, "reason",
                     one->reason, "until", one->until[0] != '\0' ? one->until : NULL,
                     "fingerprints", fingerprints_json(one));
}

/* The object of a file, which comes once: all its rules stand together. */
static json_t *rules_of(json_t *files, const char *file) {
    json_t *const rules = json_object_get(files, file);
    if (rules) return rules;
    return json_object_set_new(files, file, json_object()) == 0 ? json_object_get(files, file)
                                                                : NULL;
}

static json_t *files_json(const cli_suppressions *all) {
    json_t *const files = json_object();
    for (size_t i = 0; i < all->count; i++) {
        const cli_suppression *const one = &all->items[i];
        json_t *const rules = rules_of(files, one->file);
        if (rules && json_object_set_new(rules, one->code, suppression_json(one)) == 0) continue;
        json_decref(files);
        return NULL;
    }
    return files;
}

/* A text of the library's, with a line end behind it, in memory that free takes back. */
static char *as_lines(char *text) {
    const size_t length = strlen(text);
    char *const lines = realloc(text, length + sizeof "\n");
    if (lines) memcpy(lines + length, "\n", sizeof "\n");
    if (!lines) free(text);
    return lines;
}

char *cli_suppressions_write(const cli_suppressions *all) {
    json_t *const whole =
        json_pack("{s:s, s:o}", "$schema", CLI_SUPPRESSIONS_SCHEMA, "files", files_json(all));
    char *const text = json_dumps(whole, JSON_INDENT(2));
    json_decref(whole);
    return text ? as_lines(text) : NULL;
}
