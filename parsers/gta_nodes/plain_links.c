/* Links are most of the work: each pair is looked at once, from its lower node. The pairs are found
 * first, a batch at a time, and then compared, so that neither loop has more at hand than a machine
 * has registers. Whatever is not plain is left to check_links.c, which reports it. */
#include "parsers/gta_nodes/plain_links.h"

#include <string.h>

#include "core/quick.h"
#include "parsers/gta_nodes/notes.h"
#include "parsers/gta_nodes/view.h"

/* Links of the file to nodes of the file. */
typedef struct gta_tally {
    uint64_t forward; /* to a higher node, with a link back of its own */
    uint64_t backward;
    uint64_t outward; /* to other files */
} gta_tally;

/* ---- Comparing pairs ---- */

/* A link to a higher node of this file and the link back. */
typedef struct gta_pair {
    uint32_t row, back;
} gta_pair;

enum { BATCH = 64 };

typedef struct gta_batch {
    gta_pair pairs[BATCH];
    uint32_t count;
} gta_batch;

/* A walk over the links of nodes of one kind. */
typedef struct gta_walk {
    gta_nodes nodes;
    uint8_t *suspects;
    gta_tally tally;
    gta_batch batch;
    uint16_t *parents; /* of the notes; NULL: there are none */
} gta_walk;

/* At most one hundredth off to the side and one too short or long: then no component is two off. */
static inline bool is_near_direction(const uint8_t *navi, int64_t x, int64_t y) {
    const int64_t dx = gta_direction_x(navi);
    const int64_t dy = gta_direction_y(navi);
    const int64_t length = dx * dx + dy * dy;
    const int64_t side = x * dy - y * dx;
    return length >= 99 * 99 && length <= 101 * 101 && x * dx + y * dy > 0 &&
           side * side <= x * x + y * y;
}

static inline gta_position position_of(gta_kind kind, const uint8_t *node) {
    return kind.is_extended ? gta_extended_position(node) : gta_old_position(node);
}

static inline gta_position navi_position_of(const gta_view *v, gta_kind kind, const uint8_t *navi) {
    const uint8_t *const p = navi + v->navi_xy_at;
    return kind.is_extended ? (gta_position){nl_load_i32(p), nl_load_i32(p + 4), 0}
                            : (gta_position){nl_load_i16(p), nl_load_i16(p + 2), 0};
}

static inline uint32_t flood_of(const gta_view *v, const uint8_t *node) {
    return v->has_wide_flood ? gta_node_wide_flood(node) : node[GTA_NODE_FLOOD_AT];
}

/* The two nodes of a pair: each is where the other's link leads. */
typedef struct gta_ends {
    const uint8_t *low, *high;
    gta_position a, b;
    int64_t squared; /* their distance */
} gta_ends;

static inline gta_ends ends_of(const gta_view *v, gta_kind kind, const gta_pair *pair) {
    gta_ends ends = {.low = gta_view_node(v, gta_view_link(v, pair->back) >> 16),
                     .high = gta_view_node(v, gta_view_link(v, pair->row) >> 16)};
    ends.a = position_of(kind, ends.low);
    ends.b = position_of(kind, ends.high);
    ends.squared = gta_distance_squared(ends.a, ends.b);
    return ends;
}

/* It is near the middle of its link and leads to the lower node, as the link does. */
static inline bool navi_is_in_place(const gta_ends *ends, gta_position at, const uint8_t *navi) {
    const int64_t x = gta_clamped(2 * (int64_t)at.x - ends->a.x - ends->b.x);
    const int64_t y = gta_clamped(2 * (int64_t)at.y - ends->a.y - ends->b.y);
    const int64_t dx = gta_span(ends->a.x, ends->b.x);
    const int64_t dy = gta_span(ends->a.y, ends->b.y);
    return (x * x + y * y <= ends->squared + 256 ||
            gta_is_near_middle(x * x + y * y, ends->squared)) &&
           (is_near_direction(navi, dx, dy) || gta_is_direction(navi, dx, dy));
}

