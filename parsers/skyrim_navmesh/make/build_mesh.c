#include "parsers/skyrim_navmesh/make/build_mesh.h"

#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

enum {
    INTERIOR_SQUARE = 128, /* units */
    FOUND = 0x800,         /* as nearly all real triangles have it */
    LOW_COVER = 1,         /* on edge 0 */
    SQUARES_OF_CELL = 3,   /* along an edge, of a grid that suits the size */
    NO_TRIANGLE = 0xFFFF,
    ISLAND_CORNERS = 4
};

/* ---- Shape: squares in rows from west to east, rows from south to north ---- */

static float west_of(const sky_mesh *mesh) {
    return mesh->world_id ? (float)(mesh->grid_x * SKY_CELL_UNITS) : 0;
}

static float south_of(const sky_mesh *mesh) {
    return mesh->world_id ? (float)(mesh->grid_y * SKY_CELL_UNITS) : 0;
}

/* Exterior meshes fill their cell. */
static float width_of(const sky_mesh *mesh) {
    return mesh->world_id ? (float)SKY_CELL_UNITS : (float)(INTERIOR_SQUARE * mesh->columns);
}

static float height_of(const sky_mesh *mesh) {
    return mesh->world_id ? (float)SKY_CELL_UNITS : (float)(INTERIOR_SQUARE * mesh->rows);
}

static uint32_t triangles_of(const sky_mesh *mesh) {
    return 2 * mesh->columns * mesh->rows;
}

static uint32_t lower_of(const sky_mesh *mesh, uint32_t column, uint32_t row) {
    return 2 * (row * mesh->columns + column);
}

static uint32_t corner_of(const sky_mesh *mesh, uint32_t column, uint32_t row) {
    return row * (mesh->columns + 1) + column;
}

static uint32_t west_links(const sky_mesh *mesh) {
    return mesh->west_id ? mesh->rows : 0;
}

static uint32_t east_links(const sky_mesh *mesh) {
    return mesh->east_id ? mesh->rows : 0;
}

static uint32_t links_of(const sky_mesh *mesh) {
    return west_links(mesh) + east_links(mesh);
}

static uint32_t divisor_of(const sky_mesh *mesh) {
    const uint32_t longer = mesh->columns > mesh->rows ? mesh->columns : mesh->rows;
    const uint32_t fitting = (longer + SQUARES_OF_CELL - 1) / SQUARES_OF_CELL;
    if (mesh->grid != 0) return mesh->grid;
    return fitting > SKY_MAX_DIVISOR ? SKY_MAX_DIVISOR : fitting;
}

/* ---- Parts of both payloads ---- */

static void write_point(nl_writer *out, float x, float y) {
    nl_write_f32(out, x);
    nl_write_f32(out, y);
    nl_write_f32(out, 0);
}

static void write_bounds(nl_writer *out, const sky_mesh *mesh) {
    write_point(out, west_of(mesh), south_of(mesh));
    write_point(out, west_of(mesh) + width_of(mesh), south_of(mesh) + height_of(mesh));
}

static void write_place(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, SKY_PATHING_CELL);
    nl_write_u32(out, mesh->world_id);
    if (mesh->world_id == 0) {
        nl_write_u32(out, mesh->cell_id);
        return;
    }
    nl_write_u16(out, (uint32_t)mesh->grid_y & 0xFFFF);
    nl_write_u16(out, (uint32_t)mesh->grid_x & 0xFFFF);
}

/* ---- NVNM ---- */

static void write_vertices(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, (mesh->columns + 1) * (mesh->rows + 1));
    for (uint32_t row = 0; row <= mesh->rows; row++)
        for (uint32_t column = 0; column <= mesh->columns; column++)
            write_point(out, west_of(mesh) + width_of(mesh) * (float)column / (float)mesh->columns,
                        south_of(mesh) + height_of(mesh) * (float)row / (float)mesh->rows);
}

typedef struct sky_built_triangle {
    uint32_t corners[3], edges[3];
    uint32_t flags, cover;
} sky_built_triangle;

static void write_triangle(nl_writer *out, const sky_built_triangle *t) {
    for (int i = 0; i < 3; i++)
        nl_write_u16(out, t->corners[i]);
    for (int i = 0; i < 3; i++)
        nl_write_u16(out, t->edges[i]);
    nl_write_u16(out, t->flags);
    nl_write_u16(out, t->cover);
}

