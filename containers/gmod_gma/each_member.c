/* The files of an addon, for those who judge them; of a packed one the addon itself. */
#include "containers/gmod_gma/layout.h"

static void visit_packed(const nl_job *job, const gma_document *doc, navlint_member_fn visit,
                         void *context) {
    const navlint_member member = {
        .name = "addon.gma",
        .length = job->length,
        .size = nl_load_u64(job->bytes + GMA_LZMA_SIZE_AT),
        .packing = NAVLINT_PACKED_LZMA_ALONE,
        .is_absent = !doc->is_whole,
    };
    (void)visit(context, &member);
}

/* Of a file that is not all there only the row says something. name: of BOX_NAME_BYTES. */
static navlint_member member_of(const nl_job *job, const gma_row *row, char *name) {
    const uint64_t size = gma_size_of(job->bytes, row);
    const uint32_t crc = gma_crc_of(job->bytes, row);
    const bool is_absent = row->data_at == GMA_NOWHERE;
    (void)box_name_copy(name, gma_path_of(job->bytes, row));
    return (navlint_member){
        .name = name,
        .offset = is_absent ? 0 : row->data_at,
        .length = is_absent ? 0 : size,
        .size = size > INT64_MAX ? UINT64_MAX : size,
        .is_absent = is_absent,
        .has_crc32 = crc != 0,
        .crc32 = crc,
    };
}

void gma_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context) {
    const gma_document *const doc = document;
    char name[BOX_NAME_BYTES];
    if (doc->is_packed) {
        visit_packed(job, doc, visit, context);
        return;
    }
    for (uint32_t i = 0; i < doc->row_count; i++) {
        const navlint_member member = member_of(job, &doc->rows[i], name);
        if (!visit(context, &member)) return;
    }
}
