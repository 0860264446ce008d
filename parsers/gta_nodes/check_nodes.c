/* Nodes by themselves: what each record says, and whose links are whose. */
#include "core/checked.h"
#include "core/quick.h"
#include "parsers/gta_nodes/checks.h"

enum {
    LAST_SPECIAL = 10,
    MOST_PED_LINKS = GTA_DYNAMIC_LINKS - 1,
    OLD_POSITION_BYTES = GTA_NODE_DISTANCE_AT - GTA_NODE_X_AT
};

/* A node that is not plain. */
typedef struct gta_odd_node {
    const gta_file *f;
    const uint8_t *p;
    uint32_t index;
    uint32_t flags;
} gta_odd_node;

static void found(const gta_odd_node *n, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place node = gta_node_place(n->f, n->index);
    gta_found(&node, rule, field, draft);
}

/* A field with one right value. */
static void found_wrong(const gta_odd_node *n, unsigned rule, unsigned field, uint32_t expected) {
    const nl_field *const wrong = &gta_fields.fields[field];
    nl_draft draft = {.expected = nl_uint(expected),
                      .fix = {.offset = gta_node_at(n->f->doc, n->index) + wrong->at,
                              .length = (size_t)nl_type_bytes((nl_type)wrong->type)}};
    for (size_t i = 0; i < draft.fix.length; i++)
        draft.fix.bytes[i] = (uint8_t)(expected >> 8 * i);
    found(n, rule, field, draft);
}

/* The flags, of which some bits are wrong: {0}, shifted down. */
static void found_bits(const gta_odd_node *n, unsigned rule, uint32_t bits, nl_draft draft) {
    draft.args[0] = nl_uint(bits);
    found(n, rule, GTA_NODE_FLAGS, draft);
}

/* The flags without these bits would be right. */
static void found_set_bits(const gta_odd_node *n, unsigned rule, uint32_t bits) {
    found_bits(n, rule, bits, gta_should_be(n->flags & ~bits));
}

/* ---- Identity ---- */

static void check_identity(const gta_odd_node *n) {
    const uint32_t area = gta_node_area(n->p);
    if (nl_load_u32(n->p + GTA_NODE_PREVIOUS_AT) != 0)
        found_wrong(n, NODES_NODE_PREV, GTA_NODE_PREVIOUS, 0);
    if (nl_load_u16(n->p + GTA_NODE_DISTANCE_AT) != GTA_NOT_SEARCHED)
        found_wrong(n, NODES_NODE_DIST, GTA_NODE_DISTANCE, GTA_NOT_SEARCHED);
    if (area != n->f->doc->area) found_wrong(n, NODES_NODE_AREA, GTA_NODE_AREA, n->f->doc->area);
    if (gta_node_id(n->p) != (n->index & 0xFFFF))
        found_wrong(n, NODES_NODE_ID, GTA_NODE_ID, n->index);
}

/* ---- Flags ---- */

static void check_link_count(const gta_odd_node *n) {
    const gta_document *const doc = n->f->doc;
    const uint32_t count = gta_node_links(n->p);
    if (count == 0 && doc->counts.links != 0) {
        if (gta_node_base(n->p) >= doc->counts.links)
            found(n, NODES_NODE_DYNAMIC, GTA_NODE_FIRST_LINK, gta_below(doc->counts.links));
        else
            found_bits(n, NODES_NODE_NO_LINKS, count, gta_odd());
    }
    if (count > MOST_PED_LINKS && doc->kinds_known && !gta_is_vehicle(doc, n->index))
        found_bits(n, NODES_NODE_MANY_LINKS, count, gta_odd());
    if ((n->flags & GTA_FLAG_ROADBLOCK) && count < 2)
        found_bits(n, NODES_ROADBLOCK_LINKS, count, gta_odd());
}

/* The flags with one or the other speed. */
static nl_draft one_of_speeds(uint32_t flags) {
    const uint32_t none = flags & ~(uint32_t)GTA_FLAG_SPEED;
    return (nl_draft){.expected = nl_uint(none | 1 << GTA_SPEED_BIT),
                      .relation = NAVLINT_ONE_OF,
                      .others = {nl_uint(none | 2 << GTA_SPEED_BIT)}};
}

