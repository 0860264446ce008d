/* Two nodes at one place. A filter of one bit for each hash leaves few nodes, and these go through
 * a small table of the places seen. */
#include "core/checked.h"
#include "parsers/gta_nodes/checks.h"

/* ---- The filter ---- */

/* Bits of nodes with this hash, and of those that more than one node has. */
typedef struct gta_filter {
    uint64_t *seen, *repeated;
    uint32_t shift; /* of the product to a bit */
} gta_filter;

enum { BITS_PER_NODE = 16, WORD_BITS = 64 };

static bool make_filter(const gta_file *f, gta_filter *filter) {
    uint32_t bits = 6;
    while ((1u << bits) < BITS_PER_NODE * f->doc->node_count)
        bits++;
    filter->seen = NL_NEW_ZEROED(f->job->arena, uint64_t, 2 * ((1u << bits) / WORD_BITS));
    filter->repeated = filter->seen + (1u << bits) / WORD_BITS;
    filter->shift = 64 - bits;
    return filter->seen != NULL;
}

/* The high bits are mixed best. */
static inline uint64_t mixed(gta_position at) {
    const uint64_t xy = (uint64_t)(uint32_t)at.x << 32 | (uint32_t)at.y;
    return (xy * 0x9E3779B97F4A7C15u ^ (uint32_t)at.z) * 0xD6E8FEB86659FD93u;
}

static inline uint64_t hash_of(bool is_extended, const uint8_t *node) {
    if (is_extended) return mixed(gta_extended_position(node));
    const uint64_t xy = nl_load_u32(node + GTA_NODE_X_AT);
    return (xy | (uint64_t)nl_load_u16(node + GTA_NODE_Z_AT) << 32) * 0x9E3779B97F4A7C15u;
}

static inline bool has(const uint64_t *bits, uint32_t bit) {
    return bits[bit / WORD_BITS] >> bit % WORD_BITS & 1;
}

/* How many nodes have the hash of a node before them. */
static uint32_t fill(const gta_file *f, gta_filter filter) {
    const gta_layout layout = *f->doc->layout; /* a copy: marking leaves it alone */
    const uint32_t count = f->doc->node_count;
    const uint8_t *node = gta_node(f, 0);
    uint32_t repeats = 0;
    for (uint32_t i = 0; i < count; i++, node += layout.node_bytes) {
        const uint32_t bit = (uint32_t)(hash_of(layout.is_extended, node) >> filter.shift);
        const uint64_t mask = (uint64_t)1 << bit % WORD_BITS;
        uint64_t *const seen = &filter.seen[bit / WORD_BITS];
        if (*seen & mask) {
            filter.repeated[bit / WORD_BITS] |= mask;
            repeats++;
        }
        *seen |= mask;
    }
    return repeats;
}

/* ---- The table ---- */

/* A place is looked for in this many slots from its home on. Positions that are made to collide can
 * hide a pair, which is only a remark. */
enum { REACH = 16 };

typedef struct gta_places {
    const gta_file *f;
    uint16_t *slots; /* node + 1; 0 is empty */
    uint32_t shift;  /* of the hash to a slot */
} gta_places;

/* Of nodes that share their hash there are at most twice as many as repeat one. */
static bool make_places(const gta_file *f, uint32_t repeats, gta_places *places) {
    uint32_t bits = 4;
    while ((1u << bits) < 4 * repeats)
        bits++;
    *places = (gta_places){f, NL_NEW_ZEROED(f->job->arena, uint16_t, 1u << bits), 64 - bits};
    return places->slots != NULL;
}

static bool is_same(gta_position a, gta_position b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The node of the same kind that was put at this place before, or `node` itself, now put there. */
static uint32_t put(gta_places *places, uint32_t node) {
    const gta_document *const doc = places->f->doc;
    const uint8_t *const p = gta_node(places->f, node);
    const gta_position at = gta_node_position(doc, p);
    const uint32_t home = (uint32_t)(hash_of(doc->layout->is_extended, p) >> places->shift);
    const uint32_t mask = (uint32_t)(UINT64_MAX >> places->shift);
    for (uint32_t step = 0; step < REACH; step++) {
        uint16_t *const slot = &places->slots[(home + step) & mask];
        if (*slot == 0) *slot = (uint16_t)(node + 1);
        const uint32_t other = *slot - 1u;
        if (other == node) return node;
        if (gta_is_vehicle(doc, other) == gta_is_vehicle(doc, node) &&
            is_same(at, gta_node_position(doc, gta_node(places->f, other))))
            return other;
    }
    return node;
}

static void found_twin(const gta_file *f, uint32_t first, uint32_t second) {
    const uint64_t length = f->doc->layout->node_bytes;
    const nl_place place = gta_node_place(f, second);
    nl_found(&place, NODES_POS_DUP, NL_NO_FIELD,
             &(nl_draft){.length = length,
                         .args = {nl_uint(first)},
                         .related = {gta_position_related(f, f, first, "the other node")}});
}

static void find_twins(gta_places *places, gta_filter filter) {
    const gta_file *const f = places->f;
    const bool is_extended = f->doc->layout->is_extended;
    for (uint32_t i = 0; i < f->doc->node_count; i++) {
        const uint64_t hash = hash_of(is_extended, gta_node(f, i));
        if (!has(filter.repeated, (uint32_t)(hash >> filter.shift))) continue;
        const uint32_t first = put(places, i);
        if (first != i) found_twin(f, first, i);
    }
}

void gta_check_places(const gta_file *f) {
    const gta_document *const doc = f->doc;
    gta_filter filter;
    gta_places places;
    if (doc->node_count >= UINT16_MAX || !doc->kinds_known || !make_filter(f, &filter)) return;
    const uint32_t repeats = fill(f, filter);
    if (repeats != 0 && make_places(f, repeats, &places)) find_twins(&places, filter);
}
