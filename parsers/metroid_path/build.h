/* Writes rooms: a grid of rectangular regions on flat and sloping floors, linked along their
 * edges, with the octree over them. */
#ifndef NAVLINT_METROID_PATH_BUILD_H
#define NAVLINT_METROID_PATH_BUILD_H

#include "parsers/metroid_path/layout.h"

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

/* Writes the file, without the fill behind it. Without spare parts and with links both ways it
 * passes every rule. */
void mp_write(nl_writer *out, const mp_spec *spec);

/* FF up to a multiple of 32 bytes, as in the games' archives. */
void mp_write_fill(nl_writer *out);

#endif
