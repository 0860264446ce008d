/* Which nodes of a map can be reached from each other. */
#include "parsers/gta_nodes/groups.h"

#include "parsers/gta_nodes/view.h"

static uint32_t root_of(uint32_t *parents, uint32_t node) {
    while (parents[node] != node) {
        parents[node] = parents[parents[node]];
        node = parents[node];
    }
    return node;
}

static void join(uint32_t *parents, uint32_t a, uint32_t b) {
    a = root_of(parents, a);
    b = root_of(parents, b);
    if (a < b)
        parents[b] = a;
    else
        parents[a] = b;
}

static uint32_t count_nodes(const gta_map *map) {
    const gta_file *const last = &map->files[map->set->count - 1];
    return last->first_node + (last->doc ? last->doc->node_count : 0);
}

static void join_outward(const gta_forest *forest, const gta_file *f, uint32_t node,
                         uint32_t link) {
    const gta_file *const to = gta_file_in(forest->map, link & 0xFFFF);
    const uint32_t target = link >> 16;
    if (!to || target >= to->doc->node_count) return;
    if (gta_is_vehicle(f->doc, node) != gta_is_vehicle(to->doc, target)) return;
    join(forest->parents, f->first_node + node, to->first_node + target);
}

/* Each link once: from its lower node, and every one that leads out of the file. Links to the other
 * kind of node join nothing. */
static void join_links(const gta_forest *forest, const gta_file *f, const gta_view *v,
                       gta_nodes nodes) {
    uint32_t *const parents = forest->parents;
    const uint32_t base = f->first_node;
    for (uint32_t node = nodes.first; node < nodes.end; node++) {
        const gta_range links = gta_view_links(v, node);
        for (uint32_t row = links.first; row < links.end; row++) {
            const uint32_t link = gta_view_link(v, row);
            const uint32_t target = link >> 16;
            if ((link & 0xFFFF) != v->area)
                join_outward(forest, f, node, link);
            else if (target > node && target < nodes.end)
                join(parents, base + node, base + target);
        }
    }
}

bool gta_plant(gta_forest *forest, const gta_map *map) {
    *forest = (gta_forest){.map = map, .node_count = count_nodes(map)};
    forest->parents = NL_NEW(map->set->arena, uint32_t, forest->node_count);
    for (uint32_t i = 0; forest->parents && i < forest->node_count; i++)
        forest->parents[i] = i;
    return forest->parents != NULL;
}

void gta_join_file(gta_forest *forest, const gta_file *f) {
    const gta_view v = gta_view_of(f);
    join_links(forest, f, &v, gta_vehicle_nodes(&v));
    join_links(forest, f, &v, gta_ped_nodes(&v));
}

/* ---- What they show ---- */

/* The groups of one kind. */
typedef struct gta_groups {
    const char *kind;
    uint32_t count;
    uint32_t isolated; /* groups of one node */
    uint32_t largest;  /* nodes */
} gta_groups;

/* A group's lowest node, and the file that has it. */
typedef struct gta_group {
    const gta_file *file;
    uint32_t node;
} gta_group;

static bool is_root(const gta_forest *forest, const gta_file *f, uint32_t node) {
    return forest->parents[f->first_node + node] == f->first_node + node;
}

/* Calls for a group's key: kind and flood-fill id. */
static uint32_t key_of(const gta_file *f, uint32_t node) {
    return (uint32_t)gta_is_vehicle(f->doc, node) << 16 |
           gta_node_flood(f->doc->layout, gta_node(f, node));
}

/* Keys of all groups in the order of their lowest nodes; counts them by kind. NULL if it does not
 * fit. */
static uint32_t *list_keys(const gta_forest *forest, gta_groups groups[2], uint32_t *count) {
    uint32_t *const keys = NL_NEW(forest->map->set->arena, uint32_t, forest->node_count);
    for (size_t i = 0; keys && i < forest->map->set->count; i++) {
        const gta_file *const f = &forest->map->files[i];
        for (uint32_t node = 0; f->doc && node < f->doc->node_count; node++) {
            if (!is_root(forest, f, node)) continue;
            keys[(*count)++] = key_of(f, node);
            groups[gta_is_vehicle(f->doc, node)].count++;
        }
    }
    return keys;
}

/* The number-th group in the order of their lowest nodes; all files are decoded. */
static gta_group group_at(const gta_forest *forest, uint32_t number) {
    for (size_t i = 0; i < forest->map->set->count; i++) {
        const gta_file *const f = &forest->map->files[i];
        for (uint32_t node = 0; node < f->doc->node_count; node++)
            if (is_root(forest, f, node) && number-- == 0) return (gta_group){f, node};
    }
    return (gta_group){0};
}

static const char *shown(char *chars, size_t capacity, gta_group group) {
    nl_text text = nl_text_over(chars, capacity);
    nl_put_uint(&text, group.node);
    nl_put(&text, " of area ");
    nl_put_uint(&text, group.file->doc->area);
    return text.chars;
}

