/* Files checked together: the two of a split set, and neighbouring tiles. */
#include <string.h>

#include "core/checked.h"
#include "core/index.h"
#include "parsers/mgs_nav2/chunks/chunks.h"
#include "parsers/mgs_nav2/gates.h"
#include "parsers/mgs_nav2/islands/islands.h"
#include "parsers/mgs_nav2/segments/segments.h"

/* One file of the set. */
typedef struct nav2_file {
    const nl_job *job;
    const nav2_document *doc; /* NULL: it cannot be checked */
    uint32_t other;           /* the other one of its split set; NL_NO_ROW */
    const nav2_gates *gates;  /* of its groups */
    bool has_rival;           /* another file claims its place: which one is meant is open */
} nav2_file;

typedef struct nav2_map {
    const nl_set *set;
    nav2_file *files;
    uint32_t *keys; /* of the files: what distinguishes them among those of one tile */
    nl_index index; /* from key to the first such file */
    uint64_t tile_links, joined_links;
} nav2_map;

/* ---- Which file is which ---- */

/* SECOND is no number of island graphs, of which there are 255 at most. */
enum { NOT_A_FILE = UINT32_MAX, SECOND = UINT8_MAX + 1 };

/* Meshes for large enemies have another number of island graphs than those for soldiers; the second
 * file of a split set has none. A tile has 16 bits and a kind has 9: no two keys are the same. */
static uint32_t key_of(uint32_t tile, uint32_t kind) {
    return tile | kind << 16;
}

static bool is_second(const nav2_document *doc) {
    return nav2_number_of(doc->uid) != 0;
}

static uint32_t key_of_file(const nav2_file *file) {
    if (!file->doc) return NOT_A_FILE;
    return key_of(nav2_tile_of(file->doc->uid),
                  is_second(file->doc) ? SECOND : file->doc->island_count);
}

static bool list_files(const nl_set *set, nav2_map *map) {
    map->set = set;
    map->files = NL_NEW(set->arena, nav2_file, set->count);
    map->keys = NL_NEW(set->arena, uint32_t, set->count);
    if (!map->files || !map->keys) return false;
    for (size_t i = 0; i < set->count; i++) {
        const nav2_document *const doc = set->members[i].document;
        const bool is_read = doc && !doc->is_cut;
        map->files[i] = (nav2_file){
            .job = &set->members[i].job, .doc = is_read ? doc : NULL, .other = NL_NO_ROW};
        map->keys[i] = key_of_file(&map->files[i]);
    }
    return nl_index_build(&map->index, set->arena, set->budget, map->keys, (uint32_t)set->count);
}

static bool find_gates(const nav2_map *map) {
    for (size_t i = 0; i < map->set->count; i++) {
        nav2_file *const file = &map->files[i];
        if (!file->doc) continue;
        file->gates = nav2_find_gates(file->job, file->doc, map->set->budget);
        if (!file->gates) return false;
    }
    return true;
}

static const uint8_t *id_of(const nav2_file *file) {
    return file->job->bytes + NAV2_HEADER_BUILD_ID_AT;
}

static bool has_same_id(const nav2_file *a, const nav2_file *b) {
    return memcmp(id_of(a), id_of(b), NAV2_ID_BYTES) == 0;
}

static void found_pair(const nav2_map *map, unsigned rule, const nav2_file *a, const nav2_file *b) {
    const nl_place set = nl_place_of(map->set->report, NULL);
    nl_found(&set, rule, NL_NO_FIELD,
             &(nl_draft){.actual = nl_uint(a->doc->uid),
                         .args = {nl_string(a->job->name), nl_string(b->job->name)}});
}

/* The first file from `first` on that file i repeats: it has its key, its uid and its id; NULL. */
static const nav2_file *twin_of(const nav2_map *map, uint32_t first, uint32_t i) {
    const nav2_file *const file = &map->files[i];
    if (!nl_spend(map->set->budget, i - first)) return NULL;
    for (uint32_t k = first; k < i; k++) {
        const nav2_file *const other = &map->files[k];
        if (map->keys[k] == map->keys[i] && other->doc->uid == file->doc->uid &&
            has_same_id(other, file))
            return other;
    }
    return NULL;
}

