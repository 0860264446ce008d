/* Rings: what is odd about the nodes of a region. */
#include <math.h>

#include "parsers/metroid_path/ring.h"

static const char *const node_members[] = {"position/x", "position/y", "position/z"};
static const char *const normal_members[] = {"normal/x", "normal/y", "normal/z"};

/* About the normal of a node. */
static void found_node(const mp_ring *ring, unsigned rule, uint32_t index, double actual) {
    const uint32_t node = ring->row->node_start + index;
    mp_found(ring->c, rule, mp_node_place(ring->c, node, "normal", NL_NO_TYPE, MP_NODE_NORMAL),
             (nl_draft){.length = 12, .actual = nl_real(actual)});
}

static void found_region(const mp_ring *ring, unsigned rule, const char *member, nl_type type,
                         uint32_t at, nl_draft draft) {
    mp_found(ring->c, rule, mp_region_place(ring->c, ring->index, member, type, at), draft);
}

/* What is true of the ring as a whole stands at the word that names it. */
static void found_ring(const mp_ring *ring, unsigned rule, nl_draft draft) {
    found_region(ring, rule, "nodeStart", NL_U32BE, MP_REGION_NODE_START, draft);
}

/* ---- Floats ---- */

static bool check_node_floats(const mp_check *c, uint32_t node) {
    const mp_floats position = {node_members, 3, PATH_FLT_NODE, true};
    const mp_floats normal = {normal_members, 3, PATH_FLT_NODE, false};
    const bool has_position =
        mp_check_floats(c, mp_node_place(c, node, NULL, NL_NO_TYPE, 0), &position);
    return mp_check_floats(c, mp_node_place(c, node, NULL, NL_NO_TYPE, MP_NODE_NORMAL), &normal) &&
           has_position;
}

static bool check_floats(const mp_check *c, const mp_row *row) {
    bool are_finite = true;
    for (uint32_t i = 0; i < row->nodes; i++)
        are_finite &= check_node_floats(c, row->node_start + i);
    return are_finite;
}

/* ---- Edges and their normals ---- */

static bool has_link_on(const mp_ring *ring, uint32_t edge) {
    const mp_row *const row = ring->row;
    if (!row->owns_links) return false;
    for (uint32_t i = 0; i < row->links; i++)
        if (mp_word(ring->c->bytes + mp_link_at(ring->c->doc, row->link_start + i), MP_LINK_NODE) ==
            edge)
            return true;
    return false;
}

/* A link on an edge without length is told of instead of the edge. There are few such edges: the
 * game's own files have none, and each costs a look at the links. */
static bool check_edge(const mp_ring *ring, uint32_t index, double length, uint32_t *looks) {
    if (length > MP_SHORTEST_EDGE) return true;
    if (*looks > 0 && has_link_on(ring, index)) {
        --*looks;
        return false;
    }
    mp_found(ring->c, PATH_NODE_EDGE_ZERO,
             mp_node_place(ring->c, ring->row->node_start + index, "position", NL_NO_TYPE, 0),
             (nl_draft){.length = 12, .actual = nl_real(length)});
    return false;
}

/* Whether the normal belongs to the edge. */
static bool check_angle(const mp_ring *ring, uint32_t index, double cosine) {
    if (fabs(cosine) <= MP_SQUARE_COSINE) return true;
    found_node(ring, fabs(cosine) > 0.98 ? PATH_NODE_NORMAL_ALONG : PATH_NODE_NORMAL_PERP, index,
               cosine);
    return false;
}

static void check_length(const mp_ring *ring, uint32_t index, const mp_vector *n, double length) {
    if (fabs(length - 1) > MP_UNIT_SLACK)
        found_node(ring, PATH_NODE_NORMAL_UNIT, index, length);
    else if (fabs(n->z) > MP_LEVEL_SLACK)
        found_node(ring, PATH_NODE_NORMAL_HORIZ, index, n->z);
}

/* Whether all normals belong to their edges. */
static bool check_normals(const mp_ring *ring) {
    bool all_belong = true;
    uint32_t looks = 4;
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_node node = mp_ring_node(ring, i);
        const mp_node next = mp_ring_node(ring, mp_after(ring, i));
        const mp_vector way = mp_minus(next.at, node.at);
        const double edge = mp_root(mp_dot(way, way));
        const double length = mp_root(mp_dot(node.normal, node.normal));
        check_length(ring, i, &node.normal, length);
        if (check_edge(ring, i, edge, &looks) && length > MP_UNIT_SLACK)
            all_belong &= check_angle(ring, i, mp_dot(node.normal, way) / (edge * length));
    }
    return all_belong;
}

/* ---- The floor ---- */

static void check_plane(const mp_ring *ring) {
    const mp_vector first = mp_ring_node(ring, 0).at;
    double worst = ring->plane_slack;
    uint32_t where = ring->count;
    if (!ring->has_plane) return;
    for (uint32_t i = 1; i < ring->count; i++) {
        const double off = fabs(mp_dot(mp_minus(mp_ring_node(ring, i).at, first), ring->normal));
        if (off <= worst) continue;
        worst = off;
        where = i;
    }
    if (where < ring->count)
        found_ring(ring, PATH_REG_PLANAR,
                   (nl_draft){.actual = nl_real(worst), .args = {nl_uint(where)}});
}

