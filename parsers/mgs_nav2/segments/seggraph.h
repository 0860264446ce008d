/* What the check files of a SegmentGraph share. */
#ifndef NAVLINT_MGS_NAV2_SEGGRAPH_H
#define NAVLINT_MGS_NAV2_SEGGRAPH_H

#include "parsers/mgs_nav2/findings.h"

/* The graph while it is judged. */
typedef struct nav2_seggraph_here {
    nav2_here *h;
    uint32_t count;     /* of nodes */
    uint32_t links_sum; /* of all kinds */
    uint64_t listed_sum;
    bool is_cut;      /* links leave the chunk */
    bool is_shared;   /* links stand where those of another node do */
    uint32_t dropped; /* links past the last node, in a graph that lacks some */
    bool is_whole;    /* node i is segment i */
    bool has_lists;   /* links list their crossing nodes, as they should */
} nav2_seggraph_here;

/* One node of it. */
typedef struct nav2_segnode_here {
    const nav2_seggraph_here *s;
    uint32_t index;
    nav2_segnode node;
    uint64_t links; /* in the file; 0: they leave the chunk */
    uint64_t lists; /* behind the links */
} nav2_segnode_here;

/* One link of it. */
typedef struct nav2_seglink_here {
    nav2_link_kind kind;
    uint32_t number; /* among those of its kind */
    uint64_t at;
    nav2_seglink link;
} nav2_seglink_here;

/* Names of the lists of links in the dump, by kind. */
extern const char *const nav2_seglink_lists[NAV2_LINK_KINDS];

static inline nav2_segnode nav2_segnode_of(const nav2_here *h, uint32_t index) {
    return nav2_segnode_at(h->bytes + h->g->seggraph.nodes, index);
}

static inline nav2_place nav2_segnode_place(const nav2_here *h, uint32_t index) {
    const uint64_t at = h->g->seggraph.nodes + (uint64_t)index * NAV2_SEGNODE_BYTES;
    return nav2_record(&h->g->chunks[NAV2_SEGGRAPH], "nodes", index, at, NAV2_SEGNODE_BYTES);
}

/* Where a link is, of a node whose links start at `links`. */
uint64_t nav2_seglink_place(const nav2_segnode *node, uint64_t links, nav2_link_kind kind,
                            uint32_t number);

/* Bytes of the lists of all links; the links are in the chunk. */
uint32_t nav2_listed_of(const nav2_here *h, const nav2_segnode *node, uint64_t links);

/* All links of a node and what they list, which is in the chunk. */
void nav2_check_seglinks(const nav2_segnode_here *n);

/* Links to groups that the file does not have. */
void nav2_check_seglinks_to(const nav2_segnode_here *n, const nav2_peers *peers);

/* Nodes of the segment that cross and are in no list. */
void nav2_check_unlisted(const nav2_segnode_here *n, nav2_segment segment);

#endif
