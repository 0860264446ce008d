/* The shape of a region: convexity, its box, its centroid. */
#include "parsers/metroid_path/check_shapes.h"

#include "core/quick.h"

/* ---- Convexity ---- */

enum { ALL_PAIRS = 32, DIRECTIONS = 16 };

/* Nodes that every edge is compared with: all of a usual ring, the outermost of a long one. */
typedef struct mp_corners {
    uint32_t nodes[ALL_PAIRS];
    uint32_t count;
} mp_corners;

typedef struct mp_breach {
    double depth; /* units outside */
    uint32_t node, edge;
} mp_breach;

static void find_outermost(const mp_ring *ring, mp_corners *corners) {
    static const double ways[DIRECTIONS][2] = {
        {1, 0},  {2, 1},   {1, 1},   {1, 2},   {0, 1},  {-1, 2}, {-1, 1}, {-2, 1},
        {-1, 0}, {-2, -1}, {-1, -1}, {-1, -2}, {0, -1}, {1, -2}, {1, -1}, {2, -1}};
    double best[DIRECTIONS];
    corners->count = DIRECTIONS;
    for (uint32_t d = 0; d < DIRECTIONS; d++) {
        best[d] = -MP_ENDLESS;
        corners->nodes[d] = 0;
    }
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_vector at = mp_ring_node(ring, i).at;
        for (uint32_t d = 0; d < DIRECTIONS; d++) {
            const double far = at.x * ways[d][0] + at.y * ways[d][1];
            if (far <= best[d]) continue;
            best[d] = far;
            corners->nodes[d] = i;
        }
    }
}

static void find_corners(const mp_ring *ring, mp_corners *corners) {
    if (ring->count > ALL_PAIRS) {
        find_outermost(ring, corners);
        return;
    }
    corners->count = ring->count;
    for (uint32_t i = 0; i < ring->count; i++)
        corners->nodes[i] = i;
}

static void compare(const mp_ring *ring, const mp_node *edge, uint32_t index, uint32_t other,
                    mp_breach *worst) {
    const mp_vector at = mp_ring_node(ring, other).at;
    const double depth = -mp_dot(mp_minus(at, edge->at), edge->normal);
    if (depth > worst->depth) *worst = (mp_breach){depth, other, index};
}

void mp_check_convex(const mp_ring *ring) {
    mp_corners corners;
    mp_breach worst = {.depth = ring->edge_slack, .node = ring->count};
    find_corners(ring, &corners);
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_node edge = mp_ring_node(ring, i);
        for (uint32_t k = 0; k < corners.count; k++)
            compare(ring, &edge, i, corners.nodes[k], &worst);
        compare(ring, &edge, i, mp_after(ring, mp_after(ring, i)), &worst);
    }
    if (worst.node < ring->count)
        mp_found_ring(
            ring, PATH_REG_CONVEX, MP_REGION_NODE_START,
            &(nl_draft){.args = {nl_uint(ring->row->node_start + worst.node),
                                 nl_uint(ring->row->node_start + worst.edge), nl_real(worst.depth)},
                        .related = {mp_beside_node(ring, worst.edge, "the edge"),
                                    mp_beside_node(ring, worst.node, "the node")}});
}

/* ---- The box ---- */

bool mp_check_nodes_in_box(const mp_ring *ring, const mp_survey *survey) {
    const mp_box *const box = &ring->row->box;
    double worst = ring->slack;
    uint32_t where = ring->count;
    if (NL_QUICK(mp_reach_out(&survey->box, box) <= ring->slack)) return true;
    for (uint32_t i = 0; i < ring->count; i++) {
        const double depth = mp_outside(box, mp_ring_node(ring, i).at);
        if (depth <= worst) continue;
        worst = depth;
        where = i;
    }
    if (where < ring->count)
        mp_found_ring(ring, PATH_REG_AABB_NODES, MP_REGION_MIN,
                      &(nl_draft){.length = MP_BOX_BYTES,
                                  .args = {nl_uint(ring->row->node_start + where), nl_real(worst)},
                                  .related = {mp_beside_node(ring, where, "the node")}});
    return where == ring->count;
}

static navlint_related beside_height(const mp_ring *ring) {
    return mp_beside(ring->c, MP_REGIONS, ring->index, MP_REGION_HEIGHT, "the height");
}

