/* IslandGraphs (Section2): coarse graphs over the SegmentGraphs of all groups. */
#include "core/checked.h"
#include "parsers/mgs_nav2/findings.h"

/* One graph while it is judged. */
typedef struct nav2_island_here {
    const nav2_check *c;
    const uint8_t *bytes;
    const nav2_island *g;
    uint32_t index;
    uint32_t links_end; /* of the table, in the file */
    uint32_t side_counts[NAV2_ISLAND_SIDES];
} nav2_island_here;

/* One node of it. */
typedef struct nav2_island_node {
    uint32_t index;
    uint32_t at;
    uint64_t links; /* in the file */
    uint32_t tiles, inside, chunks;
} nav2_island_node;

enum { CHUNK_LINK_BYTES = 8, INSIDE_LINK_BYTES = 4, TILE_LINK_BYTES = 2, LOW_BYTES = 8 };

static nav2_place record(const nav2_island_here *i, const char *table, uint32_t index,
                         uint64_t at) {
    return (nav2_place){
        .list = "islandGraphs", .row = i->index, .table = table, .index = index, .at = at};
}

static void tell(const nav2_island_here *i, unsigned rule, const nav2_place *place,
                 nl_draft draft) {
    draft.args[0] = nl_uint(i->index);
    nav2_found(i->c->job->report, rule, place, draft);
}

static uint32_t half_at(const nav2_island_here *i, uint64_t at) {
    return nl_load_u16(i->bytes + at);
}

static nav2_island_node node_of(const nav2_island_here *i, uint32_t index) {
    const uint32_t at = i->g->nodes + index * NAV2_ISLAND_NODE_BYTES;
    const uint8_t *const p = i->bytes + at;
    return (nav2_island_node){
        index, at, (uint64_t)i->g->links + nl_load_u16(p + 8), nl_load_u16(p + 10), p[12], p[13]};
}

static uint32_t link_bytes(const nav2_island_node *n) {
    return n->chunks * CHUNK_LINK_BYTES + n->inside * INSIDE_LINK_BYTES +
           n->tiles * TILE_LINK_BYTES;
}

/* ---- Links ---- */

static void check_inside(const nav2_island_here *i, const nav2_island_node *n, uint32_t number) {
    const uint64_t at = n->links + (uint64_t)n->chunks * CHUNK_LINK_BYTES +
                        (uint64_t)number * INSIDE_LINK_BYTES + 2;
    const uint32_t to = half_at(i, at);
    if (to < i->g->node_count) return;
    nav2_place place = record(i, "linkData", n->index, at);
    place.sub = "inside";
    place.sub_index = number;
    place.member = "node";
    place.type = NL_U16LE;
    tell(i, NAV2_ISLAND_LINK_NODE, &place,
         (nl_draft){.actual = nl_uint(to),
                    .expected = nl_uint(i->g->node_count),
                    .args = {{0}, nl_uint(n->index)}});
}

static void check_tile(const nav2_island_here *i, const nav2_island_node *n, uint32_t number) {
    const uint64_t at = n->links + (uint64_t)n->chunks * CHUNK_LINK_BYTES +
                        (uint64_t)n->inside * INSIDE_LINK_BYTES +
                        (uint64_t)number * TILE_LINK_BYTES;
    const uint32_t value = half_at(i, at);
    const uint32_t side = value >> 14;
    const uint32_t index = value & 0x3FFF;
    if (index < i->side_counts[side]) return;
    nav2_place place = record(i, "linkData", n->index, at);
    place.sub = "crossTile";
    place.sub_index = number;
    place.type = NL_U16LE;
    tell(i, NAV2_ISLAND_SIDE, &place,
         (nl_draft){.field = "crossTile",
                    .actual = nl_uint(index),
                    .expected = nl_uint(i->side_counts[side]),
                    .args = {{0}, nl_uint(n->index), nl_uint(side)}});
}

