/* Links, one by one: what each says by itself, its other end, the link back. */
#include "parsers/gta_nodes/check.h"

#include <stdlib.h>
#include <string.h>

#include "parsers/gta_nodes/scan.h"

static gta_place in_section(const char *list, uint32_t row, nl_type type, uint64_t at) {
    return (gta_place){list, row, NULL, type, at};
}

static gta_place link_part(const gta_check *c, const gta_row *row, const char *member) {
    const uint32_t part = *member == 'n' ? 2 : 0; /* "node", else "area" */
    return (gta_place){"links", row->row, member, NL_U16LE,
                       gta_link_at(c->file->doc, row->row) + part};
}

/* Every message about a link starts with its number and its node's. */
static void found_link(const gta_check *c, unsigned rule, gta_place place, const gta_row *row,
                       nl_draft draft) {
    draft.args[0] = nl_uint(row->row);
    draft.args[1] = nl_uint(row->node);
    gta_found(c->file, rule, place, draft);
}

static void found_length(const gta_check *c, unsigned rule, const gta_row *row, nl_draft draft) {
    draft.field = "length";
    found_link(c, rule, in_section("lengths", row->row, NL_U8, c->file->doc->at.lengths + row->row),
               row, draft);
}

static void found_flags(const gta_check *c, unsigned rule, const gta_row *row, nl_draft draft) {
    draft.field = "flags";
    draft.actual = nl_uint(gta_crossing(c->file, row->row));
    found_link(c, rule, in_section("flags", row->row, NL_U8, c->file->doc->at.flags + row->row),
               row, draft);
}

uint32_t gta_link_to(const gta_file *f, uint32_t id, uint32_t area, uint32_t node, uint32_t nth) {
    const uint8_t *const p = gta_node(f, id);
    const uint32_t base = gta_node_base(p);
    const uint32_t wanted = area | node << 16;
    for (uint32_t i = 0; i < gta_node_links(p); i++)
        if (gta_link(f, base + i) == wanted && nth-- == 0) return base + i;
    return NL_NO_ROW;
}

/* How many links of the node before this one lead to the same target. */
static uint32_t repeats_before(const gta_file *f, const gta_row *row, uint32_t *first) {
    const uint32_t base = gta_node_base(gta_node(f, row->node));
    uint32_t repeats = 0;
    for (uint32_t other = row->row; other-- > base;) {
        if (gta_link(f, other) != gta_link(f, row->row)) continue;
        repeats++;
        *first = other;
    }
    return repeats;
}

/* ---- What a link says by itself ---- */

static void judge_bytes(const gta_check *c, const gta_row *row) {
    const gta_document *const doc = c->file->doc;
    const uint32_t crossing = gta_crossing(c->file, row->row);
    const bool vehicle = gta_is_vehicle(doc, row->node);
    if (gta_length(c->file, row->row) == 0)
        found_length(c, NODES_LEN_ZERO, row, (nl_draft){.actual = nl_uint(0)});
    if (crossing > 3)
        found_flags(c, NODES_FLAGS_BITS, row, (nl_draft){0});
    else if (crossing != 0 && vehicle && doc->kinds_known)
        found_flags(c, NODES_FLAGS_VEHICLE, row, (nl_draft){.expected = nl_uint(0)});
    else if (crossing == 2)
        found_flags(c, NODES_FLAGS_IMPLY, row, (nl_draft){.expected = nl_uint(3)});
    const uint32_t navi = gta_raw_navi_link(c->file, row->row);
    if (vehicle || navi == 0 || !doc->kinds_known || doc->is_swapped) return;
    found_link(c, NODES_NAVILINK_PED, gta_navi_link_place(doc, row->row), row,
               (nl_draft){.field = "naviLink",
                          .length = doc->layout->navi_link_bytes,
                          .actual = nl_uint(navi),
                          .expected = nl_uint(0)});
}

