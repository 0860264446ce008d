/* The smallest file that breaks one rule: a built room and one named breakage. */
#include <math.h>
#include <string.h>

#include "parsers/metroid_path/build.h"
#include "parsers/metroid_path/records.h"

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

/* ---- Fields of what was built ---- */

/* All that a breakage names, looked up in the file as it was built. */
typedef struct mp_finder {
    const mp_breakage *breakage;
    navlint_field sets[MAX_SETS]; /* length 0: not found */
    uint64_t end;                 /* 0: not found */
    uint64_t octants;             /* where they start */
} mp_finder;

static bool note(void *context, const navlint_field *field) {
    mp_finder *const finder = context;
    const mp_breakage *const breakage = finder->breakage;
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        if (strcmp(field->path, breakage->sets[i].path) == 0) finder->sets[i] = *field;
    if (breakage->end && strcmp(field->path, breakage->end) == 0) finder->end = field->offset;
    if (strcmp(field->path, "/octree/0/isLeaf") == 0) finder->octants = field->offset;
    return true;
}

static bool find_fields(const nl_writer *file, nl_arena arena, mp_finder *finder) {
    nl_budget budget = nl_budget_of(UINT64_MAX);
    nl_report_pool pool = nl_report_pool_over(arena, (nl_report_caps){0, 0});
    navlint_report *const report = nl_report_new(&pool, &(navlint_input){.length = file->at});
    if (!report || !nl_report_set_format(report, &nl_format_metroid_path.info, NULL)) return false;
    nl_arena rest = pool.memory;
    nl_job job = {.name = "",
                  .bytes = file->bytes,
                  .length = file->at,
                  .arena = &rest,
                  .budget = &budget,
                  .report = report};
    const void *const document = mp_decode(&job);
    nl_dump dump = {.bytes = file->bytes, .length = file->at, .visit = note, .context = finder};
    if (document) mp_dump(&job, document, &dump);
    return document != NULL;
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

static void swap_octants(nl_writer *file, uint8_t *octants, const uint8_t pair[2]) {
    uint8_t kept[MP_OCTANT_BYTES];
    uint8_t *const a = octants + pair[0] * (size_t)MP_OCTANT_BYTES;
    uint8_t *const b = octants + pair[1] * (size_t)MP_OCTANT_BYTES;
    if (pair[0] == pair[1] || (size_t)(b - file->bytes) + sizeof kept > file->at) return;
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

static bool apply(nl_writer *file, const mp_breakage *breakage, const mp_finder *finder) {
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++) {
        if (finder->sets[i].length == 0) return false;
        set_value(file, &finder->sets[i], breakage->sets[i].value);
    }
    swap_octants(file, file->bytes + finder->octants, breakage->swap_octants);
    if (breakage->end) file->at = (size_t)finder->end;
    end_file(file, breakage);
    if (breakage->swap_words) swap_words(file);
    return nl_writer_ok(file) && (!breakage->end || finder->end != 0);
}

bool mp_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    const mp_breakage *const breakage = &breakages[rule];
    if (breakage->raw) {
        nl_write_bytes(out, breakage->raw, breakage->raw_bytes);
        return nl_writer_ok(out);
    }
    mp_finder finder = {.breakage = breakage};
    mp_write(out, &breakage->spec);
    return nl_writer_ok(out) && find_fields(out, *arena, &finder) && apply(out, breakage, &finder);
}
