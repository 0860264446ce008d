/* Navi nodes by themselves, their targets, how often they are used. */
#include "core/quick.h"
#include "parsers/gta_nodes/checks.h"

enum { MOST_LANES = 2, LAST_LIGHT = 2, UNUSED_OF_LANES = 0x80, UNUSED_OF_LIGHTS = 0xF8 };

/* A navi node that is not plain. */
typedef struct gta_odd_navi {
    const gta_file *f;
    const uint8_t *p;
    uint32_t index;
} gta_odd_navi;

static void found(const gta_odd_navi *n, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place navi = gta_navi_place(n->f, n->index);
    gta_found(&navi, rule, field, draft);
}

/* ---- The navi node by itself ---- */

static bool check_component(const gta_odd_navi *n, const char *axis, unsigned field,
                            int32_t value) {
    if (value >= -GTA_DIRECTION && value <= GTA_DIRECTION) return true;
    found(n, NODES_NAVI_DIR_RANGE, field,
          (nl_draft){.expected = nl_int(-GTA_DIRECTION),
                     .relation = NAVLINT_BETWEEN,
                     .others = {nl_int(GTA_DIRECTION)},
                     .args = {nl_string(axis)}});
    return false;
}

static void check_direction(const gta_odd_navi *n) {
    const int32_t x = gta_direction_x(n->p);
    const int32_t y = gta_direction_y(n->p);
    const bool x_fits = check_component(n, "x", GTA_NAVI_DIRECTION_X, x);
    const bool y_fits = check_component(n, "y", GTA_NAVI_DIRECTION_Y, y);
    if (!x_fits || !y_fits || gta_has_direction(n->p)) return;
    found(n, NODES_NAVI_DIR_LEN, GTA_NAVI_DIRECTION,
          (nl_draft){.args = {nl_int(x), nl_int(y), nl_uint(gta_root((uint64_t)(x * x + y * y)))}});
}

static void check_lanes(const gta_odd_navi *n) {
    const uint32_t lanes = n->p[GTA_NAVI_LANES_AT];
    const uint32_t left = lanes & 7;
    const uint32_t right = lanes >> 3 & 7;
    const uint32_t most = left > right ? left : right;
    if (most == 0) found(n, NODES_NAVI_LANES, GTA_NAVI_LANES, gta_odd());
    if (most > MOST_LANES)
        found(n, NODES_NAVI_LANES_MANY, GTA_NAVI_LANES,
              (nl_draft){.args = {nl_uint(most), nl_uint(MOST_LANES)}});
}

static void check_lights(const gta_odd_navi *n) {
    const uint32_t lights = n->p[GTA_NAVI_LIGHTS_AT];
    const uint32_t lanes = n->p[GTA_NAVI_LANES_AT];
    const uint32_t light = lights & 3;
    if (light > LAST_LIGHT)
        found(n, NODES_NAVI_LIGHT, GTA_NAVI_LIGHTS, (nl_draft){.args = {nl_uint(light)}});
    if ((lanes & GTA_LANE_LIGHT_SIDE) && light == 0)
        found(n, NODES_NAVI_LIGHT_SIDE, GTA_NAVI_LANES,
              gta_should_be(lanes & ~(uint32_t)GTA_LANE_LIGHT_SIDE));
    if (lights & GTA_LIGHT_TRAIN)
        found(n, NODES_NAVI_TRAIN, GTA_NAVI_LIGHTS,
              gta_should_be(lights & ~(uint32_t)GTA_LIGHT_TRAIN));
}

/* A byte and its bits without a meaning. */
static void check_unused(const gta_odd_navi *n, unsigned field, uint32_t unused_bits) {
    const uint32_t at = gta_fields.fields[field].at;
    const uint32_t odd = n->p[at] & unused_bits;
    const uint8_t right = (uint8_t)(n->p[at] & ~unused_bits);
    if (odd == 0) return;
    found(n, NODES_NAVI_UNUSED, field,
          (nl_draft){.expected = nl_uint(right),
                     .args = {nl_uint(odd)},
                     .fix = {gta_navi_at(n->f->doc, n->index) + at, 1, {right}}});
}

static void check_padding(const gta_odd_navi *n) {
    if (n->f->doc->variant != GTA_FLA4 || nl_load_u16(n->p + GTA_NAVI_PADDING_AT) == 0) return;
    found(n, NODES_EXT_PAD, GTA_NAVI_PADDING,
          (nl_draft){.expected = nl_uint(0),
                     .fix = {gta_navi_at(n->f->doc, n->index) + GTA_NAVI_PADDING_AT, 2, {0}}});
}

static void check_width(const gta_odd_navi *n) {
    if (gta_navi_width(n->p) > INT8_MAX)
        found(n, NODES_NAVI_WIDTH, GTA_NAVI_WIDTH, gta_at_most(INT8_MAX));
}

