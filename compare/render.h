/* A comparison as text, JSON and Markdown. */
#ifndef NAVLINT_COMPARE_RENDER_H
#define NAVLINT_COMPARE_RENDER_H

#include "compare/model.h"
#include "report/report.h"

enum { CMP_TEXT_BYTES = 1024 /* a line's parts are cut to this */ };

/* "12 added, 1 removed, 3 changed (1 moved), 40 renumbered"; false: there is none of these. */
bool cmp_put_tally(nl_text *text, const cmp_tally *tally);

/* "version 16.1, source, 1,234 bytes, damaged" */
void cmp_put_side(nl_text *text, const struct navlint_diff *diff, unsigned side);

/* What there is to say when the versions say the same; "" otherwise. */
void cmp_put_sameness(nl_text *text, const struct navlint_diff *diff);

/* What was not compared; "" if that is nothing. */
void cmp_put_limits(nl_text *text, const struct navlint_diff *diff);

/* What has changed, as in the text. */
void cmp_render_changes(rep_buffer *out, const struct navlint_diff *diff);

void cmp_render_text(rep_buffer *out, const struct navlint_diff *diff, bool is_summary);
void cmp_render_markdown(rep_buffer *out, const struct navlint_diff *diff, bool is_summary);
navlint_text cmp_render_json(const struct navlint_diff *diff, enum navlint_json_style style,
                             bool is_summary);

#endif
