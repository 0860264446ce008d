/* Two nodes at one place: a small table of the places seen. */
#include "parsers/gta_nodes/checks.h"

/* A place is looked for in this many slots from its home on. Positions that are made to collide can
 * hide a pair, which is only a remark. */
enum { REACH = 16 };

typedef struct gta_places {
    const gta_file *f;
    uint16_t *slots; /* node + 1; 0 is empty */
    uint32_t shift;  /* of the product to a slot */
} gta_places;

static bool make_places(const gta_file *f, gta_places *places) {
    uint32_t bits = 4;
    while ((1u << bits) < 2 * f->doc->node_count)
        bits++;
    *places = (gta_places){f, NL_NEW_ZEROED(f->job->arena, uint16_t, 1u << bits), 32 - bits};
    return places->slots != NULL;
}

static uint32_t home_of(const gta_places *places, gta_position at) {
    const uint32_t mixed =
        (uint32_t)at.x * 0x9E3779B1u ^ (uint32_t)at.y * 0x85EBCA6Bu ^ (uint32_t)at.z * 0xC2B2AE35u;
    return mixed * 0x27D4EB2Fu >> places->shift;
}

static bool is_same(gta_position a, gta_position b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* The node of the same kind that was put at this place before, or `node` itself, now put there. */
static uint32_t put(gta_places *places, uint32_t node) {
    const gta_document *const doc = places->f->doc;
    const gta_position at = gta_node_position(doc, gta_node(places->f, node));
    const uint32_t home = home_of(places, at);
    const uint32_t mask = UINT32_MAX >> places->shift;
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

void gta_check_places(const gta_file *f) {
    const gta_document *const doc = f->doc;
    gta_places places;
    if (doc->node_count >= UINT16_MAX || !doc->kinds_known || !make_places(f, &places)) return;
    for (uint32_t i = 0; i < doc->node_count; i++) {
        const uint32_t first = put(&places, i);
        if (first != i) found_twin(f, first, i);
    }
}
