/* The fields of a SegmentChunk and a SegmentGraph. */
#include "parsers/mgs_nav2/dumper.h"

/* ---- SegmentChunk ---- */

void nav2_put_segments(const nav2_out *o) {
    static const nav2_field header[] = {{"boundsOffset", NL_U32LE, NAVLINT_REFERENCE, 0},
                                        {"segmentsOffset", NL_U32LE, NAVLINT_REFERENCE, 4},
                                        {"selfSize", NL_U32LE, NAVLINT_PLAIN, 8},
                                        {"segmentCount", NL_U32LE, NAVLINT_COUNT, 12},
                                        NAV2_END_OF_FIELDS};
    static const nav2_field bounds[] = {{"min/x", NL_U16LE, NAVLINT_PLAIN, 0},
                                        {"min/y", NL_U16LE, NAVLINT_PLAIN, 2},
                                        {"min/z", NL_U16LE, NAVLINT_PLAIN, 4},
                                        {"max/x", NL_U16LE, NAVLINT_PLAIN, 6},
                                        {"max/y", NL_U16LE, NAVLINT_PLAIN, 8},
                                        {"max/z", NL_U16LE, NAVLINT_PLAIN, 10},
                                        NAV2_END_OF_FIELDS};
    static const nav2_field segments[] = {
        {"baseNavmeshPositionIndex", NL_U16LE, NAVLINT_REFERENCE, 0},
        {"baseNavmeshIndex", NL_U16LE, NAVLINT_REFERENCE, 2},
        {"baseNavigationGraphEdgeIndex", NL_U16LE, NAVLINT_REFERENCE, 4},
        {"baseNavigationGraphNodeIndex", NL_U16LE, NAVLINT_REFERENCE, 6},
        {"navmeshPositionCount", NL_U8, NAVLINT_COUNT, 8},
        {"navmeshCount", NL_U8, NAVLINT_COUNT, 9},
        {"navigationGraphEdgeCount", NL_U8, NAVLINT_COUNT, 10},
        {"navigationGraphNodeCount", NL_U8, NAVLINT_COUNT, 11},
        NAV2_END_OF_FIELDS};
    const nav2_group *const g = o->g;
    const nav2_rows low = {"bounds", bounds, g->segments.bounds, g->segments.count,
                           NAV2_BOUNDS_BYTES};
    const nav2_rows rows = {"segments", segments, g->segments.segments, g->segments.count,
                            NAV2_SEGMENT_BYTES};
    const nav2_step steps[] = {
        {low.at, "boundsPadding", nav2_put_table, &low},
        {rows.at, "segmentsPadding", nav2_put_table, &rows},
    };
    nav2_put_chunk_header(o, header);
    if (o->chunk->is_readable) nav2_put_steps(o->d, o->path, steps, sizeof steps / sizeof steps[0]);
}

/* ---- SegmentGraph ---- */

static const nav2_field seggraph_fields[] = {
    {"positionsOffset", NL_U32LE, NAVLINT_REFERENCE, 0},
    {"nodesOffset", NL_U32LE, NAVLINT_REFERENCE, 4},
    {"linkDataOffset", NL_U32LE, NAVLINT_REFERENCE, 8},
    {"padding0C", NL_U32LE, NAVLINT_PLAIN, 12},
    {"selfSize", NL_U32LE, NAVLINT_PLAIN, 16},
    {"nodeCount", NL_U16LE, NAVLINT_COUNT, 20},
    {"padding16", NL_U32LE, NAVLINT_PLAIN, 22},
    {"totalNavigationGraphNodeIndexCount", NL_U16LE, NAVLINT_PLAIN, 26},
    {"padding1C", NL_U32LE, NAVLINT_PLAIN, 28},
    NAV2_END_OF_FIELDS};

static const nav2_field segnode_fields[] = {
    {"linkDataAndCount", NL_U32LE, NAVLINT_REFERENCE, 0},
    {"islandNodes/0", NL_U16LE, NAVLINT_REFERENCE, 4},
    {"islandNodes/1", NL_U16LE, NAVLINT_REFERENCE, 6},
    {"islandNodes/2", NL_U16LE, NAVLINT_REFERENCE, 8},
    {"crossingDataChunkLinkCount", NL_U8, NAVLINT_COUNT, 10},
    {"crossingTileLinkCount", NL_U8, NAVLINT_COUNT, 11},
    NAV2_END_OF_FIELDS};

