/* A link of a region, its width, and the edges on both sides of it. */
#ifndef NAVLINT_PARSERS_METROID_PATH_CHECK_EDGES_H
#define NAVLINT_PARSERS_METROID_PATH_CHECK_EDGES_H

#include "parsers/metroid_path/link_run.h"

/* A finding about a field of the link. */
void mp_found_link(const mp_link *link, unsigned rule, unsigned field, const nl_draft *draft);

/* The width and its inverse; false if one is not finite. */
bool mp_check_link_floats(const mp_check *c, uint32_t link);

/* The same, and whether they belong together; true if there is a width that the edge's can be
 * compared with. */
bool mp_check_width(const mp_link *link);

/* The width and what is on the other side, of a link whose numbers name something. */
void mp_check_crossing(mp_link_run *r, const mp_link *link);

#endif
