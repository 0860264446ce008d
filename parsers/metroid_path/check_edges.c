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

/* Whether there is a width that the edge's can be compared with. */
static bool check_width(const mp_link *link) {
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

/* The two ends of an edge of a region that has a ring. */
typedef struct mp_edge {
    mp_vector from, to;
} mp_edge;

static inline mp_edge edge_of(const mp_check *c, const mp_row *row, uint32_t edge) {
    const uint32_t next = edge + 1 < row->nodes ? edge + 1 : 0;
    const uint8_t *const nodes = mp_record_of(c, MP_NODES, row->node_start);
    return (mp_edge){mp_vector_at(nodes + (size_t)edge * MP_NODE_BYTES),
                     mp_vector_at(nodes + (size_t)next * MP_NODE_BYTES)};
}

static bool is_about(double value, double wanted) {
    return fabs(value - wanted) <= mp_larger(0.01, 0.01 * wanted);
}

/* Seen from above. */
static double square_length(const mp_edge *edge) {
    const mp_vector way = mp_minus(edge->to, edge->from);
    return mp_flat_dot(way, way);
}

static void check_length(const mp_link *link, const mp_edge *edge) {
    if (NL_QUICK_ROUGH(mp_has_width(link->width, square_length(edge)))) return;
    const mp_vector way = mp_minus(edge->to, edge->from);
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

/* Whether two edges lie along each other, seen from above: within a tenth of a unit, and for a part
 * of the shorter one. Heights may differ: creatures drop down. */
static bool lie_along(const mp_edge *a, const mp_edge *b) {
    const bool a_is_longer = square_length(a) >= square_length(b);
    const mp_edge *const base = a_is_longer ? a : b;
    const mp_edge *const other = a_is_longer ? b : a;
    const mp_vector way = mp_minus(base->to, base->from);
    const mp_vector from = mp_minus(other->from, base->from);
    const mp_vector to = mp_minus(other->to, base->from);
    const double square = mp_flat_dot(way, way);
    const double start = mp_flat_dot(from, way);
    const double end = mp_flat_dot(to, way);
    const double low = mp_larger(mp_smaller(start, end), 0);
    const double high = mp_smaller(mp_larger(start, end), square);
    const double from_off = mp_cross(way, from);
    const double to_off = mp_cross(way, to);
    return from_off * from_off <= 0.01 * square && to_off * to_off <= 0.01 * square &&
           high - low > 0.05 * fabs(end - start);
}

/* Of some nodes all around the ring, the one nearest to the edge. */
static uint32_t nearest_node(const mp_link_run *r, const mp_row *row, const mp_edge *edge) {
    const uint8_t *const nodes = mp_record_of(r->c, MP_NODES, row->node_start);
    const uint32_t stride = row->nodes / 16 + 1;
    double least = MP_ENDLESS;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < row->nodes; i += stride) {
        const mp_vector at = mp_vector_at(nodes + (size_t)i * MP_NODE_BYTES);
        const mp_vector way = mp_minus(at, edge->from);
        const double square = mp_flat_dot(way, way);
        if (square >= least) continue;
        least = square;
        nearest = i;
    }
    return nearest;
}

/* Looks around the ring in both directions, from where the link before was matched or from the edge
 * that ends where the ring is near: seen from the other side, an edge ends where it starts. The
 * tries of a file are limited: when they are used up, nothing more is said. */
static bool find_edge(mp_link_run *r, const mp_row *row, const mp_edge *edge) {
    const uint32_t from =
        r->is_matched ? r->matched : mp_edge_before(row->nodes, nearest_node(r, row, edge));
    for (uint32_t step = 0; step < row->nodes; step++) {
        const uint32_t ahead = step / 2 + step % 2;
        const uint32_t onwards = from + (step % 2 != 0 ? row->nodes - ahead : ahead);
        const uint32_t at = onwards < row->nodes ? onwards : onwards - row->nodes;
        const mp_edge other = edge_of(r->c, row, at);
        const bool is_free = step == 0 && r->is_matched; /* mp_link_is_plain has tried it */
        if (r->c->tries_left == 0 && !is_free) return true;
        r->c->tries_left -= !is_free;
        if (!lie_along(edge, &other)) continue;
        r->matched = at;
        r->is_matched = true;
        return true;
    }
    return false;
}

static void check_other_side(mp_link_run *r, const mp_link *link, const mp_edge *edge) {
    const mp_row *const row = &r->c->rows[link->region];
    if (link->region == r->owner || !r->row->has_box || !row->has_box) return;
    const double gap = mp_gap(&r->row->box, &row->box);
    if (gap > 1)
        mp_found_link(link, PATH_LINK_FAR, MP_LINK_REGION,
                      &(nl_draft){.args = {nl_real(gap), nl_uint(link->owner)}});
    else if (edge && row->has_ring && square_length(edge) > 0 && !find_edge(r, row, edge))
        mp_found_link(link, PATH_LINK_EDGE_APART, MP_LINK_REGION,
                      &(nl_draft){.args = {nl_uint(link->node), nl_uint(link->owner)},
                                  .related = {beside_number(link), beside_node(link)}});
}

void mp_check_crossing(mp_link_run *r, const mp_link *link) {
    if (!mp_has_geometry(r->c)) return;
    const bool is_wide = check_width(link);
    if (!r->row->has_ring) {
        check_other_side(r, link, NULL);
        return;
    }
    const mp_edge edge = edge_of(r->c, r->row, link->node);
    if (is_wide) check_length(link, &edge);
    check_other_side(r, link, &edge);
}
