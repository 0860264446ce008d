/* Writes an archive, table by table; files of any size have more rooms. */
#include "containers/metroid_pak/build.h"

#include "containers/metroid_pak/build_data.h"
#include "core/checked.h"

enum { NAME_CHARS = 9, MREA_BYTES = 32 };

/* A file while it is written. */
typedef struct builder {
    nl_writer *out;
    const pk_spec *spec;
    const pk_shape *shape;
    uint32_t path_bytes;
    uint64_t offset; /* of the next resource */
} builder;

static uint32_t align_up(uint64_t bytes, uint32_t align) {
    return (uint32_t)((bytes + align - 1) / align * align);
}

/* ---- Ids and names ---- */

/* Ids as games have them: hashes. The kinds of a room's resources are 0 to 3. */
static uint32_t id_of(uint32_t room, uint32_t kind) {
    return (4 * room + kind + 1) * 0x9E3779B1u;
}

static void put_id(const builder *b, uint32_t room, uint32_t kind) {
    if (b->shape->has_long_ids) pk_put_u32(b->out, ~id_of(room, kind));
    pk_put_u32(b->out, id_of(room, kind));
}

/* "room00001" */
static void put_text(const builder *b, uint32_t number) {
    nl_write_bytes(b->out, "room", 4);
    for (uint32_t unit = 10000; unit != 0; unit /= 10)
        nl_write_u8(b->out, '0' + number / unit % 10);
}

static void put_name(const builder *b, uint32_t number) {
    const bool is_first = b->shape->is_sectioned;
    if (is_first) {
        put_text(b, number);
        nl_write_u8(b->out, 0);
    }
    nl_write_bytes(b->out, "MREA", 4);
    put_id(b, number % b->spec->rooms, 0);
    if (is_first) return;
    pk_put_u32(b->out, NAME_CHARS);
    put_text(b, number);
}

static void put_names(const builder *b) {
    pk_put_u32(b->out, b->spec->names);
    for (uint32_t i = 0; i < b->spec->names; i++)
        put_name(b, i);
}

/* ---- Resources ---- */

typedef enum resource { ROOM = 0, PATH, TEXTURE, EMPTY } resource;

static uint32_t size_of(const builder *b, resource kind) {
    const uint32_t bytes[] = {MREA_BYTES, b->path_bytes, b->spec->texture_bytes, 0};
    return align_up(bytes[kind], b->shape->align);
}

/* A row, or (in the data) the resource. room: of several textures and empty ones their number. */
typedef void (*put_fn)(builder *b, uint32_t room, resource kind);

static void put_row(builder *b, uint32_t room, resource kind) {
    static const char types[][5] = {"MREA", "PATH", "TXTR", "STRG"};
    const bool is_packed = kind == PATH && b->spec->packing != NAVLINT_STORED;
    pk_put_u32(b->out, is_packed);
    nl_write_bytes(b->out, types[kind], 4);
    put_id(b, room, (uint32_t)kind);
    pk_put_u32(b->out, size_of(b, kind));
    pk_put_u32(b->out, (uint32_t)b->offset);
    b->offset += size_of(b, kind);
}

static void put_bytes(builder *b, uint32_t room, resource kind) {
    const size_t start = b->out->at;
    if (kind == ROOM) pk_put_u32(b->out, 0xDEADBEEF);
    if (kind == PATH) pk_put_path(b->out, b->spec);
    for (uint32_t i = 0; kind == TEXTURE && i < b->spec->texture_bytes / 4; i++)
        pk_put_u32(b->out, id_of(room, i));
    while (b->out->at - start < size_of(b, kind))
        nl_write_u8(b->out, 0xFF);
}

static void put_room(builder *b, uint32_t room, put_fn put) {
    put(b, room, ROOM);
    put(b, room, PATH);
    for (uint32_t i = 0; i < b->spec->textures; i++)
        put(b, room * b->spec->textures + i, TEXTURE);
}

/* The rows of MREA and PATH, which keep their places in the data. */
static void put_swapped_rows(builder *b, uint32_t room) {
    const uint64_t start = b->offset;
    b->offset += size_of(b, ROOM);
    put_row(b, room, PATH);
    const uint64_t end = b->offset;
    b->offset = start;
    put_row(b, room, ROOM);
    b->offset = end;
}

static void put_all(builder *b, put_fn put) {
    for (uint32_t i = 0; i < b->spec->empties; i++)
        put(b, i, EMPTY);
    for (uint32_t room = 0; room < b->spec->rooms; room++) {
        if (b->spec->is_swapped && put == put_row)
            put_swapped_rows(b, room);
        else
            put_room(b, room, put);
    }
    for (uint32_t i = 0; i < b->spec->copies; i++)
        put(b, 0, PATH);
}

