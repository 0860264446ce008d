/* SegmentChunks and SegmentGraphs. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_SEGMENTS_SEGMENTS_H
#define NAVLINT_PARSERS_MGS_NAV2_SEGMENTS_SEGMENTS_H

#include "parsers/mgs_nav2/dumper.h"
#include "parsers/mgs_nav2/findings.h"

/* ---- Checking ---- */

enum { NAV2_GRID_CELLS = 100 }; /* of Obj2Nav2: segments of a group */

/* Whether nodes and edges are sorted by their segments, and who names which. */
void nav2_look_at_members(nav2_group_check *gc);

/* A group's segments, which everything else of it is resolved by; notes what of them holds. */
void nav2_check_segments(nav2_group_check *gc);

/* The bounds of a segment against its vertices, all of which are in their table. */
void nav2_check_bounds(const nav2_group_check *gc, uint32_t segment);

/* A group's SegmentGraph: one node for each segment, links to others with the nodes at which one
 * can cross. Segments, nodes and faces have been checked. */
void nav2_check_seggraph(nav2_group_check *gc);

/* What leads to groups that the file does not have, against the other file of its split set. */
void nav2_check_seggraph_to(nav2_group_check *gc, const nav2_peers *peers);

/* ---- Dump ---- */

/* The data of such a chunk. */
void nav2_put_segments(const nav2_out *o);
void nav2_put_seggraph(const nav2_out *o);

#endif
