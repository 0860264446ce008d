/* Nodes by themselves: what each record says, and whose links are whose. */
#include "parsers/gta_nodes/check.h"

#include <string.h>

enum { LAST_SPECIAL = 10, MOST_PED_LINKS = GTA_DYNAMIC_LINKS - 1 };

/* One node while it is judged. */
typedef struct gta_node_here {
    const gta_check *c;
    const gta_file *f;
    const uint8_t *p;
    uint32_t index;
    uint32_t flags;
} gta_node_here;

static gta_place field_of(const gta_node_here *h, const char *member, nl_type type, uint32_t at) {
    return (gta_place){"nodes", h->index, member, type, gta_node_at(h->f->doc, h->index) + at};
}

/* A field with one right value. */
static void found_field(const gta_node_here *h, unsigned rule, gta_place place, uint32_t actual,
                        uint32_t expected) {
    const uint64_t length = nl_type_bytes(place.type);
    nl_draft draft = {.actual = nl_uint(actual),
                      .expected = nl_uint(expected),
                      .args = {nl_uint(h->index)},
                      .fix = {.offset = place.at, .length = (size_t)length}};
    for (size_t i = 0; i < length; i++)
        draft.fix.bytes[i] = (uint8_t)(expected >> 8 * i);
    gta_found(h->f, rule, place, draft);
}

static void found_flags(const gta_node_here *h, unsigned rule, nl_draft draft) {
    draft.args[0] = nl_uint(h->index);
    gta_found(h->f, rule, field_of(h, "flags", NL_U32LE, 0x18), draft);
}

/* ---- Identity ---- */

static void check_identity(const gta_node_here *h) {
    const uint32_t area = gta_node_area(h->p);
    const uint32_t id = gta_node_id(h->p);
    const uint32_t previous = nl_load_u32(h->p + 4);
    const uint32_t distance = nl_load_u16(h->p + 0x0E);
    if (previous != 0)
        found_field(h, NODES_NODE_PREV, field_of(h, "previous", NL_U32LE, 4), previous, 0);
    if (distance != GTA_NOT_SEARCHED)
        found_field(h, NODES_NODE_DIST, field_of(h, "searchDistance", NL_U16LE, 0x0E), distance,
                    GTA_NOT_SEARCHED);
    if (area != h->f->doc->area)
        found_field(h, NODES_NODE_AREA, field_of(h, "area", NL_U16LE, 0x12), area, h->f->doc->area);
    if (id != (h->index & 0xFFFF))
        found_field(h, NODES_NODE_ID, field_of(h, "id", NL_U16LE, 0x14), id, h->index);
}

/* ---- Flags ---- */

static void check_link_count(const gta_node_here *h) {
    const uint32_t count = gta_node_links(h->p);
    const uint32_t base = gta_node_base(h->p);
    const gta_document *const doc = h->f->doc;
    if (count == 0 && doc->counts.links != 0) {
        const bool dynamic = base >= doc->counts.links;
        gta_found(
            h->f, dynamic ? NODES_NODE_DYNAMIC : NODES_NODE_NO_LINKS,
            dynamic ? field_of(h, "firstLink", NL_U16LE, 0x10)
                    : field_of(h, "flags", NL_U32LE, 0x18),
            (nl_draft){.actual = nl_uint(dynamic ? base : count), .args = {nl_uint(h->index)}});
    }
    if (count > MOST_PED_LINKS && doc->kinds_known && !gta_is_vehicle(doc, h->index))
        found_flags(h, NODES_NODE_MANY_LINKS,
                    (nl_draft){.actual = nl_uint(count), .expected = nl_uint(GTA_DYNAMIC_LINKS)});
    if ((h->flags & GTA_FLAG_ROADBLOCK) && count < 2)
        found_flags(h, NODES_ROADBLOCK_LINKS,
                    (nl_draft){.actual = nl_uint(count), .expected = nl_uint(2)});
}

static void check_common_flags(const gta_node_here *h) {
    const uint32_t flags = h->flags;
    const bool off = flags & GTA_FLAG_OFF;
    const bool was_off = flags & GTA_FLAG_WAS_OFF;
    const uint32_t special = flags >> 20 & 15;
    if (flags & GTA_FLAG_RESERVED)
        found_flags(h, NODES_FLAG_RESERVED,
                    (nl_draft){.actual = nl_uint(flags & GTA_FLAG_RESERVED)});
    if (off != was_off)
        found_field(h, NODES_FLAG_BIT8, field_of(h, "flags", NL_U32LE, 0x18), flags,
                    flags ^ GTA_FLAG_WAS_OFF);
    if ((flags >> 12 & 3) == 3) found_flags(h, NODES_FLAG_SPEED, (nl_draft){.actual = nl_uint(3)});
    if (special > LAST_SPECIAL)
        found_flags(h, NODES_FLAG_SPECIAL,
                    (nl_draft){.actual = nl_uint(special), .expected = nl_uint(LAST_SPECIAL)});
}

