/* A report as compilers print it: a line for each finding, places in bytes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/sized.h"
#include "report/report.h"

/* "name:+0x2e60" */
static void append_offset(rep_buffer *buffer, const char *before, uint64_t offset) {
    char place[32];
    (void)snprintf(place, sizeof place, "%s+0x%" PRIx64, before, offset);
    rep_buffer_text(buffer, place);
}

/* "name:+0x2e60>+0x1c: error: message": the packed bytes, then the place in what they unpack to */
static void append_place(rep_buffer *buffer, const char *name, const navlint_finding *finding) {
    rep_utf8_append_printable(buffer, name);
    append_offset(buffer, ":", finding->offset);
    if (finding->encoding) append_offset(buffer, ">", finding->inner.offset);
    rep_buffer_text(buffer, ": ");
}

static void append_bracketed(rep_buffer *buffer, const char *kind, const char *word) {
    rep_buffer_text(buffer, " [");
    rep_buffer_text(buffer, kind);
    rep_utf8_append_printable(buffer, word);
    rep_buffer_text(buffer, "]");
}

/* What the lines of an input begin with, and where that lies. */
typedef struct source {
    const char *name;
    const char *outer_name;
    uint64_t outer_offset; /* of the input in the outer file; UINT64_MAX: it is not there */
} source;

/* " (+0x4a60 in x.gma)" */
static void append_outer_place(rep_buffer *buffer, const source *from, uint64_t offset) {
    if (from->outer_offset == UINT64_MAX) return;
    append_offset(buffer, " (", from->outer_offset + offset);
    rep_buffer_text(buffer, " in ");
    rep_utf8_append_printable(buffer, from->outer_name ? from->outer_name : "-");
    rep_buffer_text(buffer, ")");
}

static void append_related(rep_buffer *buffer, const source *from, const navlint_related *related) {
    rep_utf8_append_printable(buffer, from->name);
    append_offset(buffer, ":", related->offset);
    rep_buffer_text(buffer, ": note: ");
    rep_utf8_append_printable(buffer, related->message);
    append_outer_place(buffer, from, related->offset);
    rep_buffer_text(buffer, "\n");
}

/* Behind all else on its line, so that it can be marked and copied to the end of the line. */
static void append_jump(rep_buffer *buffer, const char *jump) {
    if (!jump) return;
    rep_buffer_text(buffer, " jump: ");
    rep_utf8_append_printable(buffer, jump);
}

static void append_line(rep_buffer *buffer, const source *from, const navlint_finding *finding) {
    append_place(buffer, from->name, finding);
    rep_buffer_text(buffer, navlint_severity_text(finding->severity));
    rep_buffer_text(buffer, ": ");
    rep_utf8_append_printable(buffer, finding->message);
    append_bracketed(buffer, "", finding->rule->code);
    append_outer_place(buffer, from, finding->offset);
    append_jump(buffer, finding->jump);
    rep_buffer_text(buffer, "\n");
}

/* ---- What is left out ---- */

/* A report while its lines are written. */
typedef struct writing {
    rep_buffer *buffer;
    const navlint_report *report;
    const navlint_text_style *style;
    uint64_t outer_offset; /* as of a source */
    rep_tallies tallies;
} writing;

/* "name: ... and 248 " */
static void append_left_out(const writing *w, uint64_t count) {
    rep_utf8_append_printable(w->buffer, navlint_report_name(w->report));
    rep_buffer_text(w->buffer, ": ... and ");
    rep_buffer_count(w->buffer, count);
    rep_buffer_text(w->buffer, " ");
}

/* " (--all)" */
static void end_left_out(const writing *w) {
    if (w->style->more) {
        rep_buffer_text(w->buffer, " (");
        rep_utf8_append_printable(w->buffer, w->style->more);
        rep_buffer_text(w->buffer, ")");
    }
    rep_buffer_text(w->buffer, "\n");
}

static void append_more_of_rule(const writing *w, const rep_tally *tally) {
    append_left_out(w, tally->total - tally->shown);
    rep_buffer_text(w->buffer, "more ");
    rep_utf8_append_printable(w->buffer, tally->rule->code);
    end_left_out(w);
}

/* Of some rules the caps may have left nothing to stand above "more". */
static void append_untold(const writing *w) {
    const uint64_t count = rep_untold_count(&w->tallies, w->report);
    if (count == 0) return;
    append_left_out(w, count);
    rep_buffer_text(w->buffer, count == 1 ? "more finding" : "more findings");
    end_left_out(w);
}

