/* The fields of IslandGraphs, SearchSpace and ConnectTileInfo. */
#include "core/checked.h"
#include "parsers/mgs_nav2/dumper.h"

/* ---- IslandGraphs ---- */

static const nav2_field island_fields[] = {
    {"nextGraphOffset", NL_U16LE, NAVLINT_REFERENCE, 0},
    {"nodesOffset", NL_U16LE, NAVLINT_REFERENCE, 2},
    {"nodeCount", NL_U16LE, NAVLINT_COUNT, 4},
    {"linkDataOffset", NL_U16LE, NAVLINT_REFERENCE, 6},
    {"lowGraphNodeLinksOffset", NL_U16LE, NAVLINT_REFERENCE, 8},
    {"segmentCountsOffset", NL_U16LE, NAVLINT_REFERENCE, 10},
    {"connectSideInfoGroupsOffset", NL_U16LE, NAVLINT_REFERENCE, 12},
    {"connectSideInfosOffset", NL_U16LE, NAVLINT_REFERENCE, 14},
    NAV2_END_OF_FIELDS};

static const nav2_field island_node_fields[] = {
    {"position/x", NL_U16LE, NAVLINT_PLAIN, 0},
    {"position/y", NL_U16LE, NAVLINT_PLAIN, 2},
    {"position/z", NL_U16LE, NAVLINT_PLAIN, 4},
    {"attributes", NL_U16LE, NAVLINT_PLAIN, 6},
    {"linkDataOffset", NL_U16LE, NAVLINT_REFERENCE, 8},
    {"crossingTileLinkCount", NL_U16LE, NAVLINT_COUNT, 10},
    {"insideLinkCount", NL_U8, NAVLINT_COUNT, 12},
    {"crossingDataChunkLinkCount", NL_U8, NAVLINT_COUNT, 13},
    NAV2_END_OF_FIELDS};

static const nav2_field chunk_link_fields[] = {{"dataChunkUid", NL_U32LE, NAVLINT_REFERENCE, 0},
                                               {"weight", NL_U16LE, NAVLINT_PLAIN, 4},
                                               {"node", NL_U16LE, NAVLINT_REFERENCE, 6},
                                               NAV2_END_OF_FIELDS};

static const nav2_field weight_fields[] = {{"weight", NL_U16LE, NAVLINT_PLAIN, 0},
                                           {"node", NL_U16LE, NAVLINT_REFERENCE, 2},
                                           NAV2_END_OF_FIELDS};

static const nav2_field low_fields[] = {{"dataChunkUid", NL_U32LE, NAVLINT_REFERENCE, 0},
                                        {"segmentGraphNode", NL_U16LE, NAVLINT_REFERENCE, 4},
                                        {"navigationGraphNode", NL_U16LE, NAVLINT_REFERENCE, 6},
                                        NAV2_END_OF_FIELDS};

static const nav2_field side_fields[] = {{"tileId", NL_U16LE, NAVLINT_REFERENCE, 0},
                                         {"startIndex", NL_U16LE, NAVLINT_REFERENCE, 2},
                                         {"count", NL_U16LE, NAVLINT_COUNT, 4},
                                         NAV2_END_OF_FIELDS};

static void put_island_links(nav2_dumper *d, const nl_path *path, const void *what) {
    const nav2_island *const g = what;
    static const nav2_field tile = {"crossTile", NL_U16LE, NAVLINT_REFERENCE, 0};
    const nl_path list = nl_key(path, "linkData");
    for (uint32_t i = 0; i < g->node_count && nav2_may_go_on(d); i++) {
        const uint8_t *const p = d->job->bytes + g->nodes + (size_t)i * NAV2_ISLAND_NODE_BYTES;
        const uint64_t at = g->links + (uint64_t)nl_load_u16(p + 8);
        const nav2_rows chunks = {"crossChunk", chunk_link_fields, at, p[13], 8};
        const nav2_rows inside = {"inside", weight_fields, at + 8u * p[13], p[12], 4};
        const nl_path links = nl_item(&list, i);
        if (at + 8u * p[13] + 4u * p[12] + 2u * nl_load_u16(p + 10) > g->next) continue;
        nav2_put_rows(d, &links, &chunks);
        nav2_put_rows(d, &links, &inside);
        nav2_put_values(d, &links, &tile, inside.at + 4u * p[12], nl_load_u16(p + 10));
    }
}

