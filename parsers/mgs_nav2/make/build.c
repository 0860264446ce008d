#include "parsers/mgs_nav2/make/make.h"

#include "core/checked.h"
#include "parsers/mgs_nav2/make/builder.h"

enum { WEIGHT_DIVISOR = 127 };

/* ---- The file ---- */

static uint32_t bytes_of_kind(const nav2_builder *b, nav2_kind kind) {
    uint32_t bytes = 0;
    for (uint32_t i = 0; i < b->group_count; i++) {
        const nav2_rect group = nav2_group_rect(b, i);
        bytes += nav2_chunk_bytes(b, &group, kind);
    }
    return bytes;
}

/* Bytes that a section takes. */
static uint32_t measure(const nav2_builder *b, void (*write)(const nav2_builder *)) {
    nl_writer nowhere = nl_writer_over(NULL, 0);
    nav2_builder counting = *b;
    counting.out = &nowhere;
    write(&counting);
    return (uint32_t)nowhere.at;
}

/* Where everything is. */
typedef struct nav2_offsets {
    uint32_t chunks, kinds[NAV2_KINDS], islands, search, tiles, end;
} nav2_offsets;

static const nav2_kind kind_order[] = {NAV2_GRAPH, NAV2_MESH, NAV2_SEGMENTS, NAV2_SEGGRAPH};

static nav2_offsets offsets_of(const nav2_builder *b) {
    const nav2_spec *const spec = b->spec;
    const uint32_t descs =
        NAV2_MANIFEST_BYTES + b->group_count * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES;
    nav2_offsets o = {.chunks = (uint32_t)nav2_align(NAV2_HEADER_BYTES + descs)};
    o.end = o.chunks;
    for (uint32_t i = 0; i < NAV2_CHUNKS_OF_GROUP; i++) {
        o.kinds[kind_order[i]] = o.end;
        o.end += bytes_of_kind(b, kind_order[i]);
    }
    o.islands = spec->has_islands ? o.end : 0;
    if (spec->has_islands) o.end += measure(b, nav2_write_islands);
    o.search = b->group_count != 0 ? o.end : 0;
    if (o.search != 0) o.end += measure(b, nav2_write_search);
    o.tiles = spec->has_tile_info ? o.end : 0;
    if (spec->has_tile_info) o.end += measure(b, nav2_write_tile_info);
    return o;
}

static float tile_origin(const nav2_spec *spec, uint32_t tile) {
    return nav2_is_tile(spec) ? (float)(((int32_t)tile - NAV2_TILE_ZERO) * NAV2_TILE_METRES) : 0;
}

static void write_id(nl_writer *out, uint32_t id) {
    for (uint32_t i = 0; i < NAV2_ID_BYTES; i++)
        nl_write_u8(out, 0x9D * (i + 1) + id);
}

static uint32_t flags_of(const nav2_builder *b) {
    const bool many = b->spec->plan == NAV2_PLAN_ROWS && b->group_count > NAV2_TILE_GROUPS;
    return 1 | (b->spec->is_split || many ? NAV2_FLAG_SPLIT : 0u);
}

static void write_header(const nav2_builder *b, const nav2_offsets *o) {
    const nav2_spec *const spec = b->spec;
    nl_writer *const out = b->out;
    const uint32_t words[] = {NAV2_VERSION,       o->end,    o->chunks,
                              4 * b->group_count, o->search, b->uid | spec->is_second,
                              o->islands,         0};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(out, words[i]);
    nl_write_f32(out, tile_origin(spec, spec->tile_x));
    nl_write_f32(out, 0.5F);
    nl_write_f32(out, tile_origin(spec, spec->tile_z));
    nl_write_u32(out, o->tiles);
    nl_write_u32(out, 0);
    nl_write_u32(out, NAV2_HEADER_BYTES);
    nl_write_u32(out, NAV2_MANIFEST_BYTES + b->group_count * NAV2_DESCS_OF_GROUP * NAV2_DESC_BYTES);
    nl_write_u32(out, 0);
    nl_write_u32(out, 0);
    for (int axis = 0; axis < 3; axis++)
        nl_write_u16(out, NAV2_TILE_DIVISOR);
    nl_write_u16(out, WEIGHT_DIVISOR);
    nl_write_u8(out, flags_of(b));
    nl_write_u8(out, spec->has_islands ? NAV2_ISLAND_SLOTS : 0);
    nl_write_u16(out, 0);
    write_id(out, spec->id);
}

static void write_descs(const nav2_builder *b, const nav2_offsets *o) {
    static const nav2_kind order[] = {NAV2_GRAPH, NAV2_SEGGRAPH, NAV2_MESH};
    nl_write_u32(b->out, b->group_count);
    for (uint32_t i = 0; i < NAV2_DESCS_OF_GROUP; i++) {
        uint32_t at = o->kinds[order[i]];
        for (uint32_t k = 0; k < b->group_count; k++) {
            const nav2_rect group = nav2_group_rect(b, k);
            const uint32_t bytes = nav2_chunk_bytes(b, &group, order[i]);
            nl_write_u32(b->out, b->uid | group.number);
            nl_write_u32(b->out, at + NAV2_CHUNK_HEADER_BYTES);
            nl_write_u32(b->out, order[i] | bytes << 8);
            at += bytes;
        }
    }
}

