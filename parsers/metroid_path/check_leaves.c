/* What the leaves list, and whether the descent that the game makes finds each region. */
#include <string.h>

#include "parsers/metroid_path/checks.h"

/* A region's queries: where a creature in its middle is looked for, and the corners of its box. */
enum { MIDDLE = 0, CORNERS = MP_QUERIES - 1 };

/* Of an entry of the lookup list: leaves may share entries, so these are charged by what they cost.
 */
enum { STEPS = 8 };

#define LIFT 0.3 /* the game raises a position before it asks; MF-RT CPathFindArea.cpp */

/* ---- The descent ---- */

/* On which sides of the centre a place is, as the number of a child: strictly greater goes to the
 * upper one. */
static inline uint32_t sides_of(const mp_vector *at, const mp_vector *center) {
    return (at->x > center->x) | (at->y > center->y) * 2u | (at->z > center->z) * 4u;
}

/* The leaf that the game comes to from `octant`. The tree is sound. */
static uint32_t descend(const mp_check *c, uint32_t octant, mp_vector at) {
    for (;;) {
        const uint8_t *const p = mp_record_of(c, MP_OCTREE, octant);
        if (mp_is_leaf(p)) return octant;
        const mp_vector center = mp_vector_at(p + MP_OCTANT_CENTER_AT);
        octant = mp_child(p, sides_of(&at, &center));
    }
}

/* Corners are queried from a little inside. */
static mp_box inset(const mp_row *row) {
    const mp_box *const box = &row->box;
    const double by = mp_slack_at(row->farthest);
    return (mp_box){{box->min.x + by, box->min.y + by, box->min.z + by},
                    {box->max.x - by, box->max.y - by, box->max.z - by}};
}

static mp_vector corner_of(const mp_box *box, uint32_t corner) {
    return (mp_vector){corner & 1 ? box->max.x : box->min.x, corner & 2 ? box->max.y : box->min.y,
                       corner & 4 ? box->max.z : box->min.z};
}

/* The octree node where the corners of a box part, because the centre is between them, and on which
 * sides of it they are: those of the lower corner, those of the upper one. */
typedef struct mp_parting {
    uint32_t octant, low, high;
} mp_parting;

/* From the root; the leaf that all of them come to, if they do not part. */
static mp_parting part_corners(const mp_check *c, const mp_box *box) {
    mp_parting p = {mp_count(c, MP_OCTREE) - 1, 0, 0};
    for (;;) {
        const uint8_t *const octant = mp_record_of(c, MP_OCTREE, p.octant);
        if (mp_is_leaf(octant)) return (mp_parting){p.octant, 0, 0};
        const mp_vector center = mp_vector_at(octant + MP_OCTANT_CENTER_AT);
        p.low = sides_of(&box->min, &center);
        p.high = sides_of(&box->max, &center);
        if (p.low != p.high) return p;
        p.octant = mp_child(octant, p.low);
    }
}

static void query_corners(const mp_check *c, const mp_box *box, uint32_t *leaves) {
    const mp_parting p = part_corners(c, box);
    const uint8_t *const octant = mp_record_of(c, MP_OCTREE, p.octant);
    for (uint32_t i = 0; i < CORNERS; i++)
        leaves[i] = p.octant;
    for (uint32_t i = 0; i < CORNERS && p.low != p.high; i++) {
        const uint32_t child = mp_child(octant, (p.low & ~i) | (p.high & i));
        const bool is_leaf = mp_is_leaf(mp_record_of(c, MP_OCTREE, child));
        leaves[i] = is_leaf ? child : descend(c, child, corner_of(box, i));
    }
}

static void query(mp_check *c, uint32_t region) {
    const mp_row *const row = &c->rows[region];
    const mp_box inside = inset(row);
    uint32_t *const leaves = &c->queries[(size_t)region * MP_QUERIES];
    const mp_vector middle = {row->centroid.x, row->centroid.y, row->centroid.z + LIFT};
    leaves[MIDDLE] = descend(c, mp_count(c, MP_OCTREE) - 1, middle);
    query_corners(c, &inside, &leaves[1]);
}

/* Whether the octree and the regions can be trusted, and the game takes so many. */
static bool can_query(const mp_check *c) {
    return mp_has_geometry(c) && c->tree_sound && c->joined;
}

static void query_all(mp_check *c) {
    const bool can = can_query(c);
    memset(c->queries, 0xFF, (size_t)mp_count(c, MP_REGIONS) * MP_QUERIES * sizeof *c->queries);
    for (uint32_t i = 0; can && i < mp_count(c, MP_REGIONS); i++)
        if (c->rows[i].has_box) query(c, i);
}

/* ---- The lists ---- */

/* Of a file without regions no index is right. */
static navlint_value highest_of(uint32_t regions) {
    if (regions == 0) return (navlint_value){.kind = NAVLINT_NO_VALUE};
    return nl_uint(regions - 1);
}

