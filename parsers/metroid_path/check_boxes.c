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

/* Out of the box the sides of the centre mean nothing. */
static void check_center(const mp_octant *o, bool is_inside) {
    const double out = mp_outside(&o->box, o->center);
    const double off = mp_largest(fabs(o->center.x - (o->box.min.x + o->box.max.x) / 2),
                                  fabs(o->center.y - (o->box.min.y + o->box.max.y) / 2),
                                  fabs(o->center.z - (o->box.min.z + o->box.max.z) / 2));
    if (!is_inside)
        found(o, PATH_OCT_CENTER_IN, MP_OCTANT_CENTER, &(nl_draft){.args = {nl_real(out)}});
    else if (off > o->slack)
        found(o, PATH_OCT_CENTER_MID, MP_OCTANT_CENTER, &(nl_draft){.args = {nl_real(off)}});
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

/* How a child's box stands to its parent's. */
typedef struct mp_fit {
    double wrong; /* units to the wrong side of the centre */
    double out;   /* units out of the box */
} mp_fit;

static mp_fit fit_of(const mp_octant *o, uint32_t which, bool has_center) {
    const uint32_t child = mp_child(o->bytes, which);
    if (child >= mp_count(o->c, MP_OCTREE)) return (mp_fit){0, 0};
    const mp_box box = box_of(o->c, child);
    if (!mp_is_ordered(&box)) return (mp_fit){0, 0};
    return (mp_fit){has_center ? wrong_side(&box, &o->center, which) : 0,
                    mp_reach_out(&box, &o->box)};
}

/* The box of a child, beside its parent's. */
static navlint_related beside_child(const mp_octant *o, uint32_t which) {
    const uint64_t at = mp_record_at(o->c->doc, MP_OCTREE, mp_child(o->bytes, which));
    return (navlint_related){at + MP_OCTANT_MIN_X_AT, MP_BOX_BYTES, "the box of the child"};
}

static void check_child(const mp_octant *o, uint32_t which, mp_fit fit) {
    const bool is_wrong = fit.wrong > o->slack;
    if (!is_wrong && fit.out <= o->slack) return;
    const uint64_t at = mp_record_at(o->c->doc, MP_OCTREE, o->index);
    const navlint_related center = {at + MP_OCTANT_CENTER_AT, 12, "the centre"};
    const navlint_related own = {at + MP_OCTANT_MIN_X_AT, MP_BOX_BYTES, "the box around it"};
    found(o, is_wrong ? PATH_OCT_OCTANT : PATH_OCT_AABB_NEST, MP_OCTANT_CHILDREN + which,
          &(nl_draft){.args = {nl_uint(which), nl_uint(mp_child(o->bytes, which)),
                               nl_real(is_wrong ? fit.wrong : fit.out)},
                      .related = {beside_child(o, which), is_wrong ? center : own}});
}

enum { MANY_WRONG = 3 }; /* children on the wrong side: then the centre is wrong, not they */

/* Whether so many children are on the wrong side that one finding about the centre says it. */
static bool found_center(const mp_octant *o, const mp_fit fits[MP_CHILDREN]) {
    uint32_t wrong = 0;
    for (uint32_t which = 0; which < MP_CHILDREN; which++)
        wrong += fits[which].wrong > o->slack;
    if (wrong < MANY_WRONG) return false;
    const nl_place place = mp_place_of(o->c, MP_OCTREE, o->index);
    const bool is_found = nl_found_cause(
        &place, PATH_OCT_CENTER_OFF, MP_OCTANT_CENTER,
        &(nl_draft){.args = {nl_uint(wrong)},
                    .related = {mp_beside_run(o->c, MP_OCTREE, o->index, 1, "the octree node")}});
    o->c->is_tree_shifted |= is_found;
    return is_found;
}

static void check_inner(const mp_octant *o) {
    const bool has_center = mp_outside(&o->box, o->center) <= o->slack;
    mp_fit fits[MP_CHILDREN] = {{0, 0}};
    for (uint32_t which = 0; o->c->tree_sound && which < MP_CHILDREN; which++)
        fits[which] = fit_of(o, which, has_center);
    nl_follow(o->c->job->report, found_center(o, fits));
    check_center(o, has_center);
    for (uint32_t which = 0; which < MP_CHILDREN; which++)
        check_child(o, which, fits[which]);
    nl_follow(o->c->job->report, false);
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

/* How far the region's box reaches out of the root's; 0: not farther than rounding may make it. */
static double reach_of(const mp_row *row, const mp_box *root) {
    const double out = row->has_box ? mp_reach_out(&row->box, root) : 0;
    return out <= mp_slack_at(row->farthest) ? 0 : out;
}

static bool are_covered(const mp_check *c, const mp_box *box) {
    uint32_t i = 0;
    while (i < mp_count(c, MP_REGIONS) && reach_of(&c->rows[i], box) == 0)
        i++;
    return i == mp_count(c, MP_REGIONS);
}

/* Whether several regions reach out of the root's box: then it is the root's that is wrong. */
static bool found_root(const mp_check *c, const mp_box *box) {
    uint32_t outside = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        if (reach_of(&c->rows[i], box) > 0 && outside++ == 0) first = i;
    if (outside < 2) return false;
    const nl_place place = mp_place_of(c, MP_OCTREE, mp_count(c, MP_OCTREE) - 1);
    return nl_found_cause(
        &place, PATH_OCT_ROOT_SMALL, MP_OCTANT_MIN,
        &(nl_draft){.length = MP_BOX_BYTES, .args = {nl_uint(outside), nl_uint(first)}});
}

static void found_outside(const mp_check *c, uint32_t region, double out) {
    const uint32_t root = mp_count(c, MP_OCTREE) - 1;
    const uint64_t root_at = mp_record_at(c->doc, MP_OCTREE, root) + MP_OCTANT_MIN_X_AT;
    const nl_place place = mp_place_of(c, MP_REGIONS, region);
    nl_found(&place, PATH_OCT_ROOT_COVERS, MP_REGION_MIN,
             &(nl_draft){.length = MP_BOX_BYTES,
                         .args = {nl_real(out)},
                         .related = {{root_at, MP_BOX_BYTES, "the box of the root"}}});
}

/* What no position in the room lies outside of. */
static void check_cover(mp_check *c) {
    const mp_box box = box_of(c, mp_count(c, MP_OCTREE) - 1);
    if (!mp_is_ordered(&box) || !isfinite(mp_slack(&box))) return;
    if (NL_QUICK(are_covered(c, &box))) return;
    nl_follow(c->job->report, found_root(c, &box));
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const double out = reach_of(&c->rows[i], &box);
        if (out > 0) found_outside(c, i, out);
    }
    nl_follow(c->job->report, false);
}

void mp_check_boxes(mp_check *c) {
    if (!mp_has_geometry(c) || mp_count(c, MP_OCTREE) == 0) return;
    for (uint32_t i = 0; i < mp_count(c, MP_OCTREE); i++)
        check_octant(c, i);
    check_cover(c);
}
