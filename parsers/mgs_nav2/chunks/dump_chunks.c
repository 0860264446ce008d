/* The fields of the chunks. */
#include "core/checked.h"
#include "parsers/mgs_nav2/chunks/chunks.h"
#include "parsers/mgs_nav2/segments/segments.h"

/* ---- NavigationGraph ---- */

static void put_crossings(const nav2_out *o, const nl_path *links, const nav2_node *node,
                          uint64_t at) {
    static const struct {
        uint32_t flag;
        const char *name;
        unsigned record;
    } crossings[] = {
        {NAV2_CROSS_SEGMENT, "crossSegment", NAV2_TO_SEGMENT_RECORD},
        {NAV2_CROSS_CHUNK, "crossChunk", NAV2_TO_CHUNK_RECORD},
        {NAV2_CROSS_TILE, "crossTile", NAV2_TO_TILE_RECORD},
    };
    for (size_t i = 0; i < sizeof crossings / sizeof crossings[0]; i++) {
        const nl_path path = nl_key(links, crossings[i].name);
        if (!(node->flags & crossings[i].flag)) continue;
        nav2_put_record(o->d, &path, crossings[i].record, at);
        at += nav2_cross_bytes(crossings[i].flag);
    }
}

static void put_links(nav2_dumper *d, const nl_path *chunk, const void *what) {
    const nav2_out *const o = what;
    const nl_path list = nl_key(chunk, "linkData");
    for (uint32_t i = 0; i < o->g->graph.node_count && nav2_may_go_on(d); i++) {
        const nav2_node node = nav2_node_at(o->d->job->bytes + o->g->graph.nodes, i);
        const uint64_t at = nav2_links_of(o->g, &node);
        const nl_path links = nl_item(&list, i);
        if (at == 0) continue;
        nav2_put_pad(d, &links, "padding", at);
        nav2_put_rows(d, &links, (nav2_rows){"inside", NAV2_LINK_RECORD, at, node.inside});
        put_crossings(o, &links, &node, at + (uint64_t)node.inside * NAV2_LINK_BYTES);
    }
}

static void put_graph(const nav2_out *o) {
    const nav2_group *const g = o->g;
    const uint32_t nodes = g->graph.node_count;
    const nav2_dump_table tables[] = {
        {.rows = {"positions", NAV2_POSITION_RECORD, g->graph.positions, nodes}},
        {.rows = {"nodes", NAV2_NODE_RECORD, g->graph.nodes, nodes}},
        {.rows = {.key = "linkData", .at = g->graph.links}, .put = put_links, .what = o},
        {.rows = {"edges", NAV2_EDGE_RECORD, g->graph.edges, g->graph.edge_count}},
        {.rows = {"attributes", NAV2_ATTRIBUTE_RECORD, g->graph.attributes,
                  g->graph.attribute_count}},
        {.rows = {"navmeshIndices", NAV2_NODE_FACE_RECORD, g->graph.faces, nodes}},
    };
    nav2_put_record(o->d, o->path, NAV2_GRAPH_HEADER_RECORD, o->chunk->payload);
    if (o->chunk->is_readable)
        nav2_put_tables(o->d, o->path, tables, sizeof tables / sizeof tables[0]);
}

/* ---- NavmeshChunk ---- */

/* Returns where the list ends. */
static uint64_t put_items(const nav2_out *o, const nl_path *face, nav2_rows items) {
    nav2_put_rows(o->d, face, items);
    return items.at + (uint64_t)items.count * nav2_fields.records[items.record].bytes;
}

static void put_record(const nav2_out *o, const nl_path *path, const nav2_face *face,
                       uint32_t bytes) {
    const uint64_t start = (uint64_t)o->g->mesh.records + face->record;
    const uint64_t filled = nl_min(start + nav2_align(bytes), o->chunk->end);
    uint64_t at = start;
    at = put_items(o, path, (nav2_rows){"neighbours", NAV2_NEIGHBOUR_RECORD, at, face->sides});
    at = put_items(o, path, (nav2_rows){"vertices", NAV2_CORNER_RECORD, at, face->sides});
    at = put_items(o, path,
                   (nav2_rows){"navigationGraphNodes", NAV2_MIDDLE_RECORD, at, face->nodes});
    if (start + bytes > at) {
        at = start + nav2_arrays_at(face);
        nav2_put_pad(o->d, path, "gap", at);
        at = put_items(o, path, (nav2_rows){"dataChunkIds", NAV2_BEYOND_RECORD, at, face->sides});
        (void)put_items(o, path, (nav2_rows){"tileIds", NAV2_FAR_BEYOND_RECORD, at, face->sides});
    }
    nav2_put_pad(o->d, path, "padding", filled);
}

