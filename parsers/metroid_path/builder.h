/* A room while it is written: a grid of rectangular regions on flat and sloping floors. Regions are
 * numbered row by row, from the south-west on. */
#ifndef NAVLINT_PARSERS_METROID_PATH_BUILDER_H
#define NAVLINT_PARSERS_METROID_PATH_BUILDER_H

#include "parsers/metroid_path/records.h"

enum { MP_SPEC_REGIONS = 1024 };

typedef struct mp_spec {
    mp_version version;
    uint32_t columns, rows;
    float cell;      /* edge of a region, in units; 0 stands for 8 */
    float gap;       /* between columns */
    uint32_t pieces; /* that each edge is cut into; 0 stands for 1 */
    uint32_t depth;  /* levels of inner octree nodes */
    bool is_chain;   /* only the first child of an inner octree node is inner */
    float split;     /* where boxes are cut; 0 stands for one half */
    bool is_mixed;   /* regions of several masks */
    bool is_unlinked;
    bool is_one_way;  /* links lead to higher regions only */
    bool is_doubled;  /* every link is there twice */
    bool is_reversed; /* rings run the wrong way round */
    uint32_t points;  /* of the graph, one after the other in a line */
    uint32_t spare_nodes, spare_links, spare_lookups, spare_octants, spare_point_links;
} mp_spec;

enum { MP_SIDES = 4 };

/* Clockwise from above, as rings run. */
enum { MP_WEST = 0, MP_NORTH, MP_EAST, MP_SOUTH };

/* Of a region, in units, where the spec has no other size. */
#define MP_CELL   8.0
#define MP_HEIGHT 4.0

typedef struct mp_builder {
    nl_writer *out;
    const mp_spec *spec;
    double cell;
    uint32_t pieces;
    uint32_t regions;
    uint16_t groups[2][MP_SPEC_REGIONS]; /* of ground and flyer regions joined by links */
} mp_builder;

/* A builder of what `spec` asks for, which it borrows. */
mp_builder mp_builder_of(nl_writer *out, const mp_spec *spec);

/* ---- Big-endian numbers ---- */

void mp_put_u16(nl_writer *out, uint32_t value);
void mp_put_u32(nl_writer *out, uint32_t value);
void mp_put_f32(nl_writer *out, double value);
void mp_put_vector(nl_writer *out, mp_vector v);

/* ---- The grid ---- */

/* How much the floor of a region rises from west to east: a share of its width. */
double mp_slope_of(const mp_builder *b, uint32_t region);

/* The box of a region. */
mp_box mp_box_of(const mp_builder *b, uint32_t region);

/* The middle of its floor. */
mp_vector mp_middle_of(const mp_builder *b, uint32_t region);

/* Of every region. */
double mp_region_height(const mp_builder *b);

/* From the west of a column to that of the next. */
double mp_pitch_of(const mp_builder *b);

/* Node `step` of `side` of a region: rings start in the south-west. */
mp_vector mp_node_of(const mp_builder *b, uint32_t region, uint32_t side, uint32_t step);

/* The region beyond a side that links lead to; `regions` if there is none. */
uint32_t mp_neighbour(const mp_builder *b, uint32_t region, uint32_t side);

/* The masks of a region. */
uint32_t mp_types_of(const mp_builder *b, uint32_t region);
uint32_t mp_indexes_of(const mp_builder *b, uint32_t region);

#endif
