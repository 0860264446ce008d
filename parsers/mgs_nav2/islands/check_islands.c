/* IslandGraphs (Section2): coarse graphs over the SegmentGraphs of all groups. */
#include "core/checked.h"
#include "parsers/mgs_nav2/islands/islands.h"

/* One graph while it is checked. */
typedef struct nav2_island_check {
    const nav2_check *c;
    const uint8_t *bytes;
    const nav2_island *g;
    uint32_t index;
    uint32_t links_end; /* of the table, in the file */
    uint32_t side_counts[NAV2_ISLAND_SIDES];
} nav2_island_check;

/* A record of one of its tables. */
static nl_place record_place(const nav2_island_check *i, const char *table, uint32_t index,
                             uint64_t at) {
    return nl_place_in(nav2_island_place(i->c->job, i->index, i->g->at), table, index, at);
}

static void found(const nav2_island_check *i, const nl_place *place, unsigned rule, unsigned field,
                  nl_draft draft) {
    draft.args[0] = nl_uint(i->index);
    nl_found(place, rule, field, &draft);
}

static uint32_t half_at(const nav2_island_check *i, uint64_t at) {
    return nl_load_u16(i->bytes + at);
}

/* ---- Links ---- */

static void check_inside(const nav2_island_check *i, const nav2_island_node *n, uint32_t number) {
    const uint64_t first = n->links + (uint64_t)n->chunks * NAV2_ISLAND_CHUNK_LINK_BYTES;
    const uint64_t at = first + (uint64_t)number * NAV2_ISLAND_INSIDE_LINK_BYTES;
    if (half_at(i, at + NAV2_ISLAND_INSIDE_LINK_NODE_AT) < i->g->node_count) return;
    const nl_place links = record_place(i, "linkData", n->index, n->links);
    const nl_place link = nl_place_in(links, "inside", number, at);
    found(i, &link, NAV2_ISLAND_LINK_NODE, NAV2_ISLAND_INSIDE_LINK_NODE,
          (nl_draft){.expected = nl_uint(i->g->node_count), .args = {{0}, nl_uint(n->index)}});
}

static void check_tile(const nav2_island_check *i, const nav2_island_node *n, uint32_t number) {
    const uint64_t first = n->links + (uint64_t)n->chunks * NAV2_ISLAND_CHUNK_LINK_BYTES +
                           (uint64_t)n->inside * NAV2_ISLAND_INSIDE_LINK_BYTES;
    const uint64_t at = first + (uint64_t)number * NAV2_ISLAND_TILE_LINK_BYTES;
    const uint32_t value = half_at(i, at);
    const uint32_t side = value >> 14;
    const uint32_t index = value & 0x3FFF;
    if (index < i->side_counts[side]) return;
    const nl_place links = record_place(i, "linkData", n->index, n->links);
    const nl_place link = nl_place_in(links, "crossTile", number, at);
    found(i, &link, NAV2_ISLAND_SIDE, NAV2_ISLAND_TILE_LINK_PLACE,
          (nl_draft){.actual = nl_uint(index),
                     .expected = nl_uint(i->side_counts[side]),
                     .args = {{0}, nl_uint(n->index), nl_uint(side)}});
}

/* Returns where the node's links end. */
static uint64_t check_links(const nav2_island_check *i, const nav2_island_node *n) {
    const uint64_t end = n->links + nav2_island_link_bytes(n);
    const uint32_t count = n->chunks + n->inside + n->tiles;
    if (end > i->links_end) {
        const nl_place node = record_place(i, "nodes", n->index, n->at);
        found(i, &node, NAV2_ISLAND_LINK_RANGE, NAV2_ISLAND_NODE_LINKS,
              (nl_draft){.actual = nl_uint(nav2_island_link_bytes(n)),
                         .expected = nl_uint(i->links_end - i->g->at),
                         .args = {{0}, nl_uint(n->index), nl_uint(n->links - i->g->at)}});
        return end;
    }
    if (!nl_spend(i->c->budget, 1 + (uint64_t)count)) return end;
    for (uint32_t k = 0; k < n->inside; k++)
        check_inside(i, n, k);
    for (uint32_t k = 0; k < n->tiles; k++)
        check_tile(i, n, k);
    return end;
}

/* ---- What the nodes stand for ---- */

static uint64_t low_at(const nav2_island_check *i, uint32_t node) {
    return i->g->low_nodes + (uint64_t)node * NAV2_LOW_NODE_BYTES;
}

static uint32_t low_uid(const nav2_island_check *i, uint32_t node) {
    return nl_load_u32(i->bytes + low_at(i, node) + NAV2_LOW_NODE_UID_AT);
}

static uint32_t low_group(const nav2_island_check *i, uint32_t node) {
    return nav2_number_of(low_uid(i, node));
}

/* Both files of a split set are of one tile, too. */
static bool is_of_tile(const nav2_island_check *i, uint32_t node) {
    return low_uid(i, node) >> 15 == nav2_tile_of(i->c->doc->uid);
}

