/* The navi link of a link: which navi node it names, and whether that one fits the link. */
#include "parsers/gta_nodes/checks.h"

enum { NAVI_NONE = 0xFFFF /* a vanilla navi link: none */ };

/* A navi node that a link uses, and the two nodes that the link joins. */
typedef struct gta_use {
    const gta_file *of; /* the file of the navi node */
    uint32_t navi;
    const uint8_t *p;          /* the navi node */
    const gta_file *from, *to; /* of the two nodes, the lower one first */
    uint32_t nodes[2];
    gta_position lower, higher;
    uint32_t widths[2];
} gta_use;

static void found_navi(const gta_use *u, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place navi = gta_navi_place(u->of, u->navi);
    gta_found(&navi, rule, field, draft);
}

static const char lower_end[] = "the lower node of its link";
static const char higher_end[] = "the higher node of its link";

static void check_copied_width(const gta_use *u) {
    const gta_part part = {GTA_NODE_WIDTH_AT, 1};
    const uint32_t width = gta_navi_width(u->p);
    if (width == u->widths[0] || width == u->widths[1]) return;
    found_navi(
        u, NODES_NAVI_WIDTH_COPY, GTA_NAVI_WIDTH,
        (nl_draft){.expected = nl_uint(u->widths[0]),
                   .relation = NAVLINT_ONE_OF,
                   .others = {nl_uint(u->widths[1])},
                   .args = {nl_uint(u->widths[0]), nl_uint(u->widths[1])},
                   .related = {gta_node_related(u->of, u->from, u->nodes[0], part, lower_end),
                               gta_node_related(u->of, u->to, u->nodes[1], part, higher_end)}});
}

/* The places of the link's ends, which are related to what is wrong about the navi node's. */
static nl_draft of_both_ends(const gta_use *u) {
    return (nl_draft){.related = {gta_position_related(u->of, u->from, u->nodes[0], lower_end),
                                  gta_position_related(u->of, u->to, u->nodes[1], higher_end)}};
}

/* Within half the link and one unit of its middle; all doubled, in eighths. */
static void check_middle(const gta_use *u) {
    const gta_position at = gta_navi_position(u->of->doc, u->p);
    const int64_t x = gta_clamped(2 * (int64_t)at.x - u->lower.x - u->higher.x);
    const int64_t y = gta_clamped(2 * (int64_t)at.y - u->lower.y - u->higher.y);
    const uint64_t off = gta_root((uint64_t)(x * x + y * y));
    const uint64_t half = gta_root((uint64_t)gta_distance_squared(u->lower, u->higher));
    if (off <= half + 16) return;
    nl_draft draft = of_both_ends(u);
    draft.length = u->of->doc->layout->navi_bytes;
    draft.actual = nl_uint(off / 16);
    draft.expected = nl_uint(half / 16);
    draft.relation = NAVLINT_AT_MOST;
    found_navi(u, NODES_NAVI_POS_MID, NL_NO_FIELD, draft);
}

static void check_angle(const gta_use *u) {
    const int64_t x = gta_span(u->lower.x, u->higher.x);
    const int64_t y = gta_span(u->lower.y, u->higher.y);
    if (!gta_has_direction(u->p) || gta_is_direction(u->p, x, y)) return;
    const int64_t length = (int64_t)gta_root((uint64_t)(x * x + y * y));
    nl_draft draft = of_both_ends(u);
    draft.args[0] = nl_int(gta_direction_x(u->p));
    draft.args[1] = nl_int(gta_direction_y(u->p));
    draft.args[2] = nl_int(GTA_DIRECTION * x / length);
    draft.args[3] = nl_int(GTA_DIRECTION * y / length);
    found_navi(u, NODES_NAVI_DIR_ANGLE, GTA_NAVI_DIRECTION, draft);
}

/* What is true of the pair of links is said once, from the lower node. */
static void check_geometry(const gta_row *row, const gta_file *to, const gta_file *of,
                           uint32_t navi) {
    const uint8_t *const low = gta_node(row->file, row->node);
    const uint8_t *const high = gta_node(to, row->target);
    const gta_use use = {.of = of,
                         .navi = navi,
                         .p = gta_navi(of, navi),
                         .from = row->file,
                         .to = to,
                         .nodes = {row->node, row->target},
                         .lower = gta_node_position(row->file->doc, low),
                         .higher = gta_node_position(to->doc, high),
                         .widths = {gta_node_width(low), gta_node_width(high)}};
    check_copied_width(&use);
    check_middle(&use);
    check_angle(&use);
}

