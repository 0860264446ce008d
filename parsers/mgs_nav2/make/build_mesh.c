/* The NavmeshChunks of the files that we make. */
#include "parsers/mgs_nav2/make/builder.h"

static void write_vertices(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t j = 0; j <= b->spec->cells; j++)
        for (uint32_t i = 0; i <= b->spec->cells; i++)
            nav2_write_point(b->out, nav2_corner_point(b, block, i, j));
}

/* What is beyond a side of a triangle, and the face there. */
static nav2_way way_of_side(const nav2_builder *b, const nav2_block *block, const nav2_triangle *t,
                            uint32_t side, uint32_t *face) {
    nav2_triangle other;
    nav2_way way = {.beyond = NAV2_BEYOND_SEGMENT, .block = *block};
    if (!nav2_neighbour_of(b, t, side, &other))
        way = nav2_way_of(b, block, nav2_side_direction(t, side));
    *face = way.block.rank * b->faces + nav2_local_face(b, &other);
    return way;
}

static void write_neighbour(const nav2_builder *b, nav2_beyond beyond, uint32_t face) {
    if (beyond == NAV2_BEYOND_NOTHING)
        nl_write_u16(b->out, NAV2_NO_FACE);
    else if (beyond == NAV2_BEYOND_SEGMENT)
        nl_write_u16(b->out, face);
    else if (beyond == NAV2_BEYOND_CHUNK)
        nl_write_u16(b->out, face | NAV2_SIDE_CHUNK << 14);
    else
        nl_write_u16(b->out, NAV2_TILE_FACE | NAV2_SIDE_TILE << 14);
}

static bool face_is_outward(const nav2_builder *b, const nav2_block *block,
                            const nav2_triangle *t) {
    uint32_t face;
    return way_of_side(b, block, t, 0, &face).beyond >= NAV2_BEYOND_CHUNK ||
           way_of_side(b, block, t, 2, &face).beyond >= NAV2_BEYOND_CHUNK;
}

/* The numbers of groups and tiles behind a record. */
static void write_arrays(const nav2_builder *b, const nav2_block *block, const nav2_triangle *t) {
    uint32_t face;
    for (uint32_t side = 0; side < NAV2_SIDES; side++) {
        const nav2_way way = way_of_side(b, block, t, side, &face);
        nl_write_u16(b->out, way.beyond >= NAV2_BEYOND_CHUNK ? way.block.group.number : 0xFFFF);
    }
    for (uint32_t side = 0; side < NAV2_SIDES; side++) {
        const nav2_way way = way_of_side(b, block, t, side, &face);
        nl_write_u16(b->out, way.beyond == NAV2_BEYOND_TILE    ? way.tile
                             : way.beyond == NAV2_BEYOND_CHUNK ? b->uid >> 15
                                                               : 0xFFFF);
    }
    nl_write_u32(b->out, 0);
    nl_write_u32(b->out, 0);
}

static void write_records(const nav2_builder *b, const nav2_block *block) {
    for (uint32_t number = 0; number < b->faces; number++) {
        const nav2_triangle t = nav2_triangle_of(b, number);
        for (uint32_t side = 0; side < NAV2_SIDES; side++) {
            uint32_t face;
            const nav2_way way = way_of_side(b, block, &t, side, &face);
            write_neighbour(b, way.beyond, face);
        }
        for (uint32_t corner = 0; corner < NAV2_SIDES; corner++)
            nl_write_u8(b->out, nav2_local_vertex(b, &t, corner));
        for (uint32_t side = 0; side < NAV2_SIDES; side++)
            nl_write_u8(b->out, nav2_local_side_node(b, &t, side));
        if (face_is_outward(b, block, &t))
            write_arrays(b, block, &t);
        else
            nl_write_u32(b->out, 0);
    }
}

static void write_face_descs(const nav2_builder *b, const nav2_rect *group) {
    uint32_t at = 0;
    for (uint32_t z = group->z; z < group->z + group->h; z++)
        for (uint32_t x = group->x; x < group->x + group->w; x++) {
            const nav2_block block = nav2_block_at(b, x, z);
            for (uint32_t number = 0; number < b->faces; number++) {
                const nav2_triangle t = nav2_triangle_of(b, number);
                nl_write_u32(b->out, at / 2 | block.rank << 20);
                at += face_is_outward(b, &block, &t) ? 32 : 16;
            }
        }
}

void nav2_write_mesh(const nav2_builder *b, const nav2_rect *group) {
    const size_t start = b->out->at;
    const nav2_mesh_offsets o = nav2_mesh_offsets_of(b, group);
    const uint32_t words[] = {NAV2_MESH_HEADER_BYTES, o.faces, o.records, 0, 0, 0};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(b->out, words[i]);
    nl_write_u16(b->out, o.face_count);
    nl_write_u16(b->out, o.vertex_count);
    nl_write_u32(b->out, 0);
    nav2_each_block(b, group, write_vertices);
    nav2_write_spare_points(b, group, b->spec->spare_vertices);
    nav2_write_fill(b->out, start);
    write_face_descs(b, group);
    nav2_each_block(b, group, write_records);
    nav2_write_fill(b->out, start);
}
