#include "parsers/metroid_path/places.h"

#define FARTHEST                                                                                   \
    1e7 /* units: what is farther away than this is damage, and no place to look at                \
         */

/* ---- Who has it ---- */

/* Fields of the records that have runs of a section. */
typedef struct mp_holding {
    mp_section holders;
    uint32_t start_at, count_at;
} mp_holding;

static mp_holding holding_of(mp_section section) {
    switch (section) {
    case MP_NODES:
        return (mp_holding){MP_REGIONS, MP_REGION_NODE_START_AT, MP_REGION_NODE_COUNT_AT};
    case MP_LINKS:
        return (mp_holding){MP_REGIONS, MP_REGION_LINK_START_AT, MP_REGION_LINK_COUNT_AT};
    case MP_LOOKUPS:
        return (mp_holding){MP_OCTREE, MP_OCTANT_REGION_START_AT, MP_OCTANT_REGION_COUNT_AT};
    case MP_POINT_COSTS:
        return (mp_holding){MP_GRAPH_POINTS, MP_POINT_COST_START_AT, MP_POINT_LINK_COUNT_AT};
    default:
        return (mp_holding){MP_GRAPH_POINTS, MP_POINT_LINK_START_AT, MP_POINT_LINK_COUNT_AT};
    }
}

static const uint8_t *record_of(const mp_map *map, mp_section section, uint32_t index) {
    return mp_record(map->bytes, map->doc, section, index);
}

static bool holds(const mp_map *map, const mp_holding *h, uint32_t holder, uint32_t item) {
    const uint8_t *const p = record_of(map, h->holders, holder);
    const uint32_t start = mp_word(p, h->start_at);
    const bool can_hold = h->holders != MP_OCTREE || mp_is_leaf(p);
    return can_hold && item >= start && item - start < mp_word(p, h->count_at);
}

uint32_t mp_holder_of(const mp_map *map, mp_section section, uint32_t item) {
    const mp_holding h = holding_of(section);
    const uint32_t count = map->doc->lists[h.holders].count;
    uint32_t *const next = &map->finder->next[section];
    for (uint32_t i = 0; i < count && map->finder->tries_left != 0; i++) {
        map->finder->tries_left--;
        if (holds(map, &h, *next, item)) return *next;
        *next = *next + 1 < count ? *next + 1 : 0;
    }
    return NL_NO_INDEX;
}

/* ---- Where it is ---- */

/* A position, or one that is no number. */
static mp_vector nowhere(void) {
    return (mp_vector){(double)NAN, 0, 0};
}

static bool is_somewhere(mp_vector at) {
    return fabs(at.x) <= FARTHEST && fabs(at.y) <= FARTHEST && fabs(at.z) <= FARTHEST;
}

static mp_vector middle(mp_vector a, mp_vector b) {
    return (mp_vector){(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
}

static mp_vector middle_of_box(const uint8_t *p) {
    const mp_box box = mp_box_at(p);
    return mp_is_ordered(&box) ? middle(box.min, box.max) : nowhere();
}

/* The centroid; if that is damaged, the middle of the box, or the first node. */
static mp_vector region_at(const mp_map *map, uint32_t region) {
    const uint8_t *const p = record_of(map, MP_REGIONS, region);
    const uint32_t first = mp_word(p, MP_REGION_NODE_START_AT);
    const mp_vector centroid = mp_vector_at(p + MP_REGION_CENTROID_AT);
    const mp_vector box = middle_of_box(p + MP_REGION_MIN_AT);
    if (is_somewhere(centroid)) return centroid;
    if (is_somewhere(box)) return box;
    return first < map->doc->lists[MP_NODES].count ? mp_vector_at(record_of(map, MP_NODES, first))
                                                   : nowhere();
}

/* Where its region is, if its own position is damaged. */
static mp_vector node_at(const mp_map *map, uint32_t node) {
    const mp_vector at = mp_vector_at(record_of(map, MP_NODES, node));
    const uint32_t region = is_somewhere(at) ? NL_NO_INDEX : mp_holder_of(map, MP_NODES, node);
    return region == NL_NO_INDEX ? at : region_at(map, region);
}

static mp_vector octant_at(const mp_map *map, uint32_t octant) {
    const uint8_t *const p = record_of(map, MP_OCTREE, octant);
    const mp_vector box = middle_of_box(p + MP_OCTANT_MIN_X_AT);
    return is_somewhere(box) ? box : mp_vector_at(p + MP_OCTANT_CENTER_AT);
}

/* Edge `edge` of a region, from its node to the next. */
static mp_vector edge_at(const mp_map *map, uint32_t region, uint32_t edge) {
    const uint8_t *const p = record_of(map, MP_REGIONS, region);
    const uint32_t count = mp_word(p, MP_REGION_NODE_COUNT_AT);
    const uint32_t start = mp_word(p, MP_REGION_NODE_START_AT);
    const uint32_t total = map->doc->lists[MP_NODES].count;
    if (edge >= count || start > total || count > total - start) return nowhere();
    const uint32_t next = edge + 1 < count ? edge + 1 : 0;
    return middle(mp_vector_at(record_of(map, MP_NODES, start + edge)),
                  mp_vector_at(record_of(map, MP_NODES, start + next)));
}

static mp_vector link_at(const mp_map *map, uint32_t link) {
    const uint32_t region = mp_holder_of(map, MP_LINKS, link);
    if (region == NL_NO_INDEX) return nowhere();
    const uint32_t edge = mp_word(record_of(map, MP_LINKS, link), MP_LINK_NODE_AT);
    const mp_vector at = edge_at(map, region, edge);
    return is_somewhere(at) ? at : region_at(map, region);
}

static mp_vector held_at(const mp_map *map, mp_section section, uint32_t item) {
    const uint32_t holder = mp_holder_of(map, section, item);
    if (holder == NL_NO_INDEX) return nowhere();
    if (section == MP_LOOKUPS) return octant_at(map, holder);
    return mp_vector_at(record_of(map, MP_GRAPH_POINTS, holder));
}

static mp_vector position_of(const mp_map *map, mp_section section, uint32_t index) {
    switch (section) {
    case MP_NODES:
        return node_at(map, index);
    case MP_GRAPH_POINTS:
        return mp_vector_at(record_of(map, section, index));
    case MP_REGIONS:
        return region_at(map, index);
    case MP_LINKS:
        return link_at(map, index);
    case MP_OCTREE:
        return octant_at(map, index);
    case MP_LOOKUPS:
    case MP_POINT_LINKS:
    case MP_POINT_COSTS:
        return held_at(map, section, index);
    default:
        return nowhere();
    }
}

/* ---- Places ---- */

nl_place mp_map_about(const mp_map *map, nl_place place, mp_section section, uint32_t index) {
    const mp_vector at = position_of(map, section, index);
    const nl_place about = nl_place_about(place, mp_sections[section].subject, index);
    return is_somewhere(at) ? nl_place_at(about, at.x, at.y, at.z) : about;
}

nl_place mp_map_place(const mp_map *map, mp_section section, uint32_t index) {
    const nl_place document = nl_place_of(map->report, map->bytes);
    const uint64_t at = mp_record_at(map->doc, section, index);
    const nl_place place = nl_place_in(document, mp_sections[section].list, index, at);
    return mp_map_about(map, place, section, index);
}