/* Both links use one navi node of this file, which leads to the lower of the two nodes. */
static inline bool navi_is_plain(const gta_view *v, gta_kind kind, const gta_pair *pair,
                                 const gta_ends *ends) {
    const uint32_t link = gta_view_navi_link(v, kind, pair->row);
    const uint32_t id = link & 0xFFFF;
    if (link != gta_view_navi_link(v, kind, pair->back) || link >> 16 != v->area ||
        id >= v->navi_count)
        return false;
    const uint8_t *const navi = v->navis + (size_t)id * v->navi_bytes;
    const uint32_t width = gta_navi_width(navi);
    return nl_load_u32(navi + GTA_NAVI_AREA_AT) == gta_view_link(v, pair->back) &&
           (width == gta_node_width(ends->low) || width == gta_node_width(ends->high)) &&
           navi_is_in_place(ends, navi_position_of(v, kind, navi), navi);
}

static inline __attribute__((always_inline)) bool pair_is_plain(const gta_view *v, gta_kind kind,
                                                                const gta_pair *pair) {
    const gta_ends ends = ends_of(v, kind, pair);
    const uint32_t length = v->lengths[pair->row];
    const uint32_t odd = (length ^ v->lengths[pair->back]) |
                         (v->flags[pair->row] ^ (uint32_t)v->flags[pair->back]) |
                         (flood_of(v, ends.low) ^ flood_of(v, ends.high)) |
                         ((gta_node_flags(ends.low) ^ gta_node_flags(ends.high)) & GTA_FLAG_BOATS);
    if (odd || !gta_is_length(length, ends.squared) || gta_is_long(ends.squared)) return false;
    return !kind.is_vehicle || navi_is_plain(v, kind, pair, &ends);
}

static inline __attribute__((always_inline)) void mark_pairs(const gta_view *v, const gta_walk *w,
                                                             gta_kind kind) {
    for (uint32_t i = 0; i < w->batch.count; i++) {
        const gta_pair pair = w->batch.pairs[i];
        if (!NL_QUICK(pair_is_plain(v, kind, &pair)))
            w->suspects[pair.row] = w->suspects[pair.back] = GTA_SUSPECT;
    }
}

static void note_pairs(const gta_view *v, const gta_walk *w) {
    for (uint32_t i = 0; i < w->batch.count; i++) {
        const gta_pair pair = w->batch.pairs[i];
        gta_note_joined(w->parents, gta_view_link(v, pair.back) >> 16,
                        gta_view_link(v, pair.row) >> 16);
    }
}

static void mark_batch(const gta_view *v, gta_walk *w) {
    if (w->parents) note_pairs(v, w);
    if (v->is_extended && w->nodes.are_vehicles)
        mark_pairs(v, w, (gta_kind){true, true});
    else if (v->is_extended)
        mark_pairs(v, w, (gta_kind){true, false});
    else if (w->nodes.are_vehicles)
        mark_pairs(v, w, (gta_kind){false, true});
    else
        mark_pairs(v, w, (gta_kind){false, false});
    w->batch.count = 0;
}

/* ---- Finding pairs ---- */

/* A mark besides those of gta_mark: the link is the one back of a pair. */
enum { PAIRED = 4 };

/* Links that follow each other: those of a node. */
typedef struct gta_run {
    uint32_t first, end;
} gta_run;

static inline gta_run run_of(const uint8_t *node) {
    const uint32_t first = gta_node_base(node);
    return (gta_run){first, first + gta_node_links(node)};
}

/* The link of these that leads to `address`, after `nth` others that do. */
static uint32_t find_nth(const gta_view *v, gta_run links, uint32_t address, uint32_t nth) {
    for (uint32_t row = links.first; row < links.end; row++)
        if (gta_view_link(v, row) == address && nth-- == 0) return row;
    return NL_NO_ROW;
}

