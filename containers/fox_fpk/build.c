#include "containers/fox_fpk/build.h"

#include <string.h>

#include "containers/md5.h"
#include "core/text.h"

/* ---- Entries ---- */

typedef enum fpk_kind { A_MESH, A_FILE, A_SCRIPT, A_REFERENCE } fpk_kind;

static uint32_t entries_of(const fpk_spec *spec) {
    return spec->meshes + spec->files + spec->scripts;
}

static fpk_kind kind_of(const fpk_spec *spec, uint32_t entry) {
    if (entry < spec->meshes) return A_MESH;
    if (entry < spec->meshes + spec->files) return A_FILE;
    return entry < entries_of(spec) ? A_SCRIPT : A_REFERENCE;
}

enum { NAME_BYTES = 1200, FIRST_TILE = 100 };

static void put_parts(nl_text *name, const char *before, uint32_t number, const char *after) {
    nl_put(name, before);
    nl_put_uint(name, number);
    nl_put(name, after);
}

static void put_mesh_name(nl_text *name, uint32_t x) {
    put_parts(name, "/Assets/tpp/level/location/test/block_small/", x, "/");
    put_parts(name, "", x, "_100/test_");
    put_parts(name, "", x, "_100_nav.nav2");
}

/* The name of an entry or, behind these, of a reference: at most NAME_BYTES - 1. */
static void put_name(nl_text *name, const fpk_spec *spec, uint32_t entry) {
    if (spec->name && entry + 1 == entries_of(spec)) {
        nl_put(name, spec->name);
        return;
    }
    switch (kind_of(spec, entry)) {
    case A_MESH:
        put_mesh_name(name, FIRST_TILE + entry);
        break;
    case A_FILE:
        put_parts(name, "/Assets/tpp/level/test/file_", entry, ".bin");
        break;
    case A_SCRIPT:
        put_parts(name, "/Assets/tpp/script/test/script_", entry, ".lua");
        break;
    default:
        put_parts(name, "/Assets/tpp/pack/test/pack_", entry, ".fpk");
    }
}

/* ---- Files ---- */

/* The smallest mesh that its room writes. */
static void write_mesh(nl_writer *out) {
    for (size_t i = 0; i < nl_format_count; i++) {
        if (strcmp(nl_formats[i]->info.id, "mgs-nav2") != 0) continue;
        const bool fits = nl_writer_ok(out);
        nl_writer mesh = fits ? nl_writer_over(out->bytes + out->at, out->capacity - out->at)
                              : nl_writer_over(NULL, 0);
        nl_formats[i]->build(0, 0, &mesh);
        out->at += mesh.at;
    }
}

static uint64_t mesh_bytes(void) {
    nl_writer counting = nl_writer_over(NULL, 0);
    write_mesh(&counting);
    return counting.at;
}

static uint64_t bytes_of(const fpk_spec *spec, uint32_t entry) {
    return kind_of(spec, entry) == A_MESH ? mesh_bytes() : spec->file_bytes;
}

static void write_file(nl_writer *out, const fpk_spec *spec, uint32_t entry) {
    const fpk_kind kind = kind_of(spec, entry);
    if (kind == A_MESH) {
        write_mesh(out);
        return;
    }
    for (uint32_t i = 0; i < spec->file_bytes; i++)
        nl_write_u8(out, kind == A_SCRIPT && i == 0 ? FPK_CIPHER_OF_SCRIPTS : 'f');
}

static uint64_t filled(uint64_t bytes) {
    return (bytes + FPK_UNIT - 1) / FPK_UNIT * FPK_UNIT;
}

