/* What the check files of this room share. */
#ifndef NAVLINT_SOURCE_NAV_CHECK_H
#define NAVLINT_SOURCE_NAV_CHECK_H

#include "core/path.h"
#include "parsers/source_nav/layout.h"

/* The file as a whole while it is judged. Marks are arrays parallel to the document's tables: a row
 * that carries the list's serial has been seen in that list, so telling duplicates costs one load
 * and one store and no clearing. */
typedef struct nav_check {
    nl_job *job;
    const nav_document *doc;
    const char *subject; /* "area", "ladder": what is being judged; NULL: the file */
    uint32_t subject_id;
    uint32_t serial;       /* of the list that is being judged */
    uint32_t *area_mark;   /* serial of the last list that named the area */
    uint32_t *edge_mark;   /* (index + 1) << 4 of the last area connected to it | directions */
    uint32_t *spot_mark;   /* as area_mark */
    uint32_t *ladder_mark; /* as area_mark */
    uint8_t *ladder_seen;  /* bit i: the i-th of the ladder's areas lists the ladder */
    uint8_t *place_used;
    uint64_t unnamed_areas;
    uint64_t connections;
    uint64_t paths;
    uint64_t path_spots;
    uint64_t visible;
    uint64_t approach;
} nav_check;

/* One area of it. */
typedef struct nav_here {
    nav_check *check;
    nav_area area;
    uint32_t index;
    nl_path path; /* /areas/N */
} nav_here;

static inline const uint8_t *nav_bytes(const nav_check *c, uint32_t at) {
    return c->job->bytes + at;
}

/* Emits a finding about the check's subject. */
static inline void nav_found(const nav_check *c, unsigned rule, const nl_draft *draft) {
    nl_draft named = *draft;
    named.subject = c->subject;
    named.subject_id = c->subject_id;
    nl_emit(c->job->report, rule, &named);
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

void nav_check_header(nav_check *c);
void nav_check_places(nav_check *c);
void nav_check_end(nav_check *c);
void nav_check_ids(nav_check *c);
void nav_check_values(nav_here *h);
void nav_check_connections(nav_here *h);
void nav_check_spots(nav_here *h);
void nav_check_paths(nav_here *h);
void nav_check_approach(nav_here *h);
void nav_check_visible(nav_here *h);
void nav_check_area_ladders(nav_here *h);
void nav_check_ladders(nav_check *c);

/* A float of a record: says NAV_NOT_FINITE with `member` as its name, and returns whether it is
 * finite. */
bool nav_check_finite(const nav_check *c, const nl_path *record, const char *member, uint32_t at);

#endif
