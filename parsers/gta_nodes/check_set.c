/* The files of a map together: what leads from one area to another, and the map as a whole. */
#include "core/sort.h"
#include "parsers/gta_nodes/groups.h"
#include "parsers/gta_nodes/notes.h"
#include "parsers/gta_nodes/view.h"

/* ---- Which file is which area ---- */

static uint32_t area_of(const nl_member *member) {
    const gta_document *const doc = member->document;
    if (doc) return doc->area;
    const uint32_t named = gta_area_of_name(member->job.own_name);
    return named <= UINT16_MAX ? named : GTA_NONE;
}

/* NULL where the set would be measured by what only looks like nodes and links. */
static const gta_document *document_of(const nl_member *member) {
    const gta_document *const doc = member->document;
    return doc && !doc->is_lost ? doc : NULL;
}

/* The members' places in the order of their areas, in the low halves, so that the order in which
 * the files were given changes nothing; of files with one area the first stays the first. NULL if
 * the arena or the budget is exhausted. */
static const uint64_t *order_of(const nl_set *set) {
    const uint32_t count = (uint32_t)set->count;
    uint64_t *const order = NL_NEW(set->arena, uint64_t, count);
    if (!order || !nl_spend(set->budget, count)) return NULL;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (uint64_t)area_of(&set->members[i]) << 32 | i;
    nl_sort_keys(order, count);
    return order;
}

static bool list_files(const nl_set *set, gta_map *map) {
    const uint64_t *const order = order_of(set);
    map->set = set;
    map->files = NL_NEW(set->arena, gta_file, set->count);
    map->areas = NL_NEW(set->arena, uint32_t, set->count);
    if (!order || !map->files || !map->areas) return false;
    uint32_t nodes = 0;
    for (size_t i = 0; i < set->count; i++) {
        const nl_member *const member = &set->members[(uint32_t)order[i]];
        const gta_document *const doc = document_of(member);
        map->files[i] = (gta_file){&member->job, member->job.bytes, doc, nodes};
        map->areas[i] = (uint32_t)(order[i] >> 32);
        nodes += doc ? doc->node_count : 0;
    }
    return nl_index_build(&map->index, set->arena, set->budget, map->areas, (uint32_t)set->count);
}

/* Whether file i is the first of its area. */
static bool is_first(const gta_map *map, uint32_t i) {
    return map->areas[i] != GTA_NONE && nl_index_find(&map->index, map->areas[i]) == i;
}

static void check_duplicates(const gta_map *map) {
    for (uint32_t i = 0; i < map->set->count; i++) {
        const uint32_t first = nl_index_find(&map->index, map->areas[i]);
        if (map->areas[i] == GTA_NONE || first == i) continue;
        const nl_place area = nl_place_about(gta_set_place(map), "area", map->areas[i]);
        gta_found(&area, NODES_SET_DUPLICATE, NL_NO_FIELD,
                  (nl_draft){.actual = nl_uint(map->areas[i]),
                             .args = {nl_string(map->files[first].job->name),
                                      nl_string(map->files[i].job->name)}});
    }
}

static uint32_t count_variant(const gta_map *map, gta_variant variant) {
    uint32_t files = 0;
    for (size_t i = 0; i < map->set->count; i++)
        files += map->files[i].doc && map->files[i].doc->variant == variant;
    return files;
}

static void check_mixture(const gta_map *map) {
    char chars[96];
    nl_text names = nl_text_over(chars, sizeof chars);
    uint32_t variants = 0;
    for (int i = 0; i < GTA_VARIANT_COUNT; i++) {
        const uint32_t files = count_variant(map, (gta_variant)i);
        if (files == 0) continue;
        if (variants++ > 0) nl_put(&names, ", ");
        nl_put_uint(&names, files);
        nl_put_char(&names, ' ');
        nl_put(&names, gta_layouts[i].dialect);
    }
    if (variants > 1)
        gta_found_in_set(map, NODES_SET_MIXED,
                         (nl_draft){.actual = nl_uint(variants), .args = {nl_string(names.chars)}});
}

/* ---- How large the map is ---- */

/* What the set knows of its areas. */
typedef struct gta_extent {
    uint32_t count;   /* of areas that are there */
    uint32_t highest; /* area number */
    uint32_t dim_votes[GTA_LARGEST_DIM + 1];
} gta_extent;

