/* Links, one by one: what each says by itself, its other end, the link back. */
#include <stdlib.h>
#include <string.h>

#include "parsers/gta_nodes/checks.h"
#include "parsers/gta_nodes/plain_links.h"

/* How many links of the node before this one lead to the same target; first: the first of them. */
static uint32_t repeats_before(const gta_row *row, uint32_t *first) {
    const gta_file *const f = row->file;
    const uint32_t base = gta_node_base(gta_node(f, row->node));
    uint32_t repeats = 0;
    for (uint32_t other = row->row; other-- > base;) {
        if (gta_link(f, other) != gta_link(f, row->row)) continue;
        repeats++;
        *first = other;
    }
    return repeats;
}

/* The link of the row's target, a node of `to`, that leads back to the row's node; NL_NO_ROW if
 * there is none. nth: how many such links to pass over. */
static uint32_t link_back(const gta_row *row, const gta_file *to, uint32_t nth) {
    const gta_range links = gta_links_of(to, row->target);
    const uint32_t wanted = row->file->doc->area | row->node << 16;
    for (uint32_t i = links.first; i < links.end; i++)
        if (gta_link(to, i) == wanted && nth-- == 0) return i;
    return NL_NO_ROW;
}

/* ---- What a link says by itself ---- */

static void check_flags(const gta_row *row, bool is_vehicle) {
    const uint32_t flags = gta_crossing(row->file, row->row);
    if (flags > 3)
        gta_found_link(row, NODES_FLAGS_BITS, GTA_CROSSING_FLAGS, gta_odd());
    else if (flags != 0 && is_vehicle && row->file->doc->kinds_known)
        gta_found_link(row, NODES_FLAGS_VEHICLE, GTA_CROSSING_FLAGS, gta_should_be(0));
    else if (flags == 2)
        gta_found_link(row, NODES_FLAGS_IMPLY, GTA_CROSSING_FLAGS, gta_should_be(3));
}

static void check_bytes(const gta_row *row) {
    const gta_document *const doc = row->file->doc;
    const bool is_vehicle = gta_is_vehicle(doc, row->node);
    if (gta_length(row->file, row->row) == 0)
        gta_found_link(row, NODES_LEN_ZERO, GTA_LENGTH_UNITS, gta_odd());
    check_flags(row, is_vehicle);
    if (is_vehicle || !doc->kinds_known || doc->is_swapped) return;
    if (gta_raw_navi_link(row->file, row->row) != 0)
        gta_found_navi_link(row, NODES_NAVILINK_PED, gta_should_be(0));
}

static void check_repetition(const gta_row *row) {
    const gta_document *const doc = row->file->doc;
    uint32_t first = 0;
    if (repeats_before(row, &first) == 0) return;
    const nl_place place = gta_link_place(row->file, GTA_LINK_RECORD, row->row);
    gta_found(
        &place, NODES_LINK_DUP, NL_NO_FIELD,
        (nl_draft){.length = GTA_LINK_BYTES,
                   .args = {[1] = nl_uint(row->node), nl_uint(first)},
                   .related = {{gta_link_at(doc, first), GTA_LINK_BYTES, "the same target"}}});
}

static bool is_neighbour(uint32_t a, uint32_t b, uint32_t dim) {
    return abs(gta_cell_x(a, dim) - gta_cell_x(b, dim)) <= 1 &&
           abs(gta_cell_y(a, dim) - gta_cell_y(b, dim)) <= 1;
}

/* false if there is no other end to look at. */
static bool check_itself(const gta_check *c, const gta_row *row) {
    const gta_document *const doc = c->file->doc;
    check_bytes(row);
    check_repetition(row);
    if (row->area >= c->areas) {
        gta_found_link(row, NODES_LINK_AREA, GTA_LINK_AREA, gta_should_be(c->areas));
        return false;
    }
    if (doc->dim_known && !is_neighbour(row->area, doc->area, doc->dim))
        gta_found_link(row, NODES_LINK_NEIGHBOUR, GTA_LINK_AREA, gta_should_be(doc->area));
    if (row->area != doc->area || row->target != row->node) return true;
    gta_found_link(row, NODES_LINK_SELF, GTA_LINK_NODE, gta_odd());
    return false;
}

/* ---- The other end ---- */

/* A link and what it leads to. */
typedef struct gta_pair {
    const gta_row *row;
    const gta_file *from, *to;
    const uint8_t *here, *there; /* the two nodes */
    uint32_t back;               /* the link back; NL_NO_ROW: there is none */
    bool speaks;                 /* what is true of both links is reported at this one */
} gta_pair;

static void check_distance(const gta_pair *p) {
    const int64_t squared = gta_distance_squared(gta_node_position(p->from->doc, p->here),
                                                 gta_node_position(p->to->doc, p->there));
    const uint64_t distance = gta_root((uint64_t)squared) / 8;
    const uint32_t length = gta_length(p->from, p->row->row);
    const bool is_long = gta_is_long(squared);
    if (is_long && p->speaks)
        gta_found_link(p->row, NODES_LEN_LONG, GTA_LENGTH_UNITS, gta_measure(distance, UINT8_MAX));
    if (length == 0 || (is_long ? length >= UINT8_MAX - 1 : gta_is_length(length, squared))) return;
    gta_found_link(p->row, NODES_LEN_DIST, GTA_LENGTH_UNITS, gta_should_be(distance));
}

