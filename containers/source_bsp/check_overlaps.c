#include "containers/source_bsp/checks.h"

enum { DIRECTORY = BSP_MOST_ENTRIES + 1 }; /* the row of what stands behind the entries */

/* The entries that are in the lump, and the directory with the end record. */
static uint32_t collect(const bsp_check *c, box_extent *extents) {
    const bsp_zip *const zip = &c->doc->zip;
    uint32_t count = 0;
    for (uint32_t row = 0; row < zip->count; row++) {
        const bsp_entry entry = bsp_entry_of(c->bytes, c->doc, row);
        if (entry.is_inside)
            extents[count++] = (box_extent){entry.local_at, entry.data_at + entry.packed, row};
    }
    extents[count++] =
        (box_extent){zip->directory_at, (uint64_t)zip->end_at + BSP_END_BYTES, DIRECTORY};
    return count;
}

/* What an extent is called. is_navigation: receives whether it is a navigation file. */
static bsp_shown show(const bsp_check *c, const box_extent *extent, bool *is_navigation) {
    static const char directory[] = "the directory of the pakfile";
    if (extent->row == DIRECTORY)
        return bsp_show((box_name){(const uint8_t *)directory, sizeof directory - 1});
    const bsp_entry entry = bsp_entry_of(c->bytes, c->doc, extent->row);
    *is_navigation |= box_name_is_navigation(entry.name);
    return bsp_show(entry.name);
}

/* Reported of the later one, unless that is the directory. */
static void found_overlap(void *context, const box_extent *earlier, const box_extent *later) {
    const bsp_check *const c = context;
    if (earlier->start == later->start && earlier->end == later->end) return;
    const bool is_entry = later->row != DIRECTORY;
    const uint32_t row = is_entry ? later->row : earlier->row;
    const uint32_t other = is_entry ? earlier->row : later->row;
    bool is_navigation = false;
    const bsp_shown later_name = show(c, later, &is_navigation);
    const bsp_shown earlier_name = show(c, earlier, &is_navigation);
    const bsp_entry entry = bsp_entry_of(c->bytes, c->doc, row);
    const nl_place place = bsp_entry_place(c, row, &entry, is_entry ? &later_name : &earlier_name);
    nl_draft draft = {.args = {nl_string(later_name.chars), nl_uint(later->start),
                               nl_string(earlier_name.chars)}};
    if (other != DIRECTORY)
        draft.related[0] =
            bsp_beside(c->doc->zip.entries[other], BSP_ENTRY_LOCAL, "the entry that it starts in");
    nl_found(&place, is_navigation ? BSP_PZ_NAV_OVERLAP : BSP_PZ_ENTRY_OVERLAP,
             is_entry ? BSP_ENTRY_LOCAL : BSP_ENTRY_PACKED, &draft);
}

bool bsp_check_overlaps(const bsp_check *c) {
    const size_t mark = nl_arena_mark(c->job->arena);
    box_extent *const extents = NL_NEW(c->job->arena, box_extent, (uint64_t)c->doc->zip.count + 1);
    if (!extents) return false;
    const uint32_t count = collect(c, extents);
    const bool is_sorted = box_sort_extents(extents, count, c->job->budget);
    if (is_sorted) box_each_overlap(extents, count, found_overlap, (void *)(uintptr_t)c);
    nl_arena_release(c->job->arena, mark);
    return is_sorted;
}
