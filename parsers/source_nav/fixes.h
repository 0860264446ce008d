/* The functions behind rows of fixes.def, and what they share. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_FIXES_H
#define NAVLINT_PARSERS_SOURCE_NAV_FIXES_H

#include "parsers/fix.h"

#include "parsers/source_nav/document.h"

/* ---- What they share (fix.c) ---- */

/* The decoded file of the finding; never NULL where nav_fix_has_document says so. */
static inline const nav_document *nav_fix_document(const nl_fixer *fixer) {
    return fixer->members[fixer->input].document;
}

static inline const nl_job *nav_fix_job(const nl_fixer *fixer) {
    return &fixer->members[fixer->input].job;
}

/* The number in a path that starts with `list`: 40 of "/areas/40/place" and "/areas/". false if it
 * starts otherwise. */
bool nav_fix_index(const char *path, const char *list, uint32_t *index);

/* An id that nothing has: each row of a table gets another one. UINT32_MAX itself is none: games go
 * on counting from the highest. Returns 0 if there is none. */
uint32_t nav_fix_free_id(const uint32_t *ids, uint32_t count, uint32_t row);

/* Writes a whole number into the field that the finding is about. */
bool nav_fix_write(nl_fixer *fixer, const navlint_finding *finding, uint32_t value);

/* ---- The functions ---- */

/* fix_header.c */
bool nav_fix_sub_version(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_version(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_ladder_count(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_population(nl_fixer *fixer, const navlint_finding *finding);

/* fix_places.c */
bool nav_fix_empty_name(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_long_name(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_unterminated_name(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_embedded_nul(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_characters(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_duplicate_name(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_unused_name(nl_fixer *fixer, const navlint_finding *finding);

/* fix_areas.c */
bool nav_fix_area_id(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_corners(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_spot_id(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_path_direction(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_spot_order(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_approach_count(nl_fixer *fixer, const navlint_finding *finding);

/* fix_ladders.c */
bool nav_fix_ladder_id(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_ladder_direction(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_ladder_size(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_ladder_order(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_ladder_listing(nl_fixer *fixer, const navlint_finding *finding);
bool nav_fix_ladder_removal(nl_fixer *fixer, const navlint_finding *finding);

#endif
