#include "parsers/metroid_path/build.h"

#include "core/checked.h"
#include "parsers/metroid_path/build_octree.h"

/* ---- Big-endian numbers ---- */

void mp_put_u32(nl_writer *out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        nl_write_u8(out, value >> shift & 0xFF);
}

void mp_put_f32(nl_writer *out, double value) {
    const float single = (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    mp_put_u32(out, bits);
}

void mp_put_vector(nl_writer *out, double x, double y, double z) {
    mp_put_f32(out, x);
    mp_put_f32(out, y);
    mp_put_f32(out, z);
}

static void put_u16(nl_writer *out, uint32_t value) {
    nl_write_u8(out, value >> 8 & 0xFF);
    nl_write_u8(out, value & 0xFF);
}

void mp_write_fill(nl_writer *out) {
    while (out->at % MP_FILL_BYTES != 0)
        nl_write_u8(out, 0xFF);
}

/* ---- The floor ---- */

#define CELL   8.0
#define HEIGHT 4.0
#define RISE   6.0 /* of a sloping cell: 3/4 */

enum { SIDES = 4 };

/* Clockwise from above, as rings run. */
enum { WEST = 0, NORTH, EAST, SOUTH };

typedef struct mp_builder {
    nl_writer *out;
    const mp_spec *spec;
    double cell;
    uint32_t pieces;
    uint32_t regions;
    uint16_t groups[2][MP_SPEC_REGIONS]; /* of ground and flyer regions joined by links */
} mp_builder;

static uint32_t column_of(const mp_builder *b, uint32_t region) {
    return region % b->spec->columns;
}

static uint32_t row_of(const mp_builder *b, uint32_t region) {
    return region / b->spec->columns;
}

/* Columns go flat, up, flat, down. */
static bool slopes(uint32_t column) {
    return column % 2 != 0;
}

static double slope_of(const mp_builder *b, uint32_t column) {
    const double rise = RISE * b->cell / CELL;
    if (!slopes(column)) return 0;
    return column % 4 == 1 ? rise / b->cell : -rise / b->cell;
}

static double floor_at_start(const mp_builder *b, uint32_t column) {
    const bool is_up = column % 4 == 2 || column % 4 == 3;
    return is_up ? RISE * b->cell / CELL : 0;
}

static double west_of(const mp_builder *b, uint32_t column) {
    return column * (b->cell + (double)b->spec->gap);
}

static double height_of(const mp_builder *b) {
    return HEIGHT * b->cell / CELL;
}

mp_box mp_box_of(const mp_builder *b, uint32_t region) {
    const uint32_t column = column_of(b, region);
    const double x = west_of(b, column);
    const double y = row_of(b, region) * b->cell;
    const double start = floor_at_start(b, column);
    const double end = start + slope_of(b, column) * b->cell;
    return (mp_box){{x, y, start < end ? start : end},
                    {x + b->cell, y + b->cell, (start < end ? end : start) + height_of(b)}};
}

static uint32_t types_of(const mp_builder *b, uint32_t region) {
    const uint32_t row = row_of(b, region) % 8;
    if (!b->spec->is_mixed || row < 6) return MP_GROUND;
    return row == 6 ? MP_FLYER : MP_SWIMMER;
}

static uint32_t indexes_of(const mp_builder *b, uint32_t region) {
    return b->spec->is_mixed ? 1 + column_of(b, region) % 7 : 1;
}

/* ---- Nodes ---- */

static uint32_t ring_nodes(const mp_builder *b) {
    return SIDES * b->pieces;
}

/* Node `step` of `side`: rings start in the south-west. */
static mp_vector node_of(const mp_builder *b, uint32_t region, uint32_t side, uint32_t step) {
    const mp_box box = mp_box_of(b, region);
    const uint32_t column = column_of(b, region);
    const double way = b->cell * step / b->pieces;
    const double xs[SIDES] = {box.min.x, box.min.x + way, box.max.x, box.max.x - way};
    const double ys[SIDES] = {box.min.y + way, box.max.y, box.max.y - way, box.min.y};
    const double x = xs[side];
    return (mp_vector){x, ys[side],
                       floor_at_start(b, column) + slope_of(b, column) * (x - box.min.x)};
}

static void put_node(const mp_builder *b, uint32_t region, uint32_t index) {
    static const int8_t inward[SIDES][2] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
    const bool turned = b->spec->is_reversed;
    const uint32_t count = ring_nodes(b);
    const uint32_t place = turned ? (count - index) % count : index;
    const mp_vector at = node_of(b, region, place / b->pieces, place % b->pieces);
    const uint32_t edge = turned ? (place + count - 1) % count : place;
    const int8_t *const n = inward[edge / b->pieces];
    const int sign = turned ? -1 : 1;
    mp_put_vector(b->out, at.x, at.y, at.z);
    mp_put_vector(b->out, sign * n[0], sign * n[1], 0);
}

static void put_nodes(const mp_builder *b) {
    mp_put_u32(b->out, b->regions * ring_nodes(b) + b->spec->spare_nodes);
    for (uint32_t region = 0; region < b->regions; region++)
        for (uint32_t i = 0; i < ring_nodes(b); i++)
            put_node(b, region, i);
    for (uint32_t i = 0; i < b->spec->spare_nodes; i++) {
        mp_put_vector(b->out, 0, 0, 0);
        mp_put_vector(b->out, 1, 0, 0);
    }
}

/* ---- Links ---- */

/* The region beyond a side; `regions` if there is none. */
static uint32_t neighbour(const mp_builder *b, uint32_t region, uint32_t side) {
    const uint32_t column = column_of(b, region);
    const uint32_t row = row_of(b, region);
    const mp_spec *const spec = b->spec;
    uint32_t other = b->regions;
    if (side == WEST && column > 0) other = region - 1;
    if (side == EAST && column + 1 < spec->columns) other = region + 1;
    if (side == NORTH && row + 1 < spec->rows) other = region + spec->columns;
    if (side == SOUTH && row > 0) other = region - spec->columns;
    const bool is_closed = spec->is_unlinked || (spec->is_one_way && other < region);
    return is_closed ? b->regions : other;
}

static uint32_t links_of(const mp_builder *b, uint32_t region) {
    uint32_t sides = 0;
    for (uint32_t side = 0; side < SIDES; side++)
        sides += neighbour(b, region, side) < b->regions;
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
            const uint32_t other = neighbour(b, region, place / b->pieces);
            if (other < b->regions) put_link(b, place, other);
        }
    for (uint32_t i = 0; i < b->spec->spare_links; i++)
        put_link(b, 0, 0);
}

