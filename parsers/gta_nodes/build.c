#include "parsers/gta_nodes/build.h"

#include "core/checked.h"
#include "parsers/gta_nodes/geometry.h"

enum {
    USUAL_PITCH = 80, /* eighths of a unit between nodes, if the cell has room */
    WIDEST = 5000, /* the chain's extent at most: what is left of the cell is the way to the next */
    SHIFT = 40,    /* to the south-west, so that navi nodes of the way stay inside the cell */
    MOST_TARGETS = 16, /* of one node */
    WIDTH = 8,         /* of all roads */
    LANES = 1 | 1 << 3 /* one in each direction */
};

/* A file while it is written. */
typedef struct gta_writer {
    nl_writer *out;
    const gta_spec *spec;
    gta_layout layout;
    uint32_t vehicles, peds; /* nodes of each kind */
} gta_writer;

/* A node's neighbour. */
typedef struct gta_target {
    uint32_t area, node;
    uint32_t navi_area, navi;
    uint32_t length;
} gta_target;

typedef struct gta_targets {
    gta_target list[MOST_TARGETS];
    uint32_t count;
} gta_targets;

/* ---- Places ---- */

static uint32_t pitch_of(const gta_spec *spec, uint32_t count) {
    const uint32_t widest = count > 1 ? WIDEST / (count - 1) : WIDEST;
    return spec->joined_areas != 0 || widest < USUAL_PITCH ? widest : USUAL_PITCH;
}

/* Of the first of `count` nodes in a row, from the cell's edge. */
static int32_t start_of(const gta_spec *spec, uint32_t count) {
    return (GTA_CELL - (int32_t)((count - 1) * pitch_of(spec, count))) / 2 - SHIFT;
}

static int32_t place_of(const gta_spec *spec, int32_t cell, uint32_t count, uint32_t index) {
    return cell * GTA_CELL + start_of(spec, count) + (int32_t)(index * pitch_of(spec, count));
}

static int32_t x_of(const gta_writer *w, const gta_chain *chain, uint32_t node) {
    return place_of(w->spec, gta_cell_x(w->spec->area, w->spec->dim), chain->columns,
                    node / chain->rows);
}

static int32_t y_of(const gta_writer *w, const gta_chain *chain, uint32_t node) {
    const uint32_t step = node % chain->rows;
    const bool down = node / chain->rows % 2 != 0;
    return place_of(w->spec, gta_cell_y(w->spec->area, w->spec->dim), chain->rows,
                    down ? chain->rows - 1 - step : step);
}

/* Units between two nodes next to each other, in one column or from column to column. */
static uint32_t step_length(const gta_spec *spec, const gta_chain *chain, uint32_t lower) {
    const bool turns = chain->rows == 1 || lower % chain->rows == chain->rows - 1;
    return pitch_of(spec, turns ? chain->columns : chain->rows) / 8;
}

/* Units from the last node of a chain to the first one of the next cell. */
static uint32_t gap_length(const gta_spec *spec, uint32_t count) {
    return (GTA_CELL - (count - 1) * pitch_of(spec, count)) / 8;
}

/* ---- Who is whose neighbour ---- */

static bool is_joined(const gta_spec *spec, uint32_t area, uint32_t other) {
    return area < spec->joined_areas && other < spec->joined_areas;
}

static bool joins_east(const gta_spec *spec, uint32_t area) {
    return area % spec->dim + 1 < spec->dim && is_joined(spec, area, area + 1);
}

static bool joins_north(const gta_spec *spec, const gta_chain *chain, uint32_t area) {
    return chain->rows >= 4 && is_joined(spec, area, area + spec->dim);
}

/* An area's navi nodes are those of the links whose lower node is in it, in the order of these
 * nodes: to the next node, then to the north (from the top of the first column), then to the east
 * (from the last node). */
static uint32_t north_navi(const gta_chain *chain) {
    return chain->rows;
}

