/* The quick way through an area record that is wholly there. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_USUAL_AREA_H
#define NAVLINT_PARSERS_SOURCE_NAV_USUAL_AREA_H

#include "parsers/source_nav/area.h"

/* Reads the record at the reader, which stays there, as nav_read_area does, whose parameters these
 * are. Returns false if a list does not fit or the layout is one that only old files have: then it
 * takes the reader, which says what is missing. */
bool nav_read_usual_area(const nl_reader *r, const nav_layout *layout, uint32_t paths_end,
                         nav_area *area);

#endif
