/* Fixes of ladders, and of the lists of them in areas. */
#include <math.h>
#include <string.h>

#include "parsers/source_nav/fixes.h"

/* The ladder that a finding is about. */
typedef struct ladder_row {
    const nav_document *doc;
    const uint8_t *bytes;
    uint32_t row;
    uint32_t at;
} ladder_row;

static bool find_ladder(const nl_fixer *fixer, const navlint_finding *finding, ladder_row *ladder) {
    const nav_document *const doc = nav_fix_document(fixer);
    if (!doc || !nav_fix_index(finding->path, "/ladders/", &ladder->row) ||
        ladder->row >= doc->ladders.count || !doc->ladders_complete)
        return false;
    ladder->doc = doc;
    ladder->at = nav_ladder_at(doc, ladder->row);
    ladder->bytes = nav_fix_job(fixer)->bytes + ladder->at;
    return true;
}

static float number_at(const ladder_row *ladder, unsigned field) {
    return nl_load_f32(ladder->bytes + nav_fields.fields[field].at);
}

bool nav_fix_ladder_id(nl_fixer *fixer, const navlint_finding *finding) {
    ladder_row ladder;
    if (!find_ladder(fixer, finding, &ladder) || !nl_fix_spend(fixer, ladder.doc->ladders.count))
        return false;
    const uint32_t id =
        nav_fix_free_id(ladder.doc->ladder_ids, ladder.doc->ladders.count, ladder.row);
    return id != 0 && nav_fix_write(fixer, finding, id);
}

/* ---- Where it looks and how large it is ---- */

/* The direction from one point to another: north (-y), east, south, west. */
static uint32_t direction_of(float dx, float dy) {
    if (fabsf(dx) > fabsf(dy)) return dx > 0 ? 1 : 3;
    return dy > 0 ? 2 : 0;
}

/* A ladder looks to where one steps on: to the area at its bottom, or away from the one that it
 * leads on to. */
bool nav_fix_ladder_direction(nl_fixer *fixer, const navlint_finding *finding) {
    ladder_row ladder;
    if (!find_ladder(fixer, finding, &ladder)) return false;
    const uint8_t *const ends =
        nav_fix_job(fixer)->bytes + nav_ladder_ends_at(ladder.doc, ladder.row);
    const uint32_t bottom = nl_load_u32(ends + NAV_LADDER_ENDS_BOTTOM_AT);
    const uint32_t top = nl_load_u32(ends + NAV_LADDER_ENDS_TOP_FORWARD_AT);
    const float sign = bottom != 0 ? 1 : -1;
    const uint32_t row = nl_index_find(&ladder.doc->area_index, bottom != 0 ? bottom : top);
    if (row == NL_NO_ROW) return false;
    const nav_area_row *const area = &ladder.doc->areas[row];
    const float dx = (area->west + area->east) / 2 - number_at(&ladder, NAV_LADDER_BOTTOM_X);
    const float dy = (area->north + area->south) / 2 - number_at(&ladder, NAV_LADDER_BOTTOM_Y);
    return nav_fix_write(fixer, finding, direction_of(sign * dx, sign * dy));
}

/* The length is from its bottom to its top; the width is that of what climbs it. */
bool nav_fix_ladder_size(nl_fixer *fixer, const navlint_finding *finding) {
    const float usual_width = 32; /* of a player's hull: SDK hl2mp_gamerules.cpp, VEC_HULL_MIN */
    ladder_row ladder;
    if (!find_ladder(fixer, finding, &ladder)) return false;
    const float height =
        number_at(&ladder, NAV_LADDER_TOP_Z) - number_at(&ladder, NAV_LADDER_BOTTOM_Z);
    const bool is_width = strcmp(finding->field, "width") == 0;
    const float size = is_width ? usual_width : height;
    const navlint_field field = nl_fix_field_of(finding);
    return size > 0 && nl_fix_set(fixer, &field, nl_real((double)size));
}

