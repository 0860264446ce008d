/* IslandGraphs, SearchSpace and ConnectTileInfo of the files that we make. */
#include "parsers/mgs_nav2/make/builder.h"

enum { ISLAND_NODES = 2, BUCKET_METRES = 10 };

/* ---- IslandGraphs: the strips along the sides, and the interior ---- */

static uint32_t blocks_of(const nav2_builder *b, bool interior) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->group_count; i++) {
        const nav2_rect group = nav2_group_rect(b, i);
        if ((group.number >= NAV2_INTERIOR) == interior) count += group.w * group.h;
    }
    return count;
}

/* The first group in the file of the strips or of the interior. */
static nav2_rect group_for(const nav2_builder *b, bool interior) {
    nav2_rect group = nav2_group_rect(b, b->group_count - 1);
    for (uint32_t i = b->group_count; i-- > 0;) {
        const nav2_rect other = nav2_group_rect(b, i);
        if ((other.number >= NAV2_INTERIOR) == interior) group = other;
    }
    return group;
}

static void write_empty_island(const nav2_builder *b) {
    const uint32_t halves[] = {48, 16, 0, 16, 16, 16, 16, 40};
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        nl_write_u16(b->out, halves[i]);
    for (int i = 0; i < 8; i++)
        nl_write_u32(b->out, 0);
}

static void write_island_node(const nav2_builder *b, uint32_t links, uint32_t tile_links) {
    const uint32_t halves[] = {100, 256, 100, 1249, links, tile_links};
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        nl_write_u16(b->out, halves[i]);
    nl_write_u8(b->out, 1);
    nl_write_u8(b->out, 0);
}

/* Two nodes that are linked; the strips' one leaves the tile at each side once. */
static void write_island(const nav2_builder *b) {
    const uint32_t halves[] = {128, 16, ISLAND_NODES, 48, 64, 80, 84, 108};
    const size_t start = b->out->at;
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        nl_write_u16(b->out, halves[i]);
    write_island_node(b, 0, NAV2_ISLAND_SIDES);
    write_island_node(b, 12, 0);
    nav2_write_fill(b->out, start);
    nl_write_u32(b->out, 50 | 1u << 16);
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++)
        nl_write_u16(b->out, side << 14);
    nl_write_u32(b->out, 50);
    nav2_write_fill(b->out, start);
    for (uint32_t node = 0; node < ISLAND_NODES; node++) {
        nl_write_u32(b->out, b->uid | group_for(b, node != 0).number);
        nl_write_u32(b->out, 0);
    }
    for (uint32_t node = 0; node < ISLAND_NODES; node++)
        nl_write_u16(b->out, blocks_of(b, node != 0));
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++) {
        nl_write_u16(b->out, b->uid >> 15);
        nl_write_u16(b->out, side);
        nl_write_u16(b->out, 1);
    }
    for (uint32_t side = 0; side < NAV2_ISLAND_SIDES; side++)
        nl_write_u32(b->out, 20);
    nav2_write_fill(b->out, start);
}

void nav2_write_islands(const nav2_builder *b) {
    write_island(b);
    write_empty_island(b);
    write_empty_island(b);
}

/* ---- SearchSpace ---- */

/* A range of blocks along an axis that reach into a bucket. */
typedef struct nav2_span {
    uint32_t first, end;
} nav2_span;

static nav2_span span_of(const nav2_builder *b, uint32_t bucket, uint32_t from, uint32_t count,
                         bool along_x) {
    const uint32_t step = BUCKET_METRES * NAV2_TILE_DIVISOR;
    nav2_span span = {from, from};
    while (span.first < from + count &&
           nav2_block_line(b, span.first, b->spec->cells, along_x) < bucket * step)
        span.first++;
    span.end = span.first;
    while (span.end < from + count &&
           nav2_block_line(b, span.end, 0, along_x) <= (bucket + 1) * step)
        span.end++;
    return span;
}

static uint32_t span_length(nav2_span span) {
    return span.end - span.first;
}

/* The segments of a group that reach into a bucket. */
typedef struct nav2_reach {
    nav2_rect group;
    nav2_span x, z;
} nav2_reach;

static nav2_reach reach_of(const nav2_builder *b, uint32_t group, uint32_t x, uint32_t z) {
    const nav2_rect rect = nav2_group_rect(b, group);
    return (nav2_reach){rect, span_of(b, x, rect.x, rect.w, true),
                        span_of(b, z, rect.z, rect.h, false)};
}