static uint32_t next_navi(const gta_spec *spec, const gta_chain *chain, uint32_t node) {
    return node + (joins_north(spec, chain, spec->area) && node > chain->rows - 1);
}

static uint32_t east_navi(const gta_spec *spec, const gta_chain *chain, uint32_t area) {
    return chain->columns * chain->rows - 1 + joins_north(spec, chain, area);
}

static void add(gta_targets *targets, gta_target target) {
    targets->list[targets->count++] = target;
}

static void add_star(const gta_writer *w, uint32_t node, gta_targets *targets) {
    const gta_chain *const chain = &w->spec->peds;
    const uint32_t unit = step_length(w->spec, chain, 0);
    if (node != 0) add(targets, (gta_target){w->spec->area, 0, 0, 0, node * unit});
    for (uint32_t other = 1; node == 0 && other < chain->columns; other++)
        add(targets, (gta_target){w->spec->area, other, 0, 0, other * unit});
}

static void add_chain(const gta_writer *w, const gta_chain *chain, uint32_t node,
                      gta_targets *targets) {
    const gta_spec *const spec = w->spec;
    const uint32_t area = spec->area;
    const bool in_pairs = spec->in_pairs && chain == &spec->peds;
    if (node > 0 && !(in_pairs && node % 2 == 0))
        add(targets, (gta_target){area, node - 1, area, next_navi(spec, chain, node - 1),
                                  step_length(spec, chain, node - 1)});
    if (node + 1 < chain->columns * chain->rows && !(in_pairs && node % 2 != 0))
        add(targets, (gta_target){area, node + 1, area, next_navi(spec, chain, node),
                                  step_length(spec, chain, node)});
}

static void add_neighbours(const gta_writer *w, const gta_chain *chain, uint32_t node,
                           gta_targets *targets) {
    const gta_spec *const spec = w->spec;
    const uint32_t area = spec->area;
    const uint32_t last = chain->columns * chain->rows - 1;
    const uint32_t top = chain->rows - 1;
    const uint32_t wide = gap_length(spec, chain->columns);
    const uint32_t high = gap_length(spec, chain->rows);
    if (node == 0 && area % spec->dim > 0 && joins_east(spec, area - 1))
        add(targets,
            (gta_target){area - 1, last, area - 1, east_navi(spec, chain, area - 1), wide});
    if (node == 0 && area >= spec->dim && joins_north(spec, chain, area - spec->dim))
        add(targets,
            (gta_target){area - spec->dim, top, area - spec->dim, north_navi(chain), high});
    if (node == top && joins_north(spec, chain, area))
        add(targets, (gta_target){area + spec->dim, 0, area, north_navi(chain), high});
    if (node == last && joins_east(spec, area))
        add(targets, (gta_target){area + 1, 0, area, east_navi(spec, chain, area), wide});
}

static void add_extras(const gta_writer *w, uint32_t node, gta_targets *targets) {
    for (int i = 0; i < GTA_SPEC_EXTRAS; i++) {
        const gta_spec_link *const extra = &w->spec->extra[i];
        if (extra->present && extra->from == node)
            add(targets,
                (gta_target){extra->area, extra->node, w->spec->area, extra->navi, extra->length});
    }
}

/* The neighbours of a node of the file: vehicle nodes first, then ped nodes. */
static gta_targets targets_of(const gta_writer *w, uint32_t node) {
    gta_targets targets = {.count = 0};
    const bool vehicle = node < w->vehicles;
    const uint32_t first = vehicle ? 0 : w->vehicles;
    const gta_chain *const chain = vehicle ? &w->spec->vehicles : &w->spec->peds;
    if (w->spec->in_star && !vehicle)
        add_star(w, node - first, &targets);
    else
        add_chain(w, chain, node - first, &targets);
    add_neighbours(w, chain, node - first, &targets);
    for (uint32_t i = 0; i < targets.count; i++)
        targets.list[i].node += first;
    add_extras(w, node, &targets);
    return targets;
}