/* The first one. Most nodes have two links: which of them it is is no branch. */
static inline uint32_t find_first(const gta_view *v, gta_run links, uint32_t address) {
    if (links.first == links.end) return NL_NO_ROW;
    const uint32_t guess = links.first + (gta_view_link(v, links.first) != address);
    return guess < links.end && gta_view_link(v, guess) == address ? guess
                                                                   : find_nth(v, links, address, 0);
}

/* A link of `node`, of which the first is `first`. */
typedef struct gta_own {
    uint32_t row, node, first;
} gta_own;

/* A link of which the node has another to the same target before it is never plain. Such links are
 * few, and the loop over all links has no registers to spare for them. */
static __attribute__((noinline)) void take_repeated(const gta_view *v, gta_walk *w, gta_own link,
                                                    uint32_t before) {
    const uint32_t target = gta_view_link(v, link.row) >> 16;
    const uint32_t address = v->area | link.node << 16;
    const uint32_t back = find_nth(v, run_of(gta_view_node(v, target)), address, before);
    if (back == NL_NO_ROW) return;
    w->tally.forward++;
    w->suspects[back] = GTA_SUSPECT;
}

static __attribute__((noinline)) uint32_t repeats_before(const gta_view *v, gta_own link) {
    uint32_t repeats = 0;
    for (uint32_t other = link.first; other < link.row; other++)
        repeats += gta_view_link(v, other) == gta_view_link(v, link.row);
    return repeats;
}

/* To a node of this file that is not lower. false: there is no pair that may be plain. Of links to
 * the same target the second one shows by the link back, which is the first one's. */
static inline bool take_forward(const gta_view *v, gta_walk *w, gta_own link, uint32_t target) {
    const uint32_t address = v->area | link.node << 16;
    if (target == link.node || target >= w->nodes.end) return false;
    const uint32_t back = find_first(v, run_of(gta_view_node(v, target)), address);
    if (back == NL_NO_ROW) return false;
    const uint32_t before = w->suspects[back] != 0 ? repeats_before(v, link) : 0;
    if (before != 0) {
        take_repeated(v, w, link, before);
        return false;
    }
    w->suspects[back] = PAIRED;
    w->tally.forward++;
    w->batch.pairs[w->batch.count++] = (gta_pair){link.row, back};
    return true;
}

static inline void take_link(const gta_view *v, gta_walk *w, gta_own link) {
    const uint32_t address = gta_view_link(v, link.row);
    const uint32_t target = address >> 16;
    bool is_plain = false;
    if ((address & 0xFFFF) != v->area) {
        w->tally.outward++;
    } else if (target >= link.node) {
        is_plain = take_forward(v, w, link, target);
    } else {
        w->tally.backward++; /* it was looked at there */
        is_plain = target >= w->nodes.first;
    }
    if (!is_plain) w->suspects[link.row] = GTA_SUSPECT;
}

/* The links of these nodes, from `row` on, which is the first. Returns the one behind the last. */
static uint32_t mark_links(const gta_view *v, gta_walk *w, uint32_t row) {
    for (uint32_t node = w->nodes.first; node < w->nodes.end; node++) {
        const gta_run links = {row, row + gta_node_links(gta_view_node(v, node))};
        for (; row < links.end; row++)
            take_link(v, w, (gta_own){row, node, links.first});
        if (w->batch.count + GTA_FLAG_COUNT > BATCH) mark_batch(v, w);
    }
    mark_batch(v, w);
    return row;
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
    const gta_view v = gta_view_of(c->file);
    gta_walk w;
    w.suspects = c->suspects;
    w.parents = c->notes ? c->notes->parents : NULL;
    w.tally = (gta_tally){0};
    w.batch.count = 0;
    w.nodes = gta_vehicle_nodes(&v);
    const uint32_t split = mark_links(&v, &w, 0); /* the first link of a ped node */
    w.nodes = gta_ped_nodes(&v);
    (void)mark_links(&v, &w, split);
    mark_bytes(c, 0, split, true);
    mark_bytes(c, split, v.link_count, false);
    c->outward_links = w.tally.outward;
    return w.tally.forward == w.tally.backward;
}
