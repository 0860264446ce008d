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
    uint64_t end;       /* where the links of the nodes so far end, in the file */
    bool follows;       /* what is found in the graph follows from something that is reported */
    uint32_t side_counts[NAV2_ISLAND_SIDES];
} nav2_island_check;

/* A record of one of its tables. */
static nl_place record_place(const nav2_island_check *ic, const char *table, uint32_t index,
                             uint64_t at) {
    return nl_place_in(nav2_island_place(ic->c->job, ic->index, ic->g->at), table, index, at);
}

static uint32_t half_at(const nav2_island_check *ic, uint64_t at) {
    return nl_load_u16(ic->bytes + at);
}

static void put_with_graph(nl_text *text, const nl_subject *subject) {
    const nav2_island *const graph = subject->context;
    nl_put(text, subject->kind);
    nl_put_char(text, ' ');
    nl_put_uint(text, subject->id);
    nl_put(text, " of island graph ");
    nl_put_uint(text, graph->number);
}

static nl_place about(const nav2_island_check *ic, nl_place place, const char *kind,
                      uint32_t index) {
    place.subject =
        (nl_subject){.kind = kind, .id = index, .put = put_with_graph, .context = ic->g};
    return place;
}

/* What belongs to a node of the graph: where the node is. */
static nl_place node_place(const nav2_island_check *ic, const char *table, uint32_t index,
                           uint64_t at) {
    const uint64_t node = ic->g->nodes + (uint64_t)index * NAV2_ISLAND_NODE_BYTES;
    const nl_place place = record_place(ic, table, index, at);
    return nav2_place_at(about(ic, place, "node", index), ic->c->doc,
                         nav2_position_at(ic->bytes + node + NAV2_ISLAND_NODE_X_AT, 0));
}

static nl_place side_place(const nav2_island_check *ic, uint32_t side) {
    const uint64_t at = ic->g->sides + NAV2_CONNECT_SIDE_BYTES * (uint64_t)side;
    return about(ic, record_place(ic, "connectSides", side, at), "side", side);
}

/* Reports what everything else in the graph may follow from. */
static void found_cause(nav2_island_check *ic, const nl_place *place, unsigned rule, unsigned field,
                        const nl_draft *draft) {
    ic->follows |= nl_found_cause(place, rule, field, draft);
    nav2_list(ic->c, ic->follows);
}

static navlint_related related_node(const nav2_island_node *n) {
    return (navlint_related){n->at, NAV2_ISLAND_NODE_BYTES, "the node"};
}

/* ---- Links ---- */

static void check_inside(const nav2_island_check *ic, const nav2_island_node *n, uint32_t number) {
    const uint64_t first = n->links + (uint64_t)n->chunks * NAV2_ISLAND_CHUNK_LINK_BYTES;
    const uint64_t at = first + (uint64_t)number * NAV2_ISLAND_INSIDE_LINK_BYTES;
    const uint32_t count = ic->g->node_count;
    nl_draft draft = nav2_below(count);
    draft.args[0] = nl_uint(number);
    draft.args[1] = nl_uint(count);
    draft.related[0] = related_node(n);
    if (half_at(ic, at + NAV2_ISLAND_INSIDE_LINK_NODE_AT) < count) return;
    const nl_place links = node_place(ic, "linkData", n->index, n->links);
    const nl_place link = nl_place_in(links, "inside", number, at);
    nl_found(&link, NAV2_ISLAND_LINK_NODE, NAV2_ISLAND_INSIDE_LINK_NODE, &draft);
}

static void check_tile(const nav2_island_check *ic, const nav2_island_node *n, uint32_t number) {
    const uint64_t first = n->links + (uint64_t)n->chunks * NAV2_ISLAND_CHUNK_LINK_BYTES +
                           (uint64_t)n->inside * NAV2_ISLAND_INSIDE_LINK_BYTES;
    const uint64_t at = first + (uint64_t)number * NAV2_ISLAND_TILE_LINK_BYTES;
    const uint32_t value = half_at(ic, at);
    const uint32_t side = value >> 14;
    const uint32_t index = value & 0x3FFF;
    if (index < ic->side_counts[side]) return;
    const nl_place links = node_place(ic, "linkData", n->index, n->links);
    const nl_place link = nl_place_in(links, "crossTile", number, at);
    nl_found(
        &link, NAV2_ISLAND_SIDE, NAV2_ISLAND_TILE_LINK_PLACE,
        &(nl_draft){.args = {nl_uint(number), nl_uint(index), nl_uint(side),
                             nl_uint(ic->side_counts[side])},
                    .related = {related_node(n),
                                {side_place(ic, side).at, NAV2_CONNECT_SIDE_BYTES, "the side"}}});
}

