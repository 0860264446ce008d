/* Nodes as points, links between nodes of this file as lines. */
#include "parsers/gta_nodes/records.h"

static const double eighth = 1.0 / 8;

/* The record at `at` of the list `key`, which findings call `kind` and count by the same number. */
static void draw_from(nl_mesh *mesh, const char *key, uint32_t row, nl_drawn drawn) {
    const nl_path list = nl_key(NULL, key);
    const nl_path item = nl_item(&list, row);
    drawn.subject.id = row;
    nl_mesh_record(mesh, &item, &drawn);
}

static void draw_node(const gta_file *f, uint32_t node, nl_mesh *mesh) {
    const uint8_t *const p = gta_node(f, node);
    const gta_position place = gta_node_position(f->doc, p);
    const double position[3] = {place.x * eighth, place.y * eighth, place.z * eighth};
    draw_from(mesh, "nodes", node,
              (nl_drawn){.at = gta_node_at(f->doc, node),
                         .length = f->doc->layout->node_bytes,
                         .subject.kind = "node",
                         .flags = gta_node_flags(p)});
    (void)nl_mesh_vertex(mesh, position);
}

/* Whether the link leads to a node of this file. */
static bool is_local(const gta_file *f, uint32_t link) {
    return (link & 0xFFFF) == f->doc->area && link >> 16 < f->doc->node_count;
}

static bool has_link(const gta_file *f, uint32_t node, uint32_t wanted) {
    const uint8_t *const p = gta_node(f, node);
    for (uint32_t i = 0, row = gta_node_base(p); i < gta_node_links(p); i++, row++)
        if (row < f->doc->link_count && gta_link(f, row) == wanted) return true;
    return false;
}

/* The intersection flags of a link, where the file has them. */
static uint64_t crossing_of(const gta_file *f, uint32_t row) {
    return f->doc->at.flags + row < f->job->length ? gta_crossing(f, row) : 0;
}

/* Two nodes that name each other get one line: from the first of them. */
static void draw_link(const gta_file *f, uint32_t node, uint32_t row, nl_mesh *mesh) {
    const uint32_t link = gta_link(f, row);
    const uint32_t other = link >> 16;
    if (!is_local(f, link) || other == node) return;
    if (other < node && has_link(f, other, f->doc->area | node << 16)) return;
    draw_from(mesh, "links", row,
              (nl_drawn){.at = gta_link_at(f->doc, row),
                         .length = GTA_LINK_BYTES,
                         .subject.kind = "link",
                         .flags = crossing_of(f, row)});
    nl_mesh_line(mesh, node, other);
}

/* Nodes have at most 15 links, so that shared runs cannot multiply the work. */
static void draw_links(const gta_file *f, uint32_t node, nl_mesh *mesh) {
    const uint8_t *const p = gta_node(f, node);
    for (uint32_t i = 0, row = gta_node_base(p); i < gta_node_links(p); i++, row++)
        if (row < f->doc->link_count) draw_link(f, node, row, mesh);
}

void gta_draw(const nl_job *job, const void *document, nl_mesh *mesh) {
    const gta_document *const doc = document;
    const gta_file f = {.job = job, .bytes = job->bytes, .doc = doc};
    for (uint32_t i = 0; i < doc->node_count && !mesh->stopped; i++) {
        if (i == 0 && gta_is_vehicle(doc, 0)) nl_mesh_object(mesh, "vehicleNodes");
        if (i == doc->counts.vehicles) nl_mesh_object(mesh, "pedNodes");
        draw_node(&f, i, mesh);
    }
    nl_mesh_object(mesh, "links");
    for (uint32_t i = 0; i < doc->node_count && !mesh->stopped; i++)
        draw_links(&f, i, mesh);
}
