/* What the headers of a RAR archive announce, read before libarchive sees it: Debian's 3.6.2 never
 * tells which entries of RAR 5 are encrypted, compares no sum of what lies open, and lets a volume
 * pass for an archive. Source: "RAR archive format 3.93" and "RAR 5.0 archive format", RARLAB. */
#ifndef NAVLINT_INTAKE_RAR_H
#define NAVLINT_INTAKE_RAR_H

#include "intake/archive.h"

struct archive;

/* One entry, in the order of the archive: a file, a directory or a link. */
typedef struct intake_rar_file {
    uint64_t unpacked_bytes;
    uint32_t sum; /* CRC-32 of what comes out */
    bool has_sum;
    bool is_encrypted;
    bool is_link;            /* to another file, and without bytes of its own */
    const char *unsupported; /* static words; NULL if libarchive can unpack it */
} intake_rar_file;

typedef struct intake_rar {
    unsigned version;       /* 4 or 5; 0: no RAR */
    bool is_solid;          /* passing over a file means unpacking it */
    intake_rar_file *files; /* heap */
    size_t file_count;
    intake_outcome outcome; /* behind these files: INTAKE_END, or why there may be more */
    const char *message;    /* static words; NULL for INTAKE_END */
} intake_rar;

/* The bytes of an archive. */
typedef struct intake_rar_bytes {
    const unsigned char *bytes; /* NULL: the descriptor's */
    int descriptor;             /* of a file; its position moves */
    int64_t base;               /* where the archive starts in it */
    uint64_t length;
} intake_rar_bytes;

/* Tells which RAR begins with these bytes: 4 (of RAR 1.5 to 4), 5, or 0 for none. */
unsigned intake_rar_version(const void *start, size_t length);

/* Walks over all headers. most_files: entries that it may have; more are INTAKE_MANY_ENTRIES.
 * rar: receives what they say, for intake_rar_free. Errors are its outcome: INTAKE_DAMAGED (a sum
 * of a header that is not its, or an end that is missing), INTAKE_UNSUPPORTED (a volume, encrypted
 * headers), INTAKE_NO_MEMORY. */
void intake_rar_walk(const intake_rar_bytes *bytes, uint64_t most_files, intake_rar *rar);

/* Of all zeros, too. */
void intake_rar_free(intake_rar *rar);

/* Turns libarchive's reader for that version on. Returns false where there is none. */
bool intake_rar_enable(struct archive *reader, unsigned version);

#endif
