/* Archives through libarchive, entry by entry, from memory or a descriptor and within limits:
 * nothing that an archive claims is believed, and nothing of it is written to a disk. Both
 * fronts read archives with this; it knows libarchive and the C library alone. */
#ifndef NAVLINT_INTAKE_ARCHIVE_H
#define NAVLINT_INTAKE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What may be read, as a set of bits: of libarchive's many readers none is on unless it is asked
 * for. */
typedef enum intake_kind {
    INTAKE_TAR = 1,
    INTAKE_ZIP = 2, /* by its directory; without one too where the source cannot seek */
    INTAKE_7ZIP = 4,
    INTAKE_COMPRESSED = 8, /* gzip, bzip2, xz or Zstandard around any of them, once */
    INTAKE_BARE = 16,      /* the bytes themselves as one entry, unpacked if they are compressed */
    INTAKE_RAR = 32 /* where the source can seek. Its readers in libarchive 3.6.2 are the weakest:
                       wrong bytes come of some valid archives, which their sums show at the end.
                       What was read of an entry counts when intake_read has given 0 */
} intake_kind;

/* The bytes of an archive: what is in memory, and then what the descriptor gives. */
typedef struct intake_source {
    const void *bytes;
    size_t length;
    int descriptor; /* -1: nothing follows the bytes. If it can seek, it stands behind them */
} intake_source;

/* UINT64_MAX turns a limit off. */
typedef struct intake_limits {
    uint64_t entries;          /* of whatever kind: directories and what is passed over too */
    uint64_t name_bytes;       /* of one name */
    uint64_t unpacked_bytes;   /* of all entries together, read or passed over */
    uint64_t ratio;            /* of unpacked to packed bytes ... */
    uint64_t ratio_free_bytes; /* ... which is not looked at below so many unpacked ones */
} intake_limits;

/* How a step ended. Past INTAKE_END no step goes on. */
typedef enum intake_outcome {
    INTAKE_OK = 0,
    INTAKE_END,
    INTAKE_DAMAGED,       /* or no archive of the kinds asked for: intake_message tells */
    INTAKE_MANY_ENTRIES,  /* limits.entries */
    INTAKE_LONG_NAME,     /* limits.name_bytes */
    INTAKE_MUCH_UNPACKED, /* limits.unpacked_bytes */
    INTAKE_HIGH_RATIO,    /* limits.ratio */
    INTAKE_NO_MEMORY,
    INTAKE_UNSUPPORTED /* known, and not read here: intake_message tells what */
} intake_outcome;

/* A regular file. Hard links are none: they have no bytes of their own. */
typedef struct intake_entry {
    const char *name; /* bytes of whatever encoding, UTF-8 if libarchive could tell, without leading
                         "./"; "" if it could not be read; borrowed */
    bool is_encrypted; /* cannot be read */
    bool has_size;
    uint64_t size;       /* bytes that the archive claims */
    const char *warning; /* libarchive's, NULL for none: a name that is not what it says, or two
                            places that contradict each other */
} intake_entry;

typedef struct intake_archive intake_archive;

/* Opens and reads what the system keeps for all archives: locale, character conversions, time zone,
 * libarchive itself.
 * Whoever wants no file opened later, or may have no descriptor left then, calls it at the start;
 * else the first intake_open does. Any thread. */
void intake_prepare(void);

/* kinds: set of intake_kind. source, limits: copied; the bytes and the descriptor must outlive the
 * archive.
 * Returns an archive for intake_close, even for damaged bytes; NULL if memory ran out. */
intake_archive *intake_open(const intake_source *source, unsigned kinds,
                            const intake_limits *limits);

/* Moves on to the next regular file. entry: good until the next call. */
intake_outcome intake_next(intake_archive *archive, intake_entry *entry);

/* Reads the next bytes of the entry.
 * length: receives how many, 0 at the end of the entry; INTAKE_END is never returned. */
intake_outcome intake_read(intake_archive *archive, void *buffer, size_t capacity, size_t *length);

/* After INTAKE_END: did the archive itself say so? A tar that was cut between two files did not:
 * libarchive lets it pass. */
bool intake_has_end_mark(const intake_archive *archive);

/* Is it a RAR, of kinds that include INTAKE_RAR? What is wrong with it is then no fault of a file
 * in it: libarchive may be what cannot read it. */
bool intake_is_rar(const intake_archive *archive);

/* Is the entry at hand the bytes themselves, of kinds that include INTAKE_BARE? Its name means
 * nothing then: intake/bare.h has one. */
bool intake_is_bare(const intake_archive *archive);

/* What is damaged or not supported, mostly in libarchive's words; static until the archive is
 * closed. */
const char *intake_message(const intake_archive *archive);

/* What reading has taken so far. */
typedef struct intake_spending {
    uint64_t entries;        /* of whatever kind */
    uint64_t unpacked_bytes; /* read or passed over, as limits.unpacked_bytes counts them */
    uint64_t packed_bytes;   /* of the archive: all, or those read if its source cannot seek */
} intake_spending;

intake_spending intake_spent(const intake_archive *archive);

/* NULL is allowed. */
void intake_close(intake_archive *archive);

/* An upper bound of the bytes that libarchive takes for its tables, of an archive that is wholly in
 * memory. kinds: INTAKE_TAR, INTAKE_ZIP or INTAKE_7ZIP, whose coders it includes. It reads a zip's
 * directory to its end, and a list of extents in a tar, before anyone can stop it.
 * Source: measured with libarchive 3.6.2. */
uint64_t intake_table_bound(const void *bytes, size_t length, unsigned kinds);

/* An upper bound of the bytes that libarchive uses to undo a compression that has given so many
 * bytes so far: xz and Zstandard keep them in a window, of which pages are used as it fills.
 * Source: measured with libarchive 3.6.2. */
uint64_t intake_window_bound(uint64_t unpacked_bytes);

#endif
