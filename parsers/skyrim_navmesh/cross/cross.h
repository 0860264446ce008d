/* What only shows when several records, or several plugins, have been seen. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_CROSS_CROSS_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_CROSS_CROSS_H

#include "parsers/skyrim_navmesh/findings.h"

/* Checks the NAVI and all navmeshes against each other: links between navmeshes, NVMI entries
 * without NAVM, doors. Called when each has been checked by itself. */
void sky_check_cross(sky_check *c);

/* Reports links of NVMI entries whose targets do not list the entry. Returns false if the budget is
 * exhausted. */
bool sky_check_entry_links(sky_check *c);

/* Reports references into masters that are not given, if there are any.
 * is_missed: by master, whether it is one of these; NULL: none of the masters is given. */
void sky_report_absent(const sky_check *c, const bool *is_missed);

/* A reference out of a payload. */
typedef struct sky_reference {
    uint32_t type; /* SKY_NAVM, SKY_REFR, SKY_CELL or SKY_WRLD */
    uint32_t form_id;
    const sky_payload *field;
    uint32_t path;    /* of an NVPP, that it stands on; NL_NO_INDEX */
    const char *list; /* that it is in; NULL: none */
    uint32_t index;   /* there */
    uint32_t at;      /* of its record in the field */
    unsigned member;  /* of that: a field of the layout */
} sky_reference;

/* For findings about it. */
nl_place sky_reference_place(const sky_reference *reference);

typedef void (*sky_reference_fn)(void *context, const sky_reference *reference);

/* Calls `visit` for every non-null FormID of the NVMI and NVPP fields of a NAVI record, or of the
 * NVNM of a NAVM record; malformed fields are passed over. record: its check, header and unpacked
 * data. */
void sky_each_reference(const sky_payload *record, sky_reference_fn visit, void *context);

#endif
