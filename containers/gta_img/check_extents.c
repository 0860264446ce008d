/* Where the files are. */
#include "containers/gta_img/checks.h"
#include "containers/members.h"
#include "core/checked.h"

/* ---- Each by itself ---- */

static const char *why_unreachable(const img_document *doc, const img_entry *entry) {
    return entry->offset < doc->data_sector ? "inside the directory"
                                            : "beyond the 4 GiB that the game can read";
}

static void found_unreachable(img_check *c, const img_entry *entry) {
    c->is_damaged = true;
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, IMG_OFFSET, IMG_ENTRY_OFFSET,
             &(nl_draft){.expected = nl_uint(c->doc->data_sector),
                         .relation = NAVLINT_BETWEEN,
                         .others = {nl_uint(IMG_SECTORS - entry->sectors)},
                         .args = {nl_string(why_unreachable(c->doc, entry))}});
}

/* Only of the file that is the last one can a part of a sector be missing. */
static void found_missing(img_check *c, const img_entry *entry) {
    const uint64_t missing = img_end_of(entry) - c->job->length;
    c->is_damaged = true;
    c->job->report->undecoded = true;
    if (img_is_there(c->job->length, entry)) {
        c->cut_bytes = missing;
        return;
    }
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, IMG_BOUNDS, IMG_ENTRY_OFFSET,
             &(nl_draft){.actual = nl_uint(img_end_of(entry)),
                         .expected = nl_uint(c->job->length),
                         .relation = NAVLINT_AT_MOST,
                         .args = {nl_uint(missing)}});
}

static void check_empty(const img_check *c, const img_entry *entry) {
    if (entry->kind != IMG_PATHS) return;
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, IMG_SIZE_ZERO, IMG_ENTRY_SIZE,
             &(nl_draft){.expected = nl_uint(1), .relation = NAVLINT_AT_LEAST});
}

static void check_second_size(const img_check *c, const img_entry *entry) {
    if (entry->archive_size == 0) return;
    const bool is_larger = entry->archive_size > c->buffer;
    const nl_place place = img_place_of(c, entry);
    nl_found(&place, is_larger ? IMG_SIZE_TWO : IMG_SIZE_ARCHIVE, IMG_ENTRY_ARCHIVE_SIZE,
             &(nl_draft){.expected = nl_uint(is_larger ? c->buffer : 0),
                         .relation = is_larger ? NAVLINT_AT_MOST : NAVLINT_EQUAL,
                         .args = {nl_uint(entry->size)}});
}

void img_check_extent(img_check *c, const img_entry *entry) {
    check_second_size(c, entry);
    if (entry->sectors == 0)
        check_empty(c, entry);
    else if (!img_is_reachable(c->doc, entry))
        found_unreachable(c, entry);
    else if (img_end_of(entry) > c->job->length)
        found_missing(c, entry);
}

/* ---- Two that share bytes ---- */

/* The very same range twice is one file under two names. */
static void found_overlap(void *context, const box_extent *earlier, const box_extent *later) {
    const img_check *const c = context;
    if (earlier->start == later->start && earlier->end == later->end) return;
    const img_entry entry = img_entry_of(c, later->row);
    const img_entry other = img_entry_of(c, earlier->row);
    char shown[IMG_SHOWN_BYTES];
    const nl_place place = img_place_of(c, &entry);
    nl_draft draft = {
        .args = {nl_uint((nl_min(earlier->end, later->end) - later->start) / IMG_SECTOR_BYTES),
                 nl_uint(earlier->row), nl_string(img_show(shown, &other))}};
    draft.related[0] = img_beside(earlier->row, IMG_ENTRY_OFFSET, "the other one");
    nl_found(&place, IMG_OVERLAP, IMG_ENTRY_OFFSET, &draft);
}

/* ---- What is no file's ---- */

static void found_gap(void *context, uint64_t start, uint64_t end, uint32_t row) {
    const img_check *const c = context;
    nl_place place = nl_place_of(c->job->report, c->job->bytes);
    (void)row;
    place.at = start;
    nl_claim(c->job->report, start, end - start);
    nl_found(&place, IMG_GAP, NL_NO_FIELD,
             &(nl_draft){.length = end - start, .args = {nl_uint(end - start)}});
}

/* Less than a sector at the end is another finding; where a place is wrong, its file is a gap. */
static void check_gaps(img_check *c, const box_extent *sorted, uint32_t count) {
    const uint64_t length = c->job->length;
    const box_extent whole = {.start = c->doc->files_at, .end = length - length % IMG_SECTOR_BYTES};
    if (!c->is_damaged) box_each_gap(sorted, count, whole, found_gap, c);
}

/* ---- Both ---- */

/* Those whose numbers can be followed. Returns how many. */
static uint32_t collect(const img_check *c, box_extent *extents) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < c->doc->count; row++) {
        const img_entry entry = img_entry_of(c, row);
        if (entry.sectors == 0 || !img_is_sound(c->job, c->doc, &entry)) continue;
        extents[count++] =
            (box_extent){img_start_of(&entry), nl_min(img_end_of(&entry), c->job->length), row};
    }
    return count;
}

static void claim_all(const img_check *c, const box_extent *sorted, uint32_t count) {
    uint64_t start = 0;
    uint64_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (sorted[i].start > end) {
            nl_claim(c->job->report, start, end - start);
            start = sorted[i].start;
        }
        end = nl_max(end, sorted[i].end);
    }
    nl_claim(c->job->report, start, end - start);
}

bool img_check_places(img_check *c) {
    box_extent *const extents = NL_NEW(c->job->arena, box_extent, c->doc->count);
    if (!extents) return false;
    const uint32_t count = collect(c, extents);
    if (!box_sort_extents(extents, count, c->job->budget)) return false;
    claim_all(c, extents, count);
    box_each_overlap(extents, count, found_overlap, c);
    check_gaps(c, extents, count);
    return true;
}