/* The navi node leads to `target`, which is not what a navi node of this link leads to. */
static void found_wrong_target(const gta_row *row, unsigned rule, const gta_file *of,
                               const uint8_t *navi) {
    gta_words words;
    const gta_file *const f = row->file;
    const char *const target = gta_node_words(&words, f, gta_navi_area(navi), gta_navi_node(navi));
    nl_draft draft = {.args = {[3] = nl_string(target)}};
    if (of->bytes == f->bytes)
        draft.related[0] = (navlint_related){(uint64_t)(navi - f->bytes) + GTA_NAVI_AREA_AT, 4,
                                             "the navi node's target"};
    draft.related[1] = (navlint_related){gta_link_at(f->doc, row->row), GTA_LINK_BYTES, "the link"};
    gta_found_navi_link(row, rule, GTA_HALF_NAVI, draft);
}

/* Whether the navi node of `of` leads to one of the link's ends, and to the lower one. */
static bool check_ends(const gta_row *row, const gta_file *of, const uint8_t *navi) {
    const uint64_t mine = gta_address(row->file->doc->area, row->node);
    const uint64_t other = gta_address(row->area, row->target);
    const uint64_t target = gta_address(gta_navi_area(navi), gta_navi_node(navi));
    const bool is_end = target == mine || target == other;
    if (target == (mine < other ? mine : other)) return true;
    found_wrong_target(row, is_end ? NODES_NAVI_DIRECTION : NODES_NAVI_ENDPOINT, of, navi);
    return false;
}

/* A target that is wrong in itself is reported at the navi node. One that cannot be read need not
 * be wrong. */
static bool has_sound_target(const gta_check *c, const uint8_t *navi) {
    const uint32_t area = gta_navi_area(navi);
    const uint32_t node = gta_navi_node(navi);
    const gta_file *const to = gta_file_of(c, area);
    if (!to) return area < c->areas;
    return node < to->doc->counts.nodes && (!to->doc->kinds_known || gta_is_vehicle(to->doc, node));
}

/* By itself: links of this file through navi nodes of this file; in a set: the others. */
static bool is_reported_now(const gta_check *c, const gta_row *row, uint32_t navi_area) {
    const uint32_t area = c->file->doc->area;
    return (row->area == area && navi_area == area) == !c->map;
}

/* {3}: "the map has 64 areas"; bound: of the half, if it is a field. */
static void found_out_of_range(const gta_row *row, gta_half half, const char *kind,
                               uint32_t count) {
    char chars[64];
    nl_text there = nl_text_over(chars, sizeof chars);
    nl_put(&there, kind);
    nl_put_uint(&there, count);
    nl_put(&there, half == GTA_HALF_AREA ? " areas" : count == 1 ? " navi node" : " navi nodes");
    nl_draft draft = row->file->doc->layout->is_extended ? gta_below(count) : gta_odd();
    draft.args[3] = nl_string(there.chars);
    gta_found_navi_link(row, NODES_NAVILINK_RANGE, half, draft);
}

static void found_no_area(const gta_check *c, const gta_row *row) {
    found_out_of_range(row, GTA_HALF_AREA, "the map has only ", c->shown_areas);
}

static void found_beyond(const gta_row *row, uint32_t navis) {
    found_out_of_range(row, GTA_HALF_NAVI, "its area has only ", navis);
}

/* What does not depend on other files. false if the link names no navi node that could be. */
static bool check_reference(const gta_check *c, const gta_row *row, uint32_t link) {
    const gta_document *const doc = c->file->doc;
    const bool is_none =
        !doc->layout->is_extended && gta_raw_navi_link(c->file, row->row) == NAVI_NONE;
    const uint32_t area = link >> 16;
    if (is_none && !c->map)
        gta_found_navi_link(row, NODES_NAVILINK_NONE, GTA_HALF_NAVI, gta_odd());
    else if (!is_none && gta_is_beyond(c, area))
        found_no_area(c, row);
    if (is_none || area >= c->areas) return false;
    if (!c->map && area != doc->area && area != row->area)
        gta_found_navi_link(row, NODES_NAVI_OWNER, GTA_HALF_AREA, gta_odd());
    return true;
}

/* ---- Halves the wrong way round ---- */

/* As the game reads it: what is out of range then follows from the halves. */
static void check_swapped(const gta_check *c, const gta_row *row, uint32_t link) {
    const gta_document *const doc = c->file->doc;
    navlint_report *const report = c->file->job->report;
    const bool is_beyond = link >> 16 == doc->area && (link & 0xFFFF) >= doc->counts.navis;
    const bool follows = report->follows;
    if (c->map) return;
    nl_follow(report, true);
    if (check_reference(c, row, link) && is_beyond) found_beyond(row, doc->counts.navis);
    nl_follow(report, follows);
}

/* ---- Links to files that are not there, through navi nodes of this one ---- */

static void found_half(const gta_row *row, uint32_t navi, const char *what) {
    const gta_file *const f = row->file;
    const nl_place place = gta_navi_place(f, navi);
    gta_found(&place, NODES_NAVI_HALF, NL_NO_FIELD,
              (nl_draft){.length = f->doc->layout->navi_bytes,
                         .args = {nl_uint(row->row), nl_uint(row->node), nl_string(what)},
                         .related = {gta_position_related(f, f, row->node, "the node"),
                                     {f->doc->at.lengths + row->row, 1, "the link's length"}}});
}

