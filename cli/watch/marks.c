#include "cli/watch/marks.h"

#include <stdlib.h>
#include <string.h>

#include "cli/check/outcome.h"

/* ---- findings ---- */

static bool fill_finding(cli_found_mark *mark, const navlint_finding *finding,
                         uint64_t fingerprint) {
    *mark = (cli_found_mark){.fingerprint = fingerprint,
                             .severity = finding->severity,
                             .code = finding->rule->code,
                             .offset = finding->offset,
                             .path = strdup(finding->path),
                             .message = strdup(finding->message)};
    return mark->path && mark->message;
}

static bool list_findings(cli_mark *mark, const navlint_report *report, uint64_t *fingerprints) {
    if (!navlint_report_fingerprints(report, fingerprints)) return false;
    bool going = true;
    for (size_t i = 0; going && i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->suppression) continue;
        going = fill_finding(&mark->findings[mark->finding_count++], finding, fingerprints[i]);
    }
    return going;
}

static bool add_findings(cli_mark *mark, const navlint_report *report) {
    const size_t count = navlint_report_finding_count(report);
    uint64_t *const fingerprints = calloc(count + 1, sizeof *fingerprints);
    mark->findings = calloc(count + 1, sizeof *mark->findings);
    const bool listed = fingerprints && mark->findings && list_findings(mark, report, fingerprints);
    free(fingerprints);
    return listed;
}

/* ---- files and sets ---- */

/* Of what is known already nobody hears. */
static navlint_tally left_of(const navlint_report *report) {
    const navlint_summary found = navlint_report_summary(report);
    const navlint_tally known = navlint_report_suppressed(report);
    return cli_outcome_left(&found, &known);
}

static cli_mark *add_mark(cli_marks *marks, const char *name) {
    cli_mark *const items = realloc(marks->items, (marks->count + 1) * sizeof *items);
    if (!items) return NULL;
    marks->items = items;
    cli_mark *const mark = &items[marks->count];
    *mark = (cli_mark){.name = strdup(name)};
    if (mark->name) marks->count++;
    return mark->name ? mark : NULL;
}

static bool add_file(cli_marks *marks, const navlint_report *report, bool is_packed) {
    cli_mark *const mark = add_mark(marks, navlint_report_name(report));
    if (!mark) return false;
    mark->format = navlint_report_format(report);
    mark->verdict = navlint_report_verdict(report);
    mark->left = left_of(report);
    mark->is_packed = is_packed;
    return add_findings(mark, report);
}

/* What is left of a set counts what was found in its files, too. */
static navlint_tally own_left(const navlint_report *set) {
    navlint_tally own = left_of(set);
    for (size_t i = 0; i < navlint_report_member_count(set); i++) {
        const navlint_tally of_file = left_of(navlint_report_member(set, i));
        own.errors -= of_file.errors;
        own.warnings -= of_file.warnings;
        own.infos -= of_file.infos;
    }
    return own;
}

static bool add_set(cli_marks *marks, const navlint_report *set, bool is_packed) {
    const navlint_tally own = own_left(set);
    if (own.errors + own.warnings + own.infos == 0) return true;
    cli_mark *const mark = add_mark(marks, navlint_report_name(set));
    if (!mark) return false;
    mark->verdict = own.errors > 0 ? NAVLINT_INVALID : NAVLINT_VALID;
    mark->left = own;
    mark->is_set = true;
    mark->is_packed = is_packed;
    return add_findings(mark, set);
}

bool cli_marks_make(cli_marks *marks, const navlint_report *report, bool is_packed) {
    const size_t members = navlint_report_member_count(report);
    if (members == 0) return add_file(marks, report, is_packed);
    for (size_t i = 0; i < members; i++)
        if (!add_file(marks, navlint_report_member(report, i), is_packed)) return false;
    return add_set(marks, report, is_packed);
}

bool cli_marks_add_failure(cli_marks *marks, const char *name, int code) {
    cli_mark *const mark = add_mark(marks, name);
    if (!mark) return false;
    mark->verdict = NAVLINT_INDETERMINATE;
    mark->has_failed = true;
    mark->code = code;
    return true;
}

bool cli_marks_move(cli_marks *all, cli_marks *marks, int code) {
    if (marks->count == 0) return true;
    cli_mark *const items = realloc(all->items, (all->count + marks->count) * sizeof *items);
    if (!items) return false;
    all->items = items;
    for (size_t i = 0; i < marks->count; i++) {
        items[all->count] = marks->items[i];
        items[all->count++].code = code;
    }
    free(marks->items);
    *marks = (cli_marks){0};
    return true;
}

void cli_mark_free(cli_mark *mark) {
    for (size_t i = 0; i < mark->finding_count; i++) {
        free(mark->findings[i].path);
        free(mark->findings[i].message);
    }
    free(mark->findings);
    free(mark->name);
    *mark = (cli_mark){0};
}

void cli_marks_free(cli_marks *marks) {
    for (size_t i = 0; i < marks->count; i++)
        cli_mark_free(&marks->items[i]);
    free(marks->items);
    *marks = (cli_marks){0};
}