static uint32_t reach_count(const nav2_reach *r) {
    return span_length(r->x) * span_length(r->z);
}

static uint32_t buckets_along(const nav2_builder *b) {
    const uint32_t metres = b->spec->metres != 0 ? b->spec->metres : NAV2_TILE_METRES;
    return (metres + BUCKET_METRES - 1) / BUCKET_METRES;
}

/* Bytes of a bucket's entries, and how many there are. */
static uint32_t entry_bytes(const nav2_builder *b, uint32_t x, uint32_t z, uint32_t *entries) {
    uint32_t bytes = 0;
    *entries = 0;
    for (uint32_t i = 0; i < b->group_count; i++) {
        const nav2_reach reach = reach_of(b, i, x, z);
        const uint32_t count = reach_count(&reach);
        if (count == 0) continue;
        bytes += NAV2_ENTRY_BYTES + NAV2_ENTRY_SEGMENT_BYTES * count;
        ++*entries;
    }
    return bytes;
}

static void write_entries(const nav2_builder *b, uint32_t x, uint32_t z) {
    for (uint32_t i = 0; i < b->group_count; i++) {
        const nav2_reach reach = reach_of(b, i, x, z);
        const nav2_rect *const group = &reach.group;
        if (reach_count(&reach) == 0) continue;
        nl_write_u32(b->out, b->uid | group->number);
        nl_write_u32(b->out, reach_count(&reach));
        for (uint32_t row = reach.z.first; row < reach.z.end; row++)
            for (uint32_t column = reach.x.first; column < reach.x.end; column++)
                nl_write_u16(b->out, (row - group->z) * group->w + column - group->x);
    }
}

/* Returns the bytes of all entries. */
static uint32_t write_buckets(const nav2_builder *b, nl_writer *out) {
    const uint32_t count = buckets_along(b);
    const uint32_t all = NAV2_BUCKET_BYTES * count * count;
    uint32_t running = 0;
    for (uint32_t i = 0; i < count * count; i++) {
        uint32_t entries;
        const uint32_t bytes = entry_bytes(b, i % count, i / count, &entries);
        nl_write_u32(out, all - NAV2_BUCKET_BYTES * i + running);
        nl_write_u16(out, entries);
        nl_write_u16(out, entries != 0 ? 2 << 8 : 0);
        running += bytes;
    }
    return running;
}

void nav2_write_search(const nav2_builder *b) {
    const size_t start = b->out->at;
    const uint32_t count = buckets_along(b);
    const uint32_t entries = NAV2_SEARCH_HEADER_BYTES + NAV2_BUCKET_BYTES * count * count;
    nl_writer nowhere = nl_writer_over(NULL, 0);
    const uint32_t end = entries + write_buckets(b, &nowhere);
    const bool tile = b->uid != 0;
    const int32_t x = ((int32_t)b->spec->tile_x - NAV2_TILE_ZERO) * NAV2_TILE_METRES;
    const int32_t z = ((int32_t)b->spec->tile_z - NAV2_TILE_ZERO) * NAV2_TILE_METRES;
    nl_write_f32(b->out, tile ? (float)x : 0);
    nl_write_f32(b->out, -32);
    nl_write_f32(b->out, tile ? (float)z : 0);
    nl_write_u32(b->out, 0x1000);
    const uint32_t words[] = {count,   1,
                              count,   BUCKET_METRES,
                              256,     NAV2_SEARCH_HEADER_BYTES,
                              entries, (uint32_t)nav2_align(end)};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    (void)write_buckets(b, b->out);
    for (uint32_t i = 0; i < count * count; i++)
        write_entries(b, i % count, i / count);
    nav2_write_fill(b->out, start);
}

/* ---- ConnectTileInfo ---- */

void nav2_write_tile_info(const nav2_builder *b) {
    const size_t start = b->out->at;
    const uint32_t halves[] = {6,
                               9,
                               11,
                               1,
                               1,
                               1, /* offsets, counts */
                               0x1234,
                               0x5678,
                               1, /* a group: its name, one info from 0 on */
                               NAV2_INTERIOR,
                               1, /* an info: one node from 0 on */
                               0,
                               0}; /* a node: of the graph, and a face */
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        nl_write_u16(b->out, halves[i]);
    nav2_write_fill(b->out, start);
}