/* Whether the ring has an inside. */
static bool check_winding(const mp_ring *ring, const mp_survey *survey) {
    const double area = fabs(survey->area) / 2;
    if (area <= 1e-4)
        found_ring(ring, PATH_REG_AREA_ZERO, (nl_draft){.actual = nl_real(area)});
    else if (survey->area > 0)
        found_ring(ring, PATH_REG_WINDING, (nl_draft){.actual = nl_real(area)});
    return area > 1e-4 && survey->area < 0;
}

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
        best[d] = -INFINITY;
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

static void check_convex(const mp_ring *ring) {
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
        found_ring(ring, PATH_REG_CONVEX,
                   (nl_draft){.actual = nl_real(worst.depth),
                              .args = {nl_uint(worst.node), nl_uint(worst.edge)}});
}

/* ---- The box ---- */

/* How far `at` is outside of the box, on its worst axis; 0 inside. */
static double outside(const mp_box *box, mp_vector at) {
    const double sides[6] = {box->min.x - at.x, at.x - box->max.x, box->min.y - at.y,
                             at.y - box->max.y, box->min.z - at.z, at.z - box->max.z};
    double worst = 0;
    for (int i = 0; i < 6; i++)
        worst = sides[i] > worst ? sides[i] : worst;
    return worst;
}

static bool check_nodes_in_box(const mp_ring *ring, const mp_survey *survey) {
    const mp_box *const box = &ring->row->box;
    double worst = ring->slack;
    uint32_t where = ring->count;
    if (outside(box, survey->box.min) <= ring->slack &&
        outside(box, survey->box.max) <= ring->slack)
        return true;
    for (uint32_t i = 0; i < ring->count; i++) {
        const double depth = outside(box, mp_ring_node(ring, i).at);
        if (depth <= worst) continue;
        worst = depth;
        where = i;
    }
    if (where < ring->count)
        found_region(ring, PATH_REG_AABB_NODES, "min", NL_NO_TYPE, MP_REGION_MIN,
                     (nl_draft){.length = 24, .actual = nl_real(worst), .args = {nl_uint(where)}});
    return false;
}

