/* Where the tables of a group's chunks are: their offsets and counts against the chunk. */
#include "core/checked.h"
#include "parsers/mgs_nav2/decoder.h"

/* One table of a chunk. */
typedef struct nav2_table {
    const char *name;   /* as messages have it */
    const char *member; /* the field with its offset */
    uint32_t field_at;  /* of that, in the chunk's data */
    uint64_t at;
    uint64_t bytes;
    bool is_open; /* the size shows only in the records: bytes is 0 */
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

static const unsigned layout_rules[NAV2_KINDS] = {
    [NAV2_GRAPH] = NAV2_GRAPH_LAYOUT,
    [NAV2_MESH] = NAV2_MESH_LAYOUT,
    [NAV2_SEGGRAPH] = NAV2_SEGGRAPH_LAYOUT,
    [NAV2_SEGMENTS] = NAV2_SEGMENTS_LAYOUT,
};

static uint32_t word(const nav2_reading *r, const nav2_chunk *chunk, uint32_t at) {
    return nl_load_u32(r->job->bytes + chunk->payload + at);
}

static uint32_t half(const nav2_reading *r, const nav2_chunk *chunk, uint32_t at) {
    return nl_load_u16(r->job->bytes + chunk->payload + at);
}

static void add(const nav2_reading *r, nav2_tables *t, nav2_table table) {
    table.at = (uint64_t)t->chunk->payload + word(r, t->chunk, table.field_at);
    t->list[t->count++] = table;
}

/* ---- Inside and apart ---- */

static void tell_block(nav2_reading *r, const nav2_tables *t, const nav2_table *table,
                       const char *why, uint64_t limit) {
    char chars[64];
    nl_text reason = nl_text_over(chars, sizeof chars);
    nl_put(&reason, why);
    if (limit != 0) nl_put_hex(&reason, limit);
    const nav2_place place = nav2_chunk_field(t->chunk, table->member, NL_U32LE, table->field_at);
    nav2_tell(r, blocks_rules[t->kind], &place,
              (nl_draft){.subject = "group",
                         .subject_id = nav2_number_of(t->group->uid),
                         .actual = nl_uint(table->at - t->chunk->payload),
                         .args = {nl_uint(table->bytes), nl_string(table->name),
                                  nl_string(reason.chars)}});
}

static bool is_inside(nav2_reading *r, const nav2_tables *t, const nav2_table *table) {
    const uint64_t first = t->chunk->payload + nav2_payload_header_bytes(t->kind);
    const uint64_t end = t->chunk->end;
    if (table->at < first) {
        tell_block(r, t, table, "the chunk's own header ends at ", first - t->chunk->payload);
        return false;
    }
    if (table->at > end || table->bytes > end - table->at) {
        tell_block(r, t, table, "the chunk's data end at ", end - t->chunk->payload);
        return false;
    }
    return true;
}

static bool is_apart(nav2_reading *r, const nav2_tables *t, uint32_t index) {
    const nav2_table *const table = &t->list[index];
    for (uint32_t i = 0; i < t->count; i++) {
        const nav2_table *const other = &t->list[i];
        const uint64_t end = table->at + table->bytes;
        const uint64_t other_end = other->at + other->bytes;
        if (i == index || table->at >= other_end || other->at >= end) continue;
        tell_block(r, t, table, "overlap the ", 0);
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

void nav2_check_table_place(const nl_job *job, const nav2_table_place *p, uint64_t end_before) {
    const nav2_chunk *const chunk = &p->group->chunks[p->kind];
    const uint64_t expected = nav2_align(end_before);
    const bool is_packed = p->may_be_packed && p->at == end_before;
    if (p->at == expected || is_packed) {
        nav2_check_zeros(job, chunk, end_before, p->at);
        return;
    }
    const nav2_place place = nav2_chunk_field(chunk, p->member, NL_U32LE, p->field_at);
    nav2_found(job->report, layout_rules[p->kind], &place,
               (nl_draft){.subject = "group",
                          .subject_id = nav2_number_of(p->group->uid),
                          .actual = nl_uint(p->at - chunk->payload),
                          .expected = nl_uint(expected - chunk->payload),
                          .args = {nl_string(p->name)}});
}

void nav2_check_end(const nl_job *job, const nav2_group *group, nav2_kind kind, uint64_t end) {
    const nav2_chunk *const chunk = &group->chunks[kind];
    if ((chunk->end - chunk->at) % NAV2_ALIGN != 0) return; /* told of the chain */
    if (nav2_align(end) == chunk->end) {
        nav2_check_zeros(job, chunk, end, chunk->end);
        return;
    }
    const nav2_place place = {.list = "chunks",
                              .row = chunk->number,
                              .member = "nextChunkOffset",
                              .type = NL_U32LE,
                              .at = (uint64_t)chunk->at + 4};
    nav2_found(job->report, layout_rules[kind], &place,
               (nl_draft){.subject = "group",
                          .subject_id = nav2_number_of(group->uid),
                          .actual = nl_uint(chunk->end - chunk->payload),
                          .expected = nl_uint(nav2_align(end) - chunk->payload),
                          .args = {nl_string("the end")}});
}

static void check_place(nav2_reading *r, const nav2_tables *t, const nav2_table *table,
                        uint64_t end_before) {
    const nav2_table_place place = {t->group,
                                    t->kind,
                                    table->name,
                                    table->member,
                                    table->field_at,
                                    table->at,
                                    t->kind == NAV2_MESH && table->is_open};
    nav2_check_table_place(r->job, &place, end_before);
}

/* What follows a table whose size shows in its records is looked at when these are judged. */
static void check_places(nav2_reading *r, const nav2_tables *t) {
    uint64_t end = t->chunk->payload + nav2_payload_header_bytes(t->kind);
    bool is_known = true;
    for (uint32_t i = 0; i < t->count; i++) {
        const nav2_table *const table = &t->list[i];
        if (is_known) check_place(r, t, table, end);
        is_known = !table->is_open;
        end = table->at + table->bytes;
    }
    if (is_known) nav2_check_end(r->job, t->group, t->kind, end);
}

static void check_words(nav2_reading *r, const nav2_chunk *chunk, uint32_t from, uint32_t to) {
    nav2_check_zeros(r->job, chunk, (uint64_t)chunk->payload + from, (uint64_t)chunk->payload + to);
}

/* Whether the tables can be used; says what is odd about their places. */
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
    const uint32_t nodes = half(r, t.chunk, 36);
    const uint32_t edges = half(r, t.chunk, 38);
    const uint32_t attributes = half(r, t.chunk, 46);
    add(r, &t, (nav2_table){"positions", "positionsOffset", 0, .bytes = 6 * (uint64_t)nodes});
    add(r, &t, (nav2_table){"nodes", "nodesOffset", 4, .bytes = 6 * (uint64_t)nodes});
    add(r, &t, (nav2_table){"links", "linkDataOffset", 12, .is_open = true});
    add(r, &t, (nav2_table){"edges", "edgesOffset", 8, .bytes = 6 * (uint64_t)edges});
    add(r, &t,
        (nav2_table){"attributes", "attributesOffset", 24, .bytes = 2 * (uint64_t)attributes});
    add(r, &t,
        (nav2_table){"face numbers", "navmeshIndicesOffset", 32, .bytes = 2 * (uint64_t)nodes});
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
    if (r->is_quiet) return;
    check_words(r, t.chunk, 16, 24);
    check_words(r, t.chunk, 28, 32);
    check_words(r, t.chunk, 40, 46);
}

/* ---- NavmeshChunk ---- */

static void read_mesh(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_MESH], .kind = NAV2_MESH};
    const uint32_t faces = half(r, t.chunk, 24);
    const uint32_t positions = half(r, t.chunk, 26);
    add(r, &t, (nav2_table){"positions", "positionsOffset", 0, .bytes = 6 * (uint64_t)positions});
    add(r, &t, (nav2_table){"face descriptors", "meshesOffset", 4, .bytes = 4 * (uint64_t)faces});
    add(r, &t, (nav2_table){"face records", "meshDataOffset", 8, .is_open = true});
    if (!settle(r, &t)) return;
    g->mesh.positions = (uint32_t)t.list[0].at;
    g->mesh.faces = (uint32_t)t.list[1].at;
    g->mesh.records = (uint32_t)t.list[2].at;
    g->mesh.position_count = positions;
    g->mesh.face_count = faces;
    if (r->is_quiet) return;
    check_words(r, t.chunk, 12, 24);
    check_words(r, t.chunk, 28, 32);
}

