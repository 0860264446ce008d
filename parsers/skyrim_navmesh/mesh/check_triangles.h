/* One triangle of a mesh while it is judged. */
#ifndef NAVLINT_SKYRIM_NAVMESH_MESH_CHECK_TRIANGLES_H
#define NAVLINT_SKYRIM_NAVMESH_MESH_CHECK_TRIANGLES_H

#include "parsers/skyrim_navmesh/check_payload.h"

typedef struct sky_tri {
    const sky_mesh_check *m;
    const uint8_t *p;
    uint32_t index;
    uint32_t at; /* in the field */
} sky_tri;

static inline sky_tri sky_tri_of(const sky_mesh_check *m, uint32_t index) {
    return (sky_tri){m, sky_triangle(&m->mesh, index), index,
                     m->mesh.triangles.at + SKY_TRIANGLE_BYTES * index};
}

/* Emits a finding about the triangle as a whole, whose message starts with its number. */
void sky_found_tri(const sky_tri *t, unsigned rule, nl_draft draft);
/* The same for one of its edges. */
void sky_found_edge(const sky_tri *t, unsigned rule, uint32_t which, nl_draft draft);

/* An edge that is an edge link. */
void sky_use_link(sky_mesh_check *m, const sky_tri *t, uint32_t which);

#endif