static void check_vehicle_flags(const gta_node_here *h) {
    const uint32_t flags = h->flags;
    if ((flags >> 12 & 3) == 0)
        found_flags(h, NODES_FLAG_SPEED_NONE, (nl_draft){.actual = nl_uint(0)});
    if ((flags & GTA_FLAG_COUNT) == 1 && !(flags & GTA_FLAG_DEADEND))
        found_flags(h, NODES_FLAG_DEADEND,
                    (nl_draft){.actual = nl_uint(0), .expected = nl_uint(1)});
    if (flags & GTA_FLAG_NO_WANDER)
        found_flags(h, NODES_FLAG_NO_WANDER,
                    (nl_draft){.actual = nl_uint(1), .expected = nl_uint(0)});
}

/* The bits that a finding about them has told of, whatever the node is. */
static uint32_t told_flags(const gta_node_here *h) {
    const uint32_t special = h->flags & 15u << 20;
    const uint32_t speed = h->flags & 3u << 12;
    const uint32_t roadblock = gta_node_links(h->p) < 2 ? GTA_FLAG_ROADBLOCK : 0;
    return (special >> 20 > LAST_SPECIAL ? special : 0) | (speed >> 12 == 3 ? speed : 0) |
           roadblock;
}

static void check_ped_flags(const gta_node_here *h) {
    const uint32_t odd = h->flags & GTA_FLAG_PED_FORBIDDEN & ~told_flags(h);
    if (odd != 0)
        found_flags(h, NODES_FLAG_PED, (nl_draft){.actual = nl_uint(odd), .expected = nl_uint(0)});
}

static void check_flags(const gta_node_here *h) {
    check_link_count(h);
    check_common_flags(h);
    if (!h->f->doc->kinds_known) return;
    if (gta_is_vehicle(h->f->doc, h->index))
        check_vehicle_flags(h);
    else
        check_ped_flags(h);
}

/* ---- Place ---- */

void gta_found_outside(const gta_check *c, unsigned rule, gta_place place, const char *axis,
                       int32_t value, int32_t cell) {
    char chars[64];
    nl_text range = nl_text_over(chars, sizeof chars);
    nl_put(&range, "it goes from ");
    nl_put_real(&range, cell * 750.0);
    nl_put(&range, " to ");
    nl_put_real(&range, (cell + 1) * 750.0);
    gta_found(c->file, rule, place,
              (nl_draft){.actual = nl_real(value / 8.0),
                         .args = {nl_uint(place.index), nl_string(axis), nl_string(range.chars),
                                  nl_uint(c->file->doc->area)}});
}

static void check_coordinate(const gta_node_here *h, const char *axis, int32_t value,
                             int32_t cell) {
    const gta_document *const doc = h->f->doc;
    const bool is_y = *axis == 'y';
    const int32_t edge = (int32_t)doc->dim / 2 * GTA_CELL;
    const gta_place place =
        doc->layout->is_extended
            ? field_of(h, is_y ? "extendedPosition/y" : "extendedPosition/x", NL_I32LE,
                       is_y ? 0x20 : 0x1C)
            : field_of(h, is_y ? "position/y" : "position/x", NL_I16LE, is_y ? 10 : 8);
    if (value > edge || value < -edge)
        gta_found(h->f, NODES_POS_MAP, place,
                  (nl_draft){.actual = nl_real(value / 8.0),
                             .expected = nl_real(edge / 8.0),
                             .args = {nl_uint(h->index), nl_string(axis)}});
    else if (gta_outside(value, cell) != 0)
        gta_found_outside(h->c, NODES_POS_AREA, place, axis, value, cell);
}

static void check_position(const gta_node_here *h) {
    const gta_document *const doc = h->f->doc;
    const gta_position p = gta_node_position(doc, h->p);
    check_coordinate(h, "x", p.x, gta_cell_x(doc->area, doc->dim));
    check_coordinate(h, "y", p.y, gta_cell_y(doc->area, doc->dim));
}

/* ---- What the extended formats add ---- */

static bool is_old_filler(int32_t old, int32_t extended) {
    const int32_t fitting = extended > INT16_MAX   ? INT16_MAX
                            : extended < INT16_MIN ? INT16_MIN
                                                   : extended;
    return old == 0 || old == GTA_OLD_POSITION || old == fitting;
}

