/* The smallest file that breaks one rule: a built plugin and one named breakage. What only shows in
 * a set, or needs a file's name, is a tar archive. */
#include <string.h>

#include "core/tar.h"
#include "parsers/skyrim_navmesh/make/build.h"
#include "parsers/skyrim_navmesh/make/resize.h"
#include "parsers/witness.h"

enum { MAX_SETS = 8, MAX_CUTS = 4, FILL = 0x7FFFFFFF };

/* A field of the built file, by its path in the dump, and what is written into it. In bytes: the
 * first one, with FILL all of them become 01, with SKY_TYPE(...) the first four. */
typedef struct sky_set {
    const char *path;
    uint32_t value;
} sky_set;

/* Bytes that are taken out, or put in (zeros), at a field. The sizes of the field, the record and
 * the groups around it follow. */
typedef struct sky_cut {
    const char *path;
    int32_t bytes;   /* negative: put in; 0: all to the end of the record are taken out */
    uint32_t skip;   /* from the field's start on */
    bool is_behind;  /* from the field's end on */
    bool is_unsized; /* no size follows */
} sky_cut;

typedef struct sky_breakage {
    sky_spec spec;
    uint32_t nested; /* top groups put into each other at the end of the file, before all else */
    sky_set sets[MAX_SETS];
    sky_cut cuts[MAX_CUTS];
    uint32_t append_bytes; /* to the end: FF */
    const char *name;      /* of the file in an archive */
    bool has_master;       /* the archive has Skyrim.esm, too: `master` */
    sky_spec master;
} sky_breakage;

static const sky_breakage breakages[SKY_RULE_COUNT] = {
#define SKY_WITNESS(code, ...) [code] = {__VA_ARGS__},
#include "parsers/skyrim_navmesh/witnesses.def"
#undef SKY_WITNESS
};

/* ---- Fields of what was built ---- */

static bool find_field(const nl_writer *file, const char *path, const nl_arena *scratch,
                       navlint_field *field) {
    return nl_find_field(&nl_format_skyrim_navmesh, file, path, *scratch, field);
}

static void put(uint8_t *bytes, uint32_t value, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

static void set_value(nl_writer *file, const navlint_field *field, uint32_t value) {
    uint8_t *const p = file->bytes + field->offset;
    const bool is_text = field->value.kind == NAVLINT_TEXT;
    if (is_text && value == FILL)
        memset(p, 1, (size_t)field->length);
    else
        put(p, value, !is_text ? (uint32_t)field->length : value > UINT8_MAX ? 4 : 1);
}

/* ---- Cuts ---- */

/* false if what is put in does not fit. */
static bool cut_out(nl_writer *file, uint64_t at, const sky_cut *cut) {
    const sky_record record = sky_record_at(file->bytes, file->at, at);
    const uint64_t end = record.at + SKY_HEADER_BYTES + record.data_bytes;
    const int64_t growth = cut->bytes == 0 ? -(int64_t)(end - at) : -(int64_t)cut->bytes;
    if (!cut->is_unsized) sky_resize_record(file->bytes, file->at, at, growth);
    return nl_splice(file, at, growth);
}

/* Every field is looked up in the file as it was built, so the cuts go from the last to the first.
 */
static bool apply(nl_writer *file, const sky_breakage *breakage, const nl_arena *arena) {
    navlint_field fields[MAX_SETS + MAX_CUTS];
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        if (!find_field(file, breakage->sets[i].path, arena, &fields[i])) return false;
    for (int i = 0; i < MAX_CUTS && breakage->cuts[i].path; i++)
        if (!find_field(file, breakage->cuts[i].path, arena, &fields[MAX_SETS + i])) return false;
    for (int i = MAX_CUTS; i-- > 0;) {
        const sky_cut *const cut = &breakage->cuts[i];
        const navlint_field *const field = &fields[MAX_SETS + i];
        if (!cut->path) continue;
        const uint64_t at = field->offset + (cut->is_behind ? field->length : cut->skip);
        if (!cut_out(file, at, cut)) return false;
    }
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        set_value(file, &fields[i], breakage->sets[i].value);
    return true;
}

static void nest_groups(nl_writer *file, uint32_t count) {
    enum { COUNT_AT = SKY_HEADER_BYTES + SKY_FIELD_HEADER_BYTES + 4 };
    for (uint32_t i = 0; i < count; i++) {
        nl_write_bytes(file, "GRUP", 4);
        nl_write_u32(file, (count - i) * SKY_HEADER_BYTES);
        nl_write_u32(file, SKY_CELL);
        nl_write_u32(file, SKY_TOP);
        nl_write_u32(file, 0);
        nl_write_u32(file, 0);
    }
    if (nl_writer_ok(file))
        put(file->bytes + COUNT_AT, nl_load_u32(file->bytes + COUNT_AT) + count, 4);
}

static bool break_file(nl_writer *file, const sky_breakage *breakage, const nl_arena *arena) {
    if (!nl_writer_ok(file)) return false;
    nest_groups(file, breakage->nested);
    if (!nl_writer_ok(file) || !apply(file, breakage, arena)) return false;
    for (uint32_t i = 0; i < breakage->append_bytes; i++)
        nl_write_u8(file, 0xFF);
    return nl_writer_ok(file);
}

/* ---- Archives ---- */

static bool write_member(nl_writer *out, const char *name, const sky_breakage *breakage,
                         const nl_arena *arena) {
    nl_writer file = nl_open_member(out);
    sky_write(&file, &breakage->spec);
    return break_file(&file, breakage, arena) && nl_close_member(out, &file, name);
}

static bool write_archive(nl_writer *out, const sky_breakage *breakage, const nl_arena *arena) {
    const sky_breakage master = {.spec = breakage->master};
    if (!write_member(out, breakage->name, breakage, arena)) return false;
    if (breakage->has_master && !write_member(out, "Skyrim.esm", &master, arena)) return false;
    nl_tar_end(out);
    return nl_writer_ok(out);
}

bool sky_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    const sky_breakage *const breakage = &breakages[rule];
    if (breakage->name) return write_archive(out, breakage, arena);
    sky_write(out, &breakage->spec);
    return break_file(out, breakage, arena);
}
