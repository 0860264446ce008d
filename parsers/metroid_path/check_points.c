/* The points of Echoes: numbers, costs, and who links to whom. */
#include <string.h>

#include "parsers/metroid_path/checks.h"
#include "parsers/metroid_path/owners.h"

/* ---- Points ---- */

/* The links of a point, or their costs. */
typedef struct mp_point_run {
    mp_section section;
    unsigned start; /* field */
    unsigned rule;  /* if they are not all there */
} mp_point_run;

static bool check_range(const mp_check *c, uint32_t point, const mp_point_run *run) {
    const uint8_t *const p = mp_record_of(c, MP_GRAPH_POINTS, point);
    const uint32_t total = mp_count(c, run->section);
    const uint32_t count = mp_word(p, MP_POINT_LINK_COUNT_AT);
    const uint32_t start = mp_word(p, mp_fields.fields[run->start].at);
    if (count == 0 || mp_run_fits(start, count, total)) return true;
    const nl_place place = mp_place_of(c, MP_GRAPH_POINTS, point);
    mp_found_run(&place, run->rule, (mp_run_fields){run->start, MP_POINT_LINK_COUNT},
                 (mp_run){start, count, total});
    return false;
}

static void check_target(mp_check *c, uint32_t point, uint32_t link) {
    const uint32_t other = nl_load_u32be(mp_record_of(c, MP_POINT_LINKS, link));
    const uint32_t points = mp_count(c, MP_GRAPH_POINTS);
    if (other < points && other != point) {
        nl_groups_join(&c->point_groups, point, other);
        return;
    }
    c->points_sound = false;
    const nl_place place = mp_place_of(c, MP_POINT_LINKS, link);
    if (other < points)
        nl_found(&place, PATH_POINT_SELF, MP_POINT_LINK_POINT, &(nl_draft){0});
    else
        nl_found(&place, PATH_POINT_TARGET_RANGE, MP_POINT_LINK_POINT,
                 &(nl_draft){.expected = nl_uint(points - 1),
                             .relation = NAVLINT_AT_MOST,
                             .args = {nl_uint(points)}});
}

static void found_shared(const mp_check *c, uint32_t point, uint32_t start, uint32_t count) {
    const nl_place place = mp_place_of(c, MP_GRAPH_POINTS, point);
    const nl_draft draft = mp_run_draft(start, count);
    nl_found(&place, PATH_POINT_LINK_SHARED, MP_POINT_LINK_START, &draft);
}

/* The links that no earlier point has: the game follows them whoever has the others. Returns
 * whether those are all. */
static bool check_targets(mp_check *c, uint32_t point) {
    const uint8_t *const p = mp_record_of(c, MP_GRAPH_POINTS, point);
    const uint32_t count = mp_word(p, MP_POINT_LINK_COUNT_AT);
    const uint32_t start = mp_word(p, MP_POINT_LINK_START_AT);
    uint32_t own = 0;
    if (!nl_spend(c->job->budget, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (c->marks[start + i]) continue;
        c->marks[start + i] = 1;
        own++;
        check_target(c, point, start + i);
    }
    if (own < count) found_shared(c, point, start, count);
    return own == count;
}

static void check_point(mp_check *c, uint32_t point) {
    static const mp_point_run links = {MP_POINT_LINKS, MP_POINT_LINK_START, PATH_POINT_LINK_RANGE};
    static const mp_point_run costs = {MP_POINT_COSTS, MP_POINT_COST_START, PATH_POINT_COST_RANGE};
    static const mp_floats position = {MP_GRAPH_POINTS, MP_POINT_POSITION_X, 3, PATH_FLT_POINT,
                                       true};
    const bool has_links = check_range(c, point, &links);
    const bool has_costs = check_range(c, point, &costs);
    if (mp_has_geometry(c))
        (void)mp_check_floats(c, point, &position,
                              mp_record_of(c, MP_GRAPH_POINTS, point) + MP_POINT_POSITION_X_AT);
    const bool is_owner = has_links && check_targets(c, point);
    if (!is_owner || !has_costs) c->points_sound = false;
}

/* ---- Costs ---- */

static void check_costs(const mp_check *c) {
    for (uint32_t i = 0; i < mp_count(c, MP_POINT_COSTS) && mp_has_geometry(c); i++) {
        const float cost = nl_load_f32be(mp_record_of(c, MP_POINT_COSTS, i));
        if (cost >= 0 && isfinite(cost)) continue;
        const nl_place place = mp_place_of(c, MP_POINT_COSTS, i);
        nl_found(&place, isfinite(cost) ? PATH_POINT_COST_NEGATIVE : PATH_FLT_POINT,
                 MP_POINT_COST_COST,
                 &(nl_draft){.expected = nl_real(0),
                             .relation = NAVLINT_AT_LEAST,
                             .args = {nl_string("the cost")}});
    }
}

static void check_orphans(const mp_check *c) {
    uint32_t first = 0;
    const uint32_t unowned = mp_unowned(c->marks, mp_count(c, MP_POINT_LINKS), &first);
    if (unowned == 0 || !c->points_sound) return;
    const nl_place place = mp_place_of(c, MP_POINT_LINKS, first);
    nl_found(&place, PATH_POINT_LINK_ORPHAN, MP_POINT_LINK_POINT,
             &(nl_draft){.args = {nl_uint(unowned)}});
}

/* Links that no point owns are never followed: they may name anything. */
bool mp_check_points(mp_check *c) {
    const uint32_t points = mp_count(c, MP_GRAPH_POINTS);
    if (points == 0 || c->doc->lists[MP_POINT_COSTS].at == 0) return true; /* or were cut off */
    memset(c->marks, 0, mp_count(c, MP_POINT_LINKS));
    nl_groups_clear(&c->point_groups);
    for (uint32_t i = 0; i < points; i++)
        check_point(c, i);
    if (c->job->budget->exhausted) return false;
    check_costs(c);
    check_orphans(c);
    return true;
}
