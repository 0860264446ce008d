/* The header and the directory; what the files hold is other formats'. */
#include "containers/gta_img/layout.h"

void img_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const img_document *const doc = document;
    (void)job;
    (void)nl_dump_record(dump, NULL, IMG_HEAD_RECORD, 0);
    nl_dump_rows(dump, NULL, "entries", IMG_ENTRY_RECORD,
                 (nl_rows){IMG_HEAD_BYTES, doc->count, IMG_ENTRY_BYTES});
}
