/* What checks report with: places of records, padding, and the state of a file and of a group
 * while they are checked. Decoders use the places, too. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_FINDINGS_H
#define NAVLINT_PARSERS_MGS_NAV2_FINDINGS_H

#include "parsers/mgs_nav2/records.h"

/* ---- Places ---- */

/* The header of the file. */
static inline nl_place nav2_file_place(const nl_job *job) {
    return nl_place_of(job->report, job->bytes);
}

/* Bytes from `at` on of the file, which are no record. */
static inline nl_place nav2_bytes_place(const nl_job *job, uint64_t at) {
    nl_place place = nav2_file_place(job);
    place.at = at;
    return place;
}

/* The header of a chunk. */
static inline nl_place nav2_chunk_place(const nl_job *job, const nav2_chunk *chunk) {
    return nl_place_about(nl_place_in(nav2_file_place(job), "chunks", chunk->number, chunk->at),
                          "chunk", chunk->number);
}

/* The same place, about a record of a group: messages begin "node 12 of group 4". kind is static;
 * the group is borrowed as long as the place is. */
nl_place nav2_place_about(nl_place place, const char *kind, uint32_t index,
                          const nav2_group *group);

/* The same place, so many steps from the file's origin: in metres, with y up. */
nl_place nav2_place_at(nl_place place, const nav2_document *doc, nav2_position p);

/* The header of the data of a group's chunk; messages name the group. */
nl_place nav2_data_place(const nl_job *job, const nav2_group *group, nav2_kind kind);

/* Reports at a field of the file's header. */
static inline void nav2_found_header(const nl_job *job, unsigned rule, unsigned field,
                                     const nl_draft *draft) {
    const nl_place place = nav2_file_place(job);
    nl_found(&place, rule, field, draft);
}

/* Reports that the file has another size than its header says. */
void nav2_found_file_size(const nl_job *job, unsigned rule);

/* What is said of a number that has to be below `count`; of 0 nothing: no number is right. */
static inline nl_draft nav2_below(uint64_t count) {
    if (count == 0) return (nl_draft){.length = 0};
    return (nl_draft){.expected = nl_uint(count - 1), .relation = NAVLINT_AT_MOST};
}

/* Another place that a finding names: a field of the record at `place`. message is static. */
navlint_related nav2_related_field(const nl_place *place, unsigned field, const char *message);

/* The bytes that make a field of the record at `place` this value. */
navlint_fix nav2_fix_of(const nl_place *place, unsigned field, uint32_t value);

/* ---- Padding ---- */

/* Reports [from, to) if not all of it is 0, as padding of the chunk, if it is not NULL, or of the
 * file; both are inside the input. A fix of up to 16 bytes holds all of it. */
void nav2_check_zeros(const nl_job *job, const nav2_chunk *chunk, uint64_t from, uint64_t to);

/* A table of a chunk, and the field of the data's header that says where it is. */
typedef struct nav2_table_place {
    const nav2_group *group;
    nav2_kind kind;
    const char *name; /* as messages have it */
    unsigned field;
    uint64_t at;
    bool may_be_packed; /* right behind the one before, without alignment */
    unsigned before; /* the field that says where the table before is; NL_NO_FIELD: there is none */
    unsigned count;  /* the field that says how long that one is; NL_NO_FIELD */
} nav2_table_place;

/* Reports a table that does not stand at the next multiple of 16 behind `end_before`, as the cause
 * of what its records say, or what is in between and is not 0. false if it stands elsewhere. */
bool nav2_check_table_place(const nl_job *job, const nav2_table_place *table, uint64_t end_before);

/* The same for the end of the chunk, which nothing follows from. */
void nav2_check_end(const nl_job *job, const nav2_group *group, nav2_kind kind, uint64_t end);

/* ---- A file ---- */

/* Where groups are looked for: the file itself, or the other one of its split set. */
typedef struct nav2_peers {
    const uint8_t *bytes;
    const nav2_document *doc;
    const nav2_document *other; /* NULL: the file itself; else the one that asks */
} nav2_peers;

typedef struct nav2_check {
    const nl_job *job;
    const uint8_t *bytes;
    const nav2_document *doc;
    nl_budget *budget;
    uint32_t low[3], high[3]; /* of all vertices */
    bool has_vertices;
    bool odd_islands[NAV2_ISLAND_SLOTS]; /* something is reported that others follow from */
    bool has_odd_weights;                /* the unit of the file's weights has a finding */
} nav2_check;

/* Whether every group that is named has to be in the file. */
static inline bool nav2_expects_group(const nav2_document *doc) {
    return !nav2_is_split(doc) && doc->has_chain;
}

/* Whether a group is neither in the file nor where else it may be: the link to it is reported. */
bool nav2_misses_group(const nav2_peers *file, uint32_t number);

/* ---- A group ---- */

