/* A report as compilers print it: one line per finding, places in bytes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static void append_occurrences(rep_buffer *buffer, uint64_t occurrences) {
    if (occurrences == 0) return;
    char note[48];
    (void)snprintf(note, sizeof note, " (%" PRIu64 " in all)", occurrences);
    rep_buffer_text(buffer, note);
}

static void append_related(rep_buffer *buffer, const char *name, const navlint_related *related) {
    rep_utf8_append_printable(buffer, name);
    append_offset(buffer, ":", related->offset);
    rep_buffer_text(buffer, ": note: ");
    rep_utf8_append_printable(buffer, related->message);
    rep_buffer_text(buffer, "\n");
}

static void append_finding(rep_buffer *buffer, const char *name, const navlint_finding *finding) {
    append_place(buffer, name, finding);
    rep_buffer_text(buffer, navlint_severity_text(finding->severity));
    rep_buffer_text(buffer, ": ");
    rep_utf8_append_printable(buffer, finding->message);
    append_bracketed(buffer, "", finding->rule->code);
    append_occurrences(buffer, finding->occurrences);
    rep_buffer_text(buffer, "\n");
    for (size_t i = 0; i < finding->related_count; i++)
        append_related(buffer, name, &finding->related[i]);
}

/* Says that the caps left findings out: whole rules may be missing from what is shown. */
static void append_truncation(rep_buffer *buffer, const navlint_report *report) {
    const navlint_summary summary = navlint_report_summary(report);
    if (!summary.truncated) return;
    char note[160];
    (void)snprintf(note, sizeof note,
                   ": note: findings are left out: %" PRIu64 " errors, %" PRIu64
                   " warnings and %" PRIu64 " infos in all\n",
                   summary.errors, summary.warnings, summary.infos);
    rep_utf8_append_printable(buffer, navlint_report_name(report));
    rep_buffer_text(buffer, note);
}

static void append_findings(rep_buffer *buffer, const navlint_report *report,
                            navlint_severity min_severity) {
    const char *name = navlint_report_name(report);
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *finding = navlint_report_finding(report, i);
        if (finding->severity <= min_severity) append_finding(buffer, name, finding);
    }
    append_truncation(buffer, report);
}

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

navlint_text navlint_report_text(const navlint_report *report, navlint_severity min_severity) {
    rep_buffer buffer = {0};
    for (size_t i = 0; i < navlint_report_member_count(report); i++) {
        const navlint_report *member = navlint_report_member(report, i);
        append_findings(&buffer, member, min_severity);
        append_limit(&buffer, member);
    }
    append_findings(&buffer, report, min_severity);
    if (!is_limit_of_member(report)) append_limit(&buffer, report);
    return rep_buffer_take(&buffer);
}