static void check_common_flags(const gta_odd_node *n) {
    const uint32_t flags = n->flags;
    const bool off = flags & GTA_FLAG_OFF;
    const bool was_off = flags & GTA_FLAG_WAS_OFF;
    const uint32_t special = gta_special(flags);
    if (flags & GTA_FLAG_RESERVED)
        found_set_bits(n, NODES_FLAG_RESERVED, flags & GTA_FLAG_RESERVED);
    if (off != was_off) found_wrong(n, NODES_FLAG_BIT8, GTA_NODE_FLAGS, flags ^ GTA_FLAG_WAS_OFF);
    if (gta_speed(flags) == 3) found_bits(n, NODES_FLAG_SPEED, 3, one_of_speeds(flags));
    if (special > LAST_SPECIAL)
        found_bits(n, NODES_FLAG_SPECIAL, special,
                   (nl_draft){.args = {[1] = nl_uint(LAST_SPECIAL)}});
}

static void check_vehicle_flags(const gta_odd_node *n) {
    if (gta_speed(n->flags) == 0) found_bits(n, NODES_FLAG_SPEED_NONE, 0, one_of_speeds(n->flags));
    if (gta_node_links(n->p) == 1 && !(n->flags & GTA_FLAG_DEADEND))
        found_bits(n, NODES_FLAG_DEADEND, 0, gta_should_be(n->flags | GTA_FLAG_DEADEND));
    if (n->flags & GTA_FLAG_NO_WANDER) found_set_bits(n, NODES_FLAG_NO_WANDER, GTA_FLAG_NO_WANDER);
}

/* The bits that have a finding of their own, whatever the node is. */
static uint32_t reported_flags(const gta_odd_node *n) {
    const bool is_special = gta_special(n->flags) > LAST_SPECIAL;
    const bool is_fast = gta_speed(n->flags) == 3;
    return (is_special ? n->flags & GTA_FLAG_SPECIAL : 0) |
           (is_fast ? n->flags & GTA_FLAG_SPEED : 0) |
           (gta_node_links(n->p) < 2 ? GTA_FLAG_ROADBLOCK : 0);
}

static void check_ped_flags(const gta_odd_node *n) {
    const uint32_t odd = n->flags & GTA_FLAG_PED_FORBIDDEN & ~reported_flags(n);
    if (odd != 0) found_set_bits(n, NODES_FLAG_PED, odd);
}

static void check_flags(const gta_odd_node *n) {
    check_link_count(n);
    check_common_flags(n);
    if (!n->f->doc->kinds_known) return;
    if (gta_is_vehicle(n->f->doc, n->index))
        check_vehicle_flags(n);
    else
        check_ped_flags(n);
}

/* ---- Place ---- */

/* How far the map reaches from the origin, in eighths of a unit. */
static int32_t map_edge(const gta_document *doc) {
    return (int32_t)doc->dim / 2 * GTA_CELL;
}

static void check_coordinate(const gta_odd_node *n, const gta_coordinate *at) {
    const gta_document *const doc = n->f->doc;
    const int32_t edge = map_edge(doc);
    const bool is_off_map = at->value > edge || at->value < -edge;
    if (!is_off_map && gta_outside(at->value, at->cell) == 0) return;
    const nl_place node = gta_node_place(n->f, n->index);
    if (is_off_map)
        gta_found(&node, NODES_POS_MAP, at->field,
                  (nl_draft){.expected = nl_int(-edge),
                             .relation = NAVLINT_BETWEEN,
                             .others = {nl_int(edge)},
                             .args = {nl_string(at->axis), nl_real(at->value / 8.0),
                                      nl_real(-edge / 8.0), nl_real(edge / 8.0)}});
    else
        gta_found_outside(&node, NODES_POS_AREA, at, doc->area);
}

static void check_position(const gta_odd_node *n) {
    const gta_document *const doc = n->f->doc;
    const gta_position at = gta_node_position(doc, n->p);
    const bool is_extended = doc->layout->is_extended;
    check_coordinate(n, &(gta_coordinate){is_extended ? GTA_NODE_EXTENDED_X : GTA_NODE_X, "x", at.x,
                                          gta_cell_x(doc->area, doc->dim)});
    check_coordinate(n, &(gta_coordinate){is_extended ? GTA_NODE_EXTENDED_Y : GTA_NODE_Y, "y", at.y,
                                          gta_cell_y(doc->area, doc->dim)});
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
    const uint32_t flood = p[GTA_NODE_FLOOD_AT];
    return flood == 0 || flood == (gta_node_wide_flood(p) & 0xFF);
}

static void found_old_position(const gta_odd_node *n) {
    nl_place node = gta_node_place(n->f, n->index);
    node.at += GTA_NODE_X_AT;
    const gta_position old = gta_old_position(n->p);
    gta_found(&node, NODES_EXT_OLD_POSITION, NL_NO_FIELD,
              (nl_draft){.length = OLD_POSITION_BYTES,
                         .args = {nl_int(old.x), nl_int(old.y), nl_int(old.z)}});
}

