/* What the check files of this room share. */
#ifndef NAVLINT_METROID_PATH_CHECK_H
#define NAVLINT_METROID_PATH_CHECK_H

#include "core/path.h"
#include "parsers/metroid_path/records.h"

/* What is kept of each region while the file is judged. */
typedef struct mp_row {
    mp_box box;
    mp_vector centroid;
    uint32_t nodes, node_start;
    uint32_t links, link_start;
    uint32_t types;
    bool has_nodes;  /* nodes of the table, and at least one */
    bool has_links;  /* links of the table, if any */
    bool owns_nodes; /* no earlier region has one of them */
    bool owns_links;
    bool has_box;  /* finite numbers in order, and a finite centroid */
    bool has_ring; /* its nodes make a polygon of finite numbers */
    bool is_listed;
} mp_row;

enum { MP_KINDS = 2, MP_TYPE_VALUES = 256 };

/* Groups of things that links join: a forest. */
typedef struct mp_groups {
    uint32_t *parent;
    uint32_t count; /* of things */
} mp_groups;

/* The file while it is judged. What is not sound has a finding that says so: what would follow from
 * it is not told as well. */
typedef struct mp_check {
    nl_job *job;
    const uint8_t *bytes;
    const mp_document *doc;
    mp_row *rows;
    uint8_t *node_marks; /* 1: has an owner */
    uint8_t *link_marks;
    uint64_t *joined;    /* one bit for each ordered pair of regions; NULL: too many regions */
    uint32_t pair_words; /* of a row of it */
    mp_groups groups[MP_KINDS]; /* ground, flyer */
    mp_groups point_groups;
    uint32_t *next;        /* scratch of the bitmaps: lists of the groups' members */
    uint64_t *member_bits; /* scratch of the bitmaps: one bit for each thing */
    uint8_t *parents;      /* of each octree node; stops at 2 */
    uint8_t *states;       /* of each octree node, in the search for cycles */
    uint32_t *heights;     /* of the tree below each octree node */
    uint32_t *stack;       /* of the search */
    uint32_t *queries;     /* of each region: the leaves where its places end */
    uint32_t root_height;
    bool indexes_sound, nodes_sound, links_sound, lookups_sound, tree_sound;
    uint32_t masks[MP_KINDS][MP_TYPE_VALUES]; /* index, type: regions that have the value */
    uint32_t leaves;
} mp_check;

/* Where a finding is: an item of a list of the document, and the field. */
typedef struct mp_place {
    mp_section section;
    uint32_t index;
    const char *member;
    nl_type type;
    uint64_t at;
} mp_place;

void mp_found(const mp_check *c, unsigned rule, mp_place place, nl_draft draft);

static inline mp_place mp_region_place(const mp_check *c, uint32_t region, const char *member,
                                       nl_type type, uint32_t at) {
    return (mp_place){MP_REGIONS, region, member, type, mp_region_at(c->doc, region) + at};
}

#endif
