/* Metroid Prime PATH: versions, sections and the document. fields.def says where the fields of a
 * record are; README.md where each fact comes from, and the sources' abbreviations. */
#ifndef NAVLINT_PARSERS_METROID_PATH_LAYOUT_H
#define NAVLINT_PARSERS_METROID_PATH_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/reader.h"
#include "parsers/format.h"
#include "parsers/metroid_path/fields.h"

enum {
    MP_WORD_BYTES = 4,
    MP_CHILDREN = 8,
    MP_FILL_BYTES = 32, /* resources of an archive are filled up to a multiple of this */
    MP_MOST_REGIONS = 512
};

/* ---- Versions ---- */

typedef enum mp_version { MP_PRIME = 0, MP_ECHOES, MP_CORRUPTION, MP_VERSION_COUNT } mp_version;

/* What a version makes of the file. */
typedef struct mp_layout {
    uint32_t version; /* the word in the file */
    const char *dialect;
    const char *title;
    uint32_t holding;      /* conditions of fields.def: bit i */
    uint32_t region_bytes; /* the last word is the copy of the index: */
    unsigned copy;         /* that field */
    bool is_confirmed;     /* by more than one source; else no source says whether it has points */
} mp_layout;

extern const mp_layout mp_layouts[MP_VERSION_COUNT];

/* Whether a condition of fields.def holds for the layout. */
static inline bool mp_has(const mp_layout *layout, unsigned condition) {
    return nl_holds(layout->holding, condition);
}

/* The layout of a version word; NULL if there is none. */
const mp_layout *mp_layout_of(uint32_t version);

/* ---- Sections ---- */

/* In file order. */
typedef enum mp_section {
    MP_NODES = 0,
    MP_LINKS,
    MP_REGIONS,
    MP_GROUND_MAP,
    MP_FLYER_MAP,
    MP_UNUSED_WORDS,
    MP_LOOKUPS,
    MP_OCTREE,
    MP_GRAPH_POINTS,
    MP_POINT_LINKS,
    MP_POINT_COSTS,
    MP_POINT_MAP,
    MP_SECTION_COUNT
} mp_section;

/* What a section holds, as fields.def has it and as messages call it. */
typedef struct mp_contents {
    const char *list;    /* "octree": of paths */
    const char *subject; /* "octree node": one of them; NULL: its path says it all */
    const char *records; /* "octree nodes": all of them */
    unsigned record;
    unsigned
        count;     /* the field that says how many there are; NL_NO_FIELD: it follows from others */
    unsigned rule; /* if they are more than the file holds */
} mp_contents;

extern const mp_contents mp_sections[MP_SECTION_COUNT];

/* Bytes from one record of the section to the next. */
static inline uint32_t mp_stride_of(const mp_layout *layout, mp_section section) {
    switch (section) {
    case MP_NODES:
        return MP_NODE_BYTES;
    case MP_LINKS:
        return MP_LINK_BYTES;
    case MP_REGIONS:
        return layout->region_bytes;
    case MP_OCTREE:
        return MP_OCTANT_BYTES;
    case MP_GRAPH_POINTS:
        return MP_POINT_BYTES;
    default:
        return MP_WORD_BYTES;
    }
}

/* The name of a field: static. field: index into mp_fields. */
static inline const char *mp_field_name(unsigned field) {
    return mp_fields.fields[field].name;
}

/* ---- The document ---- */

/* `count` records from offset `at` of the input on. */
typedef struct mp_list {
    uint32_t at;
    uint32_t count;
} mp_list;

/* What follows the last section. */
typedef enum mp_tail {
    MP_TAIL_RIGHT = 0, /* nothing, or FF up to a multiple of 32 */
    MP_TAIL_NONE,      /* nothing, though the size is no multiple of 32 */
    MP_TAIL_ZERO,      /* zeros up to a multiple of 32 */
    MP_TAIL_SHORT,     /* FF, but not up to a multiple of 32 */
    MP_TAIL_OTHER
} mp_tail;

/* Where and why the structure could not be followed any further. */
typedef struct mp_loss {
    bool happened;
    mp_section section;
    uint64_t at;    /* offset of what could not be read */
    uint64_t need;  /* bytes it takes */
    uint64_t left;  /* bytes there were */
    uint64_t count; /* records promised; 0: a count is missing */
} mp_loss;

typedef struct mp_document {
    const mp_layout *layout;
    mp_list lists[MP_SECTION_COUNT]; /* what is not there has no records */
    mp_loss loss;
    uint32_t end; /* of the last section */
    mp_tail tail;
    uint32_t point_word; /* the number of points as it stands there, signed in the game */
    bool has_points;     /* that number is there */
} mp_document;

/* 32-bit words of a bitmap that has one bit for each pair of `count`. */
static inline uint64_t mp_pair_words(uint64_t count) {
    return count < 2 ? 0 : (count * (count - 1) / 2 + 31) / 32;
}

/* 32-bit words that each bitmap takes, its part of the unused words behind them included. */
static inline uint64_t mp_square_words(uint64_t count) {
    return (count * count + 31) / 32;
}

/* ---- What format.c shows to the house: parsers/format.h ---- */

extern const nl_format nl_format_metroid_path;

bool mp_is_plausible(const uint8_t *bytes, size_t length);
const void *mp_decode(nl_job *job);
void mp_check_document(nl_job *job, const void *document);
void mp_dump(const nl_job *job, const void *document, nl_dump *dump);
void mp_draw(const nl_job *job, const void *document, nl_mesh *mesh);
extern const navlint_flag mp_flag_words[];
extern const struct nl_witnesses mp_witnesses;
extern const struct nl_fixes mp_fixes;
void mp_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t mp_arena_bound(uint64_t input_bytes);

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "parsers/metroid_path/rules.def"
#undef NL_RULE
    MP_RULE_COUNT
};

/* What is compared of two files: core/kinds.h. */
extern const struct nl_kinds mp_kinds;

#endif
