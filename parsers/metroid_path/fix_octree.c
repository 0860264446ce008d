/* Fixes of the octree: made anew from the boxes of the regions, or a number that follows from it.
 */
#include "parsers/metroid_path/builder.h"
#include "parsers/metroid_path/fixes.h"
#include "parsers/metroid_path/octree.h"

#define LIFT  0.3  /* the game raises a position before it asks; MF-RT CPathFindArea.cpp */
#define TOUCH 1e-3 /* units: what is so near is listed */

enum {
    MOST_LISTED = 8,           /* regions of a leaf: one with more is split */
    MOST_DEPTH = 4,            /* but not farther down than this */
    MOST_GROWTH_BYTES = 40000, /* nor by more than so much */
    TREE_STEPS = 1 << 22       /* what making one counts as: a round has few */
};

/* Where the octree is asked for a region. */
typedef struct mp_fix_cell {
    mp_box box;
    mp_vector middle; /* of a creature in it */
} mp_fix_cell;

/* What the new octree is made of. */
typedef struct mp_fix_cells {
    mp_fix_cell *cells;
    uint32_t count;
    uint32_t depth;
} mp_fix_cells;

/* ---- Regions ---- */

static void extend(mp_box *box, const mp_box *by) {
    box->min = (mp_vector){mp_smaller(box->min.x, by->min.x), mp_smaller(box->min.y, by->min.y),
                           mp_smaller(box->min.z, by->min.z)};
    box->max = (mp_vector){mp_larger(box->max.x, by->max.x), mp_larger(box->max.y, by->max.y),
                           mp_larger(box->max.z, by->max.z)};
}

static bool read_cell(const mp_patch *p, uint32_t region, mp_fix_cell *cell) {
    const uint8_t *const record = mp_fix_record(p, MP_REGIONS, region);
    cell->box = mp_box_at(record + MP_REGION_MIN_AT);
    cell->middle = mp_vector_at(record + MP_REGION_CENTROID_AT);
    cell->middle.z += LIFT;
    return mp_is_ordered(&cell->box) && isfinite(mp_farthest(&cell->box)) &&
           isfinite(cell->middle.x + cell->middle.y + cell->middle.z);
}

/* Returns false if the box of a region cannot be trusted. */
static bool read_cells(const mp_patch *p, mp_fix_cells *cells) {
    cells->count = mp_fix_count(p, MP_REGIONS);
    cells->depth = MOST_DEPTH;
    cells->cells = nl_fix_alloc(p->fixer, sizeof(mp_fix_cell) * (uint64_t)cells->count);
    bool is_ok = cells->cells && cells->count <= MP_MOST_REGIONS;
    for (uint32_t i = 0; is_ok && i < cells->count; i++)
        is_ok = read_cell(p, i, &cells->cells[i]);
    return is_ok;
}

/* Around all boxes and middles. */
static mp_box root_of(const mp_fix_cells *cells) {
    mp_box root = mp_no_box;
    for (uint32_t i = 0; i < cells->count; i++) {
        const mp_fix_cell *const cell = &cells->cells[i];
        extend(&root, &cell->box);
        extend(&root, &(mp_box){cell->middle, cell->middle});
    }
    return root;
}

/* ---- The tree ---- */

static uint32_t list(const void *source, const mp_box *box, nl_writer *out) {
    const mp_fix_cells *const cells = source;
    uint32_t count = 0;
    for (uint32_t i = 0; i < cells->count; i++) {
        const mp_fix_cell *const cell = &cells->cells[i];
        if (mp_gap(&cell->box, box) > TOUCH && mp_outside(box, cell->middle) > TOUCH) continue;
        if (out) mp_put_u32(out, i);
        count++;
    }
    return count;
}

static bool is_inner(const void *source, const mp_box *box, uint32_t level, uint32_t child) {
    const mp_fix_cells *const cells = source;
    (void)child;
    return level < cells->depth && list(source, box, NULL) > MOST_LISTED;
}

static uint64_t bytes_of(mp_tree_size size) {
    return 2 * MP_WORD_BYTES + (uint64_t)size.lookups * MP_WORD_BYTES +
           (uint64_t)size.octants * MP_OCTANT_BYTES;
}

