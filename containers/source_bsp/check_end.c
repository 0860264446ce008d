#include "containers/source_bsp/checks.h"

static uint32_t half(const bsp_check *c, uint32_t at) {
    return nl_load_u16(c->bytes + c->doc->zip.end_at + at);
}

static void found(const bsp_check *c, unsigned field, uint64_t expected, const char *what) {
    const nl_place place = bsp_end_place(c);
    nl_found(&place, BSP_PZ_END_FIELDS, field,
             &(nl_draft){.expected = nl_uint(expected), .args = {nl_string(what)}});
}

/* The directory ends where the end record starts; Valve's writer knows of nothing in between. */
static void check_directory(const bsp_check *c) {
    const bsp_zip *const zip = &c->doc->zip;
    const uint64_t size = nl_load_u32(c->bytes + zip->end_at + BSP_END_SIZE_AT);
    const uint64_t offset = nl_load_u32(c->bytes + zip->end_at + BSP_END_OFFSET_AT);
    const uint64_t end = zip->end_at - zip->at;
    if (offset + size == end) return;
    if (offset > end)
        found(c, BSP_END_OFFSET, end, "the directory starts behind it");
    else
        found(c, BSP_END_SIZE, end - offset, "the directory does not end where it starts");
}

void bsp_check_end(const bsp_check *c) {
    const uint32_t entries = half(c, BSP_END_ENTRIES_AT);
    if (half(c, BSP_END_DISK_AT) != 0) found(c, BSP_END_DISK, 0, "it is not that of disk 0");
    if (half(c, BSP_END_DIRECTORY_DISK_AT) != 0)
        found(c, BSP_END_DIRECTORY_DISK, 0, "the directory is not on disk 0");
    if (half(c, BSP_END_HERE_AT) != entries)
        found(c, BSP_END_HERE, entries, "not all entries are on this disk");
    check_directory(c);
}
