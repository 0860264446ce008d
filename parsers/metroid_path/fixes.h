/* The functions behind rows of fixes.def, and what they share. */
#ifndef NAVLINT_PARSERS_METROID_PATH_FIXES_H
#define NAVLINT_PARSERS_METROID_PATH_FIXES_H

#include "core/arena.h"
#include "parsers/fix.h"
#include "parsers/metroid_path/records.h"

/* ---- What they share (fix_parts.c) ---- */

/* The file of a finding while a fix for it is made. */
typedef struct mp_patch {
    nl_fixer *fixer;
    const uint8_t *bytes;
    const mp_document *doc;
    uint32_t index; /* of the record that the finding is about: the first number of its path */
} mp_patch;

/* Returns false if the sections could not be followed to the end. */
bool mp_fix_begin(nl_fixer *fixer, const navlint_finding *finding, mp_patch *patch);

static inline uint32_t mp_fix_count(const mp_patch *p, mp_section section) {
    return p->doc->lists[section].count;
}

static inline const uint8_t *mp_fix_record(const mp_patch *p, mp_section section, uint32_t index) {
    return mp_record(p->bytes, p->doc, section, index);
}

/* Whether the record that the finding is about is one of the section. */
static inline bool mp_fix_is_in(const mp_patch *p, mp_section section) {
    return p->index < mp_fix_count(p, section);
}

/* A field of a record of the section. Its path lives as long as the round. */
navlint_field mp_fix_field(const mp_patch *p, mp_section section, uint32_t index, unsigned field);

/* The field that says how many records the section has. */
navlint_field mp_fix_count_field(const mp_patch *p, mp_section section);

bool mp_fix_set_word(const mp_patch *p, mp_section section, uint32_t index, unsigned field,
                     uint32_t value);

/* Returns false for what is no finite float. */
bool mp_fix_set_float(const mp_patch *p, mp_section section, uint32_t index, unsigned field,
                      double value);

/* The three floats from `field`, the span, on. */
bool mp_fix_set_vector(const mp_patch *p, mp_section section, uint32_t index, unsigned field,
                       mp_vector value);

/* Whether nothing but FF follows the data. */
bool mp_fix_ends_in_fill(const mp_patch *p);

/* Fills the file up again, whose data get `growth` bytes longer; what has no fill gets none. */
bool mp_fix_refill(const mp_patch *p, int64_t growth);

/* ---- The ring of a region (fix_rings.c) ---- */

typedef struct mp_fix_ring {
    const uint8_t *region, *nodes;
    uint32_t start, count;
    double area; /* twice, seen from above; negative: clockwise */
} mp_fix_ring;

/* Returns false if the region has no ring of nodes that are there. */
bool mp_fix_ring_of(const mp_patch *p, uint32_t region, mp_fix_ring *ring);

mp_vector mp_fix_node(const mp_fix_ring *ring, uint32_t index);

/* The region that has item `item` of nodes or links; NL_NO_INDEX: none. */
uint32_t mp_fix_owner(const mp_patch *p, unsigned start_field, unsigned count_field, uint32_t item);

/* ---- The functions ---- */

/* fix_file.c */
bool mp_fix_byte_order(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_fill(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_garbage(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_leftover(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_index(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_mask(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_leaf_value(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_leaf_children(nl_fixer *fixer, const navlint_finding *finding);

/* fix_runs.c */
bool mp_fix_node_start(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_link_start(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_point_link_start(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_point_cost_start(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_loose_nodes(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_loose_links(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_loose_point_links(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_remove_link(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_remove_point_link(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_point_cost(nl_fixer *fixer, const navlint_finding *finding);

/* fix_rings.c */
bool mp_fix_floor_normal(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_region_float(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_winding(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_height(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_box(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_centroid(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_edge_normal(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_node_float(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_all_normals(nl_fixer *fixer, const navlint_finding *finding);

/* fix_links.c */
bool mp_fix_inverse(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_width(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_link_edge(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_link_region(nl_fixer *fixer, const navlint_finding *finding);

/* fix_maps.c */
bool mp_fix_map_tail(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_unused_words(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_missing_bits(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_extra_bits(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_stranger_bits(nl_fixer *fixer, const navlint_finding *finding);

/* fix_octree.c */
bool mp_fix_octree(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_center(nl_fixer *fixer, const navlint_finding *finding);
bool mp_fix_unused_float(nl_fixer *fixer, const navlint_finding *finding);

#endif