/* The links start elsewhere than behind those of the node before. */
static void found_order(nav2_island_check *ic, const nav2_island_node *n) {
    const nl_place node = node_place(ic, "nodes", n->index, n->at);
    nl_draft draft = {.expected = nl_uint(ic->end - ic->g->links)};
    if (n->index != 0)
        draft.related[0] = (navlint_related){node.at - NAV2_ISLAND_NODE_BYTES,
                                             NAV2_ISLAND_NODE_BYTES, "the node before"};
    found_cause(ic, &node, NAV2_ISLAND_LINK_ORDER, NAV2_ISLAND_NODE_LINKS, &draft);
}

/* Where the links of a node start; 0 behind the last one. */
static uint64_t start_of(const nav2_island_check *ic, uint32_t index) {
    return index < ic->g->node_count ? nav2_island_node_of(ic->bytes, ic->g, index).links : 0;
}

/* The links of the nodes follow each other: before any of them is looked at. */
static void check_order(nav2_island_check *ic) {
    for (uint32_t i = 0; i < ic->g->node_count; i++) {
        const nav2_island_node n = nav2_island_node_of(ic->bytes, ic->g, i);
        const uint32_t bytes = nav2_island_link_bytes(&n);
        const bool is_odd = n.links != ic->end;
        if (is_odd && n.links + bytes <= ic->links_end) found_order(ic, &n);
        ic->end =
            is_odd && start_of(ic, i + 1) != ic->end + bytes ? n.links + bytes : ic->end + bytes;
    }
}

/* Returns where the node's links end. */
static uint64_t check_links(const nav2_island_check *ic, const nav2_island_node *n) {
    const uint64_t end = n->links + nav2_island_link_bytes(n);
    const uint32_t count = n->chunks + n->inside + n->tiles;
    if (end > ic->links_end) {
        const nl_place node = node_place(ic, "nodes", n->index, n->at);
        nl_found(&node, NAV2_ISLAND_LINK_RANGE, NAV2_ISLAND_NODE_LINKS,
                 &(nl_draft){.args = {nl_uint(nav2_island_link_bytes(n)),
                                      nl_uint(n->links - ic->g->links),
                                      nl_uint(ic->links_end - ic->g->links)},
                             .related = {related_node(n)}});
        return end;
    }
    if (!nl_spend(ic->c->budget, 1 + (uint64_t)count)) return end;
    for (uint32_t i = 0; i < n->inside; i++)
        check_inside(ic, n, i);
    for (uint32_t i = 0; i < n->tiles; i++)
        check_tile(ic, n, i);
    return end;
}

/* ---- What the nodes stand for ---- */

static uint64_t low_at(const nav2_island_check *ic, uint32_t node) {
    return ic->g->low_nodes + (uint64_t)node * NAV2_LOW_NODE_BYTES;
}

static uint32_t low_uid(const nav2_island_check *ic, uint32_t node) {
    return nl_load_u32(ic->bytes + low_at(ic, node) + NAV2_LOW_NODE_UID_AT);
}

static uint32_t low_group(const nav2_island_check *ic, uint32_t node) {
    return nav2_number_of(low_uid(ic, node));
}

/* Both files of a split set are of one tile, too. */
static bool is_of_tile(const nav2_island_check *ic, uint32_t node) {
    return low_uid(ic, node) >> 15 == nav2_tile_of(ic->c->doc->uid);
}

static nl_place low_place(const nav2_island_check *ic, uint32_t node) {
    return node_place(ic, "lowGraphNodeLinks", node, low_at(ic, node));
}

/* count: of such nodes in the group. */
static void found_low(const nav2_island_check *ic, uint32_t node, unsigned field, uint32_t count) {
    const nl_place low = low_place(ic, node);
    const bool is_segnode = field == NAV2_LOW_NODE_SEGNODE;
    nl_draft draft = nav2_below(count);
    draft.args[0] = nl_string(is_segnode ? "SegmentGraph node" : "NavigationGraph node");
    draft.args[1] = nl_uint(low_group(ic, node));
    draft.args[2] = nl_uint(count);
    draft.related[0] = (navlint_related){low.at, NAV2_LOW_NODE_BYTES, "what it stands for"};
    nl_found(&low, NAV2_ISLAND_LOW, field, &draft);
}

