/* Phrases that text and Markdown share. */
#include "compare/render.h"

static void put_number_of(nl_text *text, uint64_t count, const char *what, bool *has_any) {
    if (count == 0) return;
    if (*has_any) nl_put(text, ", ");
    nl_put_uint(text, count);
    nl_put_char(text, ' ');
    nl_put(text, what);
    *has_any = true;
}

bool cmp_put_tally(nl_text *text, const cmp_tally *tally) {
    bool has_any = false;
    put_number_of(text, tally->added, "added", &has_any);
    put_number_of(text, tally->removed, "removed", &has_any);
    put_number_of(text, tally->changed, "changed", &has_any);
    if (tally->moved != 0) {
        nl_put(text, " (");
        nl_put_uint(text, tally->moved);
        nl_put(text, " moved)");
    }
    put_number_of(text, tally->renumbered, "renumbered", &has_any);
    return has_any;
}

void cmp_put_side(nl_text *text, const struct navlint_diff *diff, unsigned side) {
    const cmp_side *const s = &diff->sides[side];
    nl_put(text, s->decoded.format->info.title);
    if (s->decoded.version[0] != '\0') {
        nl_put(text, ", version ");
        nl_put(text, s->decoded.version);
    }
    if (s->decoded.dialect[0] != '\0') {
        nl_put(text, ", ");
        nl_put(text, s->decoded.dialect);
    }
    nl_put(text, ", ");
    nl_put_uint(text, s->bytes);
    nl_put(text, " bytes");
    if (s->decoded.is_damaged) nl_put(text, ", damaged");
}

void cmp_put_sameness(nl_text *text, const struct navlint_diff *diff) {
    if (!cmp_is_same(diff)) return;
    if (diff->different_bytes == 0) {
        nl_put(text, "the files are identical");
        return;
    }
    nl_put(text, cmp_is_whole(diff) ? "same navigation: " : "no change in what was compared: ");
    nl_put_uint(text, diff->different_bytes);
    nl_put(text, diff->different_bytes == 1 ? " byte differs" : " bytes differ");
}

void cmp_put_limits(nl_text *text, const struct navlint_diff *diff) {
    const bool is_damaged =
        diff->sides[CMP_OLD].decoded.is_damaged || diff->sides[CMP_NEW].decoded.is_damaged;
    if (is_damaged) nl_put(text, "a file is damaged: only what could be decoded was compared");
    if (is_damaged && diff->is_cut) nl_put(text, "; ");
    if (diff->is_cut) nl_put(text, "lists that overlap or are very long were not compared in full");
}
