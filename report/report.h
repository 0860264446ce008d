/* What the files of report/ share: a growing text, UTF-8, and a writer of JSON.
 *
 * Running out of memory shows as a failed buffer, up to the public function, which then returns
 * {NULL, 0}.
 */
#ifndef NAVLINT_REPORT_REPORT_H
#define NAVLINT_REPORT_REPORT_H

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

/* Room for `length` bytes at the end: who writes there adds what was written to buffer->length.
 * Returns NULL, and sets buffer->failed, when memory runs out. */
char *rep_buffer_grow(rep_buffer *buffer, size_t length);
static inline char *rep_buffer_room(rep_buffer *buffer, size_t length) {
    const bool fits = !buffer->failed && length < buffer->capacity - buffer->length;
    return fits ? buffer->bytes + buffer->length : rep_buffer_grow(buffer, length);
}

/* Appends a NUL-terminated text as it is. Sets buffer->failed when memory runs out. */
void rep_buffer_text(rep_buffer *buffer, const char *text);

/* Appends a number for people: 1,204. Sets buffer->failed when memory runs out. */
void rep_buffer_count(rep_buffer *buffer, uint64_t count);

/* Hands the text over, NUL-terminated, and leaves the buffer empty.
 * Returns a text that the caller frees with navlint_text_free; {NULL, 0} if the buffer failed. */
navlint_text rep_buffer_take(rep_buffer *buffer);

/* ---- utf8.c -------------------------------------------------------------------------------- */

/* The bytes of the character at `at`, in a NUL-terminated text; 0 if it is not well-formed UTF-8 as
 * RFC 3629 section 4 defines it. */
size_t rep_utf8_length(const char *at);

/* Appends `text`, NUL-terminated. The bytes of what is not UTF-8, of control characters and of
 * characters that reorder or break a line are written as \xNN: the text goes to terminals and into
 * logs, and comes from strangers. Sets buffer->failed when memory runs out. */
void rep_utf8_append_printable(rep_buffer *buffer, const char *text);

/* ---- fingerprints.c ------------------------------------------------------------------------ */

/* A hash that starts with REP_HASH_START, with the bytes of `text` (NULL: none) and its NUL, so
 * that no two lists of texts run together alike. FNV-1a, 64 bits:
 * http://www.isthe.com/chongo/tech/comp/fnv/ */
#define REP_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t rep_hash_text(uint64_t hash, const char *text);

/* The name without "./" in front: paths in a repository have none. */
const char *rep_without_here(const char *name);

/* ---- tallies.c ----------------------------------------------------------------------------- */

/* The findings of one rule in a report, less those that are suppressed. */
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

/* How many findings are suppressed. */
uint64_t rep_suppressed_count(const navlint_report *report);

/* ---- json.c -------------------------------------------------------------------------------- */

/* A JSON text on its way. Keys of objects come in the order in which they are put; they are the
 * program's own words, in which nothing has to be escaped. A key is NULL in an array. Running out
 * of memory shows at the end. */
typedef struct rep_json {
    rep_buffer text;
    uint32_t depth; /* open brackets */
    bool is_indented;
    bool has_items; /* inside the innermost one, so far */
} rep_json;

/* Starts an object. */
rep_json rep_json_begin(enum navlint_json_style style);

/* Starts a compact object at the end of a text, which it takes until rep_json_back. */
rep_json rep_json_behind(rep_buffer *text);

/* Ends it and gives the text back, which has failed if memory ran out. */
void rep_json_back(rep_json *json, rep_buffer *text);

/* Ends it. Returns a text that the caller frees with navlint_text_free; {NULL, 0} when memory ran
 * out. */
navlint_text rep_json_end(rep_json *json);

/* Starts ('{', '[') and ends ('}', ']') an object or an array in the one around it. */
void rep_json_open(rep_json *json, const char *key, char bracket);
void rep_json_close(rep_json *json, char bracket);

/* A text; bytes that are not UTF-8 are shown as \xNN. text: NUL-terminated; NULL stands for "". */
void rep_json_text(rep_json *json, const char *key, const char *text);

/* The same; nothing if text is NULL. */
void rep_json_text_if(rep_json *json, const char *key, const char *text);

/* An offset, a length or a counter; at most 2^53. */
void rep_json_count(rep_json *json, const char *key, uint64_t count);

void rep_json_bool(rep_json *json, const char *key, bool value);

/* Bytes, as a text of two lower-case hex digits each. */
void rep_json_hex(rep_json *json, const char *key, const uint8_t *bytes, size_t length);

/* A value that is written already. */
void rep_json_raw(rep_json *json, const char *key, const char *bytes, size_t length);

/* A value of a finding or a fact; null for NAVLINT_NO_VALUE. Integers beyond 2^53 and reals that
 * are not finite are texts. */
void rep_json_value(rep_json *json, const char *key, const navlint_value *value);

#endif
