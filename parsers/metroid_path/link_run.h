/* The links of a region while they are checked. */
#ifndef NAVLINT_PARSERS_METROID_PATH_LINK_RUN_H
#define NAVLINT_PARSERS_METROID_PATH_LINK_RUN_H

#include "parsers/metroid_path/ring.h"

/* One link as its region has it. */
typedef struct mp_link {
    const mp_check *c;
    uint32_t index;
    uint32_t owner;
    uint32_t node, region;
    double width, inverse;
} mp_link;

/* The nodes of a region's ring; none if it has no ring. */
typedef struct mp_nodes {
    const uint8_t *first;
    uint32_t count;
} mp_nodes;

static inline mp_nodes mp_nodes_of(const mp_check *c, const mp_row *row) {
    if (!row->has_ring) return (mp_nodes){NULL, 0};
    return (mp_nodes){mp_record_of(c, MP_NODES, row->node_start), row->nodes};
}

/* The links of one region while they are checked. */
typedef struct mp_link_run {
    mp_check *c;
    const mp_row *row;
    mp_nodes ring; /* of the region */
    uint32_t owner;
    uint64_t *joined; /* the region's row of mp_check's; NULL: too many regions */
    uint32_t other;   /* the region that the link before leads to */
    bool is_matched;  /* the link before lies along an edge of that region: */
    uint32_t matched;
    mp_nodes other_ring; /* of that region, if is_matched */
    bool is_sorted;      /* so far: no edge leads to the same region twice */
    uint64_t last_key;
} mp_link_run;

#endif
