/* The container, header by header: groups in groups, records in them. Iterative; the stack is as
 * deep as groups may be. Data of records are passed over unseen. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_WALK_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_WALK_H

#include "parsers/skyrim_navmesh/records.h"

/* What a group holds, by its header's type. */
enum {
    SKY_TOP = 0,
    SKY_WORLD_CHILDREN = 1,
    SKY_INTERIOR_BLOCK = 2,
    SKY_INTERIOR_SUB_BLOCK = 3,
    SKY_EXTERIOR_BLOCK = 4,
    SKY_EXTERIOR_SUB_BLOCK = 5,
    SKY_CELL_CHILDREN = 6,
    SKY_TOPIC_CHILDREN = 7,
    SKY_PERSISTENT = 8,
    SKY_TEMPORARY = 9,
    SKY_VISIBLE_DISTANT = 10,
    SKY_GROUP_TYPES
};

typedef struct sky_group {
    uint64_t at; /* of the header, in the input */
    uint64_t end;
    uint32_t number; /* of the group in the file: its path is /groups/N */
    uint32_t label;
    uint32_t type;
    uint32_t bytes; /* header included, as it says */
} sky_group;

typedef enum sky_step {
    SKY_STEP_END,    /* of the input */
    SKY_STEP_RECORD, /* `record` is the next one */
    SKY_STEP_GROUP,  /* `group` has been entered, or passed over if it is too deep */
    SKY_STEP_BROKEN  /* the structure cannot be followed from `at` on */
} sky_step;

typedef struct sky_walk {
    nl_reader r;  /* ends where the innermost group does */
    uint64_t end; /* of the input */
    uint32_t depth;
    uint32_t record_count; /* so far */
    uint32_t group_count;
    sky_record record;
    sky_group group;
    bool is_too_deep;                /* the group */
    sky_group open[SKY_GROUP_DEPTH]; /* outermost first */
} sky_walk;

/* A walk from the header at `from` on. */
sky_walk sky_walk_over(const uint8_t *bytes, uint64_t length, uint64_t from);

/* The record whose header is at p. */
static inline sky_record sky_read_record(const uint8_t *p, uint64_t at, uint32_t number) {
    return (sky_record){.at = at,
                        .number = number,
                        .type = nl_load_u32(p),
                        .data_bytes = nl_load_u32(p + SKY_HEADER_DATA_SIZE_AT),
                        .flags = nl_load_u32(p + SKY_HEADER_FLAGS_AT),
                        .form_id = nl_load_u32(p + SKY_HEADER_FORM_ID_AT),
                        .form_version = nl_load_u16(p + SKY_HEADER_FORM_VERSION_AT)};
}

/* sky_next where the next header is none of a record that fits its group. */
sky_step sky_next_slowly(sky_walk *w);

static inline sky_step sky_next(sky_walk *w) {
    const size_t at = w->r.at;
    const size_t left = nl_left(&w->r);
    if (left < SKY_HEADER_BYTES || w->depth == 0) return sky_next_slowly(w);
    const uint8_t *const p = w->r.bytes + at;
    const uint32_t bytes = nl_load_u32(p + SKY_HEADER_DATA_SIZE_AT);
    sky_prefetch(p);
    if (nl_load_u32(p) == SKY_GRUP || bytes > left - SKY_HEADER_BYTES) return sky_next_slowly(w);
    w->r.at = at + SKY_HEADER_BYTES + bytes;
    w->record = sky_read_record(p, at, w->record_count++);
    return SKY_STEP_RECORD;
}

/* The innermost group around the next header; NULL at file level. */
static inline const sky_group *sky_innermost(const sky_walk *w) {
    return w->depth == 0 ? NULL : &w->open[w->depth - 1];
}

/* The innermost group of that type around the next header; NULL: there is none. */
static inline const sky_group *sky_around(const sky_walk *w, uint32_t type) {
    for (uint32_t depth = w->depth; depth > 0; depth--)
        if (w->open[depth - 1].type == type) return &w->open[depth - 1];
    return NULL;
}

#endif
