/* Archives through libarchive, member by member, in memory and within limits: nothing that an
 * archive claims is believed, and nothing of it is written to a disk. */
#ifndef NAVLINT_CLI_CHECK_ARCHIVE_READER_H
#define NAVLINT_CLI_CHECK_ARCHIVE_READER_H

#include "cli/input.h"
#include "intake/marks.h"

/* An archive that has been opened and of which the first bytes were read. */
typedef struct cli_source {
    int descriptor; /* as cli_open returns it */
    size_t length;  /* bytes read */
    unsigned char bytes[INTAKE_SNIFF_BYTES];
} cli_source;

typedef struct cli_archive cli_archive;

/* source: borrowed; its descriptor must stay open as long as the archive.
 * limit_bytes: how much may be unpacked in all.
 * Returns an archive for cli_archive_close, even for damaged bytes; NULL if memory ran out. */
cli_archive *cli_archive_open(const cli_source *source, uint64_t limit_bytes);

/* Moves on to the next regular file that is not encrypted.
 * name: receives the member's name, good until the next call; hostile, of at most 4095 bytes.
 * Returns false at the end, or where a limit or damage ends it: cli_archive_problem tells. */
bool cli_archive_next(cli_archive *archive, const char **name);

/* Reads on until the buffer holds limit_bytes or the member ends.
 * Returns 0, ENOMEM, or EIO where a limit or damage ends it: cli_archive_problem tells. */
int cli_archive_read(cli_archive *archive, size_t limit_bytes, cli_buffer *buffer);

/* Why not all of the archive could be read; NULL if it could, as far as is known. Borrowed. */
const char *cli_archive_problem(const cli_archive *archive);

/* NULL is allowed. */
void cli_archive_close(cli_archive *archive);

#endif
