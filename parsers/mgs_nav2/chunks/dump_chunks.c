/* The fields of the chunks. */
#include "core/checked.h"
#include "parsers/mgs_nav2/dumper.h"

void nav2_put_chunk_header(const nav2_out *o, const nav2_field *fields) {
    nav2_put_fields(o->d, o->path, fields, o->chunk->payload);
}

nav2_rows nav2_positions_of(uint32_t at, uint32_t count) {
    return (nav2_rows){"positions", nav2_position_fields, at, count, NAV2_POSITION_BYTES};
}

/* ---- NavigationGraph ---- */

static const nav2_field graph_fields[] = {{"positionsOffset", NL_U32LE, NAVLINT_REFERENCE, 0},
                                          {"nodesOffset", NL_U32LE, NAVLINT_REFERENCE, 4},
                                          {"edgesOffset", NL_U32LE, NAVLINT_REFERENCE, 8},
                                          {"linkDataOffset", NL_U32LE, NAVLINT_REFERENCE, 12},
                                          {"padding10", NL_U32LE, NAVLINT_PLAIN, 16},
                                          {"padding14", NL_U32LE, NAVLINT_PLAIN, 20},
                                          {"attributesOffset", NL_U32LE, NAVLINT_REFERENCE, 24},
                                          {"padding1C", NL_U32LE, NAVLINT_PLAIN, 28},
                                          {"navmeshIndicesOffset", NL_U32LE, NAVLINT_REFERENCE, 32},
                                          {"nodeCount", NL_U16LE, NAVLINT_COUNT, 36},
                                          {"edgeCount", NL_U16LE, NAVLINT_COUNT, 38},
                                          {"padding28", NL_U32LE, NAVLINT_PLAIN, 40},
                                          {"padding2C", NL_U16LE, NAVLINT_PLAIN, 44},
                                          {"attributeCount", NL_U16LE, NAVLINT_COUNT, 46},
                                          NAV2_END_OF_FIELDS};

static const nav2_field node_fields[] = {{"linkDataOffset", NL_U16LE, NAVLINT_REFERENCE, 0},
                                         {"segmentAndUpper", NL_U16LE, NAVLINT_REFERENCE, 2},
                                         {"insideLinkCount", NL_U8, NAVLINT_COUNT, 4},
                                         {"flags", NL_U8, NAVLINT_PLAIN, 5},
                                         NAV2_END_OF_FIELDS};

static const nav2_field inside_fields[] = {{"node", NL_U16LE, NAVLINT_REFERENCE, 0},
                                           {"edge", NL_U16LE, NAVLINT_REFERENCE, 2},
                                           NAV2_END_OF_FIELDS};

static const nav2_field segment_cross_fields[] = {{"node", NL_U16LE, NAVLINT_REFERENCE, 0},
                                                  NAV2_END_OF_FIELDS};

static const nav2_field chunk_cross_fields[] = {{"dataChunkId", NL_U16LE, NAVLINT_REFERENCE, 0},
                                                {"node", NL_U16LE, NAVLINT_REFERENCE, 2},
                                                NAV2_END_OF_FIELDS};

static const nav2_field tile_cross_fields[] = {{"tileId", NL_U16LE, NAVLINT_REFERENCE, 0},
                                               {"dataChunkId", NL_U16LE, NAVLINT_REFERENCE, 2},
                                               {"node", NL_U16LE, NAVLINT_REFERENCE, 4},
                                               NAV2_END_OF_FIELDS};

static const nav2_field edge_fields[] = {{"weight", NL_U16LE, NAVLINT_PLAIN, 0},
                                         {"segmentAndKind", NL_U16LE, NAVLINT_REFERENCE, 2},
                                         {"node0", NL_U8, NAVLINT_REFERENCE, 4},
                                         {"node1", NL_U8, NAVLINT_REFERENCE, 5},
                                         NAV2_END_OF_FIELDS};

static void put_crossings(const nav2_out *o, const nl_path *links, const nav2_node *node,
                          uint64_t at) {
    static const struct {
        uint32_t flag;
        const char *name;
        const nav2_field *fields;
    } crossings[] = {
        {NAV2_CROSS_SEGMENT, "crossSegment", segment_cross_fields},
        {NAV2_CROSS_CHUNK, "crossChunk", chunk_cross_fields},
        {NAV2_CROSS_TILE, "crossTile", tile_cross_fields},
    };
    for (size_t i = 0; i < sizeof crossings / sizeof crossings[0]; i++) {
        const nl_path path = nl_key(links, crossings[i].name);
        if (!(node->flags & crossings[i].flag)) continue;
        nav2_put_fields(o->d, &path, crossings[i].fields, at);
        at += nav2_cross_bytes(crossings[i].flag);
    }
}

