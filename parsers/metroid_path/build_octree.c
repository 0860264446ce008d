#include "parsers/metroid_path/build_octree.h"

#include "parsers/metroid_path/octree.h"

/* ---- Leaves ---- */

/* Columns or rows [first, end). */
typedef struct mp_span {
    uint32_t first, end;
} mp_span;

/* The columns or rows, each of `cell` units and `pitch` from one to the next, that touch
 * [low, high]; `end` may be beyond the grid. */
static mp_span span_of(double low, double high, double pitch, double cell) {
    mp_span span = {0, high < 0 ? 0 : (uint32_t)(high / pitch) + 1};
    if (low > cell) span.first = (uint32_t)((low - cell) / pitch);
    if (span.first * pitch + cell < low) span.first++;
    return span;
}

static uint32_t lower(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static bool touches_in_z(const mp_box *a, const mp_box *b) {
    return a->min.z <= b->max.z && b->min.z <= a->max.z;
}

static uint32_t put_regions_of(const void *source, const mp_box *box, nl_writer *out) {
    const mp_builder *const b = source;
    if (b->regions == 0) return 0;
    const mp_span xs = span_of(box->min.x, box->max.x, mp_pitch_of(b), b->cell);
    const mp_span ys = span_of(box->min.y, box->max.y, b->cell, b->cell);
    const uint32_t row_end = lower(ys.end, b->spec->rows);
    const uint32_t column_end = lower(xs.end, b->spec->columns);
    uint32_t count = 0;
    for (uint32_t row = ys.first; row < row_end; row++)
        for (uint32_t column = xs.first; column < column_end; column++) {
            const uint32_t region = row * b->spec->columns + column;
            const mp_box other = mp_box_of(b, region);
            if (!touches_in_z(box, &other)) continue;
            if (out) mp_put_u32(out, region);
            count++;
        }
    return count;
}

/* ---- Nodes ---- */

static bool is_inner(const void *source, const mp_box *box, uint32_t level, uint32_t child) {
    const mp_builder *const b = source;
    const bool may_be = !b->spec->is_chain || child == 0;
    (void)box;
    return b->regions != 0 && may_be && level < b->spec->depth;
}

/* The box of the root: a cell larger than the grid on each side. */
static mp_box root_of(const mp_builder *b) {
    const mp_spec *const spec = b->spec;
    const double end = spec->columns == 0 ? 0 : (spec->columns - 1) * mp_pitch_of(b) + b->cell;
    return (mp_box){{-b->cell, -b->cell, -b->cell},
                    {end + b->cell, (spec->rows + 1) * b->cell, 3 * b->cell}};
}

void mp_write_octree(const mp_builder *b) {
    const mp_spec *const spec = b->spec;
    const mp_tree_plan plan = {
        .source = b,
        .list = put_regions_of,
        .is_inner = is_inner,
        .root = b->regions == 0 ? mp_no_box : root_of(b),
        .part = spec->split > 0 ? (double)spec->split : 0.5,
        .spare_octants = spec->spare_octants,
        .spare_lookups = spec->spare_lookups,
    };
    mp_write_tree(&plan, b->out);
}
