/* What is checked of an addon, in the order of check.c. */
#ifndef NAVLINT_CONTAINERS_GMOD_GMA_CHECKS_H
#define NAVLINT_CONTAINERS_GMOD_GMA_CHECKS_H

#include "containers/gmod_gma/findings.h"

/* A document that is being checked. */
typedef struct gma_check {
    nl_job *job;
    const gma_document *doc;
    uint64_t meshes;   /* files that navigation is in, so far */
    uint64_t maps;     /* and those that may carry some */
    bool sum_is_wrong; /* of a file: that of all bytes follows */
} gma_check;

/* Rows of the table: numbers, paths, sizes and, of navigation, sums. Stops where the budget is used
 * up. */
void gma_check_files(gma_check *c);

/* Paths that come twice. */
void gma_check_twins(gma_check *c);

/* What stands behind the files' bytes. */
void gma_check_end(gma_check *c);

#endif
