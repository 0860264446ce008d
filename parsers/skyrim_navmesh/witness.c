/* The smallest file that breaks one rule: a built plugin and one named breakage. What only shows in
 * a set, or needs a file's name, is a tar archive. */
#include <string.h>

#include "core/tar.h"
#include "parsers/skyrim_navmesh/build.h"
#include "parsers/skyrim_navmesh/walk.h"

enum { MAX_SETS = 8, MAX_CUTS = 4, FILL = 0x7FFFFFFF };

/* A field of the built file, by its path in the dump, and what is written into it: into bytes, the
 * value in the first, or with FILL 01 into all. */
typedef struct sky_set {
    const char *path;
    uint32_t value;
} sky_set;

/* Bytes that are taken out, or put in (zeros), at a field. The sizes of the field, the record and
 * the groups around it follow. */
typedef struct sky_cut {
    const char *path;
    int32_t bytes;   /* negative: put in */
    uint32_t skip;   /* from the field's start on */
    bool is_unsized; /* no size follows */
    bool is_behind;  /* the field's end rather than its start: what is put in is the group's */
} sky_cut;

typedef struct sky_breakage {
    sky_spec spec;
    sky_set sets[MAX_SETS];
    sky_cut cuts[MAX_CUTS];
    uint32_t drop_bytes;   /* off the end */
    uint32_t append_bytes; /* to the end: FF */
    uint32_t nested;       /* groups put into each other at the end of the file */
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

typedef struct sky_finder {
    const char *path;
    navlint_field found; /* length 0: not found */
} sky_finder;

static bool note_if_named(void *context, const navlint_field *field) {
    sky_finder *const finder = context;
    if (field->encoding || strcmp(field->path, finder->path) != 0) return true;
    finder->found = *field;
    return false;
}

/* The arena is a copy: what is decoded here is gone with it. */
static bool find_field(const nl_writer *file, const char *path, nl_arena arena,
                       navlint_field *field) {
    nl_report_pool pool = nl_report_pool_over(arena, (nl_report_caps){0, 0});
    const navlint_input input = {.name = "-", .bytes = file->bytes, .length = file->at};
    navlint_report *const report = nl_report_new(&pool, &input);
    if (!report || !nl_report_set_format(report, &nl_format_skyrim_navmesh.info, NULL))
        return false;
    nl_budget budget = nl_budget_of(UINT32_MAX);
    nl_job job = {.name = "-",
                  .bytes = file->bytes,
                  .length = file->at,
                  .arena = &pool.memory,
                  .budget = &budget,
                  .report = report};
    const void *const document = sky_decode(&job);
    sky_finder finder = {.path = path};
    nl_dump dump = {
        .bytes = file->bytes, .length = file->at, .visit = note_if_named, .context = &finder};
    if (document) sky_dump(&job, document, &dump);
    *field = finder.found;
    return field->length != 0;
}

static void set_value(nl_writer *file, const navlint_field *field, uint32_t value) {
    uint8_t *const p = file->bytes + field->offset;
    if (field->value.kind == NAVLINT_TEXT) {
        memset(p, value == FILL ? 1 : (int)(value & 0xFF),
               value == FILL ? (size_t)field->length : 1);
        return;
    }
    for (size_t i = 0; i < field->length; i++)
        p[i] = (uint8_t)(value >> 8 * i);
}

/* ---- Cuts ---- */

static void add_to(nl_writer *file, size_t at, uint32_t bytes, int32_t growth) {
    uint32_t size = bytes == 2 ? nl_load_u16(file->bytes + at) : nl_load_u32(file->bytes + at);
    size += (uint32_t)growth;
    for (uint32_t i = 0; i < bytes; i++)
        file->bytes[at + i] = (uint8_t)(size >> 8 * i);
}

static void resize_field(nl_writer *file, const sky_record *record, size_t at, int32_t growth) {
    const uint64_t data = record->at + SKY_HEADER_BYTES;
    sky_fields fields =
        sky_fields_of((sky_body){file->bytes + data, record->data_bytes, data, NULL});
    sky_field field;
    if ((record->flags & SKY_COMPRESSED) != 0) return;
    while (sky_next_field(&fields, &field)) {
        const uint64_t end = field.body.offset + field.body.length;
        if (at < field.body.offset || at > end || (at == end && growth < 0)) continue;
        if (at == end && field.body.length != 0) continue;
        if (field.is_long)
            add_to(file, (size_t)field.body.offset - 2 * SKY_FIELD_HEADER_BYTES + 2, 4, growth);
        else
            add_to(file, (size_t)field.body.offset - 2, 2, growth);
        return;
    }
}

static void resize_record(nl_writer *file, const sky_record *record, size_t at, int32_t growth) {
    const uint64_t data = record->at + SKY_HEADER_BYTES;
    if (at < data || at > data + record->data_bytes) return;
    resize_field(file, record, at, growth);
    add_to(file, (size_t)record->at + 4, 4, growth);
}

/* The sizes of everything around the place, before it grows. */
static void resize(nl_writer *file, size_t at, const sky_cut *cut) {
    const int32_t growth = -cut->bytes;
    const sky_record header = sky_read_record(file->bytes, 0, 0);
    sky_walk walk = sky_walk_over(file->bytes, file->at, SKY_HEADER_BYTES + header.data_bytes);
    size_t groups[64];
    size_t count = 0;
    sky_record inside = header;
    for (sky_step step = sky_next(&walk);
         (step == SKY_STEP_GROUP || step == SKY_STEP_RECORD) && count < 64;
         step = sky_next(&walk)) {
        if (step == SKY_STEP_GROUP && at > walk.group.at && at <= walk.group.end &&
            !(at == walk.group.end && !cut->is_behind))
            groups[count++] = (size_t)walk.group.at;
        if (step == SKY_STEP_RECORD && at >= walk.record.at + SKY_HEADER_BYTES &&
            at <= walk.record.at + SKY_HEADER_BYTES + walk.record.data_bytes)
            inside = walk.record;
    }
    if (!cut->is_behind) resize_record(file, &inside, at, growth);
    while (count > 0)
        add_to(file, groups[--count] + 4, 4, growth);
}

static void cut_out(nl_writer *file, size_t at, const sky_cut *cut) {
    const size_t from = cut->bytes > 0 ? at + (size_t)cut->bytes : at;
    const size_t to = cut->bytes < 0 ? at + (size_t)-cut->bytes : at;
    const size_t rest = file->at - from;
    if (to + rest > file->capacity) return;
    if (!cut->is_unsized) resize(file, at, cut);
    memmove(file->bytes + to, file->bytes + from, rest);
    if (cut->bytes < 0) memset(file->bytes + at, 0, (size_t)-cut->bytes);
    file->at = to + rest;
}

/* Every field is looked up in the file as it was built, so the cuts go from the last to the first.
 */
static bool apply(nl_writer *file, const sky_breakage *breakage, const nl_arena *arena) {
    navlint_field fields[MAX_SETS + MAX_CUTS];
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        if (!find_field(file, breakage->sets[i].path, *arena, &fields[i])) return false;
    for (int i = 0; i < MAX_CUTS && breakage->cuts[i].path; i++)
        if (!find_field(file, breakage->cuts[i].path, *arena, &fields[MAX_SETS + i])) return false;
    for (int i = MAX_CUTS; i-- > 0;) {
        const sky_cut *const cut = &breakage->cuts[i];
        const navlint_field *const field = &fields[MAX_SETS + i];
        if (!cut->path) continue;
        cut_out(file, (size_t)field->offset + (cut->is_behind ? (size_t)field->length : cut->skip),
                cut);
    }
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++)
        set_value(file, &fields[i], breakage->sets[i].value);
    return true;
}