static void check_lookups(mp_check *c) {
    const uint32_t regions = mp_count(c, MP_REGIONS);
    for (uint32_t i = 0; i < mp_count(c, MP_LOOKUPS); i++) {
        const uint32_t region = nl_load_u32be(mp_record_of(c, MP_LOOKUPS, i));
        if (region < regions) continue;
        c->lookups_sound = false;
        const nl_place place = mp_place_of(c, MP_LOOKUPS, i);
        nl_found(&place, PATH_LOOKUP_RANGE, MP_LOOKUP_REGION,
                 &(nl_draft){.expected = highest_of(regions),
                             .relation = NAVLINT_AT_MOST,
                             .args = {nl_uint(regions)}});
    }
}

static bool misses(const mp_box *a, const mp_box *b, double slack) {
    return a->max.x < b->min.x - slack || b->max.x < a->min.x - slack ||
           a->max.y < b->min.y - slack || b->max.y < a->min.y - slack ||
           a->max.z < b->min.z - slack || b->max.z < a->min.z - slack;
}

typedef uint32_t mp_four_leaves __attribute__((vector_size(16)));

static inline void meet_four(uint32_t *leaves, uint32_t leaf) {
    mp_four_leaves four;
    memcpy(&four, leaves, sizeof four);
    four |= (mp_four_leaves)(four == leaf);
    memcpy(leaves, &four, sizeof four);
}

/* A region that the leaf lists: places that end in this leaf are met. */
static inline void meet(mp_check *c, uint32_t leaf, uint32_t region) {
    uint32_t *const leaves = &c->queries[(size_t)region * MP_QUERIES];
    c->marks[region] = 1;
    if (leaves[MIDDLE] == leaf) leaves[MIDDLE] = UINT32_MAX;
    for (uint32_t i = 1; i <= CORNERS; i += 4)
        meet_four(&leaves[i], leaf);
}

/* Whether the leaf's box and the region's are apart. */
static bool is_extra(const mp_check *c, const mp_box *box, uint32_t region) {
    const mp_row *const row = &c->rows[region];
    return row->has_box && misses(&row->box, box, 1e-3 + 1e-4 * fabs(box->max.x));
}

/* Regions that a leaf lists for nothing: all of them are one finding. */
static void found_extra(const mp_check *c, uint32_t leaf, uint32_t first, uint32_t count) {
    const nl_place place = mp_place_of(c, MP_OCTREE, leaf);
    const uint64_t box_at = place.at + MP_OCTANT_MIN_X_AT;
    nl_found(&place, PATH_OCT_LEAF_EXTRA, MP_OCTANT_REGION_START,
             &(nl_draft){.args = {nl_uint(first), nl_uint(count)},
                         .related = {{box_at, MP_BOX_BYTES, "the leaf's box"}}});
}

static bool has_box(const mp_check *c, const mp_box *box) {
    return mp_has_geometry(c) && c->tree_sound && mp_is_ordered(box) && isfinite(box->max.x);
}

static bool check_leaf(mp_check *c, uint32_t leaf) {
    const uint8_t *const p = mp_record_of(c, MP_OCTREE, leaf);
    const uint32_t count = mp_word(p, MP_OCTANT_REGION_COUNT_AT);
    const uint32_t start = mp_word(p, MP_OCTANT_REGION_START_AT);
    const mp_box box = mp_box_at(p + MP_OCTANT_MIN_X_AT);
    const bool is_box = has_box(c, &box);
    uint32_t extra = 0;
    uint32_t first = 0;
    if (!nl_spend(c->job->budget, (uint64_t)count * STEPS)) return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t region = nl_load_u32be(mp_record_of(c, MP_LOOKUPS, start + i));
        meet(c, leaf, region);
        if (is_box && is_extra(c, &box, region) && extra++ == 0) first = region;
    }
    if (extra != 0) found_extra(c, leaf, first, extra);
    return true;
}

static bool check_lists(mp_check *c) {
    memset(c->marks, 0, mp_count(c, MP_REGIONS));
    for (uint32_t i = 0; i < mp_count(c, MP_OCTREE); i++)
        if (mp_is_leaf(mp_record_of(c, MP_OCTREE, i)) && !check_leaf(c, i)) return false;
    return true;
}

/* ---- Regions that are not found ---- */

/* The fields of a leaf that say which regions it lists, and these. */
static void put_leaf(const mp_check *c, uint32_t leaf, nl_draft *draft) {
    const uint8_t *const p = mp_record_of(c, MP_OCTREE, leaf);
    const uint32_t count = mp_word(p, MP_OCTANT_REGION_COUNT_AT);
    const uint64_t at = mp_record_at(c->doc, MP_OCTREE, leaf) + MP_OCTANT_REGION_COUNT_AT;
    draft->related[0] = (navlint_related){at, 2 * MP_WORD_BYTES, "the leaf that should list it"};
    if (count == 0) return;
    draft->related[1] = mp_beside_run(c, MP_LOOKUPS, mp_word(p, MP_OCTANT_REGION_START_AT), count,
                                      "the regions that it lists");
}

