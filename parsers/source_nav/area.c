/* One area record: reads like the rows of fields.def. */
#include "parsers/source_nav/area.h"

#include <math.h>

#include "core/quick.h"
#include "parsers/source_nav/usual_area.h"

static inline nav_list read_list(nl_reader *r, uint32_t count, size_t record_bytes) {
    const nav_list list = {nav_offset(r), count};
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
    const uint32_t head_bytes = NAV_AREA_ATTRIBUTES_AT + layout->attribute_bytes;
    area->at = nav_offset(r);
    area->corners_at = area->at + head_bytes;
    const uint8_t *const p = nl_take(r, head_bytes + NAV_CORNERS_BYTES);
    if (!p) return;
    area->id = nl_load_u32(p + NAV_AREA_ID_AT);
    area->attributes = load_attributes(p + NAV_AREA_ATTRIBUTES_AT, layout->attribute_bytes);
    for (int i = 0; i < 8; i++)
        area->corners[i] = nl_load_f32(p + head_bytes + 4 * i);
}

/* Encounter paths end in lists of their own: the one part of an area that has to be walked. */
static void skip_paths(nl_reader *r, const nav_layout *layout, uint32_t count) {
    const bool old = nav_holds(layout, NAV_WITH_OLD_PATHS);
    const size_t head_bytes = old ? NAV_OLD_PATH_BYTES : NAV_PATH_BYTES;
    const size_t count_at = old ? NAV_OLD_PATH_SPOT_COUNT_AT : NAV_PATH_SPOT_COUNT_AT;
    const size_t spot_bytes = old ? NAV_OLD_PATH_SPOT_BYTES : NAV_PATH_SPOT_BYTES;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *const head = nl_take(r, head_bytes);
        if (!head) return;
        nl_skip(r, head[count_at] * spot_bytes);
    }
}

static void read_paths(nl_reader *r, const nav_layout *layout, uint32_t paths_end, nav_area *area) {
    const bool old = nav_holds(layout, NAV_WITH_OLD_PATHS);
    const uint32_t count = nl_u32(r);
    area->paths = (nav_list){nav_offset(r), count};
    nl_reader probe = *r;
    nl_skip_records(&probe, count, old ? NAV_OLD_PATH_BYTES : NAV_PATH_BYTES);
    if (!nl_ok(&probe)) {
        *r = probe; /* more paths than bytes: there is none to walk, nor to charge for */
        area->paths.count = 0;
    } else if (paths_end)
        nl_skip(r, paths_end - nav_offset(r));
    else
        skip_paths(r, layout, count);
    area->paths_end = nav_offset(r);
}

static void read_ladder_ids(nl_reader *r, const nav_layout *layout, nav_area *area) {
    if (!nav_holds(layout, NAV_WITH_LADDER_IDS)) return;
    area->ladders[0] = read_long_list(r, NAV_UP_BYTES);
    area->ladders[1] = read_long_list(r, NAV_DOWN_BYTES);
}

/* What Left 4 Dead has before the visible areas, by sub-version. Verified on files of sub-version
 * 14 only; the older ones follow KR navmesh.sp:1874-2100. */
static void read_l4d_data(nl_reader *r, const nav_layout *layout, nav_area *area) {
    const uint32_t sub = layout->sub_version;
    area->spawn_at = nav_offset(r);
    area->spawn_attributes = nl_u32(r);
    if (sub >= 2 && sub < 10) nl_skip(r, 4 + (sub > 3 ? 4u : 0u) + (sub >= 5 ? 4u : 0u));
    if (sub >= 10 && sub <= 12) nl_skip(r, 4);
    area->fog_place_at = nav_offset(r);
    area->fog_place = nav_holds(layout, NAV_WITH_FOG) ? nl_u16(r) : 0;
    if (sub < 10 && (area->spawn_attributes & 8)) nl_skip(r, 20);
    if (sub >= 3 && sub <= 9) (void)read_short_list(r, 4);
}

static void read_visible(nl_reader *r, const nav_layout *layout, nav_area *area) {
    if (nav_holds(layout, NAV_WITH_VISIBLE))
        area->visible = read_long_list(r, layout->visible_bytes);
    area->inherit_at = nav_offset(r);
    area->inherit = nav_holds(layout, NAV_WITH_INHERITANCE) ? nl_u32(r) : 0;
}

static void read_tail(nl_reader *r, const nav_layout *layout, nav_area *area) {
    area->place_at = nav_offset(r);
    area->place = nav_holds(layout, NAV_WITH_PLACES) ? nl_u16(r) : 0;
    read_ladder_ids(r, layout, area);
    area->occupy_at = nav_offset(r);
    area->light_at = area->occupy_at + layout->occupy_bytes;
    nl_skip(r, layout->occupy_bytes +
                   (nav_holds(layout, NAV_WITH_LIGHT) ? (size_t)NAV_LIGHT_BYTES : 0));
    if (nav_holds(layout, NAV_WITH_L4D_DATA)) read_l4d_data(r, layout, area);
    read_visible(r, layout, area);
    area->custom_at = nav_offset(r);
    if (nav_holds(layout, NAV_WITH_LATE_APPROACH))
        area->approach = read_short_list(r, NAV_APPROACH_BYTES);
    nl_skip(r, layout->custom_bytes);
}

bool nav_makes_sense(const nav_area *area) {
    bool makes_sense = area->id != 0;
    for (int i = 0; i < 8; i++) {
        const float units = fabsf(area->corners[i]);
        makes_sense &= units == 0 || (units >= NAV_SMALLEST_UNITS && units <= NAV_WORLD_UNITS);
    }
    return makes_sense;
}

void nav_read_area(nl_reader *r, const nav_layout *layout, uint32_t paths_end, nav_area *area) {
    /* Rough: a record may be read in a layout that turns out not to be the file's. */
    if (NL_QUICK_ROUGH(nav_read_usual_area(r, layout, paths_end, area))) {
        r->at = area->end;
        return;
    }
    memset(area, 0, sizeof *area);
    read_head(r, layout, area);
    for (int d = 0; d < NAV_DIRECTIONS; d++)
        area->connections[d] = read_long_list(r, NAV_NORTH_BYTES);
    area->spots = nav_holds(layout, NAV_WITH_SPOT_IDS) ? read_short_list(r, NAV_SPOT_BYTES)
                                                       : read_short_list(r, NAV_OLD_SPOT_BYTES);
    if (nav_holds(layout, NAV_WITH_APPROACH))
        area->approach = read_short_list(r, NAV_APPROACH_BYTES);
    read_paths(r, layout, paths_end, area);
    read_tail(r, layout, area);
    area->end = nav_offset(r);
}
