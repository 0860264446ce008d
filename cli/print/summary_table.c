#include "cli/print/summary_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/outcome.h"
#include "cli/output.h"
#include "cli/print/counts.h"

/* ---- one row ---- */

static uint64_t occurrences_of(const navlint_finding *finding) {
    return finding->occurrences > 0 ? finding->occurrences : 1;
}

/* A cause before what follows from it, then the most severe, then the most frequent. */
static bool weighs_more(const navlint_finding *a, const navlint_finding *b) {
    if (a->is_cause != b->is_cause) return a->is_cause;
    if (a->severity != b->severity) return a->severity < b->severity;
    return occurrences_of(a) > occurrences_of(b);
}

static const char *top_rule(const navlint_report *report) {
    const navlint_finding *top = NULL;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->suppression) continue;
        if (!top || weighs_more(finding, top)) top = finding;
    }
    return top ? top->rule->code : NULL;
}

static bool fill_row(cli_row *row, const navlint_report *report) {
    const navlint_format *const format = navlint_report_format(report);
    const navlint_summary summary = navlint_report_summary(report);
    const navlint_tally suppressed = navlint_report_suppressed(report);
    const navlint_tally left = cli_outcome_left(&summary, &suppressed);
    const navlint_limit *const limit = navlint_report_limit(report);
    const char *const version = navlint_report_format_version(report);
    *row = (cli_row){.name = strdup(navlint_report_name(report)),
                     .format = format ? format->id : NULL,
                     .verdict = navlint_report_verdict(report),
                     .errors = left.errors,
                     .warnings = left.warnings,
                     .infos = left.infos,
                     .top = top_rule(report),
                     .is_limit = limit != NULL};
    if (limit) row->top = limit->name;
    if (version) snprintf(row->version, sizeof row->version, "%s", version);
    return row->name != NULL;
}

/* Of a set what holds for it alone: its summary without its members'. */
static bool fill_set_row(cli_row *row, const navlint_report *set) {
    if (!fill_row(row, set)) return false;
    for (size_t i = 0; i < navlint_report_member_count(set); i++) {
        const navlint_report *const member = navlint_report_member(set, i);
        const navlint_summary summary = navlint_report_summary(member);
        const navlint_tally suppressed = navlint_report_suppressed(member);
        const navlint_tally left = cli_outcome_left(&summary, &suppressed);
        row->errors -= left.errors;
        row->warnings -= left.warnings;
        row->infos -= left.infos;
    }
    row->format = NULL;
    row->version[0] = '\0';
    row->verdict = row->errors > 0 ? NAVLINT_INVALID : NAVLINT_VALID;
    row->top = top_rule(set);
    row->is_limit = false;
    return true;
}

/* ---- many rows ---- */

static bool make_set_row(cli_rows *rows, const navlint_report *set) {
    cli_row *const row = &rows->items[rows->count];
    if (!fill_set_row(row, set)) return false;
    if (row->errors + row->warnings + row->infos > 0)
        rows->count++;
    else
        free(row->name);
    return true;
}

bool cli_rows_make(cli_rows *rows, const navlint_report *report) {
    const size_t members = navlint_report_member_count(report);
    *rows = (cli_rows){.items = calloc(members + 1, sizeof *rows->items)};
    if (!rows->items) return false;
    for (size_t i = 0; i < members; i++)
        if (!fill_row(&rows->items[rows->count++], navlint_report_member(report, i))) return false;
    return members > 0 ? make_set_row(rows, report) : fill_row(&rows->items[rows->count++], report);
}

bool cli_rows_append(cli_rows *all, cli_rows *rows) {
    if (rows->count == 0) return true;
    cli_row *const items = realloc(all->items, (all->count + rows->count) * sizeof *items);
    if (!items) return false;
    memcpy(items + all->count, rows->items, rows->count * sizeof *items);
    all->items = items;
    all->count += rows->count;
    rows->count = 0;
    return true;
}

void cli_rows_free(cli_rows *rows) {
    for (size_t i = 0; i < rows->count; i++)
        free(rows->items[i].name);
    free(rows->items);
    *rows = (cli_rows){0};
}

/* ---- text ---- */

