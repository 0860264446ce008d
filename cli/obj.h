/* Geometry as Wavefront OBJ. */
#ifndef NAVLINT_CLI_OBJ_H
#define NAVLINT_CLI_OBJ_H

#include "navlint/navlint.h"

/* What the visits of one drawing share. Start with the name alone. */
typedef struct cli_obj {
    const char *name; /* of the input, for the first line */
    bool is_open;     /* the first line is written */
} cli_obj;

/* A navlint_shape_fn: prints the shape as lines of OBJ. context: a cli_obj. */
bool cli_print_shape(void *context, const navlint_shape *shape);

#endif
