/* For people: a head, a line for each kind, and what has changed. */
#include "compare/render.h"

enum { MOST_DETAILS = 40 /* of a change that are shown: JSON has all */ };

static void put(rep_buffer *out, const char *text) {
    rep_buffer_text(out, text);
}

/* Places in a file as findings show them: "+0x2e60", "+0x2e60>+0x1c". */
static void put_offset(nl_text *text, const cmp_side *side, const cmp_value *value) {
    nl_put_char(text, '+');
    if (value->packed != CMP_NONE) {
        nl_put_hex(text, side->packed[value->packed].offset);
        nl_put(text, ">+");
    }
    nl_put_hex(text, value->at);
}

static void put_head(rep_buffer *out, const struct navlint_diff *diff, unsigned side) {
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    cmp_put_side(&text, diff, side);
    put(out, side == CMP_OLD ? "--- " : "+++ ");
    rep_utf8_append_printable(out, diff->sides[side].name);
    put(out, " (");
    put(out, text.chars);
    put(out, ")\n");
}

static void put_line(rep_buffer *out, const nl_text *text) {
    put(out, text->chars);
    put(out, "\n");
}

static void put_summary(rep_buffer *out, const struct navlint_diff *diff) {
    for (size_t kind = 0; kind < diff->kinds->kind_count; kind++) {
        char chars[CMP_TEXT_BYTES];
        nl_text text = nl_text_over(chars, sizeof chars);
        const cmp_tally *const tally = &diff->tallies[kind];
        nl_put(&text, kind == 0 ? "file" : diff->kinds->kinds[kind].plural);
        nl_put(&text, ": ");
        if (cmp_put_tally(&text, tally)) put_line(out, &text);
    }
}

/* ---- Changes ---- */

static void put_position(nl_text *text, const cmp_record *record) {
    static const char *const between[3] = {" (", ", ", ", "};
    for (unsigned i = 0; i < 3; i++) {
        nl_put(text, between[i]);
        nl_put_real(text, record->place[i]);
    }
    nl_put_char(text, ')');
}

static const cmp_record *record_of(const struct navlint_diff *diff, unsigned side,
                                   const cmp_change *change) {
    return &diff->sides[side].records[change->records[side]];
}

static void put_record_offset(nl_text *text, const cmp_side *side, const cmp_record *record) {
    if (record->count == 0) return;
    nl_put(text, "  ");
    put_offset(text, side, &side->values[record->first]);
}

static void put_alone(nl_text *text, const struct navlint_diff *diff, const cmp_change *change,
                      unsigned side) {
    const cmp_record *const record = record_of(diff, side, change);
    nl_put(text, side == CMP_OLD ? "- " : "+ ");
    cmp_put_record(text, diff, side, change->records[side]);
    nl_put(text, side == CMP_OLD ? " removed" : " added");
    if (record->has_place) {
        nl_put(text, " at");
        put_position(text, record);
    }
    put_record_offset(text, &diff->sides[side], record);
}

static void put_renamed(nl_text *text, const struct navlint_diff *diff, const cmp_change *change) {
    const cmp_record *const old = record_of(diff, CMP_OLD, change);
    const cmp_record *const new = record_of(diff, CMP_NEW, change);
    const bool has_keys = old->has_key && new->has_key;
    if (has_keys ? old->key == new->key : old->number == new->number) return;
    nl_put(text, " (now ");
    cmp_put_record(text, diff, CMP_NEW, change->records[CMP_NEW]);
    nl_put_char(text, ')');
}

static void put_pair(nl_text *text, const struct navlint_diff *diff, const cmp_change *change) {
    nl_put(text, "! ");
    cmp_put_record(text, diff, CMP_OLD, change->records[CMP_OLD]);
    put_renamed(text, diff, change);
    if (!change->is_moved) {
        nl_put(text, " changed");
        return;
    }
    nl_put(text, " moved ");
    nl_put_real(text, (double)(float)change->distance);
    nl_put(text, ":");
    put_position(text, record_of(diff, CMP_OLD, change));
    nl_put(text, " ->");
    put_position(text, record_of(diff, CMP_NEW, change));
}

/* ---- Details ---- */

static void put_value(nl_text *text, const struct navlint_diff *diff, unsigned side,
                      uint32_t value) {
    if (value == CMP_NONE)
        nl_put(text, "none");
    else
        cmp_put_meaning(text, diff, side, &diff->sides[side].values[value]);
}

/* "3788 bytes -> 3788 bytes" says too little. */
static void put_first_difference(nl_text *text, const struct navlint_diff *diff,
                                 const cmp_detail *detail) {
    const cmp_value *texts[CMP_SIDES];
    const bool is_shown = cmp_has_two_texts(diff, detail, texts) &&
                          (cmp_is_opaque(texts[CMP_OLD]) || cmp_is_opaque(texts[CMP_NEW]));
    if (!is_shown) return;
    nl_put(text, " from byte ");
    nl_put_hex(text, cmp_first_difference(texts[CMP_OLD], texts[CMP_NEW]));
    nl_put(text, " on");
}

