/* Every field of the document in file order. */
#include "containers/fox_fpk/layout.h"

typedef struct fpk_dumping {
    const fpk_document *doc;
    nl_dump *dump;
    uint64_t gaps; /* that have been shown */
} fpk_dumping;

static void dump_extent(const fpk_dumping *d, const fpk_piece *piece) {
    static const char *const keys[] = {"data", "name", "name"};
    uint32_t index = 0;
    const fpk_part part = fpk_part_of(d->doc, piece->row, &index);
    const nl_path list = nl_key(NULL, part == FPK_PART_REFERENCE ? "references" : "entries");
    const nl_path item = nl_item(&list, index);
    const nl_path path = nl_key(&item, keys[part]);
    nl_dump_bytes(d->dump, &path, piece->start, piece->end - piece->start);
}

static void dump_gap(fpk_dumping *d, const fpk_piece *piece) {
    const nl_path list = nl_key(NULL, "gaps");
    const nl_path path = nl_item(&list, d->gaps);
    nl_dump_bytes(d->dump, &path, piece->start, piece->end - piece->start);
    d->gaps++;
}

void fpk_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const fpk_document *const doc = document;
    fpk_dumping d = {doc, dump, 0};
    fpk_walk walk = fpk_walk_of(job, doc);
    fpk_piece piece;
    (void)nl_dump_record(dump, NULL, FPK_HEADER_RECORD, 0);
    nl_dump_rows(dump, NULL, "entries", FPK_ENTRY_RECORD,
                 (nl_rows){fpk_entry_at(0), doc->entry_count, FPK_ENTRY_BYTES});
    nl_dump_rows(dump, NULL, "references", FPK_REFERENCE_RECORD,
                 (nl_rows){fpk_reference_at(doc, 0), doc->reference_count, FPK_REFERENCE_BYTES});
    while (!dump->stopped && fpk_next_piece(&walk, &piece)) {
        if (piece.row == FPK_NO_ROW)
            dump_gap(&d, &piece);
        else
            dump_extent(&d, &piece);
    }
}
