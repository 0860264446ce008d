/* The edge that a link leads across, on both sides. */
#include "parsers/metroid_path/check_edges.h"

#include "core/quick.h"
#include "parsers/metroid_path/plain_link.h"

void mp_found_link(const mp_link *link, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place place = mp_place_of(link->c, MP_LINKS, link->index);
    nl_found(&place, rule, field, draft);
}

/* The node where the link's edge starts, and the link's number of it. */
static navlint_related beside_node(const mp_link *link) {
    const uint32_t node = link->c->rows[link->owner].node_start + link->node;
    return mp_beside_run(link->c, MP_NODES, node, 1, "the node where its edge starts");
}

static navlint_related beside_number(const mp_link *link) {
    return mp_beside(link->c, MP_LINKS, link->index, MP_LINK_NODE, "the number of its edge");
}

/* ---- Width ---- */

bool mp_check_link_floats(const mp_check *c, uint32_t link) {
    static const mp_floats floats = {MP_LINKS, MP_LINK_WIDTH, 2, PATH_FLT_LINK, false};
    const uint8_t *const p = mp_record_of(c, MP_LINKS, link);
    return mp_check_floats(c, link, &floats, p + MP_LINK_WIDTH_AT);
}

bool mp_check_width(const mp_link *link) {
    if (!mp_check_link_floats(link->c, link->index)) return false;
    if (link->width <= 0)
        mp_found_link(
            link, PATH_LINK_WIDTH_POS, MP_LINK_WIDTH,
            &(nl_draft){.expected = nl_string("more than 0"), .args = {nl_string("width")}});
    else if (link->inverse <= 0)
        mp_found_link(
            link, PATH_LINK_WIDTH_POS, MP_LINK_INVERSE,
            &(nl_draft){.expected = nl_string("more than 0"), .args = {nl_string("inverseWidth")}});
    else if (fabs(link->width * link->inverse - 1) > 1e-3)
        mp_found_link(link, PATH_LINK_WIDTH_INV, MP_LINK_INVERSE,
                      &(nl_draft){.expected = nl_real(1 / link->width),
                                  .args = {nl_real(link->width)},
                                  .related = {mp_beside(link->c, MP_LINKS, link->index,
                                                        MP_LINK_WIDTH, "the width")}});
    return link->width > 0;
}

/* From the node where the link's edge starts to the one where it ends. */
static mp_vector way_along(const mp_link_run *r, const mp_link *link) {
    const uint32_t next = link->node + 1 < r->ring.count ? link->node + 1 : 0;
    return mp_minus(mp_vector_at(r->ring.first + (size_t)next * MP_NODE_BYTES),
                    mp_vector_at(r->ring.first + (size_t)link->node * MP_NODE_BYTES));
}

static bool is_about(double value, double wanted) {
    return fabs(value - wanted) <= mp_larger(0.01, 0.01 * wanted);
}

static void check_length(const mp_link_run *r, const mp_link *link) {
    const mp_vector way = way_along(r, link);
    const double flat = mp_root(mp_flat_dot(way, way));
    const double length = mp_root(mp_dot(way, way));
    if (length <= MP_SHORTEST_EDGE)
        mp_found_link(link, PATH_LINK_EDGE_ZERO, MP_LINK_NODE,
                      &(nl_draft){.args = {nl_real(length)}, .related = {beside_node(link)}});
    else if (!is_about(link->width, flat))
        mp_found_link(link,
                      is_about(link->width, length) ? PATH_LINK_WIDTH_3D : PATH_LINK_WIDTH_LEN,
                      MP_LINK_WIDTH,
                      &(nl_draft){.expected = nl_real(flat),
                                  .related = {beside_node(link), beside_number(link)}});
}

/* ---- The edge on the other side ---- */

static inline double flat_dot(mp_lanes a, mp_lanes b) {
    const mp_lanes products = a * b;
    return products[0] + products[1];
}

static inline double flat_cross(mp_lanes a, mp_lanes b) {
    return a[0] * b[1] - a[1] * b[0];
}

static inline double flat_square(mp_flat_edge edge) {
    return flat_dot(edge.to - edge.from, edge.to - edge.from);
}

/* Whether two edges lie along each other, seen from above: within a tenth of a unit, and for a part
 * of the shorter one. Heights may differ: creatures drop down. */
