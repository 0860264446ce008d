/* The types that a room's structure and fields make together, for descriptions of the format in
 * languages of other tools. */
#ifndef NAVLINT_REPORT_STRUCTURE_H
#define NAVLINT_REPORT_STRUCTURE_H

#include "core/fields.h"
#include "report/report.h"

/* Appends texts, up to a NULL. */
#define REP_PUT(buffer, ...) rep_put(buffer, (const char *const[]){__VA_ARGS__, NULL})
void rep_put(rep_buffer *buffer, const char *const *pieces);

enum { REP_ID_CAPACITY = 96 };

/* A name as descriptions have it: small letters, digits and _. */
typedef char rep_id[REP_ID_CAPACITY];

/* A member of a type, or a value of it that is no field of the file. Texts are the tables'. */
typedef struct rep_part {
    nl_structure_kind kind; /* NL_IS_RECORD: one member, of which the rest says more; or a value */
    rep_id id;              /* no other part of the type has it */
    rep_id name;            /* in a dump, below the type around: "nwCorner/x", "fields/N" */
    rep_id type;            /* of a member; "" for scalars and bytes */
    nl_type scalar;         /* of a member without a type, and of what is read ahead */
    unsigned record;        /* of a list */
    bool has_number;        /* its type knows the number of each in its list */
    const char *count;      /* of a member: how often; NULL: once */
    const char *size;       /* of bytes: how many, if length is 0; the row's of a value */
    uint32_t length;        /* of bytes */
    const char *place;      /* where it stands instead of behind the last one; NULL: there */
    uint32_t at;            /* bytes from that place; of what is read ahead, from the start */
    const char *bytes;      /* that its type has; NULL: as many as it takes */
    bool is_packed;
    const char *field;   /* of a sum */
    const char *when[2]; /* both must hold; NULL: nothing to hold */
} rep_part;

/* The parts of one type. */
typedef struct rep_parts {
    rep_part *items;
    size_t count, capacity;
    bool failed; /* memory ran out */
} rep_parts;

typedef struct rep_structure {
    const navlint_format *format;
    const nl_layout *layout;
    const nl_structure_row *rows; /* NULL: the structure is not written down */
    size_t count;
} rep_structure;

rep_structure rep_structure_of(const navlint_format *format);

/* camelCase/x becomes camel_case_x. */
void rep_put_id(rep_id id, const char *name);

/* Whether a count or size is NL_TO_END. */
bool rep_is_to_end(const char *size);

/* The row of the type with this name; s->count if there is none. */
size_t rep_row_of_type(const rep_structure *s, const char *name);

/* The row behind the last one of the type whose row is at `row`. */
size_t rep_row_behind(const rep_structure *s, size_t row);

/* The row of the first group of the type whose row is at `type`; s->count if there is none. */
size_t rep_row_of_group(const rep_structure *s, size_t type);

/* The row of the type that the row is of. */
size_t rep_row_of_owner(const rep_structure *s, size_t row);

/* Whether a row in front of the group's says how many bytes it has. */
bool rep_is_sized(const rep_structure *s, size_t group);

/* The parts of the type whose row is at `row`, in the order of the rows. The caller frees
 * parts->items. */
void rep_parts_of_type(const rep_structure *s, size_t row, rep_parts *parts);

/* The same of a record that is listed. */
void rep_parts_of_record(const rep_structure *s, unsigned record, rep_parts *parts);

/* Whether the row lists a record that has a type, which no row before it lists. */
bool rep_is_first_list(const rep_structure *s, size_t row);

/* The id of the record's type. */
void rep_put_record_id(const rep_structure *s, unsigned record, rep_id id);

#endif