void mp_check_box_size(const mp_ring *ring, const mp_survey *survey) {
    const mp_box *const box = &ring->row->box;
    const double height = (double)nl_load_f32be(ring->region + MP_REGION_HEIGHT_AT);
    mp_box tight = survey->box;
    tight.max.z += height;
    const double spare = mp_reach_out(box, &tight);
    if (height <= 0) return;
    if (box->max.z < tight.max.z - ring->slack)
        mp_found_ring(ring, PATH_REG_AABB_HEIGHT, MP_REGION_MAX_Z,
                      &(nl_draft){.expected = nl_real(tight.max.z),
                                  .relation = NAVLINT_AT_LEAST,
                                  .related = {beside_height(ring), mp_beside_ring(ring)}});
    if (spare > 1)
        mp_found_ring(ring, PATH_REG_AABB_TIGHT, MP_REGION_MIN,
                      &(nl_draft){.length = MP_BOX_BYTES,
                                  .args = {nl_real(spare)},
                                  .related = {beside_height(ring), mp_beside_ring(ring)}});
}

/* ---- The centroid ---- */

/* The edge that the centroid is farthest outside of. */
static uint32_t nearest_edge(const mp_ring *ring) {
    const mp_vector centroid = ring->row->centroid;
    double least = MP_ENDLESS;
    uint32_t where = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_node node = mp_ring_node(ring, i);
        const double depth = mp_depth(&node, centroid);
        if (depth >= least) continue;
        least = depth;
        where = i;
    }
    return where;
}

bool mp_check_centroid(const mp_ring *ring, const mp_survey *survey, bool has_inside) {
    const double out_of_box = mp_outside(&ring->row->box, ring->row->centroid);
    if (out_of_box > ring->slack) {
        mp_found_ring(ring, PATH_REG_CENTROID_AABB, MP_REGION_CENTROID,
                      &(nl_draft){.args = {nl_real(out_of_box)},
                                  .related = {{mp_record_at(ring->c->doc, MP_REGIONS, ring->index) +
                                                   MP_REGION_MIN_AT,
                                               MP_BOX_BYTES, "the box"}}});
        return false;
    }
    if (!has_inside || survey->centroid_depth >= -ring->slack) return has_inside;
    const uint32_t edge = nearest_edge(ring);
    mp_found_ring(ring, PATH_REG_CENTROID_POLY, MP_REGION_CENTROID,
                  &(nl_draft){.args = {nl_real(-survey->centroid_depth),
                                       nl_uint(ring->row->node_start + edge)},
                              .related = {mp_beside_node(ring, edge, "the edge")}});
    return false;
}

static bool is_near(const mp_ring *ring, double x, double y) {
    const double slack = 0.05 + ring->slack;
    return fabs(ring->row->centroid.x - x) <= slack && fabs(ring->row->centroid.y - y) <= slack;
}

/* Weighs the middle of each edge by its length, and each triangle by its area. */
static bool is_other_mean(const mp_ring *ring, const mp_survey *survey) {
    const mp_vector first = mp_ring_node(ring, 0).at;
    mp_vector by_edges = {0, 0, 0};
    mp_vector by_area = {0, 0, 0};
    double length = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_vector a = mp_ring_node(ring, i).at;
        const mp_vector b = mp_ring_node(ring, mp_after(ring, i)).at;
        const mp_vector way = mp_minus(b, a);
        const mp_vector from = mp_minus(a, first);
        const double edge = mp_root(mp_dot(way, way));
        const double area = mp_cross(from, way);
        by_edges.x += (a.x + b.x) / 2 * edge;
        by_edges.y += (a.y + b.y) / 2 * edge;
        by_area.x += (first.x + a.x + b.x) / 3 * area;
        by_area.y += (first.y + a.y + b.y) / 3 * area;
        length += edge;
    }
    return is_near(ring, by_edges.x / length, by_edges.y / length) ||
           is_near(ring, by_area.x / survey->area, by_area.y / survey->area);
}

bool mp_is_a_mean(const mp_ring *ring, const mp_survey *survey) {
    const mp_box *const box = &survey->box;
    return is_near(ring, survey->sum_x / ring->count, survey->sum_y / ring->count) ||
           is_near(ring, (box->min.x + box->max.x) / 2, (box->min.y + box->max.y) / 2) ||
           is_other_mean(ring, survey);
}
