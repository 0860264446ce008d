/* What stands where in a file: which record follows which, how often, and under which condition. A
 * room's structure.def says it beside its fields.def, and descriptions for other tools are
 * generated from both. Expressions are those that Kaitai Struct and C have in common, with `and`,
 * `or` and `not`; members have their names in snake_case, of the whole file behind `_root.`.
 *
 *     NL_MEANING(NAV_WITH_PLACES, "_root.version >= 5")      a condition of fields.def
 *     NL_TYPE("file", "")                                    what follows is its structure
 *     NL_PEEK("tag", 4, U32LE)                               a value ahead
 *     NL_LET("is_old", "tag == 0")
 *     NL_PUT(NAV_HEAD, NULL)                                 the record's fields
 *     NL_LIST(NAV_NORTH, "north_count", NULL)                as many of the record
 *     NL_GROUP("area", "area_count", NULL)                   as many of another type
 *     NL_UP_TO(NAV_NAME_TEXT, "length", NULL)                opaque bytes: so many, up to a NUL
 *                                                            (NL_TO_NUL), or the rest (NL_TO_END)
 *
 * Where the last argument is NULL, it is there if its record is. */
#ifndef NAVLINT_CORE_STRUCTURE_H
#define NAVLINT_CORE_STRUCTURE_H

#include <stddef.h>
#include <stdint.h>

typedef enum nl_structure_kind {
    NL_IS_TYPE,
    NL_IS_PEEK,
    NL_IS_LET,
    NL_IS_RECORD,
    NL_IS_LIST,
    NL_IS_GROUP,
    NL_IS_BYTES
} nl_structure_kind;

#define NL_TO_NUL "\1"
#define NL_TO_END "\2"

typedef struct nl_structure_row {
    nl_structure_kind kind;
    uint16_t index;   /* of the record, or of the field of bytes */
    uint8_t type;     /* nl_type, of what is ahead */
    uint32_t at;      /* of what is ahead: bytes from the start of the file */
    const char *name; /* of a type or value */
    const char *path; /* of a type: its path in a dump */
    const char *size; /* how many records or bytes; what a value is */
    const char *when; /* instead of the record's own condition; NULL: that */
} nl_structure_row;

typedef struct nl_structure {
    const char *const *meanings; /* of the layout's conditions */
    const nl_structure_row *rows;
    size_t count;
} nl_structure;

#endif
