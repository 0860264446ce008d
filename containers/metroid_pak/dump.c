/* Every field of the tables in file order, then the resources in the order of their rows: what they
 * say is other formats', so each is one span of bytes. */
#include "containers/metroid_pak/tables.h"

static void dump_bytes(nl_dump *dump, const nl_path *outer, unsigned field, pk_span span) {
    const nl_path path = nl_key(outer, pk_field_name(field));
    if (span.end > span.at) nl_dump_bytes(dump, &path, span.at, span.end - span.at);
}

/* The fields of a name, in front of the text or behind it and its NUL. */
static void dump_name(nl_dump *dump, const pk_shape *shape, const nl_path *path,
                      const pk_name *name) {
    const uint32_t nul = shape->is_sectioned ? 1 : 0;
    const pk_span text = {name->text_at, name->text_at + name->text_bytes + nul};
    if (shape->is_sectioned) dump_bytes(dump, path, shape->text, text);
    (void)nl_dump_record(dump, path, pk_fields.fields[shape->name_type].record, name->at);
    if (!shape->is_sectioned) dump_bytes(dump, path, shape->text, text);
}

static void dump_names(const nl_job *job, const pk_document *doc, nl_dump *dump) {
    const nl_path list = nl_key(NULL, "names");
    for (uint32_t i = 0; i < doc->tables.names && !dump->stopped; i++) {
        const nl_path path = nl_item(&list, i);
        const pk_name name = pk_name_at(job->bytes, doc, i);
        dump_name(dump, doc->tables.shape, &path, &name);
    }
}

static void dump_head(const pk_document *doc, nl_dump *dump) {
    const uint64_t head = nl_dump_record(dump, NULL, PK_HEAD_RECORD, 0);
    if (!doc->tables.shape->is_sectioned) return;
    (void)nl_dump_record(dump, NULL, PK_DIGEST_RECORD, head);
    (void)nl_dump_record(dump, NULL, PK_SECTION_LIST_RECORD, PK_HEADER_BYTES);
    nl_dump_rows(dump, NULL, "sections", PK_SECTION_RECORD,
                 (nl_rows){PK_SECTIONS_AT, PK_SECTION_COUNT, PK_SECTION_BYTES});
    (void)nl_dump_record(dump, NULL, PK_SECTION_END_RECORD,
                         PK_SECTIONS_AT + PK_SECTION_COUNT * PK_SECTION_BYTES);
}

static void dump_data(const nl_job *job, const pk_document *doc, nl_dump *dump) {
    const nl_path list = nl_key(NULL, "data");
    for (uint32_t i = 0; i < doc->tables.rows && !dump->stopped; i++) {
        const pk_row row = pk_row_at(job->bytes, doc, i);
        const nl_path path = nl_item(&list, i);
        if (row.fits) dump_bytes(dump, &path, PK_CONTENT_DATA, (pk_span){row.start, row.end});
    }
}

void pk_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const pk_document *const doc = document;
    const pk_tables *const t = &doc->tables;
    dump->holding = t->shape->holding;
    dump_head(doc, dump);
    if (t->names_end != 0) nl_dump_field(dump, NULL, PK_NAME_LIST_COUNT, t->names_in.at);
    dump_names(job, doc, dump);
    if (t->shape->is_sectioned && t->loss != PK_NO_NAME_COUNT && t->loss != PK_NAMES_CUT)
        dump_bytes(dump, NULL, PK_NAME_END_FILL, (pk_span){t->names_end, t->names_in.end});
    if (t->rows_at == 0) return;
    nl_dump_field(dump, NULL, PK_ROW_LIST_COUNT, t->rows_in.at);
    nl_dump_rows(dump, NULL, "resources", t->shape->row,
                 (nl_rows){t->rows_at, t->rows, pk_fields.records[t->shape->row].bytes});
    if (t->loss != PK_WHOLE) return;
    dump_bytes(dump, NULL, PK_ROW_END_FILL, pk_table_fill(doc));
    dump_data(job, doc, dump);
}
