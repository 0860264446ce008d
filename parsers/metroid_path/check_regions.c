/* Regions: numbers, masks, and the floats that stand in the record itself. */
#include <math.h>
#include <string.h>

#include "parsers/metroid_path/check.h"

/* One region while it is judged. */
typedef struct mp_here {
    mp_check *c;
    const uint8_t *bytes; /* of the record */
    mp_row *row;
    uint32_t index;
} mp_here;

static void found(const mp_here *h, unsigned rule, const char *member, nl_type type, uint32_t at,
                  nl_draft draft) {
    mp_found(h->c, rule, mp_region_place(h->c, h->index, member, type, at), draft);
}

/* ---- Runs of nodes and links ---- */

static bool fits(uint32_t start, uint32_t count, uint32_t total) {
    return start <= total && count <= total - start;
}

static nl_draft run_draft(uint32_t start, uint32_t count, uint32_t total) {
    return (nl_draft){.actual = nl_uint(start),
                      .expected = nl_uint(total),
                      .args = {nl_uint(start), nl_uint((uint64_t)start + count - 1)}};
}

static void check_nodes(const mp_here *h) {
    mp_row *const row = h->row;
    const uint32_t total = mp_count(h->c, MP_NODES);
    const bool is_inside = fits(row->node_start, row->nodes, total);
    row->has_nodes = row->nodes != 0 && is_inside;
    if (row->nodes == 0)
        found(h, PATH_REG_NODE_COUNT0, "nodeCount", NL_U32BE, MP_REGION_NODE_COUNT,
              (nl_draft){.actual = nl_uint(0)});
    else if (!is_inside)
        found(h, PATH_REG_NODE_RANGE, "nodeStart", NL_U32BE, MP_REGION_NODE_START,
              run_draft(row->node_start, row->nodes, total));
    else if (row->nodes < 3)
        found(h, PATH_REG_NODE_COUNT_LT3, "nodeCount", NL_U32BE, MP_REGION_NODE_COUNT,
              (nl_draft){.actual = nl_uint(row->nodes)});
    if (!row->has_nodes || row->nodes < 3) h->c->nodes_sound = false;
}

/* Where a region has no links, it does not matter where they start. */
static void check_links(const mp_here *h) {
    mp_row *const row = h->row;
    const uint32_t total = mp_count(h->c, MP_LINKS);
    row->has_links = row->links == 0 || fits(row->link_start, row->links, total);
    if (row->has_links) return;
    h->c->links_sound = false;
    found(h, PATH_REG_LINK_RANGE, "linkStart", NL_U32BE, MP_REGION_LINK_START,
          run_draft(row->link_start, row->links, total));
}

/* ---- The region's own number ---- */

static void check_index(const mp_here *h) {
    const uint32_t total = mp_count(h->c, MP_REGIONS);
    const uint32_t index = mp_region_index(h->bytes);
    const bool is_inside = index < total;
    if (index == h->index) return;
    const unsigned rule = !is_inside               ? PATH_REG_INDEX_RANGE
                          : h->c->marks[index] > 1 ? PATH_REG_INDEX_DUP
                                                   : PATH_REG_INDEX_POS;
    h->c->indexes_sound = false;
    found(h, rule, "index", NL_U32BE, MP_REGION_INDEX,
          (nl_draft){.actual = nl_uint(index), .expected = nl_uint(is_inside ? h->index : total)});
}

static void check_slot(const mp_here *h) {
    const uint32_t index = mp_region_index(h->bytes);
    const uint32_t copy = mp_region_slot(h->c->doc->layout, h->bytes);
    if (copy == index || copy == h->index) return; /* the number itself is wrong */
    found(h, PATH_REG_INDEX_COPY, "indexCopy", NL_U32BE, h->c->doc->layout->slot_at,
          (nl_draft){.actual = nl_uint(copy), .expected = nl_uint(index)});
}

/* Counts how many regions say each number; stops at 2. */
static void count_indexes(mp_check *c) {
    const uint32_t total = mp_count(c, MP_REGIONS);
    memset(c->marks, 0, total);
    for (uint32_t i = 0; i < total; i++) {
        const uint32_t index = mp_region_index(c->bytes + mp_region_at(c->doc, i));
        if (index < total && c->marks[index] < 2) c->marks[index]++;
    }
}

/* ---- Masks ---- */

typedef struct mp_mask {
    const char *name, *member, *usual;
    uint32_t at;
    uint32_t usual_bits; /* bit i: the value i is usual */
} mp_mask;

static const mp_mask masks[2] = {
    {"index", "indexMask", "1 to 7", MP_REGION_INDEX_MASK, 0xFE},
    {"type", "typeMask", "1, 2 and 4", MP_REGION_TYPE_MASK, 1 << 1 | 1 << 2 | 1 << 4},
};

