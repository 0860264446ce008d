/* Several files in one input of a fuzz target, framed so that every input is some set of files:
 *
 *   member := length of the bytes (u16, little-endian)
 *             length of the name (u8), name
 *             bytes
 *
 * one after the other to the end of the input. A length that reaches beyond the end means what is
 * left; a name ends at a NUL. Members past FUZZ_MOST_MEMBERS are not looked at. */
#ifndef NAVLINT_FUZZ_MEMBERS_H
#define NAVLINT_FUZZ_MEMBERS_H

#include "fuzz/cut.h"
#include "fuzz/samples.h"

typedef struct fuzz_members {
    navlint_input inputs[FUZZ_MOST_MEMBERS];
    uint8_t *blocks[FUZZ_MOST_MEMBERS]; /* the inputs' bytes: heap blocks of exactly their length */
    char names[FUZZ_MOST_MEMBERS][256];
    size_t count;
} fuzz_members;

/* Reads members to the end of the input; fuzz_members_free frees their bytes. */
void fuzz_members_read(fuzz_members *members, fuzz_cut *cut);
void fuzz_members_free(fuzz_members *members);

/* Writes one member to `out`, which has room for it. Returns the bytes written. */
size_t fuzz_member_write(uint8_t *out, const navlint_input *input);

#endif