/* The group is where it should be: in this file, or in the other one of its set. */
static void check_low_nodes(const nav2_island_check *ic, uint32_t node, const nav2_group *group) {
    const uint8_t *const p = ic->bytes + low_at(ic, node);
    const uint32_t segnodes = group->seggraph.node_count;
    const uint32_t nodes = group->graph.node_count;
    const bool lacks_segnode = nl_load_u16(p + NAV2_LOW_NODE_SEGNODE_AT) >= segnodes &&
                               group->chunks[NAV2_SEGGRAPH].is_readable;
    const bool lacks_node =
        nl_load_u16(p + NAV2_LOW_NODE_NODE_AT) >= nodes && group->chunks[NAV2_GRAPH].is_readable;
    if (!lacks_segnode && !lacks_node) return;
    if (lacks_segnode) found_low(ic, node, NAV2_LOW_NODE_SEGNODE, segnodes);
    if (lacks_node) found_low(ic, node, NAV2_LOW_NODE_NODE, nodes);
}

static void check_low(const nav2_island_check *ic, uint32_t node) {
    const bool is_own = is_of_tile(ic, node);
    const nav2_group *const group = is_own ? nav2_group_of(ic->c->doc, low_group(ic, node)) : NULL;
    if (group) {
        check_low_nodes(ic, node, group);
        return;
    }
    if (is_own && !nav2_expects_group(ic->c->doc)) return;
    const nl_place low = low_place(ic, node);
    nl_found(&low, NAV2_ISLAND_GROUP, NAV2_LOW_NODE_UID, &(nl_draft){.length = 0});
}

static void check_low_to(const nav2_island_check *ic, uint32_t node, const nav2_peers *peers) {
    const uint32_t number = low_group(ic, node);
    if (!is_of_tile(ic, node)) return; /* reported with the file by itself */
    if (nav2_group_of(ic->c->doc, number)) return;
    const nav2_group *const group = nav2_group_of(peers->doc, number);
    if (group) {
        check_low_nodes(ic, node, group);
        return;
    }
    const nl_place low = low_place(ic, node);
    nl_found(&low, NAV2_SET_GROUP, NAV2_LOW_NODE_UID,
             &(nl_draft){.args = {nl_string("the node that it stands for"), nl_uint(number)}});
}

void nav2_check_islands_to(const nav2_check *c, const nav2_peers *peers) {
    for (uint32_t index = 0; index < c->doc->island_count; index++) {
        const nav2_island_check ic = {
            .c = c, .bytes = c->bytes, .g = &c->doc->islands[index], .index = index};
        if (!nl_spend(c->budget, ic.g->node_count)) return;
        for (uint32_t node = 0; node < ic.g->node_count; node++)
            check_low_to(&ic, node, peers);
    }
}

/* How many SegmentGraph nodes of the file belong to each node of this graph. */
static void count_uses(const nav2_island_check *ic, uint16_t *uses) {
    const nav2_document *const doc = ic->c->doc;
    for (uint32_t g = 0; g < doc->group_count; g++) {
        const nav2_group *const group = &doc->groups[g];
        const uint32_t count = group->seggraph.node_count;
        if (!nl_spend(ic->c->budget, count)) return;
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t *const p =
                ic->bytes + group->seggraph.nodes + (size_t)i * NAV2_SEGNODE_BYTES;
            const uint32_t node = nl_load_u16(p + NAV2_SEGNODE_ISLAND_0_AT + 2 * ic->index);
            if (node < ic->g->node_count) uses[node]++;
        }
    }
}

static void check_uses(const nav2_island_check *ic) {
    const size_t mark = nl_arena_mark(ic->c->job->arena);
    uint16_t *const uses = NL_NEW_ZEROED(ic->c->job->arena, uint16_t, ic->g->node_count);
    if (!uses) return;
    count_uses(ic, uses);
    for (uint32_t node = 0; node < ic->g->node_count && !ic->c->budget->exhausted; node++) {
        const uint64_t at = ic->g->counts + NAV2_ISLAND_USES_BYTES * (uint64_t)node;
        if (half_at(ic, at) == uses[node]) continue;
        const nl_place place = node_place(ic, "segmentCounts", node, at);
        nl_found(&place, NAV2_ISLAND_SEGMENTS, NAV2_ISLAND_USES_COUNT,
                 &(nl_draft){.expected = nl_uint(uses[node])});
    }
    nl_arena_release(ic->c->job->arena, mark);
}

