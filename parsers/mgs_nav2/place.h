/* Where things stand: the fields of the header, and the places of findings. */
#ifndef NAVLINT_MGS_NAV2_PLACE_H
#define NAVLINT_MGS_NAV2_PLACE_H

#include "parsers/mgs_nav2/layout.h"

/* A field at a fixed place of a record. */
typedef struct nav2_field {
    const char *name;
    nl_type type;
    navlint_role role;
    uint32_t at;
} nav2_field;

/* The fields of the file's header, in the order of the file. */
typedef enum nav2_header_field {
    NAV2_AT_VERSION = 0,
    NAV2_AT_FILE_SIZE,
    NAV2_AT_CHUNKS,
    NAV2_AT_CHUNK_COUNT,
    NAV2_AT_SEARCH,
    NAV2_AT_UID,
    NAV2_AT_ISLANDS,
    NAV2_AT_UNKNOWN_1C,
    NAV2_AT_ORIGIN_X,
    NAV2_AT_ORIGIN_Y,
    NAV2_AT_ORIGIN_Z,
    NAV2_AT_TILES,
    NAV2_AT_PAD_30,
    NAV2_AT_DESCS,
    NAV2_AT_DESCS_SIZE,
    NAV2_AT_PAD_3C,
    NAV2_AT_PAD_40,
    NAV2_AT_DIVISOR_X,
    NAV2_AT_DIVISOR_Y,
    NAV2_AT_DIVISOR_Z,
    NAV2_AT_WEIGHT_DIVISOR,
    NAV2_AT_FLAGS,
    NAV2_AT_ISLAND_COUNT,
    NAV2_AT_UNKNOWN_4E,
    NAV2_AT_PAD_4F,
    NAV2_HEADER_FIELDS
} nav2_header_field;

extern const nav2_field nav2_header_fields[NAV2_HEADER_FIELDS + 1]; /* ends with no name */

/* Its value; a float as its bits. */
uint32_t nav2_header_value(const uint8_t *bytes, nav2_header_field field);

enum { NAV2_NO_ITEM = UINT32_MAX };

/* A record or a field: list/row/table/index/sub/sub_index/member. A name that is NULL ends the
 * path but for the member; a number NAV2_NO_ITEM is left out. */
typedef struct nav2_place {
    const char *list;
    uint32_t row;
    const char *table;
    uint32_t index;
    const char *sub;
    uint32_t sub_index;
    const char *member;
    nl_type type;
    uint64_t at;
    uint64_t length; /* if there is no type */
} nav2_place;

/* Reports at a place. */
void nav2_found(navlint_report *report, unsigned rule, const nav2_place *place, nl_draft draft);

/* Reports at a field of the header; fills in the place and, if there is none, the actual value. */
void nav2_found_header(const nl_job *job, unsigned rule, nav2_header_field field, nl_draft draft);

/* A field of the header of a chunk's data. */
static inline nav2_place nav2_chunk_field(const nav2_chunk *chunk, const char *member, nl_type type,
                                          uint32_t at) {
    return (nav2_place){.list = "chunks",
                        .row = chunk->number,
                        .member = member,
                        .type = type,
                        .at = (uint64_t)chunk->payload + at};
}

/* A record of one of a chunk's tables. */
static inline nav2_place nav2_record(const nav2_chunk *chunk, const char *table, uint32_t index,
                                     uint64_t at, uint64_t length) {
    return (nav2_place){.list = "chunks",
                        .row = chunk->number,
                        .table = table,
                        .index = index,
                        .at = at,
                        .length = length};
}

/* A field of such a record. */
static inline nav2_place nav2_member(nav2_place record, const char *member, nl_type type,
                                     uint32_t at) {
    record.member = member;
    record.type = type;
    record.at += at;
    record.length = 0;
    return record;
}

/* The bytes that make a field what is expected. */
static inline navlint_fix nav2_fix(uint64_t at, size_t length, uint32_t value) {
    navlint_fix fix = {.offset = at, .length = length};
    for (size_t i = 0; i < length; i++)
        fix.bytes[i] = (uint8_t)(value >> 8 * i);
    return fix;
}

/* Reports bytes of [from, to) that are not 0, as padding of whatever is there; both are inside the
 * input. Padding is shorter than NAV2_ALIGN bytes, so a fix holds all of it. */
void nav2_check_zeros(const nl_job *job, const nav2_chunk *chunk, uint64_t from, uint64_t to);

/* A table of a chunk, and the field that says where it is. */
typedef struct nav2_table_place {
    const nav2_group *group;
    nav2_kind kind;
    const char *name;
    const char *member;
    uint32_t field_at; /* in the chunk's data */
    uint64_t at;
    bool may_be_packed; /* right behind the one before, without alignment */
} nav2_table_place;

/* Says so if the table does not stand at the next multiple of 16 behind `end_before`, or if what is
 * in between is not 0. */
void nav2_check_table_place(const nl_job *job, const nav2_table_place *place, uint64_t end_before);

/* The same for the end of the chunk. */
void nav2_check_end(const nl_job *job, const nav2_group *group, nav2_kind kind, uint64_t end);

#endif
