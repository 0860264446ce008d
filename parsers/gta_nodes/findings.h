/* What decoding and checks say something with, and the state of a check. */
#ifndef NAVLINT_PARSERS_GTA_NODES_FINDINGS_H
#define NAVLINT_PARSERS_GTA_NODES_FINDINGS_H

#include "core/index.h"
#include "core/place.h"
#include "parsers/gta_nodes/records.h"

/* The files of a set, by area. */
typedef struct gta_map {
    const nl_set *set;
    gta_file *files;
    uint32_t *areas; /* of the files; GTA_NONE: not known */
    nl_index index;  /* from area to file */
    uint32_t dim;
    bool is_whole;    /* most of its areas are there: it is meant to be all of the map */
    bool is_complete; /* every area that is linked to is there */
} gta_map;

/* Marks of a link. */
enum gta_mark {
    GTA_SUSPECT = 1, /* it is not plain */
    GTA_SHARED = 2   /* several nodes say that it is theirs */
};

/* One file while it is checked. First by itself: then what leads out of it is left alone. Then, in
 * a set, what leads out of it and nothing else: so no place is judged twice. */
typedef struct gta_check {
    const gta_file *file;
    const gta_map *map; /* NULL: by itself */
    nl_budget *budget;
    uint32_t areas;          /* of the map; as many as there can be if that is not known */
    uint32_t shown_areas;    /* the same; in a set, as the other files show */
    uint8_t *suspects;       /* a gta_mark of each link */
    uint8_t *uses;           /* links that use a navi node; stops at 255 */
    struct gta_notes *notes; /* for the set; NULL: none are made */
    bool has_shared_links;   /* nodes say that links of others are theirs, and that is reported */
    uint64_t outward_links;
    uint64_t navis_elsewhere; /* links of vehicle nodes that use navi nodes of other files */
} gta_check;

/* How many areas the map of a file has; as many as there can be if the file does not show it. */
uint32_t gta_areas_of(const gta_document *doc);

/* Whether the map has no such area, and this is the first round to know. In a set what leads there
 * is reported, and then judged as if the area were not there, as the file alone would have it. */
bool gta_is_beyond(const gta_check *c, uint32_t area);

/* The file of an area; NULL if it is not there or could not be decoded. */
const gta_file *gta_file_in(const gta_map *map, uint32_t area);

/* The same: the file that is checked, or one of the set. */
const gta_file *gta_file_of(const gta_check *c, uint32_t area);

/* One link as its node has it. */
typedef struct gta_row {
    const gta_file *file;
    uint32_t row;  /* in the link sections */
    uint32_t node; /* that owns it */
    uint32_t area, target;
} gta_row;

static inline gta_row gta_row_at(const gta_file *f, uint32_t node, uint32_t row) {
    const uint32_t link = gta_link(f, row);
    return (gta_row){f, row, node, link & 0xFFFF, link >> 16};
}

/* Whether the link leads up: by area number, then by node number. */
static inline bool gta_is_lower(const gta_row *row) {
    return gta_address(row->file->doc->area, row->node) < gta_address(row->area, row->target);
}

/* ---- Places ---- */

/* The input from offset `at` on. */
nl_place gta_place_at(const nl_job *job, uint64_t at);

/* A node or navi node of the file, and where it is in the world. Navi nodes have no height: that is
 * of the node that they lead to if it is in the file, else 0. */
nl_place gta_node_place(const gta_file *f, uint32_t node);
nl_place gta_navi_place(const gta_file *f, uint32_t navi);

/* The entry of link `row` in the section of which `record` is the number: one of GTA_LINK_RECORD,
 * GTA_NAVI_LINK_RECORD, GTA_WIDE_NAVI_LINK_RECORD, GTA_LENGTH_RECORD, GTA_CROSSING_RECORD. Which
 * node has the link, and so where it is, is left open. */
nl_place gta_link_place(const gta_file *f, unsigned record, uint32_t row);

/* ---- Other places of a finding: left out if they are in another file than `f` ---- */

/* Bytes of a record, from its start. */
typedef struct gta_part {
    uint32_t at;
    uint32_t bytes;
} gta_part;

/* A part of a node of `of`. */
navlint_related gta_node_related(const gta_file *f, const gta_file *of, uint32_t node,
                                 gta_part part, const char *message);

/* The position of a node of `of`, as far as it counts. */
navlint_related gta_position_related(const gta_file *f, const gta_file *of, uint32_t node,
                                     const char *message);

/* The flood-fill id of a node of `of`. */
navlint_related gta_flood_related(const gta_file *f, const gta_file *of, uint32_t node,
                                  const char *message);

/* ---- Words ---- */

/* Room for "navi node 65535 of area 65535". */
typedef struct gta_words {
    char chars[48];
} gta_words;

/* "node 7", and of another area than the file's "node 7 of area 12". */
const char *gta_node_words(gta_words *words, const gta_file *f, uint32_t area, uint32_t node);

/* The same of the navi node that a navi link names, which is in the form of gta_navi_link. */
const char *gta_navi_words(gta_words *words, const gta_file *f, uint32_t navi_link);

/* ---- Findings ---- */

/* Drafts for findings whose message says the rest. */
static inline nl_draft gta_odd(void) {
    return (nl_draft){.length = 0};
}

/* The field should have this value. */
static inline nl_draft gta_should_be(uint64_t expected) {
    return (nl_draft){.expected = nl_uint(expected)};
}

/* At most this one. */
static inline nl_draft gta_at_most(uint64_t highest) {
    return (nl_draft){.expected = nl_uint(highest), .relation = NAVLINT_AT_MOST};
}

/* The number of one of `count` things: below the count; of none there is none. */
static inline nl_draft gta_below(uint64_t count) {
    return count != 0 ? gta_at_most(count - 1) : gta_odd();
}

/* Emits a finding as nl_found does. */
void gta_found(const nl_place *place, unsigned rule, unsigned field, nl_draft draft);

/* The same about a field of a link in any of its sections: {0} is its node, {1} says what it leads
 * to. */
void gta_found_link(const gta_row *row, unsigned rule, unsigned field, nl_draft draft);

/* A half of a navi link: of a vanilla one, which is one field, both are the whole. */
typedef enum gta_half { GTA_HALF_NAVI, GTA_HALF_AREA } gta_half;

/* The same about the navi link of a link: {2} says which navi node it names. */
void gta_found_navi_link(const gta_row *row, unsigned rule, gta_half half, nl_draft draft);

/* Emits a finding that so many links use a navi node. */
void gta_found_uses(const gta_file *f, uint32_t navi, uint32_t uses);

/* A coordinate of a node or navi node. */
typedef struct gta_coordinate {
    unsigned field;
    const char *axis; /* "x" */
    int32_t value;    /* eighths of a unit */
    int32_t cell;     /* column or row of the file's area */
} gta_coordinate;

/* Emits a finding that the record at `place` is outside the cell of `area`, its file's: {0} is the
 * axis, {1} the coordinate in units, {2} the area and {3} the cell's range. */
void gta_found_outside(const nl_place *place, unsigned rule, const gta_coordinate *coordinate,
                       uint32_t area);

/* The set as a whole. */
nl_place gta_set_place(const gta_map *map);

/* Emits a finding about it. */
void gta_found_in_set(const gta_map *map, unsigned rule, nl_draft draft);

#endif
