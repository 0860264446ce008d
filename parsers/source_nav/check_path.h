/* One encounter path that is not plain: locates and reports what is wrong with it. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_CHECK_PATH_H
#define NAVLINT_PARSERS_SOURCE_NAV_CHECK_PATH_H

#include "parsers/source_nav/findings.h"

typedef struct nav_path {
    const nav_area *area; /* that it leads through */
    uint32_t index;
    uint32_t at;
    uint32_t from, to; /* ids of areas */
    uint8_t from_direction, to_direction;
    uint8_t spot_count;
} nav_path;

/* Checks the path and its spots. Marks the spots with a new serial. */
void nav_check_path(nav_check *c, const nav_path *path);

#endif
