#include "parsers/metroid_path/builder.h"

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

void mp_put_vector(nl_writer *out, mp_vector v) {
    mp_put_f32(out, v.x);
    mp_put_f32(out, v.y);
    mp_put_f32(out, v.z);
}

void mp_put_u16(nl_writer *out, uint32_t value) {
    nl_write_u8(out, value >> 8 & 0xFF);
    nl_write_u8(out, value & 0xFF);
}

/* ---- The floor ---- */

#define RISE 6.0 /* of a sloping cell: 3/4 */

static uint32_t column_of(const mp_builder *b, uint32_t region) {
    return region % b->spec->columns;
}

static uint32_t row_of(const mp_builder *b, uint32_t region) {
    return region / b->spec->columns;
}

static double rise_of(const mp_builder *b) {
    return RISE * b->cell / MP_CELL;
}

/* Columns go flat, up, flat, down. */
double mp_slope_of(const mp_builder *b, uint32_t region) {
    const uint32_t column = column_of(b, region);
    if (column % 2 == 0) return 0;
    return column % 4 == 1 ? rise_of(b) / b->cell : -rise_of(b) / b->cell;
}

/* Of the floor, in the west of the region. */
static double floor_of(const mp_builder *b, uint32_t region) {
    return column_of(b, region) % 4 >= 2 ? rise_of(b) : 0;
}

double mp_region_height(const mp_builder *b) {
    return MP_HEIGHT * b->cell / MP_CELL;
}

double mp_pitch_of(const mp_builder *b) {
    return b->cell + (double)b->spec->gap;
}

mp_box mp_box_of(const mp_builder *b, uint32_t region) {
    const double x = column_of(b, region) * mp_pitch_of(b);
    const double y = row_of(b, region) * b->cell;
    const double start = floor_of(b, region);
    const double end = start + mp_slope_of(b, region) * b->cell;
    const double top = mp_larger(start, end) + mp_region_height(b);
    return (mp_box){{x, y, mp_smaller(start, end)}, {x + b->cell, y + b->cell, top}};
}

mp_vector mp_middle_of(const mp_builder *b, uint32_t region) {
    const mp_box box = mp_box_of(b, region);
    return (mp_vector){(box.min.x + box.max.x) / 2, (box.min.y + box.max.y) / 2,
                       floor_of(b, region) + mp_slope_of(b, region) * b->cell / 2};
}

uint32_t mp_types_of(const mp_builder *b, uint32_t region) {
    const uint32_t row = row_of(b, region) % 8;
    if (!b->spec->is_mixed || row < 6) return MP_GROUND;
    return row == 6 ? MP_FLYER : MP_SWIMMER;
}

uint32_t mp_indexes_of(const mp_builder *b, uint32_t region) {
    return b->spec->is_mixed ? 1 + column_of(b, region) % 7 : 1;
}

/* ---- Rings and links ---- */

mp_vector mp_node_of(const mp_builder *b, uint32_t region, uint32_t side, uint32_t step) {
    const mp_box box = mp_box_of(b, region);
    const double way = b->cell * step / b->pieces;
    const double xs[MP_SIDES] = {box.min.x, box.min.x + way, box.max.x, box.max.x - way};
    const double ys[MP_SIDES] = {box.min.y + way, box.max.y, box.max.y - way, box.min.y};
    const double x = xs[side];
    return (mp_vector){x, ys[side], floor_of(b, region) + mp_slope_of(b, region) * (x - box.min.x)};
}

uint32_t mp_neighbour(const mp_builder *b, uint32_t region, uint32_t side) {
    const uint32_t column = column_of(b, region);
    const uint32_t row = row_of(b, region);
    const mp_spec *const spec = b->spec;
    uint32_t other = b->regions;
    if (side == MP_WEST && column > 0) other = region - 1;
    if (side == MP_EAST && column + 1 < spec->columns) other = region + 1;
    if (side == MP_NORTH && row + 1 < spec->rows) other = region + spec->columns;
    if (side == MP_SOUTH && row > 0) other = region - spec->columns;
    const bool is_closed = spec->is_unlinked || (spec->is_one_way && other < region);
    return is_closed ? b->regions : other;
}

/* ---- Groups ---- */

static bool takes_part(const mp_builder *b, uint32_t region, int kind) {
    return (mp_types_of(b, region) & (kind == 0 ? MP_GROUND : MP_FLYABLE)) != 0;
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
            for (uint32_t side = 0; side < MP_SIDES; side++) {
                const uint32_t other = mp_neighbour(b, region, side);
                if (!is_joined(b, region, other, kind) || groups[region] == groups[other]) continue;
                const bool is_lower = groups[region] < groups[other];
                groups[is_lower ? other : region] = groups[is_lower ? region : other];
                changed = true;
            }
    }
}

mp_builder mp_builder_of(nl_writer *out, const mp_spec *spec) {
    mp_builder b = {.out = out, .spec = spec};
    b.cell = spec->cell > 0 ? (double)spec->cell : MP_CELL;
    b.pieces = spec->pieces != 0 ? spec->pieces : 1;
    b.regions = spec->columns * spec->rows;
    find_groups(&b, 0);
    find_groups(&b, 1);
    return b;
}
