/* The navi link of a link: which navi node it names, and whether that one fits the link. */
#include "parsers/gta_nodes/navi.h"
#include "parsers/gta_nodes/scan.h"

/* A link, its navi node, and the two nodes that the link joins. */
typedef struct gta_use {
    const gta_check *c;
    const gta_row *row;
    const gta_file *of; /* the file of the navi node */
    uint32_t navi;
    const uint8_t *p; /* the navi node */
    gta_position lower, higher;
    uint32_t widths[2];
    int64_t squared; /* the distance of the two */
} gta_use;

static void found_use(const gta_check *c, unsigned rule, const gta_row *row, nl_draft draft) {
    const gta_document *const doc = c->file->doc;
    draft.args[0] = nl_uint(row->row);
    draft.args[1] = nl_uint(row->node);
    draft.field = "naviLink";
    draft.length = doc->layout->navi_link_bytes;
    gta_found(c->file, rule, gta_navi_link_place(doc, row->row), draft);
}

static void judge_copied_width(const gta_use *u) {
    const uint32_t width = gta_navi_width(u->p);
    if (width == u->widths[0] || width == u->widths[1]) return;
    gta_found_navi(u->of, NODES_NAVI_WIDTH_COPY, u->navi,
                   gta_navi_field(u->of, u->navi, "width", NL_U8, 0x0A),
                   (nl_draft){.actual = nl_uint(width),
                              .args = {[1] = nl_uint(u->widths[0]), [2] = nl_uint(u->widths[1])}});
}

/* Within half the link and one unit of its middle; all doubled, in eighths. */
static void judge_middle(const gta_use *u) {
    const gta_position at = gta_navi_position(u->of->doc, u->p);
    const int64_t x = gta_clamped(2 * (int64_t)at.x - u->lower.x - u->higher.x);
    const int64_t y = gta_clamped(2 * (int64_t)at.y - u->lower.y - u->higher.y);
    const uint64_t off = gta_root((uint64_t)(x * x + y * y));
    const uint64_t half = gta_root((uint64_t)u->squared);
    if (off <= half + 16) return;
    gta_found_navi(u->of, NODES_NAVI_POS_MID, u->navi,
                   gta_navi_field(u->of, u->navi, NULL, NL_NO_TYPE, 0),
                   (nl_draft){.length = u->of->doc->layout->navi_bytes,
                              .actual = nl_uint(off / 16),
                              .expected = nl_uint(half / 16)});
}

static void judge_angle(const gta_use *u) {
    const int64_t x = gta_span(u->lower.x, u->higher.x);
    const int64_t y = gta_span(u->lower.y, u->higher.y);
    if (!gta_has_direction(u->p) || gta_is_direction(u->p, x, y)) return;
    const int64_t length = (int64_t)gta_root((uint64_t)(x * x + y * y));
    gta_found_navi(
        u->of, NODES_NAVI_DIR_ANGLE, u->navi,
        gta_navi_field(u->of, u->navi, "direction/x", NL_NO_TYPE, 8),
        (nl_draft){.length = 2,
                   .actual = nl_int((int8_t)u->p[8]),
                   .expected = nl_int(100 * x / length),
                   .args = {[1] = nl_int((int8_t)u->p[9]), [2] = nl_int(100 * y / length)}});
}

/* What is true of the pair of links is said once, from the lower node. */
static void judge_geometry(const gta_check *c, const gta_row *row, const gta_file *to,
                           const gta_file *of, uint32_t navi) {
    const uint8_t *const low = gta_node(c->file, row->node);
    const uint8_t *const high = gta_node(to, row->target);
    const gta_position lower = gta_node_position(c->file->doc, low);
    const gta_position higher = gta_node_position(to->doc, high);
    const gta_use use = {c,
                         row,
                         of,
                         navi,
                         gta_navi(of, navi),
                         lower,
                         higher,
                         {gta_node_width(low), gta_node_width(high)},
                         gta_distance_squared(lower, higher)};
    judge_copied_width(&use);
    judge_middle(&use);
    judge_angle(&use);
}

