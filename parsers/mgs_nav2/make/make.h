/* Writes navigation meshes: a rectangle of blocks, each a segment of cells by cells squares of two
 * triangles; rectangles of blocks are groups. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_MAKE_MAKE_H
#define NAVLINT_PARSERS_MGS_NAV2_MAKE_MAKE_H

#include "core/writer.h"
#include "parsers/mgs_nav2/layout.h"

/* How blocks make groups. */
typedef enum nav2_plan {
    NAV2_PLAN_ONE = 0, /* all of them are group 4 */
    NAV2_PLAN_ROWS,    /* rows of blocks from group 0 on: any number of groups */
    NAV2_PLAN_STRIP,   /* the first row is group 0, the rest group 4; at least two rows */
    NAV2_PLAN_TILE     /* strips 0 to 3 along the sides, the interior is 4; at least 3 by 3 */
} nav2_plan;

typedef struct nav2_spec {
    nav2_plan plan;
    uint32_t blocks_x, blocks_z;
    uint32_t cells;          /* along each side of a block: 1 to 6 */
    uint32_t rows_of_group;  /* NAV2_PLAN_ROWS */
    uint32_t metres;         /* edge of the mesh; 0: a tile's 128 */
    uint32_t tile_x, tile_z; /* both 0: a stand-alone map, without tile links */
    bool is_split;           /* group 5, the last row or half of the interior, is in another file */
    bool is_second;          /* that other file */
    bool has_islands;
    bool has_tile_info; /* ConnectTileInfo */
    bool has_no_chunks;
    uint32_t spare_vertices; /* at the end of the last group, in no segment */
    uint32_t spare_nodes;    /* the same */
    uint32_t empty_segments; /* the last group has so many more, of nothing */
    bool lacks_empty_nodes;  /* these have no node in the SegmentGraph */
    uint32_t id;             /* of the 16 bytes at 0x50: the first of them */
} nav2_spec;

/* Writes the file. Without spares and with chunks it passes every rule. */
void nav2_write(nl_writer *out, const nav2_spec *spec);

#endif
