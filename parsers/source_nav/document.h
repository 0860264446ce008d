/* What decoding makes of a file: offsets and a few values, the rest stays in the input. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_DOCUMENT_H
#define NAVLINT_PARSERS_SOURCE_NAV_DOCUMENT_H

#include "core/index.h"
#include "parsers/source_nav/area.h"
#include "parsers/source_nav/loss.h"

typedef struct nav_header {
    uint32_t version;
    uint32_t sub_version;
    uint32_t bsp_size;
    uint8_t is_analyzed;
    uint8_t has_unnamed;
    uint32_t place_count_at;
    uint32_t unnamed_at;
} nav_header;

/* What is kept of each area: enough to find it again and to check those that point to it. */
typedef struct nav_area_row {
    uint32_t at;
    uint32_t spots_at;
    uint32_t paths_end;
    uint32_t inherit;
    uint32_t spot_count;
    float west, north, east, south;
} nav_area_row;

typedef struct nav_document {
    nav_header header;
    nav_layout layout;
    nav_loss loss;
    uint32_t *place_at; /* offset of each name's length word */
    uint32_t place_count;
    uint32_t population_at;
    uint32_t population_bytes; /* with its NUL */
    uint32_t fog_count_at;
    uint16_t fog_count;
    uint32_t fog_end;
    uint32_t area_count_at;
    uint32_t *area_ids;
    nav_area_row *areas;
    uint32_t area_count; /* decoded */
    bool areas_complete; /* every area that the file promises is there */
    nl_index area_index;
    uint32_t *spot_ids;
    uint32_t *spot_at;
    uint32_t spot_count;
    nl_index spot_index;
    uint32_t ladder_count_at;
    nav_list ladders;
    uint32_t *ladder_ids;
    bool ladders_complete;
    nl_index ladder_index;
    uint32_t view_distance_at; /* Left 4 Dead's last float */
    uint32_t end;              /* offset behind the last section */
} nav_document;

/* Reads area `index` of a decoded document. */
static inline void nav_area_at(const nl_job *job, const nav_document *doc, uint32_t index,
                               nav_area *area) {
    const nav_area_row *const row = &doc->areas[index];
    nl_reader r = nl_reader_over(job->bytes, job->length);
    nl_skip(&r, row->at);
    nav_read_area(&r, &doc->layout, row->paths_end, area);
    area->index = index;
}

/* Offset of the ladder record in this row. */
static inline uint32_t nav_ladder_at(const nav_document *doc, uint32_t row) {
    return doc->ladders.at + row * doc->layout.ladder_bytes;
}

/* Offset of the areas in that record. */
static inline uint32_t nav_ladder_ends_at(const nav_document *doc, uint32_t row) {
    return nav_ladder_at(doc, row) + doc->layout.ladder_bytes - NAV_LADDER_ENDS_BYTES;
}

/* Whether old bytes follow the mesh, as the GoldSrc writer leaves them: known, and never read. */
static inline bool nav_has_stale_tail(const nl_job *job, const nav_document *doc) {
    return nav_holds(&doc->layout, NAV_WITH_STALE_TAIL) && !doc->loss.happened &&
           doc->end < job->length;
}

#endif