/* leaf: that should list the region; UINT32_MAX: there is no saying. */
static void found_region(const mp_check *c, unsigned rule, uint32_t region, uint32_t leaf) {
    const nl_place place = mp_place_of(c, MP_REGIONS, region);
    nl_draft draft = {.args = {nl_uint(leaf)}};
    if (leaf != UINT32_MAX) put_leaf(c, leaf, &draft);
    nl_found(&place, rule, MP_REGION_INDEX, &draft);
}

/* Whether a creature in the region's middle is sent to a leaf that does not list it. */
static bool is_lost(const mp_check *c, uint32_t region) {
    return !c->marks[region] || c->queries[(size_t)region * MP_QUERIES + MIDDLE] != UINT32_MAX;
}

/* Whether a place of the region leads to a leaf that lists it, or cannot be asked for. */
static bool can_be_found(const mp_check *c, uint32_t region) {
    const uint32_t *const leaves = &c->queries[(size_t)region * MP_QUERIES];
    uint32_t i = 0;
    while (c->marks[region] && i < MP_QUERIES && leaves[i] != UINT32_MAX)
        i++;
    return c->marks[region] && i < MP_QUERIES;
}

/* Of fewer regions than this each is reported, unless their corners are not found either: the
 * middle of a large one may well be in a leaf that has been forgotten. */
enum { MANY_LOST = 4 };

/* Counts the regions that are not found. If they are so many that the octree itself is wrong, the
 * rule about that, else MP_RULE_COUNT. */
static unsigned rule_of_lost(const mp_check *c, uint32_t *lost) {
    const uint32_t total = mp_count(c, MP_REGIONS);
    bool can_be = total == 0;
    for (uint32_t i = 0; i < total; i++) {
        *lost += is_lost(c, i);
        can_be |= can_be_found(c, i);
    }
    if (!can_be || (*lost == total && total >= MANY_LOST)) return PATH_OCT_ALL_LOST;
    return *lost >= MANY_LOST && *lost > total / 2 ? PATH_OCT_MANY_LOST : MP_RULE_COUNT;
}

/* Whether one finding about the octree says it of the regions. */
static bool found_octree(const mp_check *c) {
    uint32_t lost = 0;
    const unsigned rule = c->tree_sound ? rule_of_lost(c, &lost) : MP_RULE_COUNT;
    if (rule == MP_RULE_COUNT) return false;
    const mp_list *const lookups = &c->doc->lists[MP_LOOKUPS];
    const uint64_t lookup_bytes = (uint64_t)lookups->count * MP_WORD_BYTES;
    const nl_place root = mp_place_of(c, MP_OCTREE, mp_count(c, MP_OCTREE) - 1);
    return nl_found_cause(
        &root, rule, NL_NO_FIELD,
        &(nl_draft){.length = MP_OCTANT_BYTES,
                    .args = {nl_uint(lost), nl_uint(mp_count(c, MP_REGIONS))},
                    .related = {{lookups->at - MP_WORD_BYTES, lookup_bytes + MP_WORD_BYTES,
                                 "the region lookup list"}}});
}

/* The first corner whose leaf does not list the region, other than that of the middle. */
static void check_corners(const mp_check *c, uint32_t region) {
    const uint32_t *const leaves = &c->queries[(size_t)region * MP_QUERIES];
    for (uint32_t i = 1; i < MP_QUERIES; i++) {
        if (leaves[i] == UINT32_MAX || leaves[i] == leaves[MIDDLE]) continue;
        found_region(c, PATH_OCT_LEAF_MISSING, region, leaves[i]);
        return;
    }
}

static void check_found(const mp_check *c, uint32_t region) {
    const uint32_t leaf = c->queries[(size_t)region * MP_QUERIES + MIDDLE];
    if (!c->marks[region]) {
        if (c->tree_sound) found_region(c, PATH_OCT_REGION_MISSING, region, leaf);
        return;
    }
    if (leaf != UINT32_MAX) found_region(c, PATH_OCT_QUERY, region, leaf);
    check_corners(c, region);
}

bool mp_check_leaves(mp_check *c) {
    check_lookups(c);
    if (mp_count(c, MP_OCTREE) == 0 || !c->lookups_sound) return true;
    query_all(c);
    if (!check_lists(c)) return false;
    nl_follow(c->job->report, found_octree(c) || c->is_tree_shifted);
    for (uint32_t i = 0; i < mp_count(c, MP_REGIONS); i++)
        check_found(c, i);
    nl_follow(c->job->report, false);
    return true;
}