/* Places of the sides, as many as there are up to the end of the graph. */
static uint32_t count_infos(const nav2_dumper *d, const nav2_island *g) {
    uint32_t most = 0;
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        const uint8_t *const p = d->job->bytes + g->sides + 6 * (size_t)side;
        const uint32_t end = (uint32_t)nl_load_u16(p + 2) + nl_load_u16(p + 4);
        if (end > most) most = end;
    }
    return (uint32_t)nl_min(most, (g->next - g->infos) / 4);
}

static void put_island(nav2_dumper *d, const nl_path *path, const nav2_island *g) {
    static const nav2_field count = {"segmentCounts", NL_U16LE, NAVLINT_PLAIN, 0};
    nav2_put_fields(d, path, island_fields, g->at);
    if (!g->is_readable) return;
    const nav2_rows nodes = {"nodes", island_node_fields, g->nodes, g->node_count,
                             NAV2_ISLAND_NODE_BYTES};
    const nav2_rows low = {"lowGraphNodeLinks", low_fields, g->low_nodes, g->node_count, 8};
    const nav2_values counts = {&count, g->counts, g->node_count};
    const nav2_rows sides = {"connectSides", side_fields, g->sides, NAV2_ISLAND_SIDES, 6};
    const nav2_rows infos = {"connectInfos", weight_fields, g->infos, count_infos(d, g), 4};
    const nav2_step steps[] = {
        {nodes.at, "nodesPadding", nav2_put_table, &nodes},
        {g->links, "linkDataPadding", put_island_links, g},
        {low.at, "lowGraphNodeLinksPadding", nav2_put_table, &low},
        {counts.at, "segmentCountsPadding", nav2_put_list, &counts},
        {sides.at, "connectSidesPadding", nav2_put_table, &sides},
        {infos.at, "connectInfosPadding", nav2_put_table, &infos},
    };
    nav2_put_steps(d, path, steps, sizeof steps / sizeof steps[0]);
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
    const uint32_t count = nav2_header_value(d->job->bytes, NAV2_AT_ISLAND_COUNT);
    if (d->doc->island_count < count && at + NAV2_ISLAND_HEADER_BYTES <= d->job->length)
        nav2_put_fields(d, &broken, island_fields, at);
}

/* ---- SearchSpace ---- */

static const nav2_field search_fields[] = {{"origin/x", NL_F32LE, NAVLINT_PLAIN, 0},
                                           {"origin/y", NL_F32LE, NAVLINT_PLAIN, 4},
                                           {"origin/z", NL_F32LE, NAVLINT_PLAIN, 8},
                                           {"rangeY", NL_U16LE, NAVLINT_PLAIN, 12},
                                           {"padding0E", NL_U16LE, NAVLINT_PLAIN, 14},
                                           {"blockCountX", NL_U32LE, NAVLINT_COUNT, 16},
                                           {"blockCountY", NL_U32LE, NAVLINT_COUNT, 20},
                                           {"blockCountZ", NL_U32LE, NAVLINT_COUNT, 24},
                                           {"blockSizeXZ", NL_U32LE, NAVLINT_PLAIN, 28},
                                           {"blockSizeY", NL_U32LE, NAVLINT_PLAIN, 32},
                                           {"bucketDescsOffset", NL_U32LE, NAVLINT_REFERENCE, 36},
                                           {"bucketEntriesOffset", NL_U32LE, NAVLINT_REFERENCE, 40},
                                           {"selfSize", NL_U32LE, NAVLINT_PLAIN, 44},
                                           NAV2_END_OF_FIELDS};

static const nav2_field bucket_fields[] = {{"startOffset", NL_U32LE, NAVLINT_REFERENCE, 0},
                                           {"count", NL_U16LE, NAVLINT_COUNT, 4},
                                           {"minY", NL_U8, NAVLINT_PLAIN, 6},
                                           {"maxY", NL_U8, NAVLINT_PLAIN, 7},
                                           NAV2_END_OF_FIELDS};

