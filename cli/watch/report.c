#include "cli/watch/report.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/print/counts.h"

/* Of one file; --all shows the rest. */
enum { SHOWN_FINDINGS = 20 };

/* ---- comparing ---- */

static int compare_fingerprints(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* The fingerprints of a mark, sorted. Returns a heap array; NULL if memory ran out. */
static uint64_t *sorted_fingerprints(const cli_mark *mark) {
    const size_t count = mark ? mark->finding_count : 0;
    uint64_t *const sorted = calloc(count + 1, sizeof *sorted);
    for (size_t i = 0; sorted && i < count; i++)
        sorted[i] = mark->findings[i].fingerprint;
    if (sorted && count > 1) qsort(sorted, count, sizeof *sorted, compare_fingerprints);
    return sorted;
}

/* The findings of one mark that another one does not have, in their order. */
typedef struct difference {
    const cli_found_mark **items; /* heap */
    size_t count;
} difference;

static bool subtract(const cli_mark *from, const cli_mark *other, difference *left) {
    const size_t count = from ? from->finding_count : 0, others = other ? other->finding_count : 0;
    uint64_t *const known = sorted_fingerprints(other);
    *left = (difference){.items = calloc(count + 1, sizeof *left->items)};
    for (size_t i = 0; known && left->items && i < count; i++)
        if (!bsearch(&from->findings[i].fingerprint, known, others, sizeof *known,
                     compare_fingerprints))
            left->items[left->count++] = &from->findings[i];
    free(known);
    return known && left->items;
}

/* What became of a file. */
typedef struct change {
    const cli_mark *before; /* NULL: there was none */
    const cli_mark *now;    /* NULL: it is gone */
    difference fresh;
    difference gone;
    size_t still; /* findings in both */
} change;

/* ---- text ---- */

static const char *word_of(const cli_mark *mark) {
    return mark->has_failed ? "not judged" : navlint_verdict_text(mark->verdict);
}

static void print_findings(const cli_watch_report *report, const char *word,
                           const difference *list) {
    const size_t shown =
        report->shows_all || list->count <= SHOWN_FINDINGS ? list->count : SHOWN_FINDINGS;
    for (size_t i = 0; i < shown; i++) {
        const cli_found_mark *const found = list->items[i];
        cli_print("  %s +0x%" PRIx64 ": %s: %s [%s]\n", word, found->offset,
                  navlint_severity_text(found->severity), found->message, found->code);
    }
    if (shown < list->count) cli_print("  %s ... %zu more (--all)\n", word, list->count - shown);
}

static void print_count(const char **before, size_t count, const char *words) {
    if (count == 0) return;
    cli_print("%s%zu %s", *before, count, words);
    *before = ", ";
}

static void print_text(const cli_watch_report *report, const change *what) {
    char name[FILENAME_MAX];
    const char *before = ": ";
    cli_make_safe(name, sizeof name, (what->now ? what->now : what->before)->name);
    cli_print("%s: %s", name, what->now ? word_of(what->now) : "gone");
    if (what->now && what->before && strcmp(word_of(what->now), word_of(what->before)) != 0)
        cli_print(" (was %s)", word_of(what->before));
    print_count(&before, what->fresh.count, "new");
    print_count(&before, what->gone.count, what->now ? "gone" : "gone with it");
    print_count(&before, what->still, "still there");
    cli_print("\n");
    print_findings(report, "+", &what->fresh);
    if (what->now) print_findings(report, "-", &what->gone);
}

/* ---- NDJSON ---- */

static json_t *findings_json(const difference *list) {
    json_t *const array = json_array();
    for (size_t i = 0; i < list->count; i++) {
        const cli_found_mark *const found = list->items[i];
        char fingerprint[17];
        snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, found->fingerprint);
        json_array_append_new(array,
                              json_pack("{s:s, s:s, s:I, s:s, s:s, s:s}", "code", found->code,
                                        "severity", navlint_severity_text(found->severity),
                                        "offset", (json_int_t)found->offset, "path", found->path,
                                        "message", found->message, "fingerprint", fingerprint));
    }
    return array;
}