/* A file with the key of another one that it does not repeat is of another map: each has its own
 * tile of that number. */
static void check_duplicate(const nav2_map *map, uint32_t i) {
    const uint32_t first = nl_index_find(&map->index, map->keys[i]);
    const nav2_file *const twin = twin_of(map, first, i);
    if (twin)
        found_pair(map, NAV2_SET_DUPLICATE, twin, &map->files[i]);
    else if (first != i)
        map->files[first].has_rival = true;
}

/* Joins a first file with the second one of its tile. */
static void join_pair(nav2_map *map, uint32_t i) {
    nav2_file *const file = &map->files[i];
    if (is_second(file->doc) || !nav2_is_split(file->doc)) return;
    const uint32_t second =
        nl_index_find(&map->index, key_of(nav2_tile_of(file->doc->uid), SECOND));
    if (second == NL_NO_ROW || map->files[second].has_rival) return;
    nav2_file *const other = &map->files[second];
    if (!has_same_id(file, other)) {
        found_pair(map, NAV2_SET_PAIR, file, other);
        return;
    }
    file->other = second;
    if (other->other == NL_NO_ROW) other->other = i;
}

/* ---- To the other file of a split set ---- */

static void check_nodes_to(nav2_group_check *gc, const nav2_peers *peers) {
    for (uint32_t i = 0; i < gc->g->graph.node_count; i++) {
        const nav2_node node = nav2_node_at(gc->bytes + gc->g->graph.nodes, i);
        const uint64_t at = nav2_crossing_at(gc->g, &node, NAV2_CROSS_CHUNK);
        if (at == 0) continue;
        const uint32_t number = nl_load_u16(gc->bytes + at + NAV2_TO_CHUNK_GROUP_AT);
        if (nav2_group_of(gc->c->doc, number)) continue;
        nav2_check_crossing_to(gc, i, nav2_group_of(peers->doc, number), peers);
    }
}

static void check_group_to(nav2_check *c, const nav2_group *group, const nav2_peers *peers) {
    nav2_group_check gc = nav2_group_check_of(c, group);
    if (!nl_spend(c->budget, (uint64_t)group->graph.node_count + group->mesh.face_count)) return;
    check_nodes_to(&gc, peers);
    for (uint32_t i = 0; i < group->mesh.face_count; i++)
        nav2_check_face_to(&gc, i, peers);
    nav2_check_seggraph_to(&gc, peers);
}

/* ---- To the neighbouring tiles ---- */

/* Whether a gate of the group, which is one of the file, is the other end. */
static bool has_gate(const nav2_map *map, const nav2_group_gate *from, const nav2_file *file,
                     const nav2_group *group) {
    const nav2_gates *const gates = &file->gates[group - file->doc->groups];
    if (!nl_spend(map->set->budget, gates->count)) return true;
    for (uint32_t i = 0; i < gates->count; i++) {
        const nav2_group_gate to = {file->doc, group, &gates->list[i]};
        if (nav2_are_joined(from, &to)) return true;
    }
    return false;
}

/* The file that has the group of a tile: its first one, or the other one of its set. */
static const nav2_file *file_with(const nav2_map *map, uint32_t row, uint32_t number) {
    const nav2_file *const file = &map->files[row];
    if (nav2_group_of(file->doc, number)) return file;
    if (file->other == NL_NO_ROW) return nav2_is_split(file->doc) ? file : NULL;
    return nav2_group_of(map->files[file->other].doc, number) ? &map->files[file->other] : NULL;
}

static bool has_places(const nav2_document *doc) {
    return doc->divisor[0] != 0 && doc->divisor[1] != 0 && doc->divisor[2] != 0;
}

