/* Links: who is named, and whether the edge that they lead across is really there. */
#include <math.h>
#include <string.h>

#include "parsers/metroid_path/ring.h"

/* One link as its region has it. */
typedef struct mp_link {
    uint32_t index;
    uint32_t owner;
    uint32_t node, region;
    double width, inverse;
} mp_link;

/* The links of one region while they are judged. */
typedef struct mp_run {
    mp_check *c;
    const mp_row *row;
    uint32_t owner;
    uint32_t other;  /* the region that the link before leads to */
    bool is_matched; /* the link before lies along an edge of that region: */
    uint32_t matched;
    bool is_sorted; /* so far: no edge leads to the same region twice */
    uint64_t last_key;
} mp_run;

static void found(const mp_run *r, unsigned rule, const mp_link *link, const char *member,
                  nl_type type, nl_draft draft) {
    const uint32_t at = type == NL_NO_TYPE              ? 0
                        : strcmp(member, "node") == 0   ? MP_LINK_NODE
                        : strcmp(member, "region") == 0 ? MP_LINK_REGION
                        : strcmp(member, "width") == 0  ? MP_LINK_WIDTH
                                                        : MP_LINK_INVERSE;
    mp_found(r->c, rule, mp_link_place(r->c, link->index, member, type, at), draft);
}

/* ---- Numbers ---- */

/* Whether both numbers name something. Every owner of a link counts its node from its own first. */
static bool check_numbers(const mp_run *r, const mp_link *link) {
    const uint32_t regions = mp_count(r->c, MP_REGIONS);
    const bool has_node = !r->row->has_nodes || link->node < r->row->nodes;
    const bool has_region = link->region < regions;
    if (!has_node)
        found(r, PATH_LINK_NODE_RANGE, link, "node", NL_U32BE,
              (nl_draft){.actual = nl_uint(link->node), .expected = nl_uint(r->row->nodes)});
    if (!has_region && r->row->owns_links)
        found(r, PATH_LINK_REGION_RANGE, link, "region", NL_U32BE,
              (nl_draft){.actual = nl_uint(link->region), .expected = nl_uint(regions)});
    if (!has_node || !has_region) r->c->links_sound = false;
    return has_node && has_region;
}

static bool check_self(const mp_run *r, const mp_link *link) {
    if (link->region != r->owner) return true;
    r->c->links_sound = false;
    found(r, PATH_LINK_SELF, link, "region", NL_U32BE, (nl_draft){.actual = nl_uint(r->owner)});
    return false;
}

static void join(const mp_run *r, uint32_t other) {
    mp_check *const c = r->c;
    uint64_t *const word = &c->joined[(uint64_t)r->owner * c->row_words + other / 64];
    if ((*word >> other % 64 & 1) != 0) return;
    *word |= (uint64_t)1 << other % 64;
    for (int kind = 0; kind < MP_KINDS; kind++)
        if ((r->row->types & mp_kind_mask(kind)) && (c->rows[other].types & mp_kind_mask(kind)))
            mp_groups_join(&c->groups[kind], r->owner, other);
}

/* ---- Width ---- */

static bool check_width_floats(const mp_run *r, const mp_link *link) {
    static const char *const members[] = {"width", "inverseWidth"};
    const mp_floats floats = {members, 2, PATH_FLT_LINK, false};
    if (!mp_check_floats(r->c, mp_link_place(r->c, link->index, NULL, NL_NO_TYPE, MP_LINK_WIDTH),
                         &floats))
        return false;
    if (link->width <= 0)
        found(r, PATH_LINK_WIDTH_POS, link, "width", NL_F32BE,
              (nl_draft){.actual = nl_real(link->width), .args = {nl_string("the width")}});
    else if (link->inverse <= 0)
        found(r, PATH_LINK_WIDTH_POS, link, "inverseWidth", NL_F32BE,
              (nl_draft){.actual = nl_real(link->inverse), .args = {nl_string("1 / width")}});
    else if (fabs(link->width * link->inverse - 1) > 1e-3)
        found(r, PATH_LINK_WIDTH_INV, link, "inverseWidth", NL_F32BE,
              (nl_draft){.actual = nl_real(link->inverse), .expected = nl_real(1 / link->width)});
    return link->width > 0;
}

/* The two ends of an edge of a region that has a ring. */
typedef struct mp_edge {
    mp_vector from, to;
} mp_edge;

