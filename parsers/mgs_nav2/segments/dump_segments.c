/* The fields of a SegmentChunk and a SegmentGraph. */
#include "parsers/mgs_nav2/segments/segments.h"

/* ---- SegmentChunk ---- */

void nav2_put_segments(const nav2_out *o) {
    const nav2_group *const g = o->g;
    const uint32_t count = g->segments.count;
    const nav2_dump_table tables[] = {
        {.rows = {"bounds", NAV2_BOUNDS_RECORD, g->segments.bounds, count}},
        {.rows = {"segments", NAV2_SEGMENT_RECORD, g->segments.segments, count}},
    };
    nav2_put_record(o->d, o->path, NAV2_SEGMENTS_HEADER_RECORD, o->chunk->payload);
    if (o->chunk->is_readable)
        nav2_put_tables(o->d, o->path, tables, sizeof tables / sizeof tables[0]);
}

/* ---- SegmentGraph ---- */

/* Shows the links of one kind and adds up how many nodes they list; returns where they end. */
static uint64_t put_seglinks(const nav2_out *o, const nl_path *links, nav2_link_kind kind,
                             nav2_rows rows, uint32_t *listed) {
    uint64_t at = rows.at;
    nav2_put_rows(o->d, links, rows);
    for (uint32_t i = 0; i < rows.count; i++, at += nav2_seglink_bytes(kind))
        *listed += nav2_seglink_at(o->d->job->bytes + at, kind).listed;
    return at;
}

static void put_segnode_links(const nav2_out *o, const nl_path *links, const nav2_segnode *node) {
    static const char *const keys[NAV2_LINK_KINDS] = {"inside", "crossChunk", "crossTile"};
    static const unsigned records[NAV2_LINK_KINDS] = {
        NAV2_SEGLINK_RECORD, NAV2_CHUNK_SEGLINK_RECORD, NAV2_TILE_SEGLINK_RECORD};
    uint64_t at = (uint64_t)o->g->seggraph.links + node->links;
    const uint64_t end = o->g->seggraph.links_end;
    uint32_t listed = 0;
    if (at + nav2_seglinks_bytes(node) > end) return;
    nav2_put_pad(o->d, links, "padding", at);
    for (nav2_link_kind kind = NAV2_LINK_INSIDE; kind < NAV2_LINK_KINDS; kind++)
        at = put_seglinks(o, links, kind,
                          (nav2_rows){keys[kind], records[kind], at, node->counts[kind]}, &listed);
    if (at + listed <= end)
        nav2_put_rows(o->d, links, (nav2_rows){"navNodes", NAV2_LISTED_RECORD, at, listed});
}

static void put_all_seglinks(nav2_dumper *d, const nl_path *chunk, const void *what) {
    const nav2_out *const o = what;
    const nl_path list = nl_key(chunk, "linkData");
    for (uint32_t i = 0; i < o->g->seggraph.node_count && nav2_may_go_on(d); i++) {
        const nav2_segnode node = nav2_segnode_at(o->d->job->bytes + o->g->seggraph.nodes, i);
        const nl_path links = nl_item(&list, i);
        put_segnode_links(o, &links, &node);
    }
}

void nav2_put_seggraph(const nav2_out *o) {
    const nav2_group *const g = o->g;
    const uint32_t nodes = g->seggraph.node_count;
    const nav2_dump_table tables[] = {
        {.rows = {"positions", NAV2_POSITION_RECORD, g->seggraph.positions, nodes}},
        {.rows = {"nodes", NAV2_SEGNODE_RECORD, g->seggraph.nodes, nodes}},
        {.rows = {.key = "linkData", .at = g->seggraph.links}, .put = put_all_seglinks, .what = o},
    };
    nav2_put_record(o->d, o->path, NAV2_SEGGRAPH_HEADER_RECORD, o->chunk->payload);
    if (o->chunk->is_readable)
        nav2_put_tables(o->d, o->path, tables, sizeof tables / sizeof tables[0]);
}
