/* Navi nodes by themselves, their targets, how often they are used. */
#include "parsers/gta_nodes/navi.h"

enum { MOST_LANES = 2, LAST_LIGHT = 2 };

/* ---- The navi node by itself ---- */

static bool judge_component(const gta_file *f, uint32_t navi, const char *member, uint32_t at) {
    const int32_t value = (int8_t)gta_navi(f, navi)[at];
    if (value >= -GTA_DIRECTION && value <= GTA_DIRECTION) return true;
    gta_found_navi(f, NODES_NAVI_DIR_RANGE, navi, gta_navi_field(f, navi, member, NL_I8, at),
                   (nl_draft){.actual = nl_int(value), .args = {[1] = nl_string(member + 10)}});
    return false;
}

static void judge_direction(const gta_file *f, uint32_t navi) {
    const uint8_t *const p = gta_navi(f, navi);
    const bool x_fits = judge_component(f, navi, "direction/x", 8);
    const bool y_fits = judge_component(f, navi, "direction/y", 9);
    if (!x_fits || !y_fits || gta_has_direction(p)) return;
    const int32_t x = (int8_t)p[8];
    const int32_t y = (int8_t)p[9];
    gta_found_navi(f, NODES_NAVI_DIR_LEN, navi,
                   gta_navi_field(f, navi, "direction/x", NL_NO_TYPE, 8),
                   (nl_draft){.length = 2,
                              .actual = nl_uint(gta_root((uint64_t)(x * x + y * y))),
                              .expected = nl_uint(GTA_DIRECTION),
                              .args = {[1] = nl_int(x), [2] = nl_int(y)}});
}

static void judge_lanes(const gta_file *f, uint32_t navi) {
    const uint32_t bits = gta_navi(f, navi)[0x0B];
    const uint32_t left = bits & 7;
    const uint32_t right = bits >> 3 & 7;
    const uint32_t most = left > right ? left : right;
    const gta_place place = gta_navi_field(f, navi, "lanes", NL_U8, 0x0B);
    if (most == 0)
        gta_found_navi(f, NODES_NAVI_LANES, navi, place, (nl_draft){.actual = nl_uint(0)});
    if (most > MOST_LANES)
        gta_found_navi(f, NODES_NAVI_LANES_MANY, navi, place,
                       (nl_draft){.actual = nl_uint(most), .expected = nl_uint(MOST_LANES)});
}

static void judge_lights(const gta_file *f, uint32_t navi) {
    const uint8_t *const p = gta_navi(f, navi);
    const uint32_t light = p[0x0C] & 3;
    const bool has_side = p[0x0B] & 0x40;
    const gta_place place = gta_navi_field(f, navi, "lights", NL_U8, 0x0C);
    if (light > LAST_LIGHT)
        gta_found_navi(f, NODES_NAVI_LIGHT, navi, place, (nl_draft){.actual = nl_uint(light)});
    if (has_side && light == 0)
        gta_found_navi(f, NODES_NAVI_LIGHT_SIDE, navi,
                       gta_navi_field(f, navi, "lanes", NL_U8, 0x0B),
                       (nl_draft){.actual = nl_uint(1), .expected = nl_uint(0)});
    if (p[0x0C] & 4)
        gta_found_navi(f, NODES_NAVI_TRAIN, navi, place,
                       (nl_draft){.actual = nl_uint(1), .expected = nl_uint(0)});
}

static void judge_unused(const gta_file *f, uint32_t navi) {
    const uint8_t *const p = gta_navi(f, navi);
    const uint32_t unused = (p[0x0B] & 0x80u) | (p[0x0C] & 0xF8u) << 8 | (uint32_t)p[0x0D] << 16;
    const uint64_t at = gta_navi_at(f->doc, navi) + 0x0B;
    if (unused != 0)
        gta_found_navi(f, NODES_NAVI_UNUSED, navi, gta_navi_field(f, navi, NULL, NL_NO_TYPE, 0x0B),
                       (nl_draft){.length = 3,
                                  .actual = nl_uint(unused),
                                  .expected = nl_uint(0),
                                  .fix = {at, 3, {p[0x0B] & 0x7F, p[0x0C] & 0x07, 0}}});
    if (f->doc->variant != GTA_FLA4 || nl_load_u16(p + 0x0E) == 0) return;
    gta_found(f, NODES_EXT_PAD, gta_navi_field(f, navi, "padding", NL_U16LE, 0x0E),
              (nl_draft){.actual = nl_uint(nl_load_u16(p + 0x0E)),
                         .expected = nl_uint(0),
                         .args = {nl_uint(navi), nl_string("navi node")},
                         .fix = {at + 3, 2, {0}}});
}