static inline mp_edge edge_of(const mp_check *c, const mp_row *row, uint32_t edge) {
    const uint32_t next = edge + 1 < row->nodes ? edge + 1 : 0;
    const uint8_t *const nodes = c->bytes + mp_node_at(c->doc, row->node_start);
    return (mp_edge){mp_vector_at(nodes + (size_t)edge * MP_NODE_BYTES),
                     mp_vector_at(nodes + (size_t)next * MP_NODE_BYTES)};
}

static bool is_about(double value, double wanted) {
    return fabs(value - wanted) <= mp_larger(0.01, 0.01 * wanted);
}

static void check_width(const mp_run *r, const mp_link *link, const mp_edge *edge) {
    const mp_vector way = mp_minus(edge->to, edge->from);
    const double flat = mp_root(way.x * way.x + way.y * way.y);
    const double length = mp_root(mp_dot(way, way));
    if (length <= MP_SHORTEST_EDGE)
        found(r, PATH_LINK_EDGE_ZERO, link, "node", NL_U32BE,
              (nl_draft){.actual = nl_real(length)});
    else if (!is_about(link->width, flat))
        found(r, is_about(link->width, length) ? PATH_LINK_WIDTH_3D : PATH_LINK_WIDTH_LEN, link,
              "width", NL_F32BE,
              (nl_draft){.actual = nl_real(link->width), .expected = nl_real(flat)});
}

/* ---- The edge on the other side ---- */

/* The distance of the boxes on the axis where it is largest. */
static double box_gap(const mp_box *a, const mp_box *b) {
    const double gaps[6] = {a->min.x - b->max.x, b->min.x - a->max.x, a->min.y - b->max.y,
                            b->min.y - a->max.y, a->min.z - b->max.z, b->min.z - a->max.z};
    double most = 0;
    for (int i = 0; i < 6; i++)
        most = gaps[i] > most ? gaps[i] : most;
    return most;
}

static double square_length(const mp_edge *edge) {
    const double x = edge->to.x - edge->from.x;
    const double y = edge->to.y - edge->from.y;
    return x * x + y * y;
}

/* Whether two edges lie along each other, seen from above: within a tenth of a unit, and for a part
 * of the shorter one. Heights may differ: creatures drop down. */
static bool lie_along(const mp_edge *a, const mp_edge *b) {
    const bool a_is_longer = square_length(a) >= square_length(b);
    const mp_edge *const base = a_is_longer ? a : b;
    const mp_edge *const other = a_is_longer ? b : a;
    const double x = base->to.x - base->from.x;
    const double y = base->to.y - base->from.y;
    const double square = x * x + y * y;
    const double from_x = other->from.x - base->from.x;
    const double from_y = other->from.y - base->from.y;
    const double to_x = other->to.x - base->from.x;
    const double to_y = other->to.y - base->from.y;
    const double from_off = x * from_y - y * from_x;
    const double to_off = x * to_y - y * to_x;
    const double from = from_x * x + from_y * y;
    const double to = to_x * x + to_y * y;
    const double low = mp_larger(mp_smaller(from, to), 0);
    const double high = mp_smaller(mp_larger(from, to), square);
    return from_off * from_off <= 0.01 * square && to_off * to_off <= 0.01 * square &&
           high - low > 0.05 * fabs(to - from);
}

/* Of some nodes all around the ring, the one nearest to the edge. */
static uint32_t nearest_node(const mp_run *r, const mp_row *row, const mp_edge *edge) {
    const uint8_t *const nodes = r->c->bytes + mp_node_at(r->c->doc, row->node_start);
    const uint32_t stride = row->nodes / 16 + 1;
    double least = INFINITY;
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < row->nodes; i += stride) {
        const mp_vector at = mp_vector_at(nodes + (size_t)i * MP_NODE_BYTES);
        const double x = at.x - edge->from.x;
        const double y = at.y - edge->from.y;
        if (x * x + y * y >= least) continue;
        least = x * x + y * y;
        nearest = i;
    }
    return nearest;
}

/* Looks around the ring in both directions, from where the link before was matched or the ring is
 * near. The tries of a file are limited: when they are used up, nothing more is said. */
static bool find_edge(mp_run *r, const mp_row *row, const mp_edge *edge) {
    const uint32_t from = r->is_matched ? r->matched : nearest_node(r, row, edge);
    for (uint32_t step = 0; step < row->nodes; step++) {
        const uint32_t ahead = step / 2 + step % 2;
        const uint32_t at = (from + (step % 2 != 0 ? row->nodes - ahead : ahead)) % row->nodes;
        const mp_edge other = edge_of(r->c, row, at);
        if (r->c->tries_left == 0) return true;
        r->c->tries_left--;
        if (!lie_along(edge, &other)) continue;
        r->matched = at;
        r->is_matched = true;
        return true;
    }
    return false;
}

