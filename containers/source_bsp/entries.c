#include "containers/source_bsp/entries.h"

#include "core/checked.h"

static uint32_t lump_end(const bsp_document *doc) {
    return (uint32_t)bsp_lump_end(&doc->lumps[BSP_PAKFILE]);
}

static uint32_t half(const uint8_t *record, uint32_t at) {
    return nl_load_u16(record + at);
}

static uint32_t word(const uint8_t *record, uint32_t at) {
    return nl_load_u32(record + at);
}

static void find_data(const uint8_t *bytes, const bsp_document *doc, bsp_entry *entry) {
    const uint8_t *const p = entry->central;
    entry->local_at = (uint64_t)doc->zip.at + word(p, BSP_ENTRY_LOCAL_AT);
    entry->data_at = entry->local_at + BSP_LOCAL_BYTES + half(p, BSP_ENTRY_NAME_LENGTH_AT) +
                     half(p, BSP_ENTRY_EXTRA_LENGTH_AT);
    entry->is_inside = entry->data_at + entry->packed <= lump_end(doc);
    entry->has_local =
        entry->is_inside && word(bytes + entry->local_at, BSP_LOCAL_MARK_AT) == BSP_LOCAL_MARK_WORD;
}

box_name bsp_name_of(const uint8_t *bytes, const bsp_document *doc, uint32_t row) {
    const uint8_t *const p = bytes + doc->zip.entries[row];
    return (box_name){p + BSP_ENTRY_BYTES, half(p, BSP_ENTRY_NAME_LENGTH_AT)};
}

bsp_entry bsp_entry_of(const uint8_t *bytes, const bsp_document *doc, uint32_t row) {
    const uint64_t at = doc->zip.entries[row];
    const uint8_t *const p = bytes + at;
    bsp_entry entry = {
        .central = p,
        .at = at,
        .name = {p + BSP_ENTRY_BYTES, half(p, BSP_ENTRY_NAME_LENGTH_AT)},
        .method = half(p, BSP_ENTRY_METHOD_AT),
        .flags = half(p, BSP_ENTRY_FLAGS_AT),
        .packed = word(p, BSP_ENTRY_PACKED_AT),
        .unpacked = word(p, BSP_ENTRY_UNPACKED_AT),
        .crc = word(p, BSP_ENTRY_CRC_AT),
    };
    find_data(bytes, doc, &entry);
    return entry;
}

bsp_file_parts bsp_parts_of(const uint8_t *bytes, const bsp_entry *entry) {
    const uint8_t *const local = bytes + entry->local_at;
    bsp_file_parts parts = {.header = {entry->local_at, entry->local_at + BSP_LOCAL_BYTES},
                            .data = {entry->data_at, entry->data_at + entry->packed}};
    const uint64_t name_end = parts.header.end + half(local, BSP_LOCAL_NAME_LENGTH_AT);
    parts.name = (bsp_part){parts.header.end, nl_min(name_end, entry->data_at)};
    parts.extra = (bsp_part){parts.name.end, entry->data_at};
    return parts;
}

static unsigned nav_head(const uint8_t *data, uint32_t length) {
    if (length < BSP_NAV_HEAD_BYTES || word(data, BSP_NAV_HEAD_MAGIC_AT) != BSP_NAV_MAGIC)
        return BSP_RECORD_COUNT;
    const uint32_t version = word(data, BSP_NAV_HEAD_VERSION_AT);
    if (version >= 10)
        return length < BSP_NAV_LATE_HEAD_BYTES ? BSP_RECORD_COUNT : BSP_NAV_LATE_HEAD_RECORD;
    return version >= 4 ? BSP_NAV_HEAD_RECORD : BSP_RECORD_COUNT;
}

unsigned bsp_data_head(const uint8_t *bytes, const bsp_entry *entry) {
    if (entry->method == BSP_METHOD_LZMA && entry->packed >= BSP_ZIP_LZMA_BYTES)
        return BSP_ZIP_LZMA_RECORD;
    if (entry->method == BSP_METHOD_STORED && box_name_ends(entry->name, ".nav"))
        return nav_head(bytes + entry->data_at, entry->packed);
    return BSP_RECORD_COUNT;
}

uint32_t bsp_nav_version(const uint8_t *bytes, const bsp_entry *entry) {
    return word(bytes + entry->data_at, BSP_NAV_HEAD_VERSION_AT);
}

uint32_t bsp_nav_bsp_size(const uint8_t *bytes, const bsp_entry *entry, unsigned head) {
    const bool is_late = head == BSP_NAV_LATE_HEAD_RECORD;
    return word(bytes + entry->data_at, is_late ? BSP_NAV_LATE_HEAD_SIZE_AT : BSP_NAV_HEAD_SIZE_AT);
}