static void judge_place(const gta_check *c, uint32_t navi) {
    const gta_file *const f = c->file;
    const gta_position p = gta_navi_position(f->doc, gta_navi(f, navi));
    const bool extended = f->doc->layout->is_extended;
    const int32_t column = gta_cell_x(f->doc->area, f->doc->dim);
    const int32_t row = gta_cell_y(f->doc->area, f->doc->dim);
    const uint32_t at = f->doc->layout->navi_xy_at;
    const nl_type type = extended ? NL_I32LE : NL_I16LE;
    const uint32_t step = extended ? 4 : 2;
    if (gta_outside(p.x, column) != 0)
        gta_found_outside(
            c, NODES_NAVI_POS_AREA,
            gta_navi_field(f, navi, extended ? "extendedPosition/x" : "position/x", type, at), "x",
            p.x, column);
    if (gta_outside(p.y, row) != 0)
        gta_found_outside(c, NODES_NAVI_POS_AREA,
                          gta_navi_field(f, navi, extended ? "extendedPosition/y" : "position/y",
                                         type, at + step),
                          "y", p.y, row);
}

static void judge_width(const gta_file *f, uint32_t navi) {
    const uint32_t width = gta_navi_width(gta_navi(f, navi));
    if (width > INT8_MAX)
        gta_found_navi(f, NODES_NAVI_WIDTH, navi, gta_navi_field(f, navi, "width", NL_U8, 0x0A),
                       (nl_draft){.actual = nl_uint(width), .expected = nl_uint(INT8_MAX)});
}

void gta_judge_navi_target(gta_check *c, uint32_t navi) {
    const gta_file *const f = c->file;
    const uint8_t *const p = gta_navi(f, navi);
    const uint32_t area = gta_navi_area(p);
    const uint32_t node = gta_navi_node(p);
    const gta_file *const to = gta_file_of(c, area);
    nl_draft draft = {.actual = nl_uint(area), .expected = nl_uint(c->areas)};
    if (area >= c->areas) {
        if (!c->map)
            gta_found_navi(f, NODES_NAVI_TGT_AREA, navi,
                           gta_navi_field(f, navi, "area", NL_U16LE, 4), draft);
        return;
    }
    if (!to || (area == f->doc->area) != !c->map) return;
    const bool is_there = node < to->doc->counts.nodes;
    if (is_there && (!to->doc->kinds_known || gta_is_vehicle(to->doc, node))) return;
    draft.actual = nl_uint(node);
    draft.expected = nl_uint(to->doc->counts.nodes);
    draft.args[1] = nl_uint(area);
    gta_found_navi(f, is_there ? NODES_NAVI_TGT_VEHICLE : NODES_NAVI_TGT_NODE, navi,
                   gta_navi_field(f, navi, "node", NL_U16LE, 6), draft);
}

static void judge_navi(gta_check *c, uint32_t navi) {
    judge_direction(c->file, navi);
    judge_lanes(c->file, navi);
    judge_lights(c->file, navi);
    judge_unused(c->file, navi);
    judge_width(c->file, navi);
    judge_place(c, navi);
    gta_judge_navi_target(c, navi);
}

/* ---- The usual navi node ---- */

/* What a plain navi node of this file looks like. */
typedef struct gta_plain {
    gta_document doc;
    uint32_t areas;
    int32_t west, south;
} gta_plain;

static gta_plain plain_of(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    return (gta_plain){*doc, c->areas, gta_cell_x(doc->area, doc->dim) * GTA_CELL,
                       gta_cell_y(doc->area, doc->dim) * GTA_CELL};
}

