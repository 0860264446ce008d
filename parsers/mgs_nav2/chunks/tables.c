/* Where the tables of a group's chunks are: their offsets and counts against the chunk. */
#include "core/checked.h"
#include "core/quick.h"
#include "parsers/mgs_nav2/chunks/chunks.h"

/* What a table of a chunk is. */
typedef struct nav2_table_kind {
    const char *name; /* as messages have it */
    unsigned offset;  /* field of the data's header */
    unsigned count;   /* the same; NL_NO_FIELD: how long it is shows only in its records */
    unsigned record;  /* of the layout */
} nav2_table_kind;

enum { MOST_TABLES = 6, LINKS = 2 /* in the lists of NavigationGraphs and SegmentGraphs */ };

/* The tables of each kind of chunk, in the order in which real files have them. */
static const struct {
    unsigned blocks_rule;
    uint32_t count;
    nav2_table_kind tables[MOST_TABLES];
} kinds[NAV2_KINDS] = {
    [NAV2_GRAPH] =
        {NAV2_GRAPH_BLOCKS,
         6,
         {{"positions", NAV2_GRAPH_HEADER_POSITIONS, NAV2_GRAPH_HEADER_NODE_COUNT,
           NAV2_POSITION_RECORD},
          {"nodes", NAV2_GRAPH_HEADER_NODES, NAV2_GRAPH_HEADER_NODE_COUNT, NAV2_NODE_RECORD},
          {"links", NAV2_GRAPH_HEADER_LINKS, NL_NO_FIELD, NAV2_LINK_RECORD},
          {"edges", NAV2_GRAPH_HEADER_EDGES, NAV2_GRAPH_HEADER_EDGE_COUNT, NAV2_EDGE_RECORD},
          {"attributes", NAV2_GRAPH_HEADER_ATTRIBUTES, NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT,
           NAV2_ATTRIBUTE_RECORD},
          {"face numbers", NAV2_GRAPH_HEADER_FACES, NAV2_GRAPH_HEADER_NODE_COUNT,
           NAV2_NODE_FACE_RECORD}}},
    [NAV2_MESH] = {NAV2_MESH_BLOCKS,
                   3,
                   {{"positions", NAV2_MESH_HEADER_POSITIONS, NAV2_MESH_HEADER_POSITION_COUNT,
                     NAV2_POSITION_RECORD},
                    {"face descriptors", NAV2_MESH_HEADER_FACES, NAV2_MESH_HEADER_FACE_COUNT,
                     NAV2_FACE_RECORD},
                    {"face records", NAV2_MESH_HEADER_RECORDS, NL_NO_FIELD,
                     NAV2_NEIGHBOUR_RECORD}}},
    [NAV2_SEGGRAPH] = {NAV2_SEGGRAPH_BLOCKS,
                       3,
                       {{"positions", NAV2_SEGGRAPH_HEADER_POSITIONS,
                         NAV2_SEGGRAPH_HEADER_NODE_COUNT, NAV2_POSITION_RECORD},
                        {"nodes", NAV2_SEGGRAPH_HEADER_NODES, NAV2_SEGGRAPH_HEADER_NODE_COUNT,
                         NAV2_SEGNODE_RECORD},
                        {"links", NAV2_SEGGRAPH_HEADER_LINKS, NL_NO_FIELD, NAV2_SEGLINK_RECORD}}},
    [NAV2_SEGMENTS] = {NAV2_SEGMENTS_BLOCKS,
                       2,
                       {{"bounds", NAV2_SEGMENTS_HEADER_BOUNDS, NAV2_SEGMENTS_HEADER_COUNT,
                         NAV2_BOUNDS_RECORD},
                        {"segments", NAV2_SEGMENTS_HEADER_SEGMENTS, NAV2_SEGMENTS_HEADER_COUNT,
                         NAV2_SEGMENT_RECORD}}},
};

/* One table of a chunk. */
typedef struct nav2_table {
    const nav2_table_kind *kind;
    uint64_t at, bytes;
    uint32_t count; /* of records */
    bool is_open;   /* its size shows only in its records: none are counted */
} nav2_table;

typedef struct nav2_tables {
    nav2_group *group;
    nav2_chunk *chunk;
    nav2_kind kind;
    uint32_t count;
    nav2_table list[MOST_TABLES];
} nav2_tables;

static uint32_t value_of(const nav2_reading *r, const nav2_chunk *chunk, unsigned field) {
    const uint8_t *const header = r->job->bytes + chunk->payload;
    return (uint32_t)nl_field_value(&nav2_fields.fields[field], header).as.uint;
}

