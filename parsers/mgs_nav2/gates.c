#include "parsers/mgs_nav2/gates.h"

#include <math.h>

/* ---- Finding them ---- */

/* A group whose gates are looked for. */
typedef struct nav2_gate_search {
    const uint8_t *bytes;
    const nav2_group *group;
    const uint8_t *nodes;
} nav2_gate_search;

static bool may_be_gate(const nav2_gate_search *s, uint32_t node) {
    const uint8_t *const p = s->nodes + (size_t)node * NAV2_NODE_BYTES;
    return p[NAV2_NODE_FLAGS_AT] & NAV2_CROSS_TILE;
}

static uint32_t most_gates(const nav2_gate_search *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->group->graph.node_count; i++)
        count += may_be_gate(s, i);
    return count;
}

/* false if the node's link is not in the table. */
static bool read_gate(const nav2_gate_search *s, uint32_t index, nav2_gate *gate) {
    const nav2_node node = nav2_node_at(s->nodes, index);
    const uint64_t at = nav2_crossing_at(s->group, &node, NAV2_CROSS_TILE);
    if (at == 0) return false;
    const nav2_position p = nav2_node_position(s->bytes, s->group, index);
    *gate = (nav2_gate){.node = (uint16_t)index,
                        .steps = {(uint16_t)p.x, (uint16_t)p.y, (uint16_t)p.z},
                        .tile = nl_load_u16(s->bytes + at + NAV2_TO_TILE_TILE_AT),
                        .number = nl_load_u16(s->bytes + at + NAV2_TO_TILE_GROUP_AT)};
    return true;
}

static bool find_gates_of(const nl_job *job, const nav2_group *group, nav2_gates *gates) {
    const nav2_gate_search s = {job->bytes, group, job->bytes + group->graph.nodes};
    const uint32_t most = most_gates(&s);
    nav2_gate *const list = NL_NEW(job->arena, nav2_gate, most);
    if (!list) return false;
    *gates = (nav2_gates){.list = list};
    for (uint32_t i = 0; i < group->graph.node_count && gates->count < most; i++)
        if (may_be_gate(&s, i)) gates->count += read_gate(&s, i, &list[gates->count]);
    return true;
}

const nav2_gates *nav2_find_gates(const nl_job *job, const nav2_document *doc, nl_budget *budget) {
    nav2_gates *const gates = NL_NEW(job->arena, nav2_gates, doc->group_count);
    if (!gates) return NULL;
    for (uint32_t i = 0; i < doc->group_count; i++) {
        const nav2_group *const group = &doc->groups[i];
        if (!nl_spend(budget, group->graph.node_count)) return NULL;
        if (!find_gates_of(job, group, &gates[i])) return NULL;
    }
    return gates;
}

/* ---- Comparing them ---- */

/* In metres. */
static double place_of(const nav2_group_gate *g, uint32_t axis) {
    return (double)g->doc->origin[axis] + g->gate->steps[axis] / (double)g->doc->divisor[axis];
}

static bool is_within(const nav2_group_gate *a, const nav2_group_gate *b, uint32_t axis,
                      double metres) {
    return fabs(place_of(a, axis) - place_of(b, axis)) <= metres;
}

/* Real gates are at the same place to the hundredth, and at the same height to the tenth. One that
 * leads to no group at all has a finding of its own. */
bool nav2_are_joined(const nav2_group_gate *from, const nav2_group_gate *to) {
    return to->gate->tile == nav2_tile_of(from->doc->uid) &&
           (to->gate->number == nav2_number_of(from->group->uid) ||
            !nav2_group_of(from->doc, to->gate->number)) &&
           is_within(from, to, 0, 0.02) && is_within(from, to, 2, 0.02) &&
           is_within(from, to, 1, 0.1);
}
