/* The fields of each kind of record. */
#include <string.h>

#include "parsers/skyrim_navmesh/make/builder.h"
#include "parsers/skyrim_navmesh/payload.h"

enum { DOOR_BASE = 0x13747 /* some record of the master */ };

static void write_field_header(nl_writer *out, uint32_t type, size_t length) {
    nl_write_u32(out, type);
    nl_write_u16(out, (uint32_t)length);
}

static void write_long_header(nl_writer *out, uint32_t type, size_t length) {
    nl_write_u32(out, SKY_XXXX);
    nl_write_u16(out, SKY_XXXX_BYTES - SKY_FIELD_HEADER_BYTES);
    nl_write_u32(out, (uint32_t)length);
    write_field_header(out, type, 0);
}

static void write_text(nl_writer *out, uint32_t type, const char *text) {
    const size_t length = strlen(text) + 1;
    write_field_header(out, type, length);
    nl_write_bytes(out, text, length);
}

static void write_word(nl_writer *out, uint32_t type, uint32_t value) {
    write_field_header(out, type, 4);
    nl_write_u32(out, value);
}

static void write_zeros(nl_writer *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

/* ---- TES4 ---- */

static float version_of(const sky_spec *spec) {
    return spec->is_light ? 1.71f : 1.7f;
}

static void write_master(nl_writer *out, const char *name) {
    write_text(out, SKY_MAST, name);
    write_field_header(out, SKY_DATA, SKY_MAST_DATA_BYTES);
    write_zeros(out, SKY_MAST_DATA_BYTES);
}

/* "AA.esm", "BA.esm", ..., "AB.esm", ... */
static void write_spare_master(nl_writer *out, uint32_t n) {
    const char name[] = {(char)('A' + n % 26), (char)('A' + n / 26), '.', 'e', 's', 'm', 0};
    write_master(out, name);
}

static void write_onam(nl_writer *out, const sky_spec *spec) {
    if (spec->listed == 0) return;
    write_field_header(out, SKY_ONAM, SKY_FORM_BYTES * (size_t)spec->listed);
    for (uint32_t i = 0; i < spec->listed; i++)
        nl_write_u32(out, SKY_FOREIGN_OBJECT + i);
}

void sky_header_fields(nl_writer *out, const sky_spec *spec, uint32_t count) {
    write_field_header(out, SKY_HEDR, SKY_HEDR_BYTES);
    nl_write_f32(out, version_of(spec));
    nl_write_u32(out, count);
    nl_write_u32(out, SKY_FIRST_OBJECT);
    write_text(out, SKY_CNAM, "navlint");
    if (!spec->is_skyrim_esm) write_master(out, "Skyrim.esm");
    for (uint32_t i = 0; i < spec->masters; i++)
        write_spare_master(out, i);
    write_onam(out, spec);
    write_word(out, SKY_INTV, 1);
}

/* ---- Navmeshes ---- */

static uint32_t neighbour(const sky_spec *spec, uint32_t n, bool is_there) {
    return spec->is_linked && is_there ? sky_built_navm(spec, n) : 0;
}

/* The n-th navmesh; interiors come first. */
static sky_mesh mesh_of(const sky_spec *spec, uint32_t n) {
    const uint32_t column = n - spec->interiors; /* of an exterior */
    sky_mesh mesh = spec->mesh;
    mesh.form_id = sky_built_navm(spec, n);
    if (mesh.columns == 0) mesh.columns = 1;
    if (mesh.rows == 0) mesh.rows = 1;
    if (spec->has_doors) mesh.door_id = sky_built_door(spec, n);
    if (n < spec->interiors) {
        mesh.cell_id = sky_built_cell(spec, n);
        return mesh;
    }
    mesh.world_id = sky_world_of(spec);
    mesh.grid_x = (int32_t)column;
    mesh.west_id = neighbour(spec, n - 1, column > 0);
    mesh.east_id = neighbour(spec, n + 1, column + 1 < spec->exteriors);
    return mesh;
}

typedef void (*sky_payload_fn)(nl_writer *out, const sky_mesh *mesh);

static void write_payload(nl_writer *out, const sky_spec *spec, uint32_t n, bool is_entry) {
    const sky_mesh mesh = mesh_of(spec, n);
    const sky_payload_fn write = is_entry ? sky_write_nvmi : sky_write_nvnm;
    const uint32_t type = is_entry ? SKY_NVMI : SKY_NVNM;
    nl_writer counter = nl_writer_over(NULL, 0);
    write(&counter, &mesh);
    if (counter.at > UINT16_MAX || (spec->is_long && !is_entry))
        write_long_header(out, type, counter.at);
    else
        write_field_header(out, type, counter.at);
    write(out, &mesh);
}

static void write_extra(nl_writer *out, const sky_spec *spec, const sky_extra *extra) {
    if (extra->type == SKY_NVMI) {
        write_payload(out, spec, 0, true);
    } else if (extra->type != 0) {
        write_field_header(out, extra->type, extra->bytes);
        for (uint32_t i = 0; i < extra->bytes; i++)
            nl_write_u8(out, extra->value >> 8 * (i % 4) & 0xFF);
    }
}

void sky_navm_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    write_payload(out, spec, n, false);
    write_extra(out, spec, &spec->navm_last);
}