static void nest_groups(nl_writer *file, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        nl_write_bytes(file, "GRUP", 4);
        nl_write_u32(file, (count - i) * SKY_HEADER_BYTES);
        nl_write_u32(file, i == 0 ? SKY_CELL : 0);
        nl_write_u32(file, i);
        nl_write_u32(file, 0);
        nl_write_u32(file, 0);
    }
}

static bool break_file(nl_writer *file, const sky_breakage *breakage, const nl_arena *arena) {
    if (!nl_writer_ok(file) || !apply(file, breakage, arena)) return false;
    nest_groups(file, breakage->nested);
    file->at -= breakage->drop_bytes;
    for (uint32_t i = 0; i < breakage->append_bytes; i++)
        nl_write_u8(file, 0xFF);
    return nl_writer_ok(file);
}

/* ---- Archives ---- */

/* A file is written behind the place of its header, which needs its size. */
static bool write_member(nl_writer *out, const char *name, const sky_breakage *breakage,
                         const nl_arena *arena) {
    if (out->at + NL_TAR_BLOCK_BYTES > out->capacity) return false;
    const size_t at = out->at + NL_TAR_BLOCK_BYTES;
    nl_writer file = nl_writer_over(out->bytes + at, out->capacity - at);
    sky_write(&file, &breakage->spec);
    if (!break_file(&file, breakage, arena)) return false;
    nl_tar_header(out, name, file.at);
    out->at = at + file.at;
    nl_tar_pad(out, file.at);
    return nl_writer_ok(out);
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
