#include "containers/gmod_gma/build.h"

#include <libdeflate.h>

#include "containers/gmod_gma/stream.h"
#include "core/checked.h"

enum {
    OWN_PATH_BYTES = 28, /* "materials/navlint/000000.vtf" */
    MESH_BYTES = 131,
    FEW_BYTES = 256,      /* of a file in a small addon */
    MANY_BYTES = 4096,    /* and in a large one */
    SMALL_ADDON = 1 << 16 /* bytes */
};

/* ---- Files ---- */

/* A mesh of one area for Garry's Mod: version 16 of the format, without what it may be without. */
static void make_mesh(uint8_t mesh[MESH_BYTES]) {
    static const float corners[] = {-25, -25, 0, 25, 25, 0, 0, 0};
    nl_writer out = nl_writer_over(mesh, MESH_BYTES);
    nl_write_u32(&out, 0xFEEDFACE);
    nl_write_u32(&out, 16);
    nl_write_u32(&out, 0);    /* sub-version */
    nl_write_u32(&out, 4096); /* bytes of the map */
    nl_write_u8(&out, 1);     /* analysed */
    nl_write_u16(&out, 0);    /* places */
    nl_write_u8(&out, 1);     /* areas without a place */
    nl_write_u32(&out, 1);    /* areas */
    nl_write_u32(&out, 1);    /* id */
    nl_write_u32(&out, 0);    /* attributes */
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++)
        nl_write_f32(&out, corners[i]);
    for (int i = 0; i < 4; i++)
        nl_write_u32(&out, 0); /* connections */
    nl_write_u8(&out, 0);      /* hiding spots */
    nl_write_u32(&out, 0);     /* encounters */
    nl_write_u16(&out, 0);     /* place */
    nl_write_u32(&out, 0);     /* ladders up */
    nl_write_u32(&out, 0);     /* and down */
    nl_write_f32(&out, 0);     /* seconds until either team is here */
    nl_write_f32(&out, 0);
    for (int i = 0; i < 4; i++)
        nl_write_f32(&out, 1); /* light */
    nl_write_u32(&out, 0);     /* areas in sight */
    nl_write_u32(&out, 0);     /* inherited */
    nl_write_u32(&out, 0);     /* ladders */
}

/* Bytes that do not pack, others in each file. */
static void make_filling(uint8_t *bytes, uint32_t length, uint32_t file) {
    uint32_t state = file * 2654435761u + 1;
    for (uint32_t i = 0; i < length; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(state >> 24);
    }
}

typedef struct gma_content {
    uint8_t bytes[MANY_BYTES];
    uint32_t length;
} gma_content;

/* What is in the file of this index; the mesh is the first one. */
static void make_content(const gma_spec *spec, uint32_t file, gma_content *content) {
    content->length = file == 0 ? MESH_BYTES : (uint32_t)nl_min(spec->more_bytes, MANY_BYTES);
    if (spec->is_hollow && file == spec->more) content->length = 0;
    if (file == 0)
        make_mesh(content->bytes);
    else
        make_filling(content->bytes, content->length, file);
}

static void put_path(gma_stream *stream, const gma_spec *spec, uint32_t file) {
    char path[OWN_PATH_BYTES + 1] = "materials/navlint/000000.vtf";
    const char *const given = file == 0 ? spec->path : file == 1 ? spec->other : NULL;
    uint32_t left = file;
    for (uint32_t digit = OWN_PATH_BYTES - 5; left > 0; left /= 10)
        path[digit--] = (char)('0' + left % 10);
    gma_put_text(stream, given ? given : file == 0 ? "maps/navlint.nav" : path);
}

/* ---- The addon ---- */

static void put_header(gma_stream *stream, const gma_spec *spec) {
    const uint8_t version = (uint8_t)(spec->version ? spec->version : GMA_LATEST_VERSION);
    gma_put(stream, GMA_MAGIC, sizeof GMA_MAGIC - 1);
    gma_put(stream, &version, 1);
    gma_put_u64(stream, 0);          /* Steam id */
    gma_put_u64(stream, 1577836800); /* the first second of 2020 */
    if (version > 1) gma_put_text(stream, "");
    gma_put_text(stream, "navlint");
    gma_put_text(stream, "{\"description\":\"\",\"type\":\"map\",\"tags\":[]}");
    gma_put_text(stream, "Author Name");
    gma_put_u32(stream, 1);
}

static void put_row(gma_stream *stream, const gma_spec *spec, uint32_t file) {
    gma_content content;
    make_content(spec, file, &content);
    gma_put_u32(stream, file + 1);
    put_path(stream, spec, file);
    gma_put_u64(stream, content.length);
    gma_put_u32(stream, spec->has_no_sums ? 0 : libdeflate_crc32(0, content.bytes, content.length));
}

static void put_addon(gma_stream *stream, const gma_spec *spec) {
    gma_content content;
    put_header(stream, spec);
    for (uint32_t file = 0; file <= spec->more; file++)
        put_row(stream, spec, file);
    gma_put_u32(stream, 0);
    for (uint32_t file = 0; file <= spec->more; file++) {
        make_content(spec, file, &content);
        gma_put(stream, content.bytes, content.length);
    }
    if (!spec->has_no_end) gma_put_u32(stream, spec->has_no_sums ? 0 : stream->crc);
}

static uint64_t size_of(const gma_spec *spec) {
    nl_writer counter = nl_writer_over(NULL, 0);
    gma_stream stream = {.out = &counter};
    put_addon(&stream, spec);
    return stream.length;
}

static void write_packed(nl_writer *out, const gma_spec *spec) {
    const uint64_t size = size_of(spec);
    gma_packer packer;
    gma_stream stream = {.out = out, .packer = &packer};
    nl_write_u8(out, 0x5D);
    nl_write_u32(out, 1u << 16); /* bytes of the dictionary, of which nothing is used */
    nl_write_u32(out, (uint32_t)size);
    nl_write_u32(out, (uint32_t)(size >> 32));
    gma_packer_start(&packer);
    put_addon(&stream, spec);
    gma_packer_end(&packer, out);
}

void gma_write(nl_writer *out, const gma_spec *spec) {
    gma_stream stream = {.out = out};
    if (spec->is_packed)
        write_packed(out, spec);
    else
        put_addon(&stream, spec);
}

gma_spec gma_spec_as(const gma_spec *spec, unsigned variant) {
    gma_spec same = *spec;
    same.is_packed = variant == GMA_BUILD_PACKED;
    same.version = variant < GMA_LATEST_VERSION ? GMA_LATEST_VERSION - variant : GMA_LATEST_VERSION;
    return same;
}

void gma_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    const gma_spec least = {.more_bytes = target_bytes < SMALL_ADDON ? FEW_BYTES : MANY_BYTES};
    gma_spec spec = gma_spec_as(&least, variant);
    const uint64_t row_bytes = GMA_ROW_BYTES + OWN_PATH_BYTES + spec.more_bytes;
    const uint64_t smallest = size_of(&spec);
    if (target_bytes > smallest) spec.more = (uint32_t)((target_bytes - smallest) / row_bytes);
    gma_write(out, &spec);
}