/* ---- Header ---- */

static uint32_t own_navis(const gta_writer *w) {
    const gta_spec *const spec = w->spec;
    if (w->vehicles == 0) return 0;
    return w->vehicles - 1 + joins_north(spec, &spec->vehicles, spec->area) +
           joins_east(spec, spec->area);
}

static uint32_t count_links(const gta_writer *w) {
    uint32_t links = w->spec->spare_links;
    for (uint32_t node = 0; node < w->vehicles + w->peds; node++)
        links += targets_of(w, node).count;
    return links;
}

static void write_header(const gta_writer *w, uint32_t links) {
    if (w->layout.is_extended) nl_write_u32(w->out, GTA_MARKER);
    if (w->spec->variant == GTA_FLA4) nl_write_bytes(w->out, "FLA4", 4);
    if (w->spec->variant == GTA_VER2) nl_write_bytes(w->out, "FM92\x0B\0fastman92\0VER2", 20);
    if (w->spec->variant == GTA_VER3) nl_write_bytes(w->out, "FM92\x0B\0fastman92\0VER3", 20);
    nl_write_u32(w->out, w->vehicles + w->peds);
    nl_write_u32(w->out, w->vehicles);
    nl_write_u32(w->out, w->peds);
    nl_write_u32(w->out, own_navis(w) + w->spec->spare_navis);
    nl_write_u32(w->out, links);
}

/* ---- Nodes ---- */

static void write_position(nl_writer *out, const int32_t *values, int count, bool extended) {
    for (int i = 0; i < count; i++) {
        if (extended)
            nl_write_u32(out, (uint32_t)values[i]);
        else
            nl_write_u16(out, (uint32_t)values[i] & 0xFFFF);
    }
}

static uint32_t flood_of(const gta_spec *spec, bool vehicle, uint32_t index) {
    if (spec->in_pairs && !vehicle) return index / 2 % UINT8_MAX + 1;
    return spec->flood ? spec->flood : 1;
}

static uint32_t flags_of(bool vehicle, uint32_t links) {
    const uint32_t usual = links | 15u << 16; /* full density */
    if (!vehicle) return usual;
    return usual | 1u << 12 | (links == 1 ? 1u << 4 : 0); /* normal road, dead end */
}

static void write_node(const gta_writer *w, uint32_t node, uint32_t base, uint32_t links) {
    static const int32_t fillers[3] = {GTA_OLD_POSITION, GTA_OLD_POSITION, GTA_OLD_POSITION};
    const bool vehicle = node < w->vehicles;
    const gta_chain *const chain = vehicle ? &w->spec->vehicles : &w->spec->peds;
    const uint32_t index = vehicle ? node : node - w->vehicles;
    const int32_t at[3] = {x_of(w, chain, index), y_of(w, chain, index), vehicle ? 80 : 88};
    const uint32_t flood = flood_of(w->spec, vehicle, index);
    nl_write_u32(w->out, 0);
    nl_write_u32(w->out, 0);
    write_position(w->out, w->layout.is_extended ? fillers : at, 3, false);
    nl_write_u16(w->out, GTA_NOT_SEARCHED);
    nl_write_u16(w->out, base);
    nl_write_u16(w->out, w->spec->area);
    nl_write_u16(w->out, node);
    nl_write_u8(w->out, WIDTH);
    nl_write_u8(w->out, w->layout.has_wide_flood ? 0 : flood);
    nl_write_u32(w->out, flags_of(vehicle, links));
    if (w->layout.is_extended) write_position(w->out, at, 3, true);
    if (w->layout.has_wide_flood) nl_write_u16(w->out, flood);
    if (w->spec->variant == GTA_FLA4) nl_write_u16(w->out, 0);
}

