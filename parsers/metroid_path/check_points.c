/* The points of Echoes: numbers, costs, and who links to whom. */
#include <math.h>
#include <string.h>

#include "parsers/metroid_path/check.h"

static const uint8_t *point_at(const mp_check *c, uint32_t point) {
    return c->bytes + mp_point_at(c->doc, point);
}

static uint32_t target_of(const mp_check *c, uint32_t link) {
    return nl_load_u32be(c->bytes + mp_word_at(c->doc, MP_POINT_LINKS, link));
}

static mp_place link_place(const mp_check *c, uint32_t link) {
    return (mp_place){MP_POINT_LINKS, link, NULL, NL_U32BE,
                      mp_word_at(c->doc, MP_POINT_LINKS, link)};
}

/* ---- Points ---- */

static bool fits(uint32_t start, uint32_t count, uint32_t total) {
    return count == 0 || (start <= total && count <= total - start);
}

static bool check_range(const mp_check *c, unsigned rule, uint32_t point, mp_section section) {
    const bool is_cost = section == MP_POINT_COSTS;
    const uint32_t at = is_cost ? MP_POINT_COST_START : MP_POINT_LINK_START;
    const uint32_t count = mp_word(point_at(c, point), MP_POINT_LINK_COUNT);
    const uint32_t start = mp_word(point_at(c, point), at);
    if (fits(start, count, mp_count(c, section))) return true;
    mp_found(c, rule, mp_point_place(c, point, is_cost ? "costStart" : "linkStart", NL_U32BE, at),
             (nl_draft){.actual = nl_uint(start),
                        .expected = nl_uint(mp_count(c, section)),
                        .args = {nl_uint(start), nl_uint((uint64_t)start + count - 1)}});
    return false;
}

/* Whether no earlier point has one of these links. */
static bool check_owner(const mp_check *c, uint32_t point) {
    const uint8_t *const p = point_at(c, point);
    const uint32_t count = mp_word(p, MP_POINT_LINK_COUNT);
    const uint32_t start = mp_word(p, MP_POINT_LINK_START);
    if (count == 0 || mp_own(c->marks, start, count)) return true;
    mp_found(c, PATH_POINT_LINK_SHARED,
             mp_point_place(c, point, "linkStart", NL_U32BE, MP_POINT_LINK_START),
             (nl_draft){.actual = nl_uint(start),
                        .args = {nl_uint(start), nl_uint((uint64_t)start + count - 1)}});
    return false;
}

/* The links of a point that owns them. */
static void check_targets(mp_check *c, uint32_t point) {
    const uint8_t *const p = point_at(c, point);
    const uint32_t end = mp_word(p, MP_POINT_LINK_START) + mp_word(p, MP_POINT_LINK_COUNT);
    const uint32_t points = mp_count(c, MP_GRAPH_POINTS);
    for (uint32_t i = mp_word(p, MP_POINT_LINK_START); i < end; i++) {
        const uint32_t other = target_of(c, i);
        if (other < points && other != point) {
            mp_groups_join(&c->point_groups, point, other);
            continue;
        }
        c->points_sound = false;
        mp_found(c, other < points ? PATH_POINT_SELF : PATH_POINT_TARGET_RANGE, link_place(c, i),
                 (nl_draft){.actual = nl_uint(other), .expected = nl_uint(points)});
    }
}

static void check_point(mp_check *c, uint32_t point) {
    static const char *const members[] = {"position/x", "position/y", "position/z"};
    const mp_floats position = {members, 3, PATH_FLT_POINT, true};
    const bool has_links = check_range(c, PATH_POINT_LINK_RANGE, point, MP_POINT_LINKS);
    const bool has_costs = check_range(c, PATH_POINT_COST_RANGE, point, MP_POINT_COSTS);
    if (mp_has_geometry(c))
        (void)mp_check_floats(c, mp_point_place(c, point, NULL, NL_NO_TYPE, 0), &position);
    const bool is_owner = has_links && check_owner(c, point);
    if (is_owner) check_targets(c, point);
    if (!is_owner || !has_costs) c->points_sound = false;
}

/* ---- Costs ---- */

static void check_costs(const mp_check *c) {
    for (uint32_t i = 0; i < mp_count(c, MP_POINT_COSTS) && mp_has_geometry(c); i++) {
        const uint64_t at = mp_word_at(c->doc, MP_POINT_COSTS, i);
        const double cost = (double)nl_load_f32be(c->bytes + at);
        if (cost >= 0 && isfinite(cost)) continue;
        mp_found(c, isfinite(cost) ? PATH_POINT_COST_NEGATIVE : PATH_FLT_POINT,
                 (mp_place){MP_POINT_COSTS, i, NULL, NL_F32BE, at},
                 (nl_draft){.actual = nl_real(cost), .args = {nl_string("the cost")}});
    }
}

static void check_orphans(const mp_check *c) {
    uint32_t first = 0;
    const uint32_t unowned = mp_unowned(c->marks, mp_count(c, MP_POINT_LINKS), &first);
    if (unowned != 0 && c->points_sound)
        mp_found(c, PATH_POINT_LINK_ORPHAN, link_place(c, first),
                 (nl_draft){.actual = nl_uint(unowned), .args = {nl_uint(first)}});
}

/* Links that no point owns are never followed: they may name anything. */
bool mp_check_points(mp_check *c) {
    const uint32_t points = mp_count(c, MP_GRAPH_POINTS);
    if (points == 0 || c->doc->lists[MP_POINT_COSTS].at == 0) return true; /* or were cut off */
    if (!nl_spend(c->job->budget, mp_count(c, MP_POINT_LINKS))) return false;
    memset(c->marks, 0, mp_count(c, MP_POINT_LINKS));
    mp_groups_clear(&c->point_groups);
    for (uint32_t i = 0; i < points; i++)
        check_point(c, i);
    check_costs(c);
    check_orphans(c);
    return true;
}
