/* Built files with a few fields changed by their path in the dump, and what is said of them: tables
 * of what no witness shows. */
#ifndef NAVLINT_TESTS_SUPPORT_EDIT_H
#define NAVLINT_TESTS_SUPPORT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

/* One change. A field gets `value` in its own byte order (of text the first byte, or the first four
 * if it is larger; a float by its bits, or the float `real`), or `cut` bytes are taken out from its
 * start on; negative: as many zeros are put in. */
typedef struct edit {
    const char *path; /* NULL: no change; one "*" in it stands for anything, and all such fields */
    uint64_t value;
    float real;
    bool is_real;
    int32_t cut;
} edit;

#define AT(place, to)                                                                              \
    { .path = place, .value = to }
#define REAL(place, to)                                                                            \
    { .path = place, .real = to, .is_real = true }
#define OUT(place, bytes)                                                                          \
    { .path = place, .cut = bytes }

enum { MOST_EDITS = 14, EDITED_BYTES = 4 << 20 };

/* Mends the sizes around a place that is about to grow. */
typedef void (*edit_resize_fn)(uint8_t *bytes, size_t length, uint64_t at, int64_t growth);

typedef struct edited {
    const char *format;    /* to dump and judge it as; NULL: detected from the bytes */
    edit_resize_fn resize; /* NULL: no sizes change */
    size_t length;
    uint8_t bytes[EDITED_BYTES];
} edited;

/* Makes the changes one after the other: each path is looked up in what the ones before have made.
 * Fails the test if it is not there. */
void edit_all(edited *file, const edit edits[MOST_EDITS]);

/* The field of that path. Fails the test if it is not there. */
navlint_field edit_find(const edited *file, const char *path);

/* Dumps and draws the input, whatever it holds; fails the test if that fails. */
void dump_and_draw(const navlint_options *options, const navlint_input *input);

/* Judges the inputs, dumps and draws each of them, and fails the test unless the codes of the
 * findings, each once and in order of the report, are these: "" or "CODE CODE". */
void expect_codes(const navlint_options *options, const navlint_input *inputs, size_t count,
                  const char *codes);

/* The same for the file alone, which is then judged with too few steps and too little memory, of
 * many sizes each: it is never valid for that. */
void expect_edited(const edited *file, const char *codes);

/* The latter for any inputs; of large ones nothing is done. */
void expect_short_means(const navlint_options *options, const navlint_input *inputs, size_t count);

#endif
