/* One NVMI entry by itself: its length, its head, where it lies. */
#include "parsers/skyrim_navmesh/navi/check_nvmi.h"

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

static const char *count_name(sky_nvmi_stage stage) {
    static const char *const names[SKY_NVMI_WHOLE] = {
        [SKY_NVMI_LINKS] = "linkCount",
        [SKY_NVMI_PREFERRED] = "preferredLinkCount",
        [SKY_NVMI_DOORS] = "doorCount",
        [SKY_NVMI_TRIANGLES] = "island/triangleCount",
        [SKY_NVMI_VERTICES] = "island/vertexCount",
    };
    return names[stage];
}

static void tell_cut(const sky_nvmi_here *e) {
    const sky_nvmi *const entry = e->entry;
    const nl_draft draft = {
        .actual = nl_uint(entry->gap.left),
        .expected = nl_uint(entry->gap.need),
        .args = {nl_string(stage_name(entry->stage)), nl_uint(entry->gap.count)}};
    if (entry->gap.count != 0)
        sky_found_at(e, SKYRIM_NVMI_COUNT, count_name(entry->stage), NL_U32LE,
                     (uint32_t)entry->gap.at - 4, draft);
    else
        sky_found_whole(e->h, SKYRIM_NVMI_LENGTH, draft);
}

static bool check_length(const sky_nvmi_here *e) {
    const sky_nvmi *const entry = e->entry;
    if (entry->stage != SKY_NVMI_WHOLE) {
        tell_cut(e);
        return false;
    }
    if (entry->end != entry->body.length)
        sky_found_in(
            e->h, SKYRIM_NVMI_TRAILING,
            (sky_spot){.member = "rest",
                       .type = NL_BYTES,
                       .at = entry->end,
                       .length = entry->body.length - entry->end},
            (nl_draft){.actual = nl_uint(entry->body.length), .expected = nl_uint(entry->end)});
    return true;
}

/* ---- Head ---- */

static void check_category(const sky_nvmi_here *e) {
    const uint32_t category = nl_load_u32(sky_at(e, 4));
    const bool says_island = category & SKY_CATEGORY_ISLAND;
    if (category & ~(uint32_t)(SKY_CATEGORY_ISLAND | SKY_CATEGORY_NOT_EDITED) ||
        category == (SKY_CATEGORY_ISLAND | SKY_CATEGORY_NOT_EDITED))
        sky_found_at(e, SKYRIM_NVMI_CATEGORY, "category", NL_U32LE, 4,
                     (nl_draft){.actual = nl_uint(category)});
    else if (says_island != sky_nvmi_is_island(e->entry))
        sky_found_at(e, SKYRIM_NVMI_ISLAND_CATEGORY, "category", NL_U32LE, 4,
                     (nl_draft){.actual = nl_uint(category),
                                .expected = nl_uint(category ^ SKY_CATEGORY_ISLAND),
                                .args = {nl_string(says_island ? "has none" : "has some")}});
}

/* A float of the field; false: it is no number. */
static bool check_float(const sky_nvmi_here *e, const char *member, uint32_t place) {
    const float value = nl_load_f32(sky_at(e, place));
    if (!isfinite(value))
        sky_found_at(e, SKYRIM_NVMI_FINITE, member, NL_F32LE, place,
                     (nl_draft){.actual = nl_real((double)value), .args = {nl_string(member)}});
    else if (fabsf(value) > SKY_FAR_AWAY)
        sky_found_at(e, SKYRIM_NVMI_RANGE, member, NL_F32LE, place,
                     (nl_draft){.actual = nl_real((double)value), .args = {nl_string(member)}});
    return isfinite(value);
}

bool sky_check_point(const sky_nvmi_here *e, const char *const members[3], uint32_t place) {
    if (sky_is_near(e->entry, place)) return true;
    bool finite = true;
    for (uint32_t i = 0; i < 3; i++)
        finite &= check_float(e, members[i], place + 4 * i);
    return finite;
}