/* The fields of each kind of link; those of an inside link end the others. */
static const nav2_field seglink_fields[NAV2_LINK_KINDS][7] = {
    {{"weight", NL_U16LE, NAVLINT_PLAIN, 0},
     {"node", NL_U16LE, NAVLINT_REFERENCE, 2},
     {"navNodeCount", NL_U8, NAVLINT_COUNT, 4},
     {"linkIndex", NL_U8, NAVLINT_REFERENCE, 5},
     NAV2_END_OF_FIELDS},
    {{"dataChunkId", NL_U16LE, NAVLINT_REFERENCE, 0},
     {"weight", NL_U16LE, NAVLINT_PLAIN, 2},
     {"node", NL_U16LE, NAVLINT_REFERENCE, 4},
     {"navNodeCount", NL_U8, NAVLINT_COUNT, 6},
     {"linkIndex", NL_U8, NAVLINT_REFERENCE, 7},
     NAV2_END_OF_FIELDS},
    {{"tileId", NL_U16LE, NAVLINT_REFERENCE, 0},
     {"dataChunkId", NL_U16LE, NAVLINT_REFERENCE, 2},
     {"weight", NL_U16LE, NAVLINT_PLAIN, 4},
     {"node", NL_U16LE, NAVLINT_REFERENCE, 6},
     {"navNodeCount", NL_U8, NAVLINT_COUNT, 8},
     {"linkIndex", NL_U8, NAVLINT_REFERENCE, 9},
     NAV2_END_OF_FIELDS}};

/* Shows the links of one kind and adds up how many nodes they list; returns where they end. */
static uint64_t put_seglinks(const nav2_out *o, const nl_path *links, nav2_link_kind kind,
                             uint64_t at, uint32_t count, uint32_t *listed) {
    static const char *const names[NAV2_LINK_KINDS] = {"inside", "crossChunk", "crossTile"};
    const nav2_rows rows = {names[kind], seglink_fields[kind], at, count, nav2_seglink_bytes(kind)};
    nav2_put_rows(o->d, links, &rows);
    for (uint32_t i = 0; i < count; i++, at += nav2_seglink_bytes(kind))
        *listed += nav2_seglink_at(o->d->job->bytes + at, kind).listed;
    return at;
}

static void put_segnode_links(const nav2_out *o, const nl_path *links, const nav2_segnode *node) {
    static const nav2_field nav_node = {"navNodes", NL_U8, NAVLINT_REFERENCE, 0};
    uint64_t at = (uint64_t)o->g->seggraph.links + node->links;
    const uint64_t end = o->g->seggraph.links_end;
    uint32_t listed = 0;
    if (at + nav2_seglinks_bytes(node) > end) return;
    nav2_put_pad(o->d, links, "padding", at);
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        at = put_seglinks(o, links, kind, at, node->counts[kind], &listed);
    if (at + listed <= end) nav2_put_values(o->d, links, &nav_node, at, listed);
}

static void put_all_seglinks(nav2_dumper *d, const nl_path *record, const void *what) {
    const nav2_out *const o = what;
    const nl_path list = nl_key(record, "linkData");
    for (uint32_t i = 0; i < o->g->seggraph.node_count && nav2_may_go_on(d); i++) {
        const nav2_segnode node = nav2_segnode_at(o->d->job->bytes + o->g->seggraph.nodes, i);
        const nl_path links = nl_item(&list, i);
        put_segnode_links(o, &links, &node);
    }
}

void nav2_put_seggraph(const nav2_out *o) {
    const nav2_group *const g = o->g;
    const nav2_rows positions = nav2_positions_of(g->seggraph.positions, g->seggraph.node_count);
    const nav2_rows nodes = {"nodes", segnode_fields, g->seggraph.nodes, g->seggraph.node_count,
                             NAV2_SEGNODE_BYTES};
    const nav2_step steps[] = {
        {positions.at, "positionsPadding", nav2_put_table, &positions},
        {nodes.at, "nodesPadding", nav2_put_table, &nodes},
        {g->seggraph.links, "linkDataPadding", put_all_seglinks, o},
    };
    nav2_put_chunk_header(o, seggraph_fields);
    if (o->chunk->is_readable) nav2_put_steps(o->d, o->path, steps, sizeof steps / sizeof steps[0]);
}
