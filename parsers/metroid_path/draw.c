/* Regions as faces in their ring order, the graph of points as lines. */
#include "parsers/metroid_path/records.h"

typedef struct mp_drawing {
    const uint8_t *bytes;
    const mp_document *doc;
    nl_mesh *mesh;
} mp_drawing;

static const uint8_t *record_of(const mp_drawing *d, mp_section section, uint32_t index) {
    return mp_record(d->bytes, d->doc, section, index);
}

/* The shapes to come are of this record. */
static void draw_from(const mp_drawing *d, mp_section section, uint32_t index, uint64_t flags) {
    const nl_path list = nl_key(NULL, mp_sections[section].list);
    const nl_path item = nl_item(&list, index);
    const nl_drawn drawn = {.at = mp_record_at(d->doc, section, index),
                            .length = mp_stride_of(d->doc->layout, section),
                            .subject = {.kind = mp_sections[section].subject, .id = index},
                            .flags = flags};
    nl_mesh_record(d->mesh, &item, &drawn);
}

/* The vector that a node or point starts with. */
static uint64_t draw_position(const mp_drawing *d, const uint8_t *p) {
    const mp_vector v = mp_vector_at(p);
    return nl_mesh_vertex(d->mesh, (double[3]){v.x, v.y, v.z});
}

static uint64_t draw_node(const mp_drawing *d, uint32_t node) {
    draw_from(d, MP_NODES, node, 0);
    return draw_position(d, record_of(d, MP_NODES, node));
}

/* ---- Regions ---- */

enum { MOST_CORNERS = 1024 }; /* of a face; of a longer ring every nth node is drawn */

/* Every region may claim all nodes, so a drawing has no more corners than there are nodes. Returns
 * how many of nodes_left the ring took. */
static uint32_t draw_ring(const mp_drawing *d, uint32_t region, uint32_t nodes_left) {
    uint64_t corners[MOST_CORNERS];
    const uint8_t *const p = record_of(d, MP_REGIONS, region);
    const uint32_t nodes = d->doc->lists[MP_NODES].count;
    const uint32_t count = mp_word(p, MP_REGION_NODE_COUNT_AT);
    const uint32_t start = mp_word(p, MP_REGION_NODE_START_AT);
    if (count < 3 || start > nodes || count > nodes - start || count > nodes_left) return 0;
    const uint32_t step = (count + MOST_CORNERS - 1) / MOST_CORNERS;
    uint32_t drawn = 0;
    for (uint32_t i = 0; i < count; i += step)
        corners[drawn++] = draw_node(d, start + i);
    draw_from(d, MP_REGIONS, region, nl_load_u16be(p + MP_REGION_TYPE_MASK_AT));
    nl_mesh_face(d->mesh, corners, drawn);
    return count;
}

static void draw_regions(const mp_drawing *d) {
    uint32_t nodes_left = d->doc->lists[MP_NODES].count;
    nl_mesh_object(d->mesh, "regions");
    for (uint32_t i = 0; i < d->doc->lists[MP_REGIONS].count && !d->mesh->stopped; i++)
        nodes_left -= draw_ring(d, i, nodes_left);
}

/* ---- Points ---- */

static void draw_point(const mp_drawing *d, uint32_t point) {
    const uint8_t *const p = record_of(d, MP_GRAPH_POINTS, point);
    draw_from(d, MP_GRAPH_POINTS, point, mp_word(p, MP_POINT_FLAGS_AT));
    (void)draw_position(d, p);
}

/* first: the vertex of point 0. Returns how many links the point has. */
static uint32_t draw_point_links(const mp_drawing *d, uint32_t point, uint64_t first) {
    const uint8_t *const p = record_of(d, MP_GRAPH_POINTS, point);
    const uint32_t points = d->doc->lists[MP_GRAPH_POINTS].count;
    const uint32_t links = d->doc->lists[MP_POINT_LINKS].count;
    const uint32_t count = mp_word(p, MP_POINT_LINK_COUNT_AT);
    const uint32_t start = mp_word(p, MP_POINT_LINK_START_AT);
    if (start > links || count > links - start) return 0;
    for (uint32_t i = start; i < start + count && !d->mesh->stopped; i++) {
        const uint32_t other = nl_load_u32be(record_of(d, MP_POINT_LINKS, i));
        if (other >= points || other == point) continue;
        draw_from(d, MP_POINT_LINKS, i, 0);
        nl_mesh_line(d->mesh, first + point, first + other);
    }
    return count;
}

/* Every point may claim all links, so a drawing has no more lines than there are links. */
static void draw_points(const mp_drawing *d) {
    const uint32_t count = d->doc->lists[MP_GRAPH_POINTS].count;
    uint32_t links_left = d->doc->lists[MP_POINT_LINKS].count;
    const uint64_t first = d->mesh->vertex_count;
    nl_mesh_object(d->mesh, "points");
    for (uint32_t i = 0; i < count && !d->mesh->stopped; i++)
        draw_point(d, i);
    for (uint32_t i = 0; i < count && !d->mesh->stopped; i++) {
        const uint32_t own = mp_word(record_of(d, MP_GRAPH_POINTS, i), MP_POINT_LINK_COUNT_AT);
        if (own <= links_left) links_left -= draw_point_links(d, i, first);
    }
}

void mp_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const mp_drawing d = {job->bytes, document, mesh};
    draw_regions(&d);
    if (d.doc->lists[MP_GRAPH_POINTS].count != 0) draw_points(&d);
}
