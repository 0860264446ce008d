/* Triangles as the passes over all of them read them. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_PLAIN_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_PLAIN_H

#include "parsers/skyrim_navmesh/mesh/checks.h"

/* Where everything is: kept by value, so that the compiler knows that marking a vertex leaves it
 * alone. */
typedef struct sky_mesh_view {
    const uint8_t *vertices, *triangles;
    uint32_t vertex_count, triangle_count;
    uint8_t *used;
    float (*boxes)[4];
    sky_body next; /* the data of the navmesh that is checked next */
} sky_mesh_view;

/* A triangle as two words instead of eight values: corners and the first edge, then two edges,
 * flags and cover. */
typedef struct sky_words {
    uint64_t low, high;
} sky_words;

static inline const uint8_t *sky_triangle_at(sky_mesh_view s, uint32_t index) {
    return s.triangles + (size_t)SKY_TRIANGLE_BYTES * index;
}

static inline sky_words sky_words_at(sky_mesh_view s, uint32_t index) {
    const uint8_t *const p = sky_triangle_at(s, index);
    return (sky_words){nl_load_u64(p), nl_load_u64(p + 8)};
}

/* One of the four values in a word. */
static inline uint32_t sky_part_of(uint64_t word, uint32_t which) {
    return (uint32_t)(word >> 16 * which) & 0xFFFF;
}

static inline uint32_t sky_word_flags(sky_words t) {
    return sky_part_of(t.high, 2);
}

/* Whether all edges lead to neighbours that lead back over the same corners. Of triangles with
 * three corners each, and not more of them than there can be. */
bool sky_are_plain_edges(sky_mesh_view s);

#endif
