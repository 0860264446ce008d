#include "parsers/skyrim_navmesh/build.h"

#include <string.h>

#include "core/checked.h"
#include "parsers/skyrim_navmesh/walk.h"

enum {
    FIRST_OBJECT = 0x800,
    FILLER_RECORD_BYTES = 232, /* data: with its header, what real plugins have on the average */
    FOREIGN_OBJECT = 0x1F2BB,  /* some record of the master */
    DOOR_BASE = 0x13747,       /* the same */
    OLD_FORM_VERSION = 43,
    HEDR_AT = SKY_HEADER_BYTES + SKY_FIELD_HEADER_BYTES,
    BLOCK_CELLS = 32,
    SUB_BLOCK_CELLS = 8
};

typedef struct sky_writer {
    nl_writer *out;
    const sky_spec *spec;
    uint32_t count; /* records and groups so far, TES4 not among them */
} sky_writer;

/* ---- FormIDs ---- */

static uint32_t cells_of(const sky_spec *spec) {
    return spec->interiors + spec->exteriors;
}

static uint32_t own(const sky_spec *spec, uint32_t object) {
    return (spec->is_skyrim_esm ? 0u : 1u + spec->masters) << 24 | object;
}

uint32_t sky_built_cell(const sky_spec *spec, uint32_t n) {
    return own(spec, FIRST_OBJECT + n);
}

uint32_t sky_built_navm(const sky_spec *spec, uint32_t n) {
    return own(spec, FIRST_OBJECT + cells_of(spec) + n);
}

uint32_t sky_built_door(const sky_spec *spec, uint32_t n) {
    return own(spec, FIRST_OBJECT + 2 * cells_of(spec) + n);
}

static uint32_t world_of(const sky_spec *spec) {
    return own(spec, FIRST_OBJECT + 3 * cells_of(spec));
}

/* Of a record that nothing refers to. */
static uint32_t spare_of(const sky_spec *spec) {
    return world_of(spec) + 1;
}

/* ---- Headers ---- */

static void patch(nl_writer *out, size_t at, size_t value) {
    if (at + 4 > out->capacity) return;
    for (int i = 0; i < 4; i++)
        out->bytes[at + (size_t)i] = (uint8_t)(value >> 8 * i);
}

static size_t open_group(sky_writer *w, uint32_t label, uint32_t type) {
    const size_t at = w->out->at;
    w->count++;
    nl_write_bytes(w->out, "GRUP", 4);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, label);
    nl_write_u32(w->out, type);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, 0);
    return at;
}

static size_t open_top(sky_writer *w, uint32_t type) {
    return open_group(w, type, SKY_TOP);
}

static void close_group(sky_writer *w, size_t at) {
    patch(w->out, at + 4, w->out->at - at);
}

typedef struct sky_head {
    uint32_t type, form_id, flags;
} sky_head;

static size_t open_record(sky_writer *w, sky_head head) {
    const size_t at = w->out->at;
    w->count++;
    nl_write_u32(w->out, head.type);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, head.flags);
    nl_write_u32(w->out, head.form_id);
    nl_write_u32(w->out, 0);
    nl_write_u16(w->out, w->spec->is_old ? OLD_FORM_VERSION : SKY_LAST_FORM_VERSION);
    nl_write_u16(w->out, 0);
    return at;
}

static void close_record(sky_writer *w, size_t at) {
    patch(w->out, at + 4, w->out->at - at - SKY_HEADER_BYTES);
}

/* ---- Compression: stored blocks, so that the bytes depend on no library's version ---- */

enum { STORED_MOST = 0xFFFF, STORED_HEADER = 5, ZLIB_HEADER = 2 };

