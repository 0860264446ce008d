/* The archive while it is checked, and what checks say with. */
#ifndef NAVLINT_CONTAINERS_GTA_IMG_FINDINGS_H
#define NAVLINT_CONTAINERS_GTA_IMG_FINDINGS_H

#include "containers/gta_img/entry.h"

typedef struct img_check {
    nl_job *job;
    const img_document *doc;
    uint8_t *is_ignored;  /* of each row: the game has an earlier entry for the same thing */
    uint32_t buffer;      /* sectors of the game's buffer, as far as this archive decides it */
    uint32_t path_files;  /* for the game, those with wrong numbers too */
    uint32_t areas;       /* of which the game finds the path file here */
    bool is_damaged;      /* bytes are missing, or places wrong; that is reported */
    uint64_t cut_bytes;   /* of the last sector of a file */
    uint64_t first_areas; /* bit i: an entry for area i has been seen */
} img_check;

static inline img_entry img_entry_of(const img_check *c, uint32_t row) {
    return img_entry_at(c->job->bytes, c->doc, row);
}

/* The place of a row, named as the game reads it. entry is borrowed as long as the place is used.
 */
nl_place img_place_of(const img_check *c, const img_entry *entry);

/* Another place of a finding: a field of a row. message is static. */
navlint_related img_beside(uint32_t row, unsigned field, const char *message);

enum { IMG_SHOWN_BYTES = 128 }; /* of a name with each of its bytes escaped, and its NUL */

/* The name as messages show it, in shown[IMG_SHOWN_BYTES]. */
const char *img_show(char *shown, const img_entry *entry);

#endif
