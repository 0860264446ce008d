#include "parsers/source_nav/check_absent.h"

enum {
    LISTED = 3,          /* references that one rule lists of one id */
    MOST_SEARCHES = 2,   /* in one file */
    MOST_CANDIDATES = 16 /* in one search: of each the neighbour's lists are gone through */
};

static bool has_id(const nav_absences *known, uint32_t id) {
    for (uint32_t i = 0; i < known->count; i++)
        if (known->rows[i].id == id) return true;
    return false;
}

/* The row of this rule and id, made if need be; NULL if there is no room. The id 0 stands for
 * nothing in particular, so that two references to it have nothing in common. */
static nav_absence *row_of(nav_absences *known, const nav_reference *reference) {
    if (reference->id == 0) return NULL;
    for (uint32_t i = 0; i < known->count; i++)
        if (known->rows[i].id == reference->id && known->rows[i].rule == reference->rule)
            return &known->rows[i];
    if (known->count == NAV_MOST_ABSENCES) return NULL;
    nav_absence *const row = &known->rows[known->count++];
    *row = (nav_absence){.rule = reference->rule, .id = reference->id};
    return row;
}

/* ---- Which record is meant ---- */

/* What a search for an area's true record finds. */
typedef struct nav_search {
    uint32_t id;
    uint32_t references; /* to the id */
    uint32_t neighbour;  /* index of the first area that is connected to it; NL_NO_ROW */
    uint32_t candidates; /* areas that lead to that one */
    uint32_t suspect;    /* index of the area that is meant, perhaps; NL_NO_ROW */
} nav_search;

/* How many entries of a list, `bytes` long each, start with the id. */
static uint32_t count_named(const nav_check *c, nav_list list, uint32_t bytes, uint32_t id) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < list.count; i++)
        count += nl_load_u32(nav_bytes(c, list.at + bytes * i)) == id;
    return count;
}

static uint32_t count_connections(const nav_check *c, const nav_area *area, uint32_t id) {
    uint32_t count = 0;
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        count += count_named(c, area->connections[d], NAV_NORTH_BYTES, id);
    return count;
}

static uint32_t count_paths_to(const nav_check *c, const nav_area *area, uint32_t id) {
    uint32_t count = 0;
    uint32_t at = area->paths.at;
    for (uint32_t i = 0; i < area->paths.count; i++) {
        const uint8_t *const path = nav_bytes(c, at);
        count += nl_load_u32(path + NAV_PATH_FROM_AT) == id;
        count += nl_load_u32(path + NAV_PATH_TO_AT) == id;
        at += NAV_PATH_BYTES + (uint32_t)NAV_PATH_SPOT_BYTES * path[NAV_PATH_SPOT_COUNT_AT];
    }
    return count;
}

static void count_references(const nav_check *c, const nav_area *area, nav_search *search) {
    const uint32_t connections = count_connections(c, area, search->id);
    search->references += connections +
                          count_named(c, area->visible, c->doc->layout.visible_bytes, search->id) +
                          count_named(c, area->approach, NAV_APPROACH_BYTES, search->id);
    if (nav_holds(&c->doc->layout, NAV_WITH_PATHS))
        search->references += count_paths_to(c, area, search->id);
    if (connections && search->neighbour == NL_NO_ROW) search->neighbour = area->index;
}

static uint64_t connections_of(const nav_area *area) {
    uint64_t count = 0;
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        count += area->connections[d].count;
    return count;
}

/* An area that leads back to one that is connected to the absent id, and to which that one does not
 * lead, may be what is meant. */
static void suspect_area(const nav_check *c, const nav_area *area, nav_search *search) {
    const uint32_t neighbour_id = c->doc->area_ids[search->neighbour];
    if (area->index == search->neighbour || search->candidates == MOST_CANDIDATES ||
        !count_connections(c, area, neighbour_id))
        return;
    nav_area neighbour;
    nav_area_at(c->job, c->doc, search->neighbour, &neighbour);
    const bool can_pay = nl_spend(c->job->budget, connections_of(&neighbour));
    search->candidates++;
    if (can_pay && !count_connections(c, &neighbour, area->id)) search->suspect = area->index;
}

/* Visits all areas, as far as the budget goes. */
static void for_each_area(const nav_check *c, nav_search *search,
                          void (*visit)(const nav_check *, const nav_area *, nav_search *)) {
    for (uint32_t i = 0; i < c->doc->area_count && search->suspect == NL_NO_ROW; i++) {
        nav_area area;
        nav_area_at(c->job, c->doc, i, &area);
        if (!nl_spend(c->job->budget, nav_records_of(&area))) return;
        visit(c, &area, search);
    }
}