static void count_mask(mp_check *c, int which, uint32_t value) {
    c->masks[which][value]++;
    if (value >= c->mask_ends[which]) c->mask_ends[which] = value + 1;
}

static void check_mask(const mp_here *h, int which) {
    const mp_mask *const mask = &masks[which];
    const uint32_t value = nl_load_u16be(h->bytes + mask->at);
    const bool is_usual = value < 8 && (mask->usual_bits >> value & 1) != 0;
    count_mask(h->c, which, value & 0xFF);
    if (is_usual) return;
    const unsigned rule = (value & 0xFF) == 0 ? PATH_REG_MASK_ZERO
                          : value > 0xFF      ? PATH_REG_MASK_HIGH
                                              : PATH_REG_MASK_DOC;
    found(h, rule, mask->member, NL_U16BE, mask->at,
          (nl_draft){.actual = nl_uint(value),
                     .args = {nl_string(mask->name), nl_string(mask->usual)}});
}

static void check_obstructions(const mp_here *h) {
    static const char *const members[3] = {"obstructions/0", "obstructions/1", "obstructions/2"};
    if (!mp_has_geometry(h->c) || h->c->doc->layout->region_bytes != MP_LONGEST_REGION_BYTES)
        return;
    for (uint32_t i = 0; i < 3; i++) {
        const uint32_t at = MP_REGION_OBSTRUCTIONS + 4 * i;
        const uint32_t value = mp_word(h->bytes, at);
        if (value != 0)
            found(h, PATH_REG_OBSTRUCTION, members[i], NL_U32BE, at,
                  (nl_draft){.actual = nl_int((int32_t)value), .args = {nl_uint(i)}});
    }
}

/* ---- Floats ---- */

static const char *const front_members[] = {"height", "normal/x", "normal/y", "normal/z"};
static const char *const back_members[] = {
    "centroid/x", "centroid/y", "centroid/z", "min/x", "min/y", "min/z", "max/x", "max/y", "max/z"};

static bool check_finite(const mp_here *h) {
    const mp_floats front = {front_members, 4, PATH_FLT_REGION, false};
    const mp_floats back = {back_members, 9, PATH_FLT_REGION, true};
    const bool are_finite = mp_check_floats(
        h->c, mp_region_place(h->c, h->index, NULL, NL_NO_TYPE, MP_REGION_HEIGHT), &front);
    return mp_check_floats(h->c,
                           mp_region_place(h->c, h->index, NULL, NL_NO_TYPE, MP_REGION_CENTROID),
                           &back) &&
           are_finite;
}

static void check_normal(const mp_here *h) {
    const mp_vector n = mp_vector_at(h->bytes + MP_REGION_NORMAL);
    const double square = n.x * n.x + n.y * n.y + n.z * n.z;
    const bool is_flat = fabs(n.z) < 1e-6 && (h->row->types & MP_GROUND) != 0;
    if (square < 0.99 * 0.99 || square > 1.01 * 1.01)
        found(h, PATH_REG_NORMAL_UNIT, "normal", NL_NO_TYPE, MP_REGION_NORMAL,
              (nl_draft){.length = 12, .actual = nl_real(mp_root(square))});
    if (n.z <= 1e-3)
        found(h, is_flat ? PATH_REG_NORMAL_FLAT : PATH_REG_NORMAL_Z, "normal/z", NL_F32BE,
              MP_REGION_NORMAL + 8, (nl_draft){.actual = nl_real(n.z)});
}

static bool check_order(const mp_here *h) {
    static const char *const members[3] = {"max/x", "max/y", "max/z"};
    static const char *const axes[3] = {"x", "y", "z"};
    bool is_ordered = true;
    for (uint32_t i = 0; i < 3; i++) {
        const double min = (double)nl_load_f32be(h->bytes + MP_REGION_MIN + 4 * i);
        const double max = (double)nl_load_f32be(h->bytes + MP_REGION_MAX + 4 * i);
        if (min <= max) continue;
        is_ordered = false;
        found(h, PATH_REG_AABB_ORDER, members[i], NL_F32BE, MP_REGION_MAX + 4 * i,
              (nl_draft){
                  .actual = nl_real(max), .expected = nl_real(min), .args = {nl_string(axes[i])}});
    }
    return is_ordered;
}

static void check_floats(const mp_here *h) {
    mp_row *const row = h->row;
    if (!mp_has_geometry(h->c)) return;
    row->is_finite = check_finite(h);
    if (!row->is_finite) return;
    const double height = (double)nl_load_f32be(h->bytes + MP_REGION_HEIGHT);
    row->box = mp_box_at(h->bytes + MP_REGION_MIN);
    row->centroid = mp_vector_at(h->bytes + MP_REGION_CENTROID);
    row->has_box = check_order(h);
    check_normal(h);
    if (height <= 0)
        found(h, PATH_REG_HEIGHT_POS, "height", NL_F32BE, MP_REGION_HEIGHT,
              (nl_draft){.actual = nl_real(height)});
}