static void found_shared(const gta_forest *forest, const char *kind, uint32_t first,
                         uint32_t second) {
    char one[48];
    char other[48];
    const gta_group a = group_at(forest, first);
    const gta_group b = group_at(forest, second);
    if (!a.file || !b.file) return;
    const uint32_t flood = gta_node_flood(b.file->doc->layout, gta_node(b.file, b.node));
    nl_place place = gta_node_place(b.file, b.node);
    place.report = forest->map->set->report;
    place.bytes = NULL;
    place.depth = 0;
    place.at = 0;
    gta_found(&place, NODES_SET_FLOOD_SHARED, NL_NO_FIELD,
              (nl_draft){.actual = nl_uint(flood),
                         .args = {nl_string(kind), nl_string(shown(one, sizeof one, a)),
                                  nl_string(shown(other, sizeof other, b))}});
}

static bool has_narrow_ids(const gta_map *map) {
    for (size_t i = 0; i < map->set->count; i++)
        if (!map->files[i].doc->layout->has_wide_flood) return true;
    return false;
}

/* Whether there are as many ids as the kind has groups; else there is no use in listing which share
 * one. */
static bool check_limit(const gta_map *map, const gta_groups *groups) {
    if (groups->count <= UINT8_MAX || !has_narrow_ids(map)) return true;
    gta_found_in_set(map, NODES_SET_FLOOD_LIMIT,
                     (nl_draft){.actual = nl_uint(groups->count),
                                .expected = nl_uint(UINT8_MAX),
                                .args = {nl_string(groups->kind)}});
    return false;
}

/* Naming a pair takes a walk over the nodes: a few pairs show what is wrong, the others are counted
 * by the largest group's fact. */
enum { NAMED_PAIRS = 8 };

static void check_ids(const gta_forest *forest, const gta_groups groups[2], const uint32_t *keys,
                      uint32_t count) {
    nl_index index;
    const nl_set *const set = forest->map->set;
    const bool suffices[2] = {check_limit(forest->map, &groups[0]),
                              check_limit(forest->map, &groups[1])};
    if (!nl_index_build(&index, set->arena, set->budget, keys, count)) return;
    uint32_t named = 0;
    for (uint32_t i = 0; i < count && named < NAMED_PAIRS; i++) {
        const uint32_t first = nl_index_find(&index, keys[i]);
        const uint32_t kind = keys[i] >> 16;
        if (first == i || (keys[i] & 0xFFFF) == 0 || !suffices[kind]) continue;
        if (!nl_spend(set->budget, forest->node_count)) return;
        found_shared(forest, groups[kind].kind, first, i);
        named++;
    }
}

/* Makes every node's parent its root: those before it have theirs already. Returns the nodes of
 * each root's group; NULL if it does not fit. */
static const uint32_t *flatten(gta_forest *forest) {
    uint32_t *const parents = forest->parents;
    uint32_t *const sizes = NL_NEW_ZEROED(forest->map->set->arena, uint32_t, forest->node_count);
    for (uint32_t i = 0; sizes && i < forest->node_count; i++) {
        parents[i] = parents[parents[i]];
        sizes[parents[i]]++;
    }
    return sizes;
}

/* Isolated groups and the largest one. */
static void measure(gta_forest *forest, gta_groups groups[2]) {
    const uint32_t *const sizes = flatten(forest);
    for (size_t i = 0; sizes && i < forest->map->set->count; i++) {
        const gta_file *const f = &forest->map->files[i];
        const uint32_t nodes = f->doc ? f->doc->node_count : 0;
        for (uint32_t node = 0; node < nodes; node++) {
            const uint32_t size = sizes[f->first_node + node];
            if (size == 0) continue;
            gta_groups *const of = &groups[gta_is_vehicle(f->doc, node)];
            of->isolated += size == 1;
            if (size > of->largest) of->largest = size;
        }
    }
}

static void state(const gta_map *map, const gta_groups groups[2]) {
    navlint_report *const report = map->set->report;
    nl_fact(report, "vehicleComponents", nl_uint(groups[1].count));
    nl_fact(report, "pedComponents", nl_uint(groups[0].count));
    nl_fact(report, "largestVehicleComponent", nl_uint(groups[1].largest));
    nl_fact(report, "largestPedComponent", nl_uint(groups[0].largest));
    nl_fact(report, "isolatedVehicleNodes", nl_uint(groups[1].isolated));
    nl_fact(report, "isolatedPedNodes", nl_uint(groups[0].isolated));
}

/* Links that cannot be read would part what they join. */
static bool has_all_links(const gta_map *map) {
    for (size_t i = 0; i < map->set->count; i++) {
        const gta_document *const doc = map->files[i].doc;
        if (!doc || doc->link_count != doc->counts.links) return false;
    }
    return true;
}

void gta_check_groups(gta_forest *forest) {
    const gta_map *const map = forest->map;
    gta_groups groups[2] = {{.kind = "ped"}, {.kind = "vehicle"}};
    uint32_t count = 0;
    const size_t mark = nl_arena_mark(map->set->arena);
    measure(forest, groups);
    nl_arena_release(map->set->arena, mark);
    const uint32_t *const keys = list_keys(forest, groups, &count);
    if (!keys) return;
    state(map, groups);
    if (map->is_complete && has_all_links(map)) check_ids(forest, groups, keys, count);
}