static uint32_t adler32(const uint8_t *bytes, size_t length) {
    uint32_t a = 1;
    uint32_t b = 0;
    for (size_t i = 0; i < length; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void write_checksum(nl_writer *out, uint32_t checksum) {
    for (int shift = 24; shift >= 0; shift -= 8)
        nl_write_u8(out, checksum >> shift & 0xFF);
}

/* Bytes in front of `length` bytes of data when they are packed: size, zlib header, and the headers
 * of all stored blocks. */
static size_t room_in_front(size_t length) {
    const size_t blocks = length == 0 ? 1 : (length + STORED_MOST - 1) / STORED_MOST;
    return 4 + ZLIB_HEADER + blocks * STORED_HEADER;
}

/* The data stand behind the room for all headers: blocks move to the front one by one. */
static void pack_in_place(nl_writer *out, size_t at, size_t length) {
    nl_writer w = nl_writer_over(out->bytes + at, out->capacity - at);
    const uint8_t *from = w.bytes + room_in_front(length);
    const uint32_t checksum = adler32(from, length);
    size_t left = length;
    nl_write_u32(&w, (uint32_t)length);
    nl_write_bytes(&w, "\x78\x01", ZLIB_HEADER);
    do {
        const size_t part = left < STORED_MOST ? left : STORED_MOST;
        nl_write_u8(&w, part == left);
        nl_write_u16(&w, (uint32_t)part);
        nl_write_u16(&w, ~(uint32_t)part & 0xFFFF);
        memmove(w.bytes + w.at, from, part);
        w.at += part;
        from += part;
        left -= part;
    } while (left != 0);
    write_checksum(&w, checksum);
    out->at = at + w.at;
}

/* What writes the fields of a record. */
typedef void (*sky_fields_fn)(nl_writer *out, const sky_spec *spec, uint32_t n);

static void write_packed(nl_writer *out, const sky_spec *spec, sky_fields_fn write, uint32_t n) {
    nl_writer counter = nl_writer_over(NULL, 0);
    write(&counter, spec, n);
    const size_t at = out->at;
    const size_t front = room_in_front(counter.at);
    const size_t whole = front + counter.at + 4;
    out->at += front;
    if (at > out->capacity || whole > out->capacity - at) {
        out->at = at + whole;
        return;
    }
    write(out, spec, n);
    pack_in_place(out, at, counter.at);
}

static void write_record(sky_writer *w, sky_head head, sky_fields_fn write, uint32_t n) {
    const size_t at = open_record(w, head);
    if (head.flags & SKY_COMPRESSED)
        write_packed(w->out, w->spec, write, n);
    else
        write(w->out, w->spec, n);
    close_record(w, at);
}

/* ---- Fields ---- */

static void write_field_header(nl_writer *out, uint32_t type, size_t length) {
    nl_write_u32(out, type);
    nl_write_u16(out, (uint32_t)length);
}

static void write_long_header(nl_writer *out, uint32_t type, size_t length) {
    nl_write_u32(out, SKY_XXXX);
    nl_write_u16(out, 4);
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
    write_field_header(out, SKY_DATA, 8);
    write_zeros(out, 8);
}

/* "AA.esm", "BA.esm", ..., "AB.esm", ... */
static void write_spare_master(nl_writer *out, uint32_t n) {
    const char name[] = {(char)('A' + n % 26), (char)('A' + n / 26), '.', 'e', 's', 'm', 0};
    write_master(out, name);
}

static void write_onam(nl_writer *out, const sky_spec *spec) {
    if (spec->listed == 0) return;
    write_field_header(out, SKY_ONAM, 4 * (size_t)spec->listed);
    for (uint32_t i = 0; i < spec->listed; i++)
        nl_write_u32(out, FOREIGN_OBJECT + i);
}

static void write_header_fields(nl_writer *out, const sky_spec *spec, uint32_t count) {
    write_field_header(out, SKY_HEDR, 12);
    nl_write_f32(out, version_of(spec));
    nl_write_u32(out, count);
    nl_write_u32(out, FIRST_OBJECT);
    write_text(out, SKY_CNAM, "navlint");
    if (!spec->is_skyrim_esm) write_master(out, "Skyrim.esm");
    for (uint32_t i = 0; i < spec->masters; i++)
        write_spare_master(out, i);
    write_onam(out, spec);
    write_word(out, SKY_INTV, 1);
}

static void write_header(sky_writer *w, uint32_t count) {
    const uint32_t flags = (w->spec->is_light ? 0x200u : 0) | (w->spec->is_master ? 1u : 0) |
                           (w->spec->is_header_compressed ? SKY_COMPRESSED : 0u);
    write_record(w, (sky_head){SKY_TES4, 0, flags}, write_header_fields, count);
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
    mesh.world_id = world_of(spec);
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

static void write_navm_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    write_payload(out, spec, n, false);
    write_extra(out, spec, &spec->navm_last);
}

static void write_nvpp(nl_writer *out, const sky_spec *spec) {
    enum { MOST = 16 };
    uint32_t ids[MOST];
    const uint32_t cells = cells_of(spec);
    const uint32_t wanted = spec->road_nodes ? spec->road_nodes : 1;
    uint32_t count = 0;
    for (; count < MOST && count < wanted && count < cells; count++)
        ids[count] = sky_built_navm(spec, (spec->interiors + count) % cells);
    nl_writer counter = nl_writer_over(NULL, 0);
    sky_write_nvpp(&counter, ids, count);
    write_field_header(out, SKY_NVPP, counter.at);
    sky_write_nvpp(out, ids, count);
}

static void write_navi_fields(nl_writer *out, const sky_spec *spec, uint32_t cells) {
    write_extra(out, spec, &spec->navi_first);
    write_word(out, SKY_NVER, SKY_NAVMESH_VERSION);
    for (uint32_t n = 0; n < cells; n++)
        write_payload(out, spec, n, true);
    write_nvpp(out, spec);
    write_extra(out, spec, &spec->navi_last);
}

static void write_version_field(nl_writer *out, const sky_spec *spec, uint32_t n) {
    (void)spec, (void)n;
    write_word(out, SKY_NVER, SKY_NAVMESH_VERSION);
}

static void write_navi(sky_writer *w) {
    const uint32_t cells = cells_of(w->spec);
    const uint32_t flags = w->spec->is_navi_compressed ? SKY_COMPRESSED : 0;
    if (cells == 0 || w->spec->has_no_navi) return;
    const size_t top = open_top(w, SKY_NAVI);
    write_record(w, (sky_head){SKY_NAVI, SKY_NAVI_OBJECT, flags}, write_navi_fields, cells);
    if (w->spec->has_second_navi)
        write_record(w, (sky_head){SKY_NAVI, spare_of(w->spec), 0}, write_version_field, 0);
    close_group(w, top);
}

/* ---- Cells ---- */

static void write_cell_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
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
static void write_door_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    write_word(out, SKY_TYPE('N', 'A', 'M', 'E'), DOOR_BASE);
    write_field_header(out, SKY_XTEL, 32);
    nl_write_u32(out, sky_built_door(spec, n));
    write_zeros(out, 28);
    write_field_header(out, SKY_XNDP, 8);
    nl_write_u32(out, sky_built_navm(spec, n));
    nl_write_u32(out, SKY_DOOR_TRIANGLE);
    write_field_header(out, SKY_DATA, 24);
    write_zeros(out, 24);
}

static void write_nothing(nl_writer *out, const sky_spec *spec, uint32_t n) {
    (void)out, (void)spec, (void)n;
}

static void write_foreign(sky_writer *w, uint32_t n) {
    for (uint32_t i = 0; n == 0 && i < w->spec->deleted; i++)
        write_record(w, (sky_head){SKY_NAVM, FOREIGN_OBJECT + i, SKY_DELETED}, write_nothing, 0);
    for (uint32_t i = 0; n == 0 && i < w->spec->overridden; i++)
        write_record(w, (sky_head){SKY_REFR, FOREIGN_OBJECT + 0x100 + i, 0}, write_nothing, 0);
}

static void write_cell(sky_writer *w, uint32_t n) {
    const sky_spec *const spec = w->spec;
    const uint32_t id = sky_built_cell(spec, n);
    const uint32_t flags = spec->is_compressed ? SKY_COMPRESSED : 0;
    const uint32_t cell_flags = spec->is_cell_compressed ? SKY_COMPRESSED : 0;
    write_record(w, (sky_head){SKY_CELL, id, cell_flags}, write_cell_fields, n);
    const size_t children = open_group(w, id, SKY_CELL_CHILDREN);
    const size_t temporary = open_group(w, id, SKY_TEMPORARY);
    write_record(w, (sky_head){SKY_NAVM, sky_built_navm(spec, n), flags}, write_navm_fields, n);
    if (spec->has_doors)
        write_record(w, (sky_head){SKY_REFR, sky_built_door(spec, n), 0}, write_door_fields, n);
    write_foreign(w, n);
    close_group(w, temporary);
    close_group(w, children);
}

/* Cells are filed by the last two decimal digits of their object id. */
static void write_sub_block(sky_writer *w, uint32_t block, uint32_t sub_block) {
    const uint32_t first = (sub_block * 10 + block + 200 - FIRST_OBJECT % 100) % 100;
    if (first >= w->spec->interiors) return;
    const size_t group = open_group(w, sub_block, SKY_INTERIOR_SUB_BLOCK);
    for (uint32_t n = first; n < w->spec->interiors; n += 100)
        write_cell(w, n);
    close_group(w, group);
}

static bool has_block(const sky_spec *spec, uint32_t block) {
    return (block + 20 - FIRST_OBJECT % 10) % 10 < spec->interiors;
}

static void write_interiors(sky_writer *w) {
    if (w->spec->interiors == 0) return;
    const size_t top = open_top(w, SKY_CELL);
    for (uint32_t block = 0; block < 10; block++) {
        if (!has_block(w->spec, block)) continue;
        const size_t group = open_group(w, block, SKY_INTERIOR_BLOCK);
        for (uint32_t sub_block = 0; sub_block < 10; sub_block++)
            write_sub_block(w, block, sub_block);
        close_group(w, group);
    }
    close_group(w, top);
}

static void write_world_fields(nl_writer *out, const sky_spec *spec, uint32_t n) {
    (void)spec, (void)n;
    write_text(out, SKY_EDID, "NavlintWorld");
}

static void write_exterior_block(sky_writer *w, uint32_t first) {
    const uint32_t end = (uint32_t)nl_min(first + BLOCK_CELLS, w->spec->exteriors);
    const size_t block = open_group(w, first / BLOCK_CELLS << 16, SKY_EXTERIOR_BLOCK);
    for (uint32_t x = first; x < end; x += SUB_BLOCK_CELLS) {
        const uint32_t sub_end = (uint32_t)nl_min(x + SUB_BLOCK_CELLS, end);
        const size_t sub = open_group(w, x / SUB_BLOCK_CELLS << 16, SKY_EXTERIOR_SUB_BLOCK);
        for (uint32_t i = x; i < sub_end; i++)
            write_cell(w, w->spec->interiors + i);
        close_group(w, sub);
    }
    close_group(w, block);
}

static void write_exteriors(sky_writer *w) {
    const uint32_t world = world_of(w->spec);
    if (w->spec->exteriors == 0) return;
    const size_t top = open_top(w, SKY_WRLD);
    write_record(w, (sky_head){SKY_WRLD, world, 0}, write_world_fields, 0);
    const size_t children = open_group(w, world, SKY_WORLD_CHILDREN);
    for (uint32_t x = 0; x < w->spec->exteriors; x += BLOCK_CELLS)
        write_exterior_block(w, x);
    close_group(w, children);
    close_group(w, top);
}

/* ---- Records that are no navmesh ---- */

static void write_filler(sky_writer *w) {
    static const uint8_t data[FILLER_RECORD_BYTES] = {'E', 'D', 'I', 'D', FILLER_RECORD_BYTES - 6};
    const uint32_t count = w->spec->filler_bytes / (FILLER_RECORD_BYTES + SKY_HEADER_BYTES);
    const uint32_t first = spare_of(w->spec) + 3;
    const uint32_t type = SKY_TYPE('M', 'I', 'S', 'C');
    if (count == 0) return;
    const size_t top = open_top(w, type);
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = open_record(w, (sky_head){type, first + i, 0});
        nl_write_bytes(w->out, data, sizeof data);
        close_record(w, at);
    }
    close_group(w, top);
}

