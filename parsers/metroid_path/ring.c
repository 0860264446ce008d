/* One pass over the nodes of a region: nearly all rings are found to be in order by it alone. */
#include "parsers/metroid_path/ring.h"

mp_ring mp_ring_of(const mp_check *c, uint32_t region) {
    const mp_row *const row = &c->rows[region];
    mp_ring ring = {.c = c, .row = row, .index = region, .count = row->nodes};
    ring.region = mp_record_of(c, MP_REGIONS, region);
    ring.nodes = mp_record_of(c, MP_NODES, row->node_start);
    ring.normal = mp_vector_at(ring.region + MP_REGION_NORMAL_AT);
    ring.has_plane = ring.normal.z > 1e-3;
    ring.slack = mp_slack_at(row->farthest);
    ring.plane_slack = mp_larger(0.05, 1e-3 * row->farthest);
    ring.edge_slack = mp_larger(0.01, ring.slack);
    return ring;
}

void mp_found_ring(const mp_ring *ring, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place place = mp_place_of(ring->c, MP_REGIONS, ring->index);
    nl_found(&place, rule, field, draft);
}

navlint_related mp_beside_node(const mp_ring *ring, uint32_t index, const char *message) {
    return mp_beside_run(ring->c, MP_NODES, ring->row->node_start + index, 1, message);
}

navlint_related mp_beside_ring(const mp_ring *ring) {
    return mp_beside_run(ring->c, MP_NODES, ring->row->node_start, ring->count, "its nodes");
}

/* ---- Some nodes at a time ---- */

enum { BLOCK_NODES = 64, BLOCK_ROOM = BLOCK_NODES + 3 };

/* One number of each node side by side, so that two of them are one load. */
typedef struct mp_columns {
    double x[BLOCK_ROOM], y[BLOCK_ROOM], z[BLOCK_ROOM];
} mp_columns;

/* Some nodes of the ring from number 1 on, with the one before and the two behind. */
typedef struct mp_block {
    mp_columns at, normal;
    uint32_t count; /* the others not counted */
} mp_block;

/* The record is the position and the normal. */
static inline void put_node(mp_block *b, uint32_t i, const uint8_t *record) {
    double front[4];
    double back[4];
    mp_load_four(record, front);
    mp_load_four(record + MP_NODE_BYTES - sizeof(float[4]), back);
    b->at.x[i] = front[0];
    b->at.y[i] = front[1];
    b->at.z[i] = front[2];
    b->normal.x[i] = front[3];
    b->normal.y[i] = back[2];
    b->normal.z[i] = back[3];
}

static inline void copy_node(mp_block *b, uint32_t to, uint32_t from) {
    b->at.x[to] = b->at.x[from];
    b->at.y[to] = b->at.y[from];
    b->at.z[to] = b->at.z[from];
    b->normal.x[to] = b->normal.x[from];
    b->normal.y[to] = b->normal.y[from];
    b->normal.z[to] = b->normal.z[from];
}

/* The one before and the two behind, of a ring that is in one block. */
static inline void copy_others(mp_block *b) {
    copy_node(b, 0, b->count);
    copy_node(b, b->count + 1, 1);
    copy_node(b, b->count + 2, 2);
}

static void put_others(const mp_ring *ring, uint32_t start, mp_block *b) {
    const uint32_t behind = mp_after(ring, start + b->count - 1);
    put_node(b, 0, mp_node_record(ring, start != 0 ? start - 1 : ring->count - 1));
    put_node(b, b->count + 1, mp_node_record(ring, behind));
    put_node(b, b->count + 2, mp_node_record(ring, mp_after(ring, behind)));
}

/* The block that starts with node `start` of the ring. */
static inline void load_block(const mp_ring *ring, uint32_t start, mp_block *b) {
    const uint32_t left = ring->count - start;
    b->count = left < BLOCK_NODES ? left : BLOCK_NODES;
    for (uint32_t i = 0; i < b->count; i++)
        put_node(b, 1 + i, mp_node_record(ring, start + i));
    if (ring->count <= BLOCK_NODES)
        copy_others(b);
    else
        put_others(ring, start, b);
}

typedef struct mp_lane_vector {
    mp_lanes x, y, z;
} mp_lane_vector;

static inline mp_lanes two_of(const double *numbers) {
    mp_lanes two;
    memcpy(&two, numbers, sizeof two);
    return two;
}

/* Those of nodes i and i + 1. */
static inline mp_lane_vector both_at(const mp_columns *c, uint32_t i) {
    return (mp_lane_vector){two_of(c->x + i), two_of(c->y + i), two_of(c->z + i)};
}

static inline mp_lane_vector from_to(mp_lane_vector a, mp_lane_vector b) {
    return (mp_lane_vector){b.x - a.x, b.y - a.y, b.z - a.z};
}

static inline mp_lane_vector vector_of(mp_vector v) {
    return (mp_lane_vector){mp_both(v.x), mp_both(v.y), mp_both(v.z)};
}

