/* The fields of a record: four letters, a 16-bit size, that many bytes. A field longer than that
 * has an XXXX field in front that holds its size. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_FIELD_WALK_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_FIELD_WALK_H

#include "parsers/skyrim_navmesh/body.h"
#include "parsers/skyrim_navmesh/types.h"

/* What keeps the fields of a record from being followed to its end, or is odd about one. */
typedef enum sky_field_fault {
    SKY_FIELDS_WHOLE = 0,
    SKY_FIELD_SHORT, /* fewer bytes left than a header has, or than it says */
    SKY_LONG_SIZE,   /* an XXXX field that has not four bytes */
    SKY_LONG_ZERO,   /* an XXXX field that holds 0 */
    SKY_LONG_TWICE,  /* an XXXX field behind an XXXX field */
    SKY_LONG_ALONE   /* an XXXX field at the end */
} sky_field_fault;

typedef struct sky_field {
    uint32_t type;
    uint32_t index;       /* among the record's field headers, XXXX included: its path has it */
    uint32_t header_at;   /* from the start of the record's data */
    uint32_t size_stated; /* by its own header: 0 is right for a long one */
    bool is_long;         /* an XXXX field in front holds the size */
    sky_body body;
} sky_field;

typedef struct sky_fields {
    sky_body record; /* all of its data */
    uint32_t at;     /* of the next header */
    uint32_t next;   /* index of the next header */
    sky_field_fault fault;
    uint32_t fault_at; /* of the header at fault */
    uint32_t fault_size;
} sky_fields;

/* The fields of a record whose (unpacked) data are `record`. */
static inline sky_fields sky_fields_of(sky_body record) {
    return (sky_fields){.record = record};
}

/* sky_next_field where the next header is no plain one: XXXX, the end, or a fault. */
bool sky_next_field_slowly(sky_fields *fields, sky_field *field);

/* The next field, XXXX fields taken into account and passed over. False at the end, and where the
 * fields can no longer be followed: `fault` then says why. Says nothing in the report:
 * sky_check_fields does, once a record. */
static inline bool sky_next_field(sky_fields *f, sky_field *field) {
    const uint32_t left = f->record.length - f->at;
    const uint8_t *const p = f->record.bytes + f->at;
    if (left < SKY_FIELD_HEADER_BYTES) return sky_next_field_slowly(f, field);
    const uint32_t type = nl_load_u32(p);
    const uint32_t size = nl_load_u16(p + SKY_FIELD_HEADER_SIZE_AT);
    if (type == SKY_XXXX || size > left - SKY_FIELD_HEADER_BYTES)
        return sky_next_field_slowly(f, field);
    *field = (sky_field){.type = type,
                         .index = f->next++,
                         .header_at = f->at,
                         .size_stated = size,
                         .body = sky_part(&f->record, f->at + SKY_FIELD_HEADER_BYTES, size)};
    f->at += SKY_FIELD_HEADER_BYTES + size;
    return true;
}

/* What a quick look over the fields of a record sees. */
typedef struct sky_field_look {
    uint32_t count;
    uint32_t letters; /* a bit for each second letter of a type, which tells XXXX, XTEL and XNDP
                         from nearly all others of a reference */
} sky_field_look;

static inline uint32_t sky_letter_bit(char letter) {
    return 1u << ((uint8_t)letter % 32);
}

/* Whether there may be XTEL or XNDP. */
static inline bool sky_may_be_door(const sky_field_look *look) {
    return (look->letters & (sky_letter_bit('T') | sky_letter_bit('N'))) != 0;
}

/* Whether fields can be followed to their end, and none of them can be long. */
static inline bool sky_are_plain_fields(const sky_body *record, sky_field_look *look) {
    uint64_t at = 0; /* in the end behind the record, if a field has more bytes than are left */
    for (; at + SKY_FIELD_HEADER_BYTES <= record->length; look->count++) {
        const uint8_t *const p = record->bytes + at;
        sky_prefetch(p);
        look->letters |= sky_letter_bit((char)p[1]);
        at += SKY_FIELD_HEADER_BYTES + nl_load_u16(p + SKY_FIELD_HEADER_SIZE_AT);
    }
    return at == record->length && !(look->letters & sky_letter_bit('X'));
}

#endif
