/* An archive has no sums: only its directory has to stay. */
#include "containers/patch.h"
#include "containers/gta_img/entry.h"
#include "core/checked.h"

void img_follow(const nl_job *job, const void *document, nl_patch *patch) {
    const img_document *const doc = document;
    const uint32_t stated = nl_load_u32(job->bytes + IMG_HEAD_COUNT_AT);
    box_patch_keep(patch, 0, nl_max(doc->files_at, img_row_at(stated)));
}
