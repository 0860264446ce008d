/* Regions: numbers, masks, and the floats that stand in the record itself. */
#include <string.h>

#include "parsers/metroid_path/checks.h"

typedef struct mp_region {
    mp_check *c;
    const uint8_t *bytes; /* of the record */
    mp_row *row;
    uint32_t index;
} mp_region;

static void found(const mp_region *r, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place place = mp_place_of(r->c, MP_REGIONS, r->index);
    nl_found(&place, rule, field, draft);
}

/* ---- Runs of nodes and links ---- */

static void found_range(const mp_region *r, unsigned rule, mp_run_fields fields, mp_run run) {
    const nl_place place = mp_place_of(r->c, MP_REGIONS, r->index);
    mp_found_run(&place, rule, fields, run);
}

static void check_nodes(const mp_region *r) {
    static const nl_draft at_least_3 = {.expected = {.kind = NAVLINT_UINT, .as.uint = 3},
                                        .relation = NAVLINT_AT_LEAST};
    mp_row *const row = r->row;
    const uint32_t total = mp_count(r->c, MP_NODES);
    const bool is_inside = mp_run_fits(row->node_start, row->nodes, total);
    row->has_nodes = row->nodes != 0 && is_inside;
    if (row->nodes == 0)
        found(r, PATH_REG_NODE_COUNT0, MP_REGION_NODE_COUNT, &at_least_3);
    else if (!is_inside)
        found_range(r, PATH_REG_NODE_RANGE,
                    (mp_run_fields){MP_REGION_NODE_START, MP_REGION_NODE_COUNT},
                    (mp_run){row->node_start, row->nodes, total});
    else if (row->nodes < 3)
        found(r, PATH_REG_NODE_COUNT_LT3, MP_REGION_NODE_COUNT, &at_least_3);
    if (!row->has_nodes || row->nodes < 3) r->c->nodes_sound = false;
}

/* Where a region has no links, it does not matter where they start. */
static void check_links(const mp_region *r) {
    mp_row *const row = r->row;
    const uint32_t total = mp_count(r->c, MP_LINKS);
    row->has_links = row->links == 0 || mp_run_fits(row->link_start, row->links, total);
    if (row->has_links) return;
    r->c->links_sound = false;
    found_range(r, PATH_REG_LINK_RANGE, (mp_run_fields){MP_REGION_LINK_START, MP_REGION_LINK_COUNT},
                (mp_run){row->link_start, row->links, total});
}

/* ---- The region's own number ---- */

static void check_index(const mp_region *r) {
    const uint32_t total = mp_count(r->c, MP_REGIONS);
    const uint32_t index = mp_region_index(r->bytes);
    const bool is_inside = index < total;
    if (index == r->index) return;
    const unsigned rule = !is_inside               ? PATH_REG_INDEX_RANGE
                          : r->c->marks[index] > 1 ? PATH_REG_INDEX_DUP
                                                   : PATH_REG_INDEX_POS;
    r->c->indexes_sound = false;
    found(r, rule, MP_REGION_INDEX,
          &(nl_draft){.expected = nl_uint(r->index), .args = {nl_uint(total)}});
}

static void check_copy(const mp_region *r) {
    const mp_layout *const layout = r->c->doc->layout;
    const uint32_t index = mp_region_index(r->bytes);
    const uint32_t copy = mp_region_copy(layout, r->bytes);
    if (copy == index || copy == r->index) return; /* the number itself is wrong */
    found(r, PATH_REG_INDEX_COPY, layout->copy, &(nl_draft){.expected = nl_uint(index)});
}

/* Counts how many regions say each number; stops at 2. */
static void count_indexes(mp_check *c) {
    const uint32_t total = mp_count(c, MP_REGIONS);
    memset(c->marks, 0, total);
    for (uint32_t i = 0; i < total; i++) {
        const uint32_t index = mp_region_index(mp_record_of(c, MP_REGIONS, i));
        if (index < total && c->marks[index] < 2) c->marks[index]++;
    }
}

/* ---- Masks ---- */

static const struct {
    unsigned field;
    uint32_t at;
    uint32_t usual_bits; /* bit i: the value i is usual */
    const char *name, *usual;
} masks[MP_MASKS] = {
    {MP_REGION_INDEX_MASK, MP_REGION_INDEX_MASK_AT, 0xFE, "index", "1 to 7"},
    {MP_REGION_TYPE_MASK, MP_REGION_TYPE_MASK_AT, 1 << MP_GROUND | 1 << MP_FLYER | 1 << MP_SWIMMER,
     "type", "1, 2 and 4"},
};

static void count_mask(mp_check *c, int which, uint32_t value) {
    for (; c->mask_ends[which] <= value; c->mask_ends[which]++)
        c->masks[which][c->mask_ends[which]] = 0;
    c->masks[which][value]++;
}

