/* Links are most of the work: each pair is looked at once, from its lower node, without a branch
 * per question. Whatever is not plain is left to check_links.c, which reports it. */
#include "parsers/gta_nodes/plain_links.h"

#include <string.h>

#include "core/quick.h"

/* Where the sections are, and what a record is: kept apart from the document, so that the compiler
 * knows that marking a link leaves them alone. */
typedef struct gta_view {
    const uint8_t *nodes, *navis, *links, *navi_links, *lengths, *flags;
    uint8_t *suspects;
    uint32_t node_count, vehicles, navi_count, link_count;
    uint32_t area;
    uint32_t node_bytes, navi_bytes, navi_xy_at;
    bool is_extended, has_wide_flood;
} gta_view;

/* Links of the file to nodes of the file. */
typedef struct gta_tally {
    uint64_t forward; /* to a higher node, with a link back of its own */
    uint64_t backward;
    uint64_t outward; /* to other files */
} gta_tally;

static gta_view view_of(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    const gta_layout *const l = doc->layout;
    const uint8_t *const bytes = c->file->bytes;
    return (gta_view){
        .nodes = bytes + doc->at.nodes,
        .navis = bytes + doc->at.navis,
        .links = bytes + doc->at.links,
        .navi_links = bytes + doc->at.navi_links,
        .lengths = bytes + doc->at.lengths,
        .flags = bytes + doc->at.flags,
        .suspects = c->suspects,
        .node_count = doc->node_count,
        .vehicles = doc->counts.vehicles,
        .navi_count = doc->navi_count,
        .link_count = doc->link_count,
        .area = doc->area,
        .node_bytes = l->node_bytes,
        .navi_bytes = l->navi_bytes,
        .navi_xy_at = l->navi_xy_at,
        .is_extended = l->is_extended,
        .has_wide_flood = l->has_wide_flood,
    };
}

/* ---- Pairs ---- */

/* A link to a higher node of this file and the link back. */
typedef struct gta_pair {
    uint32_t row, back;
    uint32_t address;          /* of the lower node, as a link to it has it */
    const uint8_t *low, *high; /* the nodes */
} gta_pair;

/* At most one hundredth off to the side and one too short or long: then no component is two off. */
static inline bool is_near_direction(const uint8_t *navi, int64_t x, int64_t y) {
    const int64_t dx = gta_direction_x(navi);
    const int64_t dy = gta_direction_y(navi);
    const int64_t length = dx * dx + dy * dy;
    const int64_t side = x * dy - y * dx;
    return length >= 99 * 99 && length <= 101 * 101 && x * dx + y * dy > 0 &&
           side * side <= x * x + y * y;
}

static inline const uint8_t *node_at(const gta_view *v, uint32_t node) {
    return v->nodes + (size_t)node * v->node_bytes;
}

static inline gta_position position_of(const gta_view *v, const uint8_t *node) {
    return v->is_extended ? gta_extended_position(node) : gta_old_position(node);
}

static inline gta_position navi_position_of(const gta_view *v, const uint8_t *navi) {
    const uint8_t *const p = navi + v->navi_xy_at;
    return v->is_extended ? (gta_position){nl_load_i32(p), nl_load_i32(p + 4), 0}
                          : (gta_position){nl_load_i16(p), nl_load_i16(p + 2), 0};
}

static inline uint32_t flood_of(const gta_view *v, const uint8_t *node) {
    return v->has_wide_flood ? gta_node_wide_flood(node) : node[GTA_NODE_FLOOD_AT];
}

static inline uint32_t link_at(const gta_view *v, uint32_t row) {
    return nl_load_u32(v->links + (size_t)row * GTA_LINK_BYTES);
}

static inline uint32_t navi_link_at(const gta_view *v, uint32_t row) {
    if (v->is_extended) return nl_load_u32(v->navi_links + (size_t)row * GTA_WIDE_NAVI_LINK_BYTES);
    const uint32_t raw = nl_load_u16(v->navi_links + (size_t)row * GTA_NAVI_LINK_BYTES);
    return gta_widened(raw);
}

/* Both links use one navi node of this file, which leads to the lower of the two nodes. */
static inline bool navi_is_plain(const gta_view *v, const gta_pair *pair, int64_t squared) {
    const uint8_t *const low = pair->low;
    const uint8_t *const high = pair->high;
    const uint32_t link = navi_link_at(v, pair->row);
    const uint32_t id = link & 0xFFFF;
    if (link != navi_link_at(v, pair->back) || link >> 16 != v->area || id >= v->navi_count)
        return false;
    const uint8_t *const navi = v->navis + (size_t)id * v->navi_bytes;
    const gta_position a = position_of(v, low);
    const gta_position b = position_of(v, high);
    const gta_position at = navi_position_of(v, navi);
    const int64_t x = gta_clamped(2 * (int64_t)at.x - a.x - b.x);
    const int64_t y = gta_clamped(2 * (int64_t)at.y - a.y - b.y);
    const int64_t dx = gta_span(a.x, b.x);
    const int64_t dy = gta_span(a.y, b.y);
    const uint32_t width = gta_navi_width(navi);
    return nl_load_u32(navi + GTA_NAVI_AREA_AT) == pair->address &&
           (width == gta_node_width(low) || width == gta_node_width(high)) &&
           (x * x + y * y <= squared + 256 || gta_is_near_middle(x * x + y * y, squared)) &&
           (is_near_direction(navi, dx, dy) || gta_is_direction(navi, dx, dy));
}