static bool lie_along(mp_flat_edge a, mp_flat_edge b) {
    const bool a_is_longer = flat_square(a) >= flat_square(b);
    const mp_flat_edge base = a_is_longer ? a : b;
    const mp_flat_edge other = a_is_longer ? b : a;
    const mp_lanes way = base.to - base.from;
    const mp_lanes from = other.from - base.from;
    const mp_lanes to = other.to - base.from;
    const double square = flat_dot(way, way);
    const double start = flat_dot(from, way);
    const double end = flat_dot(to, way);
    const double low = mp_larger(mp_smaller(start, end), 0);
    const double high = mp_smaller(mp_larger(start, end), square);
    const double from_off = flat_cross(way, from);
    const double to_off = flat_cross(way, to);
    return from_off * from_off <= 0.01 * square && to_off * to_off <= 0.01 * square &&
           high - low > 0.05 * fabs(end - start);
}

/* Of some nodes all around the ring, the one nearest to the edge. */
static uint32_t nearest_node(mp_nodes ring, mp_flat_edge edge) {
    const uint32_t stride = mp_stride_around(ring.count);
    double least = MP_ENDLESS;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < ring.count; i += stride) {
        const mp_lanes way = mp_flat_at(ring.first + (size_t)i * MP_NODE_BYTES) - edge.from;
        const double square = flat_dot(way, way);
        nearest = square < least ? i : nearest;
        least = mp_smaller(square, least);
    }
    return nearest;
}

/* Looks around the ring in both directions, from where the link before was matched or from the edge
 * that ends where the ring is near: seen from the other side, an edge ends where it starts. The
 * tries of a file are limited: when they are used up, nothing more is said. */
static bool find_edge(mp_link_run *r, mp_flat_edge edge) {
    const mp_nodes ring = r->other_ring;
    const double near = mp_nearness_of(flat_square(edge));
    const uint32_t from =
        r->is_matched ? r->matched : mp_edge_before(ring.count, nearest_node(ring, edge));
    for (uint32_t step = 0; step < ring.count; step++) {
        const uint32_t ahead = step / 2 + step % 2;
        const uint32_t onwards = from + (step % 2 != 0 ? ring.count - ahead : ahead);
        const uint32_t at = onwards < ring.count ? onwards : onwards - ring.count;
        const mp_flat_edge other = mp_flat_edge_of(mp_edge_nodes_of(ring, at));
        const bool is_free = step == 0 && r->is_matched; /* mp_link_goes_on has tried it */
        if (r->c->tries_left == 0 && !is_free) return true;
        r->c->tries_left -= !is_free;
        /* Rough: other edges may lie along each other, too. */
        if (!NL_QUICK_ROUGH(mp_is_same_edge(edge, other, near)) && !lie_along(edge, other))
            continue;
        r->matched = at;
        r->is_matched = true;
        return true;
    }
    return false;
}

/* edge: NULL: the link's own region has no ring. */
static void check_other_side(mp_link_run *r, const mp_link *link, const mp_flat_edge *edge) {
    const mp_row *const row = &r->c->rows[link->region];
    if (link->region == r->owner || !r->row->has_box || !row->has_box) return;
    const double gap = mp_gap(&r->row->box, &row->box);
    if (gap > 1)
        mp_found_link(link, PATH_LINK_FAR, MP_LINK_REGION,
                      &(nl_draft){.args = {nl_real(gap), nl_uint(link->owner)}});
    else if (edge && row->has_ring && flat_square(*edge) > 0 && !find_edge(r, *edge))
        mp_found_link(link, PATH_LINK_EDGE_APART, MP_LINK_REGION,
                      &(nl_draft){.args = {nl_uint(link->node), nl_uint(link->owner)},
                                  .related = {beside_number(link), beside_node(link)}});
}

void mp_check_crossing(mp_link_run *r, const mp_link *link) {
    if (!mp_has_geometry(r->c)) return;
    if (!r->row->has_ring) {
        (void)mp_check_width(link);
        check_other_side(r, link, NULL);
        return;
    }
    const mp_flat_edge edge = mp_flat_edge_of(mp_edge_nodes_of(r->ring, link->node));
    /* Rough: as the width is */
    const bool is_plain =
        NL_QUICK_ROUGH(mp_width_is_plain(link->width, link->inverse, flat_square(edge)));
    if (!is_plain && mp_check_width(link)) check_length(r, link);
    check_other_side(r, link, &edge);
}