/* Returns where the entry ends; 0 if it is not in the section. */
static uint64_t put_entry(nav2_dumper *d, const nl_path *path, uint64_t at) {
    static const nav2_field fields[] = {{"dataChunkUid", NL_U32LE, NAVLINT_REFERENCE, 0},
                                        {"segmentCount", NL_U32LE, NAVLINT_COUNT, 4},
                                        NAV2_END_OF_FIELDS};
    static const nav2_field segment = {"segments", NL_U16LE, NAVLINT_REFERENCE, 0};
    const uint64_t end = d->doc->search.end;
    if (at + 8 > end) return 0;
    const uint32_t count = nl_load_u32(d->job->bytes + at + 4);
    if (count > (end - at - 8) / 2) return 0;
    nav2_put_fields(d, path, fields, at);
    nav2_put_values(d, path, &segment, at + 8, count);
    return at + 8 + 2 * (uint64_t)count;
}

static void put_entries(nav2_dumper *d, const nl_path *space, const void *what) {
    const nav2_search *const s = what;
    const nl_path list = nl_key(space, "entries");
    for (uint32_t i = 0; i < s->bucket_count && nav2_may_go_on(d); i++) {
        const uint64_t desc = s->buckets + (uint64_t)i * NAV2_BUCKET_BYTES;
        uint64_t at = desc + nl_load_u32(d->job->bytes + desc);
        const nl_path bucket = nl_item(&list, i);
        for (uint32_t k = 0; k < nl_load_u16(d->job->bytes + desc + 4) && at != 0; k++) {
            const nl_path entry = nl_item(&bucket, k);
            if (!nav2_may_go_on(d)) return;
            at = put_entry(d, &entry, at);
        }
    }
}

void nav2_dump_search(nav2_dumper *d) {
    const nav2_search *const s = &d->doc->search;
    const nl_path space = nl_key(NULL, "searchSpace");
    const nav2_rows buckets = {"buckets", bucket_fields, s->buckets, s->bucket_count,
                               NAV2_BUCKET_BYTES};
    nav2_put_fields(d, &space, search_fields, s->at);
    if (!s->is_readable) return;
    const nav2_step steps[] = {
        {buckets.at, "bucketsPadding", nav2_put_table, &buckets},
        {s->entries, "entriesPadding", put_entries, s},
    };
    nav2_put_steps(d, &space, steps, sizeof steps / sizeof steps[0]);
    nav2_put_pad(d, &space, "padding", s->end);
}

/* ---- ConnectTileInfo ---- */

void nav2_dump_tiles(nav2_dumper *d) {
    static const nav2_field fields[] = {{"groupsOffset", NL_U16LE, NAVLINT_REFERENCE, 0},
                                        {"infosOffset", NL_U16LE, NAVLINT_REFERENCE, 2},
                                        {"nodesOffset", NL_U16LE, NAVLINT_REFERENCE, 4},
                                        {"groupCount", NL_U16LE, NAVLINT_COUNT, 6},
                                        {"infoCount", NL_U16LE, NAVLINT_COUNT, 8},
                                        {"nodeCount", NL_U16LE, NAVLINT_COUNT, 10},
                                        NAV2_END_OF_FIELDS};
    static const nav2_field groups[] = {{"name", NL_U32LE, NAVLINT_PLAIN, 0},
                                        {"infoRange", NL_U16LE, NAVLINT_REFERENCE, 4},
                                        NAV2_END_OF_FIELDS};
    static const nav2_field infos[] = {{"dataChunkId", NL_U16LE, NAVLINT_REFERENCE, 0},
                                       {"nodeRange", NL_U16LE, NAVLINT_REFERENCE, 2},
                                       NAV2_END_OF_FIELDS};
    static const nav2_field nodes[] = {{"navigationGraphNode", NL_U16LE, NAVLINT_REFERENCE, 0},
                                       {"faceAndSide", NL_U16LE, NAVLINT_REFERENCE, 2},
                                       NAV2_END_OF_FIELDS};
    const nav2_tiles *const t = &d->doc->tiles;
    const nl_path info = nl_key(NULL, "connectTileInfo");
    const nav2_rows tables[] = {{"groups", groups, t->groups, t->group_count, 6},
                                {"infos", infos, t->infos, t->info_count, 4},
                                {"nodes", nodes, t->nodes, t->node_count, 4}};
    const nav2_step steps[] = {
        {tables[0].at, "groupsPadding", nav2_put_table, &tables[0]},
        {tables[1].at, "infosPadding", nav2_put_table, &tables[1]},
        {tables[2].at, "nodesPadding", nav2_put_table, &tables[2]},
    };
    nav2_put_fields(d, &info, fields, t->at);
    if (t->is_readable) nav2_put_steps(d, &info, steps, sizeof steps / sizeof steps[0]);
}
