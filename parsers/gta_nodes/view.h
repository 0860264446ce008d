/* Where a file's sections are, and what a record is: taken out of the document for the loops over
 * all links, so that the compiler knows that nothing they write changes it. */
#ifndef NAVLINT_PARSERS_GTA_NODES_VIEW_H
#define NAVLINT_PARSERS_GTA_NODES_VIEW_H

#include "core/checked.h"
#include "parsers/gta_nodes/records.h"

typedef struct gta_view {
    const uint8_t *nodes, *navis, *links, *navi_links, *lengths, *flags;
    uint32_t node_count, vehicles, navi_count, link_count;
    uint32_t area;
    uint32_t node_bytes, navi_bytes, navi_xy_at;
    bool is_extended, has_wide_flood;
} gta_view;

/* Nodes of one kind in a file of one kind: constants where a loop is made for each. */
typedef struct gta_kind {
    bool is_extended, is_vehicle;
} gta_kind;

/* Nodes of one kind: vehicle nodes come first. */
typedef struct gta_nodes {
    uint32_t first, end;
    bool are_vehicles;
} gta_nodes;

static inline gta_view gta_view_of(const gta_file *f) {
    const gta_document *const doc = f->doc;
    const gta_layout *const l = doc->layout;
    return (gta_view){
        .nodes = f->bytes + doc->at.nodes,
        .navis = f->bytes + doc->at.navis,
        .links = f->bytes + doc->at.links,
        .navi_links = f->bytes + doc->at.navi_links,
        .lengths = f->bytes + doc->at.lengths,
        .flags = f->bytes + doc->at.flags,
        .node_count = doc->node_count,
        .vehicles = (uint32_t)nl_min(doc->counts.vehicles, doc->node_count),
        .navi_count = doc->navi_count,
        .link_count = doc->link_count,
        .area = doc->area,
        .node_bytes = l->node_bytes,
        .navi_bytes = l->navi_bytes,
        .navi_xy_at = l->navi_xy_at,
        .is_extended = l->is_extended,
        .has_wide_flood = l->has_wide_flood,
    };
}

static inline gta_nodes gta_vehicle_nodes(const gta_view *v) {
    return (gta_nodes){0, v->vehicles, true};
}

static inline gta_nodes gta_ped_nodes(const gta_view *v) {
    return (gta_nodes){v->vehicles, v->node_count, false};
}

static inline const uint8_t *gta_view_node(const gta_view *v, uint32_t node) {
    return v->nodes + (size_t)node * v->node_bytes;
}

/* The links of the node at `node`. None, if they are not all in the file. */
static inline gta_range gta_view_links(const gta_view *v, const uint8_t *node) {
    const uint32_t first = gta_node_base(node);
    const uint32_t end = first + gta_node_links(node);
    return (gta_range){first, end <= v->link_count ? end : first};
}

static inline uint32_t gta_view_link(const gta_view *v, uint32_t row) {
    return nl_load_u32(v->links + (size_t)row * GTA_LINK_BYTES);
}

static inline uint32_t gta_view_navi_link(const gta_view *v, gta_kind kind, uint32_t row) {
    if (kind.is_extended)
        return nl_load_u32(v->navi_links + (size_t)row * GTA_WIDE_NAVI_LINK_BYTES);
    const uint32_t raw = nl_load_u16(v->navi_links + (size_t)row * GTA_NAVI_LINK_BYTES);
    return gta_widened(raw);
}

#endif
