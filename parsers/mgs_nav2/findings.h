/* What the check files of this room share. */
#ifndef NAVLINT_MGS_NAV2_CHECK_H
#define NAVLINT_MGS_NAV2_CHECK_H

#include "core/path.h"
#include "parsers/mgs_nav2/place.h"
#include "parsers/mgs_nav2/records.h"

/* Where groups are looked for: the file itself, or the other one of its split set. */
typedef struct nav2_peers {
    const uint8_t *bytes;
    const nav2_document *doc;
    const nav2_document *other; /* NULL: the file itself; else the one that asks */
} nav2_peers;

/* One file while it is judged. */
typedef struct nav2_check {
    const nl_job *job;
    const uint8_t *bytes;
    const nav2_document *doc;
    nl_budget *budget;
    uint8_t *in_buckets;      /* per segment of all groups, in their order: in a bucket */
    uint32_t *first_segments; /* per group: its first one among those of all groups */
    uint32_t low[3], high[3]; /* of all vertices */
    bool has_vertices;
} nav2_check;

/* One group while it is judged. */
typedef struct nav2_here {
    nav2_check *c;
    const uint8_t *bytes;
    const nav2_group *g;
    uint32_t number;
    uint32_t segment_count;
    uint16_t *face_segments; /* per face: the segment that has it; NAV2_NO_SEGMENT */
    uint16_t *nodes_in;      /* per segment: nodes that name it; counted if they are not sorted */
    uint16_t *edges_in;      /* per segment: edges that name it; the same */
    uint8_t *edge_marks;     /* per edge: which of its ends have a link */
    uint8_t *node_marks;     /* per node: listed by the SegmentGraph */
    uint8_t *vertex_marks;   /* per vertex: used by a face */
    bool has_graph, has_mesh, has_segments, has_seggraph; /* their tables can be read */
    bool vertices_fit;      /* the segments' ranges of vertices are inside the table */
    bool nodes_fit;         /* local numbers of nodes can be resolved */
    bool node_counts_hold;  /* the segments' numbers of nodes are meant so */
    bool faces_fit;         /* the segments' ranges of faces are all of the table, in order */
    bool all_have_segments; /* nodes and edges name segments that are there */
    bool is_sorted; /* nodes and edges name the segment whose range they are in, and no other bit */
    bool edges_fit; /* the local ends of edges can be resolved */
    uint32_t crossing_count; /* nodes that cross to somewhere, if graph_is_plain */
    bool graph_is_plain;
    bool records_are_odd; /* a record of the mesh or a corner cannot be found */
    bool lists_are_odd;   /* a list of crossing nodes of the segment being judged has a finding */
    bool faces_wrap;      /* a count of them lost its upper bits */
} nav2_here;

enum { NAV2_NO_SEGMENT = 0xFFFF };

/* A list that stands where another one does costs so much more: such lists, which no real file has,
 * are what can make a small file expensive. */
enum { NAV2_SHARED_COST = 16 };

/* Reports about the group. */
void nav2_tell_here(const nav2_here *h, unsigned rule, const nav2_place *place, nl_draft draft);

static inline nav2_segment nav2_segment_here(const nav2_here *h, uint32_t segment) {
    return nav2_segment_at(nav2_segments_of(h->bytes, h->g), segment);
}

static inline nav2_position nav2_low_of(const nav2_here *h, uint32_t segment) {
    return nav2_position_at(h->bytes + h->g->segments.bounds, 2 * segment);
}

static inline nav2_position nav2_high_of(const nav2_here *h, uint32_t segment) {
    return nav2_position_at(h->bytes + h->g->segments.bounds, 2 * segment + 1);
}

/* Places of records of the group. */
nav2_place nav2_segment_place(const nav2_here *h, uint32_t segment);
nav2_place nav2_node_place(const nav2_here *h, uint32_t node);
nav2_place nav2_edge_place(const nav2_here *h, uint32_t edge);

/* "leads nowhere" and its like, by a node's crossing flags. */
const char *nav2_cross_text(uint32_t flags);

void nav2_check_descs(const nav2_check *c);
void nav2_check_segments(nav2_here *h);
void nav2_check_bounds(const nav2_here *h, uint32_t segment);
void nav2_check_graph(nav2_here *h);
void nav2_check_mesh(nav2_here *h);
void nav2_check_seggraph(nav2_here *h);
void nav2_check_islands(nav2_check *c);
void nav2_check_search(nav2_check *c);
void nav2_check_tiles(const nav2_check *c);

