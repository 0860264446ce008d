#include "containers/valve_vpk/build.h"

#include <libdeflate.h>
#include <string.h>

#include "containers/md5.h"
#include "core/checked.h"

enum {
    FOLDER_FILES = 32, /* texts in a folder */
    CHUNK_BYTES = 1 << 20,
    KEY_BYTES = 20,
    SIGNATURE_BYTES = 16,
    README_BYTES = 8
};

/* What a variant has. */
typedef struct shape {
    uint32_t version;
    bool is_directory; /* data are in archive 0 */
    bool has_hashes;
    uint16_t archive; /* of the hashes of pieces, */
    uint16_t type;    /* and theirs */
    bool has_pieces;
    vpk_signature_form form;
    bool has_keys; /* of the new form */
} shape;

static const shape shapes[VPK_BUILD_VARIANTS] = {
    [VPK_BUILD_1] = {.version = 1},
    [VPK_BUILD_1_DIRECTORY] = {.version = 1, .is_directory = true},
    [VPK_BUILD_2] = {.version = 2},
    [VPK_BUILD_2_HASHED] = {.version = 2,
                            .has_hashes = true,
                            .has_pieces = true,
                            .type = VPK_HASH_HERE,
                            .form = VPK_NEW_FORM},
    [VPK_BUILD_2_SIGNED] = {.version = 2,
                            .has_hashes = true,
                            .has_pieces = true,
                            .archive = VPK_HERE,
                            .form = VPK_OLD_FORM},
    [VPK_BUILD_2_KEYED] = {.version = 2,
                           .has_hashes = true,
                           .form = VPK_NEW_FORM,
                           .has_keys = true},
    [VPK_BUILD_2_DIRECTORY] = {.version = 2,
                               .is_directory = true,
                               .has_hashes = true,
                               .has_pieces = true},
};

/* ---- Contents ---- */

/* A mesh of version 5: one area of 50 by 50 units, with nothing on it. */
static const uint8_t mesh[VPK_MESH_BYTES] = {
    0xCE, 0xFA, 0xED, 0xFE, 5, 0, 0,    0,       /* magic, version */
    0,    1,    0,    0,    0, 0,                /* size of the map, places */
    1,    0,    0,    0,    1, 0, 0,    0,    0, /* areas; number and attributes of the first */
    0,    0,    0,    0,    0, 0, 0,    0,    0, 0, 0, 0, /* north-western corner */
    0,    0,    0x48, 0x42, 0, 0, 0x48, 0x42, /* the opposite one; all else is 0: two heights, */
}; /* four lists of connections, spots, paths, the place */

static const uint8_t readme[README_BYTES] = {'n', 'a', 'v', ' ', 'm', 'e', 's', 'h'};

/* What a file is made of: bytes[0, length), or, if bytes is NULL, the text with this number. */
typedef struct content {
    const uint8_t *bytes;
    uint32_t text;
    uint32_t length;
} content;

enum { PART_BYTES = 256 };

/* Bytes [from, from + PART_BYTES) of it, or less at the end; returns how many. */
static uint32_t part_of(const content *c, uint32_t from, uint8_t part[PART_BYTES]) {
    const uint32_t count = (uint32_t)nl_min(PART_BYTES, c->length - from);
    for (uint32_t i = 0; i < count; i++)
        part[i] = c->bytes ? c->bytes[from + i] : (uint8_t)('a' + (c->text + from + i) % 26);
    return count;
}

static uint32_t crc_of(const content *c) {
    uint8_t part[PART_BYTES];
    uint32_t crc = 0;
    for (uint32_t from = 0; from < c->length; from += PART_BYTES)
        crc = libdeflate_crc32(crc, part, part_of(c, from, part));
    return crc;
}

static void write_content(nl_writer *out, const content *c, uint32_t from) {
    uint8_t part[PART_BYTES];
    for (; from < c->length; from += PART_BYTES)
        nl_write_bytes(out, part, part_of(c, from, part));
}

/* ---- The tree ---- */