static void check_coordinate(const gta_odd_navi *n, const gta_coordinate *at) {
    if (gta_outside(at->value, at->cell) == 0) return;
    const nl_place navi = gta_navi_place(n->f, n->index);
    gta_found_outside(&navi, NODES_NAVI_POS_AREA, at, n->f->doc->area);
}

/* Whether it is known where the area is. Without nodes nothing shows whose file it is but the name,
 * nor of how large a map but the game. */
static bool has_known_cell(const gta_document *doc) {
    return doc->node_count != 0 || (doc->dim_known && doc->area != GTA_NONE);
}

static void check_position(const gta_odd_navi *n) {
    const gta_document *const doc = n->f->doc;
    if (!has_known_cell(doc)) return;
    const gta_position at = gta_navi_position(doc, n->p);
    const unsigned x_field = doc->variant == GTA_VANILLA ? GTA_NAVI_X
                             : doc->variant == GTA_FLA4  ? GTA_NAVI_ALIGNED_X
                                                         : GTA_NAVI_EXTENDED_X;
    check_coordinate(n, &(gta_coordinate){x_field, "x", at.x, gta_cell_x(doc->area, doc->dim)});
    check_coordinate(n, &(gta_coordinate){x_field + 1, "y", at.y, gta_cell_y(doc->area, doc->dim)});
}

/* ---- Its target ---- */

void gta_check_navi_target(const gta_check *c, uint32_t navi) {
    const gta_odd_navi n = {c->file, gta_navi(c->file, navi), navi};
    const uint32_t area = gta_navi_area(n.p);
    const uint32_t node = gta_navi_node(n.p);
    const gta_file *const to = gta_file_of(c, area);
    if (gta_is_beyond(c, area)) {
        nl_draft draft = gta_below(c->shown_areas);
        draft.args[0] = nl_uint(node);
        draft.args[1] = nl_uint(c->shown_areas);
        found(&n, NODES_NAVI_TGT_AREA, GTA_NAVI_AREA, draft);
    }
    if (area >= c->areas || !to || (area == c->file->doc->area) != !c->map) return;
    const bool is_there = node < to->doc->counts.nodes;
    if (is_there && (!to->doc->kinds_known || gta_is_vehicle(to->doc, node))) return;
    nl_draft draft = gta_below(is_there ? to->doc->counts.vehicles : to->doc->counts.nodes);
    draft.args[0] = nl_uint(area);
    draft.args[1] = nl_uint(to->doc->counts.nodes);
    found(&n, is_there ? NODES_NAVI_TGT_VEHICLE : NODES_NAVI_TGT_NODE, GTA_NAVI_NODE, draft);
}

static void check_navi(const gta_check *c, uint32_t index) {
    const gta_odd_navi navi = {c->file, gta_navi(c->file, index), index};
    check_direction(&navi);
    check_lanes(&navi);
    check_lights(&navi);
    check_unused(&navi, GTA_NAVI_LANES, UNUSED_OF_LANES);
    check_unused(&navi, GTA_NAVI_LIGHTS, UNUSED_OF_LIGHTS);
    check_unused(&navi, GTA_NAVI_UNUSED, UINT8_MAX);
    check_padding(&navi);
    check_width(&navi);
    check_position(&navi);
    gta_check_navi_target(c, index);
}

/* ---- The usual navi node ---- */

/* What a plain navi node of this file looks like: one in which check_navi finds nothing. */
typedef struct gta_plain {
    uint32_t area, areas;
    uint32_t targets; /* nodes of the file that navi nodes may lead to, the first ones */
    gta_cell cell;
    bool may_be_anywhere; /* the cell is not known */
    uint32_t xy_at;       /* of an extended one */
    bool has_padding;
} gta_plain;

static gta_plain plain_of(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    const uint32_t targets = doc->kinds_known ? doc->counts.vehicles : doc->counts.nodes;
    const bool is_on_map = doc->area < c->areas;
    return (gta_plain){doc->area,
                       c->areas,
                       is_on_map ? targets : 0,
                       gta_cell_of(doc),
                       !has_known_cell(doc),
                       doc->layout->navi_xy_at,
                       doc->variant == GTA_FLA4};
}

static inline bool has_plain_bits(const uint8_t *p) {
    const uint32_t lanes = p[GTA_NAVI_LANES_AT];
    const uint32_t lights = p[GTA_NAVI_LIGHTS_AT];
    const uint32_t odd = (lanes & UNUSED_OF_LANES) | (gta_navi_width(p) & ~(uint32_t)INT8_MAX) |
                         p[GTA_NAVI_UNUSED_AT];
    return (odd == 0) & ((lanes & 0x3F) != 0) & ((lanes & 7) <= MOST_LANES) &
           ((lanes >> 3 & 7) <= MOST_LANES) & (lights <= LAST_LIGHT) &
           ((lights != 0) | ((lanes & GTA_LANE_LIGHT_SIDE) == 0));
}

static inline bool is_component(uint8_t byte) {
    return (uint8_t)(byte + GTA_DIRECTION) <= 2 * GTA_DIRECTION;
}

