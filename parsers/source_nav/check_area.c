/* An area by itself: ids, corners, attributes, the analysis' numbers. */
#include "parsers/source_nav/check.h"

#include <math.h>

#define WORLD_UNITS         16384.0f /* MAX_COORD_INTEGER */
#define GOLDSRC_WORLD_UNITS 4096.0f
#define OCCUPY_SECONDS      120.0f

/* SDK nav.h:78-104 and tf_nav_area.h:58. */
#define GOLDSRC_ATTRIBUTES    0x0000000Fu
#define UNASSIGNED_ATTRIBUTES 0x18000000u
#define CUSTOM_ATTRIBUTES     0x07FF0000u
#define TF_SAVED_ATTRIBUTES   0x767FF800u

/* ---- Ids ---- */

static void check_area_id(const nav_check *c, const nl_path *path, uint32_t i) {
    const nav_document *const doc = c->doc;
    const uint32_t id = doc->area_ids[i];
    const uint32_t first = nl_index_find(&doc->area_index, id);
    nl_draft draft = {.path = path,
                      .member = "id",
                      .type = NL_U32LE,
                      .offset = doc->areas[i].at,
                      .actual = nl_uint(id)};
    if (id == 0) nav_found(c, NAV_AREA_ID_ZERO, &draft);
    if (id == UINT32_MAX) nav_found(c, NAV_AREA_ID_MAX, &draft);
    if (first == i) return;
    draft.related[0] = (navlint_related){doc->areas[first].at, 4, "first used here"};
    nav_found(c, NAV_AREA_ID_DUPLICATE, &draft);
}

static void check_area_order(const nav_check *c, const nl_path *path, uint32_t i) {
    const nav_document *const doc = c->doc;
    if (i == 0 || doc->area_ids[i] >= doc->area_ids[i - 1] || doc->layout.family == NAV_L4D) return;
    nav_found(c, NAV_AREA_ORDER,
              &(nl_draft){.path = path,
                          .member = "id",
                          .type = NL_U32LE,
                          .offset = doc->areas[i].at,
                          .actual = nl_uint(doc->area_ids[i]),
                          .args = {nl_uint(doc->area_ids[i - 1])}});
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
    const uint32_t area = area_holding(doc, at);
    const nl_path areas = nl_key(NULL, "areas");
    const nl_path owner = nl_item(&areas, area);
    const nl_path spots = nl_key(&owner, "hidingSpots");
    const nl_path path = nl_item(&spots, (at - doc->areas[area].spots_at) / NAV_SPOT_BYTES);
    nl_emit(c->job->report, NAV_SPOT_ID_DUPLICATE,
            &(nl_draft){.subject = "area",
                        .subject_id = doc->area_ids[area],
                        .path = &path,
                        .member = "id",
                        .type = NL_U32LE,
                        .offset = at,
                        .actual = nl_uint(doc->spot_ids[spot]),
                        .related = {{doc->spot_at[first], 4, "first used here"}}});
}

static void check_spot_ids(const nav_check *c) {
    const nav_document *const doc = c->doc;
    if (!doc->layout.has_spot_ids) return;
    for (uint32_t i = 0; i < doc->spot_count; i++) {
        const uint32_t first = nl_index_find(&doc->spot_index, doc->spot_ids[i]);
        if (first != i) found_spot_again(c, i, first);
    }
}

void nav_check_ids(nav_check *c) {
    const nl_path areas = nl_key(NULL, "areas");
    for (uint32_t i = 0; i < c->doc->area_count; i++) {
        const nl_path path = nl_item(&areas, i);
        c->subject = "area";
        c->subject_id = c->doc->area_ids[i];
        check_area_id(c, &path, i);
        check_area_order(c, &path, i);
    }
    c->subject = NULL;
    check_spot_ids(c);
}

/* ---- Corners ---- */

static const char *const corner_names[8] = {"nwCorner/x", "nwCorner/y", "nwCorner/z", "seCorner/x",
                                            "seCorner/y", "seCorner/z", "northEastZ", "southWestZ"};

static void check_coordinate(const nav_here *h, int i) {
    const bool goldsrc = h->check->doc->header.version <= NAV_NEWEST_GOLDSRC;
    const float value = h->area.corners[i];
    const uint32_t at = h->area.corners_at + 4 * (uint32_t)i;
    if (!nav_check_finite(h->check, &h->path, corner_names[i], at)) return;
    const bool outside = fabsf(value) > WORLD_UNITS;
    if (!outside && !(goldsrc && fabsf(value) > GOLDSRC_WORLD_UNITS)) return;
    nav_found(
        h->check, outside ? NAV_COORD_RANGE : NAV_COORD_GOLDSRC,
        &(nl_draft){.path = &h->path,
                    .member = corner_names[i],
                    .type = NL_F32LE,
                    .offset = at,
                    .actual = nl_real((double)value),
                    .expected = nl_uint((uint64_t)(outside ? WORLD_UNITS : GOLDSRC_WORLD_UNITS)),
                    .args = {nl_string(corner_names[i])}});
}

static void check_extent(const nav_here *h, int low, int high, const char *axis) {
    const double extent = (double)h->area.corners[high] - (double)h->area.corners[low];
    if (!(extent < 1)) /* most areas, and what is not a number */
        return;
    const unsigned rule = extent < 0    ? NAV_CORNERS_INVERTED
                          : extent == 0 ? NAV_AREA_DEGENERATE
                                        : NAV_AREA_TINY;
    nav_found(h->check, rule,
              &(nl_draft){.path = &h->path,
                          .member = corner_names[high],
                          .type = NL_F32LE,
                          .offset = h->area.corners_at + 4 * (uint32_t)high,
                          .actual = nl_real(extent),
                          .expected = nl_string("1 or more"),
                          .args = {nl_string(axis)}});
}