static void put_field(nl_text *text, const struct navlint_diff *diff, const cmp_detail *detail) {
    const unsigned side = detail->values[CMP_OLD] == CMP_NONE;
    const cmp_value *const value = &diff->sides[side].values[detail->values[side]];
    cmp_put_value_path(text, diff, side, value);
    nl_put(text, ": ");
    put_value(text, diff, CMP_OLD, detail->values[CMP_OLD]);
    nl_put(text, " -> ");
    put_value(text, diff, CMP_NEW, detail->values[CMP_NEW]);
    put_first_difference(text, diff, detail);
    for (unsigned i = 0; i < CMP_SIDES; i++) {
        if (detail->values[i] == CMP_NONE) continue;
        nl_put(text, i == CMP_OLD || side == CMP_NEW ? "  " : " -> ");
        put_offset(text, &diff->sides[i], &diff->sides[i].values[detail->values[i]]);
    }
}

static void put_link(nl_text *text, const struct navlint_diff *diff, const cmp_detail *detail) {
    const unsigned side = detail->kind == CMP_LINK_ADDED ? CMP_NEW : CMP_OLD;
    char chars[CMP_TEXT_BYTES];
    nl_text item = nl_text_over(chars, sizeof chars);
    cmp_put_item(&item, diff, side, &detail->item);
    nl_put(text, side == CMP_NEW ? "+ " : "- ");
    nl_put(text, detail->list);
    nl_put(text, ": ");
    nl_put(text, item.chars);
    nl_put(text, "  ");
    if (detail->item.count != 0)
        put_offset(text, &diff->sides[side], &diff->sides[side].values[detail->item.first]);
}

static void put_pair_detail(nl_text *text, const struct navlint_diff *diff,
                            const cmp_detail *detail) {
    nl_put(text, detail->kind == CMP_PAIR_ADDED ? "+ " : "- ");
    nl_put(text, detail->list);
    nl_put(text, ": ");
    cmp_put_record(text, diff, CMP_OLD, detail->pair[0]);
    nl_put(text, " and ");
    cmp_put_record(text, diff, CMP_OLD, detail->pair[1]);
}

static void put_detail(rep_buffer *out, const struct navlint_diff *diff, const cmp_detail *detail) {
    char chars[4 * CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, "    ");
    switch (detail->kind) {
    case CMP_FIELD:
        put_field(&text, diff, detail);
        break;
    case CMP_LINK_ADDED:
    case CMP_LINK_REMOVED:
        put_link(&text, diff, detail);
        break;
    case CMP_PAIR_ADDED:
    case CMP_PAIR_REMOVED:
        put_pair_detail(&text, diff, detail);
        break;
    }
    put_line(out, &text);
}

static void put_change(rep_buffer *out, const struct navlint_diff *diff, const cmp_change *change) {
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    if (change->status == CMP_CHANGED)
        put_pair(&text, diff, change);
    else
        put_alone(&text, diff, change, change->status == CMP_ADDED ? CMP_NEW : CMP_OLD);
    put_line(out, &text);
    for (uint32_t i = 0; i < change->count && i < MOST_DETAILS; i++)
        put_detail(out, diff, &diff->details[change->first + i]);
    if (change->count <= MOST_DETAILS) return;
    put(out, "    ... and ");
    rep_buffer_count(out, change->count - MOST_DETAILS);
    put(out, " more\n");
}

static void put_rest(rep_buffer *out, const struct navlint_diff *diff) {
    const uint64_t left = diff->change_total - diff->change_count;
    if (left == 0) return;
    put(out, "... and ");
    rep_buffer_count(out, left);
    put(out, left == 1 ? " more change\n" : " more changes\n");
}

static void put_remark(rep_buffer *out, void (*phrase)(nl_text *, const struct navlint_diff *),
                       const struct navlint_diff *diff) {
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    phrase(&text, diff);
    if (text.length > 0) put_line(out, &text);
}

void cmp_render_changes(rep_buffer *out, const struct navlint_diff *diff) {
    for (size_t i = 0; i < diff->change_count; i++)
        put_change(out, diff, &diff->changes[i]);
    put_rest(out, diff);
}

void cmp_render_text(rep_buffer *out, const struct navlint_diff *diff, bool is_summary) {
    put_head(out, diff, CMP_OLD);
    put_head(out, diff, CMP_NEW);
    put_remark(out, cmp_put_limits, diff);
    put_remark(out, cmp_put_sameness, diff);
    put_summary(out, diff);
    if (!is_summary) cmp_render_changes(out, diff);
}
