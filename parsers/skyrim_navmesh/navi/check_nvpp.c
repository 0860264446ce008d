/* NVPP: precomputed paths between the navmeshes of road markers. */
#include "core/quick.h"
#include "parsers/skyrim_navmesh/navi/checks.h"

/* A quick look at the last bits before the index is asked: paths of most plugins lead over
 * navmeshes that have no entry there. */
enum { SIEVE_IDS = 1 << 12 };

typedef struct sky_roads {
    sky_payload h;
    sky_nvpp paths;
    uint32_t *order;        /* of the nodes: the id of the node with each index */
    bool are_nodes_sound;   /* they say from where to where each path leads */
    bool are_markers_sound; /* each names a navmesh that has an entry */
    bool has_lost_node;     /* one without an entry is reported: paths that lead elsewhere follow */
    uint8_t sieve[SIEVE_IDS]; /* 1: an id of these last bits has an entry */
} sky_roads;

static void fill_sieve(sky_roads *r) {
    const sky_navi *const navi = r->h.c->navi;
    for (uint32_t row = 0; row < navi->count; row++)
        r->sieve[navi->ids[row] % SIEVE_IDS] = 1;
}

static inline uint32_t may_have_entry(const sky_roads *r, uint32_t id) {
    return r->sieve[id % SIEVE_IDS];
}

static uint32_t entry_of(const sky_roads *r, uint32_t id) {
    return may_have_entry(r, id) ? sky_entry_row(r->h.c, id) : NL_NO_ROW;
}

static uint32_t u32_at(const sky_roads *r, uint32_t at) {
    return nl_load_u32(r->paths.body.bytes + at);
}

/* ---- Length ---- */

static uint32_t item_bytes_of(const sky_nvpp *paths) {
    return paths->stage == SKY_NVPP_AT_PATHS ? SKY_NVPP_STOP_BYTES : SKY_NVPP_NODE_BYTES;
}

static navlint_related related_count(const sky_roads *r, uint32_t at, const char *message) {
    return sky_related(&r->h, at, SKY_COUNT_BYTES, message);
}

static void report_cut(const sky_roads *r) {
    const sky_nvpp *const p = &r->paths;
    const uint32_t count_at = sky_gap_count_at(&p->gap);
    const nl_draft draft = {
        .expected = nl_uint(p->gap.left / item_bytes_of(p)),
        .relation = NAVLINT_AT_MOST,
        .args = {nl_string(p->stage == SKY_NVPP_AT_PATHS ? "navmeshes" : "road markers"),
                 nl_uint(p->gap.need), nl_uint(p->gap.left)},
        .related = {related_count(r, p->last_at, "the count before it, from which it is found"),
                    related_count(r, 0, "the number of paths")}};
    if (p->gap.count == 0)
        sky_found_whole(&r->h, SKYRIM_NVPP_LENGTH,
                        (nl_draft){.actual = nl_uint(p->body.length),
                                   .expected = nl_uint(p->body.length + p->gap.need - p->gap.left),
                                   .relation = NAVLINT_AT_LEAST});
    else if (p->stage == SKY_NVPP_AT_PATHS)
        sky_found(sky_item_place(&r->h, "paths", p->paths_read, count_at), SKYRIM_NVPP_COUNT,
                  SKY_NVPP_PATH_COUNT, draft);
    else
        sky_found(sky_part_place(&r->h, count_at), SKYRIM_NVPP_COUNT, SKY_NVPP_NODES_COUNT, draft);
}

/* What the rest says follows from a count that is wrong. */
static void report_trailing(const sky_roads *r) {
    const sky_nvpp *const p = &r->paths;
    const nl_place place = sky_part_place(&r->h, p->end);
    const nl_draft draft = {
        .length = p->body.length - p->end,
        .actual = nl_uint(p->body.length - p->end),
        .expected = nl_uint(0),
        .related = {related_count(r, p->nodes.at - SKY_COUNT_BYTES, "the number of road markers"),
                    related_count(r, 0, "the number of paths")}};
    if (nl_found_cause(&place, SKYRIM_NVPP_TRAILING, SKY_REST_CONTENT, &draft))
        nl_follow(place.report, true);
}

static bool check_length(const sky_roads *r) {
    const sky_nvpp *const p = &r->paths;
    if (p->stage != SKY_NVPP_WHOLE) {
        if (!r->h.c->job->budget->exhausted) report_cut(r);
        return false;
    }
    if (p->end != p->body.length) report_trailing(r);
    return true;
}

/* ---- Nodes ---- */

static uint32_t node_at(const sky_roads *r, uint32_t row) {
    return r->paths.nodes.at + SKY_NVPP_NODE_BYTES * row;
}

