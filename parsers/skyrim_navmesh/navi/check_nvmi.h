/* What the checks of one NVMI entry share. */
#ifndef NAVLINT_SKYRIM_NAVMESH_NAVI_CHECK_NVMI_H
#define NAVLINT_SKYRIM_NAVMESH_NAVI_CHECK_NVMI_H

#include "parsers/skyrim_navmesh/check_payload.h"

typedef struct sky_nvmi_here {
    const sky_payload *h;
    const sky_nvmi *entry;
} sky_nvmi_here;

static inline const uint8_t *sky_at(const sky_nvmi_here *e, uint32_t place) {
    return e->entry->body.bytes + place;
}

static inline void sky_found_at(const sky_nvmi_here *e, unsigned rule, const char *member,
                                nl_type type, uint32_t place, nl_draft draft) {
    sky_found_in(e->h, rule, (sky_spot){.member = member, .type = type, .at = place}, draft);
}

/* Real coordinates stay below 213,468. */
#define SKY_FAR_AWAY 1e6F

/* Whether three floats are numbers and not far outside the world. */
static inline bool sky_is_near(const sky_nvmi *entry, uint32_t place) {
    const sky_point p = sky_point_at(entry->body.bytes + place);
    return (fabsf(p.x) <= SKY_FAR_AWAY) & (fabsf(p.y) <= SKY_FAR_AWAY) &
           (fabsf(p.z) <= SKY_FAR_AWAY);
}

static inline bool sky_is_within(sky_point p, sky_box box, float slack) {
    return p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack &&
           p.y <= box.max.y + slack && p.z >= box.min.z - slack && p.z <= box.max.z + slack;
}

/* How far the center may lie outside the box of an island. */
#define SKY_CENTER_SLACK 1.0F

/* Whether three floats are numbers: says what is odd. */
bool sky_check_point(const sky_nvmi_here *e, const char *const members[3], uint32_t place);

void sky_check_nvmi_ids(const sky_nvmi_here *e);
void sky_check_nvmi_lists(const sky_nvmi_here *e);
void sky_check_island(const sky_nvmi_here *e);

#endif
