/* Where the tables of a group's chunks are: their offsets and counts against the chunk. */
#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/chunks.h"

/* One table of a chunk. */
typedef struct nav2_table {
    const char *name; /* as messages have it */
    unsigned field;   /* of the data's header: its offset */
    unsigned record;  /* of the layout */
    uint32_t count;   /* of records */
    bool is_open;     /* how long it is shows only in its records: none are counted */
    uint64_t at;
    uint64_t bytes;
} nav2_table;

enum { MOST_TABLES = 6 };

/* The tables of one chunk, in the order in which real files have them. */
typedef struct nav2_tables {
    const nav2_group *group;
    nav2_chunk *chunk;
    nav2_kind kind;
    uint32_t count;
    nav2_table list[MOST_TABLES];
} nav2_tables;

static const unsigned blocks_rules[NAV2_KINDS] = {
    [NAV2_GRAPH] = NAV2_GRAPH_BLOCKS,
    [NAV2_MESH] = NAV2_MESH_BLOCKS,
    [NAV2_SEGGRAPH] = NAV2_SEGGRAPH_BLOCKS,
    [NAV2_SEGMENTS] = NAV2_SEGMENTS_BLOCKS,
};

static const uint8_t *header_of(const nav2_reading *r, const nav2_tables *t) {
    return r->job->bytes + t->chunk->payload;
}

static void add(const nav2_reading *r, nav2_tables *t, nav2_table table) {
    table.at = (uint64_t)t->chunk->payload +
               nl_load_u32(header_of(r, t) + nav2_fields.fields[table.field].at);
    table.bytes = (uint64_t)table.count * nav2_fields.records[table.record].bytes;
    t->list[t->count++] = table;
}

/* ---- Inside and apart ---- */

static void found_block(nav2_reading *r, const nav2_tables *t, const nav2_table *table,
                        const char *why) {
    if (!nav2_note(r, blocks_rules[t->kind])) return;
    const nl_place data = nav2_data_place(r->job, t->group, t->kind);
    nl_found(&data, blocks_rules[t->kind], table->field,
             &(nl_draft){.args = {nl_uint(table->bytes), nl_string(table->name), nl_string(why)}});
}

static bool is_inside(nav2_reading *r, const nav2_tables *t, const nav2_table *table) {
    const uint64_t first = t->chunk->payload + nav2_data_header_bytes(t->kind);
    const uint64_t end = t->chunk->end;
    const bool is_early = table->at < first;
    if (!is_early && table->at <= end && table->bytes <= end - table->at) return true;
    char chars[64];
    nl_text why = nl_text_over(chars, sizeof chars);
    nl_put(&why, is_early ? "the chunk's own header ends at " : "the chunk's data end at ");
    nl_put_hex(&why, (is_early ? first : end) - t->chunk->payload);
    found_block(r, t, table, why.chars);
    return false;
}

static bool is_apart(nav2_reading *r, const nav2_tables *t, uint32_t index) {
    const nav2_table *const table = &t->list[index];
    for (uint32_t i = 0; i < t->count; i++) {
        const nav2_table *const other = &t->list[i];
        const uint64_t end = table->at + table->bytes;
        const uint64_t other_end = other->at + other->bytes;
        if (i == index || table->at >= other_end || other->at >= end) continue;
        found_block(r, t, table, "overlap the ");
        return false;
    }
    return true;
}

/* One finding a chunk: the others would follow from it. */
static bool are_blocks(nav2_reading *r, nav2_tables *t) {
    for (uint32_t i = 0; i < t->count; i++)
        if (!is_inside(r, t, &t->list[i])) return false;
    for (uint32_t left = t->count; left > 0; left--)
        if (!is_apart(r, t, left - 1)) return false;
    t->chunk->is_readable = true;
    return true;
}

/* ---- Usual places, padding ---- */

/* What follows a table whose size shows in its records is looked at when these are checked. */
static void check_places(const nav2_reading *r, const nav2_tables *t) {
    uint64_t end = t->chunk->payload + nav2_data_header_bytes(t->kind);
    bool is_known = true;
    for (uint32_t i = 0; i < t->count; i++) {
        const nav2_table *const table = &t->list[i];
        const bool may_be_packed = t->kind == NAV2_MESH && table->is_open;
        const nav2_table_place place = {t->group,     t->kind,   table->name,
                                        table->field, table->at, may_be_packed};
        if (is_known) nav2_check_table_place(r->job, &place, end);
        is_known = !table->is_open;
        end = table->at + table->bytes;
    }
    if (is_known) nav2_check_end(r->job, t->group, t->kind, end);
}

