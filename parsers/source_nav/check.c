/* Document to findings: the order of the checks, and the facts. */
#include "parsers/source_nav/checks.h"

static bool make_marks(nav_check *c) {
    nl_arena *const arena = c->job->arena;
    const nav_document *const doc = c->doc;
    const bool has_ids = nav_holds(&doc->layout, NAV_WITH_SPOT_IDS);
    c->edge_mark = NL_NEW_ZEROED(arena, uint32_t, doc->area_count);
    c->spot_mark = NL_NEW_ZEROED(arena, uint32_t, has_ids ? doc->spot_count : 0);
    c->ladder_mark = NL_NEW_ZEROED(arena, uint32_t, doc->ladders.count);
    c->ladder_seen = NL_NEW_ZEROED(arena, uint8_t, doc->ladders.count);
    c->place_used = NL_NEW_ZEROED(arena, uint8_t, doc->place_count);
    return nav_make_area_marks(c) && !arena->exhausted;
}

static void check_area(nav_check *c, const nav_area *area) {
    nav_check_values(c, area);
    nav_check_connections(c, area);
    nav_check_spots(c, area);
    nav_check_approach(c, area);
    nav_check_paths(c, area); /* after the connections: it asks who is adjacent */
    nav_check_visible(c, area);
    nav_check_area_ladders(c, area);
}

/* false if the budget is used up. */
static bool check_areas(nav_check *c) {
    for (uint32_t i = 0; i < c->doc->area_count; i++) {
        nav_area area;
        nav_area_at(c->job, c->doc, i, &area);
        if (!nl_spend(c->job->budget, nav_records_of(&area))) return false;
        if (i == c->garbage_from) nl_follow(c->job->report, true);
        check_area(c, &area);
    }
    return true;
}

static void state_facts(const nav_check *c) {
    navlint_report *const report = c->job->report;
    const nav_document *const doc = c->doc;
    nl_fact(report, "version", nl_uint(doc->header.version));
    nl_fact(report, "subVersion", nl_uint(doc->header.sub_version));
    nl_fact(report, "bspSize", nl_uint(doc->header.bsp_size));
    nl_fact(report, "areas", nl_uint(doc->area_count));
    nl_fact(report, "connections", nl_uint(c->connections));
    nl_fact(report, "hidingSpots", nl_uint(doc->spot_count));
    nl_fact(report, "encounterPaths", nl_uint(c->paths));
    nl_fact(report, "encounterSpots", nl_uint(c->path_spots));
    nl_fact(report, "ladders", nl_uint(doc->ladders.count));
    nl_fact(report, "places", nl_uint(doc->place_count));
    nl_fact(report, "visibleAreas", nl_uint(c->visible));
    nl_fact(report, "approachAreas", nl_uint(c->approach));
}

/* What follows asks what all areas have said. */
static void check_rest(const nav_check *c) {
    nav_check_ladders(c);
    nav_check_places(c);
    nav_check_end(c);
    state_facts(c);
}

/* What is found in areas that were read out of step, and behind them, follows from what is said
 * first. */
void nav_check_document(nl_job *job, const void *document) {
    nav_absences absences = {.count = 0};
    nav_check c = nav_check_of(job, document, &absences);
    if (!make_marks(&c)) return;
    nav_check_structure(&c);
    nav_check_header(&c);
    nav_check_ids(&c);
    if (check_areas(&c)) check_rest(&c);
    nl_follow(job->report, false);
}
