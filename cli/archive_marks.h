/* What tells an archive from a navigation file: its first bytes, and in a folder its extension. */
#ifndef NAVLINT_CLI_ARCHIVE_MARKS_H
#define NAVLINT_CLI_ARCHIVE_MARKS_H

#include <stdbool.h>
#include <stddef.h>

/* A tar header is the longest of the marks. */
enum { CLI_SNIFF_BYTES = 512 };

/* Tells whether a file that begins with these bytes is an archive of a kind that cli_archive_open
 * reads, or compressed as those are: zip, 7-Zip, tar, gzip, bzip2, xz, Zstandard.
 * length: bytes; CLI_SNIFF_BYTES, or all of a shorter file.
 * Source: APPNOTE 4.3.7 and 4.3.16 (zip), 7zFormat.txt, POSIX pax (ustar), RFC 1952, RFC 8878, the
 * .xz file format 1.2.1; bzip2 by its block and end marks. */
bool cli_is_archive(const unsigned char *bytes, size_t length);

/* Tells whether the path ends as those of such archives do, in any case. */
bool cli_has_archive_extension(const char *path);

#endif