static void write_zeros(nl_writer *out, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

/* ---- The pack ---- */

/* Where things are, from the start of the pack. */
typedef struct fpk_plan {
    uint64_t names;
    uint64_t data;
    uint64_t end;
} fpk_plan;

static uint64_t name_bytes(const fpk_spec *spec, uint32_t entry) {
    char chars[NAME_BYTES];
    nl_text name = nl_text_over(chars, sizeof chars);
    put_name(&name, spec, entry);
    return name.length;
}

static fpk_plan plan_of(const fpk_spec *spec) {
    const uint32_t entries = entries_of(spec);
    fpk_plan plan = {.names = FPK_HEADER_BYTES + (uint64_t)entries * FPK_ENTRY_BYTES +
                              (uint64_t)spec->references * FPK_REFERENCE_BYTES};
    uint64_t end = plan.names;
    for (uint32_t i = 0; i < entries + spec->references; i++)
        end += name_bytes(spec, i) + 1;
    plan.data = filled(end) + spec->gap;
    plan.end = plan.data + (uint64_t)spec->meshes * filled(mesh_bytes()) +
               (uint64_t)(spec->files + spec->scripts) * filled(spec->file_bytes);
    if (spec->is_shared) plan.end -= filled(spec->file_bytes);
    plan.end += spec->tail;
    return plan;
}

static void write_u64(nl_writer *out, uint64_t value) {
    nl_write_u32(out, (uint32_t)value);
    nl_write_u32(out, (uint32_t)(value >> 32));
}

static void write_header(nl_writer *out, const fpk_spec *spec, const fpk_plan *plan) {
    nl_write_bytes(out, "foxfpk", 6);
    nl_write_u8(out, spec->is_fpkd ? FPK_TYPE_FPKD : FPK_TYPE_FPK);
    nl_write_bytes(out, "win", 3);
    nl_write_u32(out, (uint32_t)plan->end);
    write_zeros(out, 18);
    nl_write_u32(out, FPK_CONSTANT);
    nl_write_u32(out, entries_of(spec));
    nl_write_u32(out, spec->references);
    nl_write_u32(out, 0);
}

static bool is_twin(const fpk_spec *spec, uint32_t entry) {
    return spec->is_shared && entry + 1 == entries_of(spec);
}

static void write_rows(nl_writer *out, const fpk_spec *spec, const fpk_plan *plan) {
    const uint32_t entries = entries_of(spec);
    uint64_t name_at = plan->names;
    uint64_t data_at = plan->data;
    for (uint32_t i = 0; i < entries + spec->references; i++) {
        char chars[NAME_BYTES];
        uint8_t digest[BOX_MD5_BYTES];
        nl_text name = nl_text_over(chars, sizeof chars);
        put_name(&name, spec, i);
        if (is_twin(spec, i)) data_at -= filled(spec->file_bytes);
        if (i < entries) write_u64(out, data_at);
        if (i < entries) write_u64(out, bytes_of(spec, i));
        write_u64(out, name_at);
        write_u64(out, name.length);
        box_md5(chars, name.length, digest);
        if (i < entries) nl_write_bytes(out, digest, sizeof digest);
        name_at += name.length + 1;
        if (i < entries) data_at += filled(bytes_of(spec, i));
    }
}

static void write_names(nl_writer *out, const fpk_spec *spec) {
    const uint32_t count = entries_of(spec) + spec->references;
    for (uint32_t i = 0; i < count; i++) {
        char chars[NAME_BYTES];
        nl_text name = nl_text_over(chars, sizeof chars);
        put_name(&name, spec, i);
        nl_write_bytes(out, chars, name.length);
        nl_write_u8(out, spec->has_no_nul && i + 1 == count ? 'x' : 0);
    }
}

void fpk_write(nl_writer *out, const fpk_spec *spec) {
    const fpk_plan plan = plan_of(spec);
    const size_t start = out->at;
    write_header(out, spec, &plan);
    write_rows(out, spec, &plan);
    write_names(out, spec);
    write_zeros(out, plan.data - (out->at - start));
    for (uint32_t i = 0; i < entries_of(spec) && !is_twin(spec, i); i++) {
        write_file(out, spec, i);
        write_zeros(out, filled(out->at - start) - (out->at - start));
    }
    write_zeros(out, spec->tail);
}

/* ---- Packs of any size ---- */

enum { USUAL_FILE_BYTES = 16384, LEAST_FILE_BYTES = 40, LARGE_PACK_BYTES = 65536 };

/* Files of the usual size, or a few small ones. */
void fpk_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    const bool is_fpkd = variant == 1;
    const bool is_large = target_bytes >= LARGE_PACK_BYTES;
    const uint64_t files = target_bytes / USUAL_FILE_BYTES;
    fpk_spec spec = {.is_fpkd = is_fpkd,
                     .meshes = is_fpkd ? 0 : 1,
                     .files = is_large ? (uint32_t)files : 1,
                     .scripts = is_fpkd ? 1 : 0,
                     .references = is_fpkd ? 0 : 1,
                     .file_bytes = is_large ? USUAL_FILE_BYTES - 120 : LEAST_FILE_BYTES};
    const uint64_t least = plan_of(&spec).end;
    if (!is_large && target_bytes > least) spec.file_bytes += (uint32_t)(target_bytes - least);
    fpk_write(out, &spec);
}

/* ---- For fuzzing ---- */

static void move_number(uint8_t *p, int64_t growth) {
    nl_writer out = nl_writer_over(p, 4);
    nl_write_u32(&out, (uint32_t)((int64_t)nl_load_u32(p) + growth));
}

/* An offset that points behind `at` moves; the length of a range that has it inside grows. */
static void move_range(uint8_t *p, uint64_t at, int64_t growth) {
    const fpk_range range = fpk_load_range(p);
    if (range.at > at)
        move_number(p, growth);
    else if (at - range.at < range.length)
        move_number(p + 8, growth);
}

void fpk_resize(uint8_t *bytes, size_t length, uint64_t at, int64_t growth) {
    if (length < FPK_HEADER_BYTES) return;
    const uint64_t room = (length - FPK_HEADER_BYTES) / FPK_ENTRY_BYTES;
    const uint64_t entries = nl_min(nl_load_u32(bytes + FPK_HEADER_ENTRIES_AT), room);
    move_number(bytes + FPK_HEADER_SIZE_AT, growth);
    for (uint32_t i = 0; i < entries; i++) {
        uint8_t *const row = bytes + fpk_entry_at(i);
        move_range(row + FPK_ENTRY_DATA_AT_AT, at, growth);
        move_range(row + FPK_ENTRY_NAME_AT_AT, at, growth);
    }
}
