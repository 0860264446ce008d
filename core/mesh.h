/* Geometry on its way to a visitor. Rooms give vertices before the faces and lines that use them;
 * only what the file resolves is drawn. What is drawn says which record it comes from. */
#ifndef NAVLINT_CORE_MESH_H
#define NAVLINT_CORE_MESH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/path.h"
#include "core/place.h"
#include "navlint/navlint.h"

enum { NL_MESH_PATH_BYTES = 256 };

typedef struct nl_mesh {
    navlint_shape_fn visit;
    void *context;
    uint64_t vertex_count; /* so far: the number of the next one */
    bool stopped;          /* the visitor has had enough */
    navlint_shape source;  /* what the shapes to come have in common: their record */
    char path[NL_MESH_PATH_BYTES];
} nl_mesh;

/* The record that is drawn. */
typedef struct nl_drawn {
    uint64_t at;     /* of the record: offset in the input, or in what `packed` unpacks to */
    uint64_t length; /* bytes */
    const nl_packed *packed; /* NULL: it stands in the input as it is */
    navlint_subject subject; /* as its findings say; texts are borrowed until the next record */
    uint64_t flags;          /* as navlint_shape */
} nl_drawn;

/* Says which record the shapes to come are drawn from: its path, as findings and dumps have it, and
 * its place. Holds until the next call or the next part. */
void nl_mesh_record(nl_mesh *mesh, const nl_path *path, const nl_drawn *drawn);

/* Starts a named part: what follows belongs to it. name is borrowed for the call. */
void nl_mesh_object(nl_mesh *mesh, const char *name);

/* Adds a vertex at x, y, z and returns its number, which counts from 0 through all parts. What is
 * no finite number is drawn as 0. */
uint64_t nl_mesh_vertex(nl_mesh *mesh, const double position[3]);

/* Adds a face with these vertices in ring order. */
void nl_mesh_face(nl_mesh *mesh, const uint64_t *corners, size_t count);

/* Adds a line between two vertices. */
void nl_mesh_line(nl_mesh *mesh, uint64_t from, uint64_t to);

/* Adds a mark at x, y, z, which is no vertex. Nothing is drawn if they are not all finite. */
void nl_mesh_mark(nl_mesh *mesh, const double position[3]);

#endif
