/* Writes a room, section by section. */
#include "parsers/metroid_path/build.h"

#include "parsers/metroid_path/build_octree.h"

void mp_write_fill(nl_writer *out) {
    while (out->at % MP_FILL_BYTES != 0)
        nl_write_u8(out, 0xFF);
}

/* ---- Nodes ---- */

static uint32_t ring_nodes(const mp_builder *b) {
    return MP_SIDES * b->pieces;
}

static void put_node(const mp_builder *b, uint32_t region, uint32_t index) {
    static const int8_t inward[MP_SIDES][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    const bool turned = b->spec->is_reversed;
    const uint32_t count = ring_nodes(b);
    const uint32_t place = turned ? (count - index) % count : index;
    const mp_vector at = mp_node_of(b, region, place / b->pieces, place % b->pieces);
    const uint32_t edge = turned ? (place + count - 1) % count : place;
    const int8_t *const n = inward[edge / b->pieces];
    const int sign = turned ? -1 : 1;
    mp_put_vector(b->out, at);
    mp_put_vector(b->out, (mp_vector){sign * n[0], sign * n[1], 0});
}

static void put_nodes(const mp_builder *b) {
    mp_put_u32(b->out, b->regions * ring_nodes(b) + b->spec->spare_nodes);
    for (uint32_t region = 0; region < b->regions; region++)
        for (uint32_t i = 0; i < ring_nodes(b); i++)
            put_node(b, region, i);
    for (uint32_t i = 0; i < b->spec->spare_nodes; i++) {
        mp_put_vector(b->out, (mp_vector){0, 0, 0});
        mp_put_vector(b->out, (mp_vector){1, 0, 0});
    }
}

/* ---- Links ---- */

static uint32_t links_of(const mp_builder *b, uint32_t region) {
    uint32_t sides = 0;
    for (uint32_t side = 0; side < MP_SIDES; side++)
        sides += mp_neighbour(b, region, side) < b->regions;
    return sides * b->pieces * (b->spec->is_doubled ? 2 : 1);
}

static void put_link(const mp_builder *b, uint32_t node, uint32_t region) {
    const double width = b->cell / b->pieces;
    for (int i = 0; i < (b->spec->is_doubled ? 2 : 1); i++) {
        mp_put_u32(b->out, node);
        mp_put_u32(b->out, region);
        mp_put_f32(b->out, width);
        mp_put_f32(b->out, 1 / width);
    }
}

static void put_links(const mp_builder *b) {
    uint32_t count = b->spec->spare_links;
    for (uint32_t region = 0; region < b->regions; region++)
        count += links_of(b, region);
    mp_put_u32(b->out, count);
    for (uint32_t region = 0; region < b->regions; region++)
        for (uint32_t place = 0; place < ring_nodes(b); place++) {
            const uint32_t other = mp_neighbour(b, region, place / b->pieces);
            if (other < b->regions) put_link(b, place, other);
        }
    for (uint32_t i = 0; i < b->spec->spare_links; i++)
        put_link(b, 0, 0);
}

/* ---- Regions ---- */

/* Of a floor that is flat, or rises or falls by 3/4. */
static mp_vector normal_of(double slope) {
    if (slope == 0) return (mp_vector){0, 0, 1};
    return (mp_vector){slope > 0 ? -0.6 : 0.6, 0, 0.8};
}

static void put_region(const mp_builder *b, uint32_t region, uint32_t link_start) {
    const mp_box box = mp_box_of(b, region);
    const uint32_t region_bytes = mp_layouts[b->spec->version].region_bytes;
    const size_t end = b->out->at + region_bytes - MP_WORD_BYTES;
    mp_put_u32(b->out, ring_nodes(b));
    mp_put_u32(b->out, region * ring_nodes(b));
    mp_put_u32(b->out, links_of(b, region));
    mp_put_u32(b->out, link_start);
    mp_put_u16(b->out, mp_indexes_of(b, region));
    mp_put_u16(b->out, mp_types_of(b, region));
    mp_put_f32(b->out, mp_region_height(b));
    mp_put_vector(b->out, normal_of(mp_slope_of(b, region)));
    mp_put_u32(b->out, region);
    mp_put_vector(b->out, mp_middle_of(b, region));
    mp_put_vector(b->out, box.min);
    mp_put_vector(b->out, box.max);
    while (b->out->at < end) /* obstructions */
        mp_put_u32(b->out, 0);
    mp_put_u32(b->out, region);
}

static void put_regions(const mp_builder *b) {
    uint32_t link_start = 0;
    mp_put_u32(b->out, b->regions);
    for (uint32_t region = 0; region < b->regions; region++) {
        put_region(b, region, link_start);
        link_start += links_of(b, region);
    }
}

/* ---- Bitmaps ---- */

/* A bitmap while it is written: one bit for each pair, the lowest of a word first. */
typedef struct mp_bits {
    nl_writer *out;
    uint32_t word;
    uint32_t used;
} mp_bits;

static void put_bit(mp_bits *bits, bool value) {
    bits->word |= (uint32_t)value << bits->used;
    if (++bits->used < 32) return;
    mp_put_u32(bits->out, bits->word);
    bits->word = bits->used = 0;
}

static void end_bits(mp_bits *bits) {
    while (bits->used != 0)
        put_bit(bits, false);
}

static void put_map(const mp_builder *b, int kind) {
    const uint16_t *const groups = b->groups[kind];
    mp_bits bits = {b->out, 0, 0};
    for (uint32_t low = 0; low < b->regions; low++)
        for (uint32_t high = low + 1; high < b->regions; high++)
            put_bit(&bits, groups[low] == groups[high]);
    end_bits(&bits);
}

static void put_maps(const mp_builder *b) {
    const uint64_t unused = 2 * (mp_square_words(b->regions) - mp_pair_words(b->regions));
    put_map(b, 0);
    put_map(b, 1);
    if (!mp_has(&mp_layouts[b->spec->version], MP_HAS_UNUSED_WORDS)) return;
    for (uint64_t i = 0; i < unused; i++)
        mp_put_u32(b->out, 0);
}

/* ---- Points ---- */

static void put_point(const mp_builder *b, uint32_t point) {
    const uint32_t last = b->spec->points - 1;
    const uint32_t start = point == 0 ? 0 : 2 * point - 1;
    mp_put_vector(b->out, (mp_vector){MP_CELL * point, 0, MP_HEIGHT});
    mp_put_u32(b->out, 0);
    mp_put_u32(b->out, (point > 0 ? 1u : 0u) + (point < last ? 1u : 0u));
    mp_put_u32(b->out, start);
    mp_put_u32(b->out, start);
}

static void put_points(const mp_builder *b) {
    const uint32_t points = b->spec->points;
    const mp_version version = b->spec->version;
    mp_bits bits = {b->out, 0, 0};
    if (version == MP_PRIME || (version == MP_CORRUPTION && points == 0)) return;
    mp_put_u32(b->out, points);
    if (points == 0) return;
    for (uint32_t i = 0; i < points; i++)
        put_point(b, i);
    const uint32_t spare = b->spec->spare_point_links;
    const uint32_t links = 2 * (points - 1) + spare;
    mp_put_u32(b->out, links);
    for (uint32_t i = 0; i < links - spare; i++)
        mp_put_u32(b->out, i % 2 == 0 ? i / 2 + 1 : i / 2);
    for (uint32_t i = 0; i < spare; i++)
        mp_put_u32(b->out, 0);
    mp_put_u32(b->out, links);
    for (uint32_t i = 0; i < links; i++)
        mp_put_f32(b->out, MP_CELL);
    for (uint32_t i = 0; i < points * (points - 1) / 2; i++)
        put_bit(&bits, true);
    end_bits(&bits);
}

/* ---- All of it ---- */

void mp_write(nl_writer *out, const mp_spec *spec) {
    const mp_builder b = mp_builder_of(out, spec);
    mp_put_u32(out, mp_layouts[spec->version].version);
    put_nodes(&b);
    put_links(&b);
    put_regions(&b);
    put_maps(&b);
    mp_write_octree(&b);
    put_points(&b);
}