static void check_mask(const mp_region *r, int which) {
    const uint32_t value = nl_load_u16be(r->bytes + masks[which].at);
    const bool is_usual = value < 8 && (masks[which].usual_bits >> value & 1) != 0;
    count_mask(r->c, which, value & 0xFF);
    if (is_usual) return;
    const unsigned rule = (value & 0xFF) == 0 ? PATH_REG_MASK_ZERO
                          : value > 0xFF      ? PATH_REG_MASK_HIGH
                                              : PATH_REG_MASK_DOC;
    found(r, rule, masks[which].field,
          &(nl_draft){.expected = rule == PATH_REG_MASK_HIGH ? nl_uint(0xFF) : (navlint_value){0},
                      .relation = rule == PATH_REG_MASK_HIGH ? NAVLINT_AT_MOST : NAVLINT_EQUAL,
                      .args = {nl_string(masks[which].name), nl_string(masks[which].usual)}});
}

/* Signed in the game. */
static void check_obstructions(const mp_region *r) {
    if (!mp_has_geometry(r->c) || !mp_has(r->c->doc->layout, MP_HAS_LONG_REGIONS)) return;
    for (uint32_t i = 0; i <= MP_REGION_OBSTRUCTIONS_2 - MP_REGION_OBSTRUCTIONS; i++) {
        const uint32_t value = mp_word(r->bytes, MP_REGION_OBSTRUCTIONS_AT + MP_WORD_BYTES * i);
        if (value != 0)
            found(
                r, PATH_REG_OBSTRUCTION, MP_REGION_OBSTRUCTIONS + i,
                &(nl_draft){.expected = nl_uint(0), .args = {nl_uint(i), nl_int((int32_t)value)}});
    }
}

/* ---- Floats ---- */

static bool check_finite(const mp_region *r) {
    static const mp_floats front = {MP_REGIONS, MP_REGION_HEIGHT, 4, PATH_FLT_REGION, false};
    static const mp_floats back = {MP_REGIONS, MP_REGION_CENTROID_X, 9, PATH_FLT_REGION, true};
    const bool has_front = mp_check_floats(r->c, r->index, &front, r->bytes + MP_REGION_HEIGHT_AT);
    return mp_check_floats(r->c, r->index, &back, r->bytes + MP_REGION_CENTROID_AT) && has_front;
}

static void check_normal(const mp_region *r) {
    const mp_vector n = mp_vector_at(r->bytes + MP_REGION_NORMAL_AT);
    const double square = mp_dot(n, n);
    const bool is_flat = fabs(n.z) < 1e-6 && (r->row->types & MP_GROUND) != 0;
    if (square < 0.99 * 0.99 || square > 1.01 * 1.01)
        found(r, PATH_REG_NORMAL_UNIT, MP_REGION_NORMAL,
              &(nl_draft){.args = {nl_real(mp_root(square))}});
    if (n.z <= 1e-3)
        found(r, is_flat ? PATH_REG_NORMAL_FLAT : PATH_REG_NORMAL_Z, MP_REGION_NORMAL_Z,
              &(nl_draft){.expected = nl_string("more than 0")});
}

static void check_floats(const mp_region *r) {
    mp_row *const row = r->row;
    if (!mp_has_geometry(r->c)) return;
    row->is_finite = check_finite(r);
    if (!row->is_finite) return;
    row->box = mp_box_at(r->bytes + MP_REGION_MIN_AT);
    row->centroid = mp_vector_at(r->bytes + MP_REGION_CENTROID_AT);
    row->has_box = mp_is_ordered(&row->box);
    if (!row->has_box) {
        const nl_place place = mp_place_of(r->c, MP_REGIONS, r->index);
        mp_found_order(&place, PATH_REG_AABB_ORDER, MP_REGION_MIN_X);
    }
    check_normal(r);
    if (nl_load_f32be(r->bytes + MP_REGION_HEIGHT_AT) <= 0)
        found(r, PATH_REG_HEIGHT_POS, MP_REGION_HEIGHT,
              &(nl_draft){.expected = nl_string("more than 0")});
}

/* ---- All of it ---- */

static void read_row(const mp_region *r) {
    r->row->nodes = mp_word(r->bytes, MP_REGION_NODE_COUNT_AT);
    r->row->node_start = mp_word(r->bytes, MP_REGION_NODE_START_AT);
    r->row->links = mp_word(r->bytes, MP_REGION_LINK_COUNT_AT);
    r->row->link_start = mp_word(r->bytes, MP_REGION_LINK_START_AT);
    r->row->types = nl_load_u16be(r->bytes + MP_REGION_TYPE_MASK_AT);
}

void mp_check_regions(mp_check *c) {
    count_indexes(c);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_region r = {c, mp_record_of(c, MP_REGIONS, i), &c->rows[i], i};
        read_row(&r);
        check_nodes(&r);
        check_links(&r);
        check_index(&r);
        check_copy(&r);
        for (int which = 0; which < MP_MASKS; which++)
            check_mask(&r, which);
        check_obstructions(&r);
        check_floats(&r);
    }
}
