/* The checks of this room by subject, in the order in which check.c makes them. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_CHECKS_H
#define NAVLINT_PARSERS_SOURCE_NAV_CHECKS_H

#include "parsers/source_nav/findings.h"

/* Whether the file could be followed to its end, and what stands behind it. Finds out where it was
 * read out of step, if it was. */
void nav_check_structure(nav_check *c);

/* What stands before the areas, place names aside. */
void nav_check_header(const nav_check *c);

/* That the ids of areas and hiding spots are unique, and those of areas legal. */
void nav_check_ids(const nav_check *c);

/* An area by itself: corners, attributes, place, the analysis' numbers. Counts unnamed areas and
 * marks places as used. */
void nav_check_values(nav_check *c, const nav_area *area);

/* The connections of an area. Marks the areas they lead to. */
void nav_check_connections(nav_check *c, const nav_area *area);

/* The hiding spots of an area. */
void nav_check_spots(const nav_check *c, const nav_area *area);

/* The approach areas of an area. */
void nav_check_approach(nav_check *c, const nav_area *area);

/* The encounter paths of an area, whose connections have been checked just before. */
void nav_check_paths(nav_check *c, const nav_area *area);

/* Makes the marks that nav_check_visible needs, where areas see others. false: the arena is used
 * up.
 */
bool nav_make_area_marks(nav_check *c);

/* What an area sees, and whose visibility it inherits. */
void nav_check_visible(nav_check *c, const nav_area *area);

/* The ladders that an area lists. Notes at the ladders which of their ends list them. */
void nav_check_area_ladders(nav_check *c, const nav_area *area);

/* The ladders; all areas have been checked before. */
void nav_check_ladders(const nav_check *c);

/* The place names; all areas have been checked before. */
void nav_check_places(const nav_check *c);

/* Whether text[0, length) is printable ASCII, NULs aside. */
bool nav_is_printable(const uint8_t *text, size_t length);

/* What needs all areas, and the last number of a Left 4 Dead file. */
void nav_check_end(const nav_check *c);

#endif
