/* What checks say with: names of resources, places of rows. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_FINDINGS_H
#define NAVLINT_CONTAINERS_METROID_PAK_FINDINGS_H

#include "containers/members.h"
#include "containers/metroid_pak/layout.h"
#include "containers/metroid_pak/streams.h"
#include "containers/names.h"

enum { PK_FILE_NAME_BYTES = 16 + 1 + 4 + 1 }; /* "0123456789ABCDEF.PATH" and its NUL */

/* Four letters of a type as text: what is no letter or digit is '_'. */
typedef struct pk_word {
    char chars[5];
} pk_word;

pk_word pk_letters(uint32_t type);

/* What the resource is called as a member: its id, 8 or 16 hex digits, and its type.
 * name: of PK_FILE_NAME_BYTES. */
void pk_put_file_name(char *name, const pk_row *row, const pk_shape *shape);

/* The file while it is checked. */
typedef struct pk_check {
    nl_job *job;
    const uint8_t *bytes;
    const pk_document *doc;
    const pk_shape *shape;
    box_hashed *ids; /* of the rows; sorted from check_ids on */
    box_extent *extents;
    uint32_t extent_count;
    uint32_t packed;        /* rows */
    uint32_t paths, rooms;  /* resources: from check_ids on copies of one are one */
    uint64_t first_outside; /* findings when the first resource outside of the file was found; 0:
                               none was */
} pk_check;

/* A row with what its place refers to: it has to live as long as the place. */
typedef struct pk_named {
    pk_row row;
    const pk_shape *shape;
} pk_named;

/* The place of the row with this index. named: receives what the place borrows. */
nl_place pk_row_place(const pk_check *c, uint32_t index, pk_named *named);

/* The same for bytes of the resource, at offset `at` of the input. */
nl_place pk_data_place(const pk_check *c, uint32_t index, uint64_t at, pk_named *named);

/* The place of a name. */
nl_place pk_name_place(const pk_check *c, uint32_t index);

/* Bytes of the document at offset `at` that no list has. */
nl_place pk_file_place(const pk_check *c, uint64_t at);

/* Another place of a finding: a row. message is static. */
navlint_related pk_beside_row(const pk_check *c, uint32_t index, const char *message);

#endif