static void put_links(nav2_dumper *d, const nl_path *record, const void *what) {
    const nav2_out *const o = what;
    const nl_path list = nl_key(record, "linkData");
    for (uint32_t i = 0; i < o->g->graph.node_count && nav2_may_go_on(d); i++) {
        const nav2_node node = nav2_node_at(o->d->job->bytes + o->g->graph.nodes, i);
        const uint64_t at = nav2_links_of(o->g, &node);
        const nl_path links = nl_item(&list, i);
        const nav2_rows inside = {"inside", inside_fields, at, node.inside, NAV2_LINK_BYTES};
        if (at == 0) continue;
        nav2_put_pad(d, &links, "padding", at);
        nav2_put_rows(d, &links, &inside);
        put_crossings(o, &links, &node, at + (uint64_t)node.inside * NAV2_LINK_BYTES);
    }
}

static void put_graph(const nav2_out *o) {
    static const nav2_field attribute = {"attributes", NL_U16LE, NAVLINT_PLAIN, 0};
    static const nav2_field face = {"navmeshIndices", NL_U16LE, NAVLINT_REFERENCE, 0};
    const nav2_group *const g = o->g;
    const uint32_t count = g->graph.node_count;
    const nav2_rows positions = nav2_positions_of(g->graph.positions, count);
    const nav2_rows nodes = {"nodes", node_fields, g->graph.nodes, count, NAV2_NODE_BYTES};
    const nav2_rows edges = {"edges", edge_fields, g->graph.edges, g->graph.edge_count,
                             NAV2_EDGE_BYTES};
    const nav2_values attributes = {&attribute, g->graph.attributes, g->graph.attribute_count};
    const nav2_values faces = {&face, g->graph.faces, count};
    const nav2_step steps[] = {
        {positions.at, "positionsPadding", nav2_put_table, &positions},
        {nodes.at, "nodesPadding", nav2_put_table, &nodes},
        {g->graph.links, "linkDataPadding", put_links, o},
        {edges.at, "edgesPadding", nav2_put_table, &edges},
        {attributes.at, "attributesPadding", nav2_put_list, &attributes},
        {faces.at, "navmeshIndicesPadding", nav2_put_list, &faces},
    };
    nav2_put_chunk_header(o, graph_fields);
    if (o->chunk->is_readable) nav2_put_steps(o->d, o->path, steps, sizeof steps / sizeof steps[0]);
}

/* ---- NavmeshChunk ---- */

static const nav2_field mesh_fields[] = {{"positionsOffset", NL_U32LE, NAVLINT_REFERENCE, 0},
                                         {"meshesOffset", NL_U32LE, NAVLINT_REFERENCE, 4},
                                         {"meshDataOffset", NL_U32LE, NAVLINT_REFERENCE, 8},
                                         {"padding0C", NL_U32LE, NAVLINT_PLAIN, 12},
                                         {"padding10", NL_U32LE, NAVLINT_PLAIN, 16},
                                         {"padding14", NL_U32LE, NAVLINT_PLAIN, 20},
                                         {"meshCount", NL_U16LE, NAVLINT_COUNT, 24},
                                         {"positionCount", NL_U16LE, NAVLINT_COUNT, 26},
                                         {"padding1C", NL_U32LE, NAVLINT_PLAIN, 28},
                                         NAV2_END_OF_FIELDS};

static const nav2_field face_fields[] = {{"descriptor", NL_U32LE, NAVLINT_REFERENCE, 0},
                                         NAV2_END_OF_FIELDS};

static void put_record(const nav2_out *o, const nl_path *path, const nav2_face *face,
                       uint32_t bytes) {
    static const nav2_field neighbours = {"neighbours", NL_U16LE, NAVLINT_REFERENCE, 0};
    static const nav2_field vertices = {"vertices", NL_U8, NAVLINT_REFERENCE, 0};
    static const nav2_field nodes = {"navigationGraphNodes", NL_U8, NAVLINT_REFERENCE, 0};
    static const nav2_field groups = {"dataChunkIds", NL_U16LE, NAVLINT_REFERENCE, 0};
    static const nav2_field tiles = {"tileIds", NL_U16LE, NAVLINT_REFERENCE, 0};
    const uint64_t at = (uint64_t)o->g->mesh.records + face->record;
    const uint32_t short_bytes = nav2_short_record_bytes(face);
    const uint64_t filled = nl_min(at + nav2_align(bytes), o->chunk->end);
    nav2_put_values(o->d, path, &neighbours, at, face->sides);
    nav2_put_values(o->d, path, &vertices, at + 2 * face->sides, face->sides);
    nav2_put_values(o->d, path, &nodes, at + 3 * face->sides, face->nodes);
    if (bytes > short_bytes) {
        const uint64_t arrays = at + bytes - 4 * face->sides;
        nav2_put_pad(o->d, path, "gap", arrays);
        nav2_put_values(o->d, path, &groups, arrays, face->sides);
        nav2_put_values(o->d, path, &tiles, arrays + 2 * face->sides, face->sides);
    }
    nav2_put_pad(o->d, path, "padding", filled);
}

