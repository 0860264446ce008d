#include "parsers/source_nav/build.h"

#include "core/checked.h"
#include "core/index.h"

/* The grid while it is written. */
typedef struct nav_grid {
    nl_writer *out;
    const nav_spec *spec;
    nav_layout layout;
    uint32_t area_count;
    float cell;        /* edge of an area in units */
    float west, north; /* of the whole grid */
} nav_grid;

uint32_t nav_spec_area_id(uint32_t index) {
    return 1 + index + index / 7;
}

/* As large as the world of the oldest engine allows, so that files of any size stay legal. */
static nav_grid grid_of(nl_writer *out, const nav_spec *spec) {
    const float world = spec->version <= NAV_NEWEST_GOLDSRC ? 8000 : 32000;
    const uint32_t longest = spec->columns > spec->rows ? spec->columns : spec->rows;
    const float fitting = longest ? world / (float)longest : world;
    const float cell = fitting < 50 ? fitting : 50;
    const float pitch = cell + spec->gap;
    return (nav_grid){
        .out = out,
        .spec = spec,
        .layout = nav_layout_of(spec->family, spec->version, spec->sub_version),
        .area_count = spec->columns * spec->rows,
        .cell = cell,
        .west = -pitch * (float)spec->columns / 2,
        .north = -pitch * (float)spec->rows / 2,
    };
}

/* The neighbour in a direction; NL_NO_ROW at the rim. */
static uint32_t neighbour(const nav_grid *g, uint32_t index, int direction) {
    const uint32_t columns = g->spec->columns;
    const uint32_t column = index % columns;
    const uint32_t row = index / columns;
    const bool exists[NAV_DIRECTIONS] = {row > 0, column + 1 < columns, row + 1 < g->spec->rows,
                                         column > 0};
    const uint32_t steps[NAV_DIRECTIONS] = {0u - columns, 1, columns, 0u - 1};
    return exists[direction] && !g->spec->is_unconnected ? index + steps[direction] : NL_NO_ROW;
}

static float area_west(const nav_grid *g, uint32_t index) {
    return g->west + (float)(index % g->spec->columns) * (g->cell + g->spec->gap);
}

static float area_north(const nav_grid *g, uint32_t index) {
    return g->north + (float)(index / g->spec->columns) * (g->cell + g->spec->gap);
}

/* ---- Header ---- */

static uint32_t name_count(const nav_spec *spec) {
    return spec->names[0].bytes ? 1u + (spec->names[1].bytes != NULL) : spec->places;
}

static void write_own_name(nl_writer *out, uint32_t number) {
    char chars[16];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, "Place");
    nl_put_uint(&text, number);
    nl_write_u16(out, (uint32_t)text.length + 1);
    nl_write_bytes(out, text.chars, text.length + 1);
}

static void write_places(const nav_grid *g) {
    const uint32_t count = name_count(g->spec);
    nl_write_u16(g->out, count);
    for (uint32_t i = 0; i < count; i++) {
        const nav_spec_name *const name = g->spec->names[0].bytes ? &g->spec->names[i] : NULL;
        if (!name) {
            write_own_name(g->out, i + 1);
            continue;
        }
        nl_write_u16(g->out, name->length);
        nl_write_bytes(g->out, name->bytes, name->length);
    }
}

static void write_header(const nav_grid *g) {
    const nav_layout *const l = &g->layout;
    nl_write_u32(g->out, NAV_MAGIC_WORD);
    nl_write_u32(g->out, l->version);
    if (nav_holds(l, NAV_WITH_SUB_VERSION)) nl_write_u32(g->out, g->spec->sub_version);
    if (nav_holds(l, NAV_WITH_OLD_BSP_SIZE) || nav_holds(l, NAV_WITH_SUB_VERSION))
        nl_write_u32(g->out, 1000000);
    if (nav_holds(l, NAV_WITH_ANALYZED)) nl_write_u8(g->out, 1);
    if (nav_holds(l, NAV_WITH_PLACES)) write_places(g);
    if (nav_holds(l, NAV_WITH_UNNAMED))
        nl_write_u8(g->out, g->area_count != 0 && name_count(g->spec) == 0);
    if (nav_holds(l, NAV_WITH_POPULATION)) {
        const char *const name = g->spec->population ? g->spec->population : "built";
        nl_write_bytes(g->out, name, strlen(name) + 1);
    }
    if (nav_holds(l, NAV_WITH_FOG)) nl_write_u16(g->out, 0);
}

