/* The table of a room's structure, for its fields.c. Before it is included, NL_STRUCTURE names the
 * room's structure.def. */
#ifndef NAVLINT_CORE_STRUCTURE_TABLE_H
#define NAVLINT_CORE_STRUCTURE_TABLE_H

#include "core/structure.h"

#define NL_MEANING(condition, text) [condition] = (text),
#define NL_TYPE(...)
#define NL_PUT(...)
#define NL_LIST(...)
#define NL_GROUP(...)
#define NL_UP_TO(...)
#define NL_AT(...)
#define NL_SIZED(...)
#define NL_PACKED(...)
#define NL_NAME(...)
#define NL_PEEK(...)
#define NL_AHEAD(...)
#define NL_LET(...)
#define NL_NUMBER(...)
#define NL_SUM(...)
static const char *const structure_meanings[32] = {
#include NL_STRUCTURE
};
#undef NL_MEANING
#undef NL_TYPE
#undef NL_PUT
#undef NL_LIST
#undef NL_GROUP
#undef NL_UP_TO
#undef NL_AT
#undef NL_SIZED
#undef NL_PACKED
#undef NL_NAME
#undef NL_PEEK
#undef NL_AHEAD
#undef NL_LET
#undef NL_NUMBER
#undef NL_SUM

#define NL_MEANING(...)
#define NL_TYPE(type_name, type_path)                                                              \
    {.kind = NL_IS_TYPE, .name = (type_name), .path = (type_path)},
#define NL_PUT(record, condition)                                                                  \
    {.kind = NL_IS_RECORD, .index = record##_RECORD, .when = (condition)},
#define NL_LIST(record, count, condition)                                                          \
    {.kind = NL_IS_LIST, .index = record##_RECORD, .size = (count), .when = (condition)},
#define NL_GROUP(type_name, count, condition)                                                      \
    {.kind = NL_IS_GROUP, .name = (type_name), .size = (count), .when = (condition)},
#define NL_UP_TO(field, bytes, condition)                                                          \
    {.kind = NL_IS_BYTES, .index = field, .size = (bytes), .when = (condition)},
#define NL_AT(place)         {.kind = NL_IS_PLACE, .size = (place)},
#define NL_SIZED(bytes)      {.kind = NL_IS_SIZE, .size = (bytes)},
#define NL_PACKED(field)     {.kind = NL_IS_PACKED, .index = field},
#define NL_NAME(member_name) {.kind = NL_IS_NAME, .name = (member_name)},
#define NL_PEEK(value_name, place, value_type)                                                     \
    {.kind = NL_IS_PEEK, .name = (value_name), .at = (place), .type = NL_##value_type},
#define NL_AHEAD(value_name, distance, value_type)                                                 \
    {.kind = NL_IS_AHEAD, .name = (value_name), .at = (distance), .type = NL_##value_type},
#define NL_LET(value_name, value) {.kind = NL_IS_LET, .name = (value_name), .size = (value)},
#define NL_NUMBER(value_name)     {.kind = NL_IS_NUMBER, .name = (value_name)},
#define NL_SUM(value_name, list, field)                                                            \
    {.kind = NL_IS_SUM, .name = (value_name), .size = (list), .path = (field)},
static const nl_structure_row structure_rows[] = {
#include NL_STRUCTURE
};
#undef NL_MEANING
#undef NL_TYPE
#undef NL_PUT
#undef NL_LIST
#undef NL_GROUP
#undef NL_UP_TO
#undef NL_AT
#undef NL_SIZED
#undef NL_PACKED
#undef NL_NAME
#undef NL_PEEK
#undef NL_AHEAD
#undef NL_LET
#undef NL_NUMBER
#undef NL_SUM
#undef NL_STRUCTURE

static const nl_structure layout_structure = {structure_meanings, structure_rows,
                                              sizeof structure_rows / sizeof structure_rows[0]};

#endif