static double most_of(const double *values, int count) {
    double most = values[0];
    for (int i = 1; i < count; i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

static void check_box_size(const mp_ring *ring, const mp_survey *survey) {
    const mp_box *const box = &ring->row->box;
    const double height = (double)nl_load_f32be(ring->region + MP_REGION_HEIGHT);
    const double top = survey->box.max.z + height;
    const double spare[6] = {survey->box.min.x - box->min.x, box->max.x - survey->box.max.x,
                             survey->box.min.y - box->min.y, box->max.y - survey->box.max.y,
                             survey->box.min.z - box->min.z, box->max.z - top};
    if (height <= 0) return;
    if (box->max.z < top - ring->slack)
        found_region(ring, PATH_REG_AABB_HEIGHT, "max/z", NL_F32BE, MP_REGION_MAX + 8,
                     (nl_draft){.actual = nl_real(box->max.z), .expected = nl_real(top)});
    if (most_of(spare, 6) > 1)
        found_region(ring, PATH_REG_AABB_TIGHT, "min", NL_NO_TYPE, MP_REGION_MIN,
                     (nl_draft){.length = 24, .actual = nl_real(most_of(spare, 6))});
}

/* ---- The centroid ---- */

/* The edge that the centroid is farthest outside of. */
static uint32_t nearest_edge(const mp_ring *ring) {
    const mp_vector centroid = ring->row->centroid;
    double least = INFINITY;
    uint32_t where = 0;
    for (uint32_t i = 0; i < ring->count; i++) {
        const mp_node node = mp_ring_node(ring, i);
        const double depth =
            (centroid.x - node.at.x) * node.normal.x + (centroid.y - node.at.y) * node.normal.y;
        if (depth >= least) continue;
        least = depth;
        where = i;
    }
    return where;
}

/* Whether it is in the region, so that it makes sense to ask how it was made. */
static bool check_centroid(const mp_ring *ring, const mp_survey *survey, bool has_inside) {
    const double out_of_box = outside(&ring->row->box, ring->row->centroid);
    if (out_of_box > ring->slack) {
        found_region(ring, PATH_REG_CENTROID_AABB, "centroid", NL_NO_TYPE, MP_REGION_CENTROID,
                     (nl_draft){.length = 12, .actual = nl_real(out_of_box)});
        return false;
    }
    if (!has_inside || survey->centroid_depth >= -ring->slack) return has_inside;
    found_region(ring, PATH_REG_CENTROID_POLY, "centroid", NL_NO_TYPE, MP_REGION_CENTROID,
                 (nl_draft){.length = 12,
                            .actual = nl_real(-survey->centroid_depth),
                            .args = {nl_uint(nearest_edge(ring))}});
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
        const double area = from.x * way.y - from.y * way.x;
        by_edges.x += (a.x + b.x) / 2 * edge;
        by_edges.y += (a.y + b.y) / 2 * edge;
        by_area.x += (first.x + a.x + b.x) / 3 * area;
        by_area.y += (first.y + a.y + b.y) / 3 * area;
        length += edge;
    }
    return is_near(ring, by_edges.x / length, by_edges.y / length) ||
           is_near(ring, by_area.x / survey->area, by_area.y / survey->area);
}

static bool is_a_mean(const mp_ring *ring, const mp_survey *survey) {
    const mp_box *const box = &survey->box;
    return is_near(ring, survey->sum_x / ring->count, survey->sum_y / ring->count) ||
           is_near(ring, (box->min.x + box->max.x) / 2, (box->min.y + box->max.y) / 2) ||
           is_other_mean(ring, survey);
}

/* ---- All of it ---- */

/* Centroids that are no mean of their ring: one finding tells of all of them. */
typedef struct mp_other_centroids {
    uint32_t count, first;
} mp_other_centroids;

static double farthest_of(const mp_box *box) {
    const double sides[6] = {fabs(box->min.x), fabs(box->min.y), fabs(box->min.z),
                             fabs(box->max.x), fabs(box->max.y), fabs(box->max.z)};
    return most_of(sides, 6);
}

static mp_ring ring_of(const mp_check *c, uint32_t region) {
    const mp_row *const row = &c->rows[region];
    mp_ring ring = {.c = c, .row = row, .index = region, .count = row->nodes};
    const double farthest = farthest_of(&row->box);
    ring.region = c->bytes + mp_region_at(c->doc, region);
    ring.nodes = c->bytes + mp_node_at(c->doc, row->node_start);
    ring.normal = mp_vector_at(ring.region + MP_REGION_NORMAL);
    ring.has_plane = ring.normal.z > 1e-3;
    ring.slack = mp_larger(1e-3, 1e-4 * farthest);
    ring.plane_slack = mp_larger(0.05, 1e-3 * farthest);
    ring.edge_slack = mp_larger(0.01, ring.slack);
    return ring;
}

/* What the pass took for odd, part by part; whether the ring has an inside. */
static bool check_odd(const mp_ring *ring, const mp_survey *survey) {
    const bool all_belong = check_normals(ring);
    check_plane(ring);
    const bool has_inside = check_winding(ring, survey);
    if (has_inside && all_belong) check_convex(ring);
    return has_inside && all_belong;
}

static void check_ring(mp_check *c, uint32_t region, mp_other_centroids *others) {
    const mp_ring ring = ring_of(c, region);
    mp_survey survey;
    mp_survey_ring(&ring, &survey);
    if (!survey.is_plain && !check_floats(c, ring.row)) return;
    c->rows[region].has_ring = true;
    const bool has_area = fabs(survey.area) > 2e-4;
    const bool has_inside = survey.is_plain && has_area ? true : check_odd(&ring, &survey);
    if (!ring.row->has_box) return;
    if (check_nodes_in_box(&ring, &survey)) check_box_size(&ring, &survey);
    if (!check_centroid(&ring, &survey, has_inside) || is_a_mean(&ring, &survey)) return;
    if (others->count++ == 0) others->first = region;
}

/* Nodes whose ring is not judged have floats all the same. */
static void check_loose_nodes(mp_check *c) {
    for (uint32_t i = 0; i < mp_count(c, MP_NODES); i++)
        if (c->marks[i] != 2) (void)check_node_floats(c, i);
}

static bool is_judged(const mp_row *row) {
    return row->owns_nodes && row->nodes >= 3 && row->is_finite;
}

/* Marks the nodes of the rings that are judged; whether these are all nodes. */
static bool mark_judged(mp_check *c) {
    uint64_t judged = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        judged += is_judged(&c->rows[i]) ? c->rows[i].nodes : 0;
    if (judged == mp_count(c, MP_NODES)) return true;
    for (uint32_t i = 0; i < mp_count(c, MP_NODES); i++)
        c->marks[i] = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        for (uint32_t k = 0; is_judged(&c->rows[i]) && k < c->rows[i].nodes; k++)
            c->marks[c->rows[i].node_start + k] = 2;
    return false;
}

void mp_check_rings(mp_check *c) {
    mp_other_centroids others = {0, 0};
    if (!mp_has_geometry(c)) return;
    if (!mark_judged(c)) check_loose_nodes(c);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        if (is_judged(&c->rows[i])) check_ring(c, i, &others);
    if (others.count == 0) return;
    mp_found(
        c, PATH_REG_CENTROID_KIND,
        mp_region_place(c, others.first, "centroid", NL_NO_TYPE, MP_REGION_CENTROID),
        (nl_draft){.length = 12, .actual = nl_uint(others.count), .args = {nl_uint(others.first)}});
}