typedef struct builder {
    nl_writer *out;
    const vpk_spec *spec;
    shape shape;
    size_t start;         /* of the package in `out` */
    uint64_t data_offset; /* of the next file's data */
} builder;

static void write_name(nl_writer *out, const char *name) {
    nl_write_bytes(out, name, strlen(name) + 1);
}

static void write_numbered(nl_writer *out, const char *word, uint32_t number) {
    char digits[12];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    for (; at == sizeof digits - 1 || number != 0; number /= 10)
        digits[--at] = (char)('0' + number % 10);
    nl_write_bytes(out, word, strlen(word));
    write_name(out, digits + at);
}

static void write_entry(builder *b, const content *c, uint32_t preload) {
    nl_write_u32(b->out, crc_of(c));
    nl_write_u16(b->out, preload);
    nl_write_u16(b->out, b->shape.is_directory ? 0 : VPK_HERE);
    nl_write_u32(b->out, (uint32_t)b->data_offset);
    nl_write_u32(b->out, c->length - preload);
    nl_write_u16(b->out, VPK_LAST);
    const content head = {c->bytes, c->text, preload};
    write_content(b->out, &head, 0);
    b->data_offset += c->length - preload;
}

static content text_of(const vpk_spec *spec, uint32_t text) {
    return (content){NULL, text, spec->text_bytes};
}

static void write_texts(builder *b) {
    const uint32_t count = b->spec->texts;
    if (count == 0) return;
    write_name(b->out, "txt");
    for (uint32_t text = 0; text < count; text++) {
        const content c = text_of(b->spec, text);
        if (text % FOLDER_FILES == 0) write_numbered(b->out, "notes/", text / FOLDER_FILES);
        write_numbered(b->out, "t", text);
        write_entry(b, &c, b->spec->text_preload);
        if ((text + 1) % FOLDER_FILES == 0 || text + 1 == count) nl_write_u8(b->out, 0);
    }
    nl_write_u8(b->out, 0);
}

static void write_lone(builder *b, const char *const names[3], const content *c, uint32_t preload) {
    for (int i = 0; i < 3; i++)
        write_name(b->out, names[i]);
    write_entry(b, c, preload);
    nl_write_u16(b->out, 0);
}

static void write_tree(builder *b) {
    static const char *const names_of_mesh[3] = {"nav", "maps", "m"};
    static const char *const names_of_readme[3] = {" ", " ", "readme"};
    const content whole_mesh = {mesh, 0, VPK_MESH_BYTES};
    const content whole_readme = {readme, 0, README_BYTES};
    b->data_offset = 0;
    if (!b->spec->has_no_mesh) write_lone(b, names_of_mesh, &whole_mesh, b->spec->mesh_preload);
    write_texts(b);
    write_lone(b, names_of_readme, &whole_readme, 0);
    nl_write_u8(b->out, 0);
}

/* ---- Sections ---- */

static void write_data(const builder *b) {
    const vpk_spec *const spec = b->spec;
    const content whole_mesh = {mesh, 0, VPK_MESH_BYTES};
    const content whole_readme = {readme, 0, README_BYTES};
    if (!spec->has_no_mesh) write_content(b->out, &whole_mesh, spec->mesh_preload);
    for (uint32_t text = 0; text < spec->texts; text++) {
        const content c = text_of(spec, text);
        write_content(b->out, &c, spec->text_preload);
    }
    write_content(b->out, &whole_readme, 0);
}

