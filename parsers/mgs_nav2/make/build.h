/* Writes navigation meshes: a rectangle of blocks, each a segment of cells by cells squares of two
 * triangles; rectangles of blocks are groups. */
#ifndef NAVLINT_MGS_NAV2_BUILD_H
#define NAVLINT_MGS_NAV2_BUILD_H

#include "core/writer.h"
#include "parsers/mgs_nav2/layout.h"

enum { NAV2_INTERIOR = 4 /* group */ };

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

/* One group: a rectangle of blocks. */
typedef struct nav2_rect {
    uint32_t number; /* of the group */
    uint32_t x, z, w, h;
} nav2_rect;

/* What is beyond a side of a block. */
typedef enum nav2_beyond {
    NAV2_BEYOND_NOTHING = 0,
    NAV2_BEYOND_SEGMENT,
    NAV2_BEYOND_CHUNK,
    NAV2_BEYOND_TILE
} nav2_beyond;

/* The sides of a block, and of a cell. */
typedef enum nav2_direction {
    NAV2_WEST = 0, /* -x */
    NAV2_EAST,
    NAV2_NORTH, /* -z */
    NAV2_SOUTH,
    NAV2_DIRECTIONS
} nav2_direction;

/* A block and the group that it is in. */
typedef struct nav2_block {
    uint32_t x, z;
    nav2_rect group;
    uint32_t rank; /* segment number */
} nav2_block;

/* Where a side of a block leads. */
typedef struct nav2_way {
    nav2_beyond beyond;
    uint32_t tile;    /* of NAV2_BEYOND_TILE */
    nav2_block block; /* there; in another tile the one at the same place */
} nav2_way;

/* A spec while it is written, and what follows from it. */
typedef struct nav2_builder {
    nl_writer *out;
    const nav2_spec *spec;
    uint32_t vertices, faces, edges, nodes; /* of a block */
    uint32_t group_count;                   /* in this file */
    uint32_t uid;
} nav2_builder;

nav2_builder nav2_builder_of(nl_writer *out, const nav2_spec *spec);

/* The group with this place in the order of the file. */
nav2_rect nav2_group_rect(const nav2_builder *b, uint32_t index);

/* The block at (x, z). */
nav2_block nav2_block_at(const nav2_builder *b, uint32_t x, uint32_t z);
nav2_way nav2_way_of(const nav2_builder *b, const nav2_block *block, nav2_direction direction);
nav2_direction nav2_opposite(nav2_direction direction);

/* Steps from the origin to the `index`th line of the grid of cells, of `count` cells in all. */
uint32_t nav2_line(const nav2_spec *spec, uint32_t index, uint32_t count);

/* The lowest and highest coordinate of a block along x (or z). */
uint32_t nav2_block_line(const nav2_builder *b, uint32_t block, uint32_t cell, bool along_x);

uint32_t nav2_height(uint32_t x, uint32_t z);

/* Bytes of a chunk with its header. */
uint32_t nav2_chunk_bytes(const nav2_builder *b, const nav2_rect *group, nav2_kind kind);

/* Whether the group is the last one, which has the spare records. */
bool nav2_is_last(const nav2_builder *b, const nav2_rect *group);

void nav2_write_chunk(const nav2_builder *b, const nav2_rect *group, nav2_kind kind);
void nav2_write_islands(const nav2_builder *b);
void nav2_write_search(const nav2_builder *b);
void nav2_write_tile_info(const nav2_builder *b);

/* Fills up with zeros to a multiple of 16, counted from `from`. */
void nav2_write_fill(nl_writer *out, size_t from);

/* Writes the file. Without spares and with chunks it passes every rule. */
void nav2_write(nl_writer *out, const nav2_spec *spec);

#endif