static gta_extent extent_of(const gta_map *map) {
    gta_extent extent = {0};
    for (uint32_t i = 0; i < map->set->count; i++) {
        if (!is_first(map, i)) continue;
        const gta_document *const doc = map->files[i].doc;
        extent.count++;
        if (map->areas[i] > extent.highest) extent.highest = map->areas[i];
        if (doc && doc->dim_known) extent.dim_votes[doc->dim]++;
    }
    return extent;
}

/* As many areas as there are files, if that is a map; else what the places of nodes say, else the
 * smallest map that has the highest number. */
static uint32_t dim_of(const gta_map *map, const gta_extent *extent) {
    if (gta_is_unmodified(map->files[0].job)) return GTA_SMALLEST_DIM;
    uint32_t best = GTA_SMALLEST_DIM;
    uint32_t smallest = GTA_SMALLEST_DIM;
    for (uint32_t dim = GTA_SMALLEST_DIM; dim <= GTA_LARGEST_DIM; dim *= 2) {
        if (extent->count == dim * dim && extent->highest < dim * dim) return dim;
        if (extent->dim_votes[dim] > extent->dim_votes[best]) best = dim;
        if (smallest * smallest <= extent->highest) smallest = dim;
    }
    return extent->dim_votes[best] != 0 && best > smallest ? best : smallest;
}

/* false, and a finding, if the areas are beyond the game's own map, or go from 0 on without a gap
 * and are not as many as any map has. */
static bool check_dim(const gta_map *map, const gta_extent *extent) {
    const uint32_t areas = map->dim * map->dim;
    const bool beyond = extent->highest >= areas;
    const bool odd = extent->count == extent->highest + 1 && extent->count != areas &&
                     extent->count > GTA_SMALLEST_DIM * GTA_SMALLEST_DIM;
    if (!beyond && !odd) return true;
    const char *const reason =
        beyond ? "the unmodified game has 64 areas" : "maps have 64, 256, 1024 or 4096 areas";
    gta_found_in_set(map, NODES_SET_DIM,
                     (nl_draft){.actual = nl_uint(extent->highest),
                                .expected = nl_uint(areas),
                                .args = {nl_string(reason)}});
    return false;
}

/* How many areas the map has, if a file shows it and none shows more: as many as there can be
 * otherwise, for a guess is no reason to call an area wrong. */
static uint32_t areas_shown(const gta_map *map, const gta_extent *extent) {
    uint32_t largest = 0;
    for (uint32_t dim = GTA_SMALLEST_DIM; dim <= GTA_LARGEST_DIM; dim *= 2)
        if (extent->dim_votes[dim] != 0) largest = dim;
    return largest == map->dim ? map->dim * map->dim : UINT16_MAX;
}

static uint32_t lowest_missing(const gta_map *map) {
    uint32_t area = 0;
    while (nl_index_find(&map->index, area) != NL_NO_ROW)
        area++;
    return area;
}

/* ---- What leads to other areas ---- */

/* A walk through the files of a set. */
typedef struct gta_round {
    gta_map *map;
    const gta_extent *extent;
    uint32_t areas;   /* of the map; as many as there can be if no file shows it */
    uint8_t *missing; /* bit per area; NULL unless the set is meant to be all of the map */
    uint8_t **uses;   /* per file, per navi node; NULL: they are not counted */
    gta_forest forest;
    uint64_t outward;
    bool is_cut; /* the budget did not last for all files */
} gta_round;

/* Of a column or row of areas, in units. */
static double middle_of(int32_t cell) {
    return (cell + 0.5) * (double)GTA_CELL / 8;
}

/* An area that the file `f` links to: if it is not there, the first link to it is reported. */
static void note_area(gta_round *r, const gta_file *f, uint32_t area) {
    const uint32_t areas = r->map->dim * r->map->dim;
    if (area >= areas || nl_index_find(&r->map->index, area) != NL_NO_ROW) return;
    r->map->is_complete = false;
    const uint8_t bit = (uint8_t)(1 << area % 8);
    if (!r->missing || (r->missing[area / 8] & bit)) return;
    r->missing[area / 8] |= bit;
    const nl_place place = nl_place_about(gta_set_place(r->map), "area", area);
    const nl_place middle = nl_place_at(place, middle_of(gta_cell_x(area, r->map->dim)),
                                        middle_of(gta_cell_y(area, r->map->dim)), 0);
    gta_found(
        &middle, NODES_SET_MISSING, NL_NO_FIELD,
        (nl_draft){.actual = nl_uint(area),
                   .args = {nl_uint(f->doc->area), nl_uint(r->extent->count), nl_uint(areas)}});
}

