/* What stands before the areas, and whether a layout fits the whole file. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_SECTIONS_H
#define NAVLINT_PARSERS_SOURCE_NAV_SECTIONS_H

#include "parsers/source_nav/document.h"

/* Reads everything from the version on to where a game's own data may start; doc->layout says what
 * is there. Returns false if the arena is exhausted; else nl_ok(r) tells whether all could be
 * read. */
bool nav_read_header(nl_job *job, nl_reader *r, nav_document *doc);

/* Goes past everything from behind the version on to where a game's own data may start. Returns the
 * sub-version, 0 if there is none. */
uint32_t nav_skip_header(nl_reader *r, const nav_layout *layout);

/* Reads what only Left 4 Dead has between the header and the areas. */
void nav_read_custom_before_areas(nl_reader *r, nav_document *doc);

/* Reads the area count, sets areas_complete and returns the count, cut to what the bytes can hold:
 * the rest is lost. */
uint32_t nav_read_area_count(nl_reader *r, nav_document *doc);

/* Whether reading from r, the end of the header, in this layout ends with the file's last byte.
 * is_strict: there are areas, too, and their ids and corners make sense. */
bool nav_layout_fits(nl_job *job, nl_reader r, const nav_layout *layout, bool is_strict);

#endif
