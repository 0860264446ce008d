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
        mp_found_ring(ring, PATH_REG_PLANAR,
                      (nl_draft){.actual = nl_real(worst), .args = {nl_uint(where)}});
}

/* Whether the ring has an inside. */
static bool check_winding(const mp_ring *ring, const mp_survey *survey) {
    const double area = fabs(survey->area) / 2;
    if (area <= 1e-4)
        mp_found_ring(ring, PATH_REG_AREA_ZERO, (nl_draft){.actual = nl_real(area)});
    else if (survey->area > 0)
        mp_found_ring(ring, PATH_REG_WINDING, (nl_draft){.actual = nl_real(area)});
    return area > 1e-4 && survey->area < 0;
}

/* ---- All of it ---- */

/* Centroids that are no mean of their ring: one finding tells of all of them. */
typedef struct mp_other_centroids {
    uint32_t count, first;
} mp_other_centroids;

static double farthest_of(const mp_box *box) {
    const double sides[6] = {fabs(box->min.x), fabs(box->min.y), fabs(box->min.z),
                             fabs(box->max.x), fabs(box->max.y), fabs(box->max.z)};
    double most = 0;
    for (int i = 0; i < 6; i++)
        most = mp_larger(most, sides[i]);
    return most;
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
    if (has_inside && all_belong) mp_check_convex(ring);
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
    if (mp_check_nodes_in_box(&ring, &survey)) mp_check_box_size(&ring, &survey);
    if (!mp_check_centroid(&ring, &survey, has_inside) || mp_is_a_mean(&ring, &survey)) return;
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
