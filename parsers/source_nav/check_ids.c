/* Ids of areas and hiding spots: others refer to them. */
#include "core/quick.h"
#include "parsers/source_nav/checks.h"

/* Whether each id is higher than the one before: then none is used twice. */
static bool do_ascend(const uint32_t *ids, uint32_t count) {
    bool ascend = true;
    for (uint32_t i = 1; i < count; i++)
        ascend &= ids[i - 1] < ids[i];
    return ascend;
}

static void check_area_id(const nav_check *c, uint32_t index) {
    const nav_document *const doc = c->doc;
    const uint32_t id = doc->area_ids[index];
    const uint32_t first = nl_index_find(&doc->area_index, id);
    if (NL_QUICK(id != 0 && id != UINT32_MAX && first == index)) return;
    const nl_place area = nav_area_place(c, index, doc->areas[index].at);
    if (id == 0)
        nl_found(&area, NAV_AREA_ID_ZERO, NAV_AREA_ID,
                 &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
    if (id == UINT32_MAX)
        nl_found(&area, NAV_AREA_ID_MAX, NAV_AREA_ID,
                 &(nl_draft){.expected = nl_uint(UINT32_MAX - 1), .relation = NAVLINT_AT_MOST});
    if (first != index)
        nl_found(&area, NAV_AREA_ID_DUPLICATE, NAV_AREA_ID,
                 &(nl_draft){.expected = nl_string("an id that no other area has"),
                             .related = {{doc->areas[first].at, 4, "first used here"}}});
}

static void check_area_order(const nav_check *c, uint32_t index) {
    const uint32_t *const ids = c->doc->area_ids;
    if (index == 0 || ids[index] >= ids[index - 1] || c->doc->layout.family == NAV_L4D) return;
    nav_found(nav_area_place(c, index, c->doc->areas[index].at), NAV_AREA_ORDER, NAV_AREA_ID,
              &(nl_draft){.expected = nl_uint(ids[index - 1]),
                          .relation = NAVLINT_AT_LEAST,
                          .args = {nl_uint(ids[index - 1])},
                          .related = {{c->doc->areas[index - 1].at, 4, "the one before"}}});
}

/* The area whose record holds this offset: records stand in the order of their rows. */
static uint32_t area_holding(const nav_document *doc, uint32_t at) {
    uint32_t low = 0, high = doc->area_count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (doc->areas[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void found_spot_again(const nav_check *c, uint32_t spot, uint32_t first) {
    const nav_document *const doc = c->doc;
    const uint32_t at = doc->spot_at[spot];
    const uint32_t owner = area_holding(doc, at);
    const uint32_t index = (at - doc->areas[owner].spots_at) / NAV_SPOT_BYTES;
    nl_follow(c->job->report, owner >= c->garbage_from);
    nav_found(nav_spot_place(c, owner, index, at), NAV_SPOT_ID_DUPLICATE, NAV_SPOT_ID,
              &(nl_draft){.expected = nl_string("an id that no other hiding spot has"),
                          .args = {nl_uint(doc->area_ids[owner]),
                                   nl_uint(doc->area_ids[area_holding(doc, doc->spot_at[first])])},
                          .related = {{doc->spot_at[first], 4, "first used here"}}});
}

static void check_spot_ids(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (!nav_holds(&doc->layout, NAV_WITH_SPOT_IDS)) return;
    if (NL_QUICK_ROUGH(do_ascend(doc->spot_ids, doc->spot_count))) return;
    for (uint32_t i = 0; i < doc->spot_count; i++) {
        const uint32_t first = nl_index_find(&doc->spot_index, doc->spot_ids[i]);
        if (first != i) found_spot_again(c, i, first);
    }
}

static bool area_ids_are_plain(const nav_document *doc) {
    const uint32_t count = doc->area_count;
    return count == 0 || (doc->area_ids[0] != 0 && doc->area_ids[count - 1] != UINT32_MAX &&
                          do_ascend(doc->area_ids, count));
}

static void check_area_ids(const nav_check *c) {
    for (uint32_t i = 0; i < c->doc->area_count; i++) {
        if (i == c->garbage_from) nl_follow(c->job->report, true);
        check_area_id(c, i);
        check_area_order(c, i);
    }
    nl_follow(c->job->report, false);
}

/* Rough: ids in another order are in order, too. */
void nav_check_ids(const nav_check *c) {
    if (!NL_QUICK_ROUGH(area_ids_are_plain(c->doc))) check_area_ids(c);
    check_spot_ids(c);
    nl_follow(c->job->report, false);
}
