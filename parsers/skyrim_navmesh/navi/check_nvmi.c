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
        [SKY_NVMI_TAIL] = "location",
    };
    return names[stage];
}

static uint32_t item_bytes(sky_nvmi_stage stage) {
    static const uint32_t bytes[SKY_NVMI_WHOLE] = {
        [SKY_NVMI_LINKS] = SKY_NVMI_LINK_BYTES,
        [SKY_NVMI_PREFERRED] = SKY_NVMI_PREFERRED_LINK_BYTES,
        [SKY_NVMI_DOORS] = SKY_NVMI_DOOR_BYTES,
        [SKY_NVMI_TRIANGLES] = SKY_ISLAND_TRIANGLE_BYTES,
        [SKY_NVMI_VERTICES] = SKY_ISLAND_VERTEX_BYTES,
    };
    return bytes[stage];
}

/* The lists up to `end`, one of whose counts may be what is wrong. */
static navlint_related lists_before(const sky_entry_check *e, uint32_t end) {
    return sky_related(e->h, SKY_NVMI_HEAD_BYTES, end - SKY_NVMI_HEAD_BYTES,
                       "the lists from whose counts that follows");
}

static void report_count(const sky_entry_check *e) {
    const sky_nvmi *const entry = e->entry;
    const uint32_t at = sky_gap_count_at(&entry->gap);
    nl_draft draft = {.expected = nl_uint(entry->gap.left / item_bytes(entry->stage)),
                      .relation = NAVLINT_AT_MOST,
                      .args = {nl_string(stage_name(entry->stage)), nl_uint(entry->gap.need),
                               nl_uint(entry->gap.left)}};
    if (at > SKY_NVMI_HEAD_BYTES) draft.related[0] = lists_before(e, at);
    sky_found(sky_part_place(e->h, at), SKYRIM_NVMI_COUNT, sky_nvmi_count(entry->stage), draft);
}

static void report_cut(const sky_entry_check *e) {
    const sky_gap *const gap = &e->entry->gap;
    if (gap->count != 0)
        report_count(e);
    else
        sky_found_whole(
            e->h, SKYRIM_NVMI_LENGTH,
            (nl_draft){.actual = nl_uint(e->entry->body.length),
                       .expected = nl_uint(e->entry->body.length + gap->need - gap->left),
                       .relation = NAVLINT_AT_LEAST,
                       .args = {nl_string(stage_name(e->entry->stage)), nl_uint(gap->left),
                                nl_uint(gap->need)}});
}

/* What else the entry says follows from a count that is wrong. */
static void report_trailing(const sky_entry_check *e) {
    const sky_nvmi *const entry = e->entry;
    const nl_place place = sky_part_place(e->h, entry->end);
    const uint32_t rest = entry->body.length - entry->end;
    const nl_draft draft = {.length = rest,
                            .actual = nl_uint(rest),
                            .expected = nl_uint(0),
                            .related = {lists_before(e, entry->end)}};
    if (nl_found_cause(&place, SKYRIM_NVMI_TRAILING, SKY_REST_CONTENT, &draft))
        nl_follow(place.report, true);
}

static bool check_length(const sky_entry_check *e) {
    const sky_nvmi *const entry = e->entry;
    if (entry->stage != SKY_NVMI_WHOLE) {
        report_cut(e);
        return false;
    }
    if (entry->end != entry->body.length) report_trailing(e);
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
        found_in_head(
            e, SKYRIM_NVMI_CATEGORY, SKY_NVMI_HEAD_CATEGORY,
            (nl_draft){.expected = nl_uint(0),
                       .relation = NAVLINT_ONE_OF,
                       .others = {nl_uint(SKY_CATEGORY_ISLAND), nl_uint(SKY_CATEGORY_NOT_EDITED)}});
    else if (says_island != sky_nvmi_is_island(e->entry))
        found_in_head(
            e, SKYRIM_NVMI_ISLAND_CATEGORY, SKY_NVMI_HEAD_CATEGORY,
            (nl_draft){.expected = nl_uint(category ^ SKY_CATEGORY_ISLAND),
                       .args = {nl_string(says_island ? "island" : "no island"),
                                nl_string(says_island ? "no island data" : "island data")}});
}

static void check_fraction(const sky_entry_check *e) {
    const float fraction = nl_load_f32(sky_at(e, SKY_NVMI_HEAD_FRACTION_AT));
    if (!isfinite(fraction))
        sky_check_float(e, SKY_NVMI_HEAD_FRACTION, 0);
    else if (!(fraction >= 0.0F && fraction <= 1.0F))
        found_in_head(e, SKYRIM_NVMI_FRACTION, SKY_NVMI_HEAD_FRACTION,
                      (nl_draft){.expected = nl_real(0),
                                 .relation = NAVLINT_BETWEEN,
                                 .others = {nl_real(1)}});
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
    if (marker == SKY_PATHING_CELL) return;
    const sky_form_text is = sky_form(NULL, marker);
    const sky_form_text want = sky_form(NULL, SKY_PATHING_CELL);
    found_in_tail(e, SKYRIM_NVMI_CELL_MARKER, SKY_NVMI_TAIL_MARKER,
                  (nl_draft){.expected = nl_uint(SKY_PATHING_CELL),
                             .args = {nl_string(is.chars), nl_string(want.chars)}});
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
    const uint32_t center_at = is_y ? SKY_NVMI_HEAD_CENTER_Y_AT : SKY_NVMI_HEAD_CENTER_X_AT;
    found_in_tail(e, SKYRIM_NVMI_GRID, is_y ? SKY_NVMI_TAIL_GRID_Y : SKY_NVMI_TAIL_GRID_X,
                  (nl_draft){.related = {sky_related(e->h, center_at, sizeof(float), "the center")},
                             .expected = nl_int(cell_of(center)),
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
                  SKY_NVMI_FLAG_HAS_ISLAND,
                  (nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_MOST});
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
    nl_follow(h->c->job->report, false);
}
