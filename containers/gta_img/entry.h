/* A row of the directory, and what the game makes of its name. */
#ifndef NAVLINT_CONTAINERS_GTA_IMG_ENTRY_H
#define NAVLINT_CONTAINERS_GTA_IMG_ENTRY_H

#include "containers/gta_img/layout.h"
#include "containers/names.h"

/* What the game takes an entry for. */
typedef enum img_kind {
    IMG_SKIPPED = 0, /* there is no dot where it looks for one */
    IMG_UNKNOWN,     /* no extension that it knows */
    IMG_LOADED,      /* dff, txd, col, ipl, ifp, rrr, scm */
    IMG_PATHS        /* dat, but for those of a cutscene */
} img_kind;

typedef struct img_entry {
    uint32_t row;
    uint32_t offset;       /* sectors */
    uint32_t size;         /* sectors: what the game's buffer is made for */
    uint32_t archive_size; /* sectors; 0: not stated, else it counts and not `size` */
    uint32_t sectors;      /* that the game reads */
    box_name name;         /* as the game reads it */
    bool has_end;          /* the name is terminated */
    uint32_t dot;          /* of the first one; the name's length if there is none */
    img_kind kind;
} img_entry;

/* The row of the directory, which is there. bytes: of the archive. */
img_entry img_entry_at(const uint8_t *bytes, const img_document *doc, uint32_t row);

/* Whether the first dot of a name of `length` characters is followed by these three, whatever their
 * case. extension: lower case. */
bool img_has_extension(const img_entry *entry, const char *extension);

/* Whether it is a path file by its name, however damaged that is behind its first digit. */
bool img_is_called_path_file(const img_entry *entry);

/* Where the row starts in the archive. */
static inline uint64_t img_row_at(uint32_t row) {
    return IMG_HEAD_BYTES + (uint64_t)row * IMG_ENTRY_BYTES;
}

/* The bytes [start, end) that an entry claims, wherever that is. */
static inline uint64_t img_start_of(const img_entry *entry) {
    return (uint64_t)entry->offset * IMG_SECTOR_BYTES;
}

static inline uint64_t img_end_of(const img_entry *entry) {
    return ((uint64_t)entry->offset + entry->sectors) * IMG_SECTOR_BYTES;
}

/* Whether an entry that is not empty starts behind the directory and ends where the game can read.
 */
static inline bool img_is_reachable(const img_document *doc, const img_entry *entry) {
    return entry->offset >= doc->data_sector &&
           (uint64_t)entry->offset + entry->sectors <= IMG_SECTORS;
}

/* Whether the archive has the entry, but perhaps for a part of its last sector. */
static inline bool img_is_there(uint64_t archive_bytes, const img_entry *entry) {
    const uint64_t end = img_end_of(entry);
    return end <= archive_bytes || end - archive_bytes < IMG_SECTOR_BYTES;
}

/* Whether the numbers of the entry can be followed; an empty one has none to follow. */
static inline bool img_is_sound(const nl_job *job, const img_document *doc,
                                const img_entry *entry) {
    return entry->sectors == 0 ||
           (img_is_reachable(doc, entry) && img_is_there(job->length, entry));
}

/* The number of a path file, as the game reads it. */
typedef struct img_number {
    bool is_read;    /* there is one */
    int64_t value;   /* of which more than 32 bits are INT64_MAX or INT64_MIN */
    const char *odd; /* how the name differs from "nodes", the number and ".dat"; static; NULL: not
                        at all */
} img_number;

img_number img_number_of(const img_entry *entry);

/* The area of a path file that the game has room for; IMG_AREAS: the entry is none. */
uint32_t img_area_of(const img_entry *entry);

#endif
