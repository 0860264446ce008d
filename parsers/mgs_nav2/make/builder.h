/* What the files that write chunks share: the mesh of a block, and where tables are. */
#ifndef NAVLINT_MGS_NAV2_BUILD_SHAPE_H
#define NAVLINT_MGS_NAV2_BUILD_SHAPE_H

#include "parsers/mgs_nav2/make/build.h"
#include "parsers/mgs_nav2/records.h"

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

uint32_t nav2_local_node(const nav2_builder *b, nav2_line_kind kind, uint32_t i, uint32_t j);
nav2_triangle nav2_triangle_of(const nav2_builder *b, uint32_t face);
uint32_t nav2_local_face(const nav2_builder *b, const nav2_triangle *t);
uint32_t nav2_local_vertex(const nav2_builder *b, const nav2_triangle *t, uint32_t corner);
/* The node in the middle of a side: 0 is along z, 1 the diagonal, 2 along x. */
uint32_t nav2_local_side_node(const nav2_builder *b, const nav2_triangle *t, uint32_t side);
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
nav2_point nav2_corner_point(const nav2_builder *b, const nav2_block *block, uint32_t i,
                             uint32_t j);
nav2_point nav2_node_point(const nav2_builder *b, const nav2_block *block, uint32_t node);
void nav2_write_point(nl_writer *out, nav2_point p);
/* Metres times 127, rounded down. */
uint32_t nav2_weight_of(nav2_point a, nav2_point b);
void nav2_each_block(const nav2_builder *b, const nav2_rect *group, nav2_block_fn write);
uint32_t nav2_spare(const nav2_builder *b, const nav2_rect *group, uint32_t count);
/* Those that have no faces. */
uint32_t nav2_empty_of(const nav2_builder *b, const nav2_rect *group);
uint32_t nav2_segments_in(const nav2_builder *b, const nav2_rect *group);
/* Nodes of the SegmentGraph for them. */
uint32_t nav2_empty_nodes(const nav2_builder *b, const nav2_rect *group);
nav2_counts nav2_counts_of(const nav2_builder *b, const nav2_rect *group);
nav2_graph_offsets nav2_graph_offsets_of(const nav2_builder *b, const nav2_rect *group);
nav2_mesh_offsets nav2_mesh_offsets_of(const nav2_builder *b, const nav2_rect *group);
nav2_segment_offsets nav2_segment_offsets_of(const nav2_builder *b, const nav2_rect *group);
void nav2_write_spare_points(const nav2_builder *b, const nav2_rect *group, uint32_t count);

void nav2_write_graph(const nav2_builder *b, const nav2_rect *group);
void nav2_write_mesh(const nav2_builder *b, const nav2_rect *group);
void nav2_write_segments(const nav2_builder *b, const nav2_rect *group);
void nav2_write_seggraph(const nav2_builder *b, const nav2_rect *group);

#endif
