/* Writes an octree and the region lookup list of its leaves, for files that are built and for
 * octrees that are made anew. */
#ifndef NAVLINT_PARSERS_METROID_PATH_OCTREE_H
#define NAVLINT_PARSERS_METROID_PATH_OCTREE_H

#include "core/writer.h"
#include "parsers/metroid_path/records.h"

/* What the octree is made of. */
typedef struct mp_tree_plan {
    const void *source; /* of the functions below */

    /* Writes the numbers of the regions that a leaf with this box lists, and returns how many these
     * are. out: NULL: only counts them. */
    uint32_t (*list)(const void *source, const mp_box *box, nl_writer *out);

    /* Whether the node with this box is an inner one. level: 0 for the root; child: which of its
     * parent's. */
    bool (*is_inner)(const void *source, const mp_box *box, uint32_t level, uint32_t child);

    mp_box root;
    double part;            /* of each side of a box that is in front of its centre */
    uint32_t spare_octants; /* leaves in front that nothing leads to */
    uint32_t spare_lookups; /* entries behind that no leaf lists */
} mp_tree_plan;

typedef struct mp_tree_size {
    uint32_t octants, lookups;
} mp_tree_size;

/* How large it will be. Goes at most 64 levels down. */
mp_tree_size mp_tree_size_of(const mp_tree_plan *plan);

/* Writes the lookup list and the octree, each with its count in front: children before their
 * parents, the root last. */
void mp_write_tree(const mp_tree_plan *plan, nl_writer *out);

/* The box of a file without regions, as it is cooked. */
extern const mp_box mp_no_box;

#endif