static void found_low(const nav2_island_check *i, uint32_t node, unsigned rule, unsigned field,
                      nl_draft draft) {
    const nl_place place = record_place(i, "lowGraphNodeLinks", node, low_at(i, node));
    draft.args[1] = nl_uint(node);
    nl_found(&place, rule, field, &draft);
}

/* The group is where it should be: in this file, or in the other one of its set. */
static void check_low_nodes(const nav2_island_check *i, uint32_t node, const nav2_group *group) {
    const uint64_t at = low_at(i, node);
    const uint32_t segnodes = group->seggraph.node_count;
    const uint32_t nodes = group->graph.node_count;
    nl_draft draft = {
        .expected = nl_uint(segnodes),
        .args = {
            nl_uint(i->index), {0}, nl_string("SegmentGraph node"), nl_uint(low_group(i, node))}};
    if (half_at(i, at + NAV2_LOW_NODE_SEGNODE_AT) >= segnodes &&
        group->chunks[NAV2_SEGGRAPH].is_readable)
        found_low(i, node, NAV2_ISLAND_LOW, NAV2_LOW_NODE_SEGNODE, draft);
    draft.expected = nl_uint(nodes);
    draft.args[2] = nl_string("NavigationGraph node");
    if (half_at(i, at + NAV2_LOW_NODE_NODE_AT) >= nodes && group->chunks[NAV2_GRAPH].is_readable)
        found_low(i, node, NAV2_ISLAND_LOW, NAV2_LOW_NODE_NODE, draft);
}

static void check_low(const nav2_island_check *i, uint32_t node) {
    const bool is_own = is_of_tile(i, node);
    const nav2_group *const group = is_own ? nav2_group_of(i->c->doc, low_group(i, node)) : NULL;
    if (group)
        check_low_nodes(i, node, group);
    else if (!is_own || nav2_expects_group(i->c->doc))
        found_low(i, node, NAV2_ISLAND_GROUP, NAV2_LOW_NODE_UID,
                  (nl_draft){.args = {nl_uint(i->index)}});
}

static void check_low_to(const nav2_island_check *i, uint32_t node, const nav2_peers *peers) {
    const uint32_t number = low_group(i, node);
    if (!is_of_tile(i, node)) return; /* reported with the file by itself */
    if (nav2_group_of(i->c->doc, number)) return;
    const nav2_group *const group = nav2_group_of(peers->doc, number);
    if (group)
        check_low_nodes(i, node, group);
    else
        found_low(i, node, NAV2_SET_GROUP, NAV2_LOW_NODE_UID,
                  (nl_draft){.actual = nl_uint(number), .args = {nl_string("island node")}});
}

void nav2_check_islands_to(const nav2_check *c, const nav2_peers *peers) {
    for (uint32_t index = 0; index < c->doc->island_count; index++) {
        const nav2_island_check i = {
            .c = c, .bytes = c->bytes, .g = &c->doc->islands[index], .index = index};
        if (!nl_spend(c->budget, i.g->node_count)) return;
        for (uint32_t node = 0; node < i.g->node_count; node++)
            check_low_to(&i, node, peers);
    }
}

/* How many SegmentGraph nodes of the file belong to each node of this graph. */
static void count_uses(const nav2_island_check *i, uint16_t *uses) {
    const nav2_document *const doc = i->c->doc;
    for (uint32_t g = 0; g < doc->group_count; g++) {
        const nav2_group *const group = &doc->groups[g];
        const uint32_t count = group->seggraph.node_count;
        if (!nl_spend(i->c->budget, count)) return;
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *const p =
                i->bytes + group->seggraph.nodes + (size_t)k * NAV2_SEGNODE_BYTES;
            const uint32_t node = nl_load_u16(p + NAV2_SEGNODE_ISLAND_0_AT + 2 * i->index);
            if (node < i->g->node_count) uses[node]++;
        }
    }
}

static void check_uses(const nav2_island_check *i) {
    const size_t mark = nl_arena_mark(i->c->job->arena);
    uint16_t *const uses = NL_NEW_ZEROED(i->c->job->arena, uint16_t, i->g->node_count);
    if (!uses) return;
    count_uses(i, uses);
    for (uint32_t node = 0; node < i->g->node_count && !i->c->budget->exhausted; node++) {
        const uint64_t at = i->g->counts + NAV2_ISLAND_USES_BYTES * (uint64_t)node;
        if (half_at(i, at) == uses[node]) continue;
        const nl_place place = record_place(i, "segmentCounts", node, at);
        found(i, &place, NAV2_ISLAND_SEGMENTS, NAV2_ISLAND_USES_COUNT,
              (nl_draft){.expected = nl_uint(uses[node]), .args = {{0}, nl_uint(node)}});
    }
    nl_arena_release(i->c->job->arena, mark);
}

/* ---- Sides ---- */

