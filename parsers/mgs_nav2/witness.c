/* The smallest file that breaks one rule: a built mesh and one named breakage. What only shows when
 * files are judged together is a tar archive of two. */
#include <string.h>

#include "core/tar.h"
#include "parsers/mgs_nav2/make/make.h"
#include "parsers/witness.h"

enum { MAX_SETS = 16, MAX_CUTS = 3, FILL = 0x10000000 };

/* A field of the built file, by its path in the dump, and what is written into it. In bytes: the
 * first one, the first four if it does not fit one, or, with FILL, all. */
typedef struct nav2_set {
    const char *path;
    uint32_t value;
} nav2_set;

/* Bytes that are taken out, or put in (zeros), at a field. */
typedef struct nav2_cut {
    const char *path;
    int32_t bytes; /* negative: put in */
} nav2_cut;

typedef struct nav2_breakage {
    nav2_spec spec;
    nav2_set sets[MAX_SETS];
    nav2_cut cuts[MAX_CUTS];
    uint32_t drop_bytes;   /* off the end */
    uint32_t append_bytes; /* to the end: zeros */
    bool has_obj2nav2_id;
    const char *raw; /* instead of all that: these bytes */
    uint32_t raw_bytes;
    const nav2_spec *other; /* of the archive's second file; NULL: no archive */
    const char *names[2];
} nav2_breakage;

#define TILE_OF(x) .plan = NAV2_PLAN_STRIP, .blocks_x = 1, .tile_x = (x), .tile_z = 29
#define TILE(x, z, size)                                                                           \
    { TILE_OF(x), .blocks_z = (z), .cells = (size) }
#define SPLIT(number)                                                                              \
    { TILE_OF(38), .blocks_z = 3, .cells = 1, .is_split = true, .id = (number) }

static const nav2_spec same_tile = TILE(38, 2, 1);
static const nav2_spec east_tile = TILE(39, 2, 1);
static const nav2_spec second_file = {TILE_OF(38), .blocks_z = 3, .cells = 1, .is_split = true,
                                      .is_second = true};

static const nav2_breakage breakages[NAV2_RULE_COUNT] = {
#define NAV2_WITNESS(code, ...) [code] = {__VA_ARGS__},
#include "parsers/mgs_nav2/witnesses.def"
#undef NAV2_WITNESS
};

/* ---- Fields of what was built ---- */

static bool find_field(const nl_writer *file, const char *path, const nl_arena *scratch,
                       navlint_field *field) {
    return nl_find_field(&nl_format_mgs_nav2, file, path, *scratch, field);
}

static void set_value(nl_writer *file, const navlint_field *field, uint32_t value) {
    uint8_t *const p = file->bytes + field->offset;
    const bool is_text = field->value.kind == NAVLINT_TEXT;
    if (is_text && value >= FILL) {
        memset(p, value & 0xFF, (size_t)field->length);
        return;
    }
    const uint64_t length = !is_text ? field->length : value > 0xFF ? 4 : 1;
    for (size_t i = 0; i < length; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

/* Every field is looked up in the file as it was built, from the last one to the first. */
static bool apply(nl_writer *file, const nav2_breakage *breakage, const nl_arena *arena) {
    navlint_field fields[MAX_SETS + MAX_CUTS];
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        if (!find_field(file, breakage->sets[i].path, arena, &fields[i])) return false;
    for (int i = 0; i < MAX_CUTS && breakage->cuts[i].path; i++)
        if (!find_field(file, breakage->cuts[i].path, arena, &fields[MAX_SETS + i])) return false;
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        set_value(file, &fields[i], breakage->sets[i].value);
    for (int i = MAX_CUTS; i-- > 0;)
        if (breakage->cuts[i].path &&
            !nl_splice(file, fields[MAX_SETS + i].offset, -(int64_t)breakage->cuts[i].bytes))
            return false;
    return true;
}

static bool break_file(nl_writer *file, const nav2_breakage *breakage, const nl_arena *arena) {
    if (!nl_writer_ok(file) || !apply(file, breakage, arena)) return false;
    if (breakage->has_obj2nav2_id)
        memcpy(file->bytes + NAV2_ID_AT, nav2_obj2nav2_id, NAV2_ID_BYTES);
    file->at -= breakage->drop_bytes;
    for (uint32_t i = 0; i < breakage->append_bytes; i++)
        nl_write_u8(file, 0);
    return nl_writer_ok(file);
}

/* ---- Archives ---- */

static bool write_member(const nav2_breakage *breakage, uint32_t number, nl_writer *out,
                         const nl_arena *arena) {
    nl_writer file = nl_open_member(out);
    nav2_write(&file, number == 0 ? &breakage->spec : breakage->other);
    if (number == 0 && !break_file(&file, breakage, arena)) return false;
    return nl_close_member(out, &file, breakage->names[number]);
}

static bool write_archive(const nav2_breakage *breakage, nl_writer *out, const nl_arena *arena) {
    for (uint32_t i = 0; i < 2; i++)
        if (!write_member(breakage, i, out, arena)) return false;
    nl_tar_end(out);
    return nl_writer_ok(out);
}

bool nav2_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    const nav2_breakage *const breakage = &breakages[rule];
    if (breakage->other) return write_archive(breakage, out, arena);
    if (breakage->raw) {
        nl_write_bytes(out, breakage->raw, breakage->raw_bytes);
        return nl_writer_ok(out);
    }
    nav2_write(out, &breakage->spec);
    return break_file(out, breakage, arena);
}
