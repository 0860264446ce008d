/* Where the data of files are, and whether they are those that were packed. */
#include <libdeflate.h>

#include "containers/members.h"
#include "containers/valve_vpk/findings.h"

/* ---- Entries ---- */

static void check_terminator(const vpk_check *c, uint32_t row, const vpk_entry *entry) {
    if (entry->terminator == VPK_LAST) return;
    vpk_words words;
    const nl_place place = vpk_file_place(c, row, &words);
    nl_found(&place, VPK_TERMINATOR, VPK_ENTRY_TERMINATOR,
             &(nl_draft){.expected = nl_uint(VPK_LAST)});
}

static void check_preload(const vpk_check *c, uint32_t row, const vpk_entry *entry, bool is_mesh) {
    if (entry->preload <= (is_mesh ? 0 : VPK_USUAL_PRELOAD)) return;
    vpk_words words;
    const nl_place place = vpk_file_place(c, row, &words);
    nl_found(&place, VPK_PRELOAD, VPK_ENTRY_PRELOADED,
             &(nl_draft){.args = {nl_uint((uint64_t)entry->preload + entry->length)}});
}

static bool is_here(const vpk_entry *entry) {
    return entry->archive == VPK_HERE;
}

/* Nothing says where the data of a package of version 1 should end: if they are cut off, the first
 * file that is not there is the cause of all others. */
static void found_outside(vpk_check *c, uint32_t row, const vpk_entry *entry) {
    vpk_words words;
    const uint64_t room = vpk_data_bytes(c->doc);
    const bool starts_inside = entry->offset <= room;
    const unsigned field = starts_inside ? VPK_ENTRY_LENGTH : VPK_ENTRY_OFFSET;
    const nl_place place = vpk_file_place(c, row, &words);
    nl_draft draft = {.args = {nl_uint(entry->length), nl_uint(entry->offset), nl_uint(room)}};
    if ((uint64_t)entry->offset + entry->length > room) {
        draft.expected = nl_uint(starts_inside ? room - entry->offset : room);
        draft.relation = NAVLINT_AT_MOST;
    }
    if (c->doc->version == 1 && !c->is_data_cut && !c->doc->is_cut)
        c->is_data_cut = nl_found_cause(&place, VPK_DATA_BOUNDS, field, &draft);
    else
        nl_found(&place, VPK_DATA_BOUNDS, field, &draft);
}

/* What lies behind the end of a file that is cut off follows from that. */
static void check_bounds(vpk_check *c, uint32_t row, const vpk_entry *entry) {
    if (!is_here(entry) || entry->length == 0 || vpk_is_inside(c->doc, entry)) return;
    const uint64_t end = (uint64_t)entry->offset + entry->length;
    const bool is_lost = c->doc->is_cut || end <= vpk_data_bytes(c->doc);
    c->job->report->undecoded = true;
    nl_follow(c->job->report, (c->doc->is_short && is_lost) || c->is_data_cut);
    found_outside(c, row, entry);
    nl_follow(c->job->report, false);
}

/* ---- Files that share bytes ---- */

/* Extents of all archives in one line: each begins where no other reaches. */
static uint64_t start_of(const vpk_entry *entry) {
    return ((uint64_t)entry->archive << 40) + entry->offset;
}

static uint32_t list_extents(const vpk_check *c, box_extent *extents) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < c->doc->file_count; row++) {
        const vpk_entry entry = vpk_entry_of(c->job->bytes, &c->doc->files[row]);
        const bool is_lost = is_here(&entry) && !vpk_is_inside(c->doc, &entry);
        if (entry.length == 0 || is_lost) continue;
        const uint64_t start = start_of(&entry);
        extents[count++] = (box_extent){start, start + entry.length, row};
    }
    return count;
}

