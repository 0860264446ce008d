/* One area record: reads like the table in README.md. */
#include "parsers/source_nav/layout.h"

static uint32_t here(const nl_reader *r) {
    return (uint32_t)nl_at_offset(r);
}

static inline nav_list read_list(nl_reader *r, uint32_t count, size_t record_bytes) {
    const nav_list list = {here(r), count};
    nl_skip_records(r, count, record_bytes);
    return list;
}

static inline nav_list read_long_list(nl_reader *r, size_t record_bytes) {
    const uint32_t count = nl_u32(r);
    return read_list(r, count, record_bytes);
}

static inline nav_list read_short_list(nl_reader *r, size_t record_bytes) {
    const uint8_t count = nl_u8(r);
    return read_list(r, count, record_bytes);
}

static uint32_t load_attributes(const uint8_t *p, uint8_t bytes) {
    return bytes == 4 ? nl_load_u32(p) : bytes == 2 ? nl_load_u16(p) : *p;
}

/* Id, attributes and corners: the fixed fields that every area starts with. */
static void read_head(nl_reader *r, const nav_layout *layout, nav_area *area) {
    const uint8_t attribute_bytes = layout->attribute_bytes;
    area->at = here(r);
    area->corners_at = area->at + 4 + attribute_bytes;
    const uint8_t *const p = nl_take(r, 4u + attribute_bytes + sizeof area->corners);
    if (!p) return;
    area->id = nl_load_u32(p);
    area->attributes = load_attributes(p + 4, attribute_bytes);
    for (int i = 0; i < 8; i++)
        area->corners[i] = nl_load_f32(p + 4 + attribute_bytes + 4 * i);
}

/* Encounter paths end in lists of their own: the one part of an area that has to be walked. */
static void skip_paths(nl_reader *r, const nav_layout *layout, uint32_t count) {
    const size_t head_bytes = layout->has_old_paths ? NAV_OLD_PATH_BYTES : NAV_PATH_BYTES;
    const size_t spot_bytes = layout->has_old_paths ? NAV_OLD_PATH_SPOT_BYTES : NAV_PATH_SPOT_BYTES;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *const head = nl_take(r, head_bytes);
        if (!head) return;
        nl_skip(r, head[head_bytes - 1] * spot_bytes);
    }
}

static void read_paths(nl_reader *r, const nav_layout *layout, uint32_t paths_end, nav_area *area) {
    const uint32_t count = nl_u32(r);
    area->paths = (nav_list){here(r), count};
    nl_reader probe = *r;
    nl_skip_records(&probe, count, layout->has_old_paths ? NAV_OLD_PATH_BYTES : NAV_PATH_BYTES);
    if (!nl_ok(&probe)) {
        *r = probe; /* more paths than bytes: there is none to walk, nor to charge for */
        area->paths.count = 0;
    } else if (paths_end)
        nl_skip(r, paths_end - here(r));
    else
        skip_paths(r, layout, count);
    area->paths_end = here(r);
}

/* Left 4 Dead's own data, by sub-version. Verified on files of sub-version 14 only; the older ones
 * follow KR navmesh.sp:1874-2100. */
static void read_l4d_custom(nl_reader *r, const nav_layout *layout, nav_area *area) {
    const uint32_t sub = layout->sub_version;
    area->spawn_at = here(r);
    area->spawn_attributes = nl_u32(r);
    if (sub >= 2 && sub < 10) nl_skip(r, 4 + (sub > 3 ? 4u : 0u) + (sub >= 5 ? 4u : 0u));
    if (sub >= 10 && sub <= 12) nl_skip(r, 4);
    area->fog_index_at = here(r);
    area->fog_index = layout->has_fog ? nl_u16(r) : 0;
    if (sub < 10 && (area->spawn_attributes & 8)) nl_skip(r, 20);
    if (sub >= 3 && sub <= 9) (void)read_short_list(r, 4);
    if (sub >= 5) area->visible = read_long_list(r, layout->visible_bytes);
    area->inherit_at = here(r);
    area->inherit = sub >= 11 ? nl_u32(r) : 0;
}

static void read_custom(nl_reader *r, const nav_layout *layout, nav_area *area) {
    area->custom_at = here(r);
    if (layout->has_late_approach) area->approach = read_short_list(r, NAV_APPROACH_BYTES);
    if (layout->family == NAV_L4D && layout->sub_version > 0) read_l4d_custom(r, layout, area);
    nl_skip(r, layout->custom_bytes);
}

static void read_ladder_ids(nl_reader *r, const nav_layout *layout, nav_area *area) {
    for (int i = 0; layout->has_ladder_ids && i < 2; i++)
        area->ladders[i] = read_long_list(r, NAV_LADDER_ID_BYTES);
}

static void read_tail(nl_reader *r, const nav_layout *layout, nav_area *area) {
    area->place_at = here(r);
    area->place = layout->has_place ? nl_u16(r) : 0;
    read_ladder_ids(r, layout, area);
    area->occupy_at = here(r);
    area->light_at = area->occupy_at + 4u * layout->occupy_count;
    nl_skip(r, 4u * layout->occupy_count + (layout->has_light ? 16 : 0));
    if (layout->has_visible) {
        area->visible = read_long_list(r, NAV_VISIBLE_BYTES);
        area->inherit_at = here(r);
        area->inherit = nl_u32(r);
    }
    read_custom(r, layout, area);
}

void nav_read_area(nl_reader *r, const nav_layout *layout, uint32_t paths_end, nav_area *area) {
    memset(area, 0, sizeof *area);
    read_head(r, layout, area);
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        area->connections[d] = read_long_list(r, NAV_CONNECTION_BYTES);
    area->spots = layout->has_spot_ids ? read_short_list(r, NAV_SPOT_BYTES)
                                       : read_short_list(r, NAV_OLD_SPOT_BYTES);
    if (layout->has_approach) area->approach = read_short_list(r, NAV_APPROACH_BYTES);
    read_paths(r, layout, paths_end, area);
    read_tail(r, layout, area);
}

void nav_area_at(const nl_job *job, const nav_document *doc, uint32_t index, nav_area *area) {
    const nav_area_row *const row = &doc->areas[index];
    nl_reader r = nl_reader_over(job->bytes, job->length);
    nl_skip(&r, row->at);
    nav_read_area(&r, &doc->layout, row->paths_end, area);
}
