/* Reports where the structure of a file could not be followed any further. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_CHECK_LOSS_H
#define NAVLINT_PARSERS_SOURCE_NAV_CHECK_LOSS_H

#include "parsers/source_nav/findings.h"

/* Reports the loss, which has happened, as NAV_COUNT or NAV_TRUNCATED: the cause of what is found
 * in areas from c->garbage_from on. */
void nav_found_loss(const nav_check *c);

/* The bytes in which the count must be that threw the reading out of step, as another place; none
 * if nothing was read before. */
navlint_related nav_doubtful_bytes(const nav_check *c);

/* Whether the file ends where version 6 has ladders and version 5 its end: the version may be what
 * is damaged. */
bool nav_may_be_goldsrc(const nav_check *c);

#endif
