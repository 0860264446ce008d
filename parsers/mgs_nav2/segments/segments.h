/* SegmentChunks and SegmentGraphs. */
#ifndef NAVLINT_MGS_NAV2_SEGMENTS_SEGMENTS_H
#define NAVLINT_MGS_NAV2_SEGMENTS_SEGMENTS_H

#include "parsers/mgs_nav2/dumper.h"

/* The data of such a chunk. */
void nav2_put_segments(const nav2_out *o);
void nav2_put_seggraph(const nav2_out *o);

#endif