static uint32_t link_flags(const sky_mesh *mesh, uint32_t edge) {
    return 1u << edge | (mesh->is_preferred ? SKY_TRIANGLE_PREFERRED : 0u);
}

/* South-west, south-east, north-east corner; its neighbours are south, east and in the square. */
static sky_built_triangle lower(const sky_mesh *mesh, uint32_t column, uint32_t row) {
    const bool is_last = column + 1 == mesh->columns;
    const uint32_t own = lower_of(mesh, column, row);
    sky_built_triangle t = {
        .corners = {corner_of(mesh, column, row), corner_of(mesh, column + 1, row),
                    corner_of(mesh, column + 1, row + 1)},
        .edges = {row == 0 ? NO_TRIANGLE : lower_of(mesh, column, row - 1) + 1,
                  is_last ? NO_TRIANGLE : lower_of(mesh, column + 1, row) + 1, own + 1},
        .flags = FOUND,
        .cover = mesh->has_cover && row == 0 ? LOW_COVER : 0};
    if (is_last && mesh->east_id) {
        t.edges[1] = west_links(mesh) + row;
        t.flags |= link_flags(mesh, 1);
    }
    if (own == SKY_DOOR_TRIANGLE && mesh->door_id) t.flags |= SKY_TRIANGLE_DOOR;
    return t;
}

/* South-west, north-east, north-west corner; its neighbours are in the square, north and west. */
static sky_built_triangle upper(const sky_mesh *mesh, uint32_t column, uint32_t row) {
    sky_built_triangle t = {
        .corners = {corner_of(mesh, column, row), corner_of(mesh, column + 1, row + 1),
                    corner_of(mesh, column, row + 1)},
        .edges = {lower_of(mesh, column, row),
                  row + 1 == mesh->rows ? NO_TRIANGLE : lower_of(mesh, column, row + 1),
                  column == 0 ? NO_TRIANGLE : lower_of(mesh, column - 1, row)},
        .flags = FOUND};
    if (column == 0 && mesh->west_id) {
        t.edges[2] = row;
        t.flags |= link_flags(mesh, 2);
    }
    return t;
}

static void write_triangles(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, triangles_of(mesh));
    for (uint32_t row = 0; row < mesh->rows; row++)
        for (uint32_t column = 0; column < mesh->columns; column++) {
            const sky_built_triangle a = lower(mesh, column, row);
            const sky_built_triangle b = upper(mesh, column, row);
            write_triangle(out, &a);
            write_triangle(out, &b);
        }
}

static void write_link(nl_writer *out, uint32_t navmesh, uint32_t triangle) {
    nl_write_u32(out, 0); /* portal */
    nl_write_u32(out, navmesh);
    nl_write_u16(out, triangle);
}

/* The neighbours are of the same shape. */
static void write_links(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, links_of(mesh));
    for (uint32_t row = 0; row < west_links(mesh); row++)
        write_link(out, mesh->west_id, lower_of(mesh, mesh->columns - 1, row));
    for (uint32_t row = 0; row < east_links(mesh); row++)
        write_link(out, mesh->east_id, lower_of(mesh, 0, row) + 1);
}

static void write_doors(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, mesh->door_id != 0);
    if (mesh->door_id == 0) return;
    nl_write_u16(out, SKY_DOOR_TRIANGLE);
    nl_write_u32(out, SKY_PATHING_DOOR);
    nl_write_u32(out, mesh->door_id);
}

static void write_cover(nl_writer *out, const sky_mesh *mesh) {
    const uint32_t count = mesh->has_cover ? mesh->columns : 0;
    nl_write_u32(out, count);
    for (uint32_t column = 0; column < count; column++)
        nl_write_u16(out, lower_of(mesh, column, 0));
}

/* Squares of one direction that touch a cell. */
typedef struct sky_squares {
    uint32_t first, end;
} sky_squares;

static sky_squares squares_of(uint32_t count, uint32_t cell, uint32_t divisor) {
    return (sky_squares){count * cell / divisor, (count * (cell + 1) + divisor - 1) / divisor};
}