/* The fields of the data's header from the place `from` up to the place `to`. */
static void check_padding(const nav2_reading *r, const nav2_tables *t, uint32_t from, uint32_t to) {
    const uint64_t header = t->chunk->payload;
    if (!r->is_quiet) nav2_check_zeros(r->job, t->chunk, header + from, header + to);
}

/* Whether the tables can be used; reports what is odd about their places. */
static bool settle(nav2_reading *r, nav2_tables *t) {
    if (!are_blocks(r, t)) return false;
    if (!r->is_quiet) check_places(r, t);
    return true;
}

/* ---- NavigationGraph ---- */

/* The links end where the next table starts. */
static uint32_t end_of_links(const nav2_tables *t, uint32_t index) {
    uint64_t end = t->chunk->end;
    for (uint32_t i = 0; i < t->count; i++)
        if (i != index && t->list[i].at >= t->list[index].at) end = nl_min(end, t->list[i].at);
    return (uint32_t)end;
}

enum { LINKS = 2 }; /* in the list of a NavigationGraph's and of a SegmentGraph's tables */

static void read_graph(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_GRAPH], .kind = NAV2_GRAPH};
    const uint8_t *const header = header_of(r, &t);
    const uint32_t nodes = nl_load_u16(header + NAV2_GRAPH_HEADER_NODE_COUNT_AT);
    const uint32_t edges = nl_load_u16(header + NAV2_GRAPH_HEADER_EDGE_COUNT_AT);
    const uint32_t attributes = nl_load_u16(header + NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT_AT);
    add(r, &t,
        (nav2_table){"positions", NAV2_GRAPH_HEADER_POSITIONS, NAV2_POSITION_RECORD,
                     .count = nodes});
    add(r, &t, (nav2_table){"nodes", NAV2_GRAPH_HEADER_NODES, NAV2_NODE_RECORD, .count = nodes});
    add(r, &t, (nav2_table){"links", NAV2_GRAPH_HEADER_LINKS, NAV2_LINK_RECORD, .is_open = true});
    add(r, &t, (nav2_table){"edges", NAV2_GRAPH_HEADER_EDGES, NAV2_EDGE_RECORD, .count = edges});
    add(r, &t,
        (nav2_table){"attributes", NAV2_GRAPH_HEADER_ATTRIBUTES, NAV2_ATTRIBUTE_RECORD,
                     .count = attributes});
    add(r, &t,
        (nav2_table){"face numbers", NAV2_GRAPH_HEADER_FACES, NAV2_NODE_FACE_RECORD,
                     .count = nodes});
    if (!settle(r, &t)) return;
    g->graph.positions = (uint32_t)t.list[0].at;
    g->graph.nodes = (uint32_t)t.list[1].at;
    g->graph.links = (uint32_t)t.list[LINKS].at;
    g->graph.links_end = end_of_links(&t, LINKS);
    g->graph.edges = (uint32_t)t.list[3].at;
    g->graph.attributes = (uint32_t)t.list[4].at;
    g->graph.faces = (uint32_t)t.list[5].at;
    g->graph.node_count = nodes;
    g->graph.edge_count = edges;
    g->graph.attribute_count = attributes;
    check_padding(r, &t, NAV2_GRAPH_HEADER_PAD_10_AT, NAV2_GRAPH_HEADER_ATTRIBUTES_AT);
    check_padding(r, &t, NAV2_GRAPH_HEADER_PAD_1C_AT, NAV2_GRAPH_HEADER_FACES_AT);
    check_padding(r, &t, NAV2_GRAPH_HEADER_PAD_28_AT, NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT_AT);
}

/* ---- NavmeshChunk ---- */

