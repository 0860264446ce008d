/* Where the parts of a mesh lie: in the file and in the world. A part that has no place of its own,
 * because an index leads nowhere, lies where its navmesh does. */
#include "parsers/skyrim_navmesh/mesh/checks.h"

/* ---- Points ---- */

static sky_point sum_of(sky_point a, sky_point b) {
    return (sky_point){a.x + b.x, a.y + b.y, a.z + b.z};
}

static sky_point part_of(sky_point sum, float count) {
    return (sky_point){sum.x / count, sum.y / count, sum.z / count};
}

static bool has_corner(const sky_nvnm *mesh, const uint8_t *triangle, uint32_t which) {
    return sky_corner(triangle, which) < mesh->vertices.count;
}

static sky_point corner_of(const sky_nvnm *mesh, const uint8_t *triangle, uint32_t which) {
    return sky_point_at(sky_vertex(mesh, sky_corner(triangle, which)));
}

sky_point sky_middle_of(const sky_nvnm *mesh, uint32_t triangle, uint32_t edge) {
    const uint8_t *const p = sky_triangle(mesh, triangle);
    const uint32_t next = edge == 2 ? 0 : edge + 1;
    if (!has_corner(mesh, p, edge) || !has_corner(mesh, p, next)) return SKY_NOWHERE;
    return part_of(sum_of(corner_of(mesh, p, edge), corner_of(mesh, p, next)), 2);
}

/* Of the corners that are there. */
static sky_point centroid_of(const sky_nvnm *mesh, uint32_t triangle) {
    const uint8_t *const p = sky_triangle(mesh, triangle);
    sky_point sum = {0, 0, 0};
    float count = 0;
    for (uint32_t k = 0; k < 3; k++) {
        if (!has_corner(mesh, p, k)) continue;
        sum = sum_of(sum, corner_of(mesh, p, k));
        count++;
    }
    const sky_point nowhere = {NAN, NAN, NAN};
    return count > 0 ? part_of(sum, count) : nowhere;
}

/* ---- Places ---- */

nl_place sky_on_triangle(const sky_mesh_check *m, nl_place place, int32_t triangle) {
    if (triangle < 0 || (uint32_t)triangle >= m->mesh.triangles.count) return place;
    return sky_moved_to(place, centroid_of(&m->mesh, (uint32_t)triangle));
}

nl_place sky_vertex_place(const sky_mesh_check *m, uint32_t index) {
    const nl_place place =
        sky_item_place(&m->h, "vertices", index, m->mesh.vertices.at + SKY_VERTEX_BYTES * index);
    return sky_moved_to(place, sky_point_at(sky_vertex(&m->mesh, index)));
}

nl_place sky_triangle_place(const sky_mesh_check *m, uint32_t index) {
    const nl_place place = sky_item_place(&m->h, "triangles", index,
                                          m->mesh.triangles.at + SKY_TRIANGLE_BYTES * index);
    return sky_on_triangle(m, place, (int32_t)index);
}

navlint_related sky_triangle_bytes(const sky_mesh_check *m, uint32_t index) {
    return sky_related(&m->h, m->mesh.triangles.at + SKY_TRIANGLE_BYTES * index, SKY_TRIANGLE_BYTES,
                       "the triangle");
}

nl_place sky_edge_place(const sky_mesh_check *m, uint32_t index, uint32_t edge) {
    return sky_moved_to(sky_triangle_place(m, index), sky_middle_of(&m->mesh, index, edge));
}

nl_place sky_link_place(const sky_mesh_check *m, uint32_t link) {
    const nl_place place =
        sky_item_place(&m->h, "links", link, m->mesh.links.at + SKY_EDGE_LINK_BYTES * link);
    const sky_link_end *const end = &m->digest->ends[link];
    return end->triangle == SKY_NO_TRIANGLE ? place : sky_moved_to(place, end->middle);
}

/* ---- The mesh as a whole ---- */

void sky_locate(sky_mesh_check *m, const double sum[3]) {
    const double count = (double)m->mesh.vertices.count;
    const sky_point nowhere = {NAN, NAN, NAN};
    const sky_point center =
        count > 0
            ? (sky_point){(float)(sum[0] / count), (float)(sum[1] / count), (float)(sum[2] / count)}
            : nowhere;
    const navlint_position position = sky_position(center);
    m->digest->center = center;
    if (position.is_known) m->h.c->where = position;
}

void sky_locate_part(sky_mesh_check *m) {
    double sum[3] = {0, 0, 0};
    for (uint32_t i = 0; i < m->mesh.vertices.count; i++) {
        const sky_point p = sky_point_at(sky_vertex(&m->mesh, i));
        sum[0] += (double)p.x;
        sum[1] += (double)p.y;
        sum[2] += (double)p.z;
    }
    sky_locate(m, sum);
}
