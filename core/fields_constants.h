/* Constants of a room's records, for its own header. Before it is included, NL_FIELDS names the
 * room's fields.def and NL_ROOM its prefix: GTA gives GTA_ALWAYS and GTA_FIELD_COUNT. */

#define NL_JOIN_(a, b) a##b
#define NL_JOIN(a, b)  NL_JOIN_(a, b)

/* ---- Conditions ---- */

#define NL_CONDITION(condition, text) condition,
#define NL_RECORD(...)
#define NL_FIELD(...)
#define NL_VALUE(...)
#define NL_SPAN(...)
enum {
    NL_JOIN(NL_ROOM, _ALWAYS) = NL_ALWAYS,
#include NL_FIELDS
    NL_JOIN(NL_ROOM, _CONDITION_COUNT)
};
#undef NL_CONDITION
#undef NL_RECORD
#define NL_CONDITION(...)

/* ---- Numbers and sizes of records ---- */

#define NL_RECORD(record, ...) record##_RECORD,
enum {
#include NL_FIELDS
    NL_JOIN(NL_ROOM, _RECORD_COUNT)
};
#undef NL_RECORD

#define NL_RECORD(record, name, path, bytes, when) record##_BYTES = (bytes),
enum {
#include NL_FIELDS
};
#undef NL_RECORD
#undef NL_FIELD
#undef NL_VALUE
#undef NL_SPAN

/* ---- Numbers of fields: a record's first one is also the record's ---- */

#define NL_RECORD(record, ...)       record##_FIRST, record##_BEFORE = record##_FIRST - 1,
#define NL_FIELD(record, field, ...) record##_##field,
#define NL_VALUE(record, field, ...) record##_##field,
#define NL_SPAN(record, field, ...)  record##_##field,
enum {
#include NL_FIELDS
    NL_JOIN(NL_ROOM, _FIELD_COUNT)
};
#undef NL_RECORD
#undef NL_FIELD
#undef NL_VALUE
#undef NL_SPAN

/* ---- Places of fields: bytes from the start of their record ---- */

#define NL_RECORD(...)
#define NL_VALUE(...)
#define NL_FIELD(record, field, name, type, role, at, when)  record##_##field##_AT = (at),
#define NL_SPAN(record, field, name, type, at, length, when) record##_##field##_AT = (at),
enum {
#include NL_FIELDS
};
#undef NL_CONDITION
#undef NL_RECORD
#undef NL_FIELD
#undef NL_VALUE
#undef NL_SPAN
#undef NL_JOIN
#undef NL_JOIN_
#undef NL_FIELDS
#undef NL_ROOM