/* Returns where the last place of a side ends. */
static uint64_t check_sides(nav2_island_check *i) {
    const uint32_t room = (i->g->next - i->g->infos) / NAV2_SIDE_PLACE_BYTES;
    uint32_t most = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint64_t at = i->g->sides + NAV2_CONNECT_SIDE_BYTES * (uint64_t)side;
        const uint32_t start = half_at(i, at + NAV2_CONNECT_SIDE_START_AT);
        const uint32_t count = half_at(i, at + NAV2_CONNECT_SIDE_COUNT_AT);
        i->side_counts[side] = count;
        if (start + count <= room) {
            most = (uint32_t)nl_max(most, start + count);
            continue;
        }
        const nl_place place = record_place(i, "connectSides", side, at);
        found(i, &place, NAV2_ISLAND_INFOS, NAV2_CONNECT_SIDE_START,
              (nl_draft){.actual = nl_uint(count),
                         .expected = nl_uint(room),
                         .args = {{0}, nl_uint(side), nl_uint(start)}});
    }
    return i->g->infos + NAV2_SIDE_PLACE_BYTES * (uint64_t)most;
}

/* ---- Places of the tables ---- */

/* A table, the field with its offset, and where it is usually. */
typedef struct nav2_island_table {
    const char *name;
    unsigned field;
    uint64_t at;
    uint64_t end_before; /* of the table in front */
    bool is_aligned;
} nav2_island_table;

static void check_place(const nav2_island_check *i, const nav2_island_table *t) {
    const uint64_t expected =
        t->is_aligned ? i->g->at + nav2_align(t->end_before - i->g->at) : t->end_before;
    if (t->at == expected) {
        nav2_check_zeros(i->c->job, NULL, t->end_before, t->at);
        return;
    }
    const nl_place place = nav2_island_place(i->c->job, i->index, i->g->at);
    found(i, &place, NAV2_ISLAND_LAYOUT, t->field,
          (nl_draft){.expected = nl_uint(expected - i->g->at), .args = {{0}, nl_string(t->name)}});
}

static void check_places(const nav2_island_check *i, uint64_t links_end, uint64_t infos_end) {
    const nav2_island *const g = i->g;
    const uint64_t n = g->node_count;
    const nav2_island_table tables[] = {
        {"nodes", NAV2_ISLAND_HEADER_NODES, g->nodes, (uint64_t)g->at + NAV2_ISLAND_HEADER_BYTES,
         true},
        {"links", NAV2_ISLAND_HEADER_LINKS, g->links, g->nodes + NAV2_ISLAND_NODE_BYTES * n, true},
        {"lower nodes", NAV2_ISLAND_HEADER_LOW_NODES, g->low_nodes, links_end, true},
        {"segment counts", NAV2_ISLAND_HEADER_COUNTS, g->counts,
         g->low_nodes + NAV2_LOW_NODE_BYTES * n, false},
        {"sides", NAV2_ISLAND_HEADER_SIDES, g->sides, g->counts + NAV2_ISLAND_USES_BYTES * n,
         false},
        {"places of the sides", NAV2_ISLAND_HEADER_INFOS, g->infos,
         g->sides + (uint64_t)NAV2_CONNECT_SIDE_BYTES * NAV2_ISLAND_SIDES, false},
        {"the end", NAV2_ISLAND_HEADER_NEXT, g->next, infos_end, true},
    };
    /* The last graph may not say where it ends. */
    const bool is_open = half_at(i, g->at + NAV2_ISLAND_HEADER_NEXT_AT) == 0;
    for (size_t k = 0; k + is_open < sizeof tables / sizeof tables[0]; k++)
        check_place(i, &tables[k]);
}

/* The links end where the next table starts. */
static uint32_t end_of_links(const nav2_island *g) {
    const uint32_t others[] = {g->nodes, g->low_nodes, g->counts, g->sides, g->infos};
    uint32_t end = g->next;
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
        if (others[k] > g->links && others[k] < end) end = others[k];
    return end;
}

static void check_island(nav2_island_check *i) {
    const uint64_t infos_end = check_sides(i);
    uint64_t links_end = i->g->links;
    for (uint32_t node = 0; node < i->g->node_count; node++) {
        const nav2_island_node n = nav2_island_node_of(i->bytes, i->g, node);
        links_end = nl_max(links_end, check_links(i, &n));
        check_low(i, node);
    }
    if (links_end <= i->links_end) check_places(i, links_end, infos_end);
    if (!nav2_is_split(i->c->doc) && i->index < NAV2_ISLAND_SLOTS) check_uses(i);
}

void nav2_check_islands(const nav2_check *c) {
    for (uint32_t index = 0; index < c->doc->island_count && !c->budget->exhausted; index++) {
        nav2_island_check i = {
            .c = c, .bytes = c->bytes, .g = &c->doc->islands[index], .index = index};
        if (!i.g->is_readable) continue;
        i.links_end = end_of_links(i.g);
        check_island(&i);
    }
}
