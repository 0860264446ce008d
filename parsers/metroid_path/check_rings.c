/* Rings: what is odd about the nodes of a region. */
#include "core/quick.h"
#include "parsers/metroid_path/check_shapes.h"
#include "parsers/metroid_path/checks.h"

static nl_place node_place(const mp_ring *ring, uint32_t index) {
    return mp_place_of(ring->c, MP_NODES, ring->row->node_start + index);
}

static void found_normal(const mp_ring *ring, unsigned rule, uint32_t index, double measure) {
    const nl_place place = node_place(ring, index);
    nl_found(&place, rule, MP_NODE_NORMAL, &(nl_draft){.args = {nl_real(measure)}});
}

/* The two ends of the edge that starts at a node. */
static void put_ends(const mp_ring *ring, uint32_t index, nl_draft *draft) {
    const uint32_t start = ring->row->node_start;
    draft->related[0] =
        mp_beside(ring->c, MP_NODES, start + index, MP_NODE_POSITION, "where the edge starts");
    draft->related[1] = mp_beside(ring->c, MP_NODES, start + mp_after(ring, index),
                                  MP_NODE_POSITION, "where the edge ends");
}

/* The normal and its edge do not belong together. */
static void found_angle(const mp_ring *ring, unsigned rule, uint32_t index, double cosine) {
    const nl_place place = node_place(ring, index);
    const uint32_t next = ring->row->node_start + mp_after(ring, index);
    nl_draft draft = {.args = {nl_uint(next), nl_real(cosine)}};
    put_ends(ring, index, &draft);
    nl_found(&place, rule, MP_NODE_NORMAL, &draft);
}

/* ---- Floats ---- */

static bool check_node_floats(const mp_check *c, uint32_t node) {
    static const mp_floats position = {MP_NODES, MP_NODE_POSITION_X, 3, PATH_FLT_NODE, true};
    static const mp_floats normal = {MP_NODES, MP_NODE_NORMAL_X, 3, PATH_FLT_NODE, false};
    const uint8_t *const p = mp_record_of(c, MP_NODES, node);
    const bool has_position = mp_check_floats(c, node, &position, p + MP_NODE_POSITION_AT);
    return mp_check_floats(c, node, &normal, p + MP_NODE_NORMAL_AT) && has_position;
}

static bool check_floats(const mp_check *c, const mp_row *row) {
    bool are_finite = true;
    for (uint32_t i = 0; i < row->nodes; i++)
        are_finite &= check_node_floats(c, row->node_start + i);
    return are_finite;
}

/* ---- Edges and their normals ---- */

static uint32_t node_of_link(const mp_check *c, uint32_t link) {
    return mp_word(mp_record_of(c, MP_LINKS, link), MP_LINK_NODE_AT);
}

static bool has_link_on(const mp_ring *ring, uint32_t edge) {
    const mp_row *const row = ring->row;
    const uint32_t links = row->owns_links ? row->links : 0;
    uint32_t i = 0;
    while (i < links && node_of_link(ring->c, row->link_start + i) != edge)
        i++;
    return i < links;
}

/* A link on an edge without length is reported instead of the edge. `looks` limits how often the
 * links are searched for one. */
static bool check_edge(const mp_ring *ring, uint32_t index, double length, uint32_t *looks) {
    if (length > MP_SHORTEST_EDGE) return true;
    if (*looks > 0 && has_link_on(ring, index)) {
        (*looks)--;
        return false;
    }
    const nl_place place = node_place(ring, index);
    const uint32_t next = ring->row->node_start + mp_after(ring, index);
    nl_draft draft = {.args = {nl_uint(next), nl_real(length)}};
    put_ends(ring, index, &draft);
    nl_found(&place, PATH_NODE_EDGE_ZERO, MP_NODE_POSITION, &draft);
    return false;
}

#define ALONG 0.98 /* least cosine of a normal that runs along its edge */

static void found_along(const mp_ring *ring, uint32_t index, double cosine) {
    nl_follow(ring->c->job->report, ring->c->are_normals_along);
    found_angle(ring, PATH_NODE_NORMAL_ALONG, index, cosine);
    nl_follow(ring->c->job->report, false);
}

/* Whether the normal belongs to the edge. */
static bool check_angle(const mp_ring *ring, uint32_t index, double cosine) {
    if (fabs(cosine) <= MP_SQUARE_COSINE) return true;
    if (fabs(cosine) > ALONG)
        found_along(ring, index, cosine);
    else
        found_angle(ring, PATH_NODE_NORMAL_PERP, index, cosine);
    return false;
}

static void check_length(const mp_ring *ring, uint32_t index, const mp_vector *n, double length) {
    if (fabs(length - 1) > MP_UNIT_SLACK)
        found_normal(ring, PATH_NODE_NORMAL_UNIT, index, length);
    else if (fabs(n->z) > MP_LEVEL_SLACK)
        found_normal(ring, PATH_NODE_NORMAL_HORIZ, index, n->z);
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
        mp_found_ring(ring, PATH_REG_PLANAR, MP_REGION_NODE_START,
                      &(nl_draft){.args = {nl_uint(ring->row->node_start + where), nl_real(worst)},
                                  .related = {mp_beside_node(ring, where, "the node"),
                                              mp_beside(ring->c, MP_REGIONS, ring->index,
                                                        MP_REGION_NORMAL, "the floor normal")}});
}

