/* What the records of a .nav2 file are to somebody who compares two: core/kinds.h. */
#include "core/kinds.h"

#include "parsers/mgs_nav2/layout.h"

enum {
    TILE,
    SEGMENTS,
    MESH,
    GRAPH,
    SEGGRAPH,
    CHUNK,
    SEGMENT,
    VERTEX,
    NODE,
    EDGE,
    FACE,
    SEGNODE,
    ISLANDS,
    ISLAND_NODE,
    BUCKET
};

#define NAMED_BY_UID NL_NAMED, .key = {"dataChunkUid"}

/* A group's chunks are known by the group's uid. Positions are fractions of metres. */
static const nl_kind kinds[] = {
    [TILE] = {.name = "file", .plural = "files"},
    [SEGMENTS] = {.name = "SegmentChunk", .plural = "SegmentChunks", NAMED_BY_UID},
    [MESH] = {.name = "NavmeshChunk", .plural = "NavmeshChunks", NAMED_BY_UID},
    [GRAPH] = {.name = "NavigationGraph", .plural = "NavigationGraphs", NAMED_BY_UID},
    [SEGGRAPH] = {.name = "SegmentGraph", .plural = "SegmentGraphs", NAMED_BY_UID},
    [CHUNK] = {.name = "chunk", .plural = "chunks", NAMED_BY_UID},
    [SEGMENT] = {.name = "segment", .plural = "segments", NL_PLACED, .points = {"min", "max"},
                 .reach = 4, .is_scaled = true},
    [VERTEX] = {.name = "vertex", .plural = "vertices", NL_PLACED, .points = {""}, .reach = 1,
                .is_scaled = true},
    [NODE] = {.name = "node", .plural = "nodes", NL_PLACED, .points = {""}, .reach = 1,
              .is_scaled = true},
    [EDGE] = {.name = "edge", .plural = "edges", NL_PLACED, .reach = 1},
    [FACE] = {.name = "face", .plural = "faces", NL_PLACED, .reach = 1},
    [SEGNODE] = {.name = "SegmentGraph node", .plural = "SegmentGraph nodes", NL_PLACED,
                 .points = {""}, .reach = 4, .is_scaled = true},
    [ISLANDS] = {.name = "island graph", .plural = "island graphs", NL_PLACED},
    [ISLAND_NODE] = {.name = "island node", .plural = "island nodes", NL_PLACED,
                     .points = {"position"}, .reach = 4, .is_scaled = true},
    [BUCKET] = {.name = "bucket", .plural = "buckets", NL_PLACED},
};

static const nl_home homes[] = {
    {TILE, GRAPH, "chunks/N", "type", 0},
    {TILE, MESH, "chunks/N", "type", 1},
    {TILE, SEGGRAPH, "chunks/N", "type", 3},
    {TILE, SEGMENTS, "chunks/N", "type", 4},
    {.outer = TILE, .kind = CHUNK, .path = "chunks/N"},
    {.outer = SEGMENTS, .kind = SEGMENT, .path = "bounds/N"},
    {.outer = SEGMENTS, .kind = SEGMENT, .path = "segments/N"},
    {.outer = MESH, .kind = VERTEX, .path = "positions/N"},
    {.outer = MESH, .kind = FACE, .path = "meshes/N"},
    {.outer = MESH, .kind = FACE, .path = "meshData/N"},
    {.outer = GRAPH, .kind = NODE, .path = "positions/N"},
    {.outer = GRAPH, .kind = NODE, .path = "nodes/N"},
    {.outer = GRAPH, .kind = NODE, .path = "linkData/N"},
    {.outer = GRAPH, .kind = NODE, .path = "navmeshIndices/N"},
    {.outer = GRAPH, .kind = EDGE, .path = "edges/N"},
    {.outer = SEGGRAPH, .kind = SEGNODE, .path = "positions/N"},
    {.outer = SEGGRAPH, .kind = SEGNODE, .path = "nodes/N"},
    {.outer = SEGGRAPH, .kind = SEGNODE, .path = "linkData/N"},
    {.outer = TILE, .kind = ISLANDS, .path = "islandGraphs/N"},
    {.outer = ISLANDS, .kind = ISLAND_NODE, .path = "nodes/N"},
    {.outer = ISLANDS, .kind = ISLAND_NODE, .path = "linkData/N"},
    {.outer = ISLANDS, .kind = ISLAND_NODE, .path = "lowGraphNodeLinks/N"},
    {.outer = ISLANDS, .kind = ISLAND_NODE, .path = "segmentCounts/N"},
    {.outer = TILE, .kind = BUCKET, .path = "searchSpace/buckets/N"},
    {.outer = TILE, .kind = BUCKET, .path = "searchSpace/entries/N"},
};

