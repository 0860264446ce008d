/* What the check files of a SegmentGraph share. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_SEGMENTS_SEGGRAPH_H
#define NAVLINT_PARSERS_MGS_NAV2_SEGMENTS_SEGGRAPH_H

#include "parsers/mgs_nav2/segments/segments.h"

/* The graph while it is checked. */
typedef struct nav2_seggraph_check {
    nav2_group_check *gc;
    uint32_t count;     /* of nodes */
    uint32_t links_sum; /* of all kinds */
    uint64_t listed_sum;
    bool is_cut;      /* links leave the chunk */
    bool is_shared;   /* links stand where those of another node do */
    uint32_t dropped; /* links past the last node, in a graph that lacks some */
    bool is_whole;    /* node i is segment i */
    bool has_lists;   /* links list their crossing nodes, as they should */
} nav2_seggraph_check;

/* One node of it. */
typedef struct nav2_segnode_check {
    const nav2_seggraph_check *s;
    uint32_t index;
    nav2_segnode node;
    uint64_t links; /* in the file; 0: they leave the chunk */
    uint64_t lists; /* behind the links */
    uint64_t end;   /* behind these */
} nav2_segnode_check;

/* One link of it. */
typedef struct nav2_seglink_check {
    const nav2_segnode_check *n; /* NULL: its node is not checked itself */
    nav2_link_kind kind;
    uint32_t number; /* among those of its kind */
    uint64_t at;
    nav2_seglink link;
} nav2_seglink_check;

static inline nav2_segnode nav2_segnode_of(const nav2_group_check *gc, uint32_t index) {
    return nav2_segnode_at(gc->bytes + gc->g->seggraph.nodes, index);
}

/* What belongs to a node, at `at` of the file: where the node is. */
nl_place nav2_place_of_segnode(const nav2_group_check *gc, const char *list, uint32_t index,
                               uint64_t at);

static inline nl_place nav2_segnode_place(const nav2_group_check *gc, uint32_t index) {
    const uint64_t at = gc->g->seggraph.nodes + (uint64_t)index * NAV2_SEGNODE_BYTES;
    return nav2_place_of_segnode(gc, "nodes", index, at);
}

/* A link of the node with this number. */
nl_place nav2_seglink_place(const nav2_group_check *gc, uint32_t node, const nav2_seglink_check *l);

/* Where the links of this kind start, of a node whose links start at `links`. */
uint64_t nav2_first_seglink(const nav2_segnode *node, uint64_t links, nav2_link_kind kind);

/* The link with this number among those of its kind, which start at `first`. */
nav2_seglink_check nav2_seglink_of(const uint8_t *bytes, nav2_link_kind kind, uint64_t first,
                                   uint32_t number);

/* Bytes of the lists of all links; the links are in the chunk. */
uint32_t nav2_listed_of(const nav2_group_check *gc, const nav2_segnode *node, uint64_t links);

/* Whether the link with the number target->back of a SegmentGraph node leads to target->node (of
 * target->group); true if that is not known, or if that link has a finding by itself. */
bool nav2_seglink_leads_to(const nav2_peers *file, const nav2_group *g, uint32_t node,
                           nav2_link_kind kind, const nav2_seglink *target);

/* All links of a node and what they list, which is in the chunk. */
void nav2_check_seglinks(const nav2_segnode_check *n);

/* Links to groups that the file does not have. */
void nav2_check_seglinks_to(const nav2_segnode_check *n, const nav2_peers *peers);

/* Nodes of the segment that cross and are in no list. */
void nav2_check_unlisted(const nav2_segnode_check *n, nav2_segment segment);

/* Whether a usual SegmentGraph is in order; false if it has to be gone through node by node. */
bool nav2_seggraph_is_plain(nav2_group_check *gc);

/* Reports the size that a SegmentGraph gives for itself if it is not that of its data; `end` of its
 * links, from the start of these data. */
void nav2_check_seggraph_size(const nav2_group_check *gc, uint64_t end);

#endif
