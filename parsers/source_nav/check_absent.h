/* Reports references to areas and hiding spots that do not exist. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_CHECK_ABSENT_H
#define NAVLINT_PARSERS_SOURCE_NAV_CHECK_ABSENT_H

#include "parsers/source_nav/findings.h"

/* A reference: its field, and the id that nothing has. */
typedef struct nav_reference {
    unsigned rule, field;
    uint32_t id;
} nav_reference;

/* Reports a reference to an area. The first of several is their cause, and the area that seems to
 * be meant, if there is one, is another place of the finding. */
void nav_found_absent_area(const nav_check *c, const nl_place *place,
                           const nav_reference *reference, const nl_draft *draft);

/* Reports a finding of an area that may be one of many with the same reason: the first few that
 * follow each other are listed. reference: its id is that of what the reason is about. */
void nav_found_repeated(const nav_check *c, const nl_place *place, const nav_reference *reference,
                        uint32_t area_index, const nl_draft *draft);

/* As nav_found_absent_area, for a reference to a hiding spot. */
void nav_found_absent_spot(const nav_check *c, const nl_place *place,
                           const nav_reference *reference, const nl_draft *draft);

#endif
