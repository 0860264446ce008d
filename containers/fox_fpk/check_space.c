/* What lies where in a pack: shared bytes, gaps, the end. */
#include "containers/fox_fpk/checks.h"

/* ---- Shared bytes ---- */

/* "its file", "the name of entry 7" */
typedef struct words {
    char chars[48];
} words;

static const char *say(words *w, const fpk_check *c, uint32_t row, bool is_own) {
    static const char *const own[] = {"its file", "its name", "its name"};
    static const char *const others[] = {"the file of entry ", "the name of entry ",
                                         "the name of reference "};
    uint32_t index = 0;
    const fpk_part part = fpk_part_of(c->doc, row, &index);
    nl_text text = nl_text_over(w->chars, sizeof w->chars);
    nl_put(&text, is_own ? own[part] : others[part]);
    if (!is_own) nl_put_uint(&text, index);
    return text.chars;
}

static unsigned field_of(fpk_part part) {
    static const unsigned fields[] = {FPK_ENTRY_DATA_AT, FPK_ENTRY_NAME_AT, FPK_REFERENCE_NAME_AT};
    return fields[part];
}

/* Names that share bytes are read by all the same: nothing is patched in them. */
static void found_overlap(void *context, const box_extent *earlier, const box_extent *later) {
    const fpk_check *const c = context;
    fpk_spot spot;
    words one;
    words other;
    uint32_t index = 0;
    const uint32_t entries = c->doc->entry_count;
    if (earlier->row >= entries && later->row >= entries) return;
    const fpk_part part = fpk_part_of(c->doc, later->row, &index);
    if (part == FPK_PART_REFERENCE)
        fpk_spot_reference(&spot, c, index);
    else
        fpk_spot_entry(&spot, c, index);
    nl_found(&spot.place, FPK_OVERLAP, field_of(part),
             &(nl_draft){.args = {nl_string(say(&one, c, later->row, true)),
                                  nl_uint(nl_min(earlier->end, later->end) - later->start),
                                  nl_string(say(&other, c, earlier->row, false))},
                         .related = {{earlier->start, earlier->end - earlier->start,
                                      "what it shares them with"}}});
}

/* ---- Gaps ---- */

static bool is_fill(const fpk_check *c, uint64_t start, uint64_t end) {
    if (end - start >= FPK_UNIT) return false;
    for (uint64_t at = start; at < end; at++)
        if (c->job->bytes[at] != 0) return false;
    return true;
}

static bool has_content(const fpk_check *c, uint64_t start, uint64_t end) {
    for (uint64_t at = start; at < end; at++)
        if (c->job->bytes[at] != 0) return true;
    return false;
}

static void found_bytes(const fpk_check *c, uint64_t at, unsigned rule, const nl_draft *draft) {
    nl_place place = fpk_header_place(c->job);
    place.at = at;
    nl_found(&place, rule, NL_NO_FIELD, draft);
}

/* Where a row leads out of the pack, what it should lead to looks like a gap. */
static void check_gap(void *context, uint64_t start, uint64_t end, uint32_t row) {
    const fpk_check *const c = context;
    words w;
    if (is_fill(c, start, end)) {
        nl_claim(c->job->report, start, end - start);
        return;
    }
    if (!c->doc->is_sound) return;
    const bool is_more = has_content(c, start, end);
    const bool is_last = row == UINT32_MAX;
    nl_draft draft = {.length = end - start, .actual = nl_uint(end - start)};
    if (is_last)
        draft.args[0] = nl_string(is_more ? "are no fill" : "are more fill than there can be");
    else
        draft.args[0] = nl_string(say(&w, c, row, false));
    if (!is_last) draft.args[1] = nl_string(is_more ? "are no fill" : "are more fill than needed");
    const bool is_said = is_last && c->doc->said_bytes < c->job->length;
    if (!is_said) found_bytes(c, start, is_last ? FPK_TRAIL : FPK_GAP, &draft);
}

/* ---- Claims ---- */

/* What a dump shows: of extents that overlap the first. The byte behind a name is claimed if it is
 * the NUL that belongs there. */
static void claim(const fpk_check *c) {
    uint64_t end = 0;
    for (uint32_t i = 0; i < c->doc->extent_count; i++) {
        const box_extent *const extent = &c->doc->extents[i];
        if (extent->start < end || extent->start == extent->end) continue;
        end = extent->end;
        const bool is_name = extent->row >= c->doc->entry_count;
        const bool has_more = is_name && c->job->bytes[end - 1] != 0;
        nl_claim(c->job->report, extent->start, end - extent->start - has_more);
    }
}

bool fpk_check_space(const fpk_check *c) {
    const fpk_document *const doc = c->doc;
    const box_extent whole = {doc->tables_end, c->job->length, 0};
    fpk_check context = *c;
    if (!nl_spend(c->job->budget, c->job->length / 8 + 2 * (uint64_t)doc->extent_count))
        return false;
    claim(c);
    box_each_overlap(doc->extents, doc->extent_count, found_overlap, &context);
    box_each_gap(doc->extents, doc->extent_count, whole, check_gap, &context);
    return true;
}
