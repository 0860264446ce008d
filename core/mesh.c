#include "core/mesh.h"

#include <math.h>

static void visit(nl_mesh *mesh, const navlint_shape *shape) {
    if (!mesh->stopped) mesh->stopped = !mesh->visit(mesh->context, shape);
}

void nl_mesh_object(nl_mesh *mesh, const char *name) {
    visit(mesh, &(navlint_shape){.kind = NAVLINT_OBJECT, .name = name});
}

uint64_t nl_mesh_vertex(nl_mesh *mesh, const double position[3]) {
    navlint_shape shape = {.kind = NAVLINT_VERTEX};
    for (int axis = 0; axis < 3; axis++)
        shape.position[axis] = isfinite(position[axis]) ? position[axis] : 0;
    visit(mesh, &shape);
    return mesh->vertex_count++;
}

void nl_mesh_face(nl_mesh *mesh, const uint64_t *corners, size_t count) {
    visit(mesh, &(navlint_shape){.kind = NAVLINT_FACE, .corners = corners, .corner_count = count});
}

void nl_mesh_line(nl_mesh *mesh, uint64_t from, uint64_t to) {
    const uint64_t ends[2] = {from, to};
    visit(mesh, &(navlint_shape){.kind = NAVLINT_LINE, .corners = ends, .corner_count = 2});
}
