/* Links are most of the work: each pair is gone through once, from its lower node, without a branch
 * per question. Whatever is not plain is left to check_links.c, which knows how to say it. */
#include "parsers/gta_nodes/scan.h"

#include <string.h>

/* The file, out of reach of the marks: the compiler cannot know that marking leaves it alone. */
typedef struct gta_scan {
    gta_file file;
    gta_document doc;
    gta_layout layout;
    uint8_t *suspects;
    uint64_t outward, forward, backward;
    bool has_repeats;
} gta_scan;

/* Whether p times the root of `square` is at most d: exact, without the root. */
static inline bool is_at_most(int64_t p, int64_t square, int64_t d) {
    const uint64_t left = (uint64_t)(p * p) * (uint64_t)square;
    const uint64_t right = (uint64_t)d * (uint64_t)d;
    return p >= 0 ? d >= 0 && left <= right : d >= 0 || right <= left;
}

bool gta_is_direction(const uint8_t *navi, int64_t x, int64_t y) {
    const int64_t square = x * x + y * y;
    const int64_t dx = (int8_t)navi[8];
    const int64_t dy = (int8_t)navi[9];
    return is_at_most(dx - 2, square, 100 * x) && is_at_most(-dx - 2, square, -100 * x) &&
           is_at_most(dy - 2, square, 100 * y) && is_at_most(-dy - 2, square, -100 * y);
}

static inline gta_position position_of(const gta_scan *s, const uint8_t *node) {
    return s->layout.is_extended ? gta_extended_position(node) : gta_old_position(node);
}

static inline uint32_t navi_link_of(const gta_scan *s, uint32_t row) {
    const uint8_t *const p = s->file.bytes + s->doc.at.navi_links;
    if (s->layout.is_extended) return nl_load_u32(p + 4 * (size_t)row);
    const uint32_t raw = nl_load_u16(p + 2 * (size_t)row);
    return (raw & 0x3FF) | (raw >> 10) << 16;
}

/* Both links use one navi node of this file, which leads to the lower of the two nodes. */
static bool navi_is_plain(const gta_scan *s, uint32_t row, uint32_t back, const uint8_t *low,
                          const uint8_t *high, int64_t squared) {
    const uint32_t link = navi_link_of(s, row);
    const uint32_t id = link & 0xFFFF;
    if (link != navi_link_of(s, back) || link >> 16 != s->doc.area || id >= s->doc.navi_count)
        return false;
    const uint8_t *const navi = s->file.bytes + s->doc.at.navis + (size_t)id * s->layout.navi_bytes;
    const gta_position a = position_of(s, low);
    const gta_position b = position_of(s, high);
    const gta_position at = gta_navi_position(&s->doc, navi);
    const int64_t x = gta_clamped(2 * (int64_t)at.x - a.x - b.x);
    const int64_t y = gta_clamped(2 * (int64_t)at.y - a.y - b.y);
    const uint32_t width = gta_navi_width(navi);
    return nl_load_u32(navi + 4) == nl_load_u32(low + 0x12) &&
           (width == gta_node_width(low) || width == gta_node_width(high)) &&
           x * x + y * y <= squared + 256 &&
           gta_is_direction(navi, gta_span(a.x, b.x), gta_span(a.y, b.y));
}

/* The link of `node` back to the node whose address is `address`. */
static inline uint32_t link_back(const gta_scan *s, const uint8_t *node, uint32_t address) {
    const uint32_t base = gta_node_base(node);
    const uint8_t *const links = s->file.bytes + s->doc.at.links;
    for (uint32_t i = 0; i < gta_node_links(node); i++)
        if (nl_load_u32(links + 4 * (size_t)(base + i)) == address) return base + i;
    return NL_NO_ROW;
}

static inline bool pair_is_plain(const gta_scan *s, uint32_t row, uint32_t back, const uint8_t *low,
                                 const uint8_t *high, bool vehicle) {
    const uint8_t *const lengths = s->file.bytes + s->doc.at.lengths;
    const uint8_t *const flags = s->file.bytes + s->doc.at.flags;
    const int64_t squared = gta_distance_squared(position_of(s, low), position_of(s, high));
    const uint32_t water = (gta_node_flags(low) ^ gta_node_flags(high)) & GTA_FLAG_BOATS;
    const bool same = lengths[row] == lengths[back] && flags[row] == flags[back] && water == 0 &&
                      gta_node_flood(&s->layout, low) == gta_node_flood(&s->layout, high);
    if (!same || !gta_is_length(lengths[row], squared) || gta_is_long(squared)) return false;
    return !vehicle || navi_is_plain(s, row, back, low, high, squared);
}

