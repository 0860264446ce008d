/* The octree over a grid of regions. */
#ifndef NAVLINT_PARSERS_METROID_PATH_BUILD_OCTREE_H
#define NAVLINT_PARSERS_METROID_PATH_BUILD_OCTREE_H

#include "parsers/metroid_path/builder.h"

/* Writes the lookup list and the octree: children before parents, the root last. */
void mp_write_octree(const mp_builder *b);

#endif
