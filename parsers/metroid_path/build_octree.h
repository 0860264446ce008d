/* The octree over a grid of regions, and what build.c shares with it. */
#ifndef NAVLINT_METROID_PATH_BUILD_OCTREE_H
#define NAVLINT_METROID_PATH_BUILD_OCTREE_H

#include "parsers/metroid_path/build.h"
#include "parsers/metroid_path/records.h"

typedef struct mp_grid {
    const struct mp_builder *builder;
    uint32_t regions, columns, rows;
    double pitch, cell; /* of the columns; of the rows and of each region */
    mp_box box;         /* of the root */
} mp_grid;

/* The box of a region of the grid. */
mp_box mp_box_of(const struct mp_builder *b, uint32_t region);

/* The lookup list and the octree: children before parents, the root last. */
void mp_write_octree(nl_writer *out, const mp_spec *spec, const mp_grid *grid);

void mp_put_u32(nl_writer *out, uint32_t value);
void mp_put_f32(nl_writer *out, double value);
void mp_put_vector(nl_writer *out, double x, double y, double z);

#endif
