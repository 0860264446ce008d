/* The header and the directory, then the files in the order of their rows; what they hold is other
 * formats'. */
#include "containers/gta_img/entry.h"
#include "core/checked.h"

static void dump_fill(const img_document *doc, nl_dump *dump) {
    const nl_path path = nl_key(NULL, img_fields.fields[IMG_HEAD_END_FILL].name);
    const uint64_t at = img_row_at(doc->count);
    if (at < doc->files_at) nl_dump_bytes(dump, &path, at, doc->files_at - at);
}

static void dump_content(const nl_job *job, const img_document *doc, nl_dump *dump, uint32_t row) {
    const img_entry entry = img_entry_at(job->bytes, doc, row);
    const nl_path list = nl_key(NULL, "contents");
    const nl_path path = nl_item(&list, row);
    const uint64_t start = img_start_of(&entry);
    const uint64_t end = nl_min(img_end_of(&entry), job->length);
    if (img_is_sound(job, doc, &entry) && start < end)
        nl_dump_bytes(dump, &path, start, end - start);
}

void img_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const img_document *const doc = document;
    (void)nl_dump_record(dump, NULL, IMG_HEAD_RECORD, 0);
    nl_dump_rows(dump, NULL, "entries", IMG_ENTRY_RECORD,
                 (nl_rows){IMG_HEAD_BYTES, doc->count, IMG_ENTRY_BYTES});
    if (doc->is_whole) dump_fill(doc, dump);
    for (uint32_t row = 0; row < doc->count && !dump->stopped; row++)
        dump_content(job, doc, dump, row);
}
