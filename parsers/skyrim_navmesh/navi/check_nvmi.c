/* One NVMI entry by itself: its length, its head, where it lies. */
#include "parsers/skyrim_navmesh/navi/checks.h"

/* ---- Length ---- */

static const char *stage_name(sky_nvmi_stage stage) {
    static const char *const names[] = {
        [SKY_NVMI_HEAD] = "head",
        [SKY_NVMI_LINKS] = "links",
        [SKY_NVMI_PREFERRED] = "preferred links",
        [SKY_NVMI_DOORS] = "doors",
        [SKY_NVMI_FLAG] = "island flag",
        [SKY_NVMI_BOX] = "island's box",
        [SKY_NVMI_TRIANGLES] = "island's triangles",
        [SKY_NVMI_VERTICES] = "island's vertices",
        [SKY_NVMI_TAIL] = "place in the world",
    };
    return names[stage];
}

static void report_cut(const sky_entry_check *e) {
    const sky_nvmi *const entry = e->entry;
    const nl_draft draft = {
        .actual = nl_uint(entry->gap.left),
        .expected = nl_uint(entry->gap.need),
        .args = {nl_string(stage_name(entry->stage)), nl_uint(entry->gap.count)}};
    if (entry->gap.count != 0)
        sky_found(sky_part_place(e->h, (uint32_t)entry->gap.at - SKY_COUNT_BYTES),
                  SKYRIM_NVMI_COUNT, sky_nvmi_count(entry->stage), draft);
    else
        sky_found_whole(e->h, SKYRIM_NVMI_LENGTH, draft);
}

static bool check_length(const sky_entry_check *e) {
    const sky_nvmi *const entry = e->entry;
    if (entry->stage != SKY_NVMI_WHOLE) {
        report_cut(e);
        return false;
    }
    if (entry->end != entry->body.length)
        sky_found(sky_part_place(e->h, entry->end), SKYRIM_NVMI_TRAILING, SKY_REST_CONTENT,
                  (nl_draft){.length = entry->body.length - entry->end,
                             .actual = nl_uint(entry->body.length),
                             .expected = nl_uint(entry->end)});
    return true;
}

/* ---- Head ---- */

static void found_in_head(const sky_entry_check *e, unsigned rule, unsigned field, nl_draft draft) {
    sky_found(sky_part_place(e->h, 0), rule, field, draft);
}

static void check_category(const sky_entry_check *e) {
    const uint32_t category = nl_load_u32(sky_at(e, SKY_NVMI_HEAD_CATEGORY_AT));
    const bool says_island = category & SKY_CATEGORY_ISLAND;
    if (category & ~(uint32_t)(SKY_CATEGORY_ISLAND | SKY_CATEGORY_NOT_EDITED) ||
        category == (SKY_CATEGORY_ISLAND | SKY_CATEGORY_NOT_EDITED))
        found_in_head(e, SKYRIM_NVMI_CATEGORY, SKY_NVMI_HEAD_CATEGORY, (nl_draft){0});
    else if (says_island != sky_nvmi_is_island(e->entry))
        found_in_head(e, SKYRIM_NVMI_ISLAND_CATEGORY, SKY_NVMI_HEAD_CATEGORY,
                      (nl_draft){.expected = nl_uint(category ^ SKY_CATEGORY_ISLAND),
                                 .args = {nl_string(says_island ? "has none" : "has some")}});
}

static void check_fraction(const sky_entry_check *e) {
    const float fraction = nl_load_f32(sky_at(e, SKY_NVMI_HEAD_FRACTION_AT));
    if (!isfinite(fraction))
        sky_check_float(e, SKY_NVMI_HEAD_FRACTION, 0);
    else if (!(fraction >= 0.0F && fraction <= 1.0F))
        found_in_head(e, SKYRIM_NVMI_FRACTION, SKY_NVMI_HEAD_FRACTION, (nl_draft){0});
    else if (e->entry->preferred.count != 0 && !(fraction > 0.0F))
        found_in_head(e, SKYRIM_NVMI_FRACTION_ZERO, SKY_NVMI_HEAD_FRACTION,
                      (nl_draft){.args = {nl_uint(e->entry->preferred.count)}});
}

/* ---- Place ---- */

static void found_in_tail(const sky_entry_check *e, unsigned rule, unsigned field, nl_draft draft) {
    sky_found(sky_part_place(e->h, e->entry->tail_at), rule, field, draft);
}

static void check_marker(const sky_entry_check *e) {
    const uint32_t marker = nl_load_u32(sky_at(e, e->entry->tail_at + SKY_NVMI_TAIL_MARKER_AT));
    if (marker != SKY_PATHING_CELL)
        found_in_tail(e, SKYRIM_NVMI_CELL_MARKER, SKY_NVMI_TAIL_MARKER,
                      (nl_draft){.expected = nl_uint(SKY_PATHING_CELL)});
}

/* The cell that a coordinate lies in; far away, some cell far away. */
static int64_t cell_of(float value) {
    const double cells = (double)value / (double)SKY_CELL_UNITS;
    const double most = 1e15;
    const int64_t cut = (int64_t)(cells > most ? most : cells < -most ? -most : cells);
    return (double)cut > cells ? cut - 1 : cut;
}

static void check_axis(const sky_entry_check *e, bool is_y, float center, int32_t cell) {
    if (sky_is_in_cell(center, cell)) return;
    found_in_tail(e, SKYRIM_NVMI_GRID, is_y ? SKY_NVMI_TAIL_GRID_Y : SKY_NVMI_TAIL_GRID_X,
                  (nl_draft){.expected = nl_int(cell_of(center)),
                             .args = {nl_string(is_y ? "y" : "x"), nl_real((double)center)}});
}

static void check_grid(const sky_entry_check *e) {
    const sky_parent parent = sky_nvmi_parent(e->entry);
    const sky_point center = sky_point_at(sky_at(e, SKY_NVMI_HEAD_CENTER_AT));
    if (parent.worldspace == 0 || !sky_is_finite(center)) return;
    check_axis(e, false, center.x, parent.x);
    check_axis(e, true, center.y, parent.y);
}

/* ---- All of it ---- */

void sky_check_nvmi(const sky_payload *h, const sky_nvmi *entry) {
    const sky_entry_check e = {h, entry};
    if (entry->stage > SKY_NVMI_FLAG && *sky_at(&e, entry->flag_at) > 1) {
        sky_found(sky_part_place(h, entry->flag_at), SKYRIM_NVMI_ISLAND_FLAG,
                  SKY_NVMI_FLAG_HAS_ISLAND, (nl_draft){0});
        return; /* whether island data follow is anyone's guess */
    }
    if (!check_length(&e)) return;
    check_category(&e);
    sky_check_point(&e, SKY_NVMI_HEAD_CENTER_X, 0);
    check_fraction(&e);
    sky_check_nvmi_ids(&e);
    sky_check_nvmi_lists(&e);
    if (sky_nvmi_is_island(entry)) sky_check_island(&e);
    check_marker(&e);
    check_grid(&e);
}