static void write_nodes(const gta_writer *w) {
    uint32_t base = 0;
    for (uint32_t node = 0; node < w->vehicles + w->peds; node++) {
        const uint32_t links = targets_of(w, node).count;
        write_node(w, node, base, links);
        base += links;
    }
}

/* ---- Navi nodes ---- */

/* The navi node of a link from `node` by (dx, dy) eighths: direction is back to the node. */
static void write_navi(const gta_writer *w, uint32_t node, int32_t dx, int32_t dy) {
    static const int32_t fillers[2] = {GTA_OLD_POSITION, GTA_OLD_POSITION};
    const gta_chain *const chain = &w->spec->vehicles;
    const int32_t at[2] = {x_of(w, chain, node) + dx / 2, y_of(w, chain, node) + dy / 2};
    const bool extended = w->layout.is_extended;
    write_position(w->out, extended ? fillers : at, 2, false);
    nl_write_u16(w->out, w->spec->area);
    nl_write_u16(w->out, node);
    nl_write_u8(w->out, dx > 0 ? (uint32_t)-100 & 0xFF : dx < 0 ? 100 : 0);
    nl_write_u8(w->out, dy > 0 ? (uint32_t)-100 & 0xFF : dy < 0 ? 100 : 0);
    nl_write_u8(w->out, WIDTH);
    nl_write_u8(w->out, LANES);
    nl_write_u16(w->out, 0);
    if (w->spec->variant == GTA_FLA4) nl_write_u16(w->out, 0);
    if (extended) write_position(w->out, at, 2, true);
}

static void write_navis(const gta_writer *w) {
    const gta_spec *const spec = w->spec;
    const gta_chain *const chain = &spec->vehicles;
    const int32_t wide = (int32_t)gap_length(spec, chain->columns) * 8;
    const int32_t high = (int32_t)gap_length(spec, chain->rows) * 8;
    for (uint32_t node = 0; node < w->vehicles; node++) {
        const uint32_t next = node + 1;
        if (next < w->vehicles)
            write_navi(w, node, x_of(w, chain, next) - x_of(w, chain, node),
                       y_of(w, chain, next) - y_of(w, chain, node));
        if (node == chain->rows - 1 && joins_north(spec, chain, spec->area))
            write_navi(w, node, 0, high);
        if (next == w->vehicles && joins_east(spec, spec->area)) write_navi(w, node, wide, 0);
    }
    for (uint32_t i = 0; i < spec->spare_navis; i++)
        write_navi(w, 0, USUAL_PITCH, 0);
}

/* ---- Links ---- */

static void write_zeros(nl_writer *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        nl_write_u8(out, 0);
}

static void write_link(const gta_writer *w, const gta_target *target) {
    nl_write_u16(w->out, target->area);
    nl_write_u16(w->out, target->node);
}

static void write_navi_link(const gta_writer *w, const gta_target *target, bool vehicle) {
    const uint32_t navi = vehicle ? target->navi : 0;
    const uint32_t area = vehicle ? target->navi_area : 0;
    if (w->layout.is_extended)
        nl_write_u32(w->out, navi | area << 16);
    else
        nl_write_u16(w->out, (navi & 0x3FF) | (area & 0x3F) << 10);
}

/* What is written of each link, section by section. */
typedef enum gta_part { LINKS, NAVI_LINKS, LENGTHS, FLAGS } gta_part;

static void write_part(const gta_writer *w, gta_part part, const gta_target *target, bool vehicle) {
    if (part == LINKS)
        write_link(w, target);
    else if (part == NAVI_LINKS)
        write_navi_link(w, target, vehicle);
    else
        nl_write_u8(w->out, part == LENGTHS ? target->length : 0);
}

