/* Positions in eighths of a unit, cells of the map, lengths of links and directions of navi nodes.
 */
#ifndef NAVLINT_PARSERS_GTA_NODES_GEOMETRY_H
#define NAVLINT_PARSERS_GTA_NODES_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "parsers/gta_nodes/layout.h"

/* In eighths of a unit. */
typedef struct gta_position {
    int32_t x, y, z;
} gta_position;

/* ---- Cells ---- */

/* Column and row of an area in a map of dim x dim: from -dim/2 to dim/2 - 1, the origin between -1
 * and 0. */
static inline int32_t gta_cell_x(uint32_t area, uint32_t dim) {
    return (int32_t)(area % dim) - (int32_t)(dim / 2);
}

static inline int32_t gta_cell_y(uint32_t area, uint32_t dim) {
    return (int32_t)(area / dim) - (int32_t)(dim / 2);
}

/* The coordinates low to low + length - 1; none if the length is 0. */
typedef struct gta_stretch {
    int32_t low;
    uint32_t length;
} gta_stretch;

/* Where positions are as they should be. */
typedef struct gta_cell {
    gta_stretch x, y;
} gta_cell;

/* The coordinates of a column or row that gta_outside takes for inside. */
static inline gta_stretch gta_stretch_of(int32_t cell) {
    return (gta_stretch){cell * GTA_CELL - 1, GTA_CELL + 3};
}

static inline gta_cell gta_cell_of(const gta_document *doc) {
    return (gta_cell){gta_stretch_of(gta_cell_x(doc->area, doc->dim)),
                      gta_stretch_of(gta_cell_y(doc->area, doc->dim))};
}

static inline bool gta_is_inside(gta_position at, gta_cell cell) {
    const bool x = (uint32_t)at.x - (uint32_t)cell.x.low < cell.x.length; /* wraps below */
    const bool y = (uint32_t)at.y - (uint32_t)cell.y.low < cell.y.length;
    return x & y;
}

/* How far a coordinate is outside the cell in this column or row, past the one eighth that rounding
 * makes; 0 inside. */
static inline int64_t gta_outside(int32_t value, int32_t cell) {
    const int64_t low = (int64_t)cell * GTA_CELL - 1;
    const int64_t high = (int64_t)(cell + 1) * GTA_CELL + 1;
    return value < low ? low - value : value > high ? value - high : 0;
}

/* ---- Distances ---- */

/* A difference that can be squared, summed and taken times a hundred squared in 64 bits: beyond two
 * million units it does not matter by how much. */
static inline int64_t gta_clamped(int64_t difference) {
    enum { FARTHEST = 1 << 24 };
    return difference > FARTHEST ? FARTHEST : difference < -FARTHEST ? -FARTHEST : difference;
}

static inline int64_t gta_span(int32_t a, int32_t b) {
    return gta_clamped((int64_t)a - b);
}

/* The square root, cut off. */
static inline uint64_t gta_root(uint64_t square) {
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= square) root += bit;
    return root;
}

/* The square of the distance, in 1/64 units. */
static inline int64_t gta_distance_squared(gta_position a, gta_position b) {
    const int64_t x = gta_span(a.x, b.x);
    const int64_t y = gta_span(a.y, b.y);
    const int64_t z = gta_span(a.z, b.z);
    return x * x + y * y + z * z;
}

/* Whether a link of this many units may join nodes at this squared distance in 1/64 units: the
 * length is cut off, and the stored positions are rounded. */
static inline bool gta_is_length(uint32_t length, int64_t squared) {
    const int64_t low = (int64_t)length - 1;
    const int64_t high = (int64_t)length + 2;
    return squared < 64 * high * high && (low <= 0 || squared >= 64 * low * low);
}

/* Whether the squared distance is beyond what a length byte can say. */
static inline bool gta_is_long(int64_t squared) {
    return squared >= 64 * (int64_t)256 * 256;
}

/* Whether a navi node may be so far from the middle of its link: twice the distance and the length,
 * both squared, in 1/64 units. Half the link and one unit, of roots that are cut off. */
bool gta_is_near_middle(int64_t doubled_squared, int64_t link_squared);

/* ---- Directions ---- */

enum { GTA_DIRECTION = 100 /* the length of a direction: cut off, it is 99 or 100 */ };

static inline int32_t gta_direction_x(const uint8_t *navi) {
    return (int8_t)navi[GTA_NAVI_DIRECTION_X_AT];
}

static inline int32_t gta_direction_y(const uint8_t *navi) {
    return (int8_t)navi[GTA_NAVI_DIRECTION_Y_AT];
}

/* Whether the direction of a navi node is a unit vector in hundredths, to within one or two. */
static inline bool gta_has_direction(const uint8_t *navi) {
    const int32_t x = gta_direction_x(navi);
    const int32_t y = gta_direction_y(navi);
    const int32_t squared = x * x + y * y;
    return squared >= 98 * 98 && squared <= 101 * 101;
}

/* Whether it is that of (x, y), to within two: every one is that of (0, 0). Both at most 2^24
 * either way. */
bool gta_is_direction(const uint8_t *navi, int64_t x, int64_t y);

#endif
