/* Geometry on its way to a visitor. Rooms give vertices before the faces and lines that use them;
 * only what the file resolves is drawn. */
#ifndef NAVLINT_CORE_MESH_H
#define NAVLINT_CORE_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "navlint/navlint.h"

typedef struct nl_mesh {
    navlint_shape_fn visit;
    void *context;
    uint64_t vertex_count; /* so far: the number of the next one */
    bool stopped;          /* the visitor has had enough */
} nl_mesh;

/* Starts a named part: what follows belongs to it. name is borrowed for the call. */
void nl_mesh_object(nl_mesh *mesh, const char *name);

/* Adds a vertex at x, y, z and returns its number, which counts from 0 through all parts. What is
 * no finite number is drawn as 0. */
uint64_t nl_mesh_vertex(nl_mesh *mesh, const double position[3]);

/* Adds a face with these vertices in ring order. */
void nl_mesh_face(nl_mesh *mesh, const uint64_t *corners, size_t count);

/* Adds a line between two vertices. */
void nl_mesh_line(nl_mesh *mesh, uint64_t from, uint64_t to);

#endif