static void read_mesh(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_MESH], .kind = NAV2_MESH};
    const uint8_t *const header = header_of(r, &t);
    const uint32_t faces = nl_load_u16(header + NAV2_MESH_HEADER_FACE_COUNT_AT);
    const uint32_t positions = nl_load_u16(header + NAV2_MESH_HEADER_POSITION_COUNT_AT);
    add(r, &t,
        (nav2_table){"positions", NAV2_MESH_HEADER_POSITIONS, NAV2_POSITION_RECORD,
                     .count = positions});
    add(r, &t,
        (nav2_table){"face descriptors", NAV2_MESH_HEADER_FACES, NAV2_FACE_RECORD, .count = faces});
    add(r, &t,
        (nav2_table){"face records", NAV2_MESH_HEADER_RECORDS, NAV2_NEIGHBOUR_RECORD,
                     .is_open = true});
    if (!settle(r, &t)) return;
    g->mesh.positions = (uint32_t)t.list[0].at;
    g->mesh.faces = (uint32_t)t.list[1].at;
    g->mesh.records = (uint32_t)t.list[2].at;
    g->mesh.position_count = positions;
    g->mesh.face_count = faces;
    check_padding(r, &t, NAV2_MESH_HEADER_PAD_0C_AT, NAV2_MESH_HEADER_FACE_COUNT_AT);
    check_padding(r, &t, NAV2_MESH_HEADER_PAD_1C_AT, NAV2_MESH_HEADER_BYTES);
}

/* ---- SegmentChunk ---- */

static void read_segments(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_SEGMENTS], .kind = NAV2_SEGMENTS};
    const uint32_t count = nl_load_u32(header_of(r, &t) + NAV2_SEGMENTS_HEADER_COUNT_AT);
    add(r, &t,
        (nav2_table){"bounds", NAV2_SEGMENTS_HEADER_BOUNDS, NAV2_BOUNDS_RECORD, .count = count});
    add(r, &t,
        (nav2_table){"segments", NAV2_SEGMENTS_HEADER_SEGMENTS, NAV2_SEGMENT_RECORD,
                     .count = count});
    if (!settle(r, &t)) return;
    g->segments.bounds = (uint32_t)t.list[0].at;
    g->segments.segments = (uint32_t)t.list[1].at;
    g->segments.count = count;
}

/* ---- SegmentGraph ---- */

static void read_seggraph(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_SEGGRAPH], .kind = NAV2_SEGGRAPH};
    const uint8_t *const header = header_of(r, &t);
    const uint32_t nodes = nl_load_u16(header + NAV2_SEGGRAPH_HEADER_NODE_COUNT_AT);
    add(r, &t,
        (nav2_table){"positions", NAV2_SEGGRAPH_HEADER_POSITIONS, NAV2_POSITION_RECORD,
                     .count = nodes});
    add(r, &t,
        (nav2_table){"nodes", NAV2_SEGGRAPH_HEADER_NODES, NAV2_SEGNODE_RECORD, .count = nodes});
    add(r, &t,
        (nav2_table){"links", NAV2_SEGGRAPH_HEADER_LINKS, NAV2_SEGLINK_RECORD, .is_open = true});
    if (!settle(r, &t)) return;
    g->seggraph.positions = (uint32_t)t.list[0].at;
    g->seggraph.nodes = (uint32_t)t.list[1].at;
    g->seggraph.links = (uint32_t)t.list[LINKS].at;
    g->seggraph.links_end = end_of_links(&t, LINKS);
    g->seggraph.node_count = nodes;
    g->seggraph.total = nl_load_u16(header + NAV2_SEGGRAPH_HEADER_TOTAL_AT);
    check_padding(r, &t, NAV2_SEGGRAPH_HEADER_PAD_0C_AT, NAV2_SEGGRAPH_HEADER_SIZE_AT);
    check_padding(r, &t, NAV2_SEGGRAPH_HEADER_PAD_16_AT, NAV2_SEGGRAPH_HEADER_TOTAL_AT);
    check_padding(r, &t, NAV2_SEGGRAPH_HEADER_PAD_1C_AT, NAV2_SEGGRAPH_HEADER_BYTES);
}

void nav2_read_tables(nav2_reading *r, nav2_group *group) {
    static void (*const readers[NAV2_KINDS])(nav2_reading *, nav2_group *) = {
        [NAV2_GRAPH] = read_graph,
        [NAV2_MESH] = read_mesh,
        [NAV2_SEGGRAPH] = read_seggraph,
        [NAV2_SEGMENTS] = read_segments,
    };
    for (uint32_t kind = 0; kind < NAV2_KINDS; kind++)
        if (group->chunks[kind].payload != 0) readers[kind](r, group);
}
