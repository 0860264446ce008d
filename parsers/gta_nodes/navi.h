/* What the two files about navi nodes share. */
#ifndef NAVLINT_GTA_NODES_NAVI_H
#define NAVLINT_GTA_NODES_NAVI_H

#include "parsers/gta_nodes/check.h"

enum {
    GTA_DIRECTION = 100, /* the length of a direction: cut off, it is 99 or 100 */
    GTA_SHORTEST_SQUARED = 98 * 98,
    GTA_LONGEST_SQUARED = 101 * 101
};

/* A field of a navi node, `at` bytes from its start. */
static inline gta_place gta_navi_field(const gta_file *f, uint32_t navi, const char *member,
                                       nl_type type, uint32_t at) {
    return (gta_place){"naviNodes", navi, member, type, gta_navi_at(f->doc, navi) + at};
}

/* Every message about a navi node starts with its number. */
static inline void gta_found_navi(const gta_file *f, unsigned rule, uint32_t navi, gta_place place,
                                  nl_draft draft) {
    draft.args[0] = nl_uint(navi);
    gta_found(f, rule, place, draft);
}

static inline bool gta_has_direction(const uint8_t *navi) {
    const int32_t x = (int8_t)navi[8];
    const int32_t y = (int8_t)navi[9];
    const int32_t squared = x * x + y * y;
    return squared >= GTA_SHORTEST_SQUARED && squared <= GTA_LONGEST_SQUARED;
}

#endif