/* Whether the ring has an inside. */
static bool check_winding(const mp_ring *ring, const mp_survey *survey) {
    const double area = fabs(survey->area) / 2;
    if (area <= 1e-4)
        mp_found_ring(ring, PATH_REG_AREA_ZERO, MP_REGION_NODE_START,
                      &(nl_draft){.args = {nl_real(area)}, .related = {mp_beside_ring(ring)}});
    else if (survey->area > 0)
        mp_found_ring(ring, PATH_REG_WINDING, MP_REGION_NODE_START,
                      &(nl_draft){.args = {nl_real(area)}, .related = {mp_beside_ring(ring)}});
    return area > 1e-4 && survey->area < 0;
}

/* ---- All of it ---- */

/* Centroids that are no mean of their ring: all of them are one finding. */
typedef struct mp_other_centroids {
    uint32_t count, first;
} mp_other_centroids;

/* What the pass took for odd, part by part; whether the ring has an inside. */
static bool check_odd(const mp_ring *ring, const mp_survey *survey) {
    const bool all_belong = check_normals(ring);
    check_plane(ring);
    const bool has_inside = check_winding(ring, survey);
    if (has_inside && all_belong) mp_check_convex(ring);
    return has_inside && all_belong;
}

static void check_ring(mp_check *c, uint32_t region, mp_other_centroids *others) {
    const mp_ring ring = mp_ring_of(c, region);
    mp_survey survey;
    mp_survey_ring(&ring, &survey);
    /* Rough: the pass allows for no rounding, and hardly any where a ring is bent. */
    const bool is_plain = NL_QUICK_ROUGH(survey.is_plain);
    if (!is_plain && !check_floats(c, ring.row)) return;
    c->rows[region].has_ring = true;
    const bool has_area = fabs(survey.area) > 2e-4;
    const bool has_inside = is_plain && has_area ? true : check_odd(&ring, &survey);
    if (!ring.row->has_box) return;
    if (mp_check_nodes_in_box(&ring, &survey)) mp_check_box_size(&ring, &survey);
    if (!mp_check_centroid(&ring, &survey, has_inside) || mp_is_a_mean(&ring, &survey)) return;
    if (others->count++ == 0) others->first = region;
}

static bool is_checked(const mp_row *row) {
    return row->owns_nodes && row->nodes >= 3 && row->is_finite;
}

/* ---- Normals of an old writer ---- */

static bool runs_along(const mp_ring *ring, uint32_t index) {
    const mp_node node = mp_ring_node(ring, index);
    const mp_vector way = mp_minus(mp_ring_node(ring, mp_after(ring, index)).at, node.at);
    const double along = mp_dot(node.normal, way);
    const double normal = mp_dot(node.normal, node.normal);
    const double edge = mp_dot(way, way);
    return normal > MP_UNIT_SLACK * MP_UNIT_SLACK && edge > MP_SHORTEST_EDGE * MP_SHORTEST_EDGE &&
           along * along > ALONG * ALONG * normal * edge;
}

static bool all_run_along(const mp_check *c, uint32_t region) {
    const mp_ring ring = mp_ring_of(c, region);
    uint32_t i = 0;
    while (i < ring.count && runs_along(&ring, i))
        i++;
    return i == ring.count;
}

/* Whether the normals of all rings run along their edges; `count` of them. In other files the first
 * edge shows that they do not. */
static bool are_all_along(const mp_check *c, uint64_t *count) {
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        if (!is_checked(&c->rows[i])) continue;
        if (!all_run_along(c, i)) return false;
        *count += c->rows[i].nodes;
    }
    return *count != 0;
}

static void check_writer(mp_check *c) {
    uint64_t count = 0;
    if (!are_all_along(c, &count)) return;
    const uint64_t at = c->doc->lists[MP_NODES].at;
    const nl_place document = nl_place_of(c->job->report, c->bytes);
    const nl_place nodes = nl_place_in(document, "nodes", NL_NO_INDEX, at);
    c->are_normals_along =
        nl_found_cause(&nodes, PATH_NODE_NORMAL_HECL, NL_NO_FIELD,
                       &(nl_draft){.length = (uint64_t)mp_count(c, MP_NODES) * MP_NODE_BYTES,
                                   .args = {nl_uint(count)}});
}

/* Floats of nodes whose ring is not checked. */
static void check_loose_nodes(mp_check *c) {
    for (uint32_t i = 0; i < mp_count(c, MP_NODES); i++)
        if (c->marks[i] != 2) (void)check_node_floats(c, i);
}

/* Marks the nodes of the rings that are checked; whether these are all nodes. */
static bool mark_checked(mp_check *c) {
    uint64_t checked = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        checked += is_checked(&c->rows[i]) ? c->rows[i].nodes : 0;
    if (NL_QUICK(checked == mp_count(c, MP_NODES))) return true;
    for (uint32_t i = 0; i < mp_count(c, MP_NODES); i++)
        c->marks[i] = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        for (uint32_t k = 0; is_checked(&c->rows[i]) && k < c->rows[i].nodes; k++)
            c->marks[c->rows[i].node_start + k] = 2;
    return false;
}

void mp_check_rings(mp_check *c) {
    mp_other_centroids others = {0, 0};
    if (!mp_has_geometry(c)) return;
    if (!mark_checked(c)) check_loose_nodes(c);
    check_writer(c);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        if (is_checked(&c->rows[i])) check_ring(c, i, &others);
    if (others.count == 0) return;
    const nl_place place = mp_place_of(c, MP_REGIONS, others.first);
    nl_found(&place, PATH_REG_CENTROID_KIND, MP_REGION_CENTROID,
             &(nl_draft){.args = {nl_uint(others.count)}});
}