/* A link to a node of this file. */
static void scan_inner(gta_scan *s, uint32_t node, uint32_t row, uint32_t target) {
    const uint32_t vehicles = s->doc.counts.vehicles;
    const bool vehicle = node < vehicles;
    if (target < node) {
        s->backward++;
        s->suspects[row] |= vehicle != (target < vehicles);
        return;
    }
    const uint32_t limit = vehicle ? vehicles : s->doc.node_count;
    s->suspects[row] = 1;
    if (target == node || target >= limit) return;
    s->forward++;
    const size_t stride = s->layout.node_bytes;
    const uint8_t *const nodes = s->file.bytes + s->doc.at.nodes;
    const uint8_t *const high = nodes + target * stride;
    const uint32_t back = link_back(s, high, s->doc.area | node << 16);
    if (back == NL_NO_ROW) {
        s->has_repeats = true; /* or as good as: nothing is known of the links back */
        return;
    }
    const bool plain = pair_is_plain(s, row, back, nodes + node * stride, high, vehicle);
    s->suspects[row] = !plain;
    s->suspects[back] |= !plain;
}

static void scan_node(gta_scan *s, uint32_t node, uint32_t row, uint32_t end) {
    const uint8_t *const links = s->file.bytes + s->doc.at.links;
    for (; row < end; row++) {
        const uint32_t link = nl_load_u32(links + 4 * (size_t)row);
        for (uint32_t other = row + 1; other < end; other++)
            s->has_repeats |= nl_load_u32(links + 4 * (size_t)other) == link;
        if ((link & 0xFFFF) == s->doc.area) {
            scan_inner(s, node, row, link >> 16);
        } else {
            s->suspects[row] = 1;
            s->outward++;
        }
    }
}

/* Lengths and flags do not depend on the link: one plain loop over each kind's bytes. */
static bool bytes_are_plain(const gta_scan *s, uint32_t first, uint32_t end, bool vehicle) {
    const uint8_t *const lengths = s->file.bytes + s->doc.at.lengths;
    const uint8_t *const flags = s->file.bytes + s->doc.at.flags;
    const size_t navi_bytes = vehicle ? 0 : s->layout.navi_link_bytes;
    const uint8_t *const navis = s->file.bytes + s->doc.at.navi_links;
    uint8_t odd = 0;
    for (uint32_t row = first; row < end; row++)
        odd |= (uint8_t)(lengths[row] == 0) | (uint8_t)(vehicle ? flags[row] : flags[row] & 0xFC) |
               (uint8_t)(flags[row] == 2);
    for (size_t at = first * navi_bytes; at < end * navi_bytes; at++)
        odd |= navis[at];
    return odd == 0;
}

static void scan_bytes(gta_scan *s, uint32_t first, uint32_t end, bool vehicle) {
    if (bytes_are_plain(s, first, end, vehicle)) return;
    for (uint32_t row = first; row < end; row++)
        s->suspects[row] |= !bytes_are_plain(s, row, row + 1, vehicle);
}

bool gta_scan_links(gta_check *c) {
    gta_scan s = {.file = *c->file,
                  .doc = *c->file->doc,
                  .layout = *c->file->doc->layout,
                  .suspects = c->suspects};
    s.file.doc = &s.doc;
    uint32_t row = 0;
    uint32_t split = s.doc.link_count; /* the first link of a ped node */
    for (uint32_t node = 0; node < s.doc.node_count; node++) {
        if (node == s.doc.counts.vehicles) split = row;
        const uint32_t end = row + gta_node_links(gta_node(&s.file, node));
        scan_node(&s, node, row, end);
        row = end;
    }
    scan_bytes(&s, 0, split, true);
    scan_bytes(&s, split, s.doc.link_count, false);
    c->outward_links = s.outward;
    return s.forward == s.backward && !s.has_repeats;
}