/* The same for a SegmentGraph. */
bool nav2_scan_seggraph(nav2_here *h);

/* Says so if the size that a SegmentGraph gives for itself is not that of its data; `end` of its
 * links, from the start of these. */
void nav2_check_seggraph_size(const nav2_here *h, uint64_t end);

/* The links of the group's nodes end here, from the start of the table: says so if the edges do not
 * follow. */
void nav2_check_links_end(const nav2_here *h, uint64_t links_end);

/* Units of weight that a step along each axis makes; false if a divisor is 0. */
bool nav2_weight_scale(const nav2_document *doc, float scale[3]);

/* The square of the weight that the way between two positions makes. */
static inline float nav2_weight_squared(nav2_position a, nav2_position b, const float scale[3]) {
    const float x = (float)(a.x - b.x) * scale[0];
    const float y = (float)(a.y - b.y) * scale[1];
    const float z = (float)(a.z - b.z) * scale[2];
    return x * x + y * y + z * z;
}

/* Real weights are 0.85 to 1.05 times what the way makes; one more for rounding down. */
static inline bool nav2_is_weight(uint32_t weight, nav2_position a, nav2_position b,
                                  const float scale[3]) {
    const float square = nav2_weight_squared(a, b, scale);
    const float exact = (float)(int32_t)weight;
    const float above = exact + 1;
    const float below = exact > 1 ? exact - 1 : 0;
    return (above * above >= 0.85F * 0.85F * square) & (below * below <= 1.05F * 1.05F * square);
}

/* Whether a usual NavigationGraph is in order; false if it has to be gone through record by record.
 */
bool nav2_scan_graph(nav2_here *h);

void nav2_judge_edges(const nav2_here *h);

/* Says which nodes are not on the face that they name, unless that was told with the nodes. */
void nav2_check_node_faces(nav2_here *h);

/* Whether the face is in this segment and has this node at a side; true if it cannot be read. */
bool nav2_face_has_node(const nav2_here *h, uint32_t face, uint32_t segment, uint32_t node);

/* Whether every group that is named has to be in the file. */
static inline bool nav2_expects_group(const nav2_document *doc) {
    return !nav2_is_split(doc) && doc->has_chain;
}

/* Whether a group is neither in the file nor where else it may be, which is told of the link to it.
 */
static inline bool nav2_misses_group(const nav2_peers *file, uint32_t number) {
    if (nav2_group_of(file->doc, number)) return false;
    return nav2_expects_group(file->doc) || (file->other && !nav2_group_of(file->other, number));
}

/* Whether the link with the number target->back of a SegmentGraph node leads to target->node (of
 * target->group); true if that cannot be told, or if that link has a finding by itself. */
bool nav2_seglink_leads_to(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           nav2_link_kind kind, const nav2_seglink *target);

/* A group of a file, without the tables that judging all of it takes. */
nav2_here nav2_here_of(nav2_check *c, const nav2_group *group);

/* What leads to groups that the file does not have, against the other file of its split set. Nodes:
 * one that crosses to such a group, which is NULL if the other file does not have it either. */
void nav2_judge_crossing_to(nav2_here *h, uint32_t node, const nav2_group *other,
                            const nav2_peers *peers);
void nav2_judge_face_to(nav2_here *h, uint32_t face, const nav2_peers *peers);
void nav2_judge_seggraph_to(nav2_here *h, const nav2_peers *peers);
void nav2_judge_islands_to(nav2_check *c, const nav2_peers *peers);

/* Says `rule` of a node that crosses to another tile. */
void nav2_tell_tile_crossing(nav2_here *h, uint32_t node, unsigned rule);

/* Whether the node's crossing link leads to its own segment. */
bool nav2_crosses_inside(const nav2_here *h, const nav2_node *node);

/* Whether the node's flags stand for one way out at most. */
bool nav2_has_one_way(const nav2_node *node);

/* Where the node's crossing link of this kind is in the file; 0 if it has none or its links leave
 * the table. */
uint64_t nav2_crossing_at(const nav2_group *g, const nav2_node *node, uint32_t flag);

/* Whether `node` of the group `g` has the crossing link `flag` back to (number, node). */
bool nav2_crosses_to(const uint8_t *bytes, const nav2_group *g, uint32_t node, uint32_t flag,
                     uint32_t target_number, uint32_t target);

#endif
