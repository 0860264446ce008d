/* The chain of chunks, their descriptors, and what is in a NavigationGraph and a NavmeshChunk. */
#ifndef NAVLINT_MGS_NAV2_CHUNKS_CHUNKS_H
#define NAVLINT_MGS_NAV2_CHUNKS_CHUNKS_H

#include "parsers/mgs_nav2/dumper.h"

/* The chunks, as far as the chain can be followed. */
void nav2_dump_chunks(nav2_dumper *d);

#endif
