/* The file while it is checked, and what checks say with: places, names. */
#ifndef NAVLINT_CONTAINERS_SOURCE_BSP_FINDINGS_H
#define NAVLINT_CONTAINERS_SOURCE_BSP_FINDINGS_H

#include "containers/source_bsp/entries.h"

typedef struct bsp_check {
    nl_job *job;
    const uint8_t *bytes;
    const bsp_document *doc;
} bsp_check;

enum { BSP_SHOWN_BYTES = 300 }; /* a name as messages show it, each byte escaped, with its NUL */

/* A name as messages show it. */
typedef struct bsp_shown {
    char chars[BSP_SHOWN_BYTES];
} bsp_shown;

bsp_shown bsp_show(box_name name);

/* ---- Places ---- */

/* A row of the lump table. */
nl_place bsp_lump_place(const bsp_check *c, uint32_t index);

/* The end record. */
nl_place bsp_end_place(const bsp_check *c);

/* An entry: its central header, its local one, what stands in front of its data under this key. The
 * name is borrowed. */
nl_place bsp_entry_place(const bsp_check *c, uint32_t row, const bsp_entry *entry,
                         const bsp_shown *name);
nl_place bsp_local_place(const bsp_check *c, uint32_t row, const bsp_entry *entry,
                         const bsp_shown *name);
nl_place bsp_data_place(nl_place local, const char *key, const bsp_entry *entry);

/* The bytes of a field of the record at `at`, as another place of a finding. */
navlint_related bsp_beside(uint64_t at, unsigned field, const char *message);

#endif
