/* The smallest file that breaks one rule: a built room and one named breakage. */
#include <math.h>
#include <string.h>

#include "parsers/metroid_path/build.h"
#include "parsers/metroid_path/records.h"
#include "parsers/witness.h"

enum { MAX_SETS = 10 };

/* A field of the built file, by its path in the dump, and what is written into it. In bytes: into
 * the first one. */
typedef struct mp_set {
    const char *path;
    double value;
} mp_set;

/* How the file ends. */
typedef enum mp_ending {
    MP_FILLED = 0,
    MP_UNFILLED,
    MP_ZERO_FILLED,
    MP_SHORT_FILLED, /* one byte less */
    MP_LONG_FILLED   /* one byte more */
} mp_ending;

typedef struct mp_breakage {
    mp_spec spec;
    mp_set sets[MAX_SETS];
    const char *end;         /* the file ends before this field */
    mp_ending ending;        /* then */
    uint8_t swap_octants[2]; /* these two trade places, if they are not the same */
    bool swap_words;         /* the bytes of each word the other way round */
    const char *raw;         /* instead of all that: these bytes */
    uint32_t raw_bytes;
} mp_breakage;

static const mp_breakage breakages[MP_RULE_COUNT] = {
#define MP_WITNESS(code, ...) [code] = {__VA_ARGS__},
#include "parsers/metroid_path/witnesses.def"
#undef MP_WITNESS
};

static bool swaps_octants(const mp_breakage *breakage) {
    return breakage->swap_octants[0] != breakage->swap_octants[1];
}

/* ---- Fields of what was built ---- */

/* All that a breakage names, looked up in the file as it was built. */
typedef struct mp_fields {
    navlint_field sets[MAX_SETS];
    navlint_field end;
    navlint_field octants; /* the first one's first field */
} mp_fields;

static bool find_field(const nl_writer *file, const char *path, const nl_arena *scratch,
                       navlint_field *field) {
    return nl_find_field(&nl_format_metroid_path, file, path, *scratch, field);
}

static bool find_fields(const nl_writer *file, const mp_breakage *breakage, const nl_arena *scratch,
                        mp_fields *fields) {
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        if (!find_field(file, breakage->sets[i].path, scratch, &fields->sets[i])) return false;
    if (breakage->end && !find_field(file, breakage->end, scratch, &fields->end)) return false;
    return !swaps_octants(breakage) ||
           find_field(file, "/octree/0/isLeaf", scratch, &fields->octants);
}

/* ---- Breakages ---- */

static uint32_t bits_of(const navlint_field *field, double value) {
    if (field->value.kind != NAVLINT_REAL) return (uint32_t)value;
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    return bits;
}

static void set_value(nl_writer *file, const navlint_field *field, double value) {
    const uint32_t bits = bits_of(field, value);
    const size_t length = field->value.kind == NAVLINT_TEXT ? 1 : (size_t)field->length;
    for (size_t i = 0; i < length; i++)
        file->bytes[field->offset + i] = (uint8_t)(bits >> 8 * (length - 1 - i));
}

static void swap_octants(nl_writer *file, uint64_t octants, const uint8_t pair[2]) {
    uint8_t kept[MP_OCTANT_BYTES];
    uint8_t *const a = file->bytes + octants + pair[0] * (size_t)MP_OCTANT_BYTES;
    uint8_t *const b = file->bytes + octants + pair[1] * (size_t)MP_OCTANT_BYTES;
    memcpy(kept, a, sizeof kept);
    memcpy(a, b, sizeof kept);
    memcpy(b, kept, sizeof kept);
}

static void swap_words(nl_writer *file) {
    for (size_t at = 0; at + 4 <= file->at; at += 4) {
        uint8_t *const word = file->bytes + at;
        const uint8_t turned[4] = {word[3], word[2], word[1], word[0]};
        memcpy(word, turned, sizeof turned);
    }
}

static void end_file(nl_writer *file, const mp_breakage *breakage) {
    const size_t data_end = file->at;
    if (breakage->ending == MP_UNFILLED) return;
    mp_write_fill(file);
    if (!nl_writer_ok(file)) return;
    if (breakage->ending == MP_ZERO_FILLED) memset(file->bytes + data_end, 0, file->at - data_end);
    if (breakage->ending == MP_SHORT_FILLED) file->at--;
    if (breakage->ending == MP_LONG_FILLED) nl_write_u8(file, 0xFF);
}

static bool apply(nl_writer *file, const mp_breakage *breakage, const mp_fields *fields) {
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        set_value(file, &fields->sets[i], breakage->sets[i].value);
    if (swaps_octants(breakage)) swap_octants(file, fields->octants.offset, breakage->swap_octants);
    if (breakage->end) file->at = (size_t)fields->end.offset;
    end_file(file, breakage);
    if (breakage->swap_words) swap_words(file);
    return nl_writer_ok(file);
}

bool mp_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    const mp_breakage *const breakage = &breakages[rule];
    if (breakage->raw) {
        nl_write_bytes(out, breakage->raw, breakage->raw_bytes);
        return nl_writer_ok(out);
    }
    mp_fields fields;
    mp_write(out, &breakage->spec);
    return nl_writer_ok(out) && find_fields(out, breakage, arena, &fields) &&
           apply(out, breakage, &fields);
}
