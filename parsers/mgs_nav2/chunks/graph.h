/* What the check files of a NavigationGraph share. */
#ifndef NAVLINT_MGS_NAV2_GRAPH_H
#define NAVLINT_MGS_NAV2_GRAPH_H

#include "parsers/mgs_nav2/findings.h"

/* One node while it is judged. */
typedef struct nav2_node_here {
    nav2_here *h;
    uint32_t index;
    nav2_node node;
    uint64_t links; /* in the file; 0: they leave the table */
    uint32_t cost;  /* of a link */
} nav2_node_here;

static inline uint32_t nav2_half_at(const nav2_here *h, uint64_t at) {
    return nl_load_u16(h->bytes + at);
}

static inline nav2_node nav2_node_of(const nav2_here *h, uint32_t index) {
    return nav2_node_at(h->bytes + h->g->graph.nodes, index);
}

/* Reports at a field of a link of the node; link: its number, NAV2_NO_ITEM for a crossing link. */
void nav2_tell_link(const nav2_node_here *n, unsigned rule, const char *list, uint32_t link,
                    const char *member, uint64_t at, nl_draft draft);

/* The node's links inside its segment. */
void nav2_check_links(const nav2_node_here *n);

/* Its crossing link, if its flags stand for one way. */
void nav2_check_crossings(const nav2_node_here *n);

#endif
