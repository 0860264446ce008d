/* What stands between and behind the parts of a file. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_PARTS_H
#define NAVLINT_PARSERS_MGS_NAV2_PARTS_H

#include "parsers/mgs_nav2/reading.h"

/* Parts that overlap, gaps and padding; nothing of a file that could not be read as a whole. */
void nav2_check_parts(nav2_reading *r);

#endif
