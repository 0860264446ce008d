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
    words one;
    words other;
    uint32_t index = 0;
    const uint32_t entries = c->doc->entry_count;
    if (earlier->row >= entries && later->row >= entries) return;
    const fpk_part part = fpk_part_of(c->doc, later->row, &index);
    fpk_found((fpk_row){c, part == FPK_PART_REFERENCE, index}, FPK_OVERLAP, field_of(part),
              &(nl_draft){.args = {nl_string(say(&one, c, later->row, true)),
                                   nl_uint(nl_min(earlier->end, later->end) - later->start),
                                   nl_string(say(&other, c, earlier->row, false))},
                          .related = {{earlier->start, earlier->end - earlier->start,
                                       "what it shares them with"}}});
}

/* ---- Gaps ---- */

static bool has_content(const fpk_check *c, uint64_t start, uint64_t end) {
    for (uint64_t at = start; at < end; at++)
        if (c->job->bytes[at] != 0) return true;
    return false;
}

/* Fewer than 16 zeros, which align what follows. */
static bool is_fill(const fpk_check *c, uint64_t start, uint64_t end) {
    return end - start < FPK_UNIT && !has_content(c, start, end);
}

/* Behind a name stands a NUL, or what is reported with the name. */
static uint64_t start_of(const fpk_check *c, const fpk_piece *gap) {
    return gap->start + (gap->before != FPK_NO_ROW && gap->before >= c->doc->entry_count);
}

static void found_bytes(const fpk_check *c, unsigned rule, uint64_t start, nl_draft draft) {
    nl_place place = fpk_header_place(c->job);
    place.at = start;
    draft.actual = nl_uint(draft.length);
    nl_found(&place, rule, NL_NO_FIELD, &draft);
}

/* If the header says that the pack ends earlier, that says it all. */
static void check_tail(const fpk_check *c, uint64_t start, uint64_t end) {
    const char *const what = has_content(c, start, end) ? "are no fill" : "are too much fill";
    if (c->doc->said_bytes >= c->job->length)
        found_bytes(c, FPK_TRAIL, start,
                    (nl_draft){.length = end - start, .args = {nl_string(what)}});
}

static void check_gap(const fpk_check *c, const fpk_piece *gap) {
    words w;
    const uint64_t start = start_of(c, gap);
    if (is_fill(c, start, gap->end)) return;
    if (gap->behind == FPK_NO_ROW) {
        check_tail(c, start, gap->end);
        return;
    }
    const char *const what = has_content(c, start, gap->end) ? "are no fill" : "are too much fill";
    found_bytes(c, FPK_GAP, start,
                (nl_draft){.length = gap->end - start,
                           .args = {nl_string(say(&w, c, gap->behind, false)), nl_string(what)}});
}

/* Where a row leads out of the pack, what it should lead to looks like a gap. */
static void check_gaps(const fpk_check *c) {
    fpk_walk walk = fpk_walk_of(c->job, c->doc);
    fpk_piece piece;
    while (c->doc->is_sound && fpk_next_piece(&walk, &piece))
        if (piece.row == FPK_NO_ROW) check_gap(c, &piece);
}

bool fpk_check_space(const fpk_check *c) {
    const fpk_document *const doc = c->doc;
    fpk_check context = *c;
    if (!nl_spend(c->job->budget, c->job->length / 8 + 2 * (uint64_t)doc->extent_count))
        return false;
    box_each_overlap(doc->extents, doc->extent_count, found_overlap, &context);
    check_gaps(c);
    return true;
}