static void write_section(const gta_writer *w, gta_part part) {
    const gta_target spare = {w->spec->area, 0, 0, 0, 1};
    for (uint32_t node = 0; node < w->vehicles + w->peds; node++) {
        const gta_targets targets = targets_of(w, node);
        for (uint32_t i = 0; i < targets.count; i++)
            write_part(w, part, &targets.list[i], node < w->vehicles);
    }
    for (uint32_t i = 0; i < w->spec->spare_links; i++)
        write_part(w, part, &spare, false);
}

static void write_links(const gta_writer *w) {
    write_section(w, LINKS);
    for (int i = 0; i < GTA_SPARE_LINKS; i++)
        nl_write_u32(w->out, 0xFFFF);
    write_section(w, NAVI_LINKS);
    write_section(w, LENGTHS);
    write_zeros(w->out, GTA_SPARE_LINKS);
    write_section(w, FLAGS);
    write_zeros(w->out, GTA_SPARE_LINKS);
}

void gta_write(nl_writer *out, const gta_spec *spec) {
    const gta_writer w = {
        .out = out,
        .spec = spec,
        .layout = gta_layouts[spec->variant],
        .vehicles = spec->vehicles.columns * spec->vehicles.rows,
        .peds = spec->peds.columns * spec->peds.rows,
    };
    const uint32_t links = count_links(&w);
    write_header(&w, links);
    write_nodes(&w);
    if (w.vehicles + spec->spare_navis != 0) write_navis(&w);
    if (links != 0) write_links(&w);
    if (w.layout.is_extended) nl_write_bytes(out, "EOF", GTA_END_BYTES);
}

/* ---- Files of any size ---- */

enum { MOST_VEHICLES = 1000, MOST_NODES = 16000, FEWEST = 4 };

/* An even number of columns, at least as many as rows, of about `count` nodes. */
static gta_chain chain_of(uint64_t count) {
    uint32_t rows = FEWEST;
    while ((uint64_t)(rows + 1) * (rows + 1) <= count)
        rows++;
    const uint32_t columns = (uint32_t)nl_max(FEWEST, count / rows / 2 * 2);
    return (gta_chain){columns, rows};
}

/* Proportions of the real game: nearly as many vehicle nodes as ped nodes, about two links and, for
 * vehicle nodes, one navi node for each. The limits of an area are kept. */
static void size_chains(gta_spec *spec, uint64_t target_bytes) {
    const gta_layout *const l = &gta_layouts[spec->variant];
    const uint64_t fixed = l->header_bytes + GTA_SPARE_BYTES + GTA_END_BYTES;
    const uint64_t body = target_bytes > fixed ? target_bytes - fixed : 0;
    const uint64_t link_bytes =
        GTA_LINK_BYTES + l->navi_link_bytes + GTA_LENGTH_BYTES + GTA_CROSSING_BYTES;
    const uint64_t ped_bytes = l->node_bytes + 2 * link_bytes;
    const uint64_t vehicle_bytes = ped_bytes + l->navi_bytes;
    const uint64_t vehicles = nl_min(MOST_VEHICLES, body * 9 / 20 / vehicle_bytes);
    const uint64_t left = body > vehicles * vehicle_bytes ? body - vehicles * vehicle_bytes : 0;
    spec->vehicles = chain_of(vehicles);
    spec->peds = chain_of(nl_min(MOST_NODES - MOST_VEHICLES, left / ped_bytes));
}

gta_spec gta_spec_of_map(gta_variant variant, uint32_t dim, uint32_t area, uint64_t target_bytes) {
    gta_spec spec = {.variant = variant, .dim = dim, .area = area, .joined_areas = dim * dim};
    size_chains(&spec, target_bytes);
    return spec;
}

void gta_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    gta_spec spec = {.variant = (gta_variant)variant, .dim = GTA_SMALLEST_DIM};
    size_chains(&spec, target_bytes);
    if (target_bytes < 2048) {
        spec.vehicles = (gta_chain){2, 1};
        spec.peds = (gta_chain){2, 1};
    }
    gta_write(out, &spec);
}
