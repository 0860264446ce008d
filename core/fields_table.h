/* The table of a room's records, for its fields.c: the arrays that NL_LAYOUT puts together. Before
 * it is included, NL_FIELDS names the room's fields.def. */

static const char *const layout_conditions[] = {
    NULL,
#define NL_CONDITION(condition, text) text,
#define NL_RECORD(...)
#define NL_FIELD(...)
#define NL_VALUE(...)
#define NL_SPAN(...)
#include NL_FIELDS
#undef NL_CONDITION
#undef NL_RECORD
};

#define NL_CONDITION(...)
static const nl_record layout_records[] = {
#define NL_RECORD(record, name, path, bytes, when) {name, path, bytes, record##_FIRST, when},
#include NL_FIELDS
#undef NL_RECORD
#undef NL_FIELD
#undef NL_VALUE
#undef NL_SPAN
};

static const nl_field layout_fields[] = {
#define NL_RECORD(...)
#define NL_FIELD(record, field, name, type, role, at, when)                                        \
    {name, at, 0, NL_##type, NAVLINT_##role, when, record##_RECORD, false},
#define NL_VALUE(record, field, name, type, role, when)                                            \
    {name, 0, 0, NL_##type, NAVLINT_##role, when, record##_RECORD, true},
#define NL_SPAN(record, field, name, type, at, length, when)                                       \
    {name, at, length, NL_##type, NAVLINT_PLAIN, when, record##_RECORD, false},
#include NL_FIELDS
#undef NL_CONDITION
#undef NL_RECORD
#undef NL_FIELD
#undef NL_VALUE
#undef NL_SPAN
};

/* The initialiser of the room's nl_layout. */
#define NL_LAYOUT NL_LAYOUT_WITH(NULL)

/* With the structure, that of core/structure_table.h. */
#define NL_LAYOUT_WITH(structure)                                                                  \
    {                                                                                              \
        layout_records, sizeof layout_records / sizeof layout_records[0], layout_fields,           \
            sizeof layout_fields / sizeof layout_fields[0], layout_conditions,                     \
            sizeof layout_conditions / sizeof layout_conditions[0], structure,                     \
    }
#undef NL_FIELDS
