/* Source and GoldSrc BSP: dialects, lumps and the document. fields.def says where the fields of a
 * record are; README.md where each fact comes from. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_LAYOUT_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "containers/members.h"
#include "containers/names.h"
#include "containers/source_bsp/fields.h"
#include "core/reader.h"
#include "parsers/format.h"

enum {
    BSP_WORD_BYTES = 4,
    BSP_LUMPS = 64,
    BSP_OLD_LUMPS = 15,
    BSP_PAKFILE = 40, /* the lump with the zip */
    BSP_ALIGNMENT = 4,
    BSP_SECTOR = 2048, /* where a map that is packed anew has its pakfile */
    BSP_MOST_ENTRIES = 0xFFFF
};

/* ---- Dialects ---- */

typedef enum bsp_order {
    BSP_STANDARD = 0, /* offset, length, version */
    BSP_LEFT4DEAD2    /* version, offset, length */
} bsp_order;

enum {
    BSP_DARK_MESSIAH = 0x00040014,
    BSP_OF_GLOBAL_OFFENSIVE = 21, /* which games of the time share */
    BSP_CONTAGION = 27,           /* the version with a word more in front of the lumps */
    BSP_OLD_VERSION = 30
};

/* Where the tables of a file are. */
typedef struct bsp_shape {
    uint32_t version;
    bool is_goldsrc;
    bsp_order order;
    uint32_t lumps_at;
    uint32_t lump_count;
    uint32_t stride;       /* bytes from one row of the lump table to the next */
    uint32_t header_bytes; /* no lump starts in front of this */
} bsp_shape;

/* The fields of a row of the lump table, by their numbers in fields.def. */
typedef struct bsp_lump_fields {
    unsigned offset, length;
} bsp_lump_fields;

static inline bsp_lump_fields bsp_lump_fields_of(const bsp_shape *shape) {
    if (shape->is_goldsrc) return (bsp_lump_fields){BSP_OLD_LUMP_OFFSET, BSP_OLD_LUMP_LENGTH};
    if (shape->order == BSP_LEFT4DEAD2)
        return (bsp_lump_fields){BSP_LUMP_LATE_OFFSET, BSP_LUMP_LATE_LENGTH};
    return (bsp_lump_fields){BSP_LUMP_OFFSET, BSP_LUMP_LENGTH};
}

/* ---- Lumps ---- */

typedef struct bsp_lump {
    uint32_t row; /* offset of its row */
    uint32_t offset;
    uint32_t length;
    uint32_t unpacked; /* 0: it is not packed */
} bsp_lump;

/* Offsets of unused lumps mean nothing. */
static inline bool bsp_is_used(const bsp_lump *lump) {
    return lump->length != 0;
}

static inline uint64_t bsp_lump_end(const bsp_lump *lump) {
    return (uint64_t)lump->offset + lump->length;
}

/* Whether a used lump lies behind the header and in the file. */
static inline bool bsp_is_inside(const bsp_shape *shape, const bsp_lump *lump, uint64_t length) {
    return lump->offset >= shape->header_bytes && bsp_lump_end(lump) <= length;
}

/* ---- The document ---- */

/* What of the zip can be followed. */
typedef enum bsp_zip_state {
    BSP_NO_ZIP = 0,      /* no pakfile, or none that is in the file */
    BSP_ZIP_PACKED,      /* the whole lump is packed */
    BSP_ZIP_WITHOUT_END, /* no end record */
    BSP_ZIP_CONSOLE,     /* "XZP2": its central headers do not say how long they are */
    BSP_ZIP_READ
} bsp_zip_state;

typedef struct bsp_zip {
    bsp_zip_state state;
    uint32_t at;     /* of the lump: what its offsets count from */
    uint32_t end_at; /* of the end record; offsets from the start of the input from here on */
    uint32_t directory_at;
    uint32_t directory_end; /* behind the last central header that could be read */
    uint32_t stated;        /* entries, as the end record says */
    uint32_t count;         /* entries that could be read */
    uint32_t *entries;      /* where the central header of each is */
} bsp_zip;

typedef struct bsp_document {
    bsp_shape shape;
    bsp_lump lumps[BSP_LUMPS];
    uint32_t used;   /* lumps */
    uint32_t inside; /* of these */
    bool is_packed;  /* at least one of these is */
    bsp_zip zip;
    box_extent *pieces; /* of the file: pieces.h */
    uint32_t piece_count;
} bsp_document;

/* ---- What format.c shows to the house: parsers/format.h ---- */

extern const nl_format nl_format_source_bsp;

bool bsp_has_magic(const uint8_t *bytes, size_t length);
bool bsp_is_plausible(const uint8_t *bytes, size_t length);
const void *bsp_decode(nl_job *job);
void bsp_check_document(nl_job *job, const void *document);
void bsp_dump(const nl_job *job, const void *document, nl_dump *dump);
void bsp_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context);
void bsp_follow(const nl_job *job, const void *document, nl_patch *patch);
extern const struct nl_witnesses bsp_witnesses;
void bsp_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t bsp_arena_bound(uint64_t input_bytes);

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "containers/source_bsp/rules.def"
#undef NL_RULE
    BSP_RULE_COUNT
};

#endif
