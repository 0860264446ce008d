/* Regions as faces in their ring order, the graph of points as lines. */
#include "parsers/metroid_path/records.h"

static uint64_t draw_position(nl_mesh *mesh, const uint8_t *p) {
    const mp_vector v = mp_vector_at(p);
    return nl_mesh_vertex(mesh, (double[3]){v.x, v.y, v.z});
}

/* ---- Regions ---- */

enum { MOST_CORNERS = 1024 }; /* of a face; of a longer ring every so manieth node is drawn */

/* Every region may claim all nodes: rings are drawn until as many are as there are nodes. */
static uint32_t draw_ring(const nl_job *job, const mp_document *doc, uint32_t region,
                          uint32_t nodes_left, nl_mesh *mesh) {
    uint64_t corners[MOST_CORNERS];
    const uint8_t *const p = mp_record(job->bytes, doc, MP_REGIONS, region);
    const uint32_t nodes = doc->lists[MP_NODES].count;
    const uint32_t count = mp_word(p, MP_REGION_NODE_COUNT_AT);
    const uint32_t start = mp_word(p, MP_REGION_NODE_START_AT);
    if (count < 3 || start > nodes || count > nodes - start || count > nodes_left) return 0;
    const uint32_t step = (count + MOST_CORNERS - 1) / MOST_CORNERS;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < count; i += step)
        corners[drawn++] = draw_position(mesh, mp_record(job->bytes, doc, MP_NODES, start + i));
    nl_mesh_face(mesh, corners, drawn);
    return count;
}

static void draw_regions(const nl_job *job, const mp_document *doc, nl_mesh *mesh) {
    uint32_t nodes_left = doc->lists[MP_NODES].count;
    nl_mesh_object(mesh, "regions");
    for (uint32_t i = 0; i < doc->lists[MP_REGIONS].count && !mesh->stopped; i++)
        nodes_left -= draw_ring(job, doc, i, nodes_left, mesh);
}

/* ---- Points ---- */

static uint32_t link_of(const nl_job *job, const mp_document *doc, uint32_t link) {
    return nl_load_u32be(mp_record(job->bytes, doc, MP_POINT_LINKS, link));
}

/* Lines are drawn until as many are as there are links. */
static uint32_t draw_point_links(const nl_job *job, const mp_document *doc, uint32_t point,
                                 uint64_t first, nl_mesh *mesh) {
    const uint8_t *const p = mp_record(job->bytes, doc, MP_GRAPH_POINTS, point);
    const uint32_t links = doc->lists[MP_POINT_LINKS].count;
    const uint32_t count = mp_word(p, MP_POINT_LINK_COUNT_AT);
    const uint32_t start = mp_word(p, MP_POINT_LINK_START_AT);
    if (start > links || count > links - start) return 0;
    for (uint32_t i = start; i < start + count && !mesh->stopped; i++) {
        const uint32_t other = link_of(job, doc, i);
        if (other < doc->lists[MP_GRAPH_POINTS].count && other != point)
            nl_mesh_line(mesh, first + point, first + other);
    }
    return count;
}

static void draw_points(const nl_job *job, const mp_document *doc, nl_mesh *mesh) {
    const uint32_t count = doc->lists[MP_GRAPH_POINTS].count;
    uint32_t links_left = doc->lists[MP_POINT_LINKS].count;
    const uint64_t first = mesh->vertex_count;
    nl_mesh_object(mesh, "points");
    for (uint32_t i = 0; i < count && !mesh->stopped; i++)
        (void)draw_position(mesh, mp_record(job->bytes, doc, MP_GRAPH_POINTS, i));
    for (uint32_t i = 0; i < count && !mesh->stopped; i++) {
        const uint32_t own =
            mp_word(mp_record(job->bytes, doc, MP_GRAPH_POINTS, i), MP_POINT_LINK_COUNT_AT);
        if (own <= links_left) links_left -= draw_point_links(job, doc, i, first, mesh);
    }
}

void mp_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const mp_document *const doc = document;
    draw_regions(job, doc, mesh);
    if (doc->lists[MP_GRAPH_POINTS].count != 0) draw_points(job, doc, mesh);
}