static inline bool is_inside(int32_t value, int32_t low) {
    return (uint32_t)value - (uint32_t)low <= GTA_CELL;
}

static inline bool has_plain_bits(const uint8_t *p) {
    const uint32_t lanes = p[0x0B];
    return (lanes & 0x80) == 0 && (lanes & 0x3F) != 0 && (lanes & 7) <= MOST_LANES &&
           (lanes >> 3 & 7) <= MOST_LANES && p[0x0C] <= LAST_LIGHT &&
           (p[0x0C] != 0 || (lanes & 0x40) == 0) && p[0x0D] == 0 && p[0x0A] <= INT8_MAX;
}

static inline bool is_component(uint8_t byte) {
    return (uint8_t)(byte + GTA_DIRECTION) <= 2 * GTA_DIRECTION;
}

static inline bool is_plain(const gta_plain *plain, const uint8_t *p) {
    const gta_position at = gta_navi_position(&plain->doc, p);
    const bool target = gta_navi_area(p) == plain->doc.area
                            ? gta_navi_node(p) < plain->doc.counts.vehicles
                            : gta_navi_area(p) < plain->areas; /* the rest is the set's business */
    return target && has_plain_bits(p) && gta_has_direction(p) && is_component(p[8]) &&
           is_component(p[9]) && is_inside(at.x, plain->west) && is_inside(at.y, plain->south) &&
           (plain->doc.variant != GTA_FLA4 || nl_load_u16(p + 0x0E) == 0);
}

/* ---- How often they are used ---- */

/* Counts in the links of vehicle nodes, which are the first ones if they follow each other. */
static void count_uses(gta_check *c, uint32_t first, uint32_t end) {
    const gta_file f = *c->file; /* copies: counting leaves them alone */
    const gta_document doc = *f.doc;
    const uint8_t *const p = f.bytes + doc.at.navi_links;
    uint8_t *const uses = c->uses;
    for (uint32_t row = first; row < end; row++) {
        const uint32_t raw = doc.variant == GTA_VANILLA ? nl_load_u16(p + 2 * (size_t)row)
                                                        : nl_load_u32(p + 4 * (size_t)row);
        const uint32_t id = doc.variant == GTA_VANILLA ? raw & 0x3FF : raw & 0xFFFF;
        const uint32_t area = doc.variant == GTA_VANILLA ? raw >> 10 : raw >> 16;
        if (area == doc.area && id < doc.navi_count)
            uses[id] = (uint8_t)(uses[id] + (uses[id] < UINT8_MAX));
    }
}

static void count_all_uses(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    if (is_tiled && doc->counts.vehicles < doc->node_count) {
        count_uses(c, 0, gta_node_base(gta_node(c->file, doc->counts.vehicles)));
        return;
    }
    for (uint32_t i = 0; i < doc->node_count && gta_is_vehicle(doc, i); i++) {
        const uint8_t *const node = gta_node(c->file, i);
        const uint32_t base = gta_node_base(node);
        if (gta_has_range(doc, node)) count_uses(c, base, base + gta_node_links(node));
    }
}

/* By itself a file can show that a navi node is used too often, and no more: links of other areas
 * may use it too. */
static void check_uses(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    if (!doc->kinds_known || doc->is_swapped || doc->link_count == 0) return;
    count_all_uses(c, is_tiled);
    for (uint32_t navi = 0; navi < doc->navi_count; navi++)
        if (c->uses[navi] > 2)
            gta_found_navi(c->file, NODES_NAVI_USED, navi,
                           gta_navi_field(c->file, navi, NULL, NL_NO_TYPE, 0),
                           (nl_draft){.length = doc->layout->navi_bytes,
                                      .actual = nl_uint(c->uses[navi]),
                                      .expected = nl_uint(2)});
}

void gta_check_navis(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    const gta_plain plain = plain_of(c);
    for (uint32_t navi = 0; navi < doc->navi_count; navi++)
        if (!is_plain(&plain, gta_navi(c->file, navi))) judge_navi(c, navi);
    check_uses(c, is_tiled);
}
