/* Which game's reading the bytes are. */
#ifndef NAVLINT_PARSERS_SOURCE_NAV_DIALECT_H
#define NAVLINT_PARSERS_SOURCE_NAV_DIALECT_H

#include "parsers/source_nav/document.h"

/* Checks magic and version. Returns whether the rest can be read; if not, a finding or a limit
 * says why. */
bool nav_accept_signature(nl_job *job, uint32_t magic, uint32_t version);

/* The layout that the job's game, else the file's sub-version, names. Its family is
 * NAV_UNKNOWN_FAMILY if no game is known to write that sub-version. */
nav_layout nav_named_layout(const nl_job *job, const nav_header *header);

/* The named layout does not consume the file exactly: looks for another that does, and says what
 * that means. start: the end of the header. other: receives the layout that was found.
 * Returns false if there is none. */
bool nav_find_layout(nl_job *job, const nl_reader *start, const nav_document *doc,
                     nav_layout *other);

/* No sub-version's layout consumes the file: looks for another version's that does, and says so.
 * other: receives it. Returns false if there is none. */
bool nav_find_version(nl_job *job, const nav_document *doc, nav_layout *other);

/* No known layout fits a sub-version that no game is known to write: sets the limit that says so,
 * unless the budget is used up. */
void nav_refuse_sub_version(nl_job *job, uint32_t sub_version);

#endif
