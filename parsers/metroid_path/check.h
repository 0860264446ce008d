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
    bool is_finite; /* all its numbers are */
    bool has_box;   /* is_finite, and the box is in order */
    bool has_ring;  /* its nodes make a polygon of finite numbers */
} mp_row;

enum { MP_KINDS = 2, MP_MASK_VALUES = 256, MP_LEVELS = 32 };

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
    uint8_t *marks;      /* scratch: one for each node, link, region, link of points, octree node */
    uint32_t *last_link; /* of each node */
    uint32_t *prior_link; /* of each link: the one before on the same node */
    uint64_t *joined;     /* one bit for each ordered pair of regions; NULL: too many regions */
    uint32_t row_words;   /* of a row of it */
    mp_groups groups[MP_KINDS]; /* ground, flyer */
    mp_groups point_groups;
    uint32_t *next;      /* scratch of the bitmaps: the next of the same group */
    uint64_t *members;   /* scratch of the bitmaps: one bit for each thing */
    uint32_t *heights;   /* of the tree below each octree node */
    uint32_t *stack;     /* of the search for cycles */
    uint32_t *queries;   /* of each region: the leaves where its places are sent to */
    uint64_t tries_left; /* edges that may be compared with links */
    bool indexes_sound, nodes_sound, links_sound, lookups_sound, tree_sound, points_sound;
    uint32_t masks[2][MP_MASK_VALUES]; /* index, type: regions that have the value */
    uint32_t mask_ends[2];             /* one more than the highest value that one has */
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

static inline uint32_t mp_count(const mp_check *c, mp_section section) {
    return c->doc->lists[section].count;
}

/* What the sources do not confirm is not measured. */
static inline bool mp_has_geometry(const mp_check *c) {
    return c->doc->layout->is_confirmed;
}

/* A field of a record; the whole record without a type. */
static inline mp_place mp_node_place(const mp_check *c, uint32_t index, const char *member,
                                     nl_type type, uint32_t at) {
    return (mp_place){MP_NODES, index, member, type, mp_node_at(c->doc, index) + at};
}

static inline mp_place mp_link_place(const mp_check *c, uint32_t index, const char *member,
                                     nl_type type, uint32_t at) {
    return (mp_place){MP_LINKS, index, member, type, mp_link_at(c->doc, index) + at};
}

static inline mp_place mp_region_place(const mp_check *c, uint32_t index, const char *member,
                                       nl_type type, uint32_t at) {
    return (mp_place){MP_REGIONS, index, member, type, mp_region_at(c->doc, index) + at};
}

static inline mp_place mp_octant_place(const mp_check *c, uint32_t index, const char *member,
                                       nl_type type, uint32_t at) {
    return (mp_place){MP_OCTREE, index, member, type, mp_octant_at(c->doc, index) + at};
}

static inline mp_place mp_point_place(const mp_check *c, uint32_t index, const char *member,
                                      nl_type type, uint32_t at) {
    return (mp_place){MP_GRAPH_POINTS, index, member, type, mp_point_at(c->doc, index) + at};
}

/* ---- Floats ---- */

/* Consecutive floats of a record. */
typedef struct mp_floats {
    const char *const *members;
    uint32_t count;
    unsigned rule; /* if one is not finite */
    bool is_place; /* too far away is odd */
} mp_floats;

/* Whether all are finite and none is farther away than a million: told from their bits. */
static inline bool mp_are_plain(const uint8_t *floats, uint32_t count) {
    const uint32_t million = 0x49742400;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t magnitude = nl_load_u32be(floats + 4 * (size_t)i) & 0x7FFFFFFF;
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest <= million;
}

/* The same, float by float. */
bool mp_judge_floats(const mp_check *c, mp_place place, const mp_floats *floats);

/* Judges the floats at `place`, whose member and type are left out; false if one is not finite. */
static inline bool mp_check_floats(const mp_check *c, mp_place place, const mp_floats *floats) {
    return mp_are_plain(c->bytes + place.at, floats->count) || mp_judge_floats(c, place, floats);
}

/* ---- Groups ---- */

void mp_groups_clear(mp_groups *groups);
uint32_t mp_group_of(const mp_groups *groups, uint32_t thing);
void mp_groups_join(mp_groups *groups, uint32_t a, uint32_t b);

/* Whether a link leads from region a to b. */
static inline bool mp_is_joined(const mp_check *c, uint32_t a, uint32_t b) {
    return (c->joined[(uint64_t)a * c->row_words + b / 64] >> b % 64 & 1) != 0;
}

static inline uint32_t mp_kind_mask(int kind) {
    return kind == 0 ? MP_GROUND : MP_FLYABLE;
}

/* ---- Runs ---- */

/* Marks items [start, start + count) as owned until one is so already; whether none was. */
bool mp_own(uint8_t *marks, uint32_t start, uint32_t count);

/* Items of marks[0, count) without an owner, and the first of them. */
uint32_t mp_unowned(const uint8_t *marks, uint32_t count, uint32_t *first);

/* ---- The checks, in their order; those that return false have used up the budget ---- */

void mp_check_regions(mp_check *c); /* numbers and values of the regions: fills the rows */
void mp_check_runs(mp_check *c);    /* who owns which nodes and links */
void mp_check_rings(mp_check *c);
bool mp_check_links(mp_check *c);
void mp_check_octree(mp_check *c); /* its shape */
void mp_check_boxes(mp_check *c);  /* its geometry */
bool mp_check_leaves(mp_check *c); /* what its leaves list */
bool mp_check_points(mp_check *c);
void mp_check_maps(mp_check *c);

#endif