/* ---- Areas ---- */

static void write_zeros(nl_writer *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

static void write_corners(const nav_grid *g, uint32_t index) {
    const float west = area_west(g, index);
    const float north = area_north(g, index);
    const float corners[8] = {west, north, 0, west + g->cell, north + g->cell, 0, 0, 0};
    for (int i = 0; i < 8; i++)
        nl_write_f32(g->out, corners[i]);
}

static void write_connections(const nav_grid *g, uint32_t index) {
    for (int d = 0; d < NAV_DIRECTIONS; d++) {
        const uint32_t next = neighbour(g, index, d);
        const bool extra = index == 0 && (int)g->spec->extra_link == d + 1;
        nl_write_u32(g->out, (uint32_t)(next != NL_NO_ROW) + extra);
        if (next != NL_NO_ROW) nl_write_u32(g->out, nav_spec_area_id(next));
        if (extra) nl_write_u32(g->out, nav_spec_area_id(1));
    }
}

static void write_spots(const nav_grid *g, uint32_t index) {
    const uint32_t count = g->spec->spots;
    nl_write_u8(g->out, count);
    for (uint32_t i = 0; i < count; i++) {
        if (nav_holds(&g->layout, NAV_WITH_SPOT_IDS))
            nl_write_u32(g->out, g->spec->first_spot_id + index * count + i);
        nl_write_f32(g->out, area_west(g, index) + g->cell * (float)(i + 1) / (float)(count + 1));
        nl_write_f32(g->out, area_north(g, index) + g->cell / 2);
        nl_write_f32(g->out, 0);
        if (nav_holds(&g->layout, NAV_WITH_SPOT_IDS)) nl_write_u8(g->out, 1);
    }
}

static void write_approach(const nav_grid *g, uint32_t index) {
    nl_write_u8(g->out, g->spec->approach);
    for (uint32_t i = 0; i < g->spec->approach; i++) {
        nl_write_u32(g->out, nav_spec_area_id(index));
        nl_write_u32(g->out, 0);
        nl_write_u8(g->out, g->layout.version < 15 ? 7 : 9); /* the enum's count: no previous */
        nl_write_u32(g->out, nav_spec_area_id((index + i) % g->area_count));
        nl_write_u8(g->out, 0);
    }
}

/* The way of the k-th path: in from one neighbour, out to another. */
typedef struct nav_way {
    uint32_t from, to;
    uint8_t from_direction, to_direction;
} nav_way;

static uint32_t count_neighbours(const nav_grid *g, uint32_t index) {
    uint32_t count = 0;
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        count += neighbour(g, index, d) != NL_NO_ROW;
    return count;
}

static uint8_t direction_of_neighbour(const nav_grid *g, uint32_t index, uint32_t number) {
    for (uint8_t d = 0; d < NAV_DIRECTIONS; d++)
        if (neighbour(g, index, d) != NL_NO_ROW && number-- == 0) return d;
    return 0;
}

static nav_way way_of(const nav_grid *g, uint32_t index, uint32_t number) {
    const uint32_t neighbours = count_neighbours(g, index);
    const uint8_t in = direction_of_neighbour(g, index, number % neighbours);
    const uint8_t out = direction_of_neighbour(g, index, (number + 1) % neighbours);
    return (nav_way){neighbour(g, index, in), neighbour(g, index, out), in, out};
}

static void write_old_path(const nav_grid *g, const nav_way *way) {
    nl_write_u32(g->out, nav_spec_area_id(way->from));
    nl_write_u32(g->out, nav_spec_area_id(way->to));
    for (int i = 0; i < 6; i++)
        nl_write_f32(g->out, 0);
    nl_write_u8(g->out, g->spec->path_spots);
    for (uint32_t i = 0; i < 4 * g->spec->path_spots; i++)
        nl_write_f32(g->out, 0);
}

static void write_path(const nav_grid *g, uint32_t index, const nav_way *way) {
    const nav_spec *const spec = g->spec;
    nl_write_u32(g->out, nav_spec_area_id(way->from));
    nl_write_u8(g->out, way->from_direction);
    nl_write_u32(g->out, nav_spec_area_id(way->to));
    nl_write_u8(g->out, way->to_direction);
    nl_write_u8(g->out, spec->path_spots);
    for (uint32_t i = 0; i < spec->path_spots; i++) {
        const uint32_t spot = (index * spec->spots + i) % (g->area_count * spec->spots);
        nl_write_u32(g->out, spec->first_spot_id + spot);
        nl_write_u8(g->out, 255 * (i + 1) / (spec->path_spots + 1));
    }
}

static void write_paths(const nav_grid *g, uint32_t index) {
    const uint32_t count = count_neighbours(g, index) < 2 ? 0 : g->spec->paths;
    nl_write_u32(g->out, count);
    for (uint32_t i = 0; i < count; i++) {
        const nav_way way = way_of(g, index, i);
        if (nav_holds(&g->layout, NAV_WITH_OLD_PATHS))
            write_old_path(g, &way);
        else
            write_path(g, index, &way);
    }
}

/* Ladder n leads from area 2n up to area 2n + 1. */
static void write_ladder_list(const nav_grid *g, uint32_t index, bool up) {
    const nav_spec *const spec = g->spec;
    const nav_spec_ladder_entry *const extra = &spec->extra_ladder;
    const bool has_ladder = index / 2 < spec->ladders && (index % 2 == 0) == up &&
                            !(up ? spec->omits_up : spec->omits_down);
    const bool has_extra = extra->present && extra->up == up && extra->area_index == index;
    nl_write_u32(g->out, (uint32_t)has_ladder + has_extra);
    if (has_ladder) nl_write_u32(g->out, index / 2 + 1);
    if (has_extra) nl_write_u32(g->out, extra->ladder_id);
}

static void write_visible(const nav_grid *g, uint32_t index) {
    const bool by_index = g->layout.family == NAV_L4D;
    nl_write_u32(g->out, g->spec->visible);
    for (uint32_t i = 0; i < g->spec->visible; i++) {
        const uint32_t seen = (index + 1 + i) % g->area_count;
        nl_write_u32(g->out, by_index ? seen : nav_spec_area_id(seen));
        if (nav_holds(&g->layout, NAV_WITH_VISIBLE_BITS)) nl_write_u8(g->out, 1 + i % 3);
    }
}

/* What Left 4 Dead has before the visible areas. */
static void write_l4d(const nav_grid *g) {
    const uint32_t sub = g->layout.sub_version;
    nl_write_u32(g->out, 0);
    if (sub >= 2 && sub < 10) write_zeros(g->out, 4 + (sub > 3 ? 4u : 0) + (sub >= 5 ? 4u : 0));
    if (sub >= 10 && sub <= 12) nl_write_u32(g->out, 0);
    if (nav_holds(&g->layout, NAV_WITH_FOG)) nl_write_u16(g->out, 0);
    if (sub >= 3 && sub <= 9) nl_write_u8(g->out, 0);
}

static void write_tail(const nav_grid *g, uint32_t index) {
    const nav_layout *const l = &g->layout;
    const uint32_t names = name_count(g->spec);
    if (nav_holds(l, NAV_WITH_PLACES)) nl_write_u16(g->out, names ? 1 + index % names : 0);
    if (nav_holds(l, NAV_WITH_LADDER_IDS)) {
        write_ladder_list(g, index, true);
        write_ladder_list(g, index, false);
    }
    for (int i = 0; i < l->occupy_bytes / 4; i++)
        nl_write_f32(g->out, 120);
    for (int i = 0; nav_holds(l, NAV_WITH_LIGHT) && i < 4; i++)
        nl_write_f32(g->out, 1);
    if (nav_holds(l, NAV_WITH_L4D_DATA)) write_l4d(g);
    if (nav_holds(l, NAV_WITH_VISIBLE)) write_visible(g, index);
    if (nav_holds(l, NAV_WITH_INHERITANCE)) nl_write_u32(g->out, 0);
    if (nav_holds(l, NAV_WITH_LATE_APPROACH)) write_approach(g, index);
    write_zeros(g->out, l->custom_bytes);
}

static void write_area(const nav_grid *g, uint32_t index) {
    nl_write_u32(g->out, nav_spec_area_id(index));
    write_zeros(g->out, g->layout.attribute_bytes);
    write_corners(g, index);
    write_connections(g, index);
    write_spots(g, index);
    if (nav_holds(&g->layout, NAV_WITH_APPROACH)) write_approach(g, index);
    write_paths(g, index);
    write_tail(g, index);
}

/* ---- Ladders ---- */

static void write_ladder(const nav_grid *g, uint32_t number) {
    const uint32_t bottom = 2 * number;
    const float x = area_west(g, bottom) + g->cell;
    const float y = area_north(g, bottom) + g->cell / 2;
    const float fields[] = {32, x, y, 128, x, y, 0, 128}; /* width, top, bottom, length */
    nl_write_u32(g->out, number + 1);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        nl_write_f32(g->out, fields[i]);
    nl_write_u32(g->out, 1);
    if (nav_holds(&g->layout, NAV_WITH_DANGLING)) nl_write_u8(g->out, 0);
    nl_write_u32(g->out, nav_spec_area_id(bottom + 1));
    write_zeros(g->out, 12);
    nl_write_u32(g->out, nav_spec_area_id(bottom));
}

void nav_write(nl_writer *out, const nav_spec *spec) {
    const nav_grid g = grid_of(out, spec);
    write_header(&g);
    nl_write_u32(out, g.area_count);
    for (uint32_t i = 0; i < g.area_count; i++)
        write_area(&g, i);
    if (nav_holds(&g.layout, NAV_WITH_LADDERS)) {
        nl_write_u32(out, spec->ladders);
        for (uint32_t i = 0; i < spec->ladders; i++)
            write_ladder(&g, i);
    }
    if (nav_holds(&g.layout, NAV_WITH_L4D)) nl_write_f32(out, 0);
}

/* ---- Files of any size ---- */

/* Every dialect that a file can say by its numbers alone; the first is the usual one. */
static const struct {
    nav_family family;
    uint32_t version;
    uint32_t sub_version;
} variants[NAV_BUILD_VARIANTS] = {
    {NAV_CS, 16, 1},     {NAV_BASE, 16, 0}, {NAV_TF, 16, 2},   {NAV_L4D, 16, 14}, {NAV_L4D, 16, 13},
    {NAV_TF2C, 16, 257}, {NAV_BASE, 15, 0}, {NAV_BASE, 14, 0}, {NAV_BASE, 13, 0}, {NAV_BASE, 12, 0},
    {NAV_BASE, 11, 0},   {NAV_BASE, 10, 0}, {NAV_BASE, 9, 0},  {NAV_BASE, 8, 0},  {NAV_BASE, 7, 0},
    {NAV_BASE, 6, 0},    {NAV_BASE, 5, 0},  {NAV_BASE, 4, 0},  {NAV_BASE, 3, 0},  {NAV_BASE, 2, 0},
    {NAV_BASE, 1, 0},
};

nav_spec nav_spec_as(const nav_spec *spec, unsigned variant) {
    nav_spec same = *spec;
    same.family = variants[variant].family;
    same.version = variants[variant].version;
    same.sub_version = variants[variant].sub_version;
    return same;
}

/* Proportions of a real analysed mesh: de_dust2 of CS:GO has per area 4 connections, 1 spot, 6
 * paths of 3 spots, and other meshes some dozens of visible areas. */
static nav_spec usual_spec(unsigned variant, uint32_t columns, uint32_t rows) {
    const uint32_t areas = columns * rows;
    return (nav_spec){
        .family = variants[variant].family,
        .version = variants[variant].version,
        .sub_version = variants[variant].sub_version,
        .columns = columns,
        .rows = rows,
        .spots = 1,
        .paths = 6,
        .path_spots = 3,
        .approach = 2,
        .visible = areas > 40 ? 40 : areas - 1,
        .ladders = areas / 64 + 1,
        .places = areas > 60 ? 60 : areas,
    };
}

static uint64_t size_of(unsigned variant, uint32_t columns, uint32_t rows) {
    const nav_spec spec = usual_spec(variant, columns, rows);
    nl_writer counter = nl_writer_over(NULL, 0);
    nav_write(&counter, &spec);
    return counter.at;
}

void nav_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    enum { PROBE = 16, SMALLEST = 2 };
    const uint64_t probe_bytes = size_of(variant, PROBE, PROBE);
    const uint64_t areas = target_bytes * PROBE * PROBE / probe_bytes;
    uint32_t columns = SMALLEST;
    while ((uint64_t)(columns + 1) * (columns + 1) <= areas)
        columns++;
    uint32_t rows = (uint32_t)nl_max(SMALLEST, areas / columns);
    while (rows < PROBE && size_of(variant, columns, rows + 1) <= target_bytes)
        rows++; /* in small grids the rim, with fewer neighbours, is most of it */
    const nav_spec spec = usual_spec(variant, columns, rows);
    nav_write(out, &spec);
}
