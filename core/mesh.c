#include "core/mesh.h"

#include <math.h>

void nl_mesh_record(nl_mesh *mesh, const nl_path *path, const nl_drawn *drawn) {
    nl_text text = nl_text_over(mesh->path, sizeof mesh->path);
    nl_put_path(&text, path);
    mesh->source = (navlint_shape){.path = mesh->path,
                                   .offset = drawn->at,
                                   .length = drawn->length,
                                   .subject = drawn->subject,
                                   .flags = drawn->flags};
    if (!drawn->packed) return;
    mesh->source.encoding = drawn->packed->encoding;
    mesh->source.inner = (navlint_range){drawn->at, drawn->length};
    mesh->source.offset = drawn->packed->offset;
    mesh->source.length = drawn->packed->length;
}

/* A shape of the record that is being drawn. */
static navlint_shape shape_of(const nl_mesh *mesh, navlint_shape_kind kind) {
    navlint_shape shape = mesh->source;
    shape.kind = kind;
    return shape;
}

static void visit(nl_mesh *mesh, const navlint_shape *shape) {
    if (!mesh->stopped) mesh->stopped = !mesh->visit(mesh->context, shape);
}

void nl_mesh_object(nl_mesh *mesh, const char *name) {
    mesh->source = (navlint_shape){.kind = NAVLINT_OBJECT};
    visit(mesh, &(navlint_shape){.kind = NAVLINT_OBJECT, .name = name});
}

uint64_t nl_mesh_vertex(nl_mesh *mesh, const double position[3]) {
    navlint_shape shape = shape_of(mesh, NAVLINT_VERTEX);
    for (int axis = 0; axis < 3; axis++)
        shape.position[axis] = isfinite(position[axis]) ? position[axis] : 0;
    visit(mesh, &shape);
    return mesh->vertex_count++;
}

void nl_mesh_face(nl_mesh *mesh, const uint64_t *corners, size_t count) {
    navlint_shape shape = shape_of(mesh, NAVLINT_FACE);
    shape.corners = corners;
    shape.corner_count = count;
    visit(mesh, &shape);
}

void nl_mesh_line(nl_mesh *mesh, uint64_t from, uint64_t to) {
    const uint64_t ends[2] = {from, to};
    navlint_shape shape = shape_of(mesh, NAVLINT_LINE);
    shape.corners = ends;
    shape.corner_count = 2;
    visit(mesh, &shape);
}

void nl_mesh_mark(nl_mesh *mesh, const double position[3]) {
    navlint_shape shape = shape_of(mesh, NAVLINT_MARK);
    for (int axis = 0; axis < 3; axis++) {
        if (!isfinite(position[axis])) return;
        shape.position[axis] = position[axis];
    }
    visit(mesh, &shape);
}