static void judge_repetition(const gta_check *c, const gta_row *row) {
    uint32_t first = 0;
    if (repeats_before(c->file, row, &first) == 0) return;
    found_link(c, NODES_LINK_DUP,
               in_section("links", row->row, NL_NO_TYPE, gta_link_at(c->file->doc, row->row)), row,
               (nl_draft){.length = GTA_LINK_BYTES,
                          .args = {[2] = nl_uint(first)},
                          .related = {{gta_link_at(c->file->doc, first), GTA_LINK_BYTES,
                                       "the same target"}}});
}

static bool is_neighbour(uint32_t a, uint32_t b, uint32_t dim) {
    return abs(gta_cell_x(a, dim) - gta_cell_x(b, dim)) <= 1 &&
           abs(gta_cell_y(a, dim) - gta_cell_y(b, dim)) <= 1;
}

static void found_area(const gta_check *c, unsigned rule, const gta_row *row, uint32_t expected) {
    found_link(c, rule, link_part(c, row, "area"), row,
               (nl_draft){.actual = nl_uint(row->area), .expected = nl_uint(expected)});
}

/* false if there is no other end to look at. */
static bool judge_itself(const gta_check *c, const gta_row *row) {
    const gta_document *const doc = c->file->doc;
    judge_bytes(c, row);
    judge_repetition(c, row);
    if (row->area >= c->areas) {
        found_area(c, NODES_LINK_AREA, row, c->areas);
        return false;
    }
    if (doc->dim_known && !is_neighbour(row->area, doc->area, doc->dim))
        found_area(c, NODES_LINK_NEIGHBOUR, row, doc->area);
    if (row->area != doc->area || row->target != row->node) return true;
    found_link(c, NODES_LINK_SELF, link_part(c, row, "node"), row,
               (nl_draft){.actual = nl_uint(row->target)});
    return false;
}

/* ---- The other end ---- */

/* A link and what it leads to. */
typedef struct gta_pair {
    const gta_check *c;
    const gta_row *row;
    const gta_file *to;
    const uint8_t *here, *there; /* the two nodes */
    uint32_t back;               /* the link back; NL_NO_ROW: there is none */
    bool tells;                  /* what is true of both links is said of this one */
} gta_pair;

static void judge_distance(const gta_pair *p) {
    const gta_check *const c = p->c;
    const int64_t squared = gta_distance_squared(gta_node_position(c->file->doc, p->here),
                                                 gta_node_position(p->to->doc, p->there));
    const uint64_t distance = gta_root((uint64_t)squared) / 8;
    const uint32_t length = gta_length(c->file, p->row->row);
    const bool is_long = gta_is_long(squared);
    if (is_long && p->tells)
        found_length(c, NODES_LEN_LONG, p->row,
                     (nl_draft){.actual = nl_uint(distance), .expected = nl_uint(UINT8_MAX)});
    if (length == 0 || (is_long ? length >= UINT8_MAX - 1 : gta_is_length(length, squared))) return;
    found_length(c, NODES_LEN_DIST, p->row,
                 (nl_draft){.actual = nl_uint(length), .expected = nl_uint(distance)});
}

static void judge_flood(const gta_pair *p) {
    const gta_check *const c = p->c;
    const uint32_t here = gta_node_flood(c->file->doc->layout, p->here);
    const uint32_t there = gta_node_flood(p->to->doc->layout, p->there);
    if (here == 0 || there == 0 || here == there) return;
    found_link(c, NODES_LINK_FLOOD, link_part(c, p->row, "node"), p->row,
               (nl_draft){.actual = nl_uint(here), .expected = nl_uint(there)});
}

/* false if vehicles and peds are mixed, which explains much else. */
static bool judge_kinds(const gta_pair *p) {
    const gta_document *const here = p->c->file->doc;
    const gta_document *const there = p->to->doc;
    if (!here->kinds_known || !there->kinds_known) return false;
    if (gta_is_vehicle(here, p->row->node) == gta_is_vehicle(there, p->row->target)) return true;
    if (p->tells)
        found_link(p->c, NODES_LINK_KIND, link_part(p->c, p->row, "node"), p->row,
                   (nl_draft){.actual = nl_uint(p->row->target)});
    return false;
}

