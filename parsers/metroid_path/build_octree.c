#include "parsers/metroid_path/build_octree.h"

#include <float.h>

enum { MOST_LEVELS = 64 };

/* An inner node whose children are being written. */
typedef struct mp_frame {
    mp_box box;
    uint32_t children[MP_CHILDREN];
    uint32_t next; /* child to write */
} mp_frame;

/* Either the lookup list is written, or the nodes; both go the same way. */
typedef struct mp_tree {
    const mp_builder *b;
    nl_writer *out; /* NULL: only count */
    mp_box root;
    bool is_list;
    uint32_t octants; /* written so far */
    uint32_t lookups;
} mp_tree;

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

/* Lists the regions that touch the box, and returns how many these are. */
static uint32_t put_regions_of(mp_tree *t, const mp_box *box) {
    const mp_builder *const b = t->b;
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
            if (t->out && t->is_list) mp_put_u32(t->out, region);
            count++;
        }
    return count;
}

/* ---- Nodes ---- */

static mp_vector cut_of(const mp_tree *t, const mp_box *box) {
    const double part = t->b->spec->split > 0 ? (double)t->b->spec->split : 0.5;
    return (mp_vector){box->min.x + (box->max.x - box->min.x) * part,
                       box->min.y + (box->max.y - box->min.y) * part,
                       box->min.z + (box->max.z - box->min.z) * part};
}

static mp_box box_of_child(const mp_tree *t, const mp_box *box, uint32_t child) {
    const mp_vector cut = cut_of(t, box);
    mp_box part = *box;
    *(child & 1 ? &part.min.x : &part.max.x) = cut.x;
    *(child & 2 ? &part.min.y : &part.max.y) = cut.y;
    *(child & 4 ? &part.min.z : &part.max.z) = cut.z;
    return part;
}

static void put_octant(mp_tree *t, const mp_box *box, const uint32_t *children, uint32_t regions) {
    const mp_vector cut = cut_of(t, box);
    t->octants++;
    if (!t->out || t->is_list) return;
    mp_put_u32(t->out, !children);
    mp_put_vector(t->out, box->min);
    mp_put_vector(t->out, box->max);
    mp_put_vector(t->out, cut);
    for (int i = 0; i < MP_CHILDREN; i++)
        mp_put_u32(t->out, children ? children[i] : UINT32_MAX);
    mp_put_u32(t->out, children ? 0 : regions);
    mp_put_u32(t->out, children ? 0 : t->lookups);
}

static void put_leaf(mp_tree *t, const mp_box *box) {
    const uint32_t regions = put_regions_of(t, box);
    put_octant(t, box, NULL, regions);
    t->lookups += regions;
}

/* Goes through the tree without recursion: a stack of the inner nodes from the root on. */
static void walk(mp_tree *t) {
    mp_frame frames[MOST_LEVELS];
    uint32_t level = 0;
    frames[0] = (mp_frame){.box = t->root};
    for (;;) {
        mp_frame *const frame = &frames[level];
        if (frame->next == MP_CHILDREN) {
            put_octant(t, &frame->box, frame->children, 0);
            if (level == 0) return;
            level--;
            frames[level].children[frames[level].next++] = t->octants - 1;
            continue;
        }
        const mp_box box = box_of_child(t, &frame->box, frame->next);
        const bool is_inner =
            level + 1 < t->b->spec->depth && (!t->b->spec->is_chain || frame->next == 0);
        if (is_inner) {
            frames[++level] = (mp_frame){.box = box};
            continue;
        }
        put_leaf(t, &box);
        frame->children[frame->next++] = t->octants - 1;
    }
}

/* The box of a file without regions, as it is cooked. */
static const mp_box no_box = {{(double)FLT_MAX, (double)FLT_MAX, (double)FLT_MAX},
                              {-(double)FLT_MAX, -(double)FLT_MAX, -(double)FLT_MAX}};

static void put_tree(mp_tree *t) {
    for (uint32_t i = 0; i < t->b->spec->spare_octants; i++)
        put_octant(t, &t->root, NULL, 0);
    if (t->b->regions == 0)
        put_octant(t, &no_box, NULL, 0);
    else if (t->b->spec->depth == 0)
        put_leaf(t, &t->root);
    else
        walk(t);
}

/* The box of the root: a cell larger than the grid on each side. */
static mp_box root_of(const mp_builder *b) {
    const mp_spec *const spec = b->spec;
    const double end = spec->columns == 0 ? 0 : (spec->columns - 1) * mp_pitch_of(b) + b->cell;
    return (mp_box){{-b->cell, -b->cell, -b->cell},
                    {end + b->cell, (spec->rows + 1) * b->cell, 3 * b->cell}};
}

void mp_write_octree(const mp_builder *b) {
    const mp_tree fresh = {.b = b, .out = b->out, .root = root_of(b)};
    mp_tree counted = fresh;
    counted.out = NULL;
    put_tree(&counted);
    mp_tree list = fresh;
    list.is_list = true;
    mp_put_u32(b->out, counted.lookups + b->spec->spare_lookups);
    put_tree(&list);
    for (uint32_t i = 0; i < b->spec->spare_lookups; i++)
        mp_put_u32(b->out, 0);
    mp_tree nodes = fresh;
    mp_put_u32(b->out, counted.octants);
    put_tree(&nodes);
}