static void check_other_side(mp_run *r, const mp_link *link, const mp_edge *edge) {
    const mp_row *const row = &r->c->rows[link->region];
    if (!r->row->has_box || !row->has_box) return;
    const double gap = box_gap(&r->row->box, &row->box);
    if (gap > 1)
        found(r, PATH_LINK_FAR, link, "region", NL_U32BE,
              (nl_draft){.actual = nl_uint(link->region), .args = {nl_real(gap)}});
    else if (edge && row->has_ring && square_length(edge) > 0 && !find_edge(r, row, edge))
        found(r, PATH_LINK_EDGE_APART, link, "region", NL_U32BE,
              (nl_draft){.actual = nl_uint(link->region)});
}

static void check_geometry(mp_run *r, const mp_link *link) {
    if (!mp_has_geometry(r->c)) return;
    const bool has_width = check_width_floats(r, link);
    if (!r->row->has_ring) {
        check_other_side(r, link, NULL);
        return;
    }
    const mp_edge edge = edge_of(r->c, r->row, link->node);
    if (has_width) check_width(r, link, &edge);
    check_other_side(r, link, &edge);
}

/* ---- Repetitions ---- */

static uint64_t key_of(const mp_link *link) {
    return (uint64_t)link->node << 32 | link->region;
}

/* Links whose edges are in order have no repetition, which is nearly always so. */
static void note_order(mp_run *r, const mp_link *link, bool is_first) {
    const uint64_t key = key_of(link);
    r->is_sorted &= is_first || key > r->last_key;
    r->last_key = key;
}

enum { MOST_ON_NODE = 16 };

/* Each node remembers the last link on it, each link the one before on the same node. */
static void check_repetition(const mp_run *r, const mp_link *link) {
    mp_check *const c = r->c;
    uint32_t *const last = &c->last_link[r->row->node_start + link->node];
    uint32_t prior = *last;
    c->prior_link[link->index] = prior;
    *last = link->index + 1;
    for (int i = 0; i < MOST_ON_NODE && prior != 0; i++) {
        const uint8_t *const other = c->bytes + mp_link_at(c->doc, prior - 1);
        if (mp_word(other, MP_LINK_REGION) == link->region) {
            found(r, PATH_LINK_DUP, link, "region", NL_U32BE,
                  (nl_draft){.actual = nl_uint(link->region)});
            return;
        }
        prior = c->prior_link[prior - 1];
    }
}

static mp_link link_at(const mp_run *r, uint32_t index) {
    const uint8_t *const p = r->c->bytes + mp_link_at(r->c->doc, index);
    return (mp_link){index,
                     r->owner,
                     mp_word(p, MP_LINK_NODE),
                     mp_word(p, MP_LINK_REGION),
                     (double)nl_load_f32be(p + MP_LINK_WIDTH),
                     (double)nl_load_f32be(p + MP_LINK_INVERSE)};
}

static void check_repetitions(const mp_run *r) {
    if (r->is_sorted || !r->row->owns_nodes) return;
    memset(&r->c->last_link[r->row->node_start], 0, r->row->nodes * sizeof(uint32_t));
    for (uint32_t i = 0; i < r->row->links; i++) {
        const mp_link link = link_at(r, r->row->link_start + i);
        if (link.node < r->row->nodes) check_repetition(r, &link);
    }
}

/* ---- All links ---- */

static inline bool is_at(const mp_vector *a, const mp_vector *b) {
    return fabs(a->x - b->x) <= 0.05 && fabs(a->y - b->y) <= 0.05;
}

/* The same edge, seen from the other side. */
static inline bool is_same(const mp_edge *a, const mp_edge *b) {
    return is_at(&a->from, &b->to) && is_at(&a->to, &b->from);
}

/* Nothing to say: both numbers name something, the width is that of the edge, and the edge next to
 * the one that was matched before is this one. */
