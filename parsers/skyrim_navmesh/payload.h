/* What the fields NVMI, NVPP and NVNM share. Places in a field are bytes from its start; they fit
 * 32 bits, as fields do. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_PAYLOAD_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_PAYLOAD_H

#include <float.h>
#include <math.h>

#include "core/reader.h"
#include "parsers/format.h"
#include "parsers/skyrim_navmesh/body.h"

/* CRC-32 of "PathingCell" and "PathingDoor", without the inversions: the game's names for the
 * classes whose data follows. */
#define SKY_PATHING_CELL 0xA5E9A03Cu
#define SKY_PATHING_DOOR 0xE48B73F3u

enum {
    SKY_NAVMESH_VERSION = 12,
    SKY_CELL_UNITS = 4096, /* edge of an exterior cell */
    SKY_COUNT_BYTES = 4,   /* of a list, in front of it */
    SKY_ID_BYTES = 4
};

typedef struct sky_list {
    uint32_t count;
    uint32_t at; /* of the first item */
} sky_list;

/* A read that did not fit. */
typedef struct sky_gap {
    uint64_t at;    /* from the start of the field */
    uint64_t need;  /* bytes */
    uint64_t left;  /* bytes */
    uint64_t count; /* of the records, if it was a list */
} sky_gap;

/* Where the count stands of the list that does not fit; 0 if it is no list that is missing. */
static inline uint32_t sky_gap_count_at(const sky_gap *gap) {
    return gap->count != 0 ? (uint32_t)gap->at - SKY_COUNT_BYTES : 0;
}

static inline nl_reader sky_reader_over(const sky_body *body) {
    return nl_reader_over(body->bytes, body->length);
}

static inline sky_gap sky_gap_of(const nl_reader *r) {
    return (sky_gap){r->fail_at, r->fail_need, r->fail_left, r->fail_count};
}

/* A count and its records; empty if they do not fit. */
static inline sky_list sky_read_list(nl_reader *r, size_t record_bytes) {
    const uint32_t count = nl_u32(r);
    const uint32_t at = (uint32_t)r->at;
    nl_skip_records(r, count, record_bytes);
    return nl_ok(r) ? (sky_list){count, at} : (sky_list){0, at};
}

/* ---- Values ---- */

static inline const uint8_t *sky_item(const sky_body *body, sky_list list, size_t record_bytes,
                                      uint32_t index) {
    return body->bytes + list.at + index * record_bytes;
}

static inline uint32_t sky_id(const sky_body *body, sky_list ids, uint32_t index) {
    return nl_load_u32(sky_item(body, ids, SKY_ID_BYTES, index));
}

/* The id that a payload begins with; 0 if it is too short. */
static inline uint32_t sky_first_id(const sky_body *body) {
    return body->length >= SKY_ID_BYTES ? nl_load_u32(body->bytes) : 0;
}

/* Where a navmesh lies. */
typedef struct sky_parent {
    uint32_t worldspace; /* 0: an interior */
    uint32_t cell;       /* of an interior; else the two numbers as they stand in the file */
    int16_t y, x;        /* of an exterior: in cells, y first */
} sky_parent;

static inline sky_parent sky_parent_at(const uint8_t *p) {
    return (sky_parent){nl_load_u32(p), nl_load_u32(p + 4), nl_load_i16(p + 4), nl_load_i16(p + 6)};
}

typedef struct sky_point {
    float x, y, z;
} sky_point;

static inline sky_point sky_point_at(const uint8_t *p) {
    return (sky_point){nl_load_f32(p), nl_load_f32(p + 4), nl_load_f32(p + 8)};
}

/* A point that is none. */
#define SKY_NOWHERE ((sky_point){NAN, NAN, NAN})

static inline float sky_lower(float a, float b) {
    return b < a ? b : a;
}

static inline float sky_higher(float a, float b) {
    return b > a ? b : a;
}

static inline bool sky_is_finite(sky_point p) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

typedef struct sky_box {
    sky_point min, max;
} sky_box;

/* A box that any point makes larger. */
#define SKY_NO_BOX ((sky_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}})

static inline sky_box sky_box_with(sky_box box, sky_point p) {
    return (sky_box){
        {sky_lower(box.min.x, p.x), sky_lower(box.min.y, p.y), sky_lower(box.min.z, p.z)},
        {sky_higher(box.max.x, p.x), sky_higher(box.max.y, p.y), sky_higher(box.max.z, p.z)}};
}

static inline sky_box sky_box_at(const uint8_t *p) {
    return (sky_box){sky_point_at(p), sky_point_at(p + 12)};
}

#endif
