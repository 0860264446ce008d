/* What the rooms' witness.c have in common: finding a field in a file that build.c wrote, taking
 * bytes out or putting some in, and putting files together. */
#ifndef NAVLINT_PARSERS_WITNESS_H
#define NAVLINT_PARSERS_WITNESS_H

#include "parsers/format.h"

/* Looks a field up by its path in the dump (RFC 6901); of those whose bytes stand in the file as
 * they are, not in packed ones. format: the room's own. scratch is a copy: what is decoded here is
 * gone with it. false if there is no such field or scratch is too small. */
bool nl_find_field(const nl_format *format, const nl_writer *file, const char *path,
                   nl_arena scratch, navlint_field *field);

/* Puts `growth` zero bytes in at offset `at` of a file that is ok, or takes as many out if
 * negative. false, and nothing has changed, if they do not fit or are not there. */
bool nl_splice(nl_writer *file, uint64_t at, int64_t growth);

/* A writer for the next file of the tar archive `out`, behind the place of its header, which needs
 * the file's size. */
nl_writer nl_open_member(const nl_writer *out);

/* Adds the file to the archive under this name (at most 99 bytes). false if it does not fit. */
bool nl_close_member(nl_writer *out, const nl_writer *file, const char *name);

#endif