static void write_zeros(nl_writer *out, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

static uint64_t chunk_count(const builder *b) {
    return b->shape.has_pieces ? (b->data_offset + CHUNK_BYTES - 1) / CHUNK_BYTES : 0;
}

/* Hashes are left out here. */
static void write_chunks(const builder *b) {
    for (uint64_t i = 0; i < chunk_count(b); i++) {
        const uint64_t offset = i * CHUNK_BYTES;
        nl_write_u16(b->out, b->shape.archive);
        nl_write_u16(b->out, b->shape.type);
        nl_write_u32(b->out, (uint32_t)offset);
        nl_write_u32(b->out, (uint32_t)nl_min(CHUNK_BYTES, b->data_offset - offset));
        write_zeros(b->out, VPK_MD5_BYTES);
    }
}

static uint32_t signature_bytes(const shape *of) {
    if (of->form == VPK_NEW_FORM) return VPK_NEW_SIGNATURE_BYTES;
    return of->form == VPK_OLD_FORM ? 8 + KEY_BYTES + SIGNATURE_BYTES : 0;
}

static void write_filled(nl_writer *out, uint32_t count, uint8_t byte) {
    for (uint32_t i = 0; i < count; i++)
        nl_write_u8(out, byte);
}

static void write_old_form(nl_writer *out) {
    nl_write_u32(out, KEY_BYTES);
    write_filled(out, KEY_BYTES, 'K');
    nl_write_u32(out, SIGNATURE_BYTES);
    write_filled(out, SIGNATURE_BYTES, 'S');
}

static void write_new_form(nl_writer *out, bool has_keys) {
    nl_write_u32(out, VPK_MAGIC_WORD);
    nl_write_u32(out, 1);
    nl_write_u32(out, has_keys ? KEY_BYTES : 0);
    nl_write_u32(out, has_keys ? SIGNATURE_BYTES : 0);
    nl_write_u32(out, 0);
    if (!has_keys) return;
    write_filled(out, KEY_BYTES, 'K');
    write_filled(out, SIGNATURE_BYTES, 'S');
}

static void write_sections(const builder *b) {
    if (!b->shape.is_directory) write_data(b);
    if (b->shape.version != 2) return;
    write_chunks(b);
    if (b->shape.has_hashes) write_zeros(b->out, VPK_HASHES_BYTES);
    if (b->shape.form == VPK_OLD_FORM) write_old_form(b->out);
    if (b->shape.form == VPK_NEW_FORM) write_new_form(b->out, b->shape.has_keys);
}

static void write_header(const builder *b, uint64_t tree_bytes) {
    nl_write_u32(b->out, VPK_MAGIC_WORD);
    nl_write_u32(b->out, b->shape.version);
    nl_write_u32(b->out, (uint32_t)tree_bytes);
    if (b->shape.version != 2) return;
    nl_write_u32(b->out, b->shape.is_directory ? 0 : (uint32_t)b->data_offset);
    nl_write_u32(b->out, (uint32_t)(chunk_count(b) * VPK_CHUNK_BYTES));
    nl_write_u32(b->out, b->shape.has_hashes ? VPK_HASHES_BYTES : 0);
    nl_write_u32(b->out, signature_bytes(&b->shape));
}

void vpk_write(nl_writer *out, const vpk_spec *spec) {
    nl_writer counter = {.bytes = NULL};
    builder b = {.out = &counter, .spec = spec, .shape = shapes[spec->variant], .start = out->at};
    write_tree(&b); /* its size and that of the data stand in front of it */
    b.out = out;
    write_header(&b, counter.at);
    write_tree(&b);
    write_sections(&b);
    if (!nl_writer_ok(out)) return;
    vpk_seal_pieces(out->bytes + b.start, out->at - b.start);
    vpk_seal(out->bytes + b.start, out->at - b.start);
}

/* ---- Hashes ---- */

/* Where the sections of a package of version 2 start. */
typedef struct parts {
    uint64_t tree, data, chunks, hashes;
} parts;

static uint32_t size_at(const uint8_t *bytes, uint32_t field_at) {
    return nl_load_u32(bytes + VPK_HEAD_BYTES + field_at);
}

/* false if the hashes are not there. */
static bool find_parts(const uint8_t *bytes, size_t length, parts *at) {
    at->tree = VPK_HEAD_BYTES + VPK_SIZES_BYTES;
    if (length < at->tree || nl_load_u32(bytes + VPK_HEAD_VERSION_AT) != 2) return false;
    at->data = at->tree + nl_load_u32(bytes + VPK_HEAD_TREE_AT);
    at->chunks = at->data + size_at(bytes, VPK_SIZES_DATA_AT);
    at->hashes = at->chunks + size_at(bytes, VPK_SIZES_CHUNKS_AT);
    return size_at(bytes, VPK_SIZES_HASHES_AT) == VPK_HASHES_BYTES &&
           at->hashes + VPK_HASHES_BYTES <= length;
}

static void seal_piece(uint8_t *bytes, const parts *at, uint8_t *row) {
    const bool is_here = nl_load_u16(row + VPK_CHUNK_ARCHIVE_AT) == VPK_HERE ||
                         nl_load_u16(row + VPK_CHUNK_TYPE_AT) == VPK_HASH_HERE;
    const uint64_t offset = nl_load_u32(row + VPK_CHUNK_OFFSET_AT);
    const uint64_t length = nl_load_u32(row + VPK_CHUNK_LENGTH_AT);
    if (is_here && offset + length <= at->chunks - at->data)
        box_md5(bytes + at->data + offset, (size_t)length, row + VPK_CHUNK_HASH_AT);
}

void vpk_seal_pieces(uint8_t *bytes, size_t length) {
    parts at;
    if (!find_parts(bytes, length, &at)) return;
    for (uint64_t row = at.chunks; at.hashes - row >= VPK_CHUNK_BYTES; row += VPK_CHUNK_BYTES)
        seal_piece(bytes, &at, bytes + row);
}

void vpk_seal(uint8_t *bytes, size_t length) {
    parts at;
    if (!find_parts(bytes, length, &at)) return;
    uint8_t *const hashes = bytes + at.hashes;
    box_md5(bytes + at.tree, (size_t)(at.data - at.tree), hashes + VPK_HASHES_TREE_AT);
    box_md5(bytes + at.chunks, (size_t)(at.hashes - at.chunks), hashes + VPK_HASHES_CHUNKS_AT);
    box_md5(bytes, (size_t)(at.hashes + VPK_HASHES_FILE_AT), hashes + VPK_HASHES_FILE_AT);
}

/* ---- Files of any size ---- */

/* Bytes of a text's name and entry, about. */
enum { ROW_BYTES = 28, SMALLEST_TEXT = 8, LARGE_TEXT = 32 << 10, LARGE_PRELOAD = 900 };

/* Packages of data grow by their texts; directories by what of these is in the tree. */
void vpk_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    const bool is_directory = shapes[variant].is_directory;
    const uint64_t usual = nl_min(LARGE_TEXT, nl_max(SMALLEST_TEXT, target_bytes / 64));
    vpk_spec spec = {.variant = (vpk_variant)variant, .text_bytes = (uint32_t)usual};
    if (is_directory) spec.text_preload = (uint32_t)nl_min(LARGE_PRELOAD, usual / 2);
    const uint64_t each = ROW_BYTES + (is_directory ? spec.text_preload : spec.text_bytes);
    const uint64_t fixed = 350;
    const uint64_t texts = target_bytes > fixed ? (target_bytes - fixed) / each : 0;
    spec.texts = (uint32_t)nl_max(2, texts);
    vpk_write(out, &spec);
}

/* Sizes of sections are those of the header. */
void vpk_resize(uint8_t *bytes, size_t length, uint64_t at, int64_t growth) {
    static const uint8_t fields[] = {
        VPK_HEAD_TREE_AT, VPK_HEAD_BYTES + VPK_SIZES_DATA_AT, VPK_HEAD_BYTES + VPK_SIZES_CHUNKS_AT,
        VPK_HEAD_BYTES + VPK_SIZES_HASHES_AT, VPK_HEAD_BYTES + VPK_SIZES_SIGNATURE_AT};
    if (length < VPK_HEAD_BYTES + VPK_SIZES_BYTES) return;
    const bool is_2 = nl_load_u32(bytes + VPK_HEAD_VERSION_AT) == 2;
    uint64_t end = VPK_HEAD_BYTES + (is_2 ? VPK_SIZES_BYTES : 0);
    if (at < end) return;
    for (size_t i = 0; i < (is_2 ? sizeof fields : 1); i++) {
        uint8_t *const size = bytes + fields[i];
        end += nl_load_u32(size);
        if (at >= end) continue;
        (void)nl_store_value(size, NL_U32LE, nl_sum_value(nl_load_value(size, NL_U32LE), growth));
        return;
    }
}
