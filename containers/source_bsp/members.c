/* The members of a BSP: the entries of its pakfile, or the pakfile itself where it is packed. */
#include <string.h>

#include "containers/source_bsp/entries.h"
#include "containers/source_bsp/lzma.h"

static navlint_packing packing_of(const bsp_entry *entry) {
    if ((entry->flags & BSP_FLAG_ENCRYPTED) != 0) return NAVLINT_PACKED_OTHERWISE;
    switch (entry->method) {
    case BSP_METHOD_STORED:
        return NAVLINT_STORED;
    case BSP_METHOD_DEFLATE:
        return NAVLINT_PACKED_DEFLATE;
    case BSP_METHOD_LZMA:
        return NAVLINT_PACKED_LZMA_ZIP;
    default:
        return NAVLINT_PACKED_OTHERWISE;
    }
}

static bool visit_entry(const bsp_entry *entry, navlint_member_fn visit, void *context) {
    char name[BOX_NAME_BYTES];
    (void)box_name_copy(name, entry->name);
    const navlint_member member = {.name = name,
                                   .offset = entry->data_at,
                                   .length = entry->packed,
                                   .size = entry->unpacked,
                                   .packing = packing_of(entry),
                                   .is_absent = !entry->is_inside,
                                   .has_crc32 = true,
                                   .crc32 = entry->crc};
    return visit(context, &member);
}

/* Not a name that the file has: the lump has none. */
static void visit_packed(const nl_job *job, const bsp_document *doc, navlint_member_fn visit,
                         void *context) {
    const bsp_lump *const lump = &doc->lumps[BSP_PAKFILE];
    const navlint_member member = {.name = "pakfile.zip",
                                   .offset = lump->offset,
                                   .length = lump->length,
                                   .size = lump->unpacked,
                                   .packing = NAVLINT_PACKED_LZMA_VALVE,
                                   .is_absent = bsp_lzma_fault_of(job->bytes, lump).what != NULL};
    (void)visit(context, &member);
}

void bsp_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                     void *context) {
    const bsp_document *const doc = document;
    bool goes_on = true;
    if (doc->zip.state == BSP_ZIP_PACKED) visit_packed(job, doc, visit, context);
    for (uint32_t row = 0; row < doc->zip.count && goes_on; row++) {
        const bsp_entry entry = bsp_entry_of(job->bytes, doc, row);
        goes_on = visit_entry(&entry, visit, context);
    }
}