/* 0, or as much of the 16-bit id as fits. */
static void found_old_flood(const gta_odd_node *n) {
    const uint32_t wide = gta_node_wide_flood(n->p);
    found(n, NODES_EXT_FLOOD, GTA_NODE_FLOOD,
          (nl_draft){.expected = nl_uint(0),
                     .relation = NAVLINT_ONE_OF,
                     .others = {nl_uint(wide & 0xFF)},
                     .args = {nl_uint(wide)},
                     .related = {gta_flood_related(n->f, n->f, n->index, "the 16-bit id")}});
}

static void check_extension(const gta_odd_node *n) {
    const gta_layout *const layout = n->f->doc->layout;
    if (layout->is_extended && !has_old_filler(n->p)) found_old_position(n);
    if (layout->has_wide_flood && !has_old_flood(n->p)) found_old_flood(n);
    if (n->f->doc->variant != GTA_FLA4 || nl_load_u16(n->p + GTA_NODE_PADDING_AT) == 0) return;
    found(n, NODES_EXT_PAD, GTA_NODE_PADDING,
          (nl_draft){.expected = nl_uint(0),
                     .fix = {gta_node_at(n->f->doc, n->index) + GTA_NODE_PADDING_AT, 2, {0}}});
}

static void check_flood(const gta_odd_node *n) {
    const gta_layout *const layout = n->f->doc->layout;
    if (gta_node_flood(layout, n->p) == 0)
        found(n, NODES_FLOOD_ZERO, layout->has_wide_flood ? GTA_NODE_WIDE_FLOOD : GTA_NODE_FLOOD,
              (nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
}

static void check_node(const gta_file *f, uint32_t index) {
    const uint8_t *const p = gta_node(f, index);
    const gta_odd_node node = {f, p, index, gta_node_flags(p)};
    check_identity(&node);
    check_flags(&node);
    check_flood(&node);
    check_position(&node);
    check_extension(&node);
}

/* ---- The usual node ---- */

/* What a plain node of this file looks like: one in which check_node finds nothing. */
typedef struct gta_plain {
    uint32_t area;
    gta_cell cell;
    bool has_wide_flood, has_padding;
} gta_plain;

/* What is beyond the map's edge is odd even where rounding may have put it there. */
static gta_stretch clipped(gta_stretch stretch, int32_t edge) {
    const int32_t last = stretch.low + (int32_t)stretch.length - 1;
    const int32_t low = stretch.low < -edge ? -edge : stretch.low;
    const int32_t high = last > edge ? edge : last;
    return (gta_stretch){low, high < low ? 0 : (uint32_t)(high - low) + 1};
}

static gta_plain plain_of(const gta_document *doc) {
    const gta_cell cell = gta_cell_of(doc);
    const int32_t edge = map_edge(doc);
    return (gta_plain){doc->area,
                       {clipped(cell.x, edge), clipped(cell.y, edge)},
                       doc->layout->has_wide_flood,
                       doc->variant == GTA_FLA4};
}

/* Bits that are set for every way in which the flags are not plain. */
static inline uint32_t odd_flags(uint32_t flags, bool vehicle) {
    const uint32_t count = flags & GTA_FLAG_COUNT;
    const uint32_t speed = gta_speed(flags);
    uint32_t odd = (flags & GTA_FLAG_RESERVED) | (((flags >> 3) ^ flags) & GTA_FLAG_OFF);
    if (!vehicle) return odd | (flags & GTA_FLAG_PED_FORBIDDEN) | (count - 1 >= MOST_PED_LINKS);
    odd |= gta_special(flags) > LAST_SPECIAL; /* ped nodes have no special flags at all */
    odd |= (flags & GTA_FLAG_NO_WANDER) | (speed - 1 > 1) | (count == 0);
    return odd |
           (count == 1 && (flags & (GTA_FLAG_DEADEND | GTA_FLAG_ROADBLOCK)) != GTA_FLAG_DEADEND);
}

static inline uint32_t odd_extension(const gta_plain *plain, const uint8_t *p) {
    uint32_t odd = !has_old_filler(p);
    if (plain->has_wide_flood) odd |= gta_node_wide_flood(p) == 0 || !has_old_flood(p);
    if (plain->has_padding) odd |= nl_load_u16(p + GTA_NODE_PADDING_AT);
    return odd;
}

/* Nodes of one kind in a file of one kind: constants where is_plain is inlined. */
typedef struct gta_kind {
    bool is_extended, is_vehicle;
} gta_kind;

static inline bool is_plain(const gta_plain *plain, const uint8_t *p, uint32_t index,
                            gta_kind kind) {
    const gta_position at = kind.is_extended ? gta_extended_position(p) : gta_old_position(p);
    uint32_t odd = nl_load_u32(p + GTA_NODE_PREVIOUS_AT) |
                   (nl_load_u16(p + GTA_NODE_DISTANCE_AT) ^ GTA_NOT_SEARCHED);
    odd |= nl_load_u32(p + GTA_NODE_AREA_AT) ^ (plain->area | index << 16);
    odd |= odd_flags(gta_node_flags(p), kind.is_vehicle);
    odd |= !gta_is_inside(at, plain->cell);
    if (!kind.is_extended || !plain->has_wide_flood) odd |= p[GTA_NODE_FLOOD_AT] == 0;
    if (kind.is_extended) odd |= odd_extension(plain, p);
    return odd == 0;
}

/* ---- Ranges ---- */

/* A node's first link and number of links: {0} and {1}. */
static nl_draft range_of(const uint8_t *node) {
    return (nl_draft){.args = {nl_uint(gta_node_base(node)), nl_uint(gta_node_links(node))}};
}

static void found_outside(const gta_file *f, uint32_t index) {
    const nl_place node = gta_node_place(f, index);
    const uint8_t *const p = gta_node(f, index);
    const uint32_t count = gta_node_links(p);
    const uint32_t links = f->doc->counts.links;
    nl_draft draft = range_of(p);
    draft.args[2] = nl_uint(links);
    if (links >= count) {
        draft.expected = nl_uint(nl_min(links - count, INT16_MAX));
        draft.relation = NAVLINT_AT_MOST;
    }
    draft.related[0] =
        gta_node_related(f, f, index, (gta_part){GTA_NODE_FLAGS_AT, 4}, "how many links it has");
    nl_found(&node, NODES_NODE_RANGE, GTA_NODE_FIRST_LINK, &draft);
}

/* Whose links they are too is not looked for: one wrong number most often makes them those of the
 * node before or behind. Returns whether it is reported. */
static bool found_overlap(const gta_file *f, uint32_t index) {
    const nl_place node = gta_node_place(f, index);
    const gta_part part = {GTA_NODE_FIRST_LINK_AT, GTA_NODE_EXTENDED_X_AT - GTA_NODE_FIRST_LINK_AT};
    nl_draft draft = range_of(gta_node(f, index));
    draft.related[0] =
        gta_node_related(f, f, index, (gta_part){GTA_NODE_FLAGS_AT, 4}, "how many links it has");
    if (index > 0) draft.related[1] = gta_node_related(f, f, index - 1, part, "the node before it");
    return nl_found_cause(&node, NODES_NODE_OVERLAP, GTA_NODE_FIRST_LINK, &draft);
}

enum { OWNED = 1 };

/* Marks the node's links as owned; false if one was already. */
static bool take_range(uint8_t *owned, uint32_t base, uint32_t count) {
    bool free = true;
    for (uint32_t row = base; row < base + count; row++) {
        free &= owned[row] == 0;
        owned[row] = owned[row] == 0 ? OWNED : GTA_SHARED;
    }
    return free;
}

/* Of the marks only those of shared links are left. */
static void leave_shared(uint8_t *owned, uint32_t count) {
    for (uint32_t row = 0; row < count; row++)
        if (owned[row] == OWNED) owned[row] = 0;
}

/* The node whose links end in front of link `row`; NL_NO_ROW: none. */
static uint32_t node_before(const gta_file *f, uint32_t row) {
    for (uint32_t i = 0; i < f->doc->node_count; i++)
        if (gta_node_base(gta_node(f, i)) + gta_node_links(gta_node(f, i)) == row) return i;
    return NL_NO_ROW;
}

/* is_first: of the file; of the others the node is not looked for, which would take a walk each. */
static void found_gap(const gta_file *f, uint32_t first, uint32_t count, bool is_first) {
    const gta_part part = {GTA_NODE_FIRST_LINK_AT, GTA_NODE_EXTENDED_X_AT - GTA_NODE_FIRST_LINK_AT};
    const uint32_t before = is_first ? node_before(f, first) : NL_NO_ROW;
    nl_place link = gta_link_place(f, GTA_LINK_RECORD, first);
    nl_draft draft = {.length = (uint64_t)count * GTA_LINK_BYTES, .actual = nl_uint(count)};
    if (before != NL_NO_ROW) {
        link.position = gta_node_place(f, before).position;
        draft.related[0] = gta_node_related(f, f, before, part, "the node whose links end here");
        if (before + 1 < f->doc->node_count)
            draft.related[1] = gta_node_related(f, f, before + 1, part, "the node behind it");
    }
    gta_found(&link, NODES_NODE_COVER, NL_NO_FIELD, draft);
}

/* Links without an owner, a finding for each run of them. */
static bool find_gaps(const gta_file *f, const uint8_t *owned) {
    const uint32_t count = f->doc->link_count;
    bool any = false;
    for (uint32_t row = 0; row < count; row++) {
        if (owned[row]) continue;
        const uint32_t first = row;
        while (row < count && !owned[row])
            row++;
        found_gap(f, first, row - first, !any);
        any = true;
    }
    return any;
}

static void check_order(const gta_file *f) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < f->doc->node_count; i++) {
        const uint8_t *const p = gta_node(f, i);
        if (gta_node_base(p) != next && gta_node_links(p) != 0) {
            const nl_place node = gta_node_place(f, i);
            gta_found(&node, NODES_NODE_ORDER, GTA_NODE_FIRST_LINK, gta_should_be(next));
            return;
        }
        next += gta_node_links(p);
    }
}