/* The link of `node` that leads to `address`, after `nth` others that do. */
static inline uint32_t link_back(const gta_view *v, const uint8_t *node, uint32_t address,
                                 uint32_t nth) {
    const uint32_t base = gta_node_base(node);
    const uint32_t end = base + gta_node_links(node);
    for (uint32_t row = base; row < end; row++)
        if (link_at(v, row) == address && nth-- == 0) return row;
    return NL_NO_ROW;
}

static inline bool pair_is_plain(const gta_view *v, const gta_pair *pair, bool vehicle) {
    const uint8_t *const low = pair->low;
    const uint8_t *const high = pair->high;
    const int64_t squared = gta_distance_squared(position_of(v, low), position_of(v, high));
    const uint32_t length = v->lengths[pair->row];
    const uint32_t odd = (length ^ v->lengths[pair->back]) |
                         (v->flags[pair->row] ^ (uint32_t)v->flags[pair->back]) |
                         (flood_of(v, low) ^ flood_of(v, high)) |
                         ((gta_node_flags(low) ^ gta_node_flags(high)) & GTA_FLAG_BOATS);
    if (odd || !gta_is_length(length, squared) || gta_is_long(squared)) return false;
    return !vehicle || navi_is_plain(v, pair, squared);
}

/* ---- Nodes ---- */

/* A link to a higher node of this file; repeats: how many links of the node did so before. */
static inline void mark_forward(const gta_view *v, gta_tally *tally, uint32_t node, uint32_t row,
                                uint32_t target, uint32_t repeats) {
    const bool vehicle = node < v->vehicles;
    v->suspects[row] = GTA_SUSPECT;
    if (target == node || target >= (vehicle ? v->vehicles : v->node_count)) return;
    const uint8_t *const high = node_at(v, target);
    const uint32_t address = v->area | node << 16;
    const uint32_t back = link_back(v, high, address, repeats);
    if (back == NL_NO_ROW) return;
    tally->forward++;
    const gta_pair pair = {row, back, address, node_at(v, node), high};
    const bool plain = NL_QUICK(repeats == 0 && pair_is_plain(v, &pair, vehicle));
    v->suspects[row] = plain ? 0 : GTA_SUSPECT;
    if (!plain) v->suspects[back] = GTA_SUSPECT;
}

static inline void mark_link(const gta_view *v, gta_tally *tally, uint32_t node, uint32_t row,
                             uint32_t repeats) {
    const uint32_t link = link_at(v, row);
    const uint32_t target = link >> 16;
    if ((link & 0xFFFF) != v->area) {
        tally->outward++;
        v->suspects[row] = GTA_SUSPECT;
    } else if (target >= node) {
        mark_forward(v, tally, node, row, target, repeats);
    } else {
        tally->backward++;
        if (repeats != 0 || (node < v->vehicles) != (target < v->vehicles))
            v->suspects[row] = GTA_SUSPECT;
    }
}

static inline uint32_t repeats_before(const gta_view *v, uint32_t first, uint32_t row) {
    uint32_t repeats = 0;
    for (uint32_t other = first; other < row; other++)
        repeats += link_at(v, other) == link_at(v, row);
    return repeats;
}

/* ---- Lengths, flags and navi links of ped nodes: they do not depend on the link ---- */

static bool is_zero(const uint8_t *bytes, size_t length) {
    uint8_t all = 0;
    for (size_t i = 0; i < length; i++)
        all |= bytes[i];
    return all == 0;
}

/* Only bits 0 and 1, and bit 1 not alone. */
static bool are_crossings(const uint8_t *flags, size_t count) {
    uint8_t odd = 0;
    for (size_t i = 0; i < count; i++)
        odd = (uint8_t)(odd | (flags[i] & 0xFC) | (flags[i] >> 1 & ~flags[i]));
    return odd == 0;
}

static bool bytes_are_plain(const gta_check *c, uint32_t first, uint32_t end, bool vehicle) {
    const gta_file *const f = c->file;
    const size_t count = end - first;
    const uint8_t *const flags = gta_bytes(f, f->doc->at.flags) + first;
    const uint8_t *const navi_links = gta_bytes(f, gta_navi_link_at(f->doc, first));
    if (memchr(gta_bytes(f, f->doc->at.lengths) + first, 0, count)) return false;
    if (vehicle) return is_zero(flags, count);
    return are_crossings(flags, count) &&
           is_zero(navi_links, count * f->doc->layout->navi_link_bytes);
}

static void mark_bytes(gta_check *c, uint32_t first, uint32_t end, bool vehicle) {
    if (NL_QUICK(bytes_are_plain(c, first, end, vehicle))) return;
    for (uint32_t row = first; row < end; row++)
        if (!bytes_are_plain(c, row, row + 1, vehicle)) c->suspects[row] = GTA_SUSPECT;
}

bool gta_mark_odd_links(gta_check *c) {
    const gta_view v = view_of(c);
    gta_tally tally = {0};
    uint32_t row = 0;
    uint32_t split = v.link_count; /* the first link of a ped node */
    for (uint32_t node = 0; node < v.node_count; node++) {
        const uint32_t first = row;
        const uint32_t end = row + gta_node_links(node_at(&v, node));
        if (node == v.vehicles) split = row;
        for (; row < end; row++)
            mark_link(&v, &tally, node, row, repeats_before(&v, first, row));
    }
    mark_bytes(c, 0, split, true);
    mark_bytes(c, split, v.link_count, false);
    c->outward_links = tally.outward;
    return tally.forward == tally.backward;
}
