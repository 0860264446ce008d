/* The octree in space: boxes, centres, octants. */
#include "core/quick.h"
#include "parsers/metroid_path/checks.h"

/* One octree node while it is checked. */
typedef struct mp_octant {
    mp_check *c;
    const uint8_t *bytes;
    uint32_t index;
    bool is_leaf, is_root;
    mp_box box;
    mp_vector center;
    double slack;
} mp_octant;

static void found(const mp_octant *o, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_place place = mp_place_of(o->c, MP_OCTREE, o->index);
    nl_found(&place, rule, field, draft);
}

/* ---- Floats ---- */

enum { BOX_FLOATS = 6, CENTER_FLOATS = 3 };

/* A file without regions has an inverted box, as large as floats are, in its only leaf. */
static bool is_place(const mp_octant *o) {
    return mp_count(o->c, MP_REGIONS) != 0 && !(o->is_leaf && o->is_root);
}

/* Rough: some of them may be far away, such as the centre of a leaf, which nothing reads. */
static bool has_plain_floats(const mp_octant *o) {
    return mp_floats_are_plain(o->bytes + MP_OCTANT_MIN_X_AT, BOX_FLOATS + CENTER_FLOATS,
                               MP_BITS_OF_FARTHEST);
}

static bool check_floats(const mp_octant *o) {
    const mp_floats box = {MP_OCTREE, MP_OCTANT_MIN_X, BOX_FLOATS,
                           o->is_root ? PATH_FLT_UNUSED : PATH_FLT_OCTREE, is_place(o)};
    const mp_floats center = {MP_OCTREE, MP_OCTANT_CENTER_X, CENTER_FLOATS,
                              o->is_leaf ? PATH_FLT_UNUSED : PATH_FLT_OCTREE,
                              is_place(o) && !o->is_leaf};
    const bool has_box = mp_check_floats(o->c, o->index, &box, o->bytes + MP_OCTANT_MIN_X_AT);
    const bool has_center =
        mp_check_floats(o->c, o->index, &center, o->bytes + MP_OCTANT_CENTER_AT);
    return has_box && (has_center || o->is_leaf);
}

/* ---- The centre ---- */

/* Whether the centre is in the box, so that its sides mean something. */
static bool check_center(const mp_octant *o) {
    const double out = mp_outside(&o->box, o->center);
    const double off = mp_largest(fabs(o->center.x - (o->box.min.x + o->box.max.x) / 2),
                                  fabs(o->center.y - (o->box.min.y + o->box.max.y) / 2),
                                  fabs(o->center.z - (o->box.min.z + o->box.max.z) / 2));
    if (out > o->slack)
        found(o, PATH_OCT_CENTER_IN, MP_OCTANT_CENTER, &(nl_draft){.actual = nl_real(out)});
    else if (off > o->slack)
        found(o, PATH_OCT_CENTER_MID, MP_OCTANT_CENTER, &(nl_draft){.actual = nl_real(off)});
    return out <= o->slack;
}

/* ---- The boxes of the children ---- */

static mp_box box_of(const mp_check *c, uint32_t octant) {
    return mp_box_at(mp_record_of(c, MP_OCTREE, octant) + MP_OCTANT_MIN_X_AT);
}

/* How far the box reaches to the wrong side of the centre: bit 0 of a child's number says that it
 * is beyond it in x, bit 1 in y, bit 2 in z. */
static double wrong_side(const mp_box *box, const mp_vector *center, uint32_t which) {
    return mp_largest(which & 1 ? center->x - box->min.x : box->max.x - center->x,
                      which & 2 ? center->y - box->min.y : box->max.y - center->y,
                      which & 4 ? center->z - box->min.z : box->max.z - center->z);
}

static void check_child(const mp_octant *o, uint32_t which, bool has_center) {
    const uint32_t child = mp_child(o->bytes, which);
    if (child >= mp_count(o->c, MP_OCTREE)) return;
    const mp_box box = box_of(o->c, child);
    const double wrong = has_center ? wrong_side(&box, &o->center, which) : 0;
    const double out = mp_reach_out(&box, &o->box);
    const bool is_wrong = wrong > o->slack;
    if ((!is_wrong && out <= o->slack) || !mp_is_ordered(&box)) return;
    found(o, is_wrong ? PATH_OCT_OCTANT : PATH_OCT_AABB_NEST, MP_OCTANT_CHILDREN + which,
          &(nl_draft){.actual = nl_real(is_wrong ? wrong : out), .args = {nl_uint(which)}});
}

static void check_inner(const mp_octant *o) {
    const bool has_center = check_center(o);
    if (!o->c->tree_sound) return;
    for (uint32_t which = 0; which < MP_CHILDREN; which++)
        check_child(o, which, has_center);
}

/* ---- All of it ---- */

static mp_octant octant_of(mp_check *c, uint32_t index) {
    mp_octant o = {.c = c, .index = index};
    o.bytes = mp_record_of(c, MP_OCTREE, index);
    o.is_leaf = mp_is_leaf(o.bytes);
    o.is_root = index + 1 == mp_count(c, MP_OCTREE);
    o.box = mp_box_at(o.bytes + MP_OCTANT_MIN_X_AT);
    o.center = mp_vector_at(o.bytes + MP_OCTANT_CENTER_AT);
    return o;
}

static void check_octant(mp_check *c, uint32_t index) {
    mp_octant o = octant_of(c, index);
    if (!NL_QUICK_ROUGH(has_plain_floats(&o)) && !check_floats(&o)) {
        if (!o.is_root || !o.is_leaf) c->tree_sound = false;
        return;
    }
    o.slack = mp_slack(&o.box);
    if (mp_is_ordered(&o.box)) {
        if (!o.is_leaf) check_inner(&o);
    } else if (mp_count(c, MP_REGIONS) != 0) {
        const nl_place place = mp_place_of(c, MP_OCTREE, index);
        mp_found_order(&place, PATH_OCT_AABB_ORDER, MP_OCTANT_MIN_X);
    }
}

/* What no position in the room lies outside of. */
static void check_cover(mp_check *c) {
    const uint32_t root = mp_count(c, MP_OCTREE) - 1;
    const mp_box box = box_of(c, root);
    if (!mp_is_ordered(&box) || !isfinite(mp_slack(&box))) return;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_row *const row = &c->rows[i];
        const double out = row->has_box ? mp_reach_out(&row->box, &box) : 0;
        if (out <= mp_slack(&row->box)) continue;
        const nl_place place = mp_place_of(c, MP_REGIONS, i);
        nl_found(&place, PATH_OCT_ROOT_COVERS, MP_REGION_MIN,
                 &(nl_draft){.length = MP_BOX_BYTES, .actual = nl_real(out)});
    }
}

void mp_check_boxes(mp_check *c) {
    if (!mp_has_geometry(c) || mp_count(c, MP_OCTREE) == 0) return;
    for (uint32_t i = 0; i < mp_count(c, MP_OCTREE); i++)
        check_octant(c, i);
    check_cover(c);
}