/* Between the end that is here and the navi node: not longer than the link, and along the navi
 * node's direction. In curves real ones are up to 19 degrees off; 60 are allowed. */
static void check_half(const gta_row *row, uint32_t navi) {
    const gta_document *const doc = row->file->doc;
    const uint8_t *const p = gta_navi(row->file, navi);
    const gta_position end = gta_node_position(doc, gta_node(row->file, row->node));
    const gta_position at = gta_navi_position(doc, p);
    const int64_t sign = gta_is_lower(row) ? 1 : -1;
    const int64_t x = sign * gta_span(end.x, at.x);
    const int64_t y = sign * gta_span(end.y, at.y);
    const int64_t squared = x * x + y * y;
    const int64_t along = x * gta_direction_x(p) + y * gta_direction_y(p);
    if ((int64_t)gta_root((uint64_t)squared) / 8 > (int64_t)gta_length(row->file, row->row) + 1)
        found_half(row, navi, "it is farther from the node than the link is long");
    else if (squared >= 16 * 16 && gta_has_direction(p) &&
             (along < 0 || 4 * along * along < squared * GTA_DIRECTION * GTA_DIRECTION))
        found_half(row, navi, "its direction leads past the node");
}

/* What one end of a link shows of its navi node, where the file of the other end is not judged with
 * this one. */
static void check_one_end(const gta_check *c, const gta_row *row, uint32_t link) {
    const gta_document *const doc = c->file->doc;
    const uint32_t id = link & 0xFFFF;
    if ((!c->map && c->file->job->has_company) || link >> 16 != doc->area) return;
    if (id >= doc->counts.navis) {
        found_beyond(row, doc->counts.navis);
        return;
    }
    if (id >= doc->navi_count || !has_sound_target(c, gta_navi(c->file, id))) return;
    if (check_ends(row, c->file, gta_navi(c->file, id))) check_half(row, id);
}

/* ---- The link back ---- */

/* The navi link of the link back as a vanilla one; UINT32_MAX if it has no such form. */
static uint32_t narrowed(uint32_t link) {
    const uint32_t id = link & 0xFFFF;
    const uint32_t area = link >> 16;
    return id <= 0x3FF && area <= 0x3F ? id | area << 10 : UINT32_MAX;
}

/* The link back, a link of a node of `to`, uses another navi node. */
static void found_other_navi(const gta_row *row, const gta_file *to, uint32_t back) {
    gta_words words;
    const gta_file *const f = row->file;
    const uint32_t mine = gta_navi_link(f, row->row);
    const uint32_t other = gta_navi_link(to, back);
    const gta_half half = mine >> 16 == other >> 16 ? GTA_HALF_NAVI : GTA_HALF_AREA;
    const uint32_t right = !f->doc->layout->is_extended ? narrowed(other)
                           : half == GTA_HALF_AREA      ? other >> 16
                                                        : other & 0xFFFF;
    nl_draft draft = right != UINT32_MAX ? gta_should_be(right) : gta_odd();
    draft.args[3] = nl_string(gta_navi_words(&words, f, other));
    if (to->bytes == f->bytes)
        draft.related[0] = (navlint_related){gta_navi_link_at(f->doc, back),
                                             f->doc->layout->navi_link_bytes, "the link back"};
    gta_found_navi_link(row, NODES_NAVI_SHARED, half, draft);
}

/* ---- All of it ---- */

void gta_check_navi_link(const gta_check *c, const gta_row *row, const gta_file *to,
                         uint32_t back) {
    const gta_document *const doc = c->file->doc;
    const uint32_t link = gta_navi_link(c->file, row->row);
    const uint32_t id = link & 0xFFFF;
    if (!doc->kinds_known || !gta_is_vehicle(doc, row->node)) return;
    const bool is_readable = to && to->doc->kinds_known;
    if (is_readable && !gta_is_vehicle(to->doc, row->target)) return;
    if (doc->is_swapped) {
        check_swapped(c, row, link);
        return;
    }
    if (!check_reference(c, row, link)) return;
    if (!is_readable) {
        check_one_end(c, row, link);
        return;
    }
    const gta_file *const of = gta_file_of(c, link >> 16);
    if (!is_reported_now(c, row, link >> 16) || !of) return;
    if (id >= of->doc->counts.navis) {
        found_beyond(row, of->doc->counts.navis);
        return;
    }
    const bool is_lower = gta_is_lower(row);
    if (is_lower && back != NL_NO_ROW && !to->doc->is_swapped && gta_navi_link(to, back) != link)
        found_other_navi(row, to, back);
    if (id >= of->doc->navi_count || !has_sound_target(c, gta_navi(of, id))) return;
    if (check_ends(row, of, gta_navi(of, id)) && is_lower) check_geometry(row, to, of, id);
}
