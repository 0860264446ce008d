/* Where the fields of a format's records are. One table a room, fields.def, and everything that has
 * to know asks it: decoding for offsets and sizes, findings for the field's name, type, place and
 * value, dumps, the layout pages.
 *
 *     NL_CONDITION(GTA_EXTENDED, "FM92 and FLA4")
 *     NL_RECORD(GTA_LINK, "link", "/links/N", 4, NL_ALWAYS)
 *     NL_FIELD(GTA_LINK, AREA, "area", U16LE, REFERENCE, 0, NL_ALWAYS)
 *     NL_FIELD(GTA_LINK, NODE, "node", U16LE, REFERENCE, 2, NL_ALWAYS)
 *
 * core/fields_constants.h makes constants of it for decoding (GTA_LINK_BYTES, GTA_LINK_NODE_AT) and
 * numbers for findings and dumps (GTA_LINK_RECORD, GTA_LINK_NODE); core/fields_table.h makes the
 * table itself. What stands behind a list, so at no fixed place, is a record of its own: a record
 * with lists inside is listed in pieces, in the order of the file. */
#ifndef NAVLINT_CORE_FIELDS_H
#define NAVLINT_CORE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/structure.h"
#include "navlint/navlint.h"

/* How a value stands in the file. */
typedef enum nl_type {
    NL_NO_TYPE = 0,
    NL_U8,
    NL_I8,
    NL_U16LE,
    NL_I16LE,
    NL_U32LE,
    NL_I32LE,
    NL_F32LE,
    NL_U16BE,
    NL_U32BE,
    NL_F32BE,
    NL_BYTES, /* text or opaque bytes: the length is the place's own */
    NL_TYPE_COUNT
} nl_type;

const char *nl_type_name(nl_type type); /* "u32le"; NULL for NL_NO_TYPE */
uint64_t nl_type_bytes(nl_type type);   /* 0 for NL_NO_TYPE and NL_BYTES */

/* The value of `type` at p, where all its bytes are; no value for NL_NO_TYPE and NL_BYTES. */
navlint_value nl_load_value(const uint8_t *p, nl_type type);

/* Writes a number as `type` to p, where there are nl_type_bytes. Returns false, with nothing
 * written, if the type cannot hold it or is none of a number. */
bool nl_store_value(uint8_t *p, nl_type type, navlint_value value);

/* value + delta of an integer; no value for any other, and where it does not fit into 64 bits. */
navlint_value nl_sum_value(navlint_value value, int64_t delta);

enum { NL_ALWAYS = 0 }; /* the condition that always holds */

/* A field of a record. */
typedef struct nl_field {
    const char *name; /* its path below the record: "position/x" */
    uint32_t at;      /* bytes from the start of the record */
    uint32_t length;  /* bytes; 0: opaque bytes that end where the file says */
    uint8_t type;     /* nl_type; NL_NO_TYPE: a name for the fields that stand there: "position" */
    uint8_t role;     /* navlint_role */
    uint8_t when;     /* the condition under which the field is there: index into the layout's */
    uint8_t record;   /* index into the layout's records */
    bool is_value;    /* the record is this value: the name, which may be NULL, is no part of a path
                       */
} nl_field;

/* Fields at fixed distances from each other. */
typedef struct nl_record {
    const char *name; /* "navi node" */
    const char *path; /* of these records in a dump: "/naviNodes/N" */
    uint32_t bytes;   /* 0: it ends with opaque bytes */
    uint16_t first;   /* index of its first field; the others follow */
    uint8_t when;     /* as of a field */
} nl_record;

/* All records of a format. */
typedef struct navlint_layout {
    const nl_record *records;
    size_t record_count;
    const nl_field *fields; /* in the order of their records */
    size_t field_count;
    const char *const *conditions; /* "FM92 and FLA4"; that of NL_ALWAYS is NULL */
    size_t condition_count;        /* at most 32 */
    const nl_structure *structure; /* what follows what; NULL: not written down */
} nl_layout;

/* Whether a condition is among those that hold: bit i of `holding` is the condition i. */
static inline bool nl_holds(uint32_t holding, unsigned when) {
    return when == NL_ALWAYS || (holding >> when & 1) != 0;
}

/* The bytes that a field takes; 0: as many as the file says. */
static inline uint64_t nl_field_bytes(const nl_field *field) {
    return field->length ? field->length : nl_type_bytes((nl_type)field->type);
}

/* The fields of the record with this number, `count` of them. */
const nl_field *nl_fields_of(const nl_layout *layout, unsigned record, size_t *count);

/* The value of the field in the record at `record`, where all its bytes are. */
static inline navlint_value nl_field_value(const nl_field *field, const uint8_t *record) {
    return nl_load_value(record + field->at, (nl_type)field->type);
}

#endif