static nl_place node_place(const sky_roads *r, uint32_t row) {
    nl_place place = sky_item_place(&r->h, "nodes", row, node_at(r, row));
    place.position = sky_entry_position(r->h.c, u32_at(r, node_at(r, row)));
    return place;
}

static void report_node_repeat(void *context, uint32_t first, uint32_t again) {
    sky_roads *const r = context;
    const uint32_t id = u32_at(r, node_at(r, again));
    const sky_form_text form = sky_form(r->h.c->plugin, id);
    r->are_nodes_sound = false;
    if (id != 0)
        sky_found(node_place(r, again), SKYRIM_NVPP_NODE_TWICE, SKY_NVPP_NODE_NAVMESH,
                  (nl_draft){.related = {sky_related(&r->h, node_at(r, first), SKY_ID_BYTES,
                                                     "the same navmesh")},
                             .args = {nl_string(form.chars), nl_uint(again), nl_uint(first)}});
}

static void report_node(const sky_roads *r, unsigned rule, uint32_t row, uint32_t id) {
    const sky_form_text form = sky_form(r->h.c->plugin, id);
    sky_found(node_place(r, row), rule, SKY_NVPP_NODE_NAVMESH,
              (nl_draft){.args = {nl_string(form.chars), nl_uint(row)}});
}

static void report_lost_node(sky_roads *r, uint32_t row, uint32_t id) {
    const sky_form_text form = sky_form(r->h.c->plugin, id);
    const nl_place place = node_place(r, row);
    r->has_lost_node |= nl_found_cause(&place, SKYRIM_NVPP_NODE_UNKNOWN, SKY_NVPP_NODE_NAVMESH,
                                       &(nl_draft){.args = {nl_string(form.chars), nl_uint(row)}});
}

static void check_node_id(sky_roads *r, uint32_t row) {
    sky_check *const c = r->h.c;
    const uint32_t id = u32_at(r, node_at(r, row));
    const uint32_t entry = sky_entry_row(c, id);
    c->foreign += id != 0 && !sky_is_own(c->plugin, id);
    if (entry != NL_NO_ROW) c->navi->entries[entry].is_node = true;
    r->are_markers_sound &= entry != NL_NO_ROW;
    if (id == 0) {
        r->are_nodes_sound = false;
        report_node(r, SKYRIM_NVPP_NULL, row, id);
    } else if (sky_names_nothing(c, id)) {
        r->are_nodes_sound = false;
        sky_found_odd_id(c, node_place(r, row),
                         &(sky_odd_id){SKYRIM_NVPP_MASTER, SKY_NVPP_NODE_NAVMESH, id,
                                       "navmesh of a road marker"});
    } else if (entry == NL_NO_ROW && sky_all_entries(c->navi)) {
        report_lost_node(r, row, id);
    }
}

/* first: the node with the index, + 1; 0: it is too high. */
static void report_index(const sky_roads *r, uint32_t row, uint32_t first) {
    nl_draft draft = {.expected = nl_uint(r->paths.nodes.count - 1),
                      .relation = NAVLINT_AT_MOST,
                      .args = {nl_uint(row), nl_uint(r->paths.nodes.count)}};
    if (first != 0) {
        draft.expected = nl_string("one that no other road marker has");
        draft.relation = NAVLINT_DESCRIBED;
        draft.related[0] = sky_related(&r->h, node_at(r, first - 1) + SKY_NVPP_NODE_INDEX_AT,
                                       SKY_COUNT_BYTES, "the same index");
    }
    sky_found(node_place(r, row), SKYRIM_NVPP_INDEX, SKY_NVPP_NODE_INDEX, draft);
}

/* taken: the node with each index, + 1. */
static void check_node_index(sky_roads *r, uint32_t row, uint32_t *taken) {
    const uint32_t index = u32_at(r, node_at(r, row) + SKY_NVPP_NODE_INDEX_AT);
    const bool is_there = index < r->paths.nodes.count;
    if (is_there && taken[index] == 0) {
        taken[index] = row + 1;
        r->order[index] = u32_at(r, node_at(r, row));
        return;
    }
    r->are_nodes_sound = false;
    report_index(r, row, is_there ? taken[index] : 0);
}

static bool check_nodes(sky_roads *r) {
    nl_arena *const arena = r->h.c->job->arena;
    const uint32_t count = r->paths.nodes.count;
    r->order = NL_NEW_ZEROED(arena, uint32_t, count);
    uint32_t *const taken = NL_NEW_ZEROED(arena, uint32_t, count);
    if (arena->exhausted || !nl_spend(r->h.c->job->budget, count)) return false;
    for (uint32_t row = 0; row < count; row++) {
        check_node_id(r, row);
        check_node_index(r, row, taken);
    }
    const sky_id_column ids = {r->paths.body.bytes + node_at(r, 0) + SKY_NVPP_NODE_NAVMESH_AT,
                               count, SKY_NVPP_NODE_BYTES};
    return sky_each_repeat(arena, &ids, report_node_repeat, r);
}