static inline bool is_plain(mp_run *r, const mp_link *link) {
    const mp_check *const c = r->c;
    if (link->node >= r->row->nodes || link->region >= mp_count(c, MP_REGIONS) ||
        link->region != r->other || !r->is_matched)
        return false;
    const mp_row *const row = &c->rows[link->region];
    const mp_edge edge = edge_of(c, r->row, link->node);
    const double square = square_length(&edge);
    const double slack = link->width < 1 ? 0.0099 : 0.0099 * link->width;
    const double low = link->width > slack ? link->width - slack : 0;
    const double high = link->width + slack;
    if (!(link->width > 0 && link->inverse > 0 && fabs(link->width * link->inverse - 1) <= 1e-3 &&
          square > MP_SHORTEST_EDGE * MP_SHORTEST_EDGE && square >= low * low &&
          square <= high * high))
        return false;
    const uint32_t matched = r->matched != 0 ? r->matched - 1 : row->nodes - 1;
    const mp_edge other = edge_of(c, row, matched);
    if (!is_same(&edge, &other)) return false;
    r->matched = matched;
    return true;
}

static void look_at_other(mp_run *r, const mp_link *link) {
    if (link->region == r->other) return;
    r->other = link->region;
    r->is_matched = false;
}

static void check_link(mp_run *r, const mp_link *link) {
    if (!check_numbers(r, link) || !r->row->owns_links) return;
    look_at_other(r, link);
    if (!check_self(r, link)) return;
    if (r->c->joined) join(r, link->region);
    if (r->row->has_nodes) check_geometry(r, link);
}

static void check_run(mp_check *c, uint32_t region) {
    mp_run r = {.c = c, .row = &c->rows[region], .owner = region, .is_sorted = true};
    r.other = UINT32_MAX; /* none */
    for (uint32_t i = 0; i < r.row->links; i++) {
        const mp_link link = link_at(&r, r.row->link_start + i);
        note_order(&r, &link, i == 0);
        if (!is_plain(&r, &link)) check_link(&r, &link);
    }
    if (r.row->owns_links) check_repetitions(&r);
}

/* Floats of links that no region owns. */
static void check_loose_links(mp_check *c) {
    static const char *const members[] = {"width", "inverseWidth"};
    const mp_floats floats = {members, 2, PATH_FLT_LINK, false};
    memset(c->marks, 0, mp_count(c, MP_LINKS));
    uint64_t owned = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        owned += c->rows[i].owns_links ? c->rows[i].links : 0;
    if (owned == mp_count(c, MP_LINKS)) return;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        if (c->rows[i].owns_links) memset(c->marks + c->rows[i].link_start, 1, c->rows[i].links);
    for (uint32_t i = 0; i < mp_count(c, MP_LINKS); i++)
        if (!c->marks[i])
            (void)mp_check_floats(c, mp_link_place(c, i, NULL, NL_NO_TYPE, MP_LINK_WIDTH), &floats);
}

/* ---- There and back ---- */

static bool all_lead_back(const mp_check *c) {
    for (uint32_t a = 0; a < mp_count(c, MP_REGIONS); a++)
        for (uint32_t word = 0; word < c->row_words; word++) {
            uint64_t bits = c->joined[(uint64_t)a * c->row_words + word];
            for (; bits != 0; bits &= bits - 1)
                if (!mp_is_joined(c, word * 64 + (uint32_t)__builtin_ctzll(bits), a)) return false;
        }
    return true;
}

/* One finding for all of them. */
static void check_ways_back(mp_check *c) {
    uint32_t count = 0;
    uint32_t first = 0;
    uint32_t from = 0;
    if (!c->joined || !c->links_sound || all_lead_back(c)) return;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        for (uint32_t k = 0; k < c->rows[i].links; k++) {
            const uint32_t link = c->rows[i].link_start + k;
            const uint32_t other = mp_word(c->bytes + mp_link_at(c->doc, link), MP_LINK_REGION);
            if (mp_is_joined(c, other, i) || count++ != 0) continue;
            first = link;
            from = i;
        }
    const uint32_t to = mp_word(c->bytes + mp_link_at(c->doc, first), MP_LINK_REGION);
    mp_found(
        c, PATH_LINK_RECIPROCAL, mp_link_place(c, first, "region", NL_U32BE, MP_LINK_REGION),
        (nl_draft){.actual = nl_uint(count), .args = {nl_uint(first), nl_uint(from), nl_uint(to)}});
}

bool mp_check_links(mp_check *c) {
    for (int kind = 0; kind < MP_KINDS; kind++)
        mp_groups_clear(&c->groups[kind]);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_row *const row = &c->rows[i];
        if (!row->has_links) continue;
        if (!nl_spend(c->job->budget, (uint64_t)row->links * MP_LINK_BYTES)) return false;
        check_run(c, i);
    }
    if (mp_has_geometry(c)) check_loose_links(c);
    check_ways_back(c);
    return true;
}
