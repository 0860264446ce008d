#include "parsers/source_nav/sections.h"

static uint32_t skip_names(nl_reader *r, uint32_t count, uint32_t *name_at) {
    uint32_t i = 0;
    for (; i < count && nl_ok(r); i++) {
        if (name_at) name_at[i] = nav_offset(r);
        nl_skip(r, nl_u16(r));
    }
    return nl_ok(r) ? i : 0;
}

static bool read_places(nl_job *job, nl_reader *r, nav_document *doc) {
    doc->header.place_count_at = nav_offset(r);
    const uint16_t count = nl_u16(r);
    nl_reader probe = *r;
    nl_skip_records(&probe, count, NAV_NAME_TEXT_AT);
    if (!nl_ok(&probe)) {
        *r = probe;
        return true;
    }
    doc->place_at = NL_NEW(job->arena, uint32_t, count);
    if (!doc->place_at) return false;
    doc->place_count = skip_names(r, count, doc->place_at);
    return true;
}

bool nav_read_header(nl_job *job, nl_reader *r, nav_document *doc) {
    nav_header *const h = &doc->header;
    const nav_layout *const l = &doc->layout;
    const bool has_sub_version = nav_holds(l, NAV_WITH_SUB_VERSION);
    h->sub_version = has_sub_version ? nl_u32(r) : 0;
    h->bsp_size = has_sub_version || nav_holds(l, NAV_WITH_OLD_BSP_SIZE) ? nl_u32(r) : 0;
    h->is_analyzed = nav_holds(l, NAV_WITH_ANALYZED) ? nl_u8(r) : 0;
    if (nav_holds(l, NAV_WITH_PLACES) && !read_places(job, r, doc)) return false;
    h->unnamed_at = nav_offset(r);
    h->has_unnamed = nav_holds(l, NAV_WITH_UNNAMED) ? nl_u8(r) : 0;
    return true;
}

uint32_t nav_skip_header(nl_reader *r, const nav_layout *l) {
    const bool has_sub_version = nav_holds(l, NAV_WITH_SUB_VERSION);
    const bool has_bsp_size = has_sub_version || nav_holds(l, NAV_WITH_OLD_BSP_SIZE);
    const uint32_t sub_version = has_sub_version ? nl_u32(r) : 0;
    nl_skip(r, (has_bsp_size ? 4u : 0u) + nav_holds(l, NAV_WITH_ANALYZED));
    if (nav_holds(l, NAV_WITH_PLACES)) (void)skip_names(r, nl_u16(r), NULL);
    nl_skip(r, nav_holds(l, NAV_WITH_UNNAMED));
    return sub_version;
}

static void read_population(nl_reader *r, nav_document *doc) {
    doc->population_at = nav_offset(r);
    const uint8_t *const start = r->bytes + r->at;
    const uint8_t *const end = nl_left(r) ? memchr(start, 0, nl_left(r)) : NULL;
    doc->population_bytes = end ? (uint32_t)(end - start) + 1 : 0;
    nl_skip(r, end ? doc->population_bytes : nl_left(r) + 1);
}

void nav_read_custom_before_areas(nl_reader *r, nav_document *doc) {
    if (nav_holds(&doc->layout, NAV_WITH_POPULATION)) read_population(r, doc);
    doc->fog_count_at = nav_offset(r);
    doc->fog_count = nav_holds(&doc->layout, NAV_WITH_FOG) ? nl_u16(r) : 0;
    (void)skip_names(r, doc->fog_count, NULL);
    doc->fog_end = nav_offset(r);
}

uint32_t nav_read_area_count(nl_reader *r, nav_document *doc) {
    doc->area_count_at = nav_offset(r);
    const uint32_t promised = nl_u32(r);
    nl_reader probe = *r;
    nl_skip_records(&probe, promised, doc->layout.area_min_bytes);
    doc->areas_complete = nl_ok(&probe);
    if (doc->areas_complete) return promised;
    nav_lose(&doc->loss, &probe, (nav_part){NAV_IN_AREA_COUNT, .count = NAV_AREA_LIST_COUNT});
    return (uint32_t)(nl_left(r) / doc->layout.area_min_bytes);
}

bool nav_layout_fits(nl_job *job, nl_reader r, const nav_layout *layout, bool is_strict) {
    nav_document scratch = {.layout = *layout};
    nav_read_custom_before_areas(&r, &scratch);
    uint32_t count = nav_read_area_count(&r, &scratch);
    if (is_strict && count == 0) return false;
    for (; scratch.areas_complete && nl_ok(&r) && count > 0; count--) {
        nav_area area;
        nav_read_area(&r, layout, 0, &area);
        if (is_strict && !nav_makes_sense(&area)) return false;
        if (!nl_spend(job->budget, 1 + area.paths.count)) return false;
    }
    if (nav_holds(layout, NAV_WITH_LADDERS)) nl_skip_records(&r, nl_u32(&r), layout->ladder_bytes);
    nl_skip(&r, nav_holds(layout, NAV_WITH_L4D) ? NAV_VIEW_BYTES : 0);
    return scratch.areas_complete && nl_ok(&r) && nl_left(&r) == 0;
}