/* The nodes' links do not simply follow each other: reports why, and marks the shared ones. */
static void check_ranges(gta_check *c) {
    const gta_file *const f = c->file;
    const gta_document *const doc = f->doc;
    uint8_t *const owned = c->suspects;
    bool all_free = true;
    bool all_inside = true;
    for (uint32_t i = 0; i < doc->node_count; i++) {
        const uint8_t *const p = gta_node(f, i);
        const uint32_t base = gta_node_base(p);
        const uint32_t count = gta_node_links(p);
        if (count == 0) continue;
        if (base > INT16_MAX || base + count > doc->counts.links) {
            found_outside(f, i);
            all_inside = false;
        } else if (doc->link_count != 0 && !take_range(owned, base, count)) {
            c->has_shared_links |= found_overlap(f, i);
            all_free = false;
        }
    }
    if (all_inside && all_free && doc->link_count != 0 && doc->is_complete && !find_gaps(f, owned))
        check_order(f);
    leave_shared(owned, doc->link_count);
}

/* How the nodes' links follow each other, node by node. */
typedef struct gta_tiling {
    uint32_t next; /* the first link of the next node, if it follows those before */
    uint32_t skew; /* not 0: a node's did not */
} gta_tiling;

static inline void follow(gta_tiling *tiling, const uint8_t *p) {
    tiling->skew |= gta_node_base(p) ^ tiling->next;
    tiling->next += gta_node_links(p);
}