/* ---- All of it ---- */

static void read_row(mp_here *h) {
    h->row->nodes = mp_word(h->bytes, MP_REGION_NODE_COUNT);
    h->row->node_start = mp_word(h->bytes, MP_REGION_NODE_START);
    h->row->links = mp_word(h->bytes, MP_REGION_LINK_COUNT);
    h->row->link_start = mp_word(h->bytes, MP_REGION_LINK_START);
    h->row->types = mp_region_types(h->bytes);
}

void mp_check_regions(mp_check *c) {
    count_indexes(c);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        mp_here h = {c, c->bytes + mp_region_at(c->doc, i), &c->rows[i], i};
        read_row(&h);
        check_nodes(&h);
        check_links(&h);
        check_index(&h);
        check_slot(&h);
        check_mask(&h, 0);
        check_mask(&h, 1);
        check_obstructions(&h);
        check_floats(&h);
    }
}

/* ---- Who owns which nodes and links ---- */

/* The usual file: runs follow each other in the order of the regions, to the end of the table. */
static bool nodes_are_tiled(const mp_check *c) {
    uint32_t cursor = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        if (!c->rows[i].has_nodes || c->rows[i].node_start != cursor) return false;
        cursor += c->rows[i].nodes;
    }
    return cursor == mp_count(c, MP_NODES);
}

static bool links_are_tiled(const mp_check *c) {
    uint32_t cursor = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_row *const row = &c->rows[i];
        if (!row->has_links || (row->links != 0 && row->link_start != cursor)) return false;
        cursor += row->links;
    }
    return cursor == mp_count(c, MP_LINKS);
}

static void found_shared(mp_check *c, unsigned rule, mp_place place, uint32_t start,
                         uint32_t count) {
    place.type = NL_U32BE;
    mp_found(c, rule, place,
             (nl_draft){.actual = nl_uint(start),
                        .args = {nl_uint(start), nl_uint((uint64_t)start + count - 1)}});
}

static void own_nodes(mp_check *c) {
    uint32_t first = 0;
    memset(c->marks, 0, mp_count(c, MP_NODES));
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        mp_row *const row = &c->rows[i];
        row->owns_nodes = row->has_nodes && mp_own(c->marks, row->node_start, row->nodes);
        if (!row->has_nodes || row->owns_nodes) continue;
        c->nodes_sound = false;
        found_shared(c, PATH_NODE_SHARED,
                     mp_region_place(c, i, "nodeStart", NL_U32BE, MP_REGION_NODE_START),
                     row->node_start, row->nodes);
    }
    const uint32_t unowned = mp_unowned(c->marks, mp_count(c, MP_NODES), &first);
    if (unowned != 0 && c->nodes_sound && mp_count(c, MP_REGIONS) != 0)
        mp_found(c, PATH_NODE_ORPHAN, mp_node_place(c, first, NULL, NL_NO_TYPE, 0),
                 (nl_draft){.length = MP_NODE_BYTES,
                            .actual = nl_uint(unowned),
                            .args = {nl_uint(first)}});
}

static void own_links(mp_check *c) {
    uint32_t first = 0;
    memset(c->marks, 0, mp_count(c, MP_LINKS));
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        mp_row *const row = &c->rows[i];
        if (!row->has_links || row->links == 0) continue;
        row->owns_links = mp_own(c->marks, row->link_start, row->links);
        if (row->owns_links) continue;
        c->links_sound = false;
        found_shared(c, PATH_LINK_SHARED,
                     mp_region_place(c, i, "linkStart", NL_U32BE, MP_REGION_LINK_START),
                     row->link_start, row->links);
    }
    const uint32_t unowned = mp_unowned(c->marks, mp_count(c, MP_LINKS), &first);
    if (unowned != 0 && c->links_sound && mp_count(c, MP_REGIONS) != 0)
        mp_found(c, PATH_LINK_ORPHAN, mp_link_place(c, first, NULL, NL_NO_TYPE, 0),
                 (nl_draft){.length = MP_LINK_BYTES,
                            .actual = nl_uint(unowned),
                            .args = {nl_uint(first)}});
}

void mp_check_runs(mp_check *c) {
    const bool nodes_tiled = nodes_are_tiled(c);
    const bool links_tiled = links_are_tiled(c);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        c->rows[i].owns_nodes = nodes_tiled;
        c->rows[i].owns_links = links_tiled;
    }
    if (!links_tiled) own_links(c);
    if (!nodes_tiled) own_nodes(c); /* last: its marks are asked for again */
}