static nav2_tables tables_of(const nav2_reading *r, nav2_group *group, nav2_kind kind) {
    nav2_chunk *const chunk = &group->chunks[kind];
    nav2_tables t = {group, chunk, kind, kinds[kind].count, {{0}}};
    for (uint32_t i = 0; i < t.count; i++) {
        nav2_table *const table = &t.list[i];
        table->kind = &kinds[kind].tables[i];
        table->is_open = table->kind->count == NL_NO_FIELD;
        table->count = table->is_open ? 0 : value_of(r, chunk, table->kind->count);
        table->at = (uint64_t)chunk->payload + value_of(r, chunk, table->kind->offset);
        table->bytes = (uint64_t)table->count * nav2_fields.records[table->kind->record].bytes;
    }
    return t;
}

/* ---- Inside and apart ---- */

/* other: that it overlaps; NULL: none. */
static void found_block(nav2_reading *r, const nav2_tables *t, const nav2_table *table,
                        const nav2_table *other, const char *why) {
    const unsigned rule = kinds[t->kind].blocks_rule;
    if (!nav2_note(r, rule)) return;
    const nl_place data = nav2_data_place(r->job, t->group, t->kind);
    nl_draft draft = {
        .args = {nl_uint(table->bytes), nl_string(table->kind->name), nl_string(why)}};
    if (other)
        draft.related[1] = nav2_related_field(&data, other->kind->offset, "where the other one is");
    const nav2_table *const counted = other ? other : table;
    if (!counted->is_open)
        draft.related[0] = nav2_related_field(&data, counted->kind->count, "a number of records");
    t->group->is_odd |= nl_found_cause(&data, rule, table->kind->offset, &draft);
}

/* first: where the first table of the chunk may be. */
static void found_outside(nav2_reading *r, const nav2_tables *t, const nav2_table *table,
                          uint64_t first) {
    const bool is_early = table->at < first;
    char chars[64];
    nl_text why = nl_text_over(chars, sizeof chars);
    nl_put(&why, is_early ? "the header of the data ends at " : "the data end at ");
    nl_put_hex(&why, (is_early ? first : t->chunk->end) - t->chunk->payload);
    found_block(r, t, table, NULL, why.chars);
}

static bool is_inside(nav2_reading *r, const nav2_tables *t, const nav2_table *table) {
    const uint64_t first = t->chunk->payload + nav2_data_header_bytes(t->kind);
    const uint64_t end = t->chunk->end;
    if (table->at >= first && table->at <= end && table->bytes <= end - table->at) return true;
    found_outside(r, t, table, first);
    return false;
}

static void found_overlap(nav2_reading *r, const nav2_tables *t, const nav2_table *table,
                          const nav2_table *other) {
    char chars[64];
    nl_text why = nl_text_over(chars, sizeof chars);
    nl_put(&why, "they overlap the ");
    nl_put(&why, other->kind->name);
    found_block(r, t, table, other, why.chars);
}

static bool is_apart(nav2_reading *r, const nav2_tables *t, uint32_t index) {
    const nav2_table *const table = &t->list[index];
    const uint64_t end = table->at + table->bytes;
    for (uint32_t i = 0; i < t->count; i++) {
        const nav2_table *const other = &t->list[i];
        if (i == index || table->at >= other->at + other->bytes || other->at >= end) continue;
        found_overlap(r, t, table, other);
        return false;
    }
    return true;
}

/* One behind the other, as in real files: then they are apart. */
static bool are_in_order(const nav2_tables *t) {
    for (uint32_t i = 1; i < t->count; i++)
        if (t->list[i].at < t->list[i - 1].at + t->list[i - 1].bytes) return false;
    return true;
}

