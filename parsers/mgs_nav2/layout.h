/* Fox Engine .nav2 navigation meshes: sizes and the document. README.md has the wire layout, where
 * each fact comes from, and the sources' abbreviations. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_LAYOUT_H
#define NAVLINT_PARSERS_MGS_NAV2_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/reader.h"
#include "parsers/format.h"
#include "parsers/mgs_nav2/fields.h"

enum {
    NAV2_VERSION = 201403242,
    NAV2_VERSION_OLD = 201403241,
    NAV2_ID_AT = NAV2_HEADER_BUILD_ID_AT,
    NAV2_ID_BYTES = 16,
    NAV2_ALIGN = 16,
    NAV2_DESCS_OF_GROUP = 3,
    NAV2_CHUNKS_OF_GROUP = 4,
    NAV2_MOST_GROUPS = 0x7FFF, /* group numbers have 15 bits */
    NAV2_HIGHEST_PLAIN_GROUP = 4,
    /* the headers of the smallest chunk */
    NAV2_SMALLEST_CHUNK_BYTES = NAV2_CHUNK_HEADER_BYTES + NAV2_SEGMENTS_HEADER_BYTES,
    NAV2_MOST_SEGMENTS = 4095, /* 12 bits; 0xFFF stands for another tile */
    NAV2_NO_FACE = 0xFFFF,
    NAV2_TILE_FACE = 0x3FFF, /* 14 bits: a face of another tile */
    NAV2_TILE_NODE = 0xFFFF,
    NAV2_TILE_SEGNODE = 0x0FFF,
    NAV2_NO_ISLAND_NODE = 0xFFFF,
    NAV2_ISLAND_SLOTS = 3, /* of a SegmentGraph node */
    NAV2_ISLAND_SIDES = 4,
    NAV2_TILE_DIVISOR = 511, /* 65535 / 128 metres */
    NAV2_TILE_METRES = 128,
    NAV2_TILE_ZERO = 32 /* its number, on both axes, at the origin of the world */
};

enum { NAV2_FLAG_SPLIT = 1 << 2, NAV2_FLAGS_KNOWN = 0x87 };

/* The types of chunks; their values stand in the file. */
typedef enum nav2_kind {
    NAV2_GRAPH = 0,
    NAV2_MESH = 1,
    NAV2_UNKNOWN_KIND = 2,
    NAV2_SEGGRAPH = 3,
    NAV2_SEGMENTS = 4,
    NAV2_KINDS
} nav2_kind;

/* The engine's name, with that of the format's best-known page where it is another. */
extern const char *const nav2_kind_names[NAV2_KINDS];

/* Bytes of the header of such a chunk's data; 0 for a kind that is not known. */
uint32_t nav2_data_header_bytes(nav2_kind kind);

/* All offsets of the document count from the start of the file. */
typedef struct nav2_chunk {
    uint32_t at; /* of its header; 0: the group has none */
    uint32_t payload;
    uint32_t end;
    uint32_t number;  /* in the chain */
    bool is_readable; /* its tables are inside it and apart */
} nav2_chunk;

typedef struct nav2_group {
    uint32_t uid;
    bool is_odd; /* a table of it is not where it should be: what is found in it follows */
    nav2_chunk chunks[NAV2_KINDS];
    struct {
        uint32_t positions, nodes, links, links_end, edges, attributes, faces;
        uint32_t node_count, edge_count, attribute_count;
    } graph;
    struct {
        uint32_t positions, faces, records;
        uint32_t position_count, face_count;
    } mesh;
    struct {
        uint32_t positions, nodes, links, links_end;
        uint32_t node_count, total;
    } seggraph;
    struct {
        uint32_t bounds, segments;
        uint32_t count;
    } segments;
} nav2_group;

/* One of the IslandGraphs (Section2). */
typedef struct nav2_island {
    uint32_t at;
    uint32_t number; /* in the chain */
    uint32_t next;   /* where the next one starts, this one ends */
    uint32_t nodes, links, low_nodes, counts, sides, infos;
    uint32_t node_count;
    bool is_readable;
} nav2_island;

