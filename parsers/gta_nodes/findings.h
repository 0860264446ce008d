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

/* One file while it is checked. First by itself: then what leads out of it is left alone. Then, in
 * a set, what leads out of it and nothing else: so no place is judged twice. */
typedef struct gta_check {
    const gta_file *file;
    const gta_map *map; /* NULL: by itself */
    nl_budget *budget;
    uint32_t areas;    /* of the map; as many as there can be if that is not known */
    uint8_t *suspects; /* links that are not plain */
    uint8_t *uses;     /* links that use a navi node; stops at 255 */
    uint64_t outward_links;
    uint64_t navis_elsewhere; /* links of vehicle nodes that use navi nodes of other files */
} gta_check;

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

nl_place gta_node_place(const gta_file *f, uint32_t node);
nl_place gta_navi_place(const gta_file *f, uint32_t navi);

/* The entry of link `row` in the section of which `record` is the number: one of GTA_LINK_RECORD,
 * GTA_NAVI_LINK_RECORD, GTA_WIDE_NAVI_LINK_RECORD, GTA_LENGTH_RECORD, GTA_CROSSING_RECORD. */
nl_place gta_link_place(const gta_file *f, unsigned record, uint32_t row);

/* ---- Findings ---- */

/* Drafts for findings whose message says the rest. */
static inline nl_draft gta_odd(void) {
    return (nl_draft){.length = 0};
}

/* The field should have this value, or at most this one. */
static inline nl_draft gta_should_be(uint64_t expected) {
    return (nl_draft){.expected = nl_uint(expected)};
}

/* A measure, or some bits of the field, should be so. */
static inline nl_draft gta_measure(uint64_t actual, uint64_t expected) {
    return (nl_draft){.actual = nl_uint(actual), .expected = nl_uint(expected)};
}

/* Emits a finding about an item of a list, as nl_found does, whose message starts with the item's
 * number: {0}. */
void gta_found(const nl_place *place, unsigned rule, unsigned field, nl_draft draft);

/* The same about a field of a link in any of its sections: {0} is the link, {1} its node. */
void gta_found_link(const gta_row *row, unsigned rule, unsigned field, nl_draft draft);

/* The same about the navi link of a link. Of an extended one, which is two fields, `actual` is both
 * as one number if the draft has none. */
void gta_found_navi_link(const gta_row *row, unsigned rule, nl_draft draft);

/* Emits a finding that so many links use a navi node. */
void gta_found_uses(const gta_file *f, uint32_t navi, uint32_t uses);

/* A coordinate of a node or navi node. */
typedef struct gta_coordinate {
    unsigned field;
    const char *axis; /* "x" */
    int32_t value;    /* eighths of a unit */
    int32_t cell;     /* column or row of the file's area */
} gta_coordinate;

/* Emits a finding that the record at `place` is outside the cell of `area`, its file's: {1} is the
 * axis, {2} the cell's range and {3} the area. */
void gta_found_outside(const nl_place *place, unsigned rule, const gta_coordinate *coordinate,
                       uint32_t area);

/* Emits a finding about a set as a whole. */
void gta_found_in_set(const gta_map *map, unsigned rule, nl_draft draft);

#endif