static void write_cell(nl_writer *out, const sky_mesh *mesh, sky_squares x, sky_squares y) {
    nl_write_u32(out, 2 * (x.end - x.first) * (y.end - y.first));
    for (uint32_t row = y.first; row < y.end; row++)
        for (uint32_t column = x.first; column < x.end; column++) {
            nl_write_u16(out, lower_of(mesh, column, row));
            nl_write_u16(out, lower_of(mesh, column, row) + 1);
        }
}

static void write_grid(nl_writer *out, const sky_mesh *mesh) {
    const uint32_t divisor = divisor_of(mesh);
    nl_write_u32(out, divisor);
    nl_write_f32(out, width_of(mesh) / (float)divisor);
    nl_write_f32(out, height_of(mesh) / (float)divisor);
    write_bounds(out, mesh);
    for (uint32_t y = 0; y < divisor; y++)
        for (uint32_t x = 0; x < divisor; x++)
            write_cell(out, mesh, squares_of(mesh->columns, x, divisor),
                       squares_of(mesh->rows, y, divisor));
}

void sky_write_nvnm(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, SKY_NAVMESH_VERSION);
    write_place(out, mesh);
    write_vertices(out, mesh);
    write_triangles(out, mesh);
    write_links(out, mesh);
    write_doors(out, mesh);
    write_cover(out, mesh);
    write_grid(out, mesh);
}

/* ---- NVMI ---- */

static void write_neighbours(nl_writer *out, const sky_mesh *mesh, bool is_there) {
    const uint32_t count = (mesh->west_id ? 1u : 0u) + (mesh->east_id ? 1u : 0u);
    nl_write_u32(out, is_there ? count : 0);
    if (is_there && mesh->west_id) nl_write_u32(out, mesh->west_id);
    if (is_there && mesh->east_id) nl_write_u32(out, mesh->east_id);
}

/* In a mesh of one triangle's width west and east links may be on the same square, but never on the
 * same triangle. */
static float fraction_of(const sky_mesh *mesh) {
    return mesh->is_preferred ? (float)links_of(mesh) / (float)triangles_of(mesh) : 0;
}

/* Two triangles over all of it. */
static void write_island(nl_writer *out, const sky_mesh *mesh) {
    static const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    nl_write_u8(out, mesh->is_island);
    if (!mesh->is_island) return;
    write_bounds(out, mesh);
    nl_write_u32(out, 2);
    for (int i = 0; i < 6; i++)
        nl_write_u16(out, corners[i]);
    nl_write_u32(out, ISLAND_CORNERS);
    for (uint32_t i = 0; i < ISLAND_CORNERS; i++) {
        const bool is_east = i == 1 || i == 2;
        const bool is_north = i >= 2;
        write_point(out, west_of(mesh) + (is_east ? width_of(mesh) : 0),
                    south_of(mesh) + (is_north ? height_of(mesh) : 0));
    }
}

void sky_write_nvmi(nl_writer *out, const sky_mesh *mesh) {
    nl_write_u32(out, mesh->form_id);
    nl_write_u32(out, mesh->is_island ? SKY_CATEGORY_ISLAND : 0);
    write_point(out, west_of(mesh) + width_of(mesh) / 2, south_of(mesh) + height_of(mesh) / 2);
    nl_write_f32(out, fraction_of(mesh));
    write_neighbours(out, mesh, !mesh->is_preferred);
    write_neighbours(out, mesh, mesh->is_preferred);
    nl_write_u32(out, mesh->door_id != 0);
    if (mesh->door_id) {
        nl_write_u32(out, SKY_PATHING_DOOR);
        nl_write_u32(out, mesh->door_id);
    }
    write_island(out, mesh);
    write_place(out, mesh);
}

/* ---- NVPP ---- */

static void write_path(nl_writer *out, const uint32_t *form_ids, uint32_t from, uint32_t to) {
    const uint32_t steps = from < to ? to - from : from - to;
    nl_write_u32(out, steps + 1);
    for (uint32_t i = 0; i <= steps; i++)
        nl_write_u32(out, form_ids[from < to ? from + i : from - i]);
}

void sky_write_nvpp(nl_writer *out, const uint32_t *form_ids, uint32_t count) {
    nl_write_u32(out, count * count);
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t to = 0; to < count; to++)
            write_path(out, form_ids, from, to);
    nl_write_u32(out, count);
    for (uint32_t i = 0; i < count; i++) {
        nl_write_u32(out, form_ids[i]);
        nl_write_u32(out, i);
    }
}
