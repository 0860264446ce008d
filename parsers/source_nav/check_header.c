/* What stands before the areas and behind the ladders; place names aside. */
#include <math.h>

#include "parsers/source_nav/checks.h"

/* The game takes any other value than 0 for 1. */
static void check_bool(const nl_place *record, unsigned field) {
    const uint32_t at = (uint32_t)record->at + nav_fields.fields[field].at;
    if (record->bytes[at] > 1)
        nl_found(record, NAV_BOOL, field,
                 &(nl_draft){.expected = nl_uint(0),
                             .relation = NAVLINT_ONE_OF,
                             .others = {nl_uint(1)},
                             .args = {nav_name_of(field)},
                             .fix = {.offset = at, .length = 1, .bytes = {1}}});
}

static void check_bsp_size(const nav_check *c) {
    const nav_layout *const l = &c->doc->layout;
    const bool is_old = nav_holds(l, NAV_WITH_OLD_BSP_SIZE);
    if (!is_old && !nav_holds(l, NAV_WITH_SUB_VERSION)) return;
    if (c->doc->header.bsp_size != 0) return;
    nav_found(nav_file_place(c, 0), NAV_BSP_SIZE,
              is_old ? NAV_HEAD_OLD_BSP_SIZE : NAV_HEAD_BSP_SIZE,
              &(nl_draft){.expected = nl_string("the size of the map file")});
}

static void check_analyzed(const nav_check *c) {
    if (!nav_holds(&c->doc->layout, NAV_WITH_ANALYZED)) return;
    const nl_place head = nav_file_place(c, 0);
    check_bool(&head, NAV_HEAD_IS_ANALYZED);
    if (c->doc->header.is_analyzed == 0)
        nl_found(&head, NAV_NOT_ANALYZED, NAV_HEAD_IS_ANALYZED,
                 &(nl_draft){.expected = nl_uint(1)});
}

static void found_characters(const nav_check *c) {
    const nav_document *const doc = c->doc;
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text shown = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&shown, nav_bytes(c, doc->population_at), doc->population_bytes - 1u);
    nav_found(nav_file_place(c, doc->population_at), NAV_POPULATION_CHARACTERS,
              NAV_POPULATION_NAME_TEXT,
              &(nl_draft){.length = doc->population_bytes, .actual = nl_string(shown.chars)});
}

static void check_population(const nav_check *c) {
    const uint32_t bytes = c->doc->population_bytes;
    if (!nav_is_printable(nav_bytes(c, c->doc->population_at), bytes)) found_characters(c);
    if (bytes <= NAV_MAX_POPULATION_BYTES) return;
    nav_found(
        nav_file_place(c, c->doc->population_at), NAV_POPULATION, NAV_POPULATION_NAME_TEXT,
        &(nl_draft){.length = bytes, .args = {nl_uint(bytes), nl_uint(NAV_MAX_POPULATION_BYTES)}});
}

static void check_no_areas(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (!doc->areas_complete || doc->area_count != 0) return;
    nav_found(nav_file_place(c, doc->area_count_at), NAV_NO_AREAS, NAV_AREA_LIST_COUNT,
              &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
}

void nav_check_header(const nav_check *c) {
    const nl_place unnamed = nav_file_place(c, c->doc->header.unnamed_at);
    check_bsp_size(c);
    check_analyzed(c);
    if (nav_holds(&c->doc->layout, NAV_WITH_UNNAMED)) check_bool(&unnamed, NAV_UNNAMED_FLAG_VALUE);
    check_population(c);
    check_no_areas(c);
}

/* ---- The end of the file ---- */

static void check_unnamed(const nav_check *c) {
    const nav_header *const h = &c->doc->header;
    const uint8_t expected = c->unnamed_areas != 0;
    if (!nav_holds(&c->doc->layout, NAV_WITH_UNNAMED) || !nav_resolves(c) || h->has_unnamed > 1 ||
        h->has_unnamed == expected)
        return;
    nav_found(nav_file_place(c, h->unnamed_at), NAV_UNNAMED, NAV_UNNAMED_FLAG_VALUE,
              &(nl_draft){.expected = nl_uint(expected),
                          .args = {nl_uint(c->unnamed_areas)},
                          .fix = {.offset = h->unnamed_at, .length = 1, .bytes = {expected}}});
}

static void check_view_distance(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (!nav_holds(&doc->layout, NAV_WITH_L4D) || doc->loss.happened) return;
    const float distance = nl_load_f32(nav_bytes(c, doc->view_distance_at));
    if (isfinite(distance) && distance >= 0) return;
    nav_found(nav_file_place(c, doc->view_distance_at), NAV_VIEW_DISTANCE, NAV_VIEW_MAX_DISTANCE,
              &(nl_draft){.expected = nl_uint(0), .relation = NAVLINT_AT_LEAST});
}

void nav_check_end(const nav_check *c) {
    check_unnamed(c);
    check_view_distance(c);
}
