/* What the files share that write the parts of a file: blocks and groups (builder.c), the mesh of a
 * block (shape.c), where tables are (sizes.c). */
#ifndef NAVLINT_PARSERS_MGS_NAV2_MAKE_BUILDER_H
#define NAVLINT_PARSERS_MGS_NAV2_MAKE_BUILDER_H

#include "parsers/mgs_nav2/make/make.h"
#include "parsers/mgs_nav2/records.h"

enum { NAV2_INTERIOR = 4 /* group */, NAV2_TILE_GROUPS = 5 };

/* ---- Blocks and groups ---- */

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

/* A builder that writes to `out`; borrows both. */
nav2_builder nav2_builder_of(nl_writer *out, const nav2_spec *spec);

/* The group with this place in the order of the file. */
nav2_rect nav2_group_rect(const nav2_builder *b, uint32_t index);

/* The block at (x, z). */
nav2_block nav2_block_at(const nav2_builder *b, uint32_t x, uint32_t z);

/* What is beyond this side of the block. */
nav2_way nav2_way_of(const nav2_builder *b, const nav2_block *block, nav2_direction direction);

nav2_direction nav2_opposite(nav2_direction direction);

/* Steps from the origin to the `index`th line of the grid of cells, of `count` cells in all. */
uint32_t nav2_line(const nav2_spec *spec, uint32_t index, uint32_t count);

/* The lowest and highest coordinate of a block along x (or z). */
uint32_t nav2_block_line(const nav2_builder *b, uint32_t block, uint32_t cell, bool along_x);

/* Steps from the origin to the vertex at these lines, upwards. */
uint32_t nav2_height(uint32_t x, uint32_t z);

/* Whether the group is the last one, which has the spare records. */
bool nav2_is_last(const nav2_builder *b, const nav2_rect *group);

/* Fills up with zeros to a multiple of 16, counted from `from`. */
void nav2_write_fill(nl_writer *out, size_t from);

/* Whether the file is one of many tiles, with links to others. */
bool nav2_is_tile(const nav2_spec *spec);

/* ---- The mesh of a block ---- */

enum { NAV2_SIDES = 3 };

typedef enum nav2_line_kind { NAV2_ALONG_Z = 0, NAV2_ALONG_X, NAV2_DIAGONAL } nav2_line_kind;

/* One triangle of a block. */
typedef struct nav2_triangle {
    uint32_t i, j; /* of its square */
    bool is_second;
} nav2_triangle;

/* A node of a block, by the lines that it is the middle of. */
typedef struct nav2_middle {
    nav2_line_kind kind;
    uint32_t i, j;
} nav2_middle;

typedef struct nav2_point {
    uint32_t x, y, z;
} nav2_point;

typedef void (*nav2_block_fn)(const nav2_builder *b, const nav2_block *block);

/* How often sides of the group's blocks lead where. */
typedef struct nav2_counts {
    uint32_t ways[NAV2_BEYOND_TILE + 1];
    uint32_t outward_faces; /* with a side to another group or tile */
    uint32_t segment_links; /* bytes of the SegmentGraph's */
} nav2_counts;

/* Offsets of the tables, from the start of the data. */
typedef struct nav2_graph_offsets {
    uint32_t nodes, links, edges, attributes, faces, end;
    uint32_t node_count, edge_count, segment_count;
} nav2_graph_offsets;

typedef struct nav2_mesh_offsets {
    uint32_t faces, records, end;
    uint32_t face_count, vertex_count;
} nav2_mesh_offsets;

typedef struct nav2_segment_offsets {
    uint32_t segments, end;           /* of a SegmentChunk */
    uint32_t nodes, links, graph_end; /* of a SegmentGraph */
} nav2_segment_offsets;

