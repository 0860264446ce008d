/* The shape of the octree: who is whose child. */
#include <string.h>

#include "core/quick.h"
#include "parsers/metroid_path/checks.h"

/* The game goes down one level of its small stack for each level of the octree. */
enum { MOST_LEVELS = 32 };

static void found_child(const mp_check *c, unsigned rule, uint32_t octant, uint32_t which) {
    const nl_place place = mp_place_of(c, MP_OCTREE, octant);
    nl_found(&place, rule, MP_OCTANT_CHILDREN + which, &(nl_draft){.args = {nl_uint(which)}});
}

/* ---- Leaves ---- */

static void check_leaf_children(const mp_check *c, uint32_t octant) {
    const uint8_t *const p = mp_record_of(c, MP_OCTREE, octant);
    for (uint32_t i = 0; i < MP_CHILDREN; i++) {
        if (mp_child(p, i) == UINT32_MAX) continue;
        const nl_place place = mp_place_of(c, MP_OCTREE, octant);
        nl_found(&place, PATH_OCT_LEAF_CHILDREN, MP_OCTANT_CHILDREN + i,
                 &(nl_draft){.expected = nl_uint(UINT32_MAX), .args = {nl_uint(i)}});
        return;
    }
}

static void check_leaf(mp_check *c, uint32_t octant) {
    const uint8_t *const p = mp_record_of(c, MP_OCTREE, octant);
    const uint32_t count = mp_word(p, MP_OCTANT_REGION_COUNT_AT);
    const uint32_t start = mp_word(p, MP_OCTANT_REGION_START_AT);
    const uint32_t total = mp_count(c, MP_LOOKUPS);
    c->leaves++;
    check_leaf_children(c, octant);
    if (count == 0 || mp_run_fits(start, count, total)) return;
    c->lookups_sound = false;
    const nl_place place = mp_place_of(c, MP_OCTREE, octant);
    mp_found_run(&place, PATH_OCT_LEAF_RANGE,
                 (mp_run_fields){MP_OCTANT_REGION_START, MP_OCTANT_REGION_COUNT},
                 (mp_run){start, count, total});
}

/* ---- Inner nodes ---- */

/* Counts a node's parents, of which it should have one; stops at 2. */
static void check_child(mp_check *c, uint32_t octant, uint32_t which) {
    const uint32_t total = mp_count(c, MP_OCTREE);
    const uint32_t child = mp_child(mp_record_of(c, MP_OCTREE, octant), which);
    if (child >= total) {
        c->tree_sound = false;
        const nl_place place = mp_place_of(c, MP_OCTREE, octant);
        nl_found(&place, child > INT32_MAX ? PATH_OCT_CHILD_NULL : PATH_OCT_CHILD_RANGE,
                 MP_OCTANT_CHILDREN + which,
                 &(nl_draft){.expected = nl_uint(total - 1),
                             .relation = NAVLINT_AT_MOST,
                             .args = {nl_uint(which), nl_uint(total)}});
        return;
    }
    if (c->marks[child] == 1 && child != octant) {
        c->tree_sound = false;
        found_child(c, PATH_OCT_DAG, octant, which);
    }
    if (c->marks[child] < 2) c->marks[child]++;
}

/* A node is higher than its children. */
static void raise_above(mp_check *c, uint32_t octant, uint32_t child) {
    if (c->heights[octant] <= c->heights[child]) c->heights[octant] = c->heights[child] + 1;
}

/* Whether the node has no child at all, which is reported: it is a leaf. */
static bool found_bare(const mp_check *c, uint32_t octant) {
    const uint8_t *const p = mp_record_of(c, MP_OCTREE, octant);
    for (uint32_t which = 0; which < MP_CHILDREN; which++)
        if (mp_child(p, which) <= INT32_MAX) return false;
    const nl_place place = mp_place_of(c, MP_OCTREE, octant);
    return nl_found_cause(&place, PATH_OCT_NO_CHILDREN, MP_OCTANT_IS_LEAF,
                          &(nl_draft){.expected = nl_uint(1)});
}

/* Whether all children stand before their parent. */
static bool check_inner(mp_check *c, uint32_t octant) {
    const uint8_t *const p = mp_record_of(c, MP_OCTREE, octant);
    bool in_order = true;
    nl_follow(c->job->report, found_bare(c, octant));
    for (uint32_t which = 0; which < MP_CHILDREN; which++) {
        const uint32_t child = mp_child(p, which);
        check_child(c, octant, which);
        if (child < octant)
            raise_above(c, octant, child);
        else
            in_order &= child >= mp_count(c, MP_OCTREE);
    }
    nl_follow(c->job->report, false);
    return in_order;
}

static void check_value(const mp_check *c, uint32_t octant) {
    if (mp_word(mp_record_of(c, MP_OCTREE, octant), MP_OCTANT_IS_LEAF_AT) <= 1) return;
    const nl_place place = mp_place_of(c, MP_OCTREE, octant);
    nl_found(
        &place, PATH_OCT_ISLEAF_VALUE, MP_OCTANT_IS_LEAF,
        &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_ONE_OF, .others = {nl_uint(0)}});
}

/* Whether all children stand before their parents: then there is no cycle. */
static bool check_octants(mp_check *c) {
    bool in_order = true;
    for (uint32_t i = 0; i < mp_count(c, MP_OCTREE); i++) {
        c->heights[i] = 0;
        check_value(c, i);
        if (mp_is_leaf(mp_record_of(c, MP_OCTREE, i)))
            check_leaf(c, i);
        else
            in_order &= check_inner(c, i);
    }
    return in_order;
}

/* ---- Cycles ---- */

