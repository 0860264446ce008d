/* One pass over the nodes of a region: nearly all rings are found to be in order by it alone. */
#include "parsers/metroid_path/ring.h"

mp_ring mp_ring_of(const mp_check *c, uint32_t region) {
    const mp_row *const row = &c->rows[region];
    mp_ring ring = {.c = c, .row = row, .index = region, .count = row->nodes};
    ring.region = mp_record_of(c, MP_REGIONS, region);
    ring.nodes = mp_record_of(c, MP_NODES, row->node_start);
    ring.normal = mp_vector_at(ring.region + MP_REGION_NORMAL_AT);
    ring.has_plane = ring.normal.z > 1e-3;
    ring.slack = mp_slack(&row->box);
    ring.plane_slack = mp_larger(0.05, 1e-3 * mp_farthest(&row->box));
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

enum { BLOCK_NODES = 64 };

/* Some nodes of the ring, with the one before and the two behind. */
typedef struct mp_block {
    mp_node nodes[BLOCK_NODES + 3];
    uint32_t count; /* the others not counted */
} mp_block;

static inline void extend(mp_box *box, mp_vector at) {
    box->min.x = mp_smaller(at.x, box->min.x);
    box->min.y = mp_smaller(at.y, box->min.y);
    box->min.z = mp_smaller(at.z, box->min.z);
    box->max.x = mp_larger(at.x, box->max.x);
    box->max.y = mp_larger(at.y, box->max.y);
    box->max.z = mp_larger(at.z, box->max.z);
}

/* The block that starts with node `start` of the ring; the box becomes as large as it needs. */
static void load_block(const mp_ring *ring, uint32_t start, mp_block *block, mp_box *box) {
    const uint32_t left = ring->count - start;
    const bool is_all = ring->count <= BLOCK_NODES; /* then the others are in it, too */
    uint32_t index = is_all ? 0 : start != 0 ? start - 1 : ring->count - 1;
    mp_node *const nodes = block->nodes;
    mp_box larger = *box;
    block->count = left < BLOCK_NODES ? left : BLOCK_NODES;
    const uint32_t end = block->count + (is_all ? 1 : 3);
    for (uint32_t i = is_all ? 1 : 0; i < end; i++, index = mp_after(ring, index)) {
        nodes[i] = mp_ring_node(ring, index);
        extend(&larger, nodes[i].at);
    }
    *box = larger;
    if (!is_all) return;
    nodes[0] = nodes[block->count];
    nodes[block->count + 1] = nodes[1];
    nodes[block->count + 2] = nodes[2];
}

typedef struct mp_lane_vector {
    mp_lanes x, y, z;
} mp_lane_vector;

/* Those of two nodes. */
static inline mp_lane_vector both_of(mp_vector a, mp_vector b) {
    return (mp_lane_vector){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}};
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
    uint32_t ends; /* nodes that are farther west than those beside them */
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
static mp_walk walk_of(const mp_ring *ring) {
    const double least =
        mp_smaller(ring->edge_slack / widest_of(ring), MP_SQUARE_COSINE * (1 - MP_UNIT_SLACK));
    return (mp_walk){.first = vector_of(mp_ring_node(ring, 0).at),
                     .centroid = vector_of(ring->row->centroid),
                     .normal = vector_of(ring->normal),
                     .plane_slack = ring->plane_slack,
                     .reach = least * least,
                     .is_plain = {-1, -1}};
}

/* The normal has length 1, is horizontal, at a right angle to its edge and points inwards. */
static inline mp_answers are_square(const mp_walk *w, mp_lane_vector n, mp_lane_vector way) {
    const mp_lanes length = dot(n, n);
    const mp_lanes edge = dot(way, way);
    const mp_lanes along = dot(n, way);
    return (length >= mp_both((1 - MP_UNIT_SLACK) * (1 - MP_UNIT_SLACK))) &
           (length <= mp_both((1 + MP_UNIT_SLACK) * (1 + MP_UNIT_SLACK))) &
           mp_are_within(n.z, MP_LEVEL_SLACK) &
           (edge > mp_both(MP_SHORTEST_EDGE * MP_SHORTEST_EDGE)) &
           (along * along <= mp_both(w->reach) * edge) & (cross(n, way) > mp_both(0));
}

/* Two nodes and their edges: those at i and i + 1. That of the last may be the next block's. A
 * convex ring turns right at every node. */
static inline void survey_two(mp_walk *w, const mp_block *b, uint32_t i, mp_survey *s) {
    const mp_node *const nodes = b->nodes + i;
    const mp_lane_vector at = both_of(nodes[0].at, nodes[1].at);
    const mp_lane_vector normal = both_of(nodes[0].normal, nodes[1].normal);
    const mp_lane_vector way = from_to(at, both_of(nodes[1].at, nodes[2].at));
    const mp_lane_vector way_before = from_to(both_of((nodes - 1)->at, nodes[0].at), at);
    const mp_lane_vector from_first = from_to(w->first, at);
    const mp_lane_vector inside = from_to(at, w->centroid);
    const mp_lanes area = cross(from_first, way);
    const mp_lanes depth = inside.x * normal.x + inside.y * normal.y;
    w->is_plain &= (cross(way_before, way) <= mp_both(0)) & are_square(w, normal, way) &
                   mp_are_within(dot(from_first, w->normal), w->plane_slack);
    s->area += area[0];
    if (i < b->count) s->area += area[1];
    s->centroid_depth = mp_smaller(depth[0], s->centroid_depth);
    s->centroid_depth = mp_smaller(depth[1], s->centroid_depth);
}

/* A convex ring changes from west to east once. */
static uint32_t count_ends(const mp_block *b) {
    const mp_node *const n = b->nodes;
    uint32_t ends = 0;
    for (uint32_t i = 1; i <= b->count; i++)
        ends += (n[i - 1].at.x >= n[i].at.x) & (n[i].at.x < n[i + 1].at.x);
    return ends;
}

static void survey_block(mp_walk *w, const mp_block *b, mp_survey *s) {
    for (uint32_t i = 1; i <= b->count; i += 2)
        survey_two(w, b, i, s);
    for (uint32_t i = 1; i <= b->count; i++) {
        s->sum_x += b->nodes[i].at.x;
        s->sum_y += b->nodes[i].at.y;
    }
    w->ends += count_ends(b);
}

static bool is_in_order(const mp_ring *ring, const mp_walk *w, const mp_box *box) {
    return mp_all(w->is_plain) && w->ends == 1 && mp_farthest(box) <= MP_FARTHEST &&
           across(box) <= widest_of(ring);
}

void mp_survey_ring(const mp_ring *ring, mp_survey *survey) {
    const mp_vector first = mp_ring_node(ring, 0).at;
    mp_walk w = walk_of(ring);
    mp_survey s = {.box = {first, first}, .centroid_depth = MP_ENDLESS};
    for (uint32_t start = 0; start < ring->count; start += BLOCK_NODES) {
        mp_block block;
        load_block(ring, start, &block, &s.box);
        survey_block(&w, &block, &s);
    }
    s.is_plain = is_in_order(ring, &w, &s.box);
    *survey = s;
}