static uint32_t rows_of(const pk_spec *spec) {
    return spec->empties + spec->rooms * (2 + spec->textures) + spec->copies;
}

static void put_rows(builder *b) {
    pk_put_u32(b->out, rows_of(b->spec));
    put_all(b, put_row);
}

/* ---- Files ---- */

static builder builder_of(nl_writer *out, const pk_spec *spec) {
    nl_writer counter = nl_writer_over(NULL, 0);
    pk_put_path(&counter, spec);
    return (builder){out, spec, &pk_shapes[spec->dialect], (uint32_t)counter.at, 0};
}

static uint64_t names_bytes(const builder *b) {
    const uint64_t head = b->shape->is_sectioned   ? PK_LABELLED_BYTES + 1
                          : b->shape->has_long_ids ? PK_LONG_NAME_TEXT_AT
                                                   : PK_NAME_TEXT_AT;
    return 4 + b->spec->names * (head + NAME_CHARS);
}

static uint64_t rows_bytes(const builder *b) {
    return 4 + (uint64_t)rows_of(b->spec) * pk_fields.records[b->shape->row].bytes;
}

static uint64_t data_bytes(const builder *b) {
    const pk_spec *const s = b->spec;
    const uint64_t room =
        size_of(b, ROOM) + size_of(b, PATH) + (uint64_t)s->textures * size_of(b, TEXTURE);
    return s->rooms * room + (uint64_t)s->copies * size_of(b, PATH);
}

static void write_open(builder *b) {
    pk_put_u32(b->out, PK_OPEN_VERSION);
    pk_put_u32(b->out, 0);
    put_names(b);
    b->offset = align_up(PK_HEAD_BYTES + names_bytes(b) + rows_bytes(b), b->shape->align);
    put_rows(b);
    pk_put_fill(b->out, b->shape->align, 0);
    put_all(b, put_bytes);
}

static void put_section(const builder *b, const char *tag, uint64_t bytes) {
    nl_write_bytes(b->out, tag, 4);
    pk_put_u32(b->out, align_up(bytes, b->shape->align));
}

static void write_sectioned(builder *b) {
    pk_put_u32(b->out, PK_SECTIONED_VERSION);
    pk_put_u32(b->out, PK_HEADER_BYTES);
    for (uint32_t i = 0; i < PK_DIGEST_BYTES / 4; i++) /* no digest: what it is of is unknown */
        pk_put_u32(b->out, 0);
    pk_put_u32(b->out, PK_SECTION_COUNT);
    put_section(b, "STRG", names_bytes(b));
    put_section(b, "RSHD", rows_bytes(b));
    put_section(b, "DATA", data_bytes(b));
    pk_put_fill(b->out, b->shape->align, 0);
    put_names(b);
    pk_put_fill(b->out, b->shape->align, 0);
    put_rows(b);
    pk_put_fill(b->out, b->shape->align, 0);
    put_all(b, put_bytes);
}

void pk_write(nl_writer *out, const pk_spec *spec) {
    builder b = builder_of(out, spec);
    if (b.shape->is_sectioned)
        write_sectioned(&b);
    else
        write_open(&b);
}

/* ---- Of any size ---- */

/* Rooms of a kilobyte each, as many as there is room for below the highest offset. */
static pk_spec spec_of(uint64_t target_bytes) {
    enum { ROOM_BYTES = 1024, TEXTURE_BYTES = 256, MOST_BYTES = PK_OFFSET_LIMIT - (1 << 20) };
    pk_spec spec = {.rooms = 1, .names = 1};
    const uint64_t rooms = nl_min(target_bytes, MOST_BYTES) / ROOM_BYTES;
    if (rooms < 2) return spec;
    spec.rooms = (uint32_t)rooms;
    spec.names = (uint32_t)nl_min(rooms, 256);
    spec.textures = 3;
    spec.texture_bytes = TEXTURE_BYTES;
    return spec;
}

void pk_set_variant(pk_spec *spec, unsigned variant) {
    static const struct {
        pk_dialect dialect;
        navlint_packing packing;
    } variants[PK_VARIANT_COUNT] = {{PK_PRIME, NAVLINT_PACKED_ZLIB},
                                    {PK_PRIME, NAVLINT_PACKED_LZO},
                                    {PK_PROTOTYPE, NAVLINT_STORED},
                                    {PK_CORRUPTION, NAVLINT_PACKED_CMPD}};
    spec->dialect = variants[variant].dialect;
    spec->packing = variants[variant].packing;
}

void pk_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    pk_spec spec = spec_of(target_bytes);
    pk_set_variant(&spec, variant);
    pk_write(out, &spec);
}
