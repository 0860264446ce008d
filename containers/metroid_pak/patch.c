/* The tables have to stay. Packs of Prime and Echoes have no sums; nobody knows what the digest of
 * Corruption's is of. */
#include "containers/patch.h"
#include "containers/metroid_pak/layout.h"
#include "core/checked.h"

void pk_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const pk_document *const doc = document;
    (void)job;
    if (doc->tables.shape->is_sectioned)
        nl_patch_refuse(patch, "a pack of Corruption has an MD5 that cannot be computed anew");
    box_patch_keep(patch, 0, nl_max(doc->tables.rows_end, doc->tables.names_end));
}