static void write_topic(sky_writer *w) {
    const uint32_t topic = spare_of(w->spec) + 1;
    if (!w->spec->has_topic) return;
    const size_t top = open_top(w, SKY_DIAL);
    write_record(w, (sky_head){SKY_DIAL, topic, 0}, write_nothing, 0);
    const size_t children = open_group(w, topic, SKY_TOPIC_CHILDREN);
    write_record(w, (sky_head){SKY_TYPE('I', 'N', 'F', 'O'), topic + 1, 0}, write_nothing, 0);
    close_group(w, children);
    close_group(w, top);
}

static void write_all(sky_writer *w, uint32_t count) {
    write_header(w, count);
    w->count = 0;
    write_filler(w);
    write_topic(w);
    write_navi(w);
    write_interiors(w);
    write_exteriors(w);
}

/* The header holds how much follows: where it is not packed, that is put in afterwards. */
void sky_write(nl_writer *out, const sky_spec *spec) {
    sky_writer w = {.out = out, .spec = spec};
    uint32_t count = 0;
    if (spec->is_header_compressed) {
        nl_writer counter = nl_writer_over(NULL, 0);
        sky_writer first = {.out = &counter, .spec = spec};
        write_all(&first, 0);
        count = first.count;
    }
    const size_t at = out->at;
    write_all(&w, count);
    if (!spec->is_header_compressed) patch(out, at + HEDR_AT + 4, w.count);
}

