/* Decoded fields on their way to a visitor. Rooms call these in file order; values are read here,
 * so what a dump shows is what stands in the file. */
#ifndef NAVLINT_CORE_DUMP_H
#define NAVLINT_CORE_DUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/fields.h"
#include "core/path.h"
#include "core/place.h"
#include "core/view.h"
#include "navlint/navlint.h"

/* A field as it stands in the bytes, for who reads values and paths without texts. Good during the
 * call only. */
typedef struct nl_raw_field {
    const nl_path *path;
    nl_type type;
    navlint_role role;
    const uint8_t *bytes;    /* of the field */
    uint64_t at;             /* from the start of the input, or of what `packed` unpacks to */
    uint64_t length;         /* bytes */
    const nl_packed *packed; /* NULL: it stands in the input as it is */
} nl_raw_field;

/* Receives one field; returns false to stop. */
typedef bool (*nl_raw_fn)(void *context, const nl_raw_field *field);

typedef struct nl_dump {
    const uint8_t *bytes; /* the input; while `packed` is set, what those bytes of it unpack to */
    size_t length;
    navlint_field_fn visit;
    nl_raw_fn raw; /* called instead of visit; NULL: none */
    void *context;
    bool stopped;            /* the visitor has had enough */
    const nl_packed *packed; /* NULL: fields stand in the input as they are */
    const nl_layout *layout; /* of the format */
    uint32_t holding;        /* conditions of the layout that hold for this document: bit i */
    nl_view view;            /* what is shown; all else does not reach the visitor */
} nl_dump;

/* Whether some of the bytes [at, at + length) may be shown, of which `at` counts from the start of
 * `bytes`. For rooms, to pass over what is not. */
bool nl_dump_wants(const nl_dump *dump, uint64_t at, uint64_t length);

/* Whether everything from `at` on is behind what is shown. */
bool nl_dump_is_behind(const nl_dump *dump, uint64_t at);

/* Visits the fields of a record that starts at offset `at` of the bytes and whose path is `path`:
 * those whose condition holds. Groups are passed over; opaque bytes that end where the file says
 * are left to nl_dump_bytes. Returns the offset behind the last one visited. */
uint64_t nl_dump_record(nl_dump *dump, const nl_path *path, unsigned record, uint64_t at);

/* Visits one field of such a record. field: index into the layout's fields. */
void nl_dump_field(nl_dump *dump, const nl_path *path, unsigned field, uint64_t at);

/* Records that follow each other. */
typedef struct nl_rows {
    uint64_t at; /* of the first: offset in the bytes */
    uint64_t count;
    uint64_t stride; /* bytes from one to the next */
} nl_rows;

/* Those of the rows of the list that may be shown. */
nl_span nl_dump_span(const nl_dump *dump, const nl_path *list, nl_rows rows);

/* Visits the records of the list `key` of the record whose path is `outer`. */
void nl_dump_rows(nl_dump *dump, const nl_path *outer, const char *key, unsigned record,
                  nl_rows rows);

/* Visits the value of `type` at `offset` of the bytes, whose path is `path`. Does nothing once
 * stopped or if the value is not wholly inside them. */
void nl_dump_value(nl_dump *dump, const nl_path *path, nl_type type, navlint_role role,
                   uint64_t offset);

/* The same for `length` bytes of text or opaque data. */
void nl_dump_bytes(nl_dump *dump, const nl_path *path, uint64_t offset, uint64_t length);

#endif