static void check_fraction(const sky_nvmi_here *e) {
    const float fraction = nl_load_f32(sky_at(e, 20));
    if (!isfinite(fraction))
        check_float(e, "preferredFraction", 20);
    else if (!(fraction >= 0.0F && fraction <= 1.0F))
        sky_found_at(e, SKYRIM_NVMI_FRACTION, "preferredFraction", NL_F32LE, 20,
                     (nl_draft){.actual = nl_real((double)fraction)});
    else if (e->entry->preferred.count != 0 && !(fraction > 0.0F))
        sky_found_at(e, SKYRIM_NVMI_FRACTION_ZERO, "preferredFraction", NL_F32LE, 20,
                     (nl_draft){.actual = nl_real((double)fraction),
                                .args = {nl_uint(e->entry->preferred.count)}});
}

/* ---- Place ---- */

static void check_tail(const sky_nvmi_here *e) {
    const uint32_t marker = nl_load_u32(sky_at(e, e->entry->tail_at));
    if (marker != SKY_PATHING_CELL)
        sky_found_at(e, SKYRIM_NVMI_CELL_MARKER, "marker", NL_U32LE, e->entry->tail_at,
                     (nl_draft){.actual = nl_uint(marker), .expected = nl_uint(SKY_PATHING_CELL)});
}

/* The cell that a coordinate lies in; far away, some cell far away. */
static int64_t cell_of(float value) {
    const double cells = (double)value / (double)SKY_CELL_UNITS;
    const double most = 1e15;
    const int64_t cut = (int64_t)(cells > most ? most : cells < -most ? -most : cells);
    return (double)cut > cells ? cut - 1 : cut;
}

static bool is_in_cell(float value, int32_t cell) {
    const double low = (double)cell * (double)SKY_CELL_UNITS;
    return (double)value >= low && (double)value < low + (double)SKY_CELL_UNITS;
}

static void check_axis(const sky_nvmi_here *e, bool is_y, float center, int32_t cell) {
    if (is_in_cell(center, cell)) return;
    sky_found_at(e, SKYRIM_NVMI_GRID, is_y ? "gridY" : "gridX", NL_I16LE,
                 e->entry->tail_at + (is_y ? 8 : 10),
                 (nl_draft){.actual = nl_int(cell),
                            .expected = nl_int(cell_of(center)),
                            .args = {nl_string(is_y ? "y" : "x"), nl_real((double)center)}});
}

static void check_grid(const sky_nvmi_here *e) {
    const sky_parent parent = sky_nvmi_parent(e->entry);
    const sky_point center = sky_point_at(sky_at(e, 8));
    if (parent.worldspace == 0 || !sky_is_finite(center)) return;
    check_axis(e, false, center.x, parent.x);
    check_axis(e, true, center.y, parent.y);
}

/* ---- What others go by ---- */

bool sky_is_box_sound(const sky_nvmi *entry) {
    const sky_box box = sky_box_at(entry->body.bytes + entry->box_at);
    return sky_is_near(entry, entry->box_at) && sky_is_near(entry, entry->box_at + 12) &&
           box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
}

bool sky_is_center_sound(const sky_nvmi *entry) {
    const sky_nvmi_here e = {NULL, entry};
    const sky_point center = sky_point_at(sky_at(&e, 8));
    const sky_parent parent = sky_nvmi_parent(entry);
    if (!sky_is_near(entry, 8)) return false;
    if (parent.worldspace != 0 &&
        !(is_in_cell(center.x, parent.x) && is_in_cell(center.y, parent.y)))
        return false;
    return !sky_nvmi_is_island(entry) || !sky_is_box_sound(entry) ||
           sky_is_within(center, sky_box_at(sky_at(&e, entry->box_at)), SKY_CENTER_SLACK);
}

/* ---- All of it ---- */

void sky_check_nvmi(const sky_payload *h, const sky_nvmi *entry) {
    static const char *const center[3] = {"center/x", "center/y", "center/z"};
    const sky_nvmi_here e = {h, entry};
    if (entry->stage > SKY_NVMI_FLAG && *sky_at(&e, entry->flag_at) > 1) {
        sky_found_at(&e, SKYRIM_NVMI_ISLAND_FLAG, "hasIsland", NL_U8, entry->flag_at,
                     (nl_draft){.actual = nl_uint(*sky_at(&e, entry->flag_at))});
        return; /* whether island data follow is anyone's guess */
    }
    if (!check_length(&e)) return;
    check_category(&e);
    sky_check_point(&e, center, 8);
    check_fraction(&e);
    sky_check_nvmi_ids(&e);
    sky_check_nvmi_lists(&e);
    if (sky_nvmi_is_island(entry)) sky_check_island(&e);
    check_tail(&e);
    check_grid(&e);
}