/* Numbers in the block: of the node in the middle of a line, of a face, of a corner's vertex. */
uint32_t nav2_local_node(const nav2_builder *b, nav2_line_kind kind, uint32_t i, uint32_t j);
uint32_t nav2_local_face(const nav2_builder *b, const nav2_triangle *t);
uint32_t nav2_local_vertex(const nav2_builder *b, const nav2_triangle *t, uint32_t corner);

/* The triangle with this number in the block. */
nav2_triangle nav2_triangle_of(const nav2_builder *b, uint32_t face);

/* The node in the middle of a side: 0 is along z, 1 the diagonal, 2 along x. */
uint32_t nav2_local_side_node(const nav2_builder *b, const nav2_triangle *t, uint32_t side);

/* Where a side that is no diagonal faces. */
nav2_direction nav2_side_direction(const nav2_triangle *t, uint32_t side);

/* The triangle at the other side; false if that is in another block, at the place that is then
 * given. */
bool nav2_neighbour_of(const nav2_builder *b, const nav2_triangle *t, uint32_t side,
                       nav2_triangle *other);

/* The triangles of the block that have the node, with the side: at most two. */
uint32_t nav2_faces_of_node(const nav2_builder *b, uint32_t node, nav2_triangle found[2],
                            uint32_t *side);

/* Where the node crosses to: the way, and the node there. */
nav2_way nav2_crossing_of(const nav2_builder *b, const nav2_block *block, uint32_t node,
                          uint32_t *there);

/* Where a corner of a square and a node are. */
nav2_point nav2_corner_point(const nav2_builder *b, const nav2_block *block, uint32_t i,
                             uint32_t j);
nav2_point nav2_node_point(const nav2_builder *b, const nav2_block *block, uint32_t node);

void nav2_write_point(nl_writer *out, nav2_point p);

/* Metres times 127, rounded down. */
uint32_t nav2_weight_of(nav2_point a, nav2_point b);

/* Writes something for each block of the group. */
void nav2_each_block(const nav2_builder *b, const nav2_rect *group, nav2_block_fn write);

/* `count` if the group is the one with the spare records, else 0. */
uint32_t nav2_spare(const nav2_builder *b, const nav2_rect *group, uint32_t count);

/* Segments of the group: those that have no faces, all, and nodes of the SegmentGraph for the
 * former. */
uint32_t nav2_empty_of(const nav2_builder *b, const nav2_rect *group);
uint32_t nav2_segments_in(const nav2_builder *b, const nav2_rect *group);
uint32_t nav2_empty_nodes(const nav2_builder *b, const nav2_rect *group);

/* Positions of `count` spare records, if the group has some. */
void nav2_write_spare_points(const nav2_builder *b, const nav2_rect *group, uint32_t count);

/* ---- Sizes ---- */

/* Of a group: how its blocks are joined, and where the tables of its chunks are. */
nav2_counts nav2_counts_of(const nav2_builder *b, const nav2_rect *group);
nav2_graph_offsets nav2_graph_offsets_of(const nav2_builder *b, const nav2_rect *group);
nav2_mesh_offsets nav2_mesh_offsets_of(const nav2_builder *b, const nav2_rect *group);
nav2_segment_offsets nav2_segment_offsets_of(const nav2_builder *b, const nav2_rect *group);

/* Bytes of a chunk with its header. */
uint32_t nav2_chunk_bytes(const nav2_builder *b, const nav2_rect *group, nav2_kind kind);

/* ---- Pieces ---- */

/* A group's chunk of each kind, without the header. */
void nav2_write_graph(const nav2_builder *b, const nav2_rect *group);
void nav2_write_mesh(const nav2_builder *b, const nav2_rect *group);
void nav2_write_segments(const nav2_builder *b, const nav2_rect *group);
void nav2_write_seggraph(const nav2_builder *b, const nav2_rect *group);

/* The sections behind the chunks. */
void nav2_write_islands(const nav2_builder *b);
void nav2_write_search(const nav2_builder *b);
void nav2_write_tile_info(const nav2_builder *b);

#endif
