#include "containers/source_bsp/checks.h"
#include "containers/source_bsp/zip.h"

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

/* The headers behind the last one that is counted. false: the budget is used up. */
static bool count_more(const bsp_check *c, uint32_t *count) {
    uint64_t at = c->doc->zip.directory_end, bytes;
    while ((bytes = bsp_central_bytes(c->job, &c->doc->zip, at)) != 0) {
        if (!nl_spend(c->job->budget, 1)) return false;
        at += bytes;
        (*count)++;
    }
    return true;
}

/* Valve's reader believes the number: what is not counted is not there for the game. */
static bool check_count(const bsp_check *c) {
    const bsp_zip *const zip = &c->doc->zip;
    uint32_t more = 0;
    if (zip->count < zip->stated) return true;
    if (!count_more(c, &more)) return false;
    if (more > 0)
        found(c, BSP_END_ENTRIES, nl_min((uint64_t)zip->stated + more, UINT16_MAX),
              "the directory has more entries, which the game does not find");
    return true;
}

static void check_comment(const bsp_check *c) {
    const bsp_lump *const lump = &c->doc->lumps[BSP_PAKFILE];
    const uint64_t room = bsp_lump_end(lump) - c->doc->zip.end_at - BSP_END_BYTES;
    if (half(c, BSP_END_COMMENT_LENGTH_AT) > room)
        found(c, BSP_END_COMMENT_LENGTH, room, "its comment leads out of the pakfile");
}

bool bsp_check_end(const bsp_check *c) {
    const uint32_t entries = half(c, BSP_END_ENTRIES_AT);
    if (half(c, BSP_END_DISK_AT) != 0) found(c, BSP_END_DISK, 0, "it is not that of disk 0");
    if (half(c, BSP_END_DIRECTORY_DISK_AT) != 0)
        found(c, BSP_END_DIRECTORY_DISK, 0, "the directory is not on disk 0");
    if (half(c, BSP_END_HERE_AT) != entries)
        found(c, BSP_END_HERE, entries, "not all entries are on this disk");
    if (!check_count(c)) return false;
    check_directory(c);
    check_comment(c);
    return true;
}
