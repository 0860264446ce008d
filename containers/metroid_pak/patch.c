/* The tables have to stay. Packs of Prime and Echoes have no sums; nobody knows what the digest of
 * Corruption's is of. */
#include "containers/patch.h"
#include "containers/metroid_pak/layout.h"
#include "containers/metroid_pak/tables.h"
#include "core/checked.h"

/* Whose tables these are is a guess from all that they lead to. */
static bool is_read_alike(const pk_document *doc, const nl_patch *patch) {
    return pk_best_tables(patch->after, (size_t)patch->length).shape == doc->tables.shape;
}

void pk_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const pk_document *const doc = document;
    (void)job;
    if (doc->tables.shape->is_sectioned)
        nl_patch_refuse(patch, "a pack of Corruption has an MD5 that cannot be computed anew");
    else if (!is_read_alike(doc, patch))
        nl_patch_refuse(patch, "the pack would be read as one of another game");
    box_patch_keep(patch, 0, nl_max(doc->tables.rows_end, doc->tables.names_end));
}
