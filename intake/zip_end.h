/* The record that ends a zip, looked for in bytes as they come. One that is followed by a header is
 * of a zip that lies open in another. Source: APPNOTE 4.3.16. */
#ifndef NAVLINT_INTAKE_ZIP_END_H
#define NAVLINT_INTAKE_ZIP_END_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    INTAKE_ZIP_END_BYTES = 22, /* of the record without its comment */
    INTAKE_ZIP_TAIL_BYTES =
        INTAKE_ZIP_END_BYTES + 65535 /* with the longest, as tools look for it */
};

typedef enum intake_zip_end_stage {
    INTAKE_ZIP_BEFORE_END,
    INTAKE_ZIP_IN_END,
    INTAKE_ZIP_BEHIND_END, /* in its comment, and in what may be a header */
    INTAKE_ZIP_PAST_END
} intake_zip_end_stage;

/* Start with {0}. */
typedef struct intake_zip_end {
    uint32_t last_four; /* bytes seen, the latest the lowest */
    intake_zip_end_stage stage;
    uint32_t left; /* bytes to come of this stage */
    bool is_found; /* the record was there in full, as far as the bytes went */
} intake_zip_end;

/* Takes the next bytes. */
void intake_zip_end_look(intake_zip_end *end, const void *bytes, size_t length);

/* Takes what the descriptor gives until the record is found, or to its end, or a little more than
 * `most_bytes`. What cannot be read is the end. */
void intake_zip_end_read(intake_zip_end *end, int descriptor, uint64_t most_bytes);

#endif