static bool has_old_filler(const uint8_t *p) {
    const gta_position old = gta_old_position(p);
    const gta_position extended = gta_extended_position(p);
    return is_old_filler(old.x, extended.x) && is_old_filler(old.y, extended.y) &&
           is_old_filler(old.z, extended.z);
}

static bool has_old_flood(const uint8_t *p) {
    return p[0x17] == 0 || p[0x17] == (nl_load_u16(p + 0x28) & 0xFF);
}

static void check_extension(const gta_node_here *h) {
    const gta_layout *const l = h->f->doc->layout;
    if (l->is_extended && !has_old_filler(h->p))
        gta_found(h->f, NODES_EXT_OLD_POSITION, field_of(h, NULL, NL_NO_TYPE, 8),
                  (nl_draft){.length = 6, .args = {nl_uint(h->index)}});
    if (l->has_wide_flood && !has_old_flood(h->p))
        gta_found(h->f, NODES_EXT_FLOOD, field_of(h, "flood", NL_U8, 0x17),
                  (nl_draft){.actual = nl_uint(h->p[0x17]),
                             .expected = nl_uint(nl_load_u16(h->p + 0x28)),
                             .args = {nl_uint(h->index)}});
    if (h->f->doc->variant != GTA_FLA4 || nl_load_u16(h->p + 0x2A) == 0) return;
    gta_found(h->f, NODES_EXT_PAD, field_of(h, "padding", NL_U16LE, 0x2A),
              (nl_draft){.actual = nl_uint(nl_load_u16(h->p + 0x2A)),
                         .expected = nl_uint(0),
                         .args = {nl_uint(h->index), nl_string("node")},
                         .fix = {gta_node_at(h->f->doc, h->index) + 0x2A, 2, {0}}});
}

static void check_flood(const gta_node_here *h) {
    const gta_layout *const l = h->f->doc->layout;
    if (gta_node_flood(l, h->p) != 0) return;
    gta_found(h->f, NODES_FLOOD_ZERO,
              l->has_wide_flood ? field_of(h, "extendedFlood", NL_U16LE, 0x28)
                                : field_of(h, "flood", NL_U8, 0x17),
              (nl_draft){.actual = nl_uint(0), .args = {nl_uint(h->index)}});
}

static void judge_node(const gta_check *c, uint32_t index) {
    const uint8_t *const p = gta_node(c->file, index);
    const gta_node_here h = {c, c->file, p, index, gta_node_flags(p)};
    check_identity(&h);
    check_flags(&h);
    check_flood(&h);
    check_position(&h);
    check_extension(&h);
}

/* ---- The usual node ---- */

/* What a plain node of this file looks like. */
typedef struct gta_plain {
    gta_layout layout;
    uint32_t area;
    int32_t west, south;
    bool pads; /* FLA4 */
} gta_plain;

static gta_plain plain_of(const gta_document *doc) {
    return (gta_plain){*doc->layout, doc->area, gta_cell_x(doc->area, doc->dim) * GTA_CELL,
                       gta_cell_y(doc->area, doc->dim) * GTA_CELL, doc->variant == GTA_FLA4};
}

/* Bits that are set for every way in which the flags are not plain. */
static inline uint32_t odd_flags(uint32_t flags, bool vehicle) {
    const uint32_t count = flags & GTA_FLAG_COUNT;
    const uint32_t speed = flags >> 12 & 3;
    uint32_t odd = (flags & GTA_FLAG_RESERVED) | (((flags >> 3) ^ flags) & GTA_FLAG_OFF);
    odd |= (flags >> 20 & 15) > LAST_SPECIAL;
    if (!vehicle) return odd | (flags & GTA_FLAG_PED_FORBIDDEN) | (count - 1 >= MOST_PED_LINKS);
    odd |= (flags & GTA_FLAG_NO_WANDER) | (speed - 1 > 1) | (count == 0);
    return odd |
           (count == 1 && (flags & (GTA_FLAG_DEADEND | GTA_FLAG_ROADBLOCK)) != GTA_FLAG_DEADEND);
}

static inline bool is_inside(int32_t value, int32_t low) {
    return (uint32_t)value - (uint32_t)low <= GTA_CELL; /* wraps below */
}