/* A link to another area, or through a navi node of another area. They are few, and the loop over
 * all links has no registers to spare for them. */
static __attribute__((noinline)) void check_row(gta_round *r, const gta_check *c, uint32_t node,
                                                uint32_t at, uint32_t navi_area) {
    const gta_row row = gta_row_at(c->file, node, at);
    const bool is_outward = row.area != c->file->doc->area;
    r->outward += is_outward;
    note_area(r, c->file, row.area);
    note_area(r, c->file, navi_area);
    if (row.area < c->areas) gta_check_link(c, &row);
    if (is_outward) gta_join_outward(&r->forest, &row);
}

/* ---- Navi nodes that nothing uses, or half a link ---- */

/* The high nibble is for links of the navi node's own file, which reports more than two by itself.
 */
enum { OWN_USE = 16, FOREIGN_USE = 1, MOST_USES = 15 };

static inline void use(uint8_t *uses, uint32_t unit) {
    if ((*uses / unit & MOST_USES) < MOST_USES) *uses = (uint8_t)(*uses + unit);
}

static void count_foreign(const gta_round *r, uint32_t navi_link) {
    const uint32_t of = nl_index_find(&r->map->index, navi_link >> 16);
    const uint32_t id = navi_link & 0xFFFF;
    if (r->uses && of != NL_NO_ROW && id < r->map->files[of].doc->navi_count)
        use(&r->uses[of][id], FOREIGN_USE);
}

/* ---- One walk over the links of a file ---- */

/* Nodes of one kind, and what their links join and use. */
typedef struct gta_walk {
    gta_nodes nodes;
    nl_groups groups; /* a copy: joining leaves it alone */
    uint32_t first_node;
    uint8_t *uses;       /* of the file's navi nodes */
    uint32_t uses_count; /* 0: they are not counted */
} gta_walk;

static gta_walk walk_of(const gta_round *r, size_t index) {
    const gta_file *const f = &r->map->files[index];
    return (gta_walk){.groups = r->forest.nodes,
                      .first_node = f->first_node,
                      .uses = r->uses ? r->uses[index] : NULL,
                      .uses_count = r->uses ? f->doc->navi_count : 0};
}

/* Counts the use of a navi node. Returns the area that has it. */
static inline uint32_t take_use(const gta_round *r, const gta_view *v, const gta_walk *w,
                                gta_kind kind, uint32_t row) {
    const uint32_t navi_link = gta_view_navi_link(v, kind, row);
    const uint32_t id = navi_link & 0xFFFF;
    if (navi_link >> 16 != v->area)
        count_foreign(r, navi_link);
    else if (id < w->uses_count)
        use(&w->uses[id], OWN_USE);
    return navi_link >> 16;
}

/* Each pair of links within the file joins once, from its lower node. Links to the other kind of
 * node join nothing. The file by itself says all that there is to say of links that do not leave
 * it. */
static inline __attribute__((always_inline)) void
walk_links(gta_round *r, const gta_check *c, const gta_view *v, const gta_walk *w, gta_kind kind) {
    const nl_groups groups = w->groups;
    const uint32_t area = v->area;
    const uint32_t end = w->nodes.end;
    const uint32_t base = w->first_node;
    const uint8_t *p = gta_view_node(v, w->nodes.first);
    for (uint32_t node = w->nodes.first; node < end; node++, p += v->node_bytes) {
        const gta_range links = gta_view_links(v, p);
        for (uint32_t row = links.first; row < links.end; row++) {
            const uint32_t link = gta_view_link(v, row);
            const uint32_t target = link >> 16;
            const bool is_own = (link & 0xFFFF) == area;
            const uint32_t navi_area = kind.is_vehicle ? take_use(r, v, w, kind, row) : area;
            if (!is_own || navi_area != area) check_row(r, c, node, row, navi_area);
            if (is_own && target > node && target < end)
                nl_groups_join(&groups, base + node, base + target);
        }
    }
}

/* Ped nodes have no navi nodes; nor has any node whose kind is not known. */
static void walk_file(gta_round *r, const gta_check *c, size_t index) {
    const gta_document *const doc = c->file->doc;
    const gta_view v = gta_view_of(c->file);
    gta_walk w = walk_of(r, index);
    w.nodes = gta_vehicle_nodes(&v);
    if (!doc->kinds_known || doc->is_swapped)
        walk_links(r, c, &v, &w, (gta_kind){v.is_extended, false});
    else if (v.is_extended)
        walk_links(r, c, &v, &w, (gta_kind){true, true});
    else
        walk_links(r, c, &v, &w, (gta_kind){false, true});
    w.nodes = gta_ped_nodes(&v);
    walk_links(r, c, &v, &w, (gta_kind){v.is_extended, false});
}

