/* Metroid Prime PAK: dialects, tables and the document. fields.def says where the fields of a
 * record are; README.md where each fact comes from, and the sources' abbreviations. */
#ifndef NAVLINT_CONTAINERS_METROID_PAK_LAYOUT_H
#define NAVLINT_CONTAINERS_METROID_PAK_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "containers/metroid_pak/fields.h"
#include "core/reader.h"
#include "parsers/format.h"

enum {
    PK_OPEN_VERSION = 0x00030005,
    PK_SECTIONED_VERSION = 2,
    PK_HEADER_BYTES = 0x40,     /* of version 2 */
    PK_SECTIONS_AT = 0x44,      /* its table of sections, behind their number */
    PK_FIRST_SECTION_AT = 0x80, /* the sections follow each other */
    PK_STUB_BYTES =
        PK_HEAD_BYTES,          /* of a file that the Echoes demo has: a header and nothing else */
    PK_FIRST_READ_BYTES = 8192, /* the game walks the names in so much of the file */
    PK_OFFSET_LIMIT = 1 << 28,  /* the game keeps offset / 32 in 23 bits */
    PK_SIZE_LIMIT = 1 << 22     /* and size / 32 in 17 */
};

/* A type of resources as a number: its four letters. */
#define PK_TYPE(a, b, c, d)                                                                        \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#define PK_PATH PK_TYPE('P', 'A', 'T', 'H')
#define PK_MREA PK_TYPE('M', 'R', 'E', 'A')

/* ---- Dialects ---- */

typedef enum pk_dialect {
    PK_PRIME = 0, /* Metroid Prime and Echoes */
    PK_PROTOTYPE, /* of Corruption */
    PK_CORRUPTION,
    PK_DIALECT_COUNT
} pk_dialect;

enum { PK_VARIANT_COUNT = 4 }; /* of built files: Prime, Echoes, the prototype, Corruption */

/* What a dialect makes of the file. Fields are indexes into pk_fields. */
typedef struct pk_shape {
    const char *dialect;
    const char *version;
    uint32_t holding; /* conditions of fields.def: bit i */
    uint32_t align;   /* of offsets and sizes, bytes */
    bool is_sectioned;
    bool has_long_ids;
    bool is_confirmed; /* its loader is known; else no source says what it refuses */
    unsigned row;      /* record */
    unsigned flag, type, id, size, offset;          /* fields of a row */
    unsigned name_type, name_id, name_length, text; /* of a name; NL_NO_FIELD: it has none */
} pk_shape;

extern const pk_shape pk_shapes[PK_DIALECT_COUNT];

/* ---- Sections: version 2 ---- */

typedef enum pk_section { PK_STRG = 0, PK_RSHD, PK_DATA, PK_SECTION_COUNT } pk_section;

/* Bytes [at, end) of the input. */
typedef struct pk_span {
    uint64_t at;
    uint64_t end;
} pk_span;

/* ---- The document ---- */

/* Where and why the tables could not be followed any further; in the order of the file. */
typedef enum pk_loss {
    PK_WHOLE = 0,
    PK_NO_NAME_COUNT,
    PK_NAMES_CUT, /* a name does not fit */
    PK_NO_ROW_COUNT,
    PK_ROWS_CUT /* there are not so many rows */
} pk_loss;

/* The two tables as one dialect has them. */
typedef struct pk_tables {
    const pk_shape *shape;
    pk_span names_in; /* the bytes that may hold names: the file, or a section of it */
    pk_span rows_in;  /* and rows */
    uint32_t stated_names;
    uint32_t names; /* that are wholly there */
    uint64_t names_end;
    uint32_t stated_rows;
    uint32_t rows;
    uint64_t rows_at; /* the first row; 0: their number is not there */
    uint64_t rows_end;
    pk_loss loss;
} pk_tables;

typedef struct pk_document {
    pk_tables tables;
    pk_span sections[PK_SECTION_COUNT]; /* of version 2, as far as they are in the file */
    pk_span data;                       /* the bytes that may hold resources */
    uint64_t origin;                    /* what offsets count from */
    const uint32_t *name_at;            /* where each name starts, bytes */
    bool is_whole; /* all that the header promises is there: what is missing is known to be so */
    bool is_stub;
    bool explains_bounds; /* a section that is cut off is reported: resources outside follow */
} pk_document;

/* A row of the resource table. */
typedef struct pk_row {
    uint64_t at; /* of the row: offset in the input */
    uint32_t flag;
    uint32_t type;
    uint64_t id;
    uint32_t size;
    uint32_t offset;
    uint64_t start; /* of the resource: offset in the input */
    uint64_t end;
    bool fits; /* the resource lies in the input, and in its section */
} pk_row;

/* A named resource. */
typedef struct pk_name {
    uint64_t at; /* of its fields, without a name in front of them: offset in the input */
    uint64_t text_at;
    uint32_t text_bytes;
    uint32_t type;
    uint64_t id;
} pk_name;

/* The row of a decoded file. index: below tables.rows. */
pk_row pk_row_at(const uint8_t *bytes, const pk_document *doc, uint32_t index);

/* The name of a decoded file. index: below tables.names. */
pk_name pk_name_at(const uint8_t *bytes, const pk_document *doc, uint32_t index);

/* What fills the resource table up: to the data, or to the end of its section. */
pk_span pk_table_fill(const pk_document *doc);

/* The name of a field: static. field: index into pk_fields. */
static inline const char *pk_field_name(unsigned field) {
    return pk_fields.fields[field].name;
}

/* ---- What format.c shows to the house: parsers/format.h ---- */

extern const nl_format nl_format_metroid_pak;

bool pk_has_magic(const uint8_t *bytes, size_t length);
bool pk_is_plausible(const uint8_t *bytes, size_t length);
bool pk_matches_name(const char *name);
uint64_t pk_arena_bound(uint64_t input_bytes);
uint64_t pk_arena_need(const uint8_t *bytes, size_t length);
const void *pk_decode(nl_job *job);
void pk_check_document(nl_job *job, const void *document);
void pk_dump(const nl_job *job, const void *document, nl_dump *dump);
void pk_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                    void *context);
void pk_follow(const nl_job *job, const void *document, nl_patch *patch);
extern const struct nl_witnesses pk_witnesses;
void pk_build(unsigned variant, uint64_t target_bytes, nl_writer *out);

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "containers/metroid_pak/rules.def"
#undef NL_RULE
    PK_RULE_COUNT
};

#endif
