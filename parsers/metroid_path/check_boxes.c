/* The octree in space: boxes, centres, octants. */
#include <math.h>

#include "parsers/metroid_path/check.h"

/* One octree node while it is judged. */
typedef struct mp_octant {
    mp_check *c;
    const uint8_t *bytes;
    uint32_t index;
    bool is_leaf, is_root;
    mp_box box;
    mp_vector center;
    double slack;
} mp_octant;

static void found(const mp_octant *o, unsigned rule, const char *member, nl_type type, uint32_t at,
                  nl_draft draft) {
    mp_found(o->c, rule, mp_octant_place(o->c, o->index, member, type, at), draft);
}

/* ---- Floats ---- */

static const char *const box_members[] = {"min/x", "min/y", "min/z", "max/x", "max/y", "max/z"};
static const char *const center_members[] = {"center/x", "center/y", "center/z"};

/* A file without regions has an inverted box, as large as floats are, in its only leaf. */
static bool is_place(const mp_octant *o) {
    return mp_count(o->c, MP_REGIONS) != 0 && !(o->is_leaf && o->is_root);
}

static bool check_floats(const mp_octant *o) {
    const mp_floats box = {box_members, 6, o->is_root ? PATH_FLT_UNUSED : PATH_FLT_OCTREE,
                           is_place(o)};
    const mp_floats center = {center_members, 3, o->is_leaf ? PATH_FLT_UNUSED : PATH_FLT_OCTREE,
                              is_place(o) && !o->is_leaf};
    const bool has_box = mp_check_floats(
        o->c, mp_octant_place(o->c, o->index, NULL, NL_NO_TYPE, MP_OCTANT_MIN), &box);
    const bool has_center = mp_check_floats(
        o->c, mp_octant_place(o->c, o->index, NULL, NL_NO_TYPE, MP_OCTANT_CENTER), &center);
    return has_box && (has_center || o->is_leaf);
}

/* ---- The box by itself ---- */

static bool is_ordered(const mp_box *box) {
    return box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
}

static void check_order(const mp_octant *o) {
    static const char *const axes[3] = {"x", "y", "z"};
    const double min[3] = {o->box.min.x, o->box.min.y, o->box.min.z};
    const double max[3] = {o->box.max.x, o->box.max.y, o->box.max.z};
    for (uint32_t i = 0; i < 3; i++)
        if (min[i] > max[i])
            found(o, PATH_OCT_AABB_ORDER, box_members[3 + i], NL_F32BE, MP_OCTANT_MAX + 4 * i,
                  (nl_draft){.actual = nl_real(max[i]),
                             .expected = nl_real(min[i]),
                             .args = {nl_string(axes[i])}});
}

static double largest(double a, double b, double c) {
    return mp_larger(a, mp_larger(b, c));
}

/* How far `part` reaches out of `whole`, on its worst axis; negative: not at all. */
static double reach_out(const mp_box *part, const mp_box *whole) {
    return mp_larger(
        largest(whole->min.x - part->min.x, whole->min.y - part->min.y, whole->min.z - part->min.z),
        largest(part->max.x - whole->max.x, part->max.y - whole->max.y,
                part->max.z - whole->max.z));
}

/* Whether the centre is in the box, so that its sides can be told. */
static bool check_center(const mp_octant *o) {
    const mp_box point = {o->center, o->center};
    const double out = reach_out(&point, &o->box);
    const double off = largest(fabs(o->center.x - (o->box.min.x + o->box.max.x) / 2),
                               fabs(o->center.y - (o->box.min.y + o->box.max.y) / 2),
                               fabs(o->center.z - (o->box.min.z + o->box.max.z) / 2));
    if (out > o->slack)
        found(o, PATH_OCT_CENTER_IN, "center", NL_NO_TYPE, MP_OCTANT_CENTER,
              (nl_draft){.length = 12, .actual = nl_real(out)});
    else if (off > o->slack)
        found(o, PATH_OCT_CENTER_MID, "center", NL_NO_TYPE, MP_OCTANT_CENTER,
              (nl_draft){.length = 12, .actual = nl_real(off)});
    return out <= o->slack;
}

/* ---- The boxes of the children ---- */

/* How far the box reaches to the wrong side of the centre: bit 0 of a child's number says that it
 * is beyond it in x, bit 1 in y, bit 2 in z. */
