#include "parsers/witness.h"

#include <string.h>

#include "parsers/metroid_path/build.h"
#include "parsers/metroid_path/records.h"

/* The octant whose first field it is and the one behind it trade places. */
static bool swap_octants(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)edit;
    uint8_t kept[MP_OCTANT_BYTES];
    uint8_t *const first = file->bytes + field->offset;
    memcpy(kept, first, sizeof kept);
    memmove(first, first + sizeof kept, sizeof kept);
    memcpy(first + sizeof kept, kept, sizeof kept);
    return true;
}

/* The bytes of each word the other way round, as on a little-endian machine. */
static bool swap_words(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)edit, (void)field;
    for (size_t at = 0; at + 4 <= file->at; at += 4) {
        uint8_t *const word = file->bytes + at;
        const uint8_t turned[4] = {word[3], word[2], word[1], word[0]};
        memcpy(word, turned, sizeof turned);
    }
    return true;
}

static const nl_witness_file *const rows[MP_RULE_COUNT] = {
#include "parsers/metroid_path/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    mp_write(out, spec);
    mp_write_fill(out);
}

/* Variants are the versions. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    mp_spec same = *(const mp_spec *)spec;
    same.version = (mp_version)variant;
    write(out, &same);
}

const nl_witnesses mp_witnesses = {.rows = rows, .write = write, .write_as = write_as};
