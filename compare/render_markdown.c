/* For comments and job summaries: a table of the kinds, and the changes folded away. */
#include "compare/render.h"

static void put(rep_buffer *out, const char *text) {
    rep_buffer_text(out, text);
}

/* Names of files come from strangers: no backtick ends the code that they stand in. */
static void put_code(rep_buffer *out, const char *name) {
    put(out, "`");
    for (const char *at = name; *at != '\0'; at++) {
        const char c[2] = {*at == '`' ? '\'' : *at, '\0'};
        if (*at >= ' ' && *at <= '~')
            put(out, c);
        else
            put(out, "?");
    }
    put(out, "`");
}

static void put_row(rep_buffer *out, const char *kind, const cmp_tally *tally) {
    const uint64_t numbers[] = {tally->added, tally->removed, tally->changed, tally->moved,
                                tally->renumbered};
    put(out, "| ");
    put(out, kind);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put(out, " | ");
        rep_buffer_count(out, numbers[i]);
    }
    put(out, " |\n");
}

static bool has_any(const cmp_tally *tally) {
    return tally->added || tally->removed || tally->changed || tally->renumbered;
}

static void put_table(rep_buffer *out, const struct navlint_diff *diff) {
    bool is_open = false;
    for (size_t kind = 0; kind < diff->kinds->kind_count; kind++) {
        if (!has_any(&diff->tallies[kind])) continue;
        if (!is_open)
            put(out, "\n| | added | removed | changed | moved | renumbered |\n"
                     "|---|---|---|---|---|---|\n");
        is_open = true;
        put_row(out, kind == 0 ? "file" : diff->kinds->kinds[kind].plural, &diff->tallies[kind]);
    }
}

static void put_phrase(rep_buffer *out, void (*phrase)(nl_text *, const struct navlint_diff *),
                       const struct navlint_diff *diff) {
    char chars[CMP_TEXT_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    phrase(&text, diff);
    if (text.length == 0) return;
    put(out, "\n");
    put(out, text.chars);
    put(out, "\n");
}

/* As text in a block of code; its fence is longer than any in it. */
static void put_changes(rep_buffer *out, const struct navlint_diff *diff) {
    if (diff->change_count == 0) return;
    put(out, "\n<details><summary>Changes</summary>\n\n``````diff\n");
    cmp_render_changes(out, diff);
    put(out, "``````\n\n</details>\n");
}

void cmp_render_markdown(rep_buffer *out, const struct navlint_diff *diff, bool is_summary) {
    put(out, "### ");
    put_code(out, diff->sides[CMP_OLD].name);
    put(out, " and ");
    put_code(out, diff->sides[CMP_NEW].name);
    put(out, "\n");
    put_phrase(out, cmp_put_limits, diff);
    put_phrase(out, cmp_put_sameness, diff);
    put_table(out, diff);
    if (!is_summary) put_changes(out, diff);
}
