/* The checks of one mesh, and what they share. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_CHECKS_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MESH_CHECKS_H

#include "parsers/skyrim_navmesh/mesh/mesh.h"

/* A mesh while it is checked. */
typedef struct sky_mesh_check {
    sky_payload h;
    sky_nvnm mesh;
    uint32_t row; /* in plugin->navms */
    sky_digest *digest;
    uint8_t *used;     /* vertices that are corners of a triangle */
    uint8_t *link_use; /* SKY_LINK_* */
    uint16_t *cell_of; /* of the triangles: the last cell that listed it, + 1 */
    float (*boxes)[4]; /* of the triangles: min x, min y, -max x, -max y */
    bool is_finite;    /* all vertices */
    bool has_corners;  /* all corners of triangles exist: with is_finite, the boxes are true */
    bool are_whole;    /* and each triangle has three of them: its edges say something */
    bool has_cells;    /* bounds and steps are numbers: the cells of the grid have places */
    bool
        has_odd_grid; /* bounds or steps are reported: that triangles are beside their cells follows
                       */
    sky_box box;      /* around all vertices */
    double sum[3];    /* of them */
    uint32_t preferred, doors, covers; /* triangles flagged so */
} sky_mesh_check;

enum { SKY_LINK_USED = 1, SKY_LINK_USED_AGAIN = 2, SKY_LINK_PREFERRED = 4 };

/* ---- One pass each (plain_*.c), which leaves what is odd to the functions below ---- */

void sky_check_vertices(sky_mesh_check *m);
void sky_check_triangles(sky_mesh_check *m);
void sky_check_grid(sky_mesh_check *m);

/* ---- What is odd, one by one ---- */

/* Reports vertices that are no numbers. */
void sky_report_vertices(const sky_mesh_check *m);

/* All of the triangle but its edges to other triangles; only those. */
void sky_check_triangle(sky_mesh_check *m, uint32_t index);
void sky_check_edges(const sky_mesh_check *m, uint32_t index);

/* The triangles that a cell of the grid lists. */
void sky_check_cell(const sky_mesh_check *m, uint32_t cell, sky_list list);

/* Reports triangles that no cell lists. */
void sky_report_missing(const sky_mesh_check *m);

/* Where a cell of the grid lies: min x, min y, max x, max y. */
typedef struct sky_cell_box {
    double edge[4];
} sky_cell_box;

sky_cell_box sky_cell_box_of(const sky_mesh_check *m, uint32_t cell);

/* ---- Triangles ---- */

/* One triangle. */
typedef struct sky_tri {
    const sky_mesh_check *m;
    const uint8_t *p;
    uint32_t index;
} sky_tri;

static inline sky_tri sky_tri_of(const sky_mesh_check *m, uint32_t index) {
    return (sky_tri){m, sky_triangle(&m->mesh, index), index};
}

/* Emits a finding about a field of the triangle, or the triangle as a whole
 * (SKY_TRIANGLE_ITSELF), whose message starts with its number. */
void sky_found_tri(const sky_tri *t, unsigned rule, unsigned field, nl_draft draft);

/* ---- Parts ---- */

/* The edge links: their types, where they lead, whether edges use them. */
void sky_check_edge_links(const sky_mesh_check *m);

/* The lists of door and cover triangles, against the flags of the triangles. */
void sky_check_doors(const sky_mesh_check *m);
void sky_check_cover(const sky_mesh_check *m);

/* Worldspace, and cell or grid, against the groups and the CELL record around the NAVM. */
void sky_check_place(const sky_mesh_check *m);

/* Bounds, grid steps and vertices that no triangle has. Returns whether the cells of the grid lie
 * where the bounds say. */
bool sky_check_outline(sky_mesh_check *m);

/* Compares the mesh with its NVMI entry. Returns false if the arena is exhausted. */
bool sky_check_entry(const sky_mesh_check *m);

/* ---- Places: what has none of its own lies where the navmesh does (places.c) ---- */

nl_place sky_vertex_place(const sky_mesh_check *m, uint32_t index);
nl_place sky_triangle_place(const sky_mesh_check *m, uint32_t index);
/* The triangle, in the middle of one of its edges. */
nl_place sky_edge_place(const sky_mesh_check *m, uint32_t index, uint32_t edge);
/* A triangle's bytes, as another place of a finding. */
navlint_related sky_triangle_bytes(const sky_mesh_check *m, uint32_t index);
/* The edge link, in the middle of the first edge that uses it. */
nl_place sky_link_place(const sky_mesh_check *m, uint32_t link);

/* The same place, on a triangle of the mesh; where it was if there is no such triangle. */
nl_place sky_on_triangle(const sky_mesh_check *m, nl_place place, int32_t triangle);

/* The middle of a triangle's edge; not finite: it has none. */
sky_point sky_middle_of(const sky_nvnm *mesh, uint32_t triangle, uint32_t edge);

/* From here on findings lie at the mean of the vertices, whose sums these are; the other adds them
 * up first: all that could be read. */
void sky_locate(sky_mesh_check *m, const double sum[3]);
void sky_locate_part(sky_mesh_check *m);

/* The count in front of a list. */
static inline nl_place sky_count_place(const sky_mesh_check *m, sky_list list) {
    return sky_part_place(&m->h, list.at - SKY_COUNT_BYTES);
}

#endif
