/* The fields of IslandGraphs and ConnectTileInfo. */
#include "core/checked.h"
#include "parsers/mgs_nav2/islands/islands.h"

/* ---- IslandGraphs ---- */

static void put_links_of(nav2_dumper *d, const nl_path *links, const nav2_island *g,
                         uint32_t index) {
    const nav2_island_node n = nav2_island_node_of(d->job->bytes, g, index);
    const uint64_t inside = n.links + (uint64_t)n.chunks * NAV2_ISLAND_CHUNK_LINK_BYTES;
    const uint64_t tiles = inside + (uint64_t)n.inside * NAV2_ISLAND_INSIDE_LINK_BYTES;
    if (n.links + nav2_island_link_bytes(&n) > g->next) return;
    nav2_put_rows(d, links,
                  (nav2_rows){"crossChunk", NAV2_ISLAND_CHUNK_LINK_RECORD, n.links, n.chunks});
    nav2_put_rows(d, links,
                  (nav2_rows){"inside", NAV2_ISLAND_INSIDE_LINK_RECORD, inside, n.inside});
    nav2_put_rows(d, links, (nav2_rows){"crossTile", NAV2_ISLAND_TILE_LINK_RECORD, tiles, n.tiles});
}

static void put_links(nav2_dumper *d, const nl_path *island, const void *what) {
    const nav2_island *const g = what;
    const nl_path list = nl_key(island, "linkData");
    for (uint32_t i = 0; i < g->node_count && nav2_may_go_on(d); i++) {
        const nl_path links = nl_item(&list, i);
        put_links_of(d, &links, g, i);
    }
}

/* Places of the sides, as many as there are up to the end of the graph. */
static uint32_t count_places(const nav2_dumper *d, const nav2_island *g) {
    const uint64_t room = (g->next - g->infos) / NAV2_SIDE_PLACE_BYTES;
    return (uint32_t)nl_min(nav2_end_of_places(d->job->bytes, g), room);
}

static void put_island(nav2_dumper *d, const nl_path *path, const nav2_island *g) {
    nav2_put_record(d, path, NAV2_ISLAND_HEADER_RECORD, g->at);
    if (!g->is_readable) return;
    const uint32_t nodes = g->node_count;
    const nav2_dump_table tables[] = {
        {.rows = {"nodes", NAV2_ISLAND_NODE_RECORD, g->nodes, nodes}},
        {.rows = {.key = "linkData", .at = g->links}, .put = put_links, .what = g},
        {.rows = {"lowGraphNodeLinks", NAV2_LOW_NODE_RECORD, g->low_nodes, nodes}},
        {.rows = {"segmentCounts", NAV2_ISLAND_USES_RECORD, g->counts, nodes}},
        {.rows = {"connectSides", NAV2_CONNECT_SIDE_RECORD, g->sides, NAV2_ISLAND_SIDES}},
        {.rows = {"connectInfos", NAV2_SIDE_PLACE_RECORD, g->infos, count_places(d, g)}},
    };
    nav2_put_tables(d, path, tables, sizeof tables / sizeof tables[0]);
}

void nav2_dump_islands(nav2_dumper *d) {
    const nl_path list = nl_key(NULL, "islandGraphs");
    for (uint32_t i = 0; i < d->doc->island_count && nav2_may_go_on(d); i++) {
        const nl_path path = nl_item(&list, i);
        put_island(d, &path, &d->doc->islands[i]);
        nav2_put_pad(d, &path, "padding", d->doc->islands[i].next);
    }
    /* The header that the chain of graphs could not be followed from. */
    const nl_path broken = nl_item(&list, d->doc->island_count);
    const uint64_t at = d->doc->islands_end;
    if (d->doc->island_count < d->job->bytes[NAV2_HEADER_ISLAND_COUNT_AT] &&
        at + NAV2_ISLAND_HEADER_BYTES <= d->job->length)
        nav2_put_record(d, &broken, NAV2_ISLAND_HEADER_RECORD, at);
}

/* ---- ConnectTileInfo ---- */

void nav2_dump_tiles(nav2_dumper *d) {
    const nav2_tiles *const t = &d->doc->tiles;
    const nl_path info = nl_key(NULL, "connectTileInfo");
    const nav2_dump_table tables[] = {
        {.rows = {"groups", NAV2_TILES_GROUP_RECORD, t->groups, t->group_count}},
        {.rows = {"infos", NAV2_TILES_INFO_RECORD, t->infos, t->info_count}},
        {.rows = {"nodes", NAV2_TILES_NODE_RECORD, t->nodes, t->node_count}},
    };
    nav2_put_record(d, &info, NAV2_TILES_HEADER_RECORD, t->at);
    if (t->is_readable) nav2_put_tables(d, &info, tables, sizeof tables / sizeof tables[0]);
}