static double wrong_side(const mp_box *box, const mp_vector *center, uint32_t which) {
    return largest(which & 1 ? center->x - box->min.x : box->max.x - center->x,
                   which & 2 ? center->y - box->min.y : box->max.y - center->y,
                   which & 4 ? center->z - box->min.z : box->max.z - center->z);
}

static void check_child(const mp_octant *o, uint32_t which, bool has_center) {
    static const char *const members[MP_CHILDREN] = {"children/0", "children/1", "children/2",
                                                     "children/3", "children/4", "children/5",
                                                     "children/6", "children/7"};
    const uint32_t child = mp_child(o->bytes, (int)which);
    const uint32_t at = MP_OCTANT_CHILDREN + 4 * which;
    if (child >= mp_count(o->c, MP_OCTREE)) return;
    const mp_box box = mp_box_at(o->c->bytes + mp_octant_at(o->c->doc, child) + MP_OCTANT_MIN);
    const double wrong = has_center ? wrong_side(&box, &o->center, which) : 0;
    const double out = reach_out(&box, &o->box);
    const nl_draft draft = {.args = {nl_uint(which)}};
    if (!(wrong > o->slack || out > o->slack) || !is_ordered(&box)) return;
    nl_draft told = draft;
    told.actual = nl_real(wrong > o->slack ? wrong : out);
    found(o, wrong > o->slack ? PATH_OCT_OCTANT : PATH_OCT_AABB_NEST, members[which], NL_U32BE, at,
          told);
}

static void check_inner(const mp_octant *o) {
    const bool has_center = check_center(o);
    if (!o->c->tree_sound) return;
    for (uint32_t which = 0; which < MP_CHILDREN; which++)
        check_child(o, which, has_center);
}

/* ---- All of it ---- */

static double slack_of(const mp_box *box) {
    const double farthest =
        mp_larger(largest(fabs(box->min.x), fabs(box->min.y), fabs(box->min.z)),
                  largest(fabs(box->max.x), fabs(box->max.y), fabs(box->max.z)));
    return mp_larger(1e-3, 1e-4 * farthest);
}

static mp_octant octant_of(mp_check *c, uint32_t index) {
    mp_octant o = {.c = c, .index = index};
    o.bytes = c->bytes + mp_octant_at(c->doc, index);
    o.is_leaf = mp_is_leaf(o.bytes);
    o.is_root = index + 1 == mp_count(c, MP_OCTREE);
    o.box = mp_box_at(o.bytes + MP_OCTANT_MIN);
    o.center = mp_vector_at(o.bytes + MP_OCTANT_CENTER);
    return o;
}

static void check_octant(mp_check *c, uint32_t index) {
    mp_octant o = octant_of(c, index);
    if (!mp_are_plain(o.bytes + MP_OCTANT_MIN, 9) && !check_floats(&o)) {
        if (!o.is_root || !o.is_leaf) c->tree_sound = false;
        return;
    }
    o.slack = slack_of(&o.box);
    if (!is_ordered(&o.box)) {
        if (mp_count(c, MP_REGIONS) != 0) check_order(&o);
    } else if (!o.is_leaf) {
        check_inner(&o);
    }
}

/* What no position in the room lies outside of. */
static void check_cover(mp_check *c) {
    const uint32_t root = mp_count(c, MP_OCTREE) - 1;
    const mp_box box = mp_box_at(c->bytes + mp_octant_at(c->doc, root) + MP_OCTANT_MIN);
    if (!is_ordered(&box) || !isfinite(slack_of(&box))) return;
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++) {
        const mp_row *const row = &c->rows[i];
        const double out = row->has_box ? reach_out(&row->box, &box) : 0;
        if (out > slack_of(&row->box))
            mp_found(c, PATH_OCT_ROOT_COVERS,
                     mp_region_place(c, i, "min", NL_NO_TYPE, MP_REGION_MIN),
                     (nl_draft){.length = 24, .actual = nl_real(out)});
    }
}

void mp_check_boxes(mp_check *c) {
    if (!mp_has_geometry(c) || mp_count(c, MP_OCTREE) == 0) return;
    for (uint32_t i = 0; i < mp_count(c, MP_OCTREE); i++)
        check_octant(c, i);
    check_cover(c);
}
