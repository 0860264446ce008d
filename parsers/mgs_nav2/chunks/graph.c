#include "parsers/mgs_nav2/chunks/graph.h"

nl_place nav2_links_place(const nav2_node_check *n) {
    return nav2_node_place(n->gc, "linkData", n->index, 0);
}

void nav2_check_links_end(nav2_group_check *gc, uint64_t links_end) {
    if (gc->has_links_end) return;
    gc->has_links_end = true;
    const nav2_table_place edges = {.group = gc->g,
                                    .kind = NAV2_GRAPH,
                                    .name = "edges",
                                    .field = NAV2_GRAPH_HEADER_EDGES,
                                    .at = gc->g->graph.edges,
                                    .before = NAV2_GRAPH_HEADER_LINKS,
                                    .count = NL_NO_FIELD};
    if (nav2_check_table_place(gc->c->job, &edges, gc->g->graph.links + links_end)) return;
    gc->follows = true;
    nav2_list(gc->c, true);
}

bool nav2_weight_scale(const nav2_document *doc, float scale[3]) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (doc->divisor[axis] == 0 || doc->weight_divisor == 0) return false;
        scale[axis] = (float)doc->weight_divisor / (float)doc->divisor[axis];
    }
    return true;
}