/* ---- What the file's own check noted of them ---- */

/* The area of the navi node that the link uses, which may be another file's. */
static uint32_t take_foreign(const gta_round *r, const gta_file *f, gta_leaving link) {
    const gta_document *const doc = f->doc;
    if (doc->is_swapped || !gta_is_vehicle(doc, link.node)) return doc->area;
    const uint32_t navi_link = gta_navi_link(f, link.row);
    if (navi_link >> 16 != doc->area) count_foreign(r, navi_link);
    return navi_link >> 16;
}

static void take_own_uses(const gta_round *r, const gta_notes *notes, size_t index) {
    const uint32_t count = r->map->files[index].doc->navi_count;
    uint8_t *const uses = r->uses[index];
    for (uint32_t navi = 0; navi < count; navi++) {
        const uint32_t own = notes->uses[navi] < MOST_USES ? notes->uses[navi] : MOST_USES;
        uses[navi] = (uint8_t)(uses[navi] + own * OWN_USE);
    }
}

/* What a link's check reads first, at both its ends. */
static void fetch_ends(const gta_map *map, const gta_file *f, gta_leaving link) {
    const gta_file *const to = gta_file_in(map, link.area);
    __builtin_prefetch(gta_node(f, link.node));
    __builtin_prefetch(gta_bytes(f, gta_link_at(f->doc, link.row)));
    __builtin_prefetch(gta_bytes(f, gta_navi_link_at(f->doc, link.row)));
    __builtin_prefetch(gta_bytes(f, f->doc->at.lengths + link.row));
    __builtin_prefetch(gta_bytes(f, f->doc->at.flags + link.row));
    if (to && link.target < to->doc->node_count) __builtin_prefetch(gta_node(to, link.target));
}

/* Of the next file, while this one is checked. */
static void fetch_next(const gta_map *map, size_t index) {
    if (index + 1 == map->set->count || !map->files[index + 1].doc) return;
    const gta_file *const next = &map->files[index + 1];
    const gta_notes *const notes = gta_noted(next->doc);
    for (uint32_t i = 0; notes && i < notes->leaving_count; i++)
        fetch_ends(map, next, notes->leaving[i]);
}

/* As walk_file, but that the forest has been planted with what the links within the file join. */
static void take_notes(gta_round *r, const gta_check *c, size_t index) {
    const gta_notes *const notes = gta_noted(c->file->doc);
    fetch_next(r->map, index);
    for (uint32_t i = 0; i < notes->leaving_count; i++) {
        const gta_leaving link = notes->leaving[i];
        check_row(r, c, link.node, link.row, take_foreign(r, c->file, link));
    }
    if (r->uses) take_own_uses(r, notes, index);
}

/* ---- The sums of uses ---- */

static void check_sums(const gta_file *f, const uint8_t *uses) {
    for (uint32_t navi = 0; navi < f->doc->navi_count; navi++) {
        const uint32_t own = uses[navi] >> 4;
        const uint32_t all = own + (uses[navi] & 15);
        if (all != 2 && own <= 2) gta_found_uses(f, navi, all);
    }
}

/* Whether every file's navi links can be counted, and there are enough files to tell by. */
static bool can_count_uses(const gta_map *map) {
    for (size_t i = 0; i < map->set->count; i++) {
        const gta_document *const doc = map->files[i].doc;
        if (!doc || !doc->kinds_known || doc->is_swapped || doc->link_count != doc->counts.links ||
            !is_first(map, (uint32_t)i))
            return false;
    }
    return map->is_whole;
}

/* NULL if it does not fit. */
static uint8_t **uses_of(const gta_map *map) {
    uint8_t **const uses = NL_NEW(map->set->arena, uint8_t *, map->set->count);
    for (size_t i = 0; uses && i < map->set->count; i++) {
        uses[i] = NL_NEW_ZEROED(map->set->arena, uint8_t, map->files[i].doc->navi_count);
        if (!uses[i]) return NULL;
    }
    return uses;
}

/* Only where all that is linked to is there nothing is missing from the sums. */
static void check_uses(const gta_round *r) {
    const gta_map *const map = r->map;
    for (size_t i = 0; i < map->set->count && r->uses && map->is_complete; i++)
        check_sums(&map->files[i], r->uses[i]);
}

