/* Regions: numbers, masks, and the floats that stand in the record itself. */
#include <string.h>

#include "core/quick.h"
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

static bool are_numbered(const mp_check *c) {
    uint32_t i = 0;
    while (i < mp_count(c, MP_REGIONS) && mp_region_index(mp_record_of(c, MP_REGIONS, i)) == i)
        i++;
    return i == mp_count(c, MP_REGIONS);
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

static uint32_t mask_of(const mp_region *r, int which) {
    return nl_load_u16be(r->bytes + masks[which].at);
}

static bool is_usual(int which, uint32_t value) {
    return value < 8 && (masks[which].usual_bits >> value & 1) != 0;
}

static void check_mask(const mp_region *r, int which) {
    const uint32_t value = mask_of(r, which);
    if (is_usual(which, value)) return;
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
    row->farthest = mp_farthest(&row->box);
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

/* ---- The quick pass ---- */

static bool has_plain_numbers(const mp_region *r) {
    const mp_row *const row = r->row;
    return row->nodes >= 3 && mp_run_fits(row->node_start, row->nodes, mp_count(r->c, MP_NODES)) &&
           mp_run_fits(row->link_start, row->links, mp_count(r->c, MP_LINKS)) &&
           mp_region_index(r->bytes) == r->index &&
           mp_region_copy(r->c->doc->layout, r->bytes) == r->index && is_usual(0, mask_of(r, 0)) &&
           is_usual(1, mask_of(r, 1));
}

static bool has_obstructions(const mp_region *r) {
    uint32_t all = 0;
    if (!mp_has(r->c->doc->layout, MP_HAS_LONG_REGIONS)) return false;
    for (uint32_t i = 0; i <= MP_REGION_OBSTRUCTIONS_2 - MP_REGION_OBSTRUCTIONS; i++)
        all |= mp_word(r->bytes, MP_REGION_OBSTRUCTIONS_AT + MP_WORD_BYTES * i);
    return all != 0;
}

static bool is_within(mp_vector v, double limit) {
    return fabs(v.x) <= limit && fabs(v.y) <= limit && fabs(v.z) <= limit;
}

/* The height and the normal, which stand behind it. */
static bool has_plain_front(const mp_region *r) {
    double front[4];
    mp_load_four(r->bytes + MP_REGION_HEIGHT_AT, front);
    const mp_vector n = {front[1], front[2], front[3]};
    const double square = mp_dot(n, n);
    return front[0] > 0 && front[0] <= MP_FARTHEST && square >= 0.99 * 0.99 &&
           square <= 1.01 * 1.01 && n.z > 1e-3;
}

/* The centroid and the box, which stands behind it: they become those of the row. */
static bool read_plain_back(const mp_region *r) {
    const uint8_t *const p = r->bytes + MP_REGION_CENTROID_AT;
    double back[12];
    for (uint32_t i = 0; i < 8; i += 4)
        mp_load_four(p + sizeof(float) * i, &back[i]);
    mp_load_four(p + sizeof(float[5]), &back[8]); /* from the fifth on: the record may end there */
    const mp_vector centroid = {back[0], back[1], back[2]};
    const mp_box box = {{back[3], back[4], back[5]}, {back[6], back[7], back[11]}};
    const double farthest = mp_farthest(&box);
    if (!mp_is_ordered(&box) || farthest > MP_FARTHEST || !is_within(centroid, MP_FARTHEST))
        return false;
    r->row->box = box;
    r->row->centroid = centroid;
    r->row->farthest = farthest;
    return true;
}

/* Nothing is odd about the region, whose row is then filled. Rough: where links start that are not
 * there does not matter, nor whether it is higher than any room. */
static bool read_plain(const mp_region *r) {
    mp_row *const row = r->row;
    if (!mp_has_geometry(r->c) || !has_plain_numbers(r) || has_obstructions(r) ||
        !has_plain_front(r) || !read_plain_back(r))
        return false;
    row->has_nodes = row->has_links = row->is_finite = row->has_box = true;
    return true;
}

/* ---- All of it ---- */

static void read_row(const mp_region *r) {
    r->row->nodes = mp_word(r->bytes, MP_REGION_NODE_COUNT_AT);
    r->row->node_start = mp_word(r->bytes, MP_REGION_NODE_START_AT);
    r->row->links = mp_word(r->bytes, MP_REGION_LINK_COUNT_AT);
    r->row->link_start = mp_word(r->bytes, MP_REGION_LINK_START_AT);
    r->row->types = mask_of(r, 1);
    for (int which = 0; which < MP_MASKS; which++)
        count_mask(r->c, which, mask_of(r, which) & 0xFF);
}

static void check_region(const mp_region *r) {
    check_nodes(r);
    check_links(r);
    check_index(r);
    check_copy(r);
    for (int which = 0; which < MP_MASKS; which++)
        check_mask(r, which);
    check_obstructions(r);
    check_floats(r);
}

void mp_check_regions(mp_check *c) {
    if (!NL_QUICK(are_numbered(c))) count_indexes(c);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_region r = {c, mp_record_of(c, MP_REGIONS, i), &c->rows[i], i};
        read_row(&r);
        if (!NL_QUICK_ROUGH(read_plain(&r))) check_region(&r);
    }
}
