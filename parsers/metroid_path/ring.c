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

/* ---- The pass ---- */

/* What the pass carries from edge to edge. */
typedef struct mp_walk {
    mp_vector way;  /* of the edge before */
    int heading;    /* sign of x of the last edge that had one; 0 at first */
    int start;      /* the first heading */
    uint32_t turns; /* changes of heading */
    double across;  /* what no ring that is plain is wider than, all axes summed */
    double reach; /* square of the cosine that moves no node out of an edge by more than allowed */
    double sum;   /* of all coordinates: finite if all are */
    bool is_plain;
} mp_walk;

/* No less than the way across the box. */
static double across(const mp_box *box) {
    return fabs(box->max.x - box->min.x) + fabs(box->max.y - box->min.y) +
           fabs(box->max.z - box->min.z);
}

/* The cosine is taken from a normal that may be a little too short. */
static mp_walk walk_of(const mp_ring *ring) {
    const double widest = across(&ring->row->box) + 1;
    const double least =
        mp_smaller(ring->edge_slack / widest, MP_SQUARE_COSINE * (1 - MP_UNIT_SLACK));
    const mp_node last = mp_ring_node(ring, ring->count - 1);
    const mp_node first = mp_ring_node(ring, 0);
    return (mp_walk){.way = mp_minus(first.at, last.at),
                     .across = widest,
                     .reach = least * least,
                     .is_plain = true};
}

/* A convex ring turns right at every node, and changes from west to east and back once. */
static inline void follow(mp_walk *w, mp_vector way) {
    const int heading = (way.x > 0) - (way.x < 0);
    w->is_plain &= mp_cross(w->way, way) <= 0;
    if (heading != 0) {
        w->turns += heading == -w->heading;
        if (w->heading == 0) w->start = heading;
        w->heading = heading;
    }
    w->way = way;
}

/* The normal has length 1, is horizontal, at a right angle to its edge and points inwards. */
static inline bool is_square(const mp_walk *w, mp_vector n, mp_vector way) {
    const double length = mp_dot(n, n);
    const double edge = mp_dot(way, way);
    const double along = mp_dot(n, way);
    return length >= (1 - MP_UNIT_SLACK) * (1 - MP_UNIT_SLACK) &&
           length <= (1 + MP_UNIT_SLACK) * (1 + MP_UNIT_SLACK) && fabs(n.z) <= MP_LEVEL_SLACK &&
           edge > MP_SHORTEST_EDGE * MP_SHORTEST_EDGE && along * along <= w->reach * edge &&
           mp_cross(n, way) > 0;
}

static inline void extend(mp_box *box, mp_vector at) {
    box->min.x = at.x < box->min.x ? at.x : box->min.x;
    box->min.y = at.y < box->min.y ? at.y : box->min.y;
    box->min.z = at.z < box->min.z ? at.z : box->min.z;
    box->max.x = at.x > box->max.x ? at.x : box->max.x;
    box->max.y = at.y > box->max.y ? at.y : box->max.y;
    box->max.z = at.z > box->max.z ? at.z : box->max.z;
}

static bool is_in_order(const mp_walk *w, const mp_box *box) {
    const uint32_t turns = w->turns + (w->heading != w->start);
    return w->is_plain && turns == 2 && isfinite(w->sum) && mp_farthest(box) <= MP_FARTHEST &&
           across(box) <= w->across;
}

void mp_survey_ring(const mp_ring *ring, mp_survey *survey) {
    mp_walk w = walk_of(ring);
    mp_node node = mp_ring_node(ring, 0);
    const mp_vector first = node.at;
    const mp_vector centroid = ring->row->centroid;
    mp_survey s = {.box = {first, first}, .centroid_depth = MP_ENDLESS};
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_node next = mp_ring_node(ring, mp_after(ring, i));
        const mp_vector way = mp_minus(next.at, node.at);
        const mp_vector from_first = mp_minus(node.at, first);
        const double depth = mp_depth(&node, centroid);
        follow(&w, way);
        w.is_plain &= is_square(&w, node.normal, way);
        w.is_plain &= fabs(mp_dot(from_first, ring->normal)) <= ring->plane_slack;
        w.sum += node.at.x + node.at.y + node.at.z;
        s.area += mp_cross(from_first, way);
        s.sum_x += node.at.x;
        s.sum_y += node.at.y;
        if (depth < s.centroid_depth) s.centroid_depth = depth;
        extend(&s.box, node.at);
        node = next;
    }
    s.is_plain = is_in_order(&w, &s.box);
    *survey = s;
}