/* Returns where the node's links end. */
static uint64_t check_links(const nav2_island_here *i, const nav2_island_node *n) {
    const uint64_t end = n->links + link_bytes(n);
    const uint32_t count = n->chunks + n->inside + n->tiles;
    if (end > i->links_end) {
        nav2_place place = record(i, "nodes", n->index, (uint64_t)n->at + 8);
        place.member = "linkDataOffset";
        place.type = NL_U16LE;
        tell(i, NAV2_ISLAND_LINK_RANGE, &place,
             (nl_draft){.actual = nl_uint(link_bytes(n)),
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

static void tell_low(const nav2_island_here *i, unsigned rule, uint32_t node, const char *member,
                     nl_type type, uint64_t at, nl_draft draft) {
    nav2_place place = record(i, "lowGraphNodeLinks", node, at);
    place.member = member;
    place.type = type;
    draft.args[1] = nl_uint(node);
    tell(i, rule, &place, draft);
}

static uint32_t low_uid(const nav2_island_here *i, uint32_t node) {
    return nl_load_u32(i->bytes + i->g->low_nodes + (size_t)node * LOW_BYTES);
}

static uint32_t low_group(const nav2_island_here *i, uint32_t node) {
    return nav2_number_of(low_uid(i, node));
}

/* Both files of a split set are of one tile, too. */
static bool is_of_tile(const nav2_island_here *i, uint32_t node) {
    return low_uid(i, node) >> 15 == nav2_tile_of(i->c->doc->uid);
}

static void tell_low_group(const nav2_island_here *i, unsigned rule, uint32_t node,
                           nl_draft draft) {
    nav2_place place =
        record(i, "lowGraphNodeLinks", node, i->g->low_nodes + (uint64_t)node * LOW_BYTES);
    place.member = "dataChunkUid";
    place.type = NL_U32LE;
    draft.args[1] = nl_uint(node);
    nav2_found(i->c->job->report, rule, &place, draft);
}

/* The group is where it should be: in this file, or in the other one of its set. */
static void check_low_nodes(const nav2_island_here *i, uint32_t node, const nav2_group *group) {
    const uint64_t at = i->g->low_nodes + (uint64_t)node * LOW_BYTES;
    const uint32_t number = low_group(i, node);
    const uint32_t segnode = half_at(i, at + 4);
    const uint32_t nav = half_at(i, at + 6);
    nl_draft draft = {.actual = nl_uint(segnode),
                      .expected = nl_uint(group->seggraph.node_count),
                      .args = {{0}, {0}, nl_string("SegmentGraph node"), nl_uint(number)}};
    if (segnode >= group->seggraph.node_count && group->chunks[NAV2_SEGGRAPH].is_readable)
        tell_low(i, NAV2_ISLAND_LOW, node, "segmentGraphNode", NL_U16LE, at + 4, draft);
    draft.actual = nl_uint(nav);
    draft.expected = nl_uint(group->graph.node_count);
    draft.args[2] = nl_string("NavigationGraph node");
    if (nav >= group->graph.node_count && group->chunks[NAV2_GRAPH].is_readable)
        tell_low(i, NAV2_ISLAND_LOW, node, "navigationGraphNode", NL_U16LE, at + 6, draft);
}

static void check_low(const nav2_island_here *i, uint32_t node) {
    const bool is_own = is_of_tile(i, node);
    const nav2_group *const group = is_own ? nav2_group_of(i->c->doc, low_group(i, node)) : NULL;
    if (group)
        check_low_nodes(i, node, group);
    else if (!is_own || nav2_expects_group(i->c->doc))
        tell_low_group(
            i, NAV2_ISLAND_GROUP, node,
            (nl_draft){.actual = nl_uint(low_uid(i, node)), .args = {nl_uint(i->index)}});
}

void nav2_judge_islands_to(nav2_check *c, const nav2_peers *peers) {
    for (uint32_t k = 0; k < c->doc->island_count; k++) {
        const nav2_island_here here = {
            .c = c, .bytes = c->bytes, .g = &c->doc->islands[k], .index = k};
        if (!nl_spend(c->budget, here.g->node_count)) return;
        for (uint32_t node = 0; node < here.g->node_count; node++) {
            if (!is_of_tile(&here, node)) continue; /* told of the file by itself */
            if (nav2_group_of(c->doc, low_group(&here, node))) continue;
            const nav2_group *const group = nav2_group_of(peers->doc, low_group(&here, node));
            if (group)
                check_low_nodes(&here, node, group);
            else
                tell_low_group(&here, NAV2_SET_GROUP, node,
                               (nl_draft){.actual = nl_uint(low_group(&here, node)),
                                          .args = {nl_string("island node")}});
        }
    }
}

/* How many SegmentGraph nodes of the file belong to each node of this graph. */
static void count_uses(const nav2_island_here *i, uint16_t *uses) {
    const nav2_document *const doc = i->c->doc;
    for (uint32_t g = 0; g < doc->group_count; g++) {
        const nav2_group *const group = &doc->groups[g];
        const uint32_t count = group->seggraph.node_count;
        if (!nl_spend(i->c->budget, count)) return;
        for (uint32_t k = 0; k < count; k++) {
            const uint8_t *const p =
                i->bytes + group->seggraph.nodes + (size_t)k * NAV2_SEGNODE_BYTES;
            const uint32_t node = nl_load_u16(p + 4 + 2 * i->index);
            if (node < i->g->node_count) uses[node]++;
        }
    }
}

static void check_uses(const nav2_island_here *i) {
    const size_t mark = nl_arena_mark(i->c->job->arena);
    uint16_t *const uses = NL_NEW_ZEROED(i->c->job->arena, uint16_t, i->g->node_count);
    if (!uses) return;
    count_uses(i, uses);
    for (uint32_t node = 0; node < i->g->node_count && !i->c->budget->exhausted; node++) {
        const uint64_t at = i->g->counts + 2 * (uint64_t)node;
        nav2_place place = record(i, "segmentCounts", node, at);
        place.type = NL_U16LE;
        if (half_at(i, at) == uses[node]) continue;
        tell(i, NAV2_ISLAND_SEGMENTS, &place,
             (nl_draft){.field = "segmentCount",
                        .actual = nl_uint(half_at(i, at)),
                        .expected = nl_uint(uses[node]),
                        .args = {{0}, nl_uint(node)}});
    }
    nl_arena_release(i->c->job->arena, mark);
}

/* ---- Sides ---- */

/* Returns where the last place of a side ends. */
static uint64_t check_sides(nav2_island_here *i) {
    const uint32_t room = (i->g->next - i->g->infos) / 4;
    uint32_t most = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint64_t at = i->g->sides + 6 * (uint64_t)side;
        const uint32_t start = half_at(i, at + 2);
        const uint32_t count = half_at(i, at + 4);
        nav2_place place = record(i, "connectSides", side, at + 2);
        place.member = "startIndex";
        place.type = NL_U16LE;
        i->side_counts[side] = count;
        if (start + count > room)
            tell(i, NAV2_ISLAND_INFOS, &place,
                 (nl_draft){.actual = nl_uint(count),
                            .expected = nl_uint(room),
                            .args = {{0}, nl_uint(side), nl_uint(start)}});
        else if (start + count > most)
            most = start + count;
    }
    return i->g->infos + 4 * (uint64_t)most;
}

/* ---- Places of the tables ---- */

/* A table, the field with its offset, and where it is usually. */
typedef struct nav2_island_table {
    const char *name, *member;
    uint32_t field_at;
    uint64_t at;
    uint64_t end_before; /* of the table in front */
    bool is_aligned;
} nav2_island_table;

static void check_place(const nav2_island_here *i, const nav2_island_table *t) {
    const uint64_t expected =
        t->is_aligned ? i->g->at + nav2_align(t->end_before - i->g->at) : t->end_before;
    nav2_place place = {.list = "islandGraphs",
                        .row = i->index,
                        .member = t->member,
                        .type = NL_U16LE,
                        .at = (uint64_t)i->g->at + t->field_at};
    if (t->at == expected)
        nav2_check_zeros(i->c->job, NULL, t->end_before, t->at);
    else
        tell(i, NAV2_ISLAND_LAYOUT, &place,
             (nl_draft){.actual = nl_uint(t->at - i->g->at),
                        .expected = nl_uint(expected - i->g->at),
                        .args = {{0}, nl_string(t->name)}});
}

static void check_places(const nav2_island_here *i, uint64_t links_end, uint64_t infos_end) {
    const nav2_island *const g = i->g;
    const uint64_t n = g->node_count;
    const nav2_island_table tables[] = {
        {"nodes", "nodesOffset", 2, g->nodes, (uint64_t)g->at + NAV2_ISLAND_HEADER_BYTES, true},
        {"links", "linkDataOffset", 6, g->links, g->nodes + NAV2_ISLAND_NODE_BYTES * n, true},
        {"lower nodes", "lowGraphNodeLinksOffset", 8, g->low_nodes, links_end, true},
        {"segment counts", "segmentCountsOffset", 10, g->counts, g->low_nodes + LOW_BYTES * n,
         false},
        {"sides", "connectSideInfoGroupsOffset", 12, g->sides, g->counts + 2 * n, false},
        {"places of the sides", "connectSideInfosOffset", 14, g->infos,
         g->sides + (uint64_t)6 * NAV2_ISLAND_SIDES, false},
        {"the end", "nextGraphOffset", 0, g->next, infos_end, true},
    };
    const bool is_open = half_at(i, g->at) == 0; /* the last graph may not say where it ends */
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

static void judge_island(nav2_island_here *i) {
    const uint64_t infos_end = check_sides(i);
    uint64_t links_end = i->g->links;
    for (uint32_t node = 0; node < i->g->node_count; node++) {
        const nav2_island_node n = node_of(i, node);
        links_end = nl_max(links_end, check_links(i, &n));
        check_low(i, node);
    }
    if (links_end <= i->links_end) check_places(i, links_end, infos_end);
    if (!nav2_is_split(i->c->doc) && i->index < NAV2_ISLAND_SLOTS) check_uses(i);
}

void nav2_check_islands(nav2_check *c) {
    for (uint32_t k = 0; k < c->doc->island_count && !c->budget->exhausted; k++) {
        nav2_island_here here = {.c = c, .bytes = c->bytes, .g = &c->doc->islands[k], .index = k};
        if (!here.g->is_readable) continue;
        here.links_end = end_of_links(here.g);
        judge_island(&here);
    }
}