static void check_square(sky_roads *r) {
    const uint64_t nodes = r->paths.nodes.count;
    if (r->paths.path_count == nodes * nodes) return;
    r->are_nodes_sound = false;
    sky_found(sky_part_place(&r->h, 0), SKYRIM_NVPP_SQUARE, SKY_NVPP_PATHS_COUNT,
              (nl_draft){.expected = nl_uint(nodes * nodes),
                         .related = {related_count(r, r->paths.nodes.at - SKY_COUNT_BYTES,
                                                   "the number of road markers")},
                         .args = {nl_uint(nodes)}});
}

/* ---- Paths ---- */

/* One path, and the nodes that it joins. */
typedef struct sky_road {
    uint32_t index;
    sky_list ids;
    uint32_t from, to; /* ids */
} sky_road;

typedef struct sky_stop {
    const sky_road *road;
    uint32_t index; /* on it */
} sky_stop;

static uint32_t stop_id(const sky_roads *r, const sky_road *road, uint32_t stop) {
    return u32_at(r, road->ids.at + SKY_NVPP_STOP_BYTES * stop);
}

/* Of the navmesh, or if that has no entry, of the marker at this end of the path. */
static navlint_position stop_position(const sky_roads *r, const sky_stop *stop) {
    const sky_road *const road = stop->road;
    const navlint_position own = sky_entry_position(r->h.c, stop_id(r, road, stop->index));
    if (own.is_known || !r->are_nodes_sound) return own;
    return sky_entry_position(r->h.c, stop->index < road->ids.count / 2 ? road->from : road->to);
}

static nl_place stop_place(const sky_roads *r, const sky_stop *stop) {
    const sky_road *const road = stop->road;
    nl_place path = sky_item_place(&r->h, "paths", road->index, road->ids.at);
    path.position = stop_position(r, stop);
    return nl_place_in(path, "navmeshes", stop->index,
                       path.at + SKY_NVPP_STOP_BYTES * (uint64_t)stop->index);
}

static void found_stop(const sky_roads *r, unsigned rule, const sky_stop *stop, nl_draft draft) {
    sky_found(stop_place(r, stop), rule, SKY_NVPP_STOP_NAVMESH, draft);
}

static void check_end(const sky_roads *r, const sky_stop *stop, uint32_t wanted) {
    const uint32_t id = stop_id(r, stop->road, stop->index);
    if (id == wanted || id == 0) return; /* that is reported */
    const sky_form_text form = sky_form(r->h.c->plugin, id);
    const sky_form_text node = sky_form(r->h.c->plugin, wanted);
    const char *const which = stop->index == 0 ? "starts" : "ends";
    const bool follows = r->has_lost_node && entry_of(r, wanted) == NL_NO_ROW;
    sky_found_if_new(stop_place(r, stop), SKYRIM_NVPP_ENDS, SKY_NVPP_STOP_NAVMESH,
                     (nl_draft){.expected = nl_uint(wanted),
                                .args = {nl_uint(stop->road->index), nl_string(which),
                                         nl_string(form.chars), nl_string(node.chars)}},
                     follows);
}

static void report_empty(const sky_roads *r, const sky_road *road) {
    nl_place place = sky_item_place(&r->h, "paths", road->index, road->ids.at - SKY_COUNT_BYTES);
    place.position = sky_entry_position(r->h.c, road->from);
    sky_found(place, SKYRIM_NVPP_EMPTY_PATH, SKY_NVPP_PATH_COUNT,
              (nl_draft){.args = {nl_uint(road->index)}});
}

static void check_ends(const sky_roads *r, const sky_road *road) {
    if (road->ids.count == 0) {
        report_empty(r, road);
        return;
    }
    check_end(r, &(sky_stop){road, 0}, road->from);
    check_end(r, &(sky_stop){road, road->ids.count - 1}, road->to);
}

static void check_ids(const sky_roads *r, const sky_road *road) {
    for (uint32_t i = 0; i < road->ids.count; i++) {
        const uint32_t id = stop_id(r, road, i);
        const sky_stop stop = {road, i};
        if (id == 0)
            found_stop(r, SKYRIM_NVPP_PATH_NULL, &stop,
                       (nl_draft){.args = {nl_uint(i), nl_uint(road->index)}});
        else if (sky_names_nothing(r->h.c, id))
            sky_found_odd_id(r->h.c, stop_place(r, &stop),
                             &(sky_odd_id){SKYRIM_NVPP_MASTER, SKY_NVPP_STOP_NAVMESH, id,
                                           "navmesh of a road path"});
    }
}

