/* Links are most of the work: each pair is looked at once, from its lower node, without a branch
 * per question. Whatever is not plain is left to check_links.c, which reports it. */
#include "parsers/gta_nodes/plain_links.h"

#include <string.h>

#include "core/quick.h"

/* Links of the file to nodes of the file. */
typedef struct gta_tally {
    uint64_t forward; /* to a higher node, with a link back of its own */
    uint64_t backward;
    uint64_t outward; /* to other files */
} gta_tally;

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

/* Both links use one navi node of this file, which leads to the lower of the two nodes. */
static inline bool navi_is_plain(const gta_file *f, const gta_pair *pair, int64_t squared) {
    const uint32_t link = gta_navi_link(f, pair->row);
    const uint32_t id = link & 0xFFFF;
    if (link != gta_navi_link(f, pair->back) || link >> 16 != f->doc->area ||
        id >= f->doc->navi_count)
        return false;
    const uint8_t *const navi = gta_navi(f, id);
    const gta_position a = gta_node_position(f->doc, pair->low);
    const gta_position b = gta_node_position(f->doc, pair->high);
    const gta_position at = gta_navi_position(f->doc, navi);
    const int64_t x = gta_clamped(2 * (int64_t)at.x - a.x - b.x);
    const int64_t y = gta_clamped(2 * (int64_t)at.y - a.y - b.y);
    const int64_t dx = gta_span(a.x, b.x);
    const int64_t dy = gta_span(a.y, b.y);
    const uint32_t width = gta_navi_width(navi);
    return nl_load_u32(navi + GTA_NAVI_AREA_AT) == pair->address &&
           (width == gta_node_width(pair->low) || width == gta_node_width(pair->high)) &&
           (x * x + y * y <= squared + 256 || gta_is_near_middle(x * x + y * y, squared)) &&
           (is_near_direction(navi, dx, dy) || gta_is_direction(navi, dx, dy));
}

static inline bool pair_is_plain(const gta_file *f, const gta_pair *pair, bool vehicle) {
    const gta_document *const doc = f->doc;
    const int64_t squared =
        gta_distance_squared(gta_node_position(doc, pair->low), gta_node_position(doc, pair->high));
    const uint32_t length = gta_length(f, pair->row);
    const uint32_t odd =
        (length ^ gta_length(f, pair->back)) |
        (gta_crossing(f, pair->row) ^ gta_crossing(f, pair->back)) |
        (gta_node_flood(doc->layout, pair->low) ^ gta_node_flood(doc->layout, pair->high)) |
        ((gta_node_flags(pair->low) ^ gta_node_flags(pair->high)) & GTA_FLAG_BOATS);
    if (odd || !gta_is_length(length, squared) || gta_is_long(squared)) return false;
    return !vehicle || navi_is_plain(f, pair, squared);
}

/* The link of `node` that leads to `address`, after `nth` others that do. */
static inline uint32_t link_back(const gta_file *f, const uint8_t *node, uint32_t address,
                                 uint32_t nth) {
    const uint32_t base = gta_node_base(node);
    const uint32_t end = base + gta_node_links(node);
    for (uint32_t row = base; row < end; row++)
        if (gta_link(f, row) == address && nth-- == 0) return row;
    return NL_NO_ROW;
}

/* ---- Nodes ---- */

/* A link to a higher node of this file; repeats: how many links of the node did so before. Returns
 * whether it has a link back of its own. */
static inline bool mark_forward(const gta_row *row, uint32_t repeats, uint8_t *suspects) {
    const gta_file *const f = row->file;
    const bool vehicle = gta_is_vehicle(f->doc, row->node);
    const uint32_t count = vehicle ? f->doc->counts.vehicles : f->doc->node_count;
    suspects[row->row] = 1;
    if (row->target == row->node || row->target >= count) return false;
    const uint8_t *const high = gta_node(f, row->target);
    const uint32_t address = f->doc->area | row->node << 16;
    const uint32_t back = link_back(f, high, address, repeats);
    if (back == NL_NO_ROW) return false;
    const gta_pair pair = {row->row, back, address, gta_node(f, row->node), high};
    const bool is_plain = NL_QUICK(repeats == 0 && pair_is_plain(f, &pair, vehicle));
    suspects[row->row] = !is_plain;
    if (!is_plain) suspects[back] = 1;
    return true;
}

static inline void mark_link(const gta_row *row, uint32_t repeats, uint8_t *suspects,
                             gta_tally *tally) {
    const gta_document *const doc = row->file->doc;
    if (row->area != doc->area) {
        tally->outward++;
        suspects[row->row] = 1;
    } else if (row->target >= row->node) {
        tally->forward += mark_forward(row, repeats, suspects);
    } else {
        tally->backward++;
        if (repeats != 0 || gta_is_vehicle(doc, row->node) != gta_is_vehicle(doc, row->target))
            suspects[row->row] = 1;
    }
}

static inline uint32_t repeats_before(const gta_file *f, uint32_t first, uint32_t row) {
    uint32_t repeats = 0;
    for (uint32_t other = first; other < row; other++)
        repeats += gta_link(f, other) == gta_link(f, row);
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
        if (!bytes_are_plain(c, row, row + 1, vehicle)) c->suspects[row] = 1;
}

bool gta_mark_odd_links(gta_check *c) {
    const gta_layout layout = *c->file->doc->layout; /* copies: marking leaves them alone */
    gta_document doc = *c->file->doc;
    const gta_file file = {c->file->job, c->file->bytes, &doc, 0};
    const gta_file *const f = &file;
    uint8_t *const suspects = c->suspects;
    doc.layout = &layout;
    const uint32_t link_count = f->doc->link_count;
    gta_tally tally = {0};
    uint32_t row = 0;
    uint32_t split = link_count; /* the first link of a ped node */
    for (uint32_t node = 0; node < f->doc->node_count; node++) {
        const uint32_t first = row;
        const uint32_t end = row + gta_node_links(gta_node(f, node));
        if (node == f->doc->counts.vehicles) split = row;
        for (; row < end; row++) {
            const gta_row link = gta_row_at(f, node, row);
            mark_link(&link, repeats_before(f, first, row), suspects, &tally);
        }
    }
    mark_bytes(c, 0, split, true);
    mark_bytes(c, split, link_count, false);
    c->outward_links = tally.outward;
    return tally.forward == tally.backward;
}