/* ---- Files of any size ---- */

static const sky_spec variants[SKY_BUILD_VARIANTS] = {
    {.interiors = 1, .exteriors = 1, .has_doors = true},
    {.exteriors = 2,
     .is_linked = true,
     .road_nodes = 2,
     .is_compressed = true,
     .mesh = {.is_island = true, .has_cover = true}},
    {.interiors = 1,
     .is_old = true,
     .has_doors = true,
     .is_compressed = true,
     .is_cell_compressed = true},
    {.interiors = 1, .is_light = true},
    {.interiors = 1, .has_doors = true}, /* mostly what is passed over */
};

/* As many navmeshes as it takes, of at most 40 x 40 squares. */
static void size_meshes(sky_spec *spec, uint64_t target_bytes) {
    enum { MOST_SIDE = 40, MOST_EXTERIORS = 200 /* a row of more leaves the largest worlds */ };
    const uint32_t cells = cells_of(spec);
    uint64_t bytes = 0;
    for (spec->mesh.columns = spec->mesh.rows = 1; spec->mesh.columns <= MOST_SIDE;) {
        nl_writer counter = nl_writer_over(NULL, 0);
        write_navm_fields(&counter, spec, 0);
        if (counter.at * cells > target_bytes) break;
        bytes = counter.at;
        spec->mesh.rows = ++spec->mesh.columns;
    }
    if (spec->mesh.columns > 1) spec->mesh.rows = --spec->mesh.columns;
    if (bytes == 0 || spec->is_light) return;
    const uint32_t wanted = (uint32_t)nl_max(1, target_bytes / (bytes * cells)) * cells;
    const uint32_t exteriors = (uint32_t)nl_min(MOST_EXTERIORS, wanted / cells * spec->exteriors);
    spec->interiors = wanted - exteriors;
    spec->exteriors = exteriors;
}

void sky_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    sky_spec spec = variants[variant];
    if (variant == SKY_BUILD_SPARSE)
        spec.filler_bytes = (uint32_t)nl_min(target_bytes, UINT32_MAX / 2);
    else
        size_meshes(&spec, target_bytes);
    sky_write(out, &spec);
}