static void write_nvpp(nl_writer *out, const sky_spec *spec) {
    enum { MOST = 16 };
    uint32_t ids[MOST];
    const uint32_t cells = sky_cells_of(spec);
    const uint32_t wanted = spec->road_nodes ? spec->road_nodes : 1;
    uint32_t count = 0;
    for (; count < MOST && count < wanted && count < cells; count++)
        ids[count] = sky_built_navm(spec, (spec->interiors + count) % cells);
    nl_writer counter = nl_writer_over(NULL, 0);
    sky_write_nvpp(&counter, ids, count);
    write_field_header(out, SKY_NVPP, counter.at);
    sky_write_nvpp(out, ids, count);
}

void sky_navi_fields(nl_writer *out, const sky_spec *spec, uint32_t cells) {
    write_extra(out, spec, &spec->navi_first);
    write_word(out, SKY_NVER, SKY_NAVMESH_VERSION);
    for (uint32_t n = 0; n < cells; n++)
        write_payload(out, spec, n, true);
    const bool is_entry = spec->navi_last.type == SKY_NVMI;
    if (is_entry) write_extra(out, spec, &spec->navi_last);
    write_nvpp(out, spec);
    if (!is_entry) write_extra(out, spec, &spec->navi_last);
}

void sky_version_field(nl_writer *out, const sky_spec *spec, uint32_t n) {
    (void)spec, (void)n;
    write_word(out, SKY_NVER, SKY_NAVMESH_VERSION);
}

/* ---- Cells ---- */

void sky_cell_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    char name[32];
    nl_text text = nl_text_over(name, sizeof name);
    nl_put(&text, "NavlintCell");
    nl_put_uint(&text, n);
    write_text(out, SKY_EDID, text.chars);
    write_field_header(out, SKY_DATA, 2);
    nl_write_u16(out, n < spec->interiors); /* interior */
    if (n < spec->interiors) return;
    write_field_header(out, SKY_XCLC, 12);
    nl_write_u32(out, n - spec->interiors);
    nl_write_u32(out, 0);
    nl_write_u32(out, 0);
}

/* A door of the n-th cell that leads to itself. */
void sky_door_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    write_word(out, SKY_TYPE('N', 'A', 'M', 'E'), DOOR_BASE);
    write_field_header(out, SKY_XTEL, 32);
    nl_write_u32(out, sky_built_door(spec, n));
    write_zeros(out, 28);
    write_field_header(out, SKY_XNDP, SKY_XNDP_BYTES);
    nl_write_u32(out, sky_built_navm(spec, n));
    nl_write_u32(out, SKY_DOOR_TRIANGLE);
    write_field_header(out, SKY_DATA, 24);
    write_zeros(out, 24);
}

void sky_world_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    (void)spec, (void)n;
    write_text(out, SKY_EDID, "NavlintWorld");
}

void sky_no_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    (void)out, (void)spec, (void)n;
}