/* ---- SegmentChunk ---- */

static void read_segments(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_SEGMENTS], .kind = NAV2_SEGMENTS};
    const uint32_t count = word(r, t.chunk, 12);
    const uint64_t bytes = (uint64_t)NAV2_BOUNDS_BYTES * count;
    add(r, &t, (nav2_table){"bounds", "boundsOffset", 0, .bytes = bytes});
    add(r, &t, (nav2_table){"segments", "segmentsOffset", 4, .bytes = bytes});
    if (!settle(r, &t)) return;
    g->segments.bounds = (uint32_t)t.list[0].at;
    g->segments.segments = (uint32_t)t.list[1].at;
    g->segments.count = count;
}

/* ---- SegmentGraph ---- */

static void read_seggraph(nav2_reading *r, nav2_group *g) {
    nav2_tables t = {.group = g, .chunk = &g->chunks[NAV2_SEGGRAPH], .kind = NAV2_SEGGRAPH};
    const uint32_t nodes = half(r, t.chunk, 20);
    add(r, &t, (nav2_table){"positions", "positionsOffset", 0, .bytes = 6 * (uint64_t)nodes});
    add(r, &t,
        (nav2_table){"nodes", "nodesOffset", 4, .bytes = NAV2_SEGNODE_BYTES * (uint64_t)nodes});
    add(r, &t, (nav2_table){"links", "linkDataOffset", 8, .is_open = true});
    if (!settle(r, &t)) return;
    g->seggraph.positions = (uint32_t)t.list[0].at;
    g->seggraph.nodes = (uint32_t)t.list[1].at;
    g->seggraph.links = (uint32_t)t.list[LINKS].at;
    g->seggraph.links_end = end_of_links(&t, LINKS);
    g->seggraph.node_count = nodes;
    g->seggraph.total = half(r, t.chunk, 26);
    if (r->is_quiet) return;
    check_words(r, t.chunk, 12, 16);
    check_words(r, t.chunk, 22, 26);
    check_words(r, t.chunk, 28, 32);
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
