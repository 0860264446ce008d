/* Every field of the document in file order. */
#include "containers/fox_fpk/findings.h"

/* What an extent holds, without the NUL behind a name. */
static fpk_range range_of(const nl_job *job, const fpk_document *doc, fpk_part part,
                          uint32_t index) {
    switch (part) {
    case FPK_PART_DATA:
        return fpk_data_of(job, index);
    case FPK_PART_NAME:
        return fpk_name_of(job, index);
    default:
        return fpk_reference_name_of(job, doc, index);
    }
}

static void dump_extent(const nl_job *job, const fpk_document *doc, nl_dump *dump, uint32_t row) {
    static const char *const keys[] = {"data", "name", "name"};
    uint32_t index = 0;
    const fpk_part part = fpk_part_of(doc, row, &index);
    const fpk_range range = range_of(job, doc, part, index);
    const nl_path list = nl_key(NULL, part == FPK_PART_REFERENCE ? "references" : "entries");
    const nl_path item = nl_item(&list, index);
    const nl_path path = nl_key(&item, keys[part]);
    if (range.length != 0) nl_dump_bytes(dump, &path, range.at, range.length);
}

/* Of extents that overlap the first is shown. */
static void dump_extents(const nl_job *job, const fpk_document *doc, nl_dump *dump) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < doc->extent_count && !dump->stopped; i++) {
        const box_extent *const extent = &doc->extents[i];
        if (extent->start < end) continue;
        end = extent->end;
        dump_extent(job, doc, dump, extent->row);
    }
}

void fpk_dump(const nl_job *job, const void *document, nl_dump *dump) {
    const fpk_document *const doc = document;
    (void)nl_dump_record(dump, NULL, FPK_HEADER_RECORD, 0);
    nl_dump_rows(dump, NULL, "entries", FPK_ENTRY_RECORD,
                 (nl_rows){fpk_entry_at(0), doc->entry_count, FPK_ENTRY_BYTES});
    nl_dump_rows(dump, NULL, "references", FPK_REFERENCE_RECORD,
                 (nl_rows){fpk_reference_at(doc, 0), doc->reference_count, FPK_REFERENCE_BYTES});
    dump_extents(job, doc, dump);
}