static void check_flood(const gta_pair *p) {
    const uint32_t here = gta_node_flood(p->from->doc->layout, p->here);
    const uint32_t there = gta_node_flood(p->to->doc->layout, p->there);
    if (here == 0 || there == 0 || here == there) return;
    gta_found_link(p->row, NODES_LINK_FLOOD, GTA_LINK_NODE, gta_measure(here, there));
}

/* false if vehicles and peds are mixed, which explains much else. */
static bool check_kinds(const gta_pair *p) {
    const gta_document *const here = p->from->doc;
    const gta_document *const there = p->to->doc;
    if (!here->kinds_known || !there->kinds_known) return false;
    if (gta_is_vehicle(here, p->row->node) == gta_is_vehicle(there, p->row->target)) return true;
    if (p->speaks) gta_found_link(p->row, NODES_LINK_KIND, GTA_LINK_NODE, gta_odd());
    return false;
}

/* What the two links must have in common. */
static void check_agreement(const gta_pair *p) {
    const uint32_t length_back = gta_length(p->to, p->back);
    const uint32_t flags_back = gta_crossing(p->to, p->back);
    if (gta_length(p->from, p->row->row) != length_back)
        gta_found_link(p->row, NODES_LEN_SYM, GTA_LENGTH_UNITS, gta_should_be(length_back));
    if (gta_crossing(p->from, p->row->row) != flags_back)
        gta_found_link(p->row, NODES_FLAGS_SYM, GTA_CROSSING_FLAGS, gta_should_be(flags_back));
}

static void check_pair(const gta_pair *p) {
    if (p->back == NL_NO_ROW)
        gta_found_link(p->row, NODES_LINK_RECIP, GTA_LINK_NODE,
                       (nl_draft){.args = {[2] = nl_uint(p->row->area)}});
    const bool is_same_kind = check_kinds(p);
    check_distance(p);
    if (p->speaks && p->back != NL_NO_ROW) check_agreement(p);
    if (!is_same_kind || !p->speaks) return;
    check_flood(p);
    if ((gta_node_flags(p->here) ^ gta_node_flags(p->there)) & GTA_FLAG_BOATS)
        gta_found_link(p->row, NODES_LINK_WATER, GTA_LINK_NODE, gta_odd());
}

/* false if the target is no node of the file that we can look at. */
static bool check_target(const gta_row *row, const gta_file *to, bool is_mine) {
    if (row->target >= to->doc->counts.nodes && is_mine)
        gta_found_link(row, NODES_LINK_NODE, GTA_LINK_NODE,
                       (nl_draft){.expected = nl_uint(to->doc->counts.nodes),
                                  .args = {[2] = nl_uint(row->area)}});
    return row->target < to->doc->node_count && gta_has_range(to->doc, gta_node(to, row->target));
}

void gta_check_link(const gta_check *c, const gta_row *row) {
    if (!c->map && !check_itself(c, row)) return;
    const bool is_own = row->area == c->file->doc->area;
    const bool is_mine = is_own == !c->map; /* not the business of the other round */
    const gta_file *const to = gta_file_of(c, row->area);
    uint32_t first;
    if (!to) {
        gta_check_navi_link(c, row, NULL, NL_NO_ROW);
        return;
    }
    if (!check_target(row, to, is_mine)) return;
    const uint32_t back = link_back(row, to, repeats_before(row, &first));
    const gta_pair pair = {.row = row,
                           .from = c->file,
                           .to = to,
                           .here = gta_node(c->file, row->node),
                           .there = gta_node(to, row->target),
                           .back = back,
                           .speaks = gta_is_lower(row) || back == NL_NO_ROW};
    if (is_mine) check_pair(&pair);
    gta_check_navi_link(c, row, to, back);
}

/* ---- All links ---- */

static void check_suspects(const gta_check *c) {
    const gta_file *const f = c->file;
    for (uint32_t i = 0; i < f->doc->node_count; i++) {
        const gta_range links = gta_links_of(f, i);
        for (uint32_t row = links.first; row < links.end; row++) {
            if (!c->suspects[row]) continue;
            const gta_row link = gta_row_at(f, i, row);
            if (!nl_spend(c->budget, 2)) return;
            gta_check_link(c, &link);
        }
    }
}

static uint64_t count_outward(const gta_file *f) {
    uint64_t outward = 0;
    for (uint32_t row = 0; row < f->doc->link_count; row++)
        outward += (gta_link(f, row) & 0xFFFF) != f->doc->area;
    return outward;
}

void gta_check_links(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    const bool is_usual = is_tiled && doc->kinds_known && doc->area < c->areas;
    if (doc->link_count == 0) return;
    if (!is_usual) c->outward_links = count_outward(c->file);
    if (!is_usual || !gta_mark_odd_links(c)) memset(c->suspects, 1, doc->link_count);
    if (memchr(c->suspects, 1, doc->link_count)) check_suspects(c);
}