/* One finding a chunk: the others would follow from it. */
static bool are_blocks(nav2_reading *r, nav2_tables *t) {
    for (uint32_t i = 0; i < t->count; i++)
        if (!is_inside(r, t, &t->list[i])) return false;
    /* Rough: tables may be apart in any order. */
    const uint32_t unsure = NL_QUICK_ROUGH(are_in_order(t)) ? 0 : t->count;
    for (uint32_t left = unsure; left > 0; left--)
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
        const nav2_table *const before = i != 0 ? &t->list[i - 1] : NULL;
        const nav2_table_place place = {t->group,
                                        t->kind,
                                        table->kind->name,
                                        table->kind->offset,
                                        table->at,
                                        may_be_packed,
                                        before ? before->kind->offset : NL_NO_FIELD,
                                        before ? before->kind->count : NL_NO_FIELD};
        if (is_known && !nav2_check_table_place(r->job, &place, end)) t->group->is_odd = true;
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

/* ---- The tables of each kind ---- */

static uint32_t place_of(const nav2_tables *t, uint32_t index) {
    return (uint32_t)t->list[index].at;
}

/* The links end where the next table starts. */
static uint32_t end_of_links(const nav2_tables *t) {
    uint64_t end = t->chunk->end;
    for (uint32_t i = 0; i < t->count; i++)
        if (i != LINKS && t->list[i].at >= t->list[LINKS].at) end = nl_min(end, t->list[i].at);
    return (uint32_t)end;
}

static void read_graph(const nav2_reading *r, nav2_group *g, const nav2_tables *t) {
    g->graph.positions = place_of(t, 0);
    g->graph.nodes = place_of(t, 1);
    g->graph.links = place_of(t, LINKS);
    g->graph.links_end = end_of_links(t);
    g->graph.edges = place_of(t, 3);
    g->graph.attributes = place_of(t, 4);
    g->graph.faces = place_of(t, 5);
    g->graph.node_count = t->list[1].count;
    g->graph.edge_count = t->list[3].count;
    g->graph.attribute_count = t->list[4].count;
    check_padding(r, t, NAV2_GRAPH_HEADER_PAD_10_AT, NAV2_GRAPH_HEADER_ATTRIBUTES_AT);
    check_padding(r, t, NAV2_GRAPH_HEADER_PAD_1C_AT, NAV2_GRAPH_HEADER_FACES_AT);
    check_padding(r, t, NAV2_GRAPH_HEADER_PAD_28_AT, NAV2_GRAPH_HEADER_ATTRIBUTE_COUNT_AT);
}

static void read_mesh(const nav2_reading *r, nav2_group *g, const nav2_tables *t) {
    g->mesh.positions = place_of(t, 0);
    g->mesh.faces = place_of(t, 1);
    g->mesh.records = place_of(t, 2);
    g->mesh.position_count = t->list[0].count;
    g->mesh.face_count = t->list[1].count;
    check_padding(r, t, NAV2_MESH_HEADER_PAD_0C_AT, NAV2_MESH_HEADER_FACE_COUNT_AT);
    check_padding(r, t, NAV2_MESH_HEADER_PAD_1C_AT, NAV2_MESH_HEADER_BYTES);
}

static void read_segments(const nav2_reading *r, nav2_group *g, const nav2_tables *t) {
    (void)r; /* its header has no padding */
    g->segments.bounds = place_of(t, 0);
    g->segments.segments = place_of(t, 1);
    g->segments.count = t->list[0].count;
}

static void read_seggraph(const nav2_reading *r, nav2_group *g, const nav2_tables *t) {
    g->seggraph.positions = place_of(t, 0);
    g->seggraph.nodes = place_of(t, 1);
    g->seggraph.links = place_of(t, LINKS);
    g->seggraph.links_end = end_of_links(t);
    g->seggraph.node_count = t->list[1].count;
    g->seggraph.total = value_of(r, t->chunk, NAV2_SEGGRAPH_HEADER_TOTAL);
    check_padding(r, t, NAV2_SEGGRAPH_HEADER_PAD_0C_AT, NAV2_SEGGRAPH_HEADER_SIZE_AT);
    check_padding(r, t, NAV2_SEGGRAPH_HEADER_PAD_16_AT, NAV2_SEGGRAPH_HEADER_TOTAL_AT);
    check_padding(r, t, NAV2_SEGGRAPH_HEADER_PAD_1C_AT, NAV2_SEGGRAPH_HEADER_BYTES);
}

void nav2_read_tables(nav2_reading *r, nav2_group *group) {
    static void (*const readers[NAV2_KINDS])(const nav2_reading *, nav2_group *,
                                             const nav2_tables *) = {
        [NAV2_GRAPH] = read_graph,
        [NAV2_MESH] = read_mesh,
        [NAV2_SEGGRAPH] = read_seggraph,
        [NAV2_SEGMENTS] = read_segments,
    };
    for (nav2_kind kind = NAV2_GRAPH; kind < NAV2_KINDS; kind++) {
        if (group->chunks[kind].payload == 0) continue;
        nav2_tables t = tables_of(r, group, kind);
        if (settle(r, &t)) readers[kind](r, group, &t);
    }
}
