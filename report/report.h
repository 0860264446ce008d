/* What the files of report/ share: a growing text, UTF-8, and builders of JSON values.
 *
 * Running out of memory shows as NULL, false or a failed buffer, up to the public function, which
 * then returns {NULL, 0}. The builders consume what they are given, so no caller has to clean up
 * more than its own object (rep_json_keep).
 */
#ifndef NAVLINT_REPORT_REPORT_H
#define NAVLINT_REPORT_REPORT_H

#include <jansson.h>

#include "navlint/navlint.h"

/* The `$schema` of every report, equal to the `$id` of schemas/report.schema.json. */
#define REP_SCHEMA_ID "urn:navlint:schema:report:2"

/* ---- buffer.c ------------------------------------------------------------------------------ */

/* A text that grows with malloc. Start with {0}; a failure sticks, later calls do nothing. */
typedef struct rep_buffer {
    char *bytes;
    size_t length;   /* bytes in use */
    size_t capacity; /* bytes allocated; more than length, there is room for the NUL */
    bool failed;
} rep_buffer;

/* Appends `length` bytes. Sets buffer->failed when memory runs out. */
void rep_buffer_append(rep_buffer *buffer, const char *bytes, size_t length);

/* Appends a NUL-terminated text as it is. Sets buffer->failed when memory runs out. */
void rep_buffer_text(rep_buffer *buffer, const char *text);

/* Appends a number for people: 1,204. Sets buffer->failed when memory runs out. */
void rep_buffer_count(rep_buffer *buffer, uint64_t count);

/* Hands the text over, NUL-terminated, and leaves the buffer empty.
 * Returns a text that the caller frees with navlint_text_free; {NULL, 0} if the buffer failed. */
navlint_text rep_buffer_take(rep_buffer *buffer);

/* ---- utf8.c -------------------------------------------------------------------------------- */

/* Says whether `text`, NUL-terminated, is well-formed UTF-8 as RFC 3629 section 4 defines it. */
bool rep_utf8_is_valid(const char *text);

/* Appends `text`, NUL-terminated, with each byte that is not well-formed UTF-8 written as \xNN.
 * Sets buffer->failed when memory runs out. */
void rep_utf8_append_valid(rep_buffer *buffer, const char *text);

/* Appends `text` as above, and also writes the bytes of control characters and of characters that
 * reorder or break a line as \xNN: the text goes to terminals and into logs, and comes from
 * strangers. Sets buffer->failed when memory runs out. */
void rep_utf8_append_printable(rep_buffer *buffer, const char *text);

/* ---- tallies.c ----------------------------------------------------------------------------- */

/* The findings of one rule in a report. */
typedef struct rep_tally {
    const navlint_rule *rule;
    uint64_t total; /* listed or left out by the caps */
    uint64_t kept;
    uint64_t shown; /* so far, by whoever shows them */
} rep_tally;

/* Of each rule that has a finding in a report. Start with {0}; rep_tallies_free at the end. */
typedef struct rep_tallies {
    rep_tally *items; /* heap */
    size_t count;
    size_t capacity;
} rep_tallies;

/* Counts what the report itself lists, not its members. Returns false, with nothing to be freed,
 * when memory runs out. */
bool rep_tallies_make(rep_tallies *tallies, const navlint_report *report);
void rep_tallies_free(rep_tallies *tallies);

/* The tally of this rule; NULL if none of its findings is kept. */
rep_tally *rep_tally_of(const rep_tallies *tallies, const navlint_rule *rule);

/* Findings of rules of which none is kept: whom the caps left out to the last. */
uint64_t rep_untold_count(const rep_tallies *tallies, const navlint_report *report);

/* The summary of a report without those of its members. */
navlint_summary rep_own_summary(const navlint_report *report);

/* ---- json.c -------------------------------------------------------------------------------- */

/* `text` as a JSON string; bytes that are not UTF-8 are shown as \xNN. NULL when memory runs out.
 * text: NUL-terminated; NULL stands for "". */
json_t *rep_json_text(const char *text);

/* An offset, a length or a counter. NULL when memory runs out. */
json_t *rep_json_count(uint64_t count);

/* A value of a finding or a fact; null for NAVLINT_NO_VALUE. NULL when memory runs out. */
json_t *rep_json_value(const navlint_value *value);

/* Sets `key` of `object` to `value`, which is consumed even on failure.
 * Returns false if object or value is NULL or memory runs out. */
bool rep_json_put(json_t *object, const char *key, json_t *value);

/* The same with a text; does nothing and succeeds if text is NULL. */
bool rep_json_put_text(json_t *object, const char *key, const char *text);

/* Returns `json` if it is whole, else frees it and returns NULL. */
json_t *rep_json_keep(json_t *json, bool whole);

/* Makes one element of an array from the element at `index` of `source`. */
typedef json_t *(*rep_element_fn)(const void *source, size_t index);

/* An array of `count` elements, each made by `element`. NULL when memory runs out. */
json_t *rep_json_array(size_t count, rep_element_fn element, const void *source);

/* Prints `root`, which is consumed; {NULL, 0} if root is NULL or memory runs out. */
navlint_text rep_json_print(json_t *root, enum navlint_json_style style);

#endif