/* SearchSpace (NavSystem). */
typedef struct nav2_search {
    uint32_t at; /* 0: there is none */
    uint32_t end;
    uint32_t x, y, z; /* buckets along each axis */
    uint32_t buckets, entries;
    uint32_t bucket_count;
    bool is_readable;
} nav2_search;

/* ConnectTileInfo (Section3). */
typedef struct nav2_tiles {
    uint32_t at; /* 0: there is none */
    uint32_t end;
    uint32_t groups, infos, nodes;
    uint32_t group_count, info_count, node_count;
    bool is_readable;
    bool is_odd; /* it overlaps something, which is reported */
} nav2_tiles;

typedef struct nav2_document {
    uint32_t version;
    uint32_t uid;
    uint32_t flags;
    float origin[3];
    uint32_t divisor[3]; /* 0 if the file says so */
    uint32_t weight_divisor;
    bool is_cut;    /* ends before what its offsets lead to: nothing of it is checked */
    bool has_chain; /* chunks were found to the last one */
    bool has_obj2nav2_id;
    bool has_count;       /* of groups behind the header, but not that many descriptors */
    bool has_odd_descs;   /* they are not where they should be: what they say follows */
    bool is_odd;          /* which chunk is which is open: what is found in them follows */
    uint32_t descs_at;    /* 0: they cannot be read */
    uint32_t desc_groups; /* as the descriptors' count says */
    uint32_t chunks_at;   /* 0: there is no chain */
    uint32_t chunk_count; /* that were found */
    uint32_t chain_end;
    nav2_group *groups; /* in the order of their first chunks */
    uint32_t group_count;
    uint16_t *rows; /* of groups, + 1, by number; 0: there is none */
    uint32_t row_count;
    nav2_island *islands;
    uint32_t island_count;
    uint32_t islands_at, islands_end; /* 0: there are none */
    nav2_search search;
    nav2_tiles tiles;
} nav2_document;

static inline uint32_t nav2_number_of(uint32_t uid) {
    return uid & NAV2_MOST_GROUPS;
}

static inline uint32_t nav2_tile_of(uint32_t uid) {
    return uid >> 15 & 0xFFFF;
}

static inline bool nav2_is_split(const nav2_document *doc) {
    return doc->flags & NAV2_FLAG_SPLIT;
}

static inline uint64_t nav2_align(uint64_t at) {
    return (at + NAV2_ALIGN - 1) / NAV2_ALIGN * NAV2_ALIGN;
}

/* Where the descriptors end; 0 if they cannot be read. */
static inline uint64_t nav2_descs_end(const nav2_document *doc) {
    const uint64_t descs = (uint64_t)doc->desc_groups * NAV2_DESCS_OF_GROUP;
    return doc->descs_at != 0 ? doc->descs_at + NAV2_MANIFEST_BYTES + descs * NAV2_DESC_BYTES : 0;
}

/* The group with this number; NULL if the file has none. */
static inline const nav2_group *nav2_group_of(const nav2_document *doc, uint32_t number) {
    if (number >= doc->row_count || doc->rows[number] == 0) return NULL;
    return &doc->groups[doc->rows[number] - 1];
}

extern const uint8_t nav2_obj2nav2_id[NAV2_ID_BYTES];

bool nav2_has_magic(const uint8_t *bytes, size_t length);
bool nav2_is_plausible(const uint8_t *bytes, size_t length);
const void *nav2_decode(nl_job *job);
void nav2_check_document(nl_job *job, const void *document);
void nav2_check_set(const nl_set *set);
void nav2_draw(const nl_job *job, const void *document, nl_mesh *mesh);
void nav2_dump(const nl_job *job, const void *document, nl_dump *dump);
extern const struct nl_witnesses nav2_witnesses;
extern const struct nl_fixes nav2_fixes;
void nav2_build(unsigned variant, uint64_t target_bytes, nl_writer *out);
uint64_t nav2_arena_bound(uint64_t input_bytes);

extern const nl_format nl_format_mgs_nav2;

/* The rules, as indexes into the table of format.c. */
enum {
#define NL_RULE(code, ...) code,
#include "parsers/mgs_nav2/rules.def"
#undef NL_RULE
    NAV2_RULE_COUNT
};

/* What is compared of two files: core/kinds.h. */
extern const struct nl_kinds nav2_kinds;

#endif
