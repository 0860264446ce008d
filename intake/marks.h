/* What tells an archive from a navigation file: its first bytes. */
#ifndef NAVLINT_INTAKE_MARKS_H
#define NAVLINT_INTAKE_MARKS_H

#include "intake/archive.h"

/* A tar header is the longest of the marks. */
enum { INTAKE_SNIFF_BYTES = 512 };

/* Says what kind of archive begins with these bytes, or that they are compressed: zip, 7-Zip, tar,
 * RAR, gzip, bzip2, xz, Zstandard.
 * length: bytes; INTAKE_SNIFF_BYTES, or all of a shorter file. Returns one intake_kind; 0 for none.
 * Source: APPNOTE 4.3.7 and 4.3.16 (zip), 7zFormat.txt, RAR 5.0 archive format, POSIX pax (ustar),
 * RFC 1952, RFC 8878, the .xz file format 1.2.1; bzip2 by its block and end marks. */
unsigned intake_kinds_of(const void *start, size_t length);

#endif