/* Whether the navi node leads to one of the link's ends, and to the lower one. */
static bool judge_ends(const gta_check *c, const gta_row *row, const uint8_t *navi, uint32_t id) {
    const uint64_t mine = (uint64_t)c->file->doc->area << 16 | row->node;
    const uint64_t other = (uint64_t)row->area << 16 | row->target;
    const uint64_t target = (uint64_t)gta_navi_area(navi) << 16 | gta_navi_node(navi);
    const bool is_end = target == mine || target == other;
    if (target == (mine < other ? mine : other)) return true;
    found_use(c, is_end ? NODES_NAVI_DIRECTION : NODES_NAVI_ENDPOINT, row,
              (nl_draft){.actual = nl_uint(id), .args = {[2] = nl_uint(id)}});
    return false;
}

/* A target that is wrong in itself is told of the navi node. */
static bool has_sound_target(const gta_check *c, const uint8_t *navi) {
    const uint32_t area = gta_navi_area(navi);
    const gta_file *const to = gta_file_of(c, area);
    if (!to) return area < c->areas;
    return gta_navi_node(navi) < to->doc->node_count &&
           gta_is_vehicle(to->doc, gta_navi_node(navi));
}

/* By itself: links of this file through navi nodes of this file; in a set: the others. */
static bool is_told_now(const gta_check *c, const gta_row *row, uint32_t navi_area) {
    const uint32_t area = c->file->doc->area;
    return (row->area == area && navi_area == area) == !c->map;
}

/* What does not depend on other files. false if the link names no navi node that could be. */
static bool judge_reference(const gta_check *c, const gta_row *row, uint32_t link) {
    const gta_document *const doc = c->file->doc;
    const bool none = !doc->layout->is_extended &&
                      gta_raw_navi_link(c->file, row->row) == GTA_VANILLA_NO_NAVI_LINK;
    const uint32_t area = link >> 16;
    if (none || area >= c->areas) {
        if (!c->map)
            found_use(c, none ? NODES_NAVILINK_NONE : NODES_NAVILINK_RANGE, row,
                      (nl_draft){.actual = nl_uint(link & 0xFFFF),
                                 .expected = nl_uint(0),
                                 .args = {[2] = nl_uint(area)}});
        return false;
    }
    if (!c->map && area != doc->area && area != row->area)
        found_use(c, NODES_NAVI_OWNER, row, (nl_draft){.actual = nl_uint(area)});
    return true;
}

void gta_judge_navi_link(gta_check *c, const gta_row *row, const gta_file *to, uint32_t back) {
    const gta_document *const doc = c->file->doc;
    const uint32_t link = gta_navi_link(c->file, row->row);
    const uint32_t id = link & 0xFFFF;
    if (!doc->kinds_known || doc->is_swapped || !gta_is_vehicle(doc, row->node)) return;
    if (to && (!to->doc->kinds_known || !gta_is_vehicle(to->doc, row->target))) return;
    if (!judge_reference(c, row, link) || !is_told_now(c, row, link >> 16)) return;
    const gta_file *const of = gta_file_of(c, link >> 16);
    if (!of || !to) return;
    if (id >= of->doc->counts.navis) {
        found_use(c, NODES_NAVILINK_RANGE, row,
                  (nl_draft){.actual = nl_uint(id),
                             .expected = nl_uint(of->doc->counts.navis),
                             .args = {[2] = nl_uint(link >> 16)}});
        return;
    }
    const uint64_t mine = (uint64_t)doc->area << 16 | row->node;
    const bool is_lower = mine < ((uint64_t)row->area << 16 | row->target);
    if (is_lower && back != NL_NO_ROW && !to->doc->is_swapped && gta_navi_link(to, back) != link)
        found_use(
            c, NODES_NAVI_SHARED, row,
            (nl_draft){.actual = nl_uint(link), .expected = nl_uint(gta_navi_link(to, back))});
    if (id >= of->doc->navi_count || !has_sound_target(c, gta_navi(of, id))) return;
    const bool sound = judge_ends(c, row, gta_navi(of, id), id);
    if (sound && is_lower) judge_geometry(c, row, to, of, id);
}