/* ---- Sides ---- */

/* Where the side behind this one should start: behind this one's places, which are where it says,
 * or behind those of the sides before if the next one agrees with them. */
static uint32_t next_start(const nav2_island_check *ic, uint32_t side, uint32_t sum) {
    const uint64_t at = ic->g->sides + NAV2_CONNECT_SIDE_BYTES * (uint64_t)side;
    const uint32_t count = half_at(ic, at + NAV2_CONNECT_SIDE_COUNT_AT);
    const uint64_t next = at + NAV2_CONNECT_SIDE_BYTES + NAV2_CONNECT_SIDE_START_AT;
    const bool agrees = side + 1 < NAV2_ISLAND_SIDES && half_at(ic, next) == sum + count;
    return agrees ? sum + count : half_at(ic, at + NAV2_CONNECT_SIDE_START_AT) + count;
}

static void found_start(nav2_island_check *ic, uint32_t side, uint32_t expected) {
    const nl_place place = side_place(ic, side);
    nl_draft draft = {.expected = nl_uint(expected)};
    if (side != 0)
        draft.related[0] = (navlint_related){place.at - NAV2_CONNECT_SIDE_BYTES,
                                             NAV2_CONNECT_SIDE_BYTES, "the side before"};
    found_cause(ic, &place, NAV2_ISLAND_SIDE_START, NAV2_CONNECT_SIDE_START, &draft);
}

/* Returns where the last place of a side ends. */
static uint64_t check_sides(nav2_island_check *ic) {
    const uint32_t room = (ic->g->next - ic->g->infos) / NAV2_SIDE_PLACE_BYTES;
    uint32_t most = 0;
    uint32_t sum = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint64_t at = ic->g->sides + NAV2_CONNECT_SIDE_BYTES * (uint64_t)side;
        const uint32_t start = half_at(ic, at + NAV2_CONNECT_SIDE_START_AT);
        const uint32_t count = half_at(ic, at + NAV2_CONNECT_SIDE_COUNT_AT);
        ic->side_counts[side] = count;
        if (start + count <= room) {
            most = (uint32_t)nl_max(most, start + count);
            if (count != 0 && start != sum) found_start(ic, side, sum);
            if (count != 0) sum = next_start(ic, side, sum);
            continue;
        }
        const nl_place place = side_place(ic, side);
        found_cause(ic, &place, NAV2_ISLAND_INFOS, NAV2_CONNECT_SIDE_START,
                    &(nl_draft){.args = {nl_uint(count), nl_uint(room)},
                                .related = {nav2_related_field(&place, NAV2_CONNECT_SIDE_COUNT,
                                                               "their number")}});
    }
    return ic->g->infos + NAV2_SIDE_PLACE_BYTES * (uint64_t)most;
}

/* ---- Places of the tables ---- */

/* A table, the field with its offset, and where it is usually. */
typedef struct nav2_island_table {
    const char *name;
    unsigned field;
    uint64_t at;
    uint64_t end_before; /* of the table in front */
    bool is_aligned;
    navlint_related before; /* what makes its end, if that is not the number of nodes */
} nav2_island_table;

static void check_place(nav2_island_check *ic, const nav2_island_table *t) {
    const uint64_t expected =
        t->is_aligned ? ic->g->at + nav2_align(t->end_before - ic->g->at) : t->end_before;
    if (t->at == expected) {
        nav2_check_zeros(ic->c->job, NULL, t->end_before, t->at);
        return;
    }
    const nl_place place = nav2_island_place(ic->c->job, ic->index, ic->g->at);
    found_cause(ic, &place, NAV2_ISLAND_LAYOUT, t->field,
                &(nl_draft){.expected = nl_uint(expected - ic->g->at),
                            .args = {nl_string(t->name)},
                            .related = {nav2_related_field(&place, NAV2_ISLAND_HEADER_NODE_COUNT,
                                                           "the number of nodes"),
                                        t->before}});
}