#define UNSEEN(record, path)                                                                       \
    { .kind = (record), .field = (path), .meaning = NL_UNSEEN }
#define NUMBER(record, path, to)                                                                   \
    { .kind = (record), .field = (path), .meaning = NL_BY_INDEX, .target = (to) }

/* A number in a segment, whose number is in the upper bits of `by`. */
#define LOCAL(field_of, to, in, by, first, at_bit)                                                 \
    .meaning = NL_BY_INDEX, .target = (to), .sibling = (in), .is_content = true, .base_by = (by),  \
    .base_kind = SEGMENT, .base_sibling = SEGMENTS, .base_field = (first),                         \
    .base_shift = (at_bit), .base_mask = 0xFFF, .field = (field_of)

static const nl_sense senses[] = {
    UNSEEN(TILE, "fileSize"),
    UNSEEN(TILE, "chunksOffset"),
    UNSEEN(TILE, "searchSpaceOffset"),
    UNSEEN(TILE, "islandGraphsOffset"),
    UNSEEN(TILE, "connectTileInfoOffset"),
    UNSEEN(TILE, "chunkDescsOffset"),
    UNSEEN(TILE, "chunkDescsDataSize"),
    UNSEEN(TILE, "chunkDescs/N/dataChunkUid"), /* says of the chunks what they say themselves */
    UNSEEN(TILE, "chunkDescs/N/dataOffset"),
    UNSEEN(TILE, "chunkDescs/N/typeAndSize"),
    UNSEEN(TILE, "searchSpace/bucketDescsOffset"),
    UNSEEN(TILE, "searchSpace/bucketEntriesOffset"),
    UNSEEN(TILE, "searchSpace/selfSize"),
    UNSEEN(TILE, "connectTileInfo/groupsOffset"),
    UNSEEN(TILE, "connectTileInfo/infosOffset"),
    UNSEEN(TILE, "connectTileInfo/nodesOffset"),
    UNSEEN(GRAPH, "nextChunkOffset"),
    UNSEEN(GRAPH, "dataOffset"),
    UNSEEN(GRAPH, "positionsOffset"),
    UNSEEN(GRAPH, "nodesOffset"),
    UNSEEN(GRAPH, "edgesOffset"),
    UNSEEN(GRAPH, "linkDataOffset"),
    UNSEEN(GRAPH, "attributesOffset"),
    UNSEEN(GRAPH, "navmeshIndicesOffset"),
    UNSEEN(MESH, "nextChunkOffset"),
    UNSEEN(MESH, "dataOffset"),
    UNSEEN(MESH, "positionsOffset"),
    UNSEEN(MESH, "meshesOffset"),
    UNSEEN(MESH, "meshDataOffset"),
    UNSEEN(SEGMENTS, "nextChunkOffset"),
    UNSEEN(SEGMENTS, "dataOffset"),
    UNSEEN(SEGMENTS, "boundsOffset"),
    UNSEEN(SEGMENTS, "segmentsOffset"),
    UNSEEN(SEGMENTS, "selfSize"),
    UNSEEN(SEGGRAPH, "nextChunkOffset"),
    UNSEEN(SEGGRAPH, "dataOffset"),
    UNSEEN(SEGGRAPH, "positionsOffset"),
    UNSEEN(SEGGRAPH, "nodesOffset"),
    UNSEEN(SEGGRAPH, "linkDataOffset"),
    UNSEEN(SEGGRAPH, "selfSize"),
    UNSEEN(SEGGRAPH, "totalNavigationGraphNodeIndexCount"), /* a sum */
    UNSEEN(CHUNK, "nextChunkOffset"),
    UNSEEN(CHUNK, "dataOffset"),
    /* Where a segment's records start: sums of the counts before. */
    UNSEEN(SEGMENT, "baseNavmeshPositionIndex"),
    UNSEEN(SEGMENT, "baseNavmeshIndex"),
    UNSEEN(SEGMENT, "baseNavigationGraphEdgeIndex"),
    UNSEEN(SEGMENT, "baseNavigationGraphNodeIndex"),
    UNSEEN(NODE, "linkDataOffset"),
    /* Upper bits of linkDataOffset stand above the segment. */
    {.kind = NODE, .field = "segmentAndUpper", NL_BY_INDEX, .target = SEGMENT, .mask = 0xFFF,
     .sibling = SEGMENTS},
    NUMBER(NODE, "inside/N/node", NODE),
    NUMBER(NODE, "inside/N/edge", EDGE),
    NUMBER(NODE, "crossSegment/node", NODE),
    {.kind = NODE, .field = "navmeshIndices", NL_BY_INDEX, .target = FACE, .sibling = MESH},
    {.kind = EDGE, .field = "segmentAndKind", NL_BY_INDEX, .target = SEGMENT, .mask = 0xFFF,
     .keep = 0xF000, .sibling = SEGMENTS},
    {.kind = EDGE, LOCAL("node0", NODE, 0, "segmentAndKind", "baseNavigationGraphNodeIndex", 0)},
    {.kind = EDGE, LOCAL("node1", NODE, 0, "segmentAndKind", "baseNavigationGraphNodeIndex", 0)},
    {.kind = FACE, .field = "descriptor", NL_BY_INDEX, .target = SEGMENT, .shift = 20,
     .mask = 0xFFF, .sibling = SEGMENTS},
    {.kind = FACE, LOCAL("vertices/N", VERTEX, 0, "descriptor", "baseNavmeshPositionIndex", 20)},
    {.kind = FACE, .field = "neighbours/N", NL_BY_INDEX, .target = FACE, .mask = 0x3FFF,
     .keep = 0xC000, .if_mask = 0xC000},
    {.kind = FACE, .field = "navigationGraphNodes/N", NL_BY_INDEX, .target = NODE,
     .sibling = GRAPH, .base_by = "descriptor", .base_kind = SEGMENT, .base_sibling = SEGMENTS,
     .base_field = "baseNavigationGraphNodeIndex", .base_shift = 20, .base_mask = 0xFFF},
    UNSEEN(SEGNODE, "linkDataAndCount"),
    NUMBER(SEGNODE, "inside/N/node", SEGNODE),
    UNSEEN(SEGNODE, "inside/N/linkIndex"), /* where the link back stands in its list */
    UNSEEN(SEGNODE, "crossChunk/N/linkIndex"),
    UNSEEN(SEGNODE, "crossTile/N/linkIndex"),
    UNSEEN(ISLANDS, "nextGraphOffset"),
    UNSEEN(ISLANDS, "nodesOffset"),
    UNSEEN(ISLANDS, "linkDataOffset"),
    UNSEEN(ISLANDS, "lowGraphNodeLinksOffset"),
    UNSEEN(ISLANDS, "segmentCountsOffset"),
    UNSEEN(ISLANDS, "connectSideInfoGroupsOffset"),
    UNSEEN(ISLANDS, "connectSideInfosOffset"),
    NUMBER(ISLANDS, "connectInfos/N/node", ISLAND_NODE),
    UNSEEN(ISLAND_NODE, "linkDataOffset"),
    NUMBER(ISLAND_NODE, "inside/N/node", ISLAND_NODE),
    UNSEEN(BUCKET, "startOffset"),
};

const nl_kinds nav2_kinds = {
    .kinds = kinds,
    .kind_count = NL_KINDS_COUNT(kinds),
    .homes = homes,
    .home_count = NL_KINDS_COUNT(homes),
    .senses = senses,
    .sense_count = NL_KINDS_COUNT(senses),
    .origin = "origin",
    .divisor = "denominator",
};
