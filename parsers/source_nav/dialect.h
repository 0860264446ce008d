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
 * Returns false if there is none; for a file of unknown family that is a limit, which is set. */
bool nav_find_layout(nl_job *job, const nl_reader *start, const nav_document *doc,
                     nav_layout *other);

#endif