static inline mp_lanes dot(mp_lane_vector a, mp_lane_vector b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline mp_lanes cross(mp_lane_vector a, mp_lane_vector b) {
    return a.x * b.y - a.y * b.x;
}

/* ---- The pass ---- */

/* What the pass carries from block to block. */
typedef struct mp_walk {
    mp_lane_vector first, centroid, normal;
    double plane_slack;
    double reach; /* square of the cosine that moves no node out of an edge by more than allowed */
    mp_answers is_plain;
    int32_t ends; /* nodes that are farther west than those beside them */
} mp_walk;

/* No less than the way across the box. */
static double across(const mp_box *box) {
    return fabs(box->max.x - box->min.x) + fabs(box->max.y - box->min.y) +
           fabs(box->max.z - box->min.z);
}

/* What no ring that is plain is wider than, all axes summed. */
static double widest_of(const mp_ring *ring) {
    return across(&ring->row->box) + 1;
}

/* The cosine is taken from a normal that may be a little too short. */
static inline mp_walk walk_of(const mp_ring *ring, mp_vector first) {
    const double least =
        mp_smaller(ring->edge_slack / widest_of(ring), MP_SQUARE_COSINE * (1 - MP_UNIT_SLACK));
    return (mp_walk){.first = vector_of(first),
                     .centroid = vector_of(ring->row->centroid),
                     .normal = vector_of(ring->normal),
                     .plane_slack = ring->plane_slack,
                     .reach = least * least,
                     .is_plain = {-1, -1, -1, -1}};
}

/* The normal has length 1, is horizontal, at a right angle to its edge and points inwards. */
static inline mp_answers are_square(const mp_walk *w, mp_lane_vector n, mp_lane_vector way) {
    const mp_lanes length = dot(n, n);
    const mp_lanes edge = dot(way, way);
    const mp_lanes along = dot(n, way);
    return mp_are_at_most(mp_both((1 - MP_UNIT_SLACK) * (1 - MP_UNIT_SLACK)), length) &
           mp_are_at_most(length, mp_both((1 + MP_UNIT_SLACK) * (1 + MP_UNIT_SLACK))) &
           mp_are_within(n.z, MP_LEVEL_SLACK) &
           mp_are_below(mp_both(MP_SHORTEST_EDGE * MP_SHORTEST_EDGE), edge) &
           mp_are_at_most(along * along, mp_both(w->reach) * edge) &
           mp_are_below(mp_both(0), cross(n, way));
}

/* Two nodes and their edges: those at i and i + 1. That of the last may be the next block's. A
 * convex ring turns right at every node, and changes from west to east once. */
static inline void survey_two(mp_walk *w, const mp_block *b, uint32_t i, mp_survey *s) {
    const mp_lane_vector at = both_at(&b->at, i);
    const mp_lane_vector normal = both_at(&b->normal, i);
    const mp_lane_vector next = both_at(&b->at, i + 1);
    const mp_lane_vector before = both_at(&b->at, i - 1);
    const mp_lane_vector way = from_to(at, next);
    const mp_lane_vector from_first = from_to(w->first, at);
    const mp_lane_vector inside = from_to(at, w->centroid);
    const mp_lanes area = cross(from_first, way);
    const mp_lanes depth = inside.x * normal.x + inside.y * normal.y;
    const mp_answers ends = mp_are_at_most(at.x, before.x) & mp_are_below(at.x, next.x);
    w->is_plain &= mp_are_at_most(cross(from_to(before, at), way), mp_both(0)) &
                   are_square(w, normal, way) &
                   mp_are_within(dot(from_first, w->normal), w->plane_slack);
    s->centroid_depth = mp_smaller(depth[0], s->centroid_depth);
    s->centroid_depth = mp_smaller(depth[1], s->centroid_depth);
    s->area += area[0];
    w->ends -= ends[0];
    if (i == b->count) return;
    s->area += area[1];
    w->ends -= ends[2];
}

/* The box of the nodes and of `box`. */
static inline mp_box extended(mp_box box, const mp_block *b) {
    const mp_columns *const at = &b->at;
    for (uint32_t i = 1; i <= b->count; i++) {
        box.min.x = mp_smaller(box.min.x, at->x[i]);
        box.min.y = mp_smaller(box.min.y, at->y[i]);
        box.min.z = mp_smaller(box.min.z, at->z[i]);
        box.max.x = mp_larger(box.max.x, at->x[i]);
        box.max.y = mp_larger(box.max.y, at->y[i]);
        box.max.z = mp_larger(box.max.z, at->z[i]);
    }
    return box;
}

static inline void survey_block(mp_walk *w, const mp_block *b, mp_survey *s) {
    for (uint32_t i = 1; i <= b->count; i += 2)
        survey_two(w, b, i, s);
    for (uint32_t i = 1; i <= b->count; i++) {
        s->sum_x += b->at.x[i];
        s->sum_y += b->at.y[i];
    }
    s->box = extended(s->box, b);
}

static bool is_in_order(const mp_ring *ring, const mp_walk *w, const mp_box *box) {
    return mp_all(w->is_plain) && w->ends == 1 && mp_farthest(box) <= MP_FARTHEST &&
           across(box) <= widest_of(ring);
}

void mp_survey_ring(const mp_ring *ring, mp_survey *survey) {
    mp_block block;
    load_block(ring, 0, &block);
    const mp_vector first = {block.at.x[1], block.at.y[1], block.at.z[1]};
    mp_walk w = walk_of(ring, first);
    mp_survey s = {.box = {first, first}, .centroid_depth = MP_ENDLESS};
    survey_block(&w, &block, &s);
    for (uint32_t start = BLOCK_NODES; start < ring->count; start += BLOCK_NODES) {
        load_block(ring, start, &block);
        survey_block(&w, &block, &s);
    }
    s.is_plain = is_in_order(ring, &w, &s.box);
    *survey = s;
}