/* Tables whose places follow from the number of nodes: before the nodes are read. */
static void check_fixed_places(nav2_island_check *ic) {
    const nav2_island *const g = ic->g;
    const uint64_t n = g->node_count;
    const uint64_t header_end = (uint64_t)g->at + NAV2_ISLAND_HEADER_BYTES;
    const uint64_t sides_bytes = (uint64_t)NAV2_CONNECT_SIDE_BYTES * NAV2_ISLAND_SIDES;
    const nav2_island_table tables[] = {
        {.name = "nodes", NAV2_ISLAND_HEADER_NODES, g->nodes, header_end, .is_aligned = true},
        {.name = "links",
         NAV2_ISLAND_HEADER_LINKS,
         g->links,
         g->nodes + NAV2_ISLAND_NODE_BYTES * n,
         .is_aligned = true},
        {.name = "segment counts",
         NAV2_ISLAND_HEADER_COUNTS,
         g->counts,
         g->low_nodes + NAV2_LOW_NODE_BYTES * n},
        {.name = "sides",
         NAV2_ISLAND_HEADER_SIDES,
         g->sides,
         g->counts + NAV2_ISLAND_USES_BYTES * n},
        {.name = "places of the sides", NAV2_ISLAND_HEADER_INFOS, g->infos, g->sides + sides_bytes},
    };
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        check_place(ic, &tables[i]);
}

/* Those whose places follow from where links and places of sides end. */
static void check_places(nav2_island_check *ic, uint64_t links_end, uint64_t infos_end) {
    const nav2_island *const g = ic->g;
    const uint64_t n = g->node_count;
    check_place(ic, &(nav2_island_table){.name = "lower nodes",
                                         .field = NAV2_ISLAND_HEADER_LOW_NODES,
                                         .at = g->low_nodes,
                                         .end_before = links_end,
                                         .is_aligned = true,
                                         .before = {g->nodes, NAV2_ISLAND_NODE_BYTES * n,
                                                    n ? "the nodes, which count links" : NULL}});
    if (half_at(ic, g->at + NAV2_ISLAND_HEADER_NEXT_AT) == 0) return; /* the last one may not say */
    check_place(ic, &(nav2_island_table){
                        .name = "the end",
                        .field = NAV2_ISLAND_HEADER_NEXT,
                        .at = g->next,
                        .end_before = infos_end,
                        .is_aligned = true,
                        .before = {g->sides, (uint64_t)NAV2_CONNECT_SIDE_BYTES * NAV2_ISLAND_SIDES,
                                   "the sides"}});
}

/* The links end where the next table starts. */
static uint32_t end_of_links(const nav2_island *g) {
    const uint32_t others[] = {g->nodes, g->low_nodes, g->counts, g->sides, g->infos};
    uint32_t end = g->next;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (others[i] > g->links && others[i] < end) end = others[i];
    return end;
}

/* Else it is not known how many nodes belong to one. */
static bool has_all_seggraphs(const nav2_document *doc) {
    for (uint32_t i = 0; i < doc->group_count; i++)
        if (!doc->groups[i].chunks[NAV2_SEGGRAPH].is_readable || doc->groups[i].is_odd)
            return false;
    return doc->has_chain;
}

static void check_island(nav2_island_check *ic) {
    check_fixed_places(ic);
    const uint64_t infos_end = check_sides(ic);
    check_order(ic);
    uint64_t links_end = ic->g->links;
    for (uint32_t node = 0; node < ic->g->node_count; node++) {
        const nav2_island_node n = nav2_island_node_of(ic->bytes, ic->g, node);
        links_end = nl_max(links_end, check_links(ic, &n));
        check_low(ic, node);
    }
    if (links_end <= ic->links_end) check_places(ic, links_end, infos_end);
    const bool is_counted = !nav2_is_split(ic->c->doc) && ic->index < NAV2_ISLAND_SLOTS;
    if (is_counted && has_all_seggraphs(ic->c->doc)) check_uses(ic);
}

void nav2_check_islands(nav2_check *c) {
    for (uint32_t index = 0; index < c->doc->island_count && !c->budget->exhausted; index++) {
        nav2_island_check ic = {
            .c = c, .bytes = c->bytes, .g = &c->doc->islands[index], .index = index};
        if (!ic.g->is_readable) continue;
        ic.links_end = end_of_links(ic.g);
        ic.end = ic.g->links;
        check_island(&ic);
        if (index < NAV2_ISLAND_SLOTS) c->odd_islands[index] = ic.follows;
        nav2_list(c, false);
    }
}
