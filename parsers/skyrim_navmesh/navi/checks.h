/* The checks of the NAVI record, and what they share. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_NAVI_CHECKS_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_NAVI_CHECKS_H

#include "parsers/skyrim_navmesh/navi/navi.h"

/* ---- One NVMI entry ---- */

typedef struct sky_entry_check {
    const sky_payload *h;
    const sky_nvmi *entry;
} sky_entry_check;

static inline const uint8_t *sky_at(const sky_entry_check *e, uint32_t at) {
    return e->entry->body.bytes + at;
}

/* Real coordinates stay below 213,468. */
#define SKY_FAR_AWAY 1e6F

/* Whether three floats are numbers and not far outside the world. */
static inline bool sky_is_near(const sky_nvmi *entry, uint32_t at) {
    const sky_point p = sky_point_at(entry->body.bytes + at);
    return (fabsf(p.x) <= SKY_FAR_AWAY) & (fabsf(p.y) <= SKY_FAR_AWAY) &
           (fabsf(p.z) <= SKY_FAR_AWAY);
}

static inline bool sky_is_within(sky_point p, sky_box box, float slack) {
    return p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack &&
           p.y <= box.max.y + slack && p.z >= box.min.z - slack && p.z <= box.max.z + slack;
}

/* How far the center may lie outside the box of an island. */
#define SKY_CENTER_SLACK 1.0F

/* Whether a coordinate lies in a cell of that number. */
bool sky_is_in_cell(float value, int32_t cell);

/* Checks a float, or three from this field on; returns whether they are numbers. record_at: where
 * the field's record starts in the entry. */
bool sky_check_float(const sky_entry_check *e, unsigned field, uint32_t record_at);
bool sky_check_point(const sky_entry_check *e, unsigned field, uint32_t record_at);

/* Whether ids name something, and doors have their marker; counts references into masters. */
void sky_check_nvmi_ids(const sky_entry_check *e);

/* Whether ids stand twice in the lists, and the entry's own in its links. */
void sky_check_nvmi_lists(const sky_entry_check *e);

/* The island's box, vertices and triangles. */
void sky_check_island(const sky_entry_check *e);

/* ---- All of them. Each returns false if arena or budget is exhausted. ---- */

/* Entries against each other, and against the navmeshes of the file. */
bool sky_check_entries(sky_check *c);
/* The road network, if there is one. */
bool sky_check_nvpp(sky_check *c);
/* The list of deleted navmeshes, if there is one. */
bool sky_check_nvsi(sky_check *c);

/* ---- Ids that stand twice in a list ---- */

/* first and again: places in the list. */
typedef void (*sky_repeat_fn)(void *context, uint32_t first, uint32_t again);

/* The ids of a list's records: the first one, and the bytes from one to the next. */
typedef struct sky_id_column {
    const uint8_t *ids;
    uint32_t count;
    uint32_t stride;
} sky_id_column;

/* Calls `found` for each id that stands there before. Returns false if the arena is exhausted. */
bool sky_each_repeat(nl_arena *arena, const sky_id_column *column, sky_repeat_fn found,
                     void *context);

#endif
