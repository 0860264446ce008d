/* Archives through libarchive, member by member, in memory and within limits: nothing that an
 * archive claims is believed, and nothing of it is written to a disk. */
#ifndef NAVLINT_CLI_INSIDE_ARCHIVE_READER_H
#define NAVLINT_CLI_INSIDE_ARCHIVE_READER_H

#include "cli/input.h"
#include "cli/inside/allowance.h"
#include "intake/archive.h"
#include "navlint/navlint.h"

typedef struct cli_archive cli_archive;

/* source: a file on the disk; borrowed, its descriptor must stay open as long as the archive.
 * name: its path; what is compressed and not called an archive may be a single file.
 * allowance: borrowed; whose outer bytes are those of this archive.
 * Returns an archive for cli_archive_close, even for damaged bytes; NULL if memory ran out. */
cli_archive *cli_archive_open(const intake_source *source, const char *name,
                              cli_allowance *allowance);

/* The same for an archive, or something that is compressed, within something else.
 * outer: its bytes, borrowed, and its name. */
cli_archive *cli_archive_open_inside(const navlint_input *outer, cli_allowance *allowance);

/* Moves on to the next regular file that is not encrypted and has a name.
 * entry: receives what the archive says of it, good until the next call; its name is hostile, of at
 * most 4095 bytes.
 * Returns false at the end, or where a limit or damage ends it: cli_archive_problem, or the
 * allowance, tells. */
bool cli_archive_next(cli_archive *archive, intake_entry *entry);

/* Reads on until the buffer holds limit_bytes or the member ends.
 * Returns 0, ENOMEM, or EIO where a limit or damage ends it: cli_archive_problem, or the allowance,
 * tells. */
int cli_archive_read(cli_archive *archive, size_t limit_bytes, cli_buffer *buffer);

/* Why not all of the archive could be read; NULL if it could, as far as is known, and if the
 * allowance has ended it. Borrowed. */
const char *cli_archive_problem(const cli_archive *archive);

/* NULL is allowed. */
void cli_archive_close(cli_archive *archive);

#endif
