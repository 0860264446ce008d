/* What checks say something with: places of the package's records. */
#ifndef NAVLINT_CONTAINERS_VALVE_VPK_FINDINGS_H
#define NAVLINT_CONTAINERS_VALVE_VPK_FINDINGS_H

#include <string.h>

#include "containers/valve_vpk/layout.h"
#include "core/place.h"

/* A package while it is checked. */
typedef struct vpk_check {
    const nl_job *job;
    const vpk_document *doc;
    uint32_t navigation_files; /* that hold navigation, or may */
    uint32_t files_elsewhere;  /* in data archives */
} vpk_check;

/* The name of a file or folder for a message; made anew for each place. */
typedef struct vpk_words {
    char chars[BOX_NAME_BYTES];
} vpk_words;

/* The header, and what its second part says of sections. */
nl_place vpk_header_place(const nl_job *job);
nl_place vpk_sizes_place(const nl_job *job);

/* Bytes from `at` on that belong to no record of a list. */
nl_place vpk_bytes_place(const nl_job *job, uint64_t at);

/* A row of the tables, by its name. A file's place is that of its entry; the place of its name is
 * another. words: outlive the place. */
nl_place vpk_extension_place(const vpk_check *c, uint32_t row, vpk_words *words);
nl_place vpk_folder_place(const vpk_check *c, uint32_t row, vpk_words *words);
nl_place vpk_file_place(const vpk_check *c, uint32_t row, vpk_words *words);
nl_place vpk_base_place(const vpk_check *c, uint32_t row, vpk_words *words);

/* The row of hashes of pieces with this number. */
nl_place vpk_chunk_place(const vpk_check *c, uint32_t row);

/* What decoding cannot leave to the checks: whether the tree is whole, and the sections are there.
 * Says in the document what is reported. */
void vpk_check_structure(const nl_job *job, vpk_document *doc);

/* ---- The checks, in their order; false if the budget or the arena is used up ---- */

bool vpk_check_names(vpk_check *c);
bool vpk_check_files(vpk_check *c);
bool vpk_check_hashes(const vpk_check *c);

#endif