/* ---- Regions ---- */

static void put_region(const mp_builder *b, uint32_t region, uint32_t link_start) {
    const mp_box box = mp_box_of(b, region);
    const uint32_t column = column_of(b, region);
    const double floor_start = floor_at_start(b, column);
    const double middle = floor_start + slope_of(b, column) * b->cell / 2;
    const double slope = slope_of(b, column);
    mp_put_u32(b->out, ring_nodes(b));
    mp_put_u32(b->out, region * ring_nodes(b));
    mp_put_u32(b->out, links_of(b, region));
    mp_put_u32(b->out, link_start);
    put_u16(b->out, indexes_of(b, region));
    put_u16(b->out, types_of(b, region));
    mp_put_f32(b->out, height_of(b));
    mp_put_vector(b->out, slope == 0 ? 0 : slope > 0 ? -0.6 : 0.6, 0, slope == 0 ? 1 : 0.8);
    mp_put_u32(b->out, region);
    mp_put_vector(b->out, (box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2, middle);
    mp_put_vector(b->out, box.min.x, box.min.y, box.min.z);
    mp_put_vector(b->out, box.max.x, box.max.y, box.max.z);
    for (uint32_t at = MP_REGION_OBSTRUCTIONS; at < mp_layouts[b->spec->version].slot_at; at += 4)
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

static bool takes_part(const mp_builder *b, uint32_t region, int kind) {
    return (types_of(b, region) & (kind == 0 ? MP_GROUND : MP_FLYABLE)) != 0;
}

static bool is_joined(const mp_builder *b, uint32_t region, uint32_t other, int kind) {
    return other < b->regions && takes_part(b, region, kind) && takes_part(b, other, kind);
}

/* Until nothing changes every region takes the lowest number among its neighbours. */
static void find_groups(mp_builder *b, int kind) {
    uint16_t *const groups = b->groups[kind];
    bool changed = true;
    for (uint32_t region = 0; region < b->regions; region++)
        groups[region] = (uint16_t)region;
    while (changed) {
        changed = false;
        for (uint32_t region = 0; region < b->regions; region++)
            for (uint32_t side = 0; side < SIDES; side++) {
                const uint32_t other = neighbour(b, region, side);
                if (!is_joined(b, region, other, kind) || groups[region] == groups[other]) continue;
                const bool is_lower = groups[region] < groups[other];
                groups[is_lower ? other : region] = groups[is_lower ? region : other];
                changed = true;
            }
    }
}

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
    if (!mp_layouts[b->spec->version].has_unused) return;
    for (uint64_t i = 0; i < unused; i++)
        mp_put_u32(b->out, 0);
}

/* ---- Points ---- */

static void put_point(const mp_builder *b, uint32_t point) {
    const uint32_t last = b->spec->points - 1;
    const uint32_t start = point == 0 ? 0 : 2 * point - 1;
    mp_put_vector(b->out, CELL * point, 0, HEIGHT);
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
        mp_put_f32(b->out, CELL);
    for (uint32_t i = 0; i < points * (points - 1) / 2; i++)
        put_bit(&bits, true);
    end_bits(&bits);
}

/* ---- All of it ---- */

static mp_builder builder_of(nl_writer *out, const mp_spec *spec) {
    mp_builder b = {.out = out, .spec = spec};
    b.cell = spec->cell > 0 ? (double)spec->cell : CELL;
    b.pieces = spec->pieces != 0 ? spec->pieces : 1;
    b.regions = spec->columns * spec->rows;
    find_groups(&b, 0);
    find_groups(&b, 1);
    return b;
}

static mp_grid grid_of(const mp_builder *b) {
    const mp_spec *const spec = b->spec;
    const double end = spec->columns == 0 ? 0 : west_of(b, spec->columns - 1) + b->cell;
    return (mp_grid){
        .builder = b,
        .regions = b->regions,
        .columns = spec->columns,
        .rows = spec->rows,
        .pitch = b->cell + (double)spec->gap,
        .cell = b->cell,
        .box = {{-b->cell, -b->cell, -b->cell},
                {end + b->cell, (spec->rows + 1) * b->cell, 3 * b->cell}},
    };
}

void mp_write(nl_writer *out, const mp_spec *spec) {
    const mp_builder b = builder_of(out, spec);
    const mp_grid grid = grid_of(&b);
    mp_put_u32(out, mp_layouts[spec->version].version);
    put_nodes(&b);
    put_links(&b);
    put_regions(&b);
    put_maps(&b);
    mp_write_octree(out, spec, &grid);
    put_points(&b);
}