static inline bool has_plain_direction(const uint8_t *p) {
    const bool is_there = gta_has_direction(p);
    const bool has_x = is_component(p[GTA_NAVI_DIRECTION_X_AT]);
    const bool has_y = is_component(p[GTA_NAVI_DIRECTION_Y_AT]);
    return is_there & has_x & has_y;
}

static inline gta_position position_of(const gta_plain *plain, const uint8_t *p, bool is_extended) {
    const uint8_t *const xy = p + plain->xy_at;
    return is_extended ? (gta_position){nl_load_i32(xy), nl_load_i32(xy + 4), 0}
                       : (gta_position){nl_load_i16(p), nl_load_i16(p + 2), 0};
}

static inline bool is_plain(const gta_plain *plain, const uint8_t *p, bool is_extended) {
    const gta_position at = position_of(plain, p, is_extended);
    const uint32_t area = gta_navi_area(p);
    const bool has_target = area == plain->area ? gta_navi_node(p) < plain->targets
                                                : area < plain->areas; /* the set's business */
    const bool has_bits = has_plain_bits(p);
    const bool has_direction = has_plain_direction(p);
    const bool is_inside = gta_is_inside(at, plain->cell) | plain->may_be_anywhere;
    return (has_target & has_bits & has_direction & is_inside) &&
           (!is_extended || !plain->has_padding || nl_load_u16(p + GTA_NAVI_PADDING_AT) == 0);
}

static inline __attribute__((always_inline)) void check_all(const gta_check *c, bool is_extended) {
    const gta_document *const doc = c->file->doc;
    const gta_plain plain = plain_of(c);
    const uint32_t navi_bytes = doc->layout->navi_bytes;
    const uint8_t *p = gta_navi(c->file, 0);
    for (uint32_t navi = 0; navi < doc->navi_count; navi++, p += navi_bytes)
        if (!NL_QUICK(is_plain(&plain, p, is_extended))) check_navi(c, navi);
}

/* ---- How often they are used ---- */

/* The navi nodes of a file and their counters. */
typedef struct gta_uses {
    uint8_t *uses;
    uint32_t area, navi_count;
} gta_uses;

/* Counts one use. Returns whether the navi node is of another file. */
static inline bool count_use(gta_uses u, uint32_t link) {
    const uint32_t id = link & 0xFFFF;
    const bool is_elsewhere = link >> 16 != u.area;
    if (!is_elsewhere && id < u.navi_count)
        u.uses[id] = (uint8_t)(u.uses[id] + (u.uses[id] < UINT8_MAX));
    return is_elsewhere;
}

/* Counts in the links of vehicle nodes, which are the first ones if they follow each other. Returns
 * how many name a navi node of another file. */
static uint32_t count_uses(const gta_check *c, uint32_t first, uint32_t end) {
    const gta_document *const doc = c->file->doc;
    const gta_uses uses = {c->uses, doc->area, doc->navi_count};
    const uint8_t *const links = gta_bytes(c->file, doc->at.navi_links);
    uint32_t elsewhere = 0;
    if (doc->layout->is_extended)
        for (uint32_t row = first; row < end; row++)
            elsewhere +=
                count_use(uses, nl_load_u32(links + (size_t)row * GTA_WIDE_NAVI_LINK_BYTES));
    else
        for (uint32_t row = first; row < end; row++)
            elsewhere += count_use(
                uses, gta_widened(nl_load_u16(links + (size_t)row * GTA_NAVI_LINK_BYTES)));
    return elsewhere;
}

static void count_all_uses(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    if (is_tiled && doc->counts.vehicles < doc->node_count) {
        c->navis_elsewhere =
            count_uses(c, 0, gta_node_base(gta_node(c->file, doc->counts.vehicles)));
        return;
    }
    for (uint32_t i = 0; i < doc->node_count && gta_is_vehicle(doc, i); i++) {
        const gta_range links = gta_links_of(c->file, i);
        c->navis_elsewhere += count_uses(c, links.first, links.end);
    }
}

/* By itself a file can show that a navi node is used too often, and no more: links of other areas
 * may use it too. */
static void check_uses(gta_check *c, bool is_tiled) {
    const gta_document *const doc = c->file->doc;
    if (!doc->kinds_known || doc->is_swapped || doc->link_count == 0) return;
    count_all_uses(c, is_tiled);
    nl_follow(c->file->job->report, doc->is_lost || c->has_shared_links); /* these count twice */
    for (uint32_t navi = 0; navi < doc->navi_count; navi++)
        if (c->uses[navi] > 2) gta_found_uses(c->file, navi, c->uses[navi]);
    nl_follow(c->file->job->report, doc->is_lost);
}

void gta_check_navis(gta_check *c, bool is_tiled) {
    if (c->file->doc->layout->is_extended)
        check_all(c, true);
    else
        check_all(c, false);
    check_uses(c, is_tiled);
}
