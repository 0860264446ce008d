/* An archive while it is read: what archive.c, which walks the members, and archive_file.c, which
 * stands between libarchive and the file, share. */
#ifndef NAVLINT_CLI_ARCHIVE_STATE_H
#define NAVLINT_CLI_ARCHIVE_STATE_H

#include "archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <sys/types.h>

enum { CLI_MEMBER_NAME_BYTES = 4096, CLI_ARCHIVE_BLOCK_BYTES = 32 * 1024 };

struct cli_archive {
    struct archive *reader;
    struct archive_entry *entry; /* the reader's; NULL if no member is open */
    const cli_source *source;
    uint64_t limit_bytes;
    bool is_seekable;
    off_t base;              /* where the archive starts in a seekable file */
    bool has_given_start;    /* not seekable: the bytes of the source are through */
    uint64_t packed_bytes;   /* of the file, or read so far */
    uint64_t unpacked_bytes; /* of members, read so far */
    uint64_t entry_count;
    uint64_t encrypted_count;
    locale_t locale; /* for names; 0 if there is none */
    char problem[512];
    char name[CLI_MEMBER_NAME_BYTES];
    unsigned char block[CLI_ARCHIVE_BLOCK_BYTES];
};

/* Notes why not all can be read; the first reason counts. */
void cli_archive_note(cli_archive *archive, const char *problem);

/* The same in libarchive's words. */
void cli_archive_note_reader(cli_archive *archive);

/* Notes a limit that is reached. Returns false if one is. */
bool cli_archive_is_within_limits(cli_archive *archive);

/* Sets up the reader over the source. Failures are noted. */
void cli_archive_open_reader(cli_archive *archive);

#endif
