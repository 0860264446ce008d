/* Fixes of links: their widths, and which edge and region they name. */
#include "parsers/metroid_path/fixes.h"

/* A link, and the region that has it. */
typedef struct mp_fix_link {
    mp_patch p;
    mp_fix_ring ring; /* of its owner */
    uint32_t owner;
    uint32_t edge, region;
} mp_fix_link;

static bool begin(nl_fixer *fixer, const navlint_finding *finding, mp_fix_link *link) {
    mp_patch *const p = &link->p;
    if (!mp_fix_begin(fixer, finding, p) || !mp_fix_is_in(p, MP_LINKS)) return false;
    const uint8_t *const record = mp_fix_record(p, MP_LINKS, p->index);
    link->owner = mp_fix_owner(p, MP_REGION_LINK_START, MP_REGION_LINK_COUNT, p->index);
    link->edge = mp_word(record, MP_LINK_NODE_AT);
    link->region = mp_word(record, MP_LINK_REGION_AT);
    return mp_fix_ring_of(p, link->owner, &link->ring);
}

static mp_vector way_of(const mp_fix_link *link) {
    return mp_minus(mp_fix_node(&link->ring, link->edge + 1), mp_fix_node(&link->ring, link->edge));
}

/* If the width is right: that of the edge, seen from above or along the slope. */
bool mp_fix_inverse(nl_fixer *fixer, const navlint_finding *finding) {
    mp_fix_link link;
    if (!begin(fixer, finding, &link) || link.edge >= link.ring.count) return false;
    const mp_vector way = way_of(&link);
    const double width =
        (double)nl_load_f32be(mp_fix_record(&link.p, MP_LINKS, link.p.index) + MP_LINK_WIDTH_AT);
    const double slack = 0.01 + 0.01 * width;
    return width >= mp_root(mp_flat_dot(way, way)) - slack &&
           width <= mp_root(mp_dot(way, way)) + slack && nl_fix_write_expected(fixer, finding);
}

/* Seen from above, as the game measures it. */
bool mp_fix_width(nl_fixer *fixer, const navlint_finding *finding) {
    mp_fix_link link;
    if (!begin(fixer, finding, &link) || link.edge >= link.ring.count) return false;
    const mp_vector way = way_of(&link);
    const double width = mp_root(mp_flat_dot(way, way));
    return width > 1e-4 &&
           mp_fix_set_float(&link.p, MP_LINKS, link.p.index, MP_LINK_WIDTH, width) &&
           mp_fix_set_float(&link.p, MP_LINKS, link.p.index, MP_LINK_INVERSE, 1 / width);
}

/* ---- The other side ---- */

static bool is_near(mp_vector a, mp_vector b) {
    return fabs(a.x - b.x) <= 0.05 && fabs(a.y - b.y) <= 0.05 && fabs(a.z - b.z) <= 0.05;
}

/* Whether edge `edge` of a ring is an edge of the other one, seen from the other side. */
static bool has_edge(const mp_fix_ring *other, const mp_fix_ring *ring, uint32_t edge) {
    const mp_vector from = mp_fix_node(ring, edge);
    const mp_vector to = mp_fix_node(ring, edge + 1);
    for (uint32_t i = 0; i < other->count; i++)
        if (is_near(mp_fix_node(other, i), to) && is_near(mp_fix_node(other, i + 1), from))
            return true;
    return false;
}

/* The one edge of the owner that is an edge of the region that it leads to as well. */
bool mp_fix_link_edge(nl_fixer *fixer, const navlint_finding *finding) {
    mp_fix_link link;
    mp_fix_ring other;
    uint32_t found = NL_NO_INDEX;
    if (!begin(fixer, finding, &link) || link.region == link.owner ||
        !mp_fix_ring_of(&link.p, link.region, &other))
        return false;
    for (uint32_t i = 0; i < link.ring.count; i++) {
        if (!has_edge(&other, &link.ring, i)) continue;
        if (found != NL_NO_INDEX) return false;
        found = i;
    }
    return found != NL_NO_INDEX &&
           mp_fix_set_word(&link.p, MP_LINKS, link.p.index, MP_LINK_NODE, found);
}

/* The one region that has the link's edge, too. */
static uint32_t region_across(const mp_fix_link *link) {
    uint32_t found = NL_NO_INDEX;
    mp_fix_ring other;
    for (uint32_t i = 0; i < mp_fix_count(&link->p, MP_REGIONS); i++) {
        if (!nl_fix_spend(link->p.fixer, 1)) return NL_NO_INDEX;
        if (i == link->owner || !mp_fix_ring_of(&link->p, i, &other) ||
            !has_edge(&other, &link->ring, link->edge))
            continue;
        if (found != NL_NO_INDEX) return NL_NO_INDEX;
        found = i;
    }
    return found;
}

bool mp_fix_link_region(nl_fixer *fixer, const navlint_finding *finding) {
    mp_fix_link link;
    const bool is_link = begin(fixer, finding, &link) && link.edge < link.ring.count;
    const uint32_t region = is_link ? region_across(&link) : NL_NO_INDEX;
    if (region == NL_NO_INDEX) return mp_fix_remove_link(fixer, finding);
    return mp_fix_set_word(&link.p, MP_LINKS, link.p.index, MP_LINK_REGION, region);
}