static inline bool is_plain(const gta_plain *plain, const uint8_t *p, uint32_t index,
                            bool vehicle) {
    const gta_position at =
        plain->layout.is_extended ? gta_extended_position(p) : gta_old_position(p);
    uint32_t odd = nl_load_u32(p + 4) | (nl_load_u16(p + 0x0E) ^ GTA_NOT_SEARCHED);
    odd |= nl_load_u32(p + 0x12) ^ (plain->area | index << 16);
    odd |= odd_flags(nl_load_u32(p + 0x18), vehicle);
    odd |= gta_node_flood(&plain->layout, p) == 0;
    odd |= !is_inside(at.x, plain->west);
    odd |= !is_inside(at.y, plain->south);
    odd |= plain->layout.is_extended && !has_old_filler(p);
    odd |= plain->layout.has_wide_flood && !has_old_flood(p);
    odd |= plain->pads && nl_load_u16(p + 0x2A) != 0;
    return odd == 0;
}

/* ---- Ranges ---- */

static void found_range(const gta_check *c, unsigned rule, uint32_t index, uint32_t base,
                        uint32_t count) {
    gta_found(
        c->file, rule,
        (gta_place){"nodes", index, "firstLink", NL_U16LE, gta_node_at(c->file->doc, index) + 0x10},
        (nl_draft){.actual = nl_uint(base),
                   .expected = nl_uint(c->file->doc->counts.links),
                   .args = {nl_uint(base), nl_uint(base + count - 1), nl_uint(index)}});
}

/* Marks the node's links as owned; false if one was already. */
static bool take_range(uint8_t *owned, uint32_t base, uint32_t count) {
    bool free = true;
    for (uint32_t row = base; row < base + count; row++) {
        free &= owned[row] == 0;
        owned[row] = 1;
    }
    return free;
}

/* Links that belong to nobody, a finding for each run of them. */
static bool find_gaps(const gta_check *c, const uint8_t *owned) {
    const uint32_t count = c->file->doc->link_count;
    bool any = false;
    for (uint32_t row = 0; row < count; row++) {
        if (owned[row]) continue;
        const uint32_t first = row;
        while (row < count && !owned[row])
            row++;
        gta_found(c->file, NODES_NODE_COVER,
                  (gta_place){"links", first, NULL, NL_NO_TYPE, gta_link_at(c->file->doc, first)},
                  (nl_draft){.length = 4 * (uint64_t)(row - first),
                             .actual = nl_uint(row - first),
                             .args = {nl_uint(first)}});
        any = true;
    }
    return any;
}

static void tell_order(const gta_check *c) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->file->doc->node_count; i++) {
        const uint8_t *const p = gta_node(c->file, i);
        if (gta_node_base(p) != next && gta_node_links(p) != 0) {
            gta_found(
                c->file, NODES_NODE_ORDER,
                (gta_place){"nodes", i, "firstLink", NL_U16LE, gta_node_at(c->file->doc, i) + 0x10},
                (nl_draft){.actual = nl_uint(gta_node_base(p)),
                           .expected = nl_uint(next),
                           .args = {nl_uint(i)}});
            return;
        }
        next += gta_node_links(p);
    }
}

/* The nodes' links do not simply follow each other: says why. The array of suspects is lent for the
 * marks. */
static void judge_ranges(gta_check *c) {
    const gta_document *const doc = c->file->doc;
    uint8_t *const owned = c->suspects;
    bool all_free = true;
    bool all_inside = true;
    for (uint32_t i = 0; i < doc->node_count; i++) {
        const uint8_t *const p = gta_node(c->file, i);
        const uint32_t base = gta_node_base(p);
        const uint32_t count = gta_node_links(p);
        if (count == 0) continue;
        if (base > INT16_MAX || base + count > doc->counts.links) {
            found_range(c, NODES_NODE_RANGE, i, base, count);
            all_inside = false;
        } else if (doc->link_count != 0 && !take_range(owned, base, count)) {
            found_range(c, NODES_NODE_OVERLAP, i, base, count);
            all_free = false;
        }
    }
    if (all_inside && all_free && doc->link_count != 0 && doc->is_complete && !find_gaps(c, owned))
        tell_order(c);
    memset(owned, 0, doc->link_count);
}

bool gta_check_nodes(gta_check *c) {
    const gta_document *const doc = c->file->doc;
    const gta_plain plain = plain_of(doc);
    const uint32_t vehicles = doc->kinds_known ? doc->counts.vehicles : 0;
    uint32_t next = 0;
    bool is_tiled = true;
    for (uint32_t i = 0; i < doc->node_count; i++) {
        const uint8_t *const p = gta_node(c->file, i);
        if (!doc->kinds_known || i > UINT16_MAX || !is_plain(&plain, p, i, i < vehicles))
            judge_node(c, i);
        is_tiled &= gta_node_base(p) == next;
        next += gta_node_links(p);
    }
    is_tiled &= next == doc->link_count && next <= INT16_MAX;
    if (!is_tiled) judge_ranges(c);
    return is_tiled;
}
