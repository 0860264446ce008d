#include "containers/gta_img/build.h"

#include "core/checked.h"

static void write_fill(nl_writer *out, uint64_t count, uint32_t byte) {
    for (uint64_t i = 0; i < count; i++)
        nl_write_u8(out, byte);
}

/* Zeros up to the next sector. */
static void write_to_sector(nl_writer *out) {
    write_fill(out, (0 - (uint64_t)out->at) % IMG_SECTOR_BYTES, 0);
}

/* ---- The directory ---- */

/* Writes a name of 24 bytes: the number between the two words, in so many digits at least. */
static void write_name(nl_writer *out, const char *word, uint32_t number, const char *ending) {
    char chars[IMG_READ_CHARS + 1];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, word);
    nl_put_uint(&text, number);
    nl_put(&text, ending);
    nl_write_bytes(out, text.chars, text.length);
    write_fill(out, sizeof chars - text.length, 0);
}

static void write_place(nl_writer *out, uint32_t offset, uint32_t sectors) {
    nl_write_u32(out, offset);
    nl_write_u16(out, sectors);
    nl_write_u16(out, 0);
}

static uint32_t model_sectors(const img_spec *spec) {
    return spec->model_sectors ? spec->model_sectors : 1;
}

static void write_directory(nl_writer *out, const img_spec *spec) {
    const uint64_t count = (uint64_t)spec->areas + spec->models;
    const uint64_t bytes = IMG_HEAD_BYTES + count * IMG_ENTRY_BYTES;
    uint32_t offset = (uint32_t)((bytes + IMG_SECTOR_BYTES - 1) / IMG_SECTOR_BYTES);
    nl_write_bytes(out, "VER2", IMG_MAGIC_BYTES);
    nl_write_u32(out, (uint32_t)count);
    for (uint32_t area = 0; area < spec->areas; area++) {
        write_place(out, offset++, 1);
        write_name(out, "nodes", area, ".dat");
    }
    for (uint32_t model = 0; model < spec->models; model++) {
        write_place(out, offset, model_sectors(spec));
        write_name(out, "m", model, ".dff");
        offset += model_sectors(spec);
    }
    write_to_sector(out);
}

/* ---- A path file: two nodes for pedestrians, 10 units apart, and a link each ---- */

enum {
    NODES = 2,
    EDGE_AREAS = 8,       /* of the map */
    AREA_UNITS = 750 * 8, /* eighths of a unit */
    FIRST_AT = -3000 * 8, /* the map's corner */
    INSIDE = 370 * 8,     /* from an area's corner */
    APART = 10 * 8,
    UNSEARCHED = 0x7FFE,
    PED_FLAGS = 0x000F0001, /* one link; spawn probability 15 */
    SPARE_LINKS = 192
};

static uint32_t coordinate(uint32_t cell, uint32_t more) {
    return (uint32_t)(FIRST_AT + (int32_t)(cell * AREA_UNITS + INSIDE + more)) & 0xFFFF;
}

static void write_node(nl_writer *out, uint32_t area, uint32_t node) {
    nl_write_u32(out, 0);
    nl_write_u32(out, 0);
    nl_write_u16(out, coordinate(area % EDGE_AREAS, node * APART));
    nl_write_u16(out, coordinate(area / EDGE_AREAS, 0));
    nl_write_u16(out, APART);
    nl_write_u16(out, UNSEARCHED);
    nl_write_u16(out, node); /* its first link */
    nl_write_u16(out, area);
    nl_write_u16(out, node);
    nl_write_u8(out, 8); /* width */
    nl_write_u8(out, 1); /* flood-fill id */
    nl_write_u32(out, PED_FLAGS);
}

static void write_links(nl_writer *out, uint32_t area) {
    for (uint32_t node = 0; node < NODES; node++)
        nl_write_u32(out, area | (NODES - 1 - node) << 16);
    for (uint32_t i = 0; i < SPARE_LINKS; i++)
        nl_write_u32(out, 0xFFFF);
    write_fill(out, 2 * NODES, 0); /* navi links */
    write_fill(out, NODES, 10);    /* lengths */
    write_fill(out, SPARE_LINKS, 0);
    write_fill(out, NODES, 0); /* intersection flags */
    write_fill(out, SPARE_LINKS, 0);
}

static void write_area(nl_writer *out, uint32_t area) {
    const uint32_t counts[] = {NODES, 0, NODES, 0, NODES};
    for (int i = 0; i < 5; i++)
        nl_write_u32(out, counts[i]);
    for (uint32_t node = 0; node < NODES; node++)
        write_node(out, area, node);
    write_links(out, area);
    write_to_sector(out);
}

/* ---- All of it ---- */

void img_write(nl_writer *out, const img_spec *spec) {
    write_directory(out, spec);
    for (uint32_t area = 0; area < spec->areas; area++)
        write_area(out, area);
    write_fill(out, (uint64_t)spec->models * model_sectors(spec) * IMG_SECTOR_BYTES, 0xDF);
}

enum { LARGE_SECTORS = 512 }; /* a model of 1 MiB */

/* Areas first, as many as fit, then models. */
static img_spec spec_of(uint64_t target_bytes, uint32_t sectors) {
    const uint64_t each = IMG_ENTRY_BYTES + IMG_SECTOR_BYTES;
    const uint64_t body = target_bytes > IMG_SECTOR_BYTES ? target_bytes - IMG_SECTOR_BYTES : 0;
    const uint64_t areas = nl_min(body / each, IMG_AREAS);
    const uint64_t left = body - nl_min(body, areas * each);
    const uint64_t model_bytes = IMG_ENTRY_BYTES + (uint64_t)sectors * IMG_SECTOR_BYTES;
    return (img_spec){.areas = areas ? (uint32_t)areas : 1,
                      .models = (uint32_t)(left / model_bytes),
                      .model_sectors = sectors};
}

void img_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    const img_spec spec =
        spec_of(target_bytes, variant == IMG_BUILD_LARGE_FILES ? LARGE_SECTORS : 1);
    img_write(out, &spec);
}