static void found_gate(nav2_check *c, const nav2_group_gate *gate, unsigned rule) {
    nav2_group_check gc = nav2_group_check_of(c, gate->group);
    nav2_found_tile_crossing(&gc, gate->gate->node, rule);
}

/* kind: of the mesh, which the first file of a split set shows. */
static void check_gate(nav2_map *map, nav2_check *c, const nav2_group_gate *from, uint32_t kind) {
    const nav2_gate *const gate = from->gate;
    const uint32_t row = nl_index_find(&map->index, key_of(gate->tile, kind));
    map->tile_links++;
    if (row == NL_NO_ROW || map->files[row].has_rival) return;
    const nav2_file *const file = file_with(map, row, gate->number);
    if (file && !has_places(file->doc)) return; /* which is reported there */
    const nav2_group *const group = file ? nav2_group_of(file->doc, gate->number) : NULL;
    if (!file)
        found_gate(c, from, NAV2_SET_TILE_GROUP);
    else if (group && !has_gate(map, from, file, group))
        found_gate(c, from, NAV2_SET_TILE_NODE);
    else
        map->joined_links += group != NULL;
}

static void check_gates(nav2_map *map, nav2_check *c, const nav2_file *file) {
    const nav2_document *const doc = file->doc;
    const nav2_document *const first =
        is_second(doc) && file->other != NL_NO_ROW ? map->files[file->other].doc : doc;
    if (!has_places(doc)) return;
    for (uint32_t i = 0; i < doc->group_count; i++) {
        nav2_group_gate from = {.doc = doc, .group = &doc->groups[i]};
        for (uint32_t k = 0; k < file->gates[i].count; k++) {
            from.gate = &file->gates[i].list[k];
            check_gate(map, c, &from, first->island_count);
        }
    }
}

/* ---- All of it ---- */

/* Against the other file of the split set. */
static void check_other(const nav2_map *map, nav2_check *c, const nav2_file *file) {
    const nav2_file *const other = &map->files[file->other];
    const nav2_peers peers = {other->job->bytes, other->doc, file->doc};
    nav2_check_islands_to(c, &peers);
    for (uint32_t i = 0; i < file->doc->group_count; i++)
        check_group_to(c, &file->doc->groups[i], &peers);
}

static void check_file(nav2_map *map, const nav2_file *file) {
    nav2_check c = {
        .job = file->job, .bytes = file->job->bytes, .doc = file->doc, .budget = map->set->budget};
    nav2_list(&c, false);
    check_gates(map, &c, file);
    if (file->other != NL_NO_ROW) check_other(map, &c, file);
    nl_follow(file->job->report, false);
}

static void state_facts(const nav2_map *map) {
    uint64_t files = 0;
    uint64_t pairs = 0;
    uint64_t groups = 0;
    for (size_t i = 0; i < map->set->count; i++) {
        const nav2_file *const file = &map->files[i];
        if (!file->doc) continue;
        files++;
        groups += file->doc->group_count;
        pairs += file->other != NL_NO_ROW && !is_second(file->doc);
    }
    nl_fact(map->set->report, "files", nl_uint(files));
    nl_fact(map->set->report, "splitSets", nl_uint(pairs));
    nl_fact(map->set->report, "groups", nl_uint(groups));
    nl_fact(map->set->report, "linksBetweenTiles", nl_uint(map->tile_links));
    nl_fact(map->set->report, "joinedLinksBetweenTiles", nl_uint(map->joined_links));
}

void nav2_check_set(const nl_set *set) {
    nav2_map map = {0};
    if (!list_files(set, &map)) return;
    for (uint32_t i = 0; i < set->count; i++)
        if (map.files[i].doc) check_duplicate(&map, i);
    for (uint32_t i = 0; i < set->count; i++)
        if (map.files[i].doc) join_pair(&map, i);
    const bool has_gates = find_gates(&map);
    for (uint32_t i = 0; i < set->count && has_gates; i++)
        if (map.files[i].doc) check_file(&map, &map.files[i]);
    state_facts(&map);
}