/* What the two links must have in common. */
static void judge_agreement(const gta_pair *p) {
    const gta_check *const c = p->c;
    const uint32_t length = gta_length(c->file, p->row->row);
    const uint32_t length_back = gta_length(p->to, p->back);
    const uint32_t flags_back = gta_crossing(p->to, p->back);
    if (length != length_back)
        found_length(c, NODES_LEN_SYM, p->row,
                     (nl_draft){.actual = nl_uint(length), .expected = nl_uint(length_back)});
    if (gta_crossing(c->file, p->row->row) != flags_back)
        found_flags(c, NODES_FLAGS_SYM, p->row, (nl_draft){.expected = nl_uint(flags_back)});
}

static void judge_pair(const gta_pair *p) {
    const gta_check *const c = p->c;
    if (p->back == NL_NO_ROW)
        found_link(
            c, NODES_LINK_RECIP, link_part(c, p->row, "node"), p->row,
            (nl_draft){.actual = nl_uint(p->row->target), .args = {[2] = nl_uint(p->row->area)}});
    const bool same_kind = judge_kinds(p);
    judge_distance(p);
    if (p->tells && p->back != NL_NO_ROW) judge_agreement(p);
    if (!same_kind || !p->tells) return;
    judge_flood(p);
    if ((gta_node_flags(p->here) ^ gta_node_flags(p->there)) & GTA_FLAG_BOATS)
        found_link(c, NODES_LINK_WATER, link_part(c, p->row, "node"), p->row,
                   (nl_draft){.actual = nl_uint(p->row->target)});
}

/* Whether the target is a node of the file that we can look at. */
static bool has_target(const gta_check *c, const gta_row *row, const gta_file *to, bool is_mine) {
    if (row->target >= to->doc->counts.nodes && is_mine)
        found_link(c, NODES_LINK_NODE, link_part(c, row, "node"), row,
                   (nl_draft){.actual = nl_uint(row->target),
                              .expected = nl_uint(to->doc->counts.nodes),
                              .args = {[2] = nl_uint(row->area)}});
    return row->target < to->doc->node_count && gta_has_range(to->doc, gta_node(to, row->target));
}

static bool is_lower(const gta_check *c, const gta_row *row) {
    const uint32_t area = c->file->doc->area;
    return area != row->area ? area < row->area : row->node < row->target;
}

void gta_judge_link(gta_check *c, const gta_row *row) {
    if (!c->map && !judge_itself(c, row)) return;
    const bool is_own = row->area == c->file->doc->area;
    const bool is_mine = is_own == !c->map; /* not the business of the other round */
    const gta_file *const to = gta_file_of(c, row->area);
    uint32_t first;
    if (!to) {
        gta_judge_navi_link(c, row, NULL, NL_NO_ROW);
        return;
    }
    if (!has_target(c, row, to, is_mine)) return;
    const uint32_t back = gta_link_to(to, row->target, c->file->doc->area, row->node,
                                      repeats_before(c->file, row, &first));
    const gta_pair pair = {c,
                           row,
                           to,
                           gta_node(c->file, row->node),
                           gta_node(to, row->target),
                           back,
                           is_lower(c, row) || back == NL_NO_ROW};
    if (is_mine) judge_pair(&pair);
    gta_judge_navi_link(c, row, to, back);
}

/* ---- All links ---- */

static void judge_suspects(gta_check *c) {
    const gta_document *const doc = c->file->doc;
    for (uint32_t i = 0; i < doc->node_count; i++) {
        const uint8_t *const p = gta_node(c->file, i);
        const uint32_t base = gta_node_base(p);
        if (!gta_has_range(doc, p)) continue;
        for (uint32_t row = base; row < base + gta_node_links(p); row++) {
            if (!c->suspects[row]) continue;
            const gta_row link = gta_row_at(c->file, i, row);
            if (!nl_spend(c->budget, 2)) return;
            gta_judge_link(c, &link);
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
    if (doc->link_count == 0) return;
    if (!is_tiled || !doc->kinds_known || !gta_scan_links(c))
        memset(c->suspects, 1, doc->link_count);
    if (!is_tiled) c->outward_links = count_outward(c->file);
    if (memchr(c->suspects, 1, doc->link_count)) judge_suspects(c);
}
