/* Metroid Prime PATH: sizes, versions and the document. README.md has the wire layout, where each
 * fact comes from, and the sources' abbreviations. */
#ifndef NAVLINT_METROID_PATH_LAYOUT_H
#define NAVLINT_METROID_PATH_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/reader.h"
#include "parsers/format.h"

enum {
    MP_WORD_BYTES = 4,
    MP_NODE_BYTES = 24,
    MP_LINK_BYTES = 16,
    MP_LONGEST_REGION_BYTES = 92,
    MP_OCTANT_BYTES = 80,
    MP_POINT_BYTES = 28,
    MP_CHILDREN = 8,
    MP_FILL_BYTES = 32, /* resources of an archive are filled up to a multiple of this */
    MP_MOST_REGIONS = 512
};

typedef enum mp_version { MP_PRIME = 0, MP_ECHOES, MP_CORRUPTION, MP_VERSION_COUNT } mp_version;

typedef enum mp_graph {
    MP_NO_POINTS = 0,
    MP_POINTS,
    MP_MAYBE_POINTS /* no source tells */
} mp_graph;

/* What a version makes of the file. */
typedef struct mp_layout {
    uint32_t version; /* the word in the file */
    const char *dialect;
    const char *title;
    uint8_t region_bytes;
    uint8_t slot_at; /* in a region: the index for the second time */
    bool has_unused; /* words behind the two bitmaps */
    bool is_confirmed;
    mp_graph points;
} mp_layout;

extern const mp_layout mp_layouts[MP_VERSION_COUNT];

/* The layout of a version word; NULL if there is none. */
const mp_layout *mp_layout_of(uint32_t version);

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

/* 32-bit words that two bitmaps and what is unused behind them take, each. */
static inline uint64_t mp_square_words(uint64_t count) {
    return (count * count + 31) / 32;
}

extern const nl_format nl_format_metroid_path;

nl_confidence mp_probe(const uint8_t *bytes, size_t length);
const void *mp_decode(nl_job *job);
void mp_check_document(nl_job *job, const void *document);
void mp_dump(const nl_job *job, const void *document, nl_dump *dump);
void mp_draw(const nl_job *job, const void *document, nl_mesh *mesh);
extern const struct nl_witnesses mp_witnesses;
void mp_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t mp_arena_bound(uint64_t input_bytes);

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "parsers/metroid_path/rules.def"
#undef NL_RULE
    MP_RULE_COUNT
};

#endif
