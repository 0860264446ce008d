/* Writes rooms: a grid of rectangular regions on flat and sloping floors, linked along their
 * edges, with the octree over them. */
#ifndef NAVLINT_PARSERS_METROID_PATH_BUILD_H
#define NAVLINT_PARSERS_METROID_PATH_BUILD_H

#include "parsers/metroid_path/builder.h"

/* Writes the file, without the fill behind it. Without spare parts and with links both ways it
 * passes every rule. */
void mp_write(nl_writer *out, const mp_spec *spec);

/* FF up to a multiple of 32 bytes, as in the games' archives. */
void mp_write_fill(nl_writer *out);

#endif
