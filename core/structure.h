/* What stands where in a file: which record follows which, how often, and under which condition. A
 * room's structure.def says it beside its fields.def, and descriptions for other tools are
 * generated from both. Expressions are those that Kaitai Struct and C have in common, with `and`,
 * `or` and `not`; members have their names in snake_case, of the whole file behind `_root.`, of the
 * type around this one behind `_parent.`. A type has one type around it, or several that are alike.
 *
 *     NL_MEANING(NAV_WITH_PLACES, "_root.version >= 5")      a condition of fields.def
 *     NL_TYPE("file", "")                                    what follows is its structure
 *     NL_PUT(NAV_HEAD, NULL)                                 the record's fields
 *     NL_LIST(NAV_NORTH, "north_count", NULL)                as many of the record
 *     NL_GROUP("area", "area_count", NULL)                   as many of another type; NULL: one;
 *                                                            NL_TO_END: up to the end
 *     NL_UP_TO(NAV_NAME_TEXT, "length", NULL)                opaque bytes: so many, up to a NUL
 *                                                            (NL_TO_NUL), or the rest (NL_TO_END)
 *
 * Where the last argument is NULL, it is there if its record is. These say more of the next one of
 * them:
 *
 *     NL_AT("nodes_offset")                 it is there, and nothing follows it; from the start of
 *                                           the innermost sized type around, or of the file
 *     NL_SIZED("size - 24")                 the type has so many bytes, or the rest (NL_TO_END)
 *     NL_PACKED(SKY_STREAM_PACKED)          and these are a zlib stream, which has that field's
 * name NL_NAME("header")                     it has this name in a dump
 *
 * Values, which stand behind what they are made of:
 *
 *     NL_PEEK("tag", 4, U32LE)              what is at a place of the file
 *     NL_AHEAD("tag", 12, U32LE)            what is so far ahead of the start of the type, whose
 *                                           first condition has to ask for it
 *     NL_LET("is_old", "tag == 0")
 *     NL_NUMBER("index")                    the number of this one in its list
 *     NL_SUM("listed", "inside", "count")   of that field, a byte, of all in that list
 *
 * A record's or type's path in a dump says what its name is: what its own path has beyond that of
 * the type around it, without the "/N" of a list's items. If there is nothing left it has no name,
 * and its members are shown as those of the type around it. */
#ifndef NAVLINT_CORE_STRUCTURE_H
#define NAVLINT_CORE_STRUCTURE_H

#include <stddef.h>
#include <stdint.h>

typedef enum nl_structure_kind {
    NL_IS_TYPE,
    NL_IS_RECORD,
    NL_IS_LIST,
    NL_IS_GROUP,
    NL_IS_BYTES,
    NL_IS_PLACE,
    NL_IS_SIZE,
    NL_IS_PACKED,
    NL_IS_NAME,
    NL_IS_PEEK,
    NL_IS_AHEAD,
    NL_IS_LET,
    NL_IS_NUMBER,
    NL_IS_SUM
} nl_structure_kind;

#define NL_TO_NUL "\1"
#define NL_TO_END "\2"

typedef struct nl_structure_row {
    nl_structure_kind kind;
    uint16_t index;   /* of the record, or of the field of bytes */
    uint8_t type;     /* nl_type, of what is read ahead */
    uint32_t at;      /* of what is read ahead, bytes */
    const char *name; /* of a type or value */
    const char *path; /* of a type: its path in a dump; of a sum: the field */
    const char *size; /* how many records or bytes; where; what a value is; of a sum: the list */
    const char *when; /* instead of the record's own condition; NULL: that */
} nl_structure_row;

typedef struct nl_structure {
    const char *const *meanings; /* of the layout's conditions */
    const nl_structure_row *rows;
    size_t count;
} nl_structure;

#endif
