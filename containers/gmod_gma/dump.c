/* Every field of the document in file order. A file's own bytes are one field. */
#include <string.h>

#include "containers/gmod_gma/layout.h"

/* Opaque bytes up to `end`. */
static void dump_bytes(nl_dump *dump, const nl_path *outer, unsigned field, uint64_t at,
                       uint64_t end) {
    const nl_path path = nl_key(outer, gma_fields.fields[field].name);
    if (at < end) nl_dump_bytes(dump, &path, at, end - at);
}

/* Bytes of a text with its NUL, which is there. */
static uint64_t text_bytes(const nl_dump *dump, uint64_t at) {
    const uint8_t *const start = dump->bytes + at;
    return (uint64_t)((const uint8_t *)memchr(start, 0, (size_t)(dump->length - at)) - start) + 1;
}

static void dump_required(nl_dump *dump, const gma_document *doc) {
    const nl_path list = nl_key(NULL, "requiredContent");
    uint64_t at = doc->required_at;
    for (uint32_t i = 0; i < doc->required_count; i++) {
        const nl_path item = nl_item(&list, i);
        const uint64_t bytes = text_bytes(dump, at);
        nl_dump_bytes(dump, &item, at, bytes);
        at += bytes;
    }
}

/* Returns false if it is not there, and then nothing behind it. */
static bool dump_text(nl_dump *dump, unsigned field, uint64_t at) {
    if (at != 0) dump_bytes(dump, NULL, field, at, at + text_bytes(dump, at));
    return at != 0;
}

static void dump_header(nl_dump *dump, const gma_document *doc) {
    (void)nl_dump_record(dump, NULL, GMA_HEAD_RECORD, 0);
    dump_required(dump, doc);
    if (!dump_text(dump, GMA_NAME_TEXT, doc->name_at) ||
        !dump_text(dump, GMA_ABOUT_TEXT, doc->about_at) ||
        !dump_text(dump, GMA_AUTHOR_TEXT, doc->author_at))
        return;
    if (doc->edition_at != 0) (void)nl_dump_record(dump, NULL, GMA_EDITION_RECORD, doc->edition_at);
}

static void dump_row(nl_dump *dump, const nl_path *list, const gma_document *doc, uint32_t row) {
    const gma_row *const r = &doc->rows[row];
    const nl_path item = nl_item(list, row);
    const uint64_t data = gma_data_record(r);
    if (!nl_dump_wants(dump, r->at, data + GMA_DATA_BYTES - r->at)) return;
    (void)nl_dump_record(dump, &item, GMA_FILE_RECORD, r->at);
    dump_bytes(dump, &item, GMA_PATH_TEXT, r->at + GMA_FILE_BYTES, data);
    (void)nl_dump_record(dump, &item, GMA_DATA_RECORD, data);
}

static void dump_table(nl_dump *dump, const gma_document *doc) {
    const nl_path list = nl_key(NULL, "files");
    for (uint32_t i = 0; i < doc->row_count && !dump->stopped; i++)
        dump_row(dump, &list, doc, i);
    if (doc->last_at != GMA_NOWHERE)
        (void)nl_dump_record(dump, NULL, GMA_LAST_RECORD, doc->last_at);
}

static void dump_data(nl_dump *dump, const gma_document *doc) {
    const nl_path list = nl_key(NULL, "files");
    for (uint32_t i = 0; i < doc->row_count && !dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        const uint64_t at = doc->rows[i].data_at;
        if (at == GMA_NOWHERE) return;
        dump_bytes(dump, &item, GMA_BYTES_DATA, at, at + gma_size_of(dump->bytes, &doc->rows[i]));
    }
}

static void dump_end(nl_dump *dump, const gma_document *doc) {
    const uint64_t end = doc->data_end;
    if (end == GMA_NOWHERE) return;
    const bool has_sum = gma_has_sum(doc, dump->length);
    if (has_sum) (void)nl_dump_record(dump, NULL, GMA_SUM_RECORD, end);
    dump_bytes(dump, NULL, GMA_TAIL_REST, end + (has_sum ? GMA_SUM_BYTES : 0), dump->length);
}

void gma_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const gma_document *const doc = document;
    (void)job;
    if (doc->is_packed) {
        dump->holding = 1u << GMA_IN_PACKED;
        (void)nl_dump_record(dump, NULL, GMA_LZMA_RECORD, 0);
        dump_bytes(dump, NULL, GMA_STREAM_DATA, GMA_LZMA_BYTES, dump->length);
        return;
    }
    dump->holding = 1u << GMA_IN_OPEN | (doc->version > 1 ? 1u << GMA_IN_REQUIRING : 0);
    dump_header(dump, doc);
    dump_table(dump, doc);
    dump_data(dump, doc);
    dump_end(dump, doc);
}