static void found_overlap(void *context, const box_extent *earlier, const box_extent *later) {
    const vpk_check *const c = context;
    if (earlier->start == later->start && earlier->end == later->end) return;
    vpk_words words;
    char name[BOX_NAME_BYTES];
    char chars[4 * NL_SHOWN_NAME_BYTES + 8];
    nl_text text = nl_text_over(chars, sizeof chars);
    const vpk_file *const first = &c->doc->files[earlier->row];
    const vpk_file *const file = &c->doc->files[later->row];
    const bool is_mesh = vpk_holds_navigation(c->job->bytes, c->doc, first) ||
                         vpk_holds_navigation(c->job->bytes, c->doc, file);
    const uint64_t end = earlier->end < later->end ? earlier->end : later->end;
    vpk_put_name(name, c->job->bytes, c->doc, first);
    nl_put_char(&text, '"');
    nl_put_bytes(&text, (const uint8_t *)name, strlen(name));
    nl_put_char(&text, '"');
    const nl_place place = vpk_file_place(c, later->row, &words);
    nl_found(&place, is_mesh ? VPK_NAV_OVERLAP : VPK_OVERLAP, VPK_ENTRY_OFFSET,
             &(nl_draft){
                 .args = {nl_uint(end - later->start), nl_string(text.chars)},
                 .related = {{first->entry_at + VPK_ENTRY_OFFSET_AT,
                              VPK_ENTRY_TERMINATOR_AT - VPK_ENTRY_OFFSET_AT, "the other file"}}});
}

static bool check_overlaps(vpk_check *c) {
    const size_t mark = nl_arena_mark(c->job->arena);
    box_extent *const extents = NL_NEW(c->job->arena, box_extent, c->doc->file_count);
    if (!extents) return false;
    const uint32_t count = list_extents(c, extents);
    const bool is_sorted = box_sort_extents(extents, count, c->job->budget);
    if (is_sorted) box_each_overlap(extents, count, found_overlap, c);
    nl_arena_release(c->job->arena, mark);
    return is_sorted;
}

/* ---- Damage ---- */

/* Work: a step for this many bytes. */
enum { CRC_BYTES_A_STEP = 8 };

static uint32_t crc_of(const vpk_check *c, const vpk_file *file, const vpk_entry *entry) {
    const uint8_t *const bytes = c->job->bytes;
    const uint8_t *const preload = bytes + file->entry_at + VPK_ENTRY_BYTES;
    const uint32_t head = libdeflate_crc32(0, preload, entry->preload);
    if (entry->length == 0) return head;
    return libdeflate_crc32(head, bytes + c->doc->at.data + entry->offset, entry->length);
}

static bool is_whole(const vpk_check *c, const vpk_entry *entry) {
    return entry->length == 0 || (is_here(entry) && vpk_is_inside(c->doc, entry));
}

static bool check_crc(const vpk_check *c, uint32_t row, const vpk_entry *entry) {
    const vpk_file *const file = &c->doc->files[row];
    const uint64_t length = (uint64_t)entry->preload + entry->length;
    if (!is_whole(c, entry)) return true;
    if (!nl_spend(c->job->budget, length / CRC_BYTES_A_STEP + 1)) return false;
    const uint32_t crc = crc_of(c, file, entry);
    if (crc == entry->crc32) return true;
    vpk_words words;
    const nl_place place = vpk_file_place(c, row, &words);
    nl_found(&place, VPK_CRC, VPK_ENTRY_CRC,
             &(nl_draft){.actual = nl_uint(crc), .expected = nl_uint(entry->crc32)});
    return true;
}

/* ---- All of it ---- */

static bool check_file(vpk_check *c, uint32_t row) {
    const vpk_file *const file = &c->doc->files[row];
    const vpk_entry entry = vpk_entry_of(c->job->bytes, file);
    const bool is_mesh = vpk_holds_navigation(c->job->bytes, c->doc, file);
    c->navigation_files += is_mesh;
    c->files_elsewhere += !is_here(&entry) && entry.length != 0;
    check_terminator(c, row, &entry);
    check_preload(c, row, &entry, is_mesh);
    check_bounds(c, row, &entry);
    return !is_mesh || check_crc(c, row, &entry);
}

static void found_no_navigation(const vpk_check *c) {
    const nl_place header = vpk_header_place(c->job);
    nl_found(&header, VPK_NO_NAV, NL_NO_FIELD, &(nl_draft){.length = VPK_HEAD_BYTES});
}

bool vpk_check_files(vpk_check *c) {
    if (!nl_spend(c->job->budget, c->doc->file_count)) return false;
    for (uint32_t row = 0; row < c->doc->file_count; row++)
        if (!check_file(c, row)) return false;
    if (c->navigation_files == 0 && c->doc->is_tree_whole) found_no_navigation(c);
    return check_overlaps(c);
}