typedef struct nav2_group_check {
    nav2_check *c;
    const uint8_t *bytes;
    const nav2_group *g;
    nav2_ahead beside_graph; /* fetched while segments of the graph are checked */
    nav2_ahead beside_mesh;  /* the same of the mesh */
    uint32_t number;
    uint32_t segment_count;
    uint16_t *face_segments; /* per face: the segment that has it; NAV2_NO_SEGMENT */
    uint16_t *nodes_in;      /* per segment: nodes that name it; counted if they are not sorted */
    uint16_t *edges_in;      /* per segment: edges that name it; the same */
    uint8_t *edge_marks;     /* per edge: which of its ends have a link */
    uint8_t *node_marks;     /* per node: listed by the SegmentGraph */
    uint8_t *vertex_marks;   /* per vertex: used by a face */
    uint8_t *odd_bounds;     /* per segment: its bounds have a finding */
    bool has_graph, has_mesh, has_segments, has_seggraph; /* their tables can be read */
    bool vertices_fit;      /* the segments' ranges of vertices are inside the table */
    bool nodes_fit;         /* local numbers of nodes can be resolved */
    bool faces_fit;         /* the segments' ranges of faces are all of the table, in order */
    bool all_have_segments; /* nodes and edges name segments that are there */
    bool is_sorted; /* nodes and edges name the segment whose range they are in, and no other bit */
    bool edges_fit; /* the local ends of edges can be resolved */
    uint32_t crossing_count; /* nodes that cross to somewhere, if graph_is_plain */
    bool graph_is_plain;
    bool records_are_odd; /* a record of the mesh or a corner cannot be found */
    bool lists_are_odd;   /* a list of crossing nodes of the segment being checked has a finding */
    bool faces_wrap;      /* a count of them lost its upper bits */
    bool has_links_end; /* where the links of the nodes end has been compared with the edges' place
                         */
    uint32_t inward_crossings; /* crossing links that lead to their own segment */
    bool has_inward_crossings; /* which are reported all together */
    bool follows;    /* what is found in the group follows from something that is reported */
    uint32_t causes; /* that are reported */
} nav2_group_check;

enum { NAV2_NO_SEGMENT = 0xFFFF };

/* A list that stands where another one does costs so much more: such lists, which no real file has,
 * are what can make a small file expensive. */
enum { NAV2_SHARED_COST = 16 };

/* A group of a file, without the tables that checking all of it takes. */
nav2_group_check nav2_group_check_of(nav2_check *c, const nav2_group *group);

/* The header of the data of the group's chunk of this kind, which its tables are in; messages name
 * the group. */
static inline nl_place nav2_group_place(const nav2_group_check *gc, nav2_kind kind) {
    return nav2_data_place(gc->c->job, gc->g, kind);
}

/* Reports what everything else in the group may follow from: from then on findings of the group are
 * counted, and not listed, but for a few more causes. */
void nav2_found_cause(nav2_group_check *gc, const nl_place *place, unsigned rule, unsigned field,
                      const nl_draft *draft);

/* Findings of the file are listed again, or, if `follows`, of a part of it that is reported as a
 * whole, counted. */
void nav2_list(const nav2_check *c, bool follows);

/* The same where it may also follow from what is reported of another group. */
static inline void nav2_list_of(const nav2_group_check *gc, const nav2_group *other) {
    nav2_list(gc->c, gc->follows || (other && other->is_odd));
}

/* A position of such a chunk, about the vertex, node or SegmentGraph node that it is of. */
nl_place nav2_position_place(const nav2_group_check *gc, nav2_kind kind, uint32_t index);

/* The record of a node at `at` of the file, or what belongs to it: where the node is. */
nl_place nav2_node_place(const nav2_group_check *gc, const char *list, uint32_t index, uint64_t at);

/* The same for a segment: the middle of its bounds. */
nl_place nav2_segment_place(const nav2_group_check *gc, const char *list, uint32_t index,
                            uint64_t at);

/* Reports at a field of the header of the data of one of the group's chunks. */
void nav2_found_data(const nav2_group_check *gc, unsigned rule, unsigned field,
                     const nl_draft *draft);

static inline uint32_t nav2_half_at(const nav2_group_check *gc, uint64_t at) {
    return nl_load_u16(gc->bytes + at);
}

static inline nav2_segment nav2_segment_in(const nav2_group_check *gc, uint32_t segment) {
    return nav2_segment_at(nav2_segments_of(gc->bytes, gc->g), segment);
}

/* The bounds of a segment, as what else a finding names. */
static inline navlint_related nav2_related_bounds(const nav2_group_check *gc, uint32_t segment) {
    return (navlint_related){gc->g->segments.bounds + (uint64_t)segment * NAV2_BOUNDS_BYTES,
                             NAV2_BOUNDS_BYTES, "the bounds"};
}

static inline nav2_bounds nav2_bounds_in(const nav2_group_check *gc, uint32_t segment) {
    return nav2_bounds_at(gc->bytes + gc->g->segments.bounds, segment);
}

#endif