/* The nodes [first, end), of one kind. */
static inline __attribute__((always_inline)) void
check_kind(const gta_file *f, gta_tiling *tiling, uint32_t first, uint32_t end, gta_kind kind) {
    const gta_plain plain = plain_of(f->doc);
    const uint32_t node_bytes = f->doc->layout->node_bytes;
    const uint8_t *p = gta_node(f, first);
    for (uint32_t i = first; i < end; i++, p += node_bytes) {
        if (!NL_QUICK(is_plain(&plain, p, i, kind))) check_node(f, i);
        follow(tiling, p);
    }
}

static void check_usual(const gta_file *f, gta_tiling *tiling) {
    const uint32_t count = f->doc->node_count;
    const uint32_t vehicles = (uint32_t)nl_min(f->doc->counts.vehicles, count);
    if (f->doc->layout->is_extended) {
        check_kind(f, tiling, 0, vehicles, (gta_kind){true, true});
        check_kind(f, tiling, vehicles, count, (gta_kind){true, false});
    } else {
        check_kind(f, tiling, 0, vehicles, (gta_kind){false, true});
        check_kind(f, tiling, vehicles, count, (gta_kind){false, false});
    }
}

static void check_all(const gta_file *f, gta_tiling *tiling) {
    for (uint32_t i = 0; i < f->doc->node_count; i++) {
        check_node(f, i);
        follow(tiling, gta_node(f, i));
    }
}

bool gta_check_nodes(gta_check *c) {
    const gta_document *const doc = c->file->doc;
    const bool has_links = doc->counts.links != 0; /* else no node needs any, wherever it starts */
    gta_tiling tiling = {0};
    if (doc->kinds_known && has_links && doc->node_count <= UINT16_MAX + 1)
        check_usual(c->file, &tiling);
    else
        check_all(c->file, &tiling);
    const bool is_tiled = NL_QUICK((tiling.skew == 0 || !has_links) &&
                                   tiling.next == doc->link_count && tiling.next <= INT16_MAX);
    if (!is_tiled) check_ranges(c);
    return is_tiled;
}