enum { COLUMNS = 7, CELL_BYTES = 96 /* of these CLI_COUNT_CAPACITY for a number */ };

/* What stands before the name. */
typedef struct line {
    char cells[COLUMNS][CELL_BYTES];
} line;

static const bool is_number[COLUMNS] = {[1] = true, [2] = true, [3] = true};

static const line head = {
    {"verdict", "errors", "warnings", "infos", "top rule", "format", "version"}};

static void print_top(char *cell, size_t capacity, const cli_row *row) {
    snprintf(cell, capacity, "%s%s", row->is_limit ? "limit:" : "", row->top ? row->top : "");
}

static line line_of(const cli_row *row) {
    line made;
    snprintf(made.cells[0], CELL_BYTES, "%s", navlint_verdict_text(row->verdict));
    cli_print_count(made.cells[1], row->errors);
    cli_print_count(made.cells[2], row->warnings);
    cli_print_count(made.cells[3], row->infos);
    print_top(made.cells[4], CELL_BYTES, row);
    snprintf(made.cells[5], CELL_BYTES, "%s", row->format ? row->format : "");
    snprintf(made.cells[6], CELL_BYTES, "%s", row->version);
    for (size_t i = 0; i < COLUMNS; i++)
        if (made.cells[i][0] == '\0') strcpy(made.cells[i], "-");
    return made;
}

static void widen(int widths[COLUMNS], const line *one) {
    for (size_t i = 0; i < COLUMNS; i++) {
        const int width = (int)strlen(one->cells[i]);
        if (width > widths[i]) widths[i] = width;
    }
}

static void print_line(const int widths[COLUMNS], const line *one, const char *name) {
    for (size_t i = 0; i < COLUMNS; i++)
        cli_print("%*s  ", is_number[i] ? widths[i] : -widths[i], one->cells[i]);
    cli_print("%s\n", name);
}

/* `before` and the name as it may be shown. Heap; NULL if memory ran out. */
static char *safe_name(const cli_row *row, const char *before) {
    const size_t length = strlen(before), capacity = length + 4 * strlen(row->name) + 1;
    char *const name = malloc(capacity);
    if (!name) return NULL;
    memcpy(name, before, length);
    cli_make_safe(name + length, capacity - length, row->name);
    return name;
}

void cli_rows_print_text(const cli_rows *rows) {
    if (rows->count == 0) return;
    int widths[COLUMNS] = {0};
    widen(widths, &head);
    for (size_t i = 0; i < rows->count; i++) {
        const line one = line_of(&rows->items[i]);
        widen(widths, &one);
    }
    print_line(widths, &head, "file");
    for (size_t i = 0; i < rows->count; i++) {
        const line one = line_of(&rows->items[i]);
        char *const name = safe_name(&rows->items[i], "");
        print_line(widths, &one, name ? name : "");
        free(name);
    }
}

/* ---- CSV ---- */

static void print_quoted(const char *text) {
    cli_print("\"");
    for (const char *at = text; *at != '\0'; at++)
        cli_print(*at == '"' ? "\"%c" : "%c", *at);
    cli_print("\"");
}

static void print_field(const char *text) {
    if (strpbrk(text, ",\""))
        print_quoted(text);
    else
        cli_print("%s", text);
}

/* "-" alone is standard input. */
static bool looks_like_formula(const char *name) {
    return name[0] != '\0' && strchr("=+-@", name[0]) && strcmp(name, "-") != 0;
}

static void print_csv_row(const cli_row *row) {
    char top[CELL_BYTES];
    char *const name = safe_name(row, looks_like_formula(row->name) ? "./" : "");
    print_top(top, sizeof top, row);
    print_field(name ? name : "");
    cli_print(",%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s\r\n",
              row->format ? row->format : "", row->version, navlint_verdict_text(row->verdict),
              row->errors, row->warnings, row->infos, top);
    free(name);
}

void cli_rows_print_csv(const cli_rows *rows) {
    cli_print("file,format,version,verdict,errors,warnings,infos,topRule\r\n");
    for (size_t i = 0; i < rows->count; i++)
        print_csv_row(&rows->items[i]);
}
