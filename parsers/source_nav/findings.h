/* What the checks share: their state, the places of records, and findings of more than one check.
 * Places are made once something is found. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_FINDINGS_H
#define NAVLINT_PARSERS_SOURCE_NAV_FINDINGS_H

#include "parsers/source_nav/absent.h"
#include "parsers/source_nav/document.h"

/* Marks of areas that no list has named, and of ids that no area has: below and above all serials.
 */
#define NAV_NOT_NAMED 0u
#define NAV_NO_AREA   UINT32_MAX

/* The file as a whole while it is checked. Marks are arrays parallel to the document's tables: a
 * row that carries the list's serial has been seen in that list, so that duplicates cost one load
 * and one store and no clearing. */
typedef struct nav_check {
    nl_job *job;
    const nav_document *doc;
    nav_absences *absences; /* what references have named in vain so far */
    float world_units;      /* no map reaches farther from the origin */
    float jump_units;       /* no jump across is longer */
    uint32_t garbage_from;  /* index of the first area that was read out of step; UINT32_MAX */
    uint32_t serial;        /* of the list that is being checked */
    uint32_t *area_mark;    /* serial of the last list that named the area: nav_make_area_marks */
    uint32_t area_mark_count;
    uint32_t *edge_mark;   /* whose neighbour the area was last, and where: nav_edge_mark */
    uint32_t *spot_mark;   /* serial of the last list that named the spot */
    uint32_t *ladder_mark; /* as spot_mark */
    uint8_t *ladder_seen;  /* bit i: the i-th of the ladder's areas lists the ladder */
    uint8_t *place_used;
    uint64_t unnamed_areas;
    uint64_t connections;
    uint64_t paths;
    uint64_t path_spots;
    uint64_t visible;
    uint64_t approach;
} nav_check;

/* The state before the first check, without marks. Borrows all. */
nav_check nav_check_of(nl_job *job, const nav_document *doc, nav_absences *absences);

static inline const uint8_t *nav_bytes(const nav_check *c, uint32_t at) {
    return c->job->bytes + at;
}

static inline bool nav_is_goldsrc(const nav_check *c) {
    return c->doc->layout.version <= NAV_NEWEST_GOLDSRC;
}

/* Whether ids can be resolved: in a file that lost areas, every reference might be to a lost one.
 */
static inline bool nav_resolves(const nav_check *c) {
    return c->doc->areas_complete;
}

/* The row of the area with this id; NL_NO_ROW if there is none. Id 0 is no area. */
static inline uint32_t nav_area_row_of(const nav_check *c, uint32_t id) {
    return id != 0 ? nl_index_find(&c->doc->area_index, id) : NL_NO_ROW;
}

/* The mark of the area with this id, which is in this row: the owner of the last area that was
 * connected to it, with bit i for direction i. Ids that are looked up directly lead to
 * the marks themselves: whoever asks only whether an area is connected needs no row. */
static inline uint32_t *nav_edge_mark(const nav_check *c, uint32_t id, uint32_t row) {
    return &c->edge_mark[nl_index_is_direct(&c->doc->area_index) ? id : row];
}

/* The owner that marks show: higher than that of all areas before, and above the directions. */
static inline uint32_t nav_edge_owner(const nav_area *area) {
    return (area->index + 1) << 4;
}

/* "north", "east", "south", "west"; static. direction: 0 to 3. */
const char *nav_direction_name(unsigned direction);

/* ---- Places ---- */

/* The file; or a record of it outside of areas and ladders, at offset `at`. */
nl_place nav_file_place(const nav_check *c, uint32_t at);

/* Area `index`, of which the piece at offset `at` is meant. In the world it is at its centre. */
nl_place nav_area_place(const nav_check *c, uint32_t index, uint32_t at);

/* Of an area whose corners stand at offset corners_at: the same place, at its centre. Coordinates
 * that are not finite do not count. */
nl_place nav_place_at_centre(nl_place area, uint32_t corners_at);

/* Hiding spot `index` of the area at `area_index`, whose record starts at offset `at`. Version 1
 * gives spots no id: they are named by their area. */
nl_place nav_spot_place(const nav_check *c, uint32_t area_index, uint32_t index, uint32_t at);

/* The ladder in this row, of which the piece at offset `at` is meant. In the world it is at its
 * bottom. */
nl_place nav_ladder_place(const nav_check *c, uint32_t row, uint32_t at);

/* The corners of the area at this index, as another place of a finding. message: static. */
navlint_related nav_related_corners(const nav_check *c, uint32_t index, const char *message);

/* ---- Findings ---- */

/* Reports a finding at the place: nl_found for a place that is needed once. */
static inline void nav_found(nl_place place, unsigned rule, unsigned field, const nl_draft *draft) {
    nl_found(&place, rule, field, draft);
}

/* The field's name as text, for messages. field: NAV_... of fields.def. */
static inline navlint_value nav_name_of(unsigned field) {
    return nl_string(nav_fields.fields[field].name);
}

/* Reports NAV_NOT_FINITE if the f32 field of the record at `place` is not a finite number, and
 * returns whether it is. */
bool nav_check_finite(const nl_place *place, unsigned field);

/* The same for a coordinate; also reports one outside the world. Returns whether it is in it.
 * is_corner: the loaders of all games make their grid as large as the corners of areas say. */
bool nav_check_coordinate(const nav_check *c, const nl_place *place, unsigned field,
                          bool is_corner);

#endif
