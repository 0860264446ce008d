/* Links, one by one: what each says by itself, its other end, the link back. */
#include <stdlib.h>
#include <string.h>

#include "parsers/gta_nodes/checks.h"
#include "parsers/gta_nodes/notes.h"
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
        gta_found_link(row, NODES_FLAGS_BITS, GTA_CROSSING_FLAGS, gta_at_most(3));
    else if (flags != 0 && is_vehicle && row->file->doc->kinds_known)
        gta_found_link(row, NODES_FLAGS_VEHICLE, GTA_CROSSING_FLAGS, gta_should_be(0));
    else if (flags == 2)
        gta_found_link(row, NODES_FLAGS_IMPLY, GTA_CROSSING_FLAGS, gta_should_be(3));
}

static void check_bytes(const gta_row *row) {
    const gta_document *const doc = row->file->doc;
    const bool is_vehicle = gta_is_vehicle(doc, row->node);
    if (gta_length(row->file, row->row) == 0)
        gta_found_link(row, NODES_LEN_ZERO, GTA_LENGTH_UNITS,
                       (nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
    check_flags(row, is_vehicle);
    if (is_vehicle || !doc->kinds_known || doc->is_swapped) return;
    const uint32_t link = gta_navi_link(row->file, row->row);
    if (link != 0)
        gta_found_navi_link(row, NODES_NAVILINK_PED, link & 0xFFFF ? GTA_HALF_NAVI : GTA_HALF_AREA,
                            gta_should_be(0));
}

static void check_repetition(const gta_row *row) {
    const gta_document *const doc = row->file->doc;
    uint32_t first = 0;
    if (repeats_before(row, &first) == 0) return;
    gta_found_link(
        row, NODES_LINK_DUP, GTA_LINK_NODE,
        (nl_draft){.args = {[2] = nl_uint(first)},
                   .related = {{gta_link_at(doc, first), GTA_LINK_BYTES, "the same target"}}});
}

static bool is_neighbour(uint32_t a, uint32_t b, uint32_t dim) {
    return abs(gta_cell_x(a, dim) - gta_cell_x(b, dim)) <= 1 &&
           abs(gta_cell_y(a, dim) - gta_cell_y(b, dim)) <= 1;
}

static void check_area(const gta_check *c, const gta_row *row) {
    nl_draft draft = gta_below(c->shown_areas);
    draft.args[2] = nl_uint(c->shown_areas);
    if (gta_is_beyond(c, row->area)) gta_found_link(row, NODES_LINK_AREA, GTA_LINK_AREA, draft);
}

/* false if there is no other end to look at. Of a link to itself that leaves the navi link, which
 * the game follows all the same. */
static bool check_itself(const gta_check *c, const gta_row *row) {
    const gta_document *const doc = c->file->doc;
    check_bytes(row);
    check_repetition(row);
    check_area(c, row);
    if (row->area >= c->areas) return false;
    if (doc->dim_known && !is_neighbour(row->area, doc->area, doc->dim))
        gta_found_link(row, NODES_LINK_NEIGHBOUR, GTA_LINK_AREA,
                       (nl_draft){.args = {[2] = nl_uint(doc->area)}});
    if (row->area != doc->area || row->target != row->node) return true;
    gta_found_link(row, NODES_LINK_SELF, GTA_LINK_NODE, gta_odd());
    gta_check_navi_link(c, row, c->file, NL_NO_ROW);
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

/* Both nodes, for what is wrong about the two of them. */
static nl_draft of_both(const gta_pair *p, gta_part part) {
    return (nl_draft){
        .related = {
            gta_node_related(p->from, p->from, p->row->node, part, "its node"),
            gta_node_related(p->from, p->to, p->row->target, part, "the node that it leads to")}};
}

static nl_draft of_both_positions(const gta_pair *p) {
    return (nl_draft){.related = {gta_position_related(p->from, p->from, p->row->node, "its node"),
                                  gta_position_related(p->from, p->to, p->row->target,
                                                       "the node that it leads to")}};
}

static void found_long(const gta_pair *p, uint64_t distance) {
    nl_draft draft = of_both_positions(p);
    draft.args[2] = nl_uint(distance);
    draft.args[3] = nl_uint(UINT8_MAX);
    gta_found_link(p->row, NODES_LEN_LONG, GTA_LENGTH_UNITS, draft);
}

static void found_other_length(const gta_pair *p, uint64_t distance) {
    nl_draft draft = of_both_positions(p);
    draft.expected = nl_uint(distance);
    gta_found_link(p->row, NODES_LEN_DIST, GTA_LENGTH_UNITS, draft);
}

/* Lengths that agree are wrong for one reason, and reported once. */
static void check_distance(const gta_pair *p) {
    const int64_t squared = gta_distance_squared(gta_node_position(p->from->doc, p->here),
                                                 gta_node_position(p->to->doc, p->there));
    const uint32_t length = gta_length(p->from, p->row->row);
    const bool is_said = !p->speaks && gta_length(p->to, p->back) == length;
    if (gta_is_long(squared)) {
        if (p->speaks) found_long(p, gta_root((uint64_t)squared) / 8);
        return;
    }
    if (length == 0 || is_said || gta_is_length(length, squared)) return;
    found_other_length(p, gta_root((uint64_t)squared) / 8);
}

static void check_flood(const gta_pair *p) {
    const uint32_t here = gta_node_flood(p->from->doc->layout, p->here);
    const uint32_t there = gta_node_flood(p->to->doc->layout, p->there);
    if (here == 0 || there == 0 || here == there) return;
    gta_found_link(
        p->row, NODES_LINK_FLOOD, GTA_LINK_NODE,
        (nl_draft){
            .args = {[2] = nl_uint(here), nl_uint(there)},
            .related = {gta_flood_related(p->from, p->from, p->row->node, "its node's id"),
                        gta_flood_related(p->from, p->to, p->row->target, "the other one's id")}});
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

/* The entry of the link back in a section of one byte an entry. */
static navlint_related back_related(const gta_pair *p, uint64_t section_at) {
    if (p->from->bytes != p->to->bytes) return (navlint_related){.message = NULL};
    return (navlint_related){section_at + p->back, 1, "the link back"};
}

static void found_disagreement(const gta_pair *p, unsigned rule, uint32_t there) {
    const gta_sections *const at = &p->to->doc->at;
    const bool is_length = rule == NODES_LEN_SYM;
    nl_draft draft = gta_should_be(there);
    draft.related[0] = back_related(p, is_length ? at->lengths : at->flags);
    gta_found_link(p->row, rule, is_length ? GTA_LENGTH_UNITS : GTA_CROSSING_FLAGS, draft);
}

/* What the two links must have in common. */
static void check_agreement(const gta_pair *p) {
    const uint32_t length_back = gta_length(p->to, p->back);
    const uint32_t flags_back = gta_crossing(p->to, p->back);
    if (gta_length(p->from, p->row->row) != length_back)
        found_disagreement(p, NODES_LEN_SYM, length_back);
    if (gta_crossing(p->from, p->row->row) != flags_back)
        found_disagreement(p, NODES_FLAGS_SYM, flags_back);
}

/* The links of the other node, of which one should lead back. */
static void found_one_way(const gta_pair *p) {
    const gta_range links = gta_links_of(p->to, p->row->target);
    const gta_part part = {GTA_NODE_FIRST_LINK_AT, GTA_NODE_EXTENDED_X_AT - GTA_NODE_FIRST_LINK_AT};
    nl_draft draft = {.length = 0};
    if (p->from->bytes == p->to->bytes)
        draft.related[0] = (navlint_related){gta_link_at(p->to->doc, links.first),
                                             (uint64_t)(links.end - links.first) * GTA_LINK_BYTES,
                                             "the links of the node that it leads to"};
    draft.related[1] =
        gta_node_related(p->from, p->to, p->row->target, part, "the node that it leads to");
    gta_found_link(p->row, NODES_LINK_RECIP, GTA_LINK_NODE, draft);
}

static void check_pair(const gta_pair *p) {
    if (p->back == NL_NO_ROW) found_one_way(p);
    const bool is_same_kind = check_kinds(p);
    check_distance(p);
    if (p->speaks && p->back != NL_NO_ROW) check_agreement(p);
    if (!is_same_kind || !p->speaks) return;
    check_flood(p);
    if ((gta_node_flags(p->here) ^ gta_node_flags(p->there)) & GTA_FLAG_BOATS)
        gta_found_link(p->row, NODES_LINK_WATER, GTA_LINK_NODE,
                       of_both(p, (gta_part){GTA_NODE_FLAGS_AT, 4}));
}

/* Whether the link is this round's: by itself those within the file, in a set the others. */
static bool is_due(const gta_check *c, const gta_row *row) {
    return (row->area == c->file->doc->area) == !c->map;
}

/* false if the target is no node of the file that we can look at. */
static bool check_target(const gta_check *c, const gta_row *row, const gta_file *to) {
    const uint32_t nodes = to->doc->counts.nodes;
    if (row->target >= nodes && is_due(c, row)) {
        nl_draft draft = gta_below(nodes);
        draft.args[2] = nl_uint(nodes);
        gta_found_link(row, NODES_LINK_NODE, GTA_LINK_NODE, draft);
    }
    return row->target < to->doc->node_count && gta_has_range(to->doc, gta_node(to, row->target));
}

/* The other end cannot be read, as a whole or its links. Of another file it is then as if that were
 * not there; in this one, whose nodes are all there if it has links, only the link back is missing.
 */
static void check_unread(const gta_check *c, const gta_row *row, const gta_file *to) {
    if (row->target >= to->doc->counts.nodes) return; /* which is what has to be said of the link */
    gta_check_navi_link(c, row, to == c->file ? to : NULL, NL_NO_ROW);
}

static void check_other_end(const gta_check *c, const gta_row *row, const gta_file *to) {
    uint32_t first;
    const uint32_t back = link_back(row, to, repeats_before(row, &first));
    const gta_pair pair = {.row = row,
                           .from = c->file,
                           .to = to,
                           .here = gta_node(c->file, row->node),
                           .there = gta_node(to, row->target),
                           .back = back,
                           .speaks = gta_is_lower(row) || back == NL_NO_ROW};
    if (is_due(c, row)) check_pair(&pair);
    gta_check_navi_link(c, row, to, back);
}

void gta_check_link(const gta_check *c, const gta_row *row) {
    if (!c->map && !check_itself(c, row)) return;
    if (c->map) check_area(c, row);
    const gta_file *const to = gta_file_of(c, row->area);
    if (!to)
        gta_check_navi_link(c, row, NULL, NL_NO_ROW);
    else if (check_target(c, row, to))
        check_other_end(c, row, to);
    else
        check_unread(c, row, to);
}

/* ---- All links ---- */

static bool ends_at(const gta_file *f, uint32_t node, uint32_t row) {
    return gta_node_base(gta_node(f, node)) + gta_node_links(gta_node(f, node)) == row;
}

/* Whether the node's links follow those of the node before it, or are followed by the next one's.
 */
static bool is_in_place(const gta_file *f, uint32_t node) {
    const uint32_t base = gta_node_base(gta_node(f, node));
    const bool follows = node == 0 ? base == 0 : ends_at(f, node - 1, base);
    return follows || (node + 1 < f->doc->node_count &&
                       ends_at(f, node, gta_node_base(gta_node(f, node + 1))));
}

/* Of the links that a node shares with others, those from here on are another's; if no node shares
 * any, none are. What is said of them here follows from that. */
static uint32_t own_end(const gta_check *c, uint32_t node, gta_range links) {
    const gta_file *const f = c->file;
    if (!c->has_shared_links) return links.end;
    if (!is_in_place(f, node)) return links.first;
    if (node + 1 >= f->doc->node_count || !is_in_place(f, node + 1)) return links.end;
    const uint32_t next = gta_node_base(gta_node(f, node + 1));
    return next > links.first && next < links.end ? next : links.end;
}

/* The suspects among the links of `node`. false: the budget is spent. */
static bool check_suspects_of(const gta_check *c, uint32_t node, gta_range links) {
    const gta_file *const f = c->file;
    const uint32_t own = own_end(c, node, links);
    for (uint32_t row = links.first; row < links.end; row++) {
        if (!(c->suspects[row] & GTA_SUSPECT)) continue;
        const gta_row link = gta_row_at(f, node, row);
        const bool is_another_s = row >= own && (c->suspects[row] & GTA_SHARED);
        const bool is_paid = nl_spend(c->budget, 2);
        nl_follow(f->job->report, f->doc->is_lost || is_another_s);
        if (!is_paid) return false;
        gta_check_link(c, &link);
        if (c->notes) gta_note_link(c, &link);
    }
    return true;
}

/* The first suspect from `row` on; the number of links if there is none. */
static uint32_t next_suspect(const gta_check *c, uint32_t row) {
    const uint32_t count = c->file->doc->link_count;
    const uint8_t *const at =
        row < count ? memchr(c->suspects + row, GTA_SUSPECT, count - row) : NULL;
    return at ? (uint32_t)(at - c->suspects) : count;
}

/* The nodes' links follow each other in order, so that suspects lead to their nodes. */
static void check_few_suspects(gta_check *c) {
    const gta_file *const f = c->file;
    bool is_paid = true;
    gta_range links = {0, 0};
    uint32_t node = 0;
    for (uint32_t row = next_suspect(c, 0); row < f->doc->link_count && is_paid;) {
        while (links.end <= row)
            links = gta_links_of(f, node++);
        is_paid = check_suspects_of(c, node - 1, links);
        row = next_suspect(c, links.end);
    }
    if (!is_paid) c->notes = NULL;
    nl_follow(f->job->report, f->doc->is_lost);
}

static void check_suspects(const gta_check *c) {
    const gta_file *const f = c->file;
    bool is_paid = true;
    for (uint32_t i = 0; i < f->doc->node_count && is_paid; i++)
        is_paid = check_suspects_of(c, i, gta_links_of(f, i));
    nl_follow(f->job->report, f->doc->is_lost);
}

static uint64_t count_outward(const gta_file *f) {
    uint64_t outward = 0;
    for (uint32_t row = 0; row < f->doc->link_count; row++)
        outward += (gta_link(f, row) & 0xFFFF) != f->doc->area;
    return outward;
}

static void suspect_all(const gta_check *c) {
    for (uint32_t row = 0; row < c->file->doc->link_count; row++)
        c->suspects[row] |= GTA_SUSPECT;
}

void gta_check_links(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    const bool is_usual = is_tiled && doc->kinds_known && doc->area < c->areas;
    if (doc->link_count == 0) return;
    if (!is_usual) c->outward_links = count_outward(c->file);
    if (is_usual && gta_mark_odd_links(c)) {
        check_few_suspects(c);
        return;
    }
    c->notes = NULL; /* links may be several nodes' */
    suspect_all(c);
    check_suspects(c);
}
