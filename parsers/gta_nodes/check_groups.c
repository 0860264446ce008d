/* Which nodes of a map can be reached from each other. */
#include "parsers/gta_nodes/groups.h"

#include "parsers/gta_nodes/notes.h"
#include "parsers/gta_nodes/view.h"

static uint32_t count_nodes(const gta_map *map) {
    const gta_file *const last = &map->files[map->set->count - 1];
    return last->first_node + (last->doc ? last->doc->node_count : 0);
}

void gta_join_outward(const gta_forest *forest, const gta_row *row) {
    const gta_file *const f = row->file;
    const gta_file *const to = gta_file_in(forest->map, row->area);
    if (!to || row->target >= to->doc->node_count) return;
    if (gta_is_vehicle(f->doc, row->node) != gta_is_vehicle(to->doc, row->target)) return;
    nl_groups_join(&forest->nodes, f->first_node + row->node, to->first_node + row->target);
}

/* Nodes by themselves, or joined as far as it is noted. */
static void plant_file(const gta_forest *forest, const gta_file *f) {
    const gta_notes *const notes = gta_noted(f->doc);
    uint32_t *const parents = forest->nodes.parents + f->first_node;
    for (uint32_t node = 0; node < f->doc->node_count; node++)
        parents[node] = f->first_node + (notes ? notes->parents[node] : node);
}

bool gta_plant(gta_forest *forest, const gta_map *map) {
    const uint32_t count = count_nodes(map);
    *forest = (gta_forest){map, {NL_NEW(map->set->arena, uint32_t, count), count}};
    for (size_t i = 0; i < map->set->count && forest->nodes.parents; i++)
        if (map->files[i].doc) plant_file(forest, &map->files[i]);
    return forest->nodes.parents != NULL;
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
    return forest->nodes.parents[f->first_node + node] == f->first_node + node;
}

/* Calls for a group's key: kind and flood-fill id. */
static uint32_t key_of(const gta_file *f, uint32_t node) {
    return (uint32_t)gta_is_vehicle(f->doc, node) << 16 |
           gta_node_flood(f->doc->layout, gta_node(f, node));
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
        if (!nl_spend(set->budget, forest->nodes.count)) return;
        found_shared(forest, groups[kind].kind, first, i);
        named++;
    }
}

/* Makes every node's parent its root: those before it have theirs already. Returns the nodes of
 * each root's group; NULL if it does not fit. */
static uint32_t *flatten(const gta_forest *forest) {
    uint32_t *const parents = forest->nodes.parents;
    uint32_t *const sizes = NL_NEW_ZEROED(forest->map->set->arena, uint32_t, forest->nodes.count);
    for (uint32_t i = 0; sizes && i < forest->nodes.count; i++) {
        const uint32_t root = parents[parents[i]];
        parents[i] = root;
        sizes[root]++;
    }
    return sizes;
}

static void count_group(gta_groups *of, uint32_t nodes) {
    of->count++;
    of->isolated += nodes == 1;
    if (nodes > of->largest) of->largest = nodes;
}

/* The file that has node `number` of the set, which is not in those before `f`. */
static const gta_file *file_from(const gta_file *f, uint32_t number) {
    while (!f->doc || number - f->first_node >= f->doc->node_count)
        f++;
    return f;
}

/* Keys of all groups in the order of their lowest nodes, over the sizes of those that are done;
 * measures the groups of each kind. NULL if it does not fit. */
static const uint32_t *list_groups(const gta_forest *forest, gta_groups groups[2],
                                   uint32_t *count) {
    uint32_t *const sizes = flatten(forest);
    const gta_file *f = forest->map->files;
    for (uint32_t i = 0; sizes && i < forest->nodes.count; i++) {
        if (sizes[i] == 0) continue;
        f = file_from(f, i);
        const uint32_t node = i - f->first_node;
        count_group(&groups[gta_is_vehicle(f->doc, node)], sizes[i]);
        sizes[(*count)++] = key_of(f, node);
    }
    return sizes;
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

void gta_check_groups(const gta_forest *forest) {
    const gta_map *const map = forest->map;
    gta_groups groups[2] = {{.kind = "ped"}, {.kind = "vehicle"}};
    uint32_t count = 0;
    const uint32_t *const keys = list_groups(forest, groups, &count);
    if (!keys) return;
    state(map, groups);
    if (map->is_complete && has_all_links(map)) check_ids(forest, groups, keys, count);
}