static void write_chunk(const nav2_builder *b, const nav2_rect *group, nav2_kind kind) {
    static void (*const writers[NAV2_KINDS])(const nav2_builder *, const nav2_rect *) = {
        [NAV2_GRAPH] = nav2_write_graph,
        [NAV2_MESH] = nav2_write_mesh,
        [NAV2_SEGGRAPH] = nav2_write_seggraph,
        [NAV2_SEGMENTS] = nav2_write_segments,
    };
    nl_write_u32(b->out, kind);
    nl_write_u32(b->out, nav2_chunk_bytes(b, group, kind));
    nl_write_u32(b->out, NAV2_CHUNK_HEADER_BYTES);
    nl_write_u32(b->out, b->uid | group->number);
    writers[kind](b, group);
}

void nav2_write(nl_writer *out, const nav2_spec *spec) {
    const nav2_builder b = nav2_builder_of(out, spec);
    const nav2_offsets o = offsets_of(&b);
    const size_t start = out->at;
    write_header(&b, &o);
    write_descs(&b, &o);
    nav2_write_fill(out, start);
    for (uint32_t i = 0; i < NAV2_CHUNKS_OF_GROUP; i++)
        for (uint32_t k = 0; k < b.group_count; k++) {
            const nav2_rect group = nav2_group_rect(&b, k);
            write_chunk(&b, &group, kind_order[i]);
        }
    if (o.islands != 0) nav2_write_islands(&b);
    if (o.search != 0) nav2_write_search(&b);
    if (o.tiles != 0) nav2_write_tile_info(&b);
}

/* ---- Files of any size ---- */

enum {
    WIDEST_CELLS = 6,
    BYTES_OF_FACE = 100,
    MOST_FACES_OF_GROUP = 4800,
    LARGE_BYTES = 1 << 17,
    SMALL_BYTES = 8000
};

/* Rows of blocks, a few thousand faces in each group. */
static nav2_spec spec_of_rows(uint64_t target_bytes) {
    nav2_spec spec = {
        .plan = NAV2_PLAN_ROWS, .blocks_x = 1, .blocks_z = 2, .cells = 1, .rows_of_group = 1};
    const uint64_t faces = target_bytes / BYTES_OF_FACE;
    while (spec.cells < WIDEST_CELLS && 8 * (spec.cells + 1) * (spec.cells + 1) <= faces)
        spec.cells++;
    const uint32_t of_block = 2 * spec.cells * spec.cells;
    while ((uint64_t)spec.blocks_x * spec.blocks_x * of_block < faces &&
           (spec.blocks_x + 1) * of_block <= MOST_FACES_OF_GROUP)
        spec.blocks_x++;
    spec.blocks_z = (uint32_t)nl_max(2, faces / of_block / spec.blocks_x);
    spec.rows_of_group = (uint32_t)nl_max(1, MOST_FACES_OF_GROUP / (of_block * spec.blocks_x));
    if (faces < MOST_FACES_OF_GROUP) spec.rows_of_group = (spec.blocks_z + 1) / 2;
    spec.metres = target_bytes < LARGE_BYTES ? 8 : NAV2_TILE_METRES;
    return spec;
}

/* A tile, as large as its limits allow. */
static nav2_spec spec_of_tile(uint64_t target_bytes) {
    nav2_spec spec = {.plan = NAV2_PLAN_TILE,
                      .blocks_x = 4,
                      .blocks_z = 4,
                      .cells = 1,
                      .tile_x = 38,
                      .tile_z = 29,
                      .has_islands = true};
    const uint64_t faces = nl_min(target_bytes / BYTES_OF_FACE, MOST_FACES_OF_GROUP);
    if (target_bytes < SMALL_BYTES) {
        spec.plan = NAV2_PLAN_STRIP;
        spec.blocks_x = 1;
        spec.blocks_z = 3;
        spec.metres = 8;
    }
    while (spec.cells < WIDEST_CELLS && 32 * (spec.cells + 1) * (spec.cells + 1) <= faces)
        spec.cells++;
    while ((uint64_t)spec.blocks_x * spec.blocks_z * 2 * spec.cells * spec.cells < faces)
        spec.blocks_x = ++spec.blocks_z;
    return spec;
}

void nav2_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    nav2_spec spec = variant == 0 ? spec_of_rows(target_bytes) : spec_of_tile(target_bytes);
    spec.is_split = variant == 2 || variant == 3;
    spec.is_second = variant == 3;
    if (spec.is_second) spec.has_islands = false;
    spec.has_tile_info = variant == 4;
    nav2_write(out, &spec);
}
