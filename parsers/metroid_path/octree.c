#include "parsers/metroid_path/octree.h"

#include <float.h>

#include "parsers/metroid_path/builder.h"

enum { MOST_LEVELS = 64 };

const mp_box mp_no_box = {{(double)FLT_MAX, (double)FLT_MAX, (double)FLT_MAX},
                          {-(double)FLT_MAX, -(double)FLT_MAX, -(double)FLT_MAX}};

/* An inner node whose children are being written. */
typedef struct mp_frame {
    mp_box box;
    uint32_t children[MP_CHILDREN];
    uint32_t next; /* child to write */
} mp_frame;

/* Either the lookup list is written, or the nodes; both go the same way. */
typedef struct mp_tree {
    const mp_tree_plan *plan;
    nl_writer *out; /* NULL: only count */
    bool is_list;
    mp_tree_size size; /* of what has been written */
} mp_tree;

/* ---- Nodes ---- */

static mp_vector cut_of(const mp_tree *t, const mp_box *box) {
    const double part = t->plan->part;
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
    t->size.octants++;
    if (!t->out || t->is_list) return;
    mp_put_u32(t->out, !children);
    mp_put_vector(t->out, box->min);
    mp_put_vector(t->out, box->max);
    mp_put_vector(t->out, cut);
    for (int i = 0; i < MP_CHILDREN; i++)
        mp_put_u32(t->out, children ? children[i] : UINT32_MAX);
    mp_put_u32(t->out, children ? 0 : regions);
    mp_put_u32(t->out, children ? 0 : t->size.lookups);
}

static void put_leaf(mp_tree *t, const mp_box *box) {
    const uint32_t regions = t->plan->list(t->plan->source, box, t->is_list ? t->out : NULL);
    put_octant(t, box, NULL, regions);
    t->size.lookups += regions;
}

static bool is_inner(const mp_tree *t, const mp_box *box, uint32_t level, uint32_t child) {
    return level < MOST_LEVELS && t->plan->is_inner(t->plan->source, box, level, child);
}

/* Goes through the tree without recursion: a stack of the inner nodes from the root on. */
static void walk(mp_tree *t) {
    mp_frame frames[MOST_LEVELS];
    uint32_t level = 0;
    frames[0] = (mp_frame){.box = t->plan->root};
    for (;;) {
        mp_frame *const frame = &frames[level];
        if (frame->next == MP_CHILDREN) {
            put_octant(t, &frame->box, frame->children, 0);
            if (level == 0) return;
            level--;
            frames[level].children[frames[level].next++] = t->size.octants - 1;
            continue;
        }
        const mp_box box = box_of_child(t, &frame->box, frame->next);
        if (is_inner(t, &box, level + 1, frame->next)) {
            frames[++level] = (mp_frame){.box = box};
            continue;
        }
        put_leaf(t, &box);
        frame->children[frame->next++] = t->size.octants - 1;
    }
}

static void put_tree(mp_tree *t) {
    for (uint32_t i = 0; i < t->plan->spare_octants; i++)
        put_octant(t, &t->plan->root, NULL, 0);
    if (is_inner(t, &t->plan->root, 0, 0))
        walk(t);
    else
        put_leaf(t, &t->plan->root);
}

/* ---- All of it ---- */

mp_tree_size mp_tree_size_of(const mp_tree_plan *plan) {
    mp_tree counted = {.plan = plan};
    put_tree(&counted);
    counted.size.lookups += plan->spare_lookups;
    return counted.size;
}

void mp_write_tree(const mp_tree_plan *plan, nl_writer *out) {
    const mp_tree_size size = mp_tree_size_of(plan);
    mp_tree list = {.plan = plan, .out = out, .is_list = true};
    mp_tree nodes = {.plan = plan, .out = out};
    mp_put_u32(out, size.lookups);
    put_tree(&list);
    for (uint32_t i = 0; i < plan->spare_lookups; i++)
        mp_put_u32(out, 0);
    mp_put_u32(out, size.octants);
    put_tree(&nodes);
}