static void append_consequences(const writing *w, size_t cause_count) {
    static const char *const causes[] = {"what is not shown", "it", "these"};
    const uint64_t count = rep_own_summary(w->report).consequences;
    if (count == 0) return;
    append_left_out(w, count);
    rep_buffer_text(w->buffer,
                    count == 1 ? "finding that follows from " : "findings that follow from ");
    rep_buffer_text(w->buffer, causes[cause_count < 2 ? cause_count : 2]);
    rep_buffer_text(w->buffer, "\n");
}

/* ---- The findings ---- */

static void append_finding(const writing *w, const navlint_finding *finding) {
    const source from = {navlint_report_name(w->report), w->style->outer_name, w->outer_offset};
    const size_t notes = w->style->hints_only ? finding->hint_count : finding->related_count;
    append_line(w->buffer, &from, finding);
    for (size_t i = 0; i < notes; i++)
        append_related(w->buffer, &from, &finding->related[i]);
}

static bool is_wanted(const writing *w, const navlint_finding *finding) {
    return !finding->suppression && finding->severity <= w->style->min_severity;
}

static void append_if_wanted(const writing *w, const navlint_finding *finding) {
    if (!is_wanted(w, finding)) return;
    const uint32_t limit = w->style->findings_per_rule;
    rep_tally *const tally = rep_tally_of(&w->tallies, finding->rule);
    const uint64_t quota = limit > 0 && limit < tally->kept ? limit : tally->kept;
    if (tally->shown == quota) return;
    append_finding(w, finding);
    tally->shown++;
    if (tally->shown == quota && tally->total > quota) append_more_of_rule(w, tally);
}

/* Causes come first. */
static size_t count_causes(const writing *w) {
    size_t count = 0;
    for (size_t i = 0; i < navlint_report_finding_count(w->report); i++) {
        const navlint_finding *finding = navlint_report_finding(w->report, i);
        count += finding->is_cause && is_wanted(w, finding);
    }
    return count;
}

static void append_wanted(const writing *w) {
    const size_t cause_count = count_causes(w);
    size_t causes_left = cause_count;
    for (size_t i = 0; i < navlint_report_finding_count(w->report); i++) {
        const navlint_finding *finding = navlint_report_finding(w->report, i);
        append_if_wanted(w, finding);
        if (finding->is_cause && is_wanted(w, finding) && --causes_left == 0)
            append_consequences(w, cause_count);
    }
    if (cause_count == 0) append_consequences(w, 0);
}

static void append_findings(writing w) {
    if (!rep_tallies_make(&w.tallies, w.report)) {
        w.buffer->failed = true;
        return;
    }
    append_wanted(&w);
    append_untold(&w);
    rep_tallies_free(&w.tallies);
}

/* ---- Limits ---- */

static void append_limit(rep_buffer *buffer, const navlint_report *report) {
    const navlint_limit *limit = navlint_report_limit(report);
    if (!limit) return;
    rep_utf8_append_printable(buffer, navlint_report_name(report));
    rep_buffer_text(buffer, ": ");
    rep_buffer_text(buffer, navlint_verdict_text(NAVLINT_INDETERMINATE));
    rep_buffer_text(buffer, ": ");
    rep_utf8_append_printable(buffer, limit->message);
    append_bracketed(buffer, "limit:", limit->name);
    rep_buffer_text(buffer, "\n");
}

/* The limit of a set may be that of one of its members, which says it itself. */
static bool is_limit_of_member(const navlint_report *set) {
    const navlint_limit *own = navlint_report_limit(set);
    for (size_t i = 0; own && i < navlint_report_member_count(set); i++) {
        const navlint_limit *limit = navlint_report_limit(navlint_report_member(set, i));
        if (limit && strcmp(limit->message, own->message) == 0) return true;
    }
    return false;
}

navlint_text navlint_report_text(const navlint_report *report, const navlint_text_style *style) {
    navlint_text_style known = {.min_severity = NAVLINT_INFO};
    const size_t first_bytes = NL_BYTES_UP_TO(navlint_text_style, hints_only);
    rep_buffer buffer = {0};
    if (style && !nl_sized_read((nl_sized){&known, sizeof known, first_bytes}, style))
        return (navlint_text){NULL, 0};
    const size_t member_count = navlint_report_member_count(report);
    const uint64_t *const offsets = known.outer_offsets;
    for (size_t i = 0; i < member_count; i++) {
        const navlint_report *member = navlint_report_member(report, i);
        append_findings((writing){.buffer = &buffer,
                                  .report = member,
                                  .style = &known,
                                  .outer_offset = offsets ? offsets[i] : UINT64_MAX});
        append_limit(&buffer, member);
    }
    append_findings(
        (writing){.buffer = &buffer,
                  .report = report,
                  .style = &known,
                  .outer_offset = offsets && member_count == 0 ? offsets[0] : UINT64_MAX});
    if (!is_limit_of_member(report)) append_limit(&buffer, report);
    return rep_buffer_take(&buffer);
}