static nav_search search_areas(const nav_check *c, uint32_t id) {
    nav_search search = {.id = id, .neighbour = NL_NO_ROW, .suspect = NL_NO_ROW};
    for_each_area(c, &search, count_references);
    if (search.neighbour != NL_NO_ROW) for_each_area(c, &search, suspect_area);
    return search;
}

/* Real meshes number their spots from 0 on without a gap, so a number that is too high is suspect.
 * The row of the first such spot; NL_NO_ROW. */
static uint32_t suspect_spot(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (!nl_spend(c->job->budget, doc->spot_count)) return NL_NO_ROW;
    for (uint32_t i = 0; i < doc->spot_count; i++)
        if (doc->spot_ids[i] >= doc->spot_count) return i;
    return NL_NO_ROW;
}

/* ---- Reporting ---- */

static void found_following(const nl_place *place, const nav_reference *reference,
                            const nl_draft *draft) {
    nl_repeat(place->report, true);
    nl_found(place, reference->rule, reference->field, draft);
    nl_repeat(place->report, false);
}

static bool has_cause(const nav_absences *known, uint32_t id) {
    for (uint32_t i = 0; i < known->count; i++)
        if (known->rows[i].id == id && known->rows[i].is_cause) return true;
    return false;
}

/* What is only counted has a cause: one for an id, whatever the rule. */
static void ensure_cause(const nav_check *c, nav_absence *row) {
    if (has_cause(c->absences, row->id)) return;
    row->is_cause = true;
    nl_make_cause(c->job->report, row->first);
}

/* One of several references to an id that has been searched for. */
static void found_again(const nav_check *c, nav_absence *row, const nl_place *place,
                        const nav_reference *reference, const nl_draft *draft) {
    if (row && row->listed >= LISTED) {
        ensure_cause(c, row);
        found_following(place, reference, draft);
        return;
    }
    nl_found(place, reference->rule, reference->field, draft);
    if (row && row->listed++ == 0) row->first = place->report->emitted;
}

static void found_first(nav_absence *row, const nl_place *place, const nav_reference *reference,
                        const nl_draft *draft) {
    (void)nl_found_cause(place, reference->rule, reference->field, draft);
    row->is_cause = true;
    if (row->listed++ == 0) row->first = place->report->emitted;
}

static bool is_worth_a_search(nav_absences *known, uint32_t id) {
    if (id == 0 || known->searches == MOST_SEARCHES || has_id(known, id)) return false;
    known->searches++;
    return true;
}

void nav_found_absent_area(const nav_check *c, const nl_place *place,
                           const nav_reference *reference, const nl_draft *draft) {
    const bool is_new = is_worth_a_search(c->absences, reference->id);
    nav_absence *const row = row_of(c->absences, reference);
    const nav_search search =
        is_new ? search_areas(c, reference->id) : (nav_search){.suspect = NL_NO_ROW};
    nl_draft fuller = *draft;
    if (search.suspect != NL_NO_ROW) {
        fuller.related[0] = (navlint_related){c->doc->areas[search.suspect].at, 4,
                                              "this area leads back: its id may be damaged"};
        fuller.hint_count = 1;
    }
    if (is_new && row && search.references > LISTED)
        found_first(row, place, reference, &fuller);
    else
        found_again(c, row, place, reference, &fuller);
}

void nav_found_absent_spot(const nav_check *c, const nl_place *place,
                           const nav_reference *reference, const nl_draft *draft) {
    const bool is_new = is_worth_a_search(c->absences, reference->id);
    nav_absence *const row = row_of(c->absences, reference);
    const uint32_t suspect = is_new ? suspect_spot(c) : NL_NO_ROW;
    nl_draft fuller = *draft;
    if (suspect == NL_NO_ROW) {
        found_again(c, row, place, reference, draft);
        return;
    }
    fuller.related[0] = (navlint_related){
        c->doc->spot_at[suspect], 4, "this hiding spot's id is out of line: it may be damaged"};
    fuller.hint_count = 1;
    if (row)
        found_first(row, place, reference, &fuller);
    else
        found_again(c, row, place, reference, &fuller);
}

void nav_found_repeated(const nav_check *c, const nl_place *place, const nav_reference *reference,
                        uint32_t area_index, const nl_draft *draft) {
    nav_repetition *const last = &c->absences->last;
    const bool is_same = last->listed != 0 && last->rule == reference->rule &&
                         last->area_index == area_index && last->id == reference->id;
    if (!is_same)
        *last = (nav_repetition){
            .rule = reference->rule, .area_index = area_index, .id = reference->id};
    if (last->listed >= LISTED) {
        nl_make_cause(place->report, last->first);
        found_following(place, reference, draft);
        return;
    }
    nl_found(place, reference->rule, reference->field, draft);
    if (last->listed++ == 0) last->first = place->report->emitted;
}
