/* Tables for a summary of a run or a comment on a change: first what was judged, then the findings,
 * errors before all else. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/export/export.h"

/* A comment takes 65,536 characters and a summary 1 MiB: this fits the smaller one. */
enum { MOST_BYTES = 56 * 1024 };

static void put_row(navlint_piece *piece, const exp_input *input, const navlint_finding *finding,
                    uint64_t fingerprint) {
    char place[32];
    (void)fingerprint;
    (void)snprintf(place, sizeof place, " | 0x%" PRIx64 " | ", finding->offset);
    rep_buffer *const text = &piece->text;
    rep_buffer_text(text, "| ");
    rep_buffer_text(text, navlint_severity_text(finding->severity));
    rep_buffer_text(text, " | ");
    exp_put_markdown(text, navlint_report_name(input->report));
    rep_buffer_text(text, place);
    exp_put_markdown(text, finding->message);
    rep_buffer_text(text, " | `");
    rep_buffer_text(text, finding->rule->code);
    rep_buffer_text(text, "` |\n");
}

static void put_unjudged(rep_buffer *text, const char *name, const char *message) {
    rep_buffer_text(text, "| not judged | ");
    exp_put_markdown(text, name);
    rep_buffer_text(text, " | | ");
    exp_put_markdown(text, message);
    rep_buffer_text(text, " | |\n");
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_limit *const limit = exp_limit_of(input);
    exp_each(piece, input, put_row);
    if (limit) put_unjudged(&piece->text, navlint_report_name(input->report), limit->message);
}

static void open_document(navlint_export *export) {
    (void)export;
}

/* Into the errors, the warnings or the infos; what was not judged is among the errors. */
static void take_row(navlint_export *export, const char *row, size_t length) {
    const bool is_warning = strncmp(row, "| warning", 9) == 0;
    exp_kept *const kept = &export->kept[is_warning ? 1 : strncmp(row, "| info", 6) == 0 ? 2 : 0];
    kept->count++;
    if (kept->lines.length + length <= MOST_BYTES) rep_buffer_append(&kept->lines, row, length);
}

static void take_rows(navlint_export *export, const rep_buffer *text) {
    const char *row = text->bytes;
    const char *const end = row ? row + text->length : NULL;
    while (row < end) {
        const char *const next = (const char *)memchr(row, '\n', (size_t)(end - row)) + 1;
        take_row(export, row, (size_t)(next - row));
        row = next;
    }
}

static void add_piece(navlint_export *export, const navlint_piece *piece) {
    take_rows(export, &piece->text);
}

static void fail_input(navlint_export *export, const char *name, const char *message) {
    export->text.length = 0;
    put_unjudged(&export->text, name, message);
    take_rows(export, &export->text);
}

static void write_head(navlint_export *export) {
    char head[256];
    uint64_t files = export->failed_count;
    for (size_t i = 0; i <= NAVLINT_INDETERMINATE; i++)
        files += export->verdicts[i];
    (void)snprintf(
        head, sizeof head,
        "### navlint\n\n| files | valid | invalid | not judged |\n| ---: | ---: | ---: | "
        "---: |\n| %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n",
        files, export->verdicts[NAVLINT_VALID], export->verdicts[NAVLINT_INVALID],
        export->verdicts[NAVLINT_INDETERMINATE] + export->failed_count);
    exp_write(export, head);
}

/* Writes whole rows, as long as there is room. Returns how many. */
static uint64_t write_rows(navlint_export *export, const rep_buffer *rows, size_t *room) {
    uint64_t count = 0;
    const char *row = rows->bytes;
    const char *const end = row ? row + rows->length : NULL;
    while (row < end) {
        const size_t length =
            (size_t)((const char *)memchr(row, '\n', (size_t)(end - row)) + 1 - row);
        if (length > *room) break;
        const rep_buffer one = {.bytes = (char *)(uintptr_t)row, .length = length};
        exp_write_buffer(export, &one);
        *room -= length;
        row += length;
        count++;
    }
    return count;
}

static void write_more(navlint_export *export, uint64_t count) {
    if (count == 0) return;
    export->text.length = 0;
    rep_buffer_text(&export->text, "\n... and ");
    rep_buffer_count(&export->text, count);
    rep_buffer_text(&export->text, " more\n");
    exp_write_buffer(export, &export->text);
}

static void close_document(navlint_export *export, int exit_code) {
    size_t room = MOST_BYTES;
    uint64_t all = 0, shown = 0;
    (void)exit_code;
    write_head(export);
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        all += export->kept[i].count;
    if (all == 0) return;
    exp_write(export,
              "\n| severity | file | at | what | rule |\n| --- | --- | ---: | --- | --- |\n");
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        shown += write_rows(export, &export->kept[i].lines, &room);
    write_more(export, all - shown);
}

const exp_form exp_markdown = {"markdown", open_document, put_input,
                               add_piece,  fail_input,    close_document};
