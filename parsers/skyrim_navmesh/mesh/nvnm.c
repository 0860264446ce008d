#include "parsers/skyrim_navmesh/mesh/nvnm.h"

static bool reached(sky_nvnm *mesh, const nl_reader *r, sky_nvnm_stage next) {
    if (!nl_ok(r)) return false;
    mesh->stage = next;
    mesh->end = (uint32_t)r->at;
    return true;
}

/* Other games lay out what follows differently. */
static bool read_head(sky_nvnm *mesh, nl_reader *r) {
    mesh->version = nl_u32(r);
    if (!reached(mesh, r, SKY_NVNM_HEAD) || mesh->version != SKY_NAVMESH_VERSION) return false;
    nl_skip(r, SKY_NVNM_HEAD_BYTES - SKY_NVNM_HEAD_MARKER_AT);
    return reached(mesh, r, SKY_NVNM_VERTICES);
}

static bool read_lists(sky_nvnm *mesh, nl_reader *r) {
    mesh->vertices = sky_read_list(r, SKY_VERTEX_BYTES);
    if (!reached(mesh, r, SKY_NVNM_TRIANGLES)) return false;
    mesh->triangles = sky_read_list(r, SKY_TRIANGLE_BYTES);
    if (!reached(mesh, r, SKY_NVNM_LINKS)) return false;
    mesh->links = sky_read_list(r, SKY_EDGE_LINK_BYTES);
    if (!reached(mesh, r, SKY_NVNM_DOORS)) return false;
    mesh->doors = sky_read_list(r, SKY_MESH_DOOR_BYTES);
    if (!reached(mesh, r, SKY_NVNM_COVER)) return false;
    mesh->cover = sky_read_list(r, SKY_COVER_BYTES);
    return reached(mesh, r, SKY_NVNM_GRID_HEAD);
}

static void read_grid(sky_nvnm *mesh, nl_reader *r) {
    mesh->grid_at = (uint32_t)r->at;
    nl_reader ahead = *r;
    const uint32_t divisor = nl_u32(&ahead);
    nl_skip(r, SKY_GRID_BYTES);
    if (!reached(mesh, r, SKY_NVNM_CELLS)) return;
    mesh->divisor = divisor;
    mesh->cells_at = (uint32_t)r->at;
    if (divisor > SKY_MAX_DIVISOR) return;
    for (uint32_t cell = 0; cell < divisor * divisor; cell++) {
        (void)sky_read_list(r, SKY_GRID_TRIANGLE_BYTES);
        if (!reached(mesh, r, SKY_NVNM_CELLS)) return;
        mesh->cells_read++;
    }
    mesh->stage = SKY_NVNM_WHOLE;
}

sky_nvnm sky_nvnm_of(sky_body body) {
    sky_nvnm mesh = {.body = body};
    nl_reader r = sky_reader_over(&body);
    if (read_head(&mesh, &r) && read_lists(&mesh, &r)) read_grid(&mesh, &r);
    mesh.gap = sky_gap_of(&r);
    return mesh;
}

unsigned sky_nvnm_count(sky_nvnm_stage stage) {
    static const unsigned counts[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERTICES] = SKY_NVNM_VERTICES_COUNT,
        [SKY_NVNM_TRIANGLES] = SKY_NVNM_TRIANGLES_COUNT,
        [SKY_NVNM_LINKS] = SKY_NVNM_LINKS_COUNT,
        [SKY_NVNM_DOORS] = SKY_NVNM_DOORS_COUNT,
        [SKY_NVNM_COVER] = SKY_NVNM_COVER_COUNT,
        [SKY_NVNM_CELLS] = SKY_GRID_CELL_COUNT,
    };
    return counts[stage];
}