static void put_records(nav2_dumper *d, const nl_path *chunk, const void *what) {
    const nav2_out *const o = what;
    const nl_path list = nl_key(chunk, "meshData");
    for (uint32_t i = 0; i < o->g->mesh.face_count && nav2_may_go_on(d); i++) {
        const nav2_face face = nav2_face_at(o->d->job->bytes + o->g->mesh.faces, i);
        const nl_path item = nl_item(&list, i);
        uint32_t bytes;
        if (nav2_record_of(o->d->job->bytes, o->g, &face, &bytes))
            put_record(o, &item, &face, bytes);
    }
}

static void put_mesh(const nav2_out *o) {
    const nav2_group *const g = o->g;
    const nav2_dump_table tables[] = {
        {.rows = {"positions", NAV2_POSITION_RECORD, g->mesh.positions, g->mesh.position_count}},
        {.rows = {"meshes", NAV2_FACE_RECORD, g->mesh.faces, g->mesh.face_count}},
        {.rows = {.key = "meshData", .at = g->mesh.records}, .put = put_records, .what = o},
    };
    nav2_put_record(o->d, o->path, NAV2_MESH_HEADER_RECORD, o->chunk->payload);
    if (o->chunk->is_readable)
        nav2_put_tables(o->d, o->path, tables, sizeof tables / sizeof tables[0]);
}

/* ---- The chain ---- */

/* The group's chunk whose header is here; NULL if it is of no group, or a second one. */
static const nav2_group *group_at(const nav2_document *doc, const uint8_t *header, uint32_t at) {
    const uint32_t type = nl_load_u32(header + NAV2_CHUNK_HEADER_TYPE_AT);
    const uint32_t uid = nl_load_u32(header + NAV2_CHUNK_HEADER_UID_AT);
    const nav2_group *const group = nav2_group_of(doc, nav2_number_of(uid));
    if (!group || type >= NAV2_KINDS || group->chunks[type].at != at) return NULL;
    return group->chunks[type].payload != 0 ? group : NULL;
}

static void put_chunk(nav2_dumper *d, const nl_path *path, uint32_t at) {
    static void (*const writers[NAV2_KINDS])(const nav2_out *) = {
        [NAV2_GRAPH] = put_graph,
        [NAV2_MESH] = put_mesh,
        [NAV2_SEGGRAPH] = nav2_put_seggraph,
        [NAV2_SEGMENTS] = nav2_put_segments,
    };
    const uint8_t *const header = d->job->bytes + at;
    const uint32_t type = nl_load_u32(header + NAV2_CHUNK_HEADER_TYPE_AT);
    const nav2_group *const group = group_at(d->doc, header, at);
    nav2_put_record(d, path, NAV2_CHUNK_HEADER_RECORD, at);
    if (!group) return;
    const nav2_out out = {d, path, group, &group->chunks[type]};
    nav2_put_pad(d, path, "dataPadding", out.chunk->payload);
    writers[type](&out);
}

/* The header that the chain could not be followed from, as far as it is there. */
static void put_broken_chunk(nav2_dumper *d, const nl_path *list) {
    const nl_path path = nl_item(list, d->doc->chunk_count);
    const uint64_t at = d->doc->chain_end;
    if (at + NAV2_CHUNK_HEADER_BYTES <= d->job->length)
        nav2_put_record(d, &path, NAV2_CHUNK_HEADER_RECORD, at);
}

void nav2_dump_chunks(nav2_dumper *d) {
    const nl_path list = nl_key(NULL, "chunks");
    uint32_t at = d->doc->chunks_at;
    for (uint32_t i = 0; i < d->doc->chunk_count && nav2_may_go_on(d); i++) {
        const nl_path path = nl_item(&list, i);
        const uint32_t next = at + nl_load_u32(d->job->bytes + at + NAV2_CHUNK_HEADER_NEXT_AT);
        put_chunk(d, &path, at);
        nav2_put_pad(d, &path, "padding", next);
        at = next;
    }
    if (!d->doc->has_chain && !d->dump->stopped) put_broken_chunk(d, &list);
}