/* Of an octree node in the search. The marks say how many parents it has: these are added. */
enum { PARENTS = 3, OPEN = 4, DONE = 8 };

/* The search has `depth` nodes open: the stack has the node and its next child of each. */
typedef struct mp_search {
    mp_check *c;
    uint32_t depth;
    uint32_t cyclic; /* the node whose child closed a cycle last, and that is reported */
} mp_search;

static void enter(mp_search *s, uint32_t octant) {
    s->c->stack[2 * (size_t)s->depth] = octant;
    s->c->stack[2 * (size_t)s->depth + 1] =
        mp_is_leaf(mp_record_of(s->c, MP_OCTREE, octant)) ? MP_CHILDREN : 0;
    s->c->marks[octant] |= OPEN;
    s->c->heights[octant] = 0;
    s->depth++;
}

static void leave(mp_search *s) {
    mp_check *const c = s->c;
    const uint32_t octant = c->stack[2 * (size_t)--s->depth];
    c->marks[octant] = (uint8_t)((c->marks[octant] & PARENTS) | DONE);
    if (s->depth == 0) return;
    raise_above(c, c->stack[2 * (size_t)(s->depth - 1)], octant);
}

/* A node is mostly below several of its children, if it is below one: the first of them is listed.
 */
static void found_cycle(mp_search *s, uint32_t octant, uint32_t which) {
    navlint_report *const report = s->c->job->report;
    const nl_place place = mp_place_of(s->c, MP_OCTREE, octant);
    const uint32_t child = mp_child(place.bytes + place.at, which);
    const char *const name = child == octant ? "this node itself" : "this node's own ancestor";
    nl_follow(report, s->cyclic == octant);
    if (nl_found_cause(&place, PATH_OCT_CYCLE, MP_OCTANT_CHILDREN + which,
                       &(nl_draft){.args = {nl_uint(which), nl_string(name)}}))
        s->cyclic = octant;
    nl_follow(report, false);
}

static void visit_child(mp_search *s, uint32_t octant, uint32_t which) {
    mp_check *const c = s->c;
    const uint32_t child = mp_child(mp_record_of(c, MP_OCTREE, octant), which);
    if (child >= mp_count(c, MP_OCTREE)) return;
    if (c->marks[child] & OPEN) {
        c->tree_sound = false;
        found_cycle(s, octant, which);
        return;
    }
    if (child > octant) found_child(c, PATH_OCT_POSTORDER, octant, which);
    if (!(c->marks[child] & DONE))
        enter(s, child);
    else
        raise_above(c, octant, child);
}

static void search_from(mp_check *c, uint32_t octant) {
    mp_search s = {c, 0, NL_NO_INDEX};
    if (c->marks[octant] & (OPEN | DONE)) return;
    enter(&s, octant);
    while (s.depth != 0) {
        uint32_t *const top = &c->stack[2 * (size_t)(s.depth - 1)];
        if (top[1] == MP_CHILDREN)
            leave(&s);
        else
            visit_child(&s, top[0], top[1]++);
    }
}

/* From every node, reached from the root or not: the root first. */
static void search(mp_check *c) {
    for (uint32_t left = mp_count(c, MP_OCTREE); left > 0; left--)
        search_from(c, left - 1);
}

/* ---- The root ---- */

enum { REACHED = 16 };

static uint32_t root_of(const mp_check *c) {
    return mp_count(c, MP_OCTREE) - 1;
}

/* Every node but the root has one parent: then all are below the root. */
static bool all_have_parents(const mp_check *c) {
    uint32_t i = 0;
    while (i < root_of(c) && (c->marks[i] & PARENTS) != 0)
        i++;
    return i == root_of(c);
}

/* Marks what is below the root of a sound tree: no node has two parents, so each is met once. */
static void mark_reached(mp_check *c) {
    uint32_t open = 0;
    c->stack[open++] = root_of(c);
    while (open != 0) {
        const uint32_t octant = c->stack[--open];
        const uint8_t *const p = mp_record_of(c, MP_OCTREE, octant);
        c->marks[octant] |= REACHED;
        for (uint32_t i = 0; i < MP_CHILDREN && !mp_is_leaf(p); i++)
            c->stack[open++] = mp_child(p, i);
    }
}

static void check_root(mp_check *c) {
    uint32_t lost = 0;
    uint32_t first = 0;
    if (!c->tree_sound || NL_QUICK(all_have_parents(c))) return;
    mark_reached(c);
    for (uint32_t i = 0; i < root_of(c); i++) {
        if ((c->marks[i] & REACHED) != 0) continue;
        if (lost++ == 0) first = i;
    }
    if (lost == 0) return;
    const nl_place place = mp_place_of(c, MP_OCTREE, first);
    nl_found(&place, PATH_OCT_ROOT_LAST, MP_OCTANT_IS_LEAF, &(nl_draft){.args = {nl_uint(lost)}});
}

static void check_depth(mp_check *c) {
    const uint32_t root = root_of(c);
    if (c->heights[root] <= MOST_LEVELS) return;
    const nl_place place = mp_place_of(c, MP_OCTREE, root);
    nl_found(&place, PATH_OCT_DEPTH, NL_NO_FIELD,
             &(nl_draft){.length = MP_OCTANT_BYTES,
                         .args = {nl_uint(c->heights[root]), nl_uint(MOST_LEVELS)}});
    c->tree_sound = false;
}

void mp_check_octree(mp_check *c) {
    const uint32_t total = mp_count(c, MP_OCTREE);
    if (total == 0) return;
    memset(c->marks, 0, total);
    if (!NL_QUICK(check_octants(c))) search(c);
    check_root(c);
    check_depth(c);
}
