/* What the header of a 7-Zip archive announces: libarchive makes tables for it before anyone can
 * stop it, up to a hundred million rows of each for a few bytes. Source: 7zFormat.txt of the LZMA
 * SDK. */
#ifndef NAVLINT_INTAKE_SEVEN_ZIP_H
#define NAVLINT_INTAKE_SEVEN_ZIP_H

#include "intake/archive.h"

/* Most bytes of a header: names, times and sums of some ten thousand files. */
enum { INTAKE_SEVEN_ZIP_HEADER_BYTES = 8 << 20 };

typedef struct intake_seven_zip {
    uint64_t header_bytes; /* unpacked */
    uint64_t files;        /* entries of whatever kind */
    uint64_t streams;      /* their contents; whatever else is listed once for each is no more */
    uint64_t folders;      /* contents that are packed together */
    uint64_t model_bytes;  /* most memory that a coder asks for beyond its window (PPMd) */
    uint64_t window_bytes; /* what comes out of all coders of a folder, of the largest */
} intake_seven_zip;

/* Reads the header of an archive that is wholly in memory. most_files: entries that it may have.
 * Returns INTAKE_OK; INTAKE_MANY_ENTRIES; INTAKE_NO_MEMORY; INTAKE_DAMAGED, also for a header that
 * is encrypted, packed otherwise than by LZMA, or too long. */
intake_outcome intake_seven_zip_read(const void *bytes, size_t length, uint64_t most_files,
                                     intake_seven_zip *counts);

#endif
