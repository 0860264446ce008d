/* The smallest file that breaks one rule: a built area and one named breakage. What only shows in a
 * map is a tar archive of its files. */
#include <string.h>

#include "core/tar.h"
#include "parsers/gta_nodes/build.h"
#include "parsers/witness.h"

enum { MAX_SETS = 8, MAX_CUTS = 2, FILL = 0x100 };

/* A field of the built file, by its path in the dump, and what is written into it. In bytes: the
 * first one, or, with FILL, all. */
typedef struct gta_set {
    const char *path;
    int32_t value;
} gta_set;

/* Bytes that are taken out, or put in (zeros), at a field. */
typedef struct gta_cut {
    const char *path;
    int32_t bytes; /* negative: put in; 0: all from there on are taken out */
} gta_cut;

typedef struct gta_breakage {
    gta_spec spec;
    gta_set sets[MAX_SETS];
    gta_cut cuts[MAX_CUTS];
    uint32_t drop_bytes;   /* off the end */
    uint32_t append_bytes; /* to the end: FF */
    uint32_t fill_to;      /* zeros to the end, up to this size */
    const char *raw;       /* instead of all that: these bytes */
    uint32_t raw_bytes;
    uint32_t files;        /* of the archive; 0: the file itself */
    uint32_t filled_files; /* the others have no nodes */
    const char *names[2];  /* of the archive's first files, if not nodes0.dat, nodes1.dat */
    uint32_t left_out;     /* area whose file is not there; 0: none */
    gta_variant second_variant;
    uint32_t second_flood;
    bool second_is_first; /* the second file has the first one's area */
} gta_breakage;

static const gta_breakage breakages[GTA_RULE_COUNT] = {
#define GTA_WITNESS(code, ...) [code] = {__VA_ARGS__},
#include "parsers/gta_nodes/witnesses.def"
#undef GTA_WITNESS
};

/* ---- Fields of what was built ---- */

static bool find_field(const nl_writer *file, const char *path, const nl_arena *scratch,
                       navlint_field *field) {
    return nl_find_field(&nl_format_gta_nodes, file, path, *scratch, field);
}

static void set_value(nl_writer *file, const navlint_field *field, int32_t value) {
    uint8_t *const p = file->bytes + field->offset;
    if (field->value.kind == NAVLINT_TEXT) {
        memset(p, value & 0xFF, value >= FILL ? (size_t)field->length : 1);
        return;
    }
    for (size_t i = 0; i < field->length; i++)
        p[i] = (uint8_t)((uint32_t)value >> 8 * i);
}

static bool cut(nl_writer *file, size_t at, int32_t bytes) {
    return nl_splice(file, at, bytes == 0 ? -(int64_t)(file->at - at) : -(int64_t)bytes);
}

/* Every field is looked up in the file as it was built, from the last one to the first. */
static bool apply(nl_writer *file, const gta_breakage *breakage, const nl_arena *arena) {
    navlint_field fields[MAX_SETS + MAX_CUTS];
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        if (!find_field(file, breakage->sets[i].path, arena, &fields[i])) return false;
    for (int i = 0; i < MAX_CUTS && breakage->cuts[i].path; i++)
        if (!find_field(file, breakage->cuts[i].path, arena, &fields[MAX_SETS + i])) return false;
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        set_value(file, &fields[i], breakage->sets[i].value);
    for (int i = MAX_CUTS; i-- > 0;)
        if (breakage->cuts[i].path &&
            !cut(file, (size_t)fields[MAX_SETS + i].offset, breakage->cuts[i].bytes))
            return false;
    return true;
}

static bool break_file(nl_writer *file, const gta_breakage *breakage, const nl_arena *arena) {
    if (!nl_writer_ok(file) || !apply(file, breakage, arena)) return false;
    file->at -= breakage->drop_bytes;
    for (uint32_t i = 0; i < breakage->append_bytes; i++)
        nl_write_u8(file, 0xFF);
    while (file->at < breakage->fill_to)
        nl_write_u8(file, 0);
    return nl_writer_ok(file);
}

/* ---- Archives ---- */

static gta_spec spec_of(const gta_breakage *breakage, uint32_t number) {
    gta_spec spec = breakage->spec;
    if (number >= breakage->filled_files)
        return (gta_spec){.variant = spec.variant, .dim = spec.dim, .area = number};
    spec.area += number;
    if (number != 1) return spec;
    if (breakage->second_variant) spec.variant = breakage->second_variant;
    if (breakage->second_flood) spec.flood = breakage->second_flood;
    if (breakage->second_is_first) spec.area = 0;
    return spec;
}

static const char *name_of(const gta_breakage *breakage, uint32_t number, char *chars,
                           size_t capacity) {
    if (number < 2 && breakage->names[number]) return breakage->names[number];
    nl_text text = nl_text_over(chars, capacity);
    nl_put(&text, "nodes");
    nl_put_uint(&text, number);
    nl_put(&text, ".dat");
    return text.chars;
}

static bool write_member(const gta_breakage *breakage, uint32_t number, nl_writer *out,
                         const nl_arena *arena) {
    char chars[32];
    const gta_spec spec = spec_of(breakage, number);
    nl_writer file = nl_open_member(out);
    gta_write(&file, &spec);
    if (number == 0 && !break_file(&file, breakage, arena)) return false;
    return nl_close_member(out, &file, name_of(breakage, number, chars, sizeof chars));
}

static bool write_archive(const gta_breakage *breakage, nl_writer *out, const nl_arena *arena) {
    for (uint32_t i = 0; i < breakage->files; i++) {
        const bool is_there = breakage->left_out == 0 || i != breakage->left_out;
        if (is_there && !write_member(breakage, i, out, arena)) return false;
    }
    nl_tar_end(out);
    return nl_writer_ok(out);
}

bool gta_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    const gta_breakage *const breakage = &breakages[rule];
    if (breakage->files != 0) return write_archive(breakage, out, arena);
    if (breakage->raw) {
        nl_write_bytes(out, breakage->raw, breakage->raw_bytes);
        return nl_writer_ok(out);
    }
    gta_write(out, &breakage->spec);
    return break_file(out, breakage, arena);
}