static void print_json(json_t *line) {
    char *const text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    json_decref(line);
    if (text)
        cli_print("%s\n", text);
    else
        cli_complain("out of memory");
    free(text);
}

static void print_line(const change *what) {
    char name[FILENAME_MAX];
    const char *const event = !what->now ? "gone" : what->now->has_failed ? "failed" : "judged";
    cli_make_safe(name, sizeof name, (what->now ? what->now : what->before)->name);
    json_t *const line = json_pack("{s:s, s:s, s:o, s:o, s:I}", "event", event, "name", name, "new",
                                   findings_json(&what->fresh), "gone", findings_json(&what->gone),
                                   "still", (json_int_t)what->still);
    if (line && what->now && !what->now->has_failed)
        json_object_set_new(line, "verdict", json_string(word_of(what->now)));
    print_json(line);
}

/* ---- a change ---- */

/* At the start people see the counts alone. Of a set people see what changes. */
static bool is_shown(const cli_watch_report *report, const change *what) {
    if (report->form == CLI_NDJSON) return true;
    if (report->is_start) return false;
    const cli_mark *const mark = what->now ? what->now : what->before;
    return !mark->is_set || what->fresh.count + what->gone.count > 0;
}

static void print_change(cli_watch_report *report, const change *what) {
    if (!is_shown(report, what)) return;
    report->has_news = true;
    if (report->form == CLI_NDJSON)
        print_line(what);
    else
        print_text(report, what);
}

void cli_watch_report_change(void *context, const cli_mark *before, const cli_mark *now) {
    cli_watch_report *const report = context;
    change what = {.before = before, .now = now};
    if (subtract(now, before, &what.fresh) && subtract(before, now, &what.gone)) {
        what.still = now ? now->finding_count - what.fresh.count : 0;
        print_change(report, &what);
    } else {
        cli_complain("out of memory");
    }
    free(what.fresh.items);
    free(what.gone.items);
}

/* ---- where all stand ---- */

typedef struct totals {
    uint64_t files;
    uint64_t with_findings;
    uint64_t unjudged;
    uint64_t errors;
    uint64_t warnings;
    uint64_t infos;
    int code;
} totals;

static totals sum(const cli_marks *all) {
    totals total = {0};
    for (size_t i = 0; i < all->count; i++) {
        const cli_mark *const mark = &all->items[i];
        total.files += !mark->is_set;
        total.with_findings += !mark->is_set && mark->finding_count > 0;
        total.unjudged += !mark->is_set && mark->verdict == NAVLINT_INDETERMINATE;
        total.errors += mark->left.errors;
        total.warnings += mark->left.warnings;
        total.infos += mark->left.infos;
        if (mark->code > total.code) total.code = mark->code;
    }
    return total;
}

static void print_number(const char *before, uint64_t count, const char *one, const char *many) {
    char number[CLI_COUNT_CAPACITY];
    cli_print("%s%s %s", before, cli_print_count(number, count), count == 1 ? one : many);
}

static void print_totals(const totals *total) {
    print_number("", total->files, "file", "files");
    if (total->unjudged > 0) print_number(", ", total->unjudged, "not judged", "not judged");
    print_number(": ", total->errors, "error", "errors");
    print_number(", ", total->warnings, "warning", "warnings");
    if (total->with_findings > 0) print_number(" in ", total->with_findings, "file", "files");
    cli_print("\n");
}

int cli_watch_report_state(cli_watch_report *report, const cli_marks *all) {
    totals total = sum(all);
    if (total.files == 0 && !report->may_be_empty) total.code = CLI_UNJUDGED;
    if (!report->is_start && !report->has_news) return total.code;
    report->has_news = false;
    if (report->form == CLI_NDJSON)
        print_json(json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:i}", "event", "state", "files",
                             (json_int_t)total.files, "unjudged", (json_int_t)total.unjudged,
                             "errors", (json_int_t)total.errors, "warnings",
                             (json_int_t)total.warnings, "infos", (json_int_t)total.infos,
                             "exitCode", total.code));
    else
        print_totals(&total);
    return total.code;
}