/* ---- All of it ---- */

/* All that the set asks of a file, while its bytes are at hand. */
static void check_file(gta_round *r, size_t index) {
    const gta_file *const f = &r->map->files[index];
    const gta_document *const doc = f->doc;
    gta_check c = {.file = f, .map = r->map, .budget = r->map->set->budget};
    c.areas = gta_areas_of(doc); /* a link that led somewhere by itself still does */
    c.shown_areas = doc->dim_known ? c.areas : r->areas;
    const uint64_t steps = 2 * ((uint64_t)doc->node_count + doc->link_count) + doc->navi_count;
    r->is_cut = r->is_cut || !nl_spend(c.budget, steps);
    if (r->is_cut) return;
    const gta_notes *const notes = gta_noted(doc);
    if (notes)
        take_notes(r, &c, index);
    else
        walk_file(r, &c, index);
    if (notes && !notes->navis_leave) return;
    for (uint32_t navi = 0; navi < doc->navi_count; navi++)
        if (gta_navi_area(gta_navi(f, navi)) != doc->area) gta_check_navi_target(&c, navi);
}

/* What is only known once all files have been looked at. */
static void check_whole(gta_round *r) {
    if (r->is_cut) return;
    check_uses(r);
    gta_check_groups(&r->forest);
}

/* 64 bits: headers may claim any count. */
typedef struct gta_sums {
    uint64_t nodes, vehicles, peds, navis, links;
} gta_sums;

static void state_facts(const gta_round *r) {
    const gta_map *const map = r->map;
    navlint_report *const report = map->set->report;
    gta_sums sum = {0};
    for (size_t i = 0; i < map->set->count; i++) {
        const gta_document *const doc = map->files[i].doc;
        if (!doc) continue;
        sum.nodes += doc->node_count;
        sum.vehicles += doc->counts.vehicles;
        sum.peds += doc->counts.peds;
        sum.navis += doc->navi_count;
        sum.links += doc->link_count;
    }
    nl_fact(report, "areas", nl_uint(r->extent->count));
    nl_fact(report, "mapAreas", nl_uint((uint64_t)map->dim * map->dim));
    nl_fact(report, "nodes", nl_uint(sum.nodes));
    nl_fact(report, "vehicleNodes", nl_uint(sum.vehicles));
    nl_fact(report, "pedNodes", nl_uint(sum.peds));
    nl_fact(report, "naviNodes", nl_uint(sum.navis));
    nl_fact(report, "links", nl_uint(sum.links));
    nl_fact(report, "linksBetweenAreas", nl_uint(r->outward));
}

static void found_incomplete(const gta_round *r, uint32_t areas) {
    gta_found_in_set(r->map, NODES_SET_INCOMPLETE,
                     (nl_draft){.actual = nl_uint(areas - r->extent->count),
                                .expected = nl_uint(areas),
                                .args = {nl_uint(lowest_missing(r->map))}});
}

/* What a walk needs. false if it does not fit. */
static bool prepare(gta_round *r) {
    gta_map *const map = r->map;
    const uint32_t areas = map->dim * map->dim;
    if (map->is_whole) r->missing = NL_NEW_ZEROED(map->set->arena, uint8_t, areas / 8);
    const bool is_counted = can_count_uses(map);
    if (is_counted) r->uses = uses_of(map);
    return (r->missing || !map->is_whole) && (r->uses || !is_counted) && gta_plant(&r->forest, map);
}

static void check_map(gta_map *map) {
    const gta_extent extent = extent_of(map);
    map->dim = dim_of(map, &extent);
    const uint32_t areas = map->dim * map->dim;
    const bool has_dim = check_dim(map, &extent);
    map->is_whole = has_dim && 2 * extent.count >= areas;
    map->is_complete = true;
    gta_round round = {.map = map, .extent = &extent};
    round.areas = has_dim ? areas_shown(map, &extent) : UINT16_MAX;
    if (!prepare(&round)) return;
    for (size_t i = 0; i < map->set->count; i++)
        if (map->files[i].doc) check_file(&round, i);
    if (map->is_whole && map->is_complete && extent.count < areas) found_incomplete(&round, areas);
    state_facts(&round);
    check_whole(&round);
}

void gta_check_set(const nl_set *set) {
    gta_map map = {0};
    if (!list_files(set, &map)) return;
    check_duplicates(&map);
    check_mixture(&map);
    check_map(&map);
}