static bool corners_are_usual(const nav_area *area) {
    bool usual = true;
    for (int i = 0; i < 8; i++)
        usual &= fabsf(area->corners[i]) <= GOLDSRC_WORLD_UNITS; /* false for NaN */
    return usual;
}

static void check_corners(const nav_here *h) {
    if (!corners_are_usual(&h->area))
        for (int i = 0; i < 8; i++)
            check_coordinate(h, i);
    check_extent(h, 0, 3, "x");
    check_extent(h, 1, 4, "y");
}

/* ---- Attributes and the game's own fields ---- */

static nl_type attribute_type(const nav_layout *layout) {
    return layout->attribute_bytes == 1   ? NL_U8
           : layout->attribute_bytes == 2 ? NL_U16LE
                                          : NL_U32LE;
}

/* odd: those bits of the attributes that the rule speaks of; none, no finding. */
static void check_bits(const nav_here *h, unsigned rule, uint32_t odd) {
    if (odd == 0) return;
    nav_found(h->check, rule,
              &(nl_draft){.path = &h->path,
                          .member = "attributes",
                          .type = attribute_type(&h->check->doc->layout),
                          .offset = h->area.at + 4,
                          .actual = nl_uint(h->area.attributes),
                          .args = {nl_uint(odd)}});
}

static void check_attributes(const nav_here *h) {
    const nav_layout *const l = &h->check->doc->layout;
    const uint32_t bits = h->area.attributes;
    if (l->version <= NAV_NEWEST_GOLDSRC) {
        check_bits(h, NAV_ATTRIBUTE_GOLDSRC, bits & ~GOLDSRC_ATTRIBUTES);
        return;
    }
    if (l->family == NAV_BASE || l->family == NAV_TF)
        check_bits(h, NAV_ATTRIBUTE_UNKNOWN, bits & UNASSIGNED_ATTRIBUTES);
    if (l->family != NAV_L4D) check_bits(h, NAV_ATTRIBUTE_CUSTOM, bits & CUSTOM_ATTRIBUTES);
}

static void check_tf_attributes(const nav_here *h) {
    const nav_layout *const l = &h->check->doc->layout;
    if (l->family != NAV_TF || l->custom_bytes == 0) return;
    const uint32_t bits = nl_load_u32(nav_bytes(h->check, h->area.custom_at));
    if ((bits & ~TF_SAVED_ATTRIBUTES) == 0) return;
    nav_found(h->check, NAV_TF_ATTRIBUTES,
              &(nl_draft){.path = &h->path,
                          .member = "tfAttributes",
                          .type = NL_U32LE,
                          .offset = h->area.custom_at,
                          .actual = nl_uint(bits),
                          .args = {nl_uint(bits & ~TF_SAVED_ATTRIBUTES)}});
}

static void check_place(const nav_here *h) {
    nav_check *const c = h->check;
    const uint16_t place = h->area.place;
    c->unnamed_areas += place == 0;
    if (place == 0) return;
    if (place <= c->doc->place_count) {
        c->place_used[place - 1] = 1;
        return;
    }
    nav_found(c, NAV_PLACE_INDEX,
              &(nl_draft){.path = &h->path,
                          .member = "place",
                          .type = NL_U16LE,
                          .offset = h->area.place_at,
                          .actual = nl_uint(place),
                          .expected = nl_uint(c->doc->place_count)});
}

static void check_fog(const nav_here *h) {
    const nav_document *const doc = h->check->doc;
    if (h->area.fog_index <= doc->fog_count) return;
    nav_found(h->check, NAV_FOG_INDEX,
              &(nl_draft){.path = &h->path,
                          .member = "fogPlace",
                          .type = NL_U16LE,
                          .offset = h->area.fog_index_at,
                          .actual = nl_uint(h->area.fog_index),
                          .expected = nl_uint(doc->fog_count)});
}

/* ---- What the analysis wrote ---- */

static void check_number(const nav_here *h, unsigned rule, const char *member, uint32_t at) {
    const float highest = rule == NAV_OCCUPY_RANGE ? OCCUPY_SECONDS : 1;
    const float value = nl_load_f32(nav_bytes(h->check, at));
    if (value >= 0 && value <= highest) return;
    if (nav_check_finite(h->check, &h->path, member, at))
        nav_found(
            h->check, rule,
            &(nl_draft){.path = &h->path,
                        .member = member,
                        .type = NL_F32LE,
                        .offset = at,
                        .actual = nl_real((double)value),
                        .expected = nl_string(rule == NAV_OCCUPY_RANGE ? "0 to 120" : "0 to 1")});
}

static void check_analysis(const nav_here *h) {
    static const char *const occupy[] = {"earliestOccupyTime/0", "earliestOccupyTime/1",
                                         "earliestOccupyTime/2", "earliestOccupyTime/3"};
    static const char *const light[] = {"light/nw", "light/ne", "light/se", "light/sw"};
    const nav_layout *const l = &h->check->doc->layout;
    for (uint32_t i = 0; i < l->occupy_count; i++)
        check_number(h, NAV_OCCUPY_RANGE, occupy[i], h->area.occupy_at + 4 * i);
    for (uint32_t i = 0; l->has_light && i < 4; i++)
        check_number(h, NAV_LIGHT_RANGE, light[i], h->area.light_at + 4 * i);
}

void nav_check_values(nav_here *h) {
    check_corners(h);
    check_attributes(h);
    check_tf_attributes(h);
    check_analysis(h);
    if (h->check->doc->layout.has_place) check_place(h);
    check_fog(h);
}
