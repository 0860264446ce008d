/* The file while it is checked, and what checks say with: places, floats, runs. */
#ifndef NAVLINT_PARSERS_METROID_PATH_FINDINGS_H
#define NAVLINT_PARSERS_METROID_PATH_FINDINGS_H

#include "core/groups.h"
#include "core/quick.h"
#include "parsers/metroid_path/places.h"

/* What is kept of each region. */
typedef struct mp_row {
    mp_box box;
    mp_vector centroid;
    double farthest; /* units: mp_farthest of the box */
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

enum {
    MP_BOX_BYTES = 24,
    MP_KINDS = 2, /* of creatures: ground, flyer */
    MP_MASKS = 2, /* of a region: index, type */
    MP_MASK_VALUES = 256,
    MP_QUERIES = 9 /* places of a region that the octree is asked for: its middle, its corners */
};

/* The file while it is checked. What is not sound has a finding that says so: what would follow
 * from it is not reported as well. */
typedef struct mp_check {
    nl_job *job;
    const uint8_t *bytes;
    const mp_document *doc;
    mp_map map;
    mp_row *rows;
    uint8_t *marks;      /* scratch: one for each node, link, region, link of points, octree node */
    uint32_t *last_link; /* of each node */
    uint32_t *prior_link; /* of each link: the one before on the same node */
    uint64_t *joined;     /* one bit for each ordered pair of regions; NULL: too many regions */
    uint32_t row_words;   /* of a row of it */
    nl_groups groups[MP_KINDS];
    nl_groups point_groups;
    uint32_t *next;         /* scratch of the bitmaps: the next of the same group */
    uint64_t *members;      /* scratch of the bitmaps: one bit for each thing */
    uint32_t *heights;      /* of the tree below each octree node */
    uint32_t *stack;        /* of the search for cycles */
    uint32_t *queries;      /* MP_QUERIES of each region: the leaves where its places are sent to */
    uint64_t tries_left;    /* edges that may be compared with links */
    bool are_normals_along; /* all of them, which is reported */
    bool is_tree_shifted;   /* the centre of an octree node is wrong, which is reported */
    bool indexes_sound, nodes_sound, links_sound, lookups_sound, tree_sound, points_sound;
    uint32_t (*masks)[MP_MASK_VALUES]; /* regions that have the value: set up to mask_ends */
    uint32_t mask_ends[MP_MASKS];      /* one more than the highest value that one has */
    uint32_t leaves;
} mp_check;

static inline uint32_t mp_count(const mp_check *c, mp_section section) {
    return c->doc->lists[section].count;
}

/* A record of the section. */
static inline const uint8_t *mp_record_of(const mp_check *c, mp_section section, uint32_t index) {
    return mp_record(c->bytes, c->doc, section, index);
}

/* What the sources do not confirm is not measured. */
static inline bool mp_has_geometry(const mp_check *c) {
    return c->doc->layout->is_confirmed;
}

/* Whether a link leads from region a to b. */
static inline bool mp_is_joined(const mp_check *c, uint32_t a, uint32_t b) {
    return (c->joined[(uint64_t)a * c->row_words + b / 64] >> b % 64 & 1) != 0;
}

/* The types of regions that creatures of the kind use. */
static inline uint32_t mp_kind_mask(int kind) {
    return kind == 0 ? MP_GROUND : MP_FLYABLE;
}

/* ---- Places ---- */

/* The place of a record of the section. */
static inline nl_place mp_place_of(const mp_check *c, mp_section section, uint32_t index) {
    return mp_map_place(&c->map, section, index);
}

/* Another place of a finding: a field of a record. message is static. */
navlint_related mp_beside(const mp_check *c, mp_section section, uint32_t index, unsigned field,
                          const char *message);

/* The same for records [start, start + count) of the section, which are there. */
navlint_related mp_beside_run(const mp_check *c, mp_section section, uint32_t start, uint32_t count,
                              const char *message);

/* ---- Runs: items [start, start + count) of a list ---- */

static inline bool mp_run_fits(uint32_t start, uint32_t count, uint32_t total) {
    return start <= total && count <= total - start;
}

/* A run, and how many items the list has. */
typedef struct mp_run {
    uint32_t start, count, total;
} mp_run;

/* The fields of a record that say which run it has. */
typedef struct mp_run_fields {
    unsigned start, count;
} mp_run_fields;

/* Reports that the run of the record at `place` is not wholly in the list: of the count, if the
 * first item is there, else of the start; the other field is beside it. {0} and {1} of the message
 * are the first and the last item, {2} is how many there are. */
void mp_found_run(const nl_place *place, unsigned rule, mp_run_fields fields, mp_run run);

/* {0} and {1} of a message about a run of at least one item: the first one and the last one. */
static inline nl_draft mp_run_draft(uint32_t start, uint32_t count) {
    return (nl_draft){.args = {nl_uint(start), nl_uint((uint64_t)start + count - 1)}};
}

/* ---- Floats ---- */

/* Floats that follow each other in the records of a section. */
typedef struct mp_floats {
    mp_section section;
    unsigned first; /* field */
    uint32_t count;
    unsigned rule; /* if one is not finite */
    bool is_place; /* too far away is odd */
} mp_floats;

#define MP_FARTHEST 1e6 /* units from the origin that no room needs */

/* Magnitudes of floats, as their bits. */
#define MP_BITS_OF_FARTHEST      0x49742400u /* MP_FARTHEST */
#define MP_BITS_OF_LARGEST_FLOAT 0x7F7FFFFFu

/* Whether no float is larger, read from their bits: those that are not finite are. */
static inline bool mp_floats_are_plain(const uint8_t *floats, uint32_t count, uint32_t most) {
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t magnitude = nl_load_u32be(floats + 4 * (size_t)i) & 0x7FFFFFFF;
        largest = magnitude > largest ? magnitude : largest;
    }
    return largest <= most;
}

/* Reports the odd ones of a record's floats; false if one is not finite. */
bool mp_check_each_float(const mp_check *c, uint32_t index, const mp_floats *floats);

/* The same for floats at p, nearly all of which are plain. */
static inline bool mp_check_floats(const mp_check *c, uint32_t index, const mp_floats *floats,
                                   const uint8_t *p) {
    const uint32_t most = floats->is_place ? MP_BITS_OF_FARTHEST : MP_BITS_OF_LARGEST_FLOAT;
    return NL_QUICK(mp_floats_are_plain(p, floats->count, most)) ||
           mp_check_each_float(c, index, floats);
}

/* Reports the axes on which the box of a record ends before it starts. min_x: the first of its six
 * fields. */
void mp_found_order(const nl_place *place, unsigned rule, unsigned min_x);

#endif