/* As deep as the growth allows. Returns how many bytes it takes. */
static uint64_t plan_tree(mp_fix_cells *cells, uint64_t old_bytes, mp_tree_plan *plan) {
    *plan = (mp_tree_plan){
        .source = cells, .list = list, .is_inner = is_inner, .root = root_of(cells), .part = 0.5};
    uint64_t bytes = bytes_of(mp_tree_size_of(plan));
    while (bytes > old_bytes + MOST_GROWTH_BYTES && cells->depth > 0) {
        cells->depth--;
        bytes = bytes_of(mp_tree_size_of(plan));
    }
    return bytes;
}

static bool write_tree(const mp_patch *p, const mp_tree_plan *plan, const navlint_field *old,
                       uint64_t bytes) {
    uint8_t *const made = nl_fix_alloc(p->fixer, bytes);
    if (!made) return false;
    nl_writer out = nl_writer_over(made, (size_t)bytes);
    mp_write_tree(plan, &out);
    return nl_writer_ok(&out) && out.at == bytes && nl_fix_replace(p->fixer, old, made, bytes) &&
           mp_fix_refill(p, (int64_t)bytes - (int64_t)old->length);
}

/* The region lookup list and the octree stand side by side: both are replaced. */
bool mp_fix_octree(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    mp_fix_cells cells;
    mp_tree_plan plan;
    if (!mp_fix_begin(fixer, finding, &p) || !nl_fix_spend(p.fixer, TREE_STEPS) ||
        !read_cells(&p, &cells))
        return false;
    const mp_list *const octree = &p.doc->lists[MP_OCTREE];
    const uint64_t at = p.doc->lists[MP_LOOKUPS].at - MP_WORD_BYTES;
    const uint64_t end = octree->at + (uint64_t)octree->count * MP_OCTANT_BYTES;
    const navlint_field old = nl_fix_place("/octree", at, end - at);
    const uint64_t bytes = plan_tree(&cells, old.length, &plan);
    return write_tree(&p, &plan, &old, bytes);
}

/* ---- Centres ---- */

static mp_box box_of(const mp_patch *p, uint32_t octant) {
    return mp_box_at(mp_fix_record(p, MP_OCTREE, octant) + MP_OCTANT_MIN_X_AT);
}

static mp_vector middle_of(const mp_box *box) {
    return (mp_vector){(box->min.x + box->max.x) / 2, (box->min.y + box->max.y) / 2,
                       (box->min.z + box->max.z) / 2};
}

/* Where the boxes of the first and the last child meet; else the middle of its own. */
static mp_vector center_of(const mp_patch *p, const uint8_t *octant) {
    const mp_box own = mp_box_at(octant + MP_OCTANT_MIN_X_AT);
    const uint32_t first = mp_child(octant, 0);
    const uint32_t last = mp_child(octant, MP_CHILDREN - 1);
    const uint32_t total = mp_fix_count(p, MP_OCTREE);
    if (mp_is_leaf(octant) || first >= total || last >= total) return middle_of(&own);
    const mp_vector low = box_of(p, first).max;
    const mp_vector way = mp_minus(box_of(p, last).min, low);
    const bool do_meet = mp_dot(way, way) < 1e-4 && mp_outside(&own, low) <= 0;
    return do_meet ? low : middle_of(&own);
}

bool mp_fix_center(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_OCTREE)) return false;
    const mp_vector center = center_of(&p, mp_fix_record(&p, MP_OCTREE, p.index));
    return mp_fix_set_vector(&p, MP_OCTREE, p.index, MP_OCTANT_CENTER, center);
}

/* The box of the root is the one around all regions. */
static bool set_root_box(const mp_patch *p) {
    mp_fix_cells cells;
    if (!read_cells(p, &cells) || cells.count == 0) return false;
    const mp_box root = root_of(&cells);
    return mp_fix_set_vector(p, MP_OCTREE, p->index, MP_OCTANT_MIN, root.min) &&
           mp_fix_set_float(p, MP_OCTREE, p->index, MP_OCTANT_MAX_X, root.max.x) &&
           mp_fix_set_float(p, MP_OCTREE, p->index, MP_OCTANT_MAX_Y, root.max.y) &&
           mp_fix_set_float(p, MP_OCTREE, p->index, MP_OCTANT_MAX_Z, root.max.z);
}

bool mp_fix_unused_float(nl_fixer *fixer, const navlint_finding *finding) {
    mp_patch p;
    if (!mp_fix_begin(fixer, finding, &p) || !mp_fix_is_in(&p, MP_OCTREE)) return false;
    const uint64_t at = finding->offset - mp_record_at(p.doc, MP_OCTREE, p.index);
    return at >= MP_OCTANT_CENTER_AT ? mp_fix_center(fixer, finding) : set_root_box(&p);
}