/* Upside down: the ends change places; without a height: the top is where its length says. */
bool nav_fix_ladder_order(nl_fixer *fixer, const navlint_finding *finding) {
    ladder_row ladder;
    if (!find_ladder(fixer, finding, &ladder)) return false;
    const float top = number_at(&ladder, NAV_LADDER_TOP_Z);
    const float bottom = number_at(&ladder, NAV_LADDER_BOTTOM_Z);
    const navlint_field field = nl_fix_field_of(finding);
    if (top < bottom) {
        const navlint_field low =
            nl_fix_field_at(fixer, NAV_LADDER_BOTTOM_Z, ladder.at, &ladder.row);
        return low.path && nl_fix_set(fixer, &field, nl_real((double)bottom)) &&
               nl_fix_set(fixer, &low, nl_real((double)top));
    }
    const float length = number_at(&ladder, NAV_LADDER_LENGTH);
    return length > 0 && nl_fix_set(fixer, &field, nl_real((double)(bottom + length)));
}

/* ---- Lists in areas ---- */

/* Adds to the count of one of an area's lists of ladders. */
static bool add_to_count(nl_fixer *fixer, const nav_area *area, bool is_up, int64_t delta) {
    const navlint_field count =
        nl_fix_field_at(fixer, is_up ? NAV_UP_LIST_COUNT : NAV_DOWN_LIST_COUNT,
                        area->ladders[is_up ? 0 : 1].at - NAV_UP_LIST_BYTES, &area->index);
    return count.path && nl_fix_add(fixer, &count, delta);
}

/* The item of such a list with this index. */
static navlint_field item_of(nl_fixer *fixer, const nav_area *area, bool is_up, uint32_t index) {
    const uint32_t numbers[] = {area->index, index};
    return nl_fix_field_at(fixer, is_up ? NAV_UP_LADDER : NAV_DOWN_LADDER,
                           area->ladders[is_up ? 0 : 1].at + NAV_UP_BYTES * index, numbers);
}

/* Behind the last one that the area lists. */
static bool list_in(nl_fixer *fixer, const nav_area *area, bool is_up, const uint8_t *id) {
    const navlint_field end = item_of(fixer, area, is_up, area->ladders[is_up ? 0 : 1].count);
    return end.path && add_to_count(fixer, area, is_up, 1) &&
           nl_fix_insert(fixer, &end, end.path, id, NAV_UP_BYTES);
}

bool nav_fix_ladder_listing(nl_fixer *fixer, const navlint_finding *finding) {
    ladder_row ladder;
    if (!find_ladder(fixer, finding, &ladder) || finding->actual.kind != NAVLINT_UINT) return false;
    const bool is_bottom = strcmp(finding->field, "bottomArea") == 0;
    const uint32_t row = nl_index_find(&ladder.doc->area_index, (uint32_t)finding->actual.as.uint);
    if (row == NL_NO_ROW) return false;
    nav_area area;
    nav_area_at(nav_fix_job(fixer), ladder.doc, row, &area);
    return list_in(fixer, &area, is_bottom, ladder.bytes + NAV_LADDER_ID_AT);
}

/* ---- Ladders that go ---- */

static bool unlist(nl_fixer *fixer, const nav_area *area, bool is_up, uint32_t id) {
    const nl_job *const job = nav_fix_job(fixer);
    const nav_list list = area->ladders[is_up ? 0 : 1];
    bool is_ok = nl_fix_spend(fixer, list.count);
    for (uint32_t i = 0; is_ok && i < list.count; i++) {
        const uint32_t at = list.at + NAV_UP_BYTES * i;
        if (nl_load_u32(job->bytes + at) != id) continue;
        const navlint_field item = item_of(fixer, area, is_up, i);
        is_ok = item.path && add_to_count(fixer, area, is_up, -1) && nl_fix_remove(fixer, &item);
    }
    return is_ok;
}

/* With what areas list of it, unless another ladder has the same id. */
bool nav_fix_ladder_removal(nl_fixer *fixer, const navlint_finding *finding) {
    ladder_row ladder;
    if (!find_ladder(fixer, finding, &ladder)) return false;
    const nav_document *const doc = ladder.doc;
    const uint32_t id = doc->ladder_ids[ladder.row];
    uint32_t namesakes = 0;
    for (uint32_t i = 0; i < doc->ladders.count; i++)
        namesakes += doc->ladder_ids[i] == id;
    bool is_ok = nl_fix_spend(fixer, doc->area_count + (uint64_t)doc->ladders.count) &&
                 nl_fix_remove_item(fixer, finding);
    for (uint32_t i = 0; is_ok && namesakes == 1 && i < doc->area_count; i++) {
        nav_area area;
        nav_area_at(nav_fix_job(fixer), doc, i, &area);
        is_ok = unlist(fixer, &area, true, id) && unlist(fixer, &area, false, id);
    }
    return is_ok;
}
