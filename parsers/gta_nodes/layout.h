/* GTA San Andreas path nodes: variants, sections and the document. fields.def has the records,
 * README.md what their values mean. */
#ifndef NAVLINT_PARSERS_GTA_NODES_LAYOUT_H
#define NAVLINT_PARSERS_GTA_NODES_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/reader.h"
#include "parsers/format.h"
#include "parsers/gta_nodes/fields.h"

#define GTA_MARKER 0xFFFFFFFFu /* first word of the extended variants */

enum {
    GTA_VANILLA_HEADER_BYTES = GTA_COUNTS_BYTES,
    GTA_FLA4_HEADER_BYTES = GTA_MARK_BYTES + GTA_TAG_BYTES + GTA_COUNTS_BYTES,
    GTA_FM92_HEADER_BYTES = GTA_FLA4_HEADER_BYTES + GTA_NICK_BYTES + GTA_VERSION_BYTES,
    GTA_SPARE_LINKS = 192,  /* 16 dynamic links of 12 */
    GTA_DYNAMIC_LINKS = 12, /* of one interior node */
    GTA_SPARE_BYTES = GTA_FILLER_BYTES + GTA_LENGTH_PAD_BYTES + GTA_FLAG_PAD_BYTES,
    GTA_SECTOR_BYTES = 2048, /* of an IMG archive */
    GTA_NOT_SEARCHED = 0x7FFE,
    GTA_VANILLA_NAVI_MAX = 1024,
    GTA_CELL = 750 * 8,    /* edge of an area, in eighths of a unit */
    GTA_SMALLEST_DIM = 8,  /* areas along an edge of the map */
    GTA_LARGEST_DIM = 256, /* area numbers are 16-bit */
    GTA_OLD_POSITION = 0x7FF8,
    GTA_NONE = 0x10000 /* no area: numbers are 16-bit */
};

typedef enum gta_variant {
    GTA_VANILLA = 0,
    GTA_VER2,
    GTA_VER3,
    GTA_FLA4,
    GTA_VARIANT_COUNT
} gta_variant;

/* What a variant makes of the records. */
typedef struct gta_layout {
    const char *dialect;
    uint8_t header_bytes;
    uint8_t node_bytes;
    uint8_t navi_bytes;
    uint8_t navi_link_bytes;
    uint8_t navi_xy_at;  /* x, y in a navi node */
    bool is_extended;    /* marker, 32-bit positions, 32-bit navi links, "EOF" */
    bool has_wide_flood; /* 16-bit flood id behind a node's extended position */
    uint8_t holding;     /* conditions of fields.def that hold: bit i */
} gta_layout;

extern const gta_layout gta_layouts[GTA_VARIANT_COUNT];

/* How the link sections stand in a file: as the game reads them, or as a known writer got them
 * wrong. */
typedef struct gta_shape {
    unsigned rule; /* that says what is wrong; GTA_RULE_COUNT: nothing */
    uint8_t link_bytes;
    bool links_only; /* nothing behind the links */
    bool navi_links_per_navi;
    uint16_t spare_links;
    uint16_t length_pad;
    uint16_t flag_pad;
} gta_shape;

/* Offsets of the sections, as the counts and the shape say; a file may end before. */
typedef struct gta_sections {
    uint64_t nodes, navis, links, filler, navi_links, lengths, length_pad, flags, flag_pad;
    uint64_t marker; /* where the extended variants have "EOF" */
    uint64_t end;
} gta_sections;

typedef struct gta_counts {
    uint32_t nodes, vehicles, peds, navis, links;
} gta_counts;

/* A variant and where its counts stand. */
typedef struct gta_header {
    gta_variant variant;
    uint32_t counts_at;
} gta_header;

typedef struct gta_document {
    gta_variant variant;
    const gta_layout *layout;
    const gta_shape *shape;
    uint32_t counts_at;
    gta_counts counts; /* as the header says */
    gta_sections at;
    uint32_t node_count; /* that are wholly there */
    uint32_t navi_count;
    uint32_t link_count; /* counts.links if every section of links is there, else 0 */
    bool kinds_known;    /* vehicle + ped is the number of nodes */
    bool is_complete;
    bool is_lost; /* the sections are not where the counts say; that is reported, and what is found
                     in them follows from it */
    bool is_swapped;    /* navi links hold area before id */
    uint32_t area;      /* what most nodes say, else the name; GTA_NONE */
    uint32_t name_area; /* GTA_NONE: the name does not tell */
    uint32_t dim;       /* areas along an edge of the map; a guess unless dim_known */
    bool dim_known;
    struct gta_notes *notes; /* for the check of the set; NULL: none are made */
} gta_document;

/* Bytes of the whole file with these counts in this shape. */
gta_sections gta_sections_of(const gta_layout *layout, const gta_shape *shape,
                             const gta_counts *counts, uint64_t header_bytes);

gta_counts gta_counts_at(const uint8_t *bytes);

/* The shape that the game reads, first; shape_count in all. */
extern const gta_shape gta_shapes[];
extern const unsigned gta_shape_count;

/* Whether a file of `length` bytes ends where these counts say, the marker of the extended variants
 * included, or is filled up to a sector. */
bool gta_fits(const uint8_t *bytes, size_t length, const gta_layout *layout,
              const gta_sections *at);

/* Whether only zeros follow `end`, up to the next multiple of a sector. */
bool gta_is_sector_padding(const uint8_t *bytes, size_t length, uint64_t end);

/* k of a file's own name like "NODES12.DAT"; GTA_NONE if it is not such a name, GTA_NONE + 1 if the
 * number has no place in 16 bits. */
uint32_t gta_area_of_name(const char *name);

bool gta_has_magic(const uint8_t *bytes, size_t length);
bool gta_is_plausible(const uint8_t *bytes, size_t length);
bool gta_matches_name(const char *name);
const void *gta_decode(nl_job *job);
void gta_check_document(nl_job *job, const void *document);
void gta_check_set(const nl_set *set);
void gta_dump(const nl_job *job, const void *document, nl_dump *dump);
void gta_draw(const nl_job *job, const void *document, nl_mesh *mesh);
extern const navlint_flag gta_flag_words[];
extern const struct nl_witnesses gta_witnesses;
extern const struct nl_fixes gta_fixes;
void gta_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t gta_arena_bound(uint64_t input_bytes);

enum { GTA_GAME_VANILLA = 0, GTA_GAME_FLA, GTA_GAME_COUNT };
extern const navlint_game gta_games[GTA_GAME_COUNT];

static inline bool gta_is_unmodified(const nl_job *job) {
    return job->game == &gta_games[GTA_GAME_VANILLA];
}

extern const nl_format nl_format_gta_nodes;

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "parsers/gta_nodes/rules.def"
#undef NL_RULE
    GTA_RULE_COUNT
};

/* What is compared of two files: core/kinds.h. */
extern const struct nl_kinds gta_kinds;

#endif