static void put_records(nav2_dumper *d, const nl_path *record, const void *what) {
    const nav2_out *const o = what;
    const nl_path list = nl_key(record, "meshData");
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
    const nav2_rows positions = nav2_positions_of(g->mesh.positions, g->mesh.position_count);
    const nav2_rows faces = {"meshes", face_fields, g->mesh.faces, g->mesh.face_count,
                             NAV2_FACE_BYTES};
    const nav2_step steps[] = {
        {positions.at, "positionsPadding", nav2_put_table, &positions},
        {faces.at, "meshesPadding", nav2_put_table, &faces},
        {g->mesh.records, "meshDataPadding", put_records, o},
    };
    nav2_put_chunk_header(o, mesh_fields);
    if (o->chunk->is_readable) nav2_put_steps(o->d, o->path, steps, sizeof steps / sizeof steps[0]);
}

/* ---- The chain ---- */

/* The group's chunk whose header is here; NULL if it is of no group, or a second one. */
static const nav2_group *group_at(const nav2_document *doc, const uint8_t *header, uint32_t at) {
    const uint32_t type = nl_load_u32(header);
    const nav2_group *const group = nav2_group_of(doc, nav2_number_of(nl_load_u32(header + 12)));
    if (!group || type >= NAV2_KINDS || group->chunks[type].at != at) return NULL;
    return group->chunks[type].payload != 0 ? group : NULL;
}

static const nav2_field chunk_fields[] = {{"type", NL_U32LE, NAVLINT_PLAIN, 0},
                                          {"nextChunkOffset", NL_U32LE, NAVLINT_REFERENCE, 4},
                                          {"dataOffset", NL_U32LE, NAVLINT_REFERENCE, 8},
                                          {"dataChunkUid", NL_U32LE, NAVLINT_IDENTITY, 12},
                                          NAV2_END_OF_FIELDS};

static void put_chunk(nav2_dumper *d, const nl_path *path, uint32_t at) {
    static void (*const writers[NAV2_KINDS])(const nav2_out *) = {
        [NAV2_GRAPH] = put_graph,
        [NAV2_MESH] = put_mesh,
        [NAV2_SEGGRAPH] = nav2_put_seggraph,
        [NAV2_SEGMENTS] = nav2_put_segments,
    };
    const uint8_t *const bytes = d->job->bytes + at;
    const nav2_group *const group = group_at(d->doc, bytes, at);
    const nav2_out out = {d, path, group, group ? &group->chunks[nl_load_u32(bytes)] : NULL};
    nav2_put_fields(d, path, chunk_fields, at);
    if (!group) return;
    nav2_put_pad(d, path, "dataPadding", out.chunk->payload);
    writers[nl_load_u32(bytes)](&out);
}

/* The header that the chain could not be followed from, as far as it is there. */
static void put_broken_chunk(nav2_dumper *d, const nl_path *list) {
    const nl_path path = nl_item(list, d->doc->chunk_count);
    const uint64_t at = d->doc->chain_end;
    if (at + NAV2_CHUNK_HEADER_BYTES <= d->job->length) nav2_put_fields(d, &path, chunk_fields, at);
}

void nav2_dump_chunks(nav2_dumper *d) {
    const nl_path list = nl_key(NULL, "chunks");
    uint32_t at = d->doc->chunks_at;
    for (uint32_t i = 0; i < d->doc->chunk_count && nav2_may_go_on(d); i++) {
        const nl_path path = nl_item(&list, i);
        const uint32_t next = at + nl_load_u32(d->job->bytes + at + 4);
        put_chunk(d, &path, at);
        nav2_put_pad(d, &path, "padding", next);
        at = next;
    }
    if (!d->doc->has_chain && !d->dump->stopped) put_broken_chunk(d, &list);
}