/* Each step goes over an edge link, as far as the entries show. */
static void check_step(const sky_roads *r, const sky_road *road, uint32_t stop) {
    const uint32_t from = stop_id(r, road, stop - 1);
    const uint32_t to = stop_id(r, road, stop);
    const uint32_t a = entry_of(r, from);
    if (a == NL_NO_ROW || entry_of(r, to) == NL_NO_ROW || sky_entry_links_to(r->h.c, a, to)) return;
    const sky_form_text form = sky_form(r->h.c->plugin, from);
    const sky_form_text next = sky_form(r->h.c->plugin, to);
    found_stop(
        r, SKYRIM_NVPP_STEP, &(sky_stop){road, stop},
        (nl_draft){.args = {nl_uint(road->index), nl_string(form.chars), nl_string(next.chars)}});
}

/* Whether all ids name something, as far as one can see. Counts those of masters. */
static bool are_plain_ids(const sky_roads *r, sky_list ids) {
    const uint8_t *const p = r->paths.body.bytes + ids.at;
    const uint32_t own = r->h.c->plugin->master_count;
    uint32_t odd = 0;
    uint32_t foreign = 0;
    for (uint32_t stop = 0; stop < ids.count; stop++) {
        const uint32_t id = nl_load_u32(p + (size_t)SKY_NVPP_STOP_BYTES * stop);
        odd |= (id == 0) | (id >> 24 > own);
        foreign += (id >> 24 < own) & (id != 0);
    }
    r->h.c->foreign += foreign;
    return odd == 0;
}

static void check_steps(const sky_roads *r, const sky_road *road) {
    const uint8_t *const p = r->paths.body.bytes + road->ids.at;
    uint32_t known = 0; /* whether the stop before may have an entry */
    for (uint32_t stop = 0; stop < road->ids.count; stop++) {
        const uint32_t seen =
            may_have_entry(r, nl_load_u32(p + (size_t)SKY_NVPP_STOP_BYTES * stop));
        /* Rough: a step between two entries is sound as a rule. */
        if (!NL_QUICK_ROUGH((seen & known) == 0) && stop != 0) check_step(r, road, stop);
        known = seen;
    }
}

static void check_road(const sky_roads *r, const sky_road *road) {
    if (!NL_QUICK(are_plain_ids(r, road->ids))) check_ids(r, road);
    check_steps(r, road);
    if (r->are_nodes_sound) check_ends(r, road);
}

static bool check_paths(sky_roads *r) {
    const uint32_t nodes = r->paths.nodes.count;
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    if (!nl_spend(r->h.c->job->budget, r->paths.ids)) return false;
    for (uint32_t i = 0; i < r->paths.path_count; i++) {
        sky_road road = {.index = i, .ids = sky_nvpp_path(&r->paths.body, &at)};
        if (r->are_nodes_sound) {
            road.from = r->order[i / nodes];
            road.to = r->order[i % nodes];
        }
        check_road(r, &road);
    }
    return !r->h.c->job->budget->exhausted;
}

/* ---- The field ---- */

static void check_presence(sky_check *c) {
    const sky_field *const field = &c->navi->nvpp;
    const bool is_empty = field->type != 0 && field->body.length >= SKY_COUNT_BYTES &&
                          field->body.length <= 2 * SKY_COUNT_BYTES &&
                          nl_load_u32(field->body.bytes) == 0;
    if ((field->type != 0 && !is_empty) || !c->plugin->is_whole) return;
    sky_found_record(c, &c->plugin->navi, SKYRIM_NVPP_MISSING,
                     (nl_draft){.args = {nl_string(is_empty ? "is empty" : "is missing")}});
}

bool sky_check_nvpp(sky_check *c) {
    const sky_field *const field = &c->navi->nvpp;
    check_presence(c);
    if (field->type == 0) return true;
    sky_roads r = {
        .h = {.c = c, .record = &c->plugin->navi, .body = field->body, .index = field->index},
        .are_nodes_sound = true,
        .are_markers_sound = true};
    const size_t mark = nl_arena_mark(c->job->arena);
    r.paths = sky_nvpp_of(field->body, c->job->budget);
    if (!check_length(&r)) return !c->job->budget->exhausted;
    const bool is_whole = r.paths.end == r.paths.body.length;
    fill_sieve(&r);
    check_square(&r);
    const bool done = check_nodes(&r) && check_paths(&r);
    nl_follow(c->job->report, false);
    c->navi->has_markers = is_whole && r.paths.nodes.count != 0 && r.are_markers_sound;
    nl_arena_release(c->job->arena, mark);
    return done;
}
