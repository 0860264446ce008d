/* JUnit's XML as Jenkins reads it: a test case for each input. A failure is an error of the file,
 * an error that it was not judged; what does not fail it stands in system-out. */
#include <inttypes.h>
#include <stdio.h>

#include "report/export/export.h"

/* "[NAV_NO_AREAS] +0x2e60 /areaCount: message" */
static void put_line(rep_buffer *buffer, const navlint_finding *finding) {
    char place[48];
    (void)snprintf(place, sizeof place, "] +0x%" PRIx64 " ", finding->offset);
    rep_buffer_text(buffer, "[");
    exp_put_xml(buffer, finding->rule->code);
    rep_buffer_text(buffer, place);
    exp_put_xml(buffer, finding->path);
    rep_buffer_text(buffer, finding->path[0] != '\0' ? ": " : "");
    exp_put_xml(buffer, finding->message);
    rep_buffer_text(buffer, "\n");
}

static void put_failure(navlint_piece *piece, const exp_input *input,
                        const navlint_finding *finding, uint64_t fingerprint) {
    (void)input;
    (void)fingerprint;
    put_line(finding->severity == NAVLINT_ERROR ? &piece->notes : &piece->files, finding);
}

static void put_count(rep_buffer *buffer, uint64_t count, const char *noun) {
    exp_put_number(buffer, count);
    rep_buffer_text(buffer, " ");
    rep_buffer_text(buffer, noun);
    rep_buffer_text(buffer, count == 1 ? "" : "s");
}

static void put_case_head(rep_buffer *text, const char *format, const char *name) {
    rep_buffer_text(text, "<testcase classname=\"navlint.");
    exp_put_xml(text, format);
    rep_buffer_text(text, "\" name=\"");
    exp_put_xml(text, name);
    rep_buffer_text(text, "\" time=\"0\">");
}

static void put_error(rep_buffer *text, const char *type, const char *message) {
    rep_buffer_text(text, "<error type=\"");
    exp_put_xml(text, type);
    rep_buffer_text(text, "\" message=\"");
    exp_put_xml(text, message);
    rep_buffer_text(text, "\"></error>");
}

/* The lines that the findings left, as an element. */
static void put_lines(rep_buffer *text, const rep_buffer *lines, const char *open,
                      const char *close) {
    if (lines->length == 0) return;
    rep_buffer_text(text, open);
    rep_buffer_append(text, lines->bytes, lines->length);
    rep_buffer_text(text, close);
}

static void put_failures(navlint_piece *piece, uint64_t errors) {
    if (piece->notes.length == 0) return;
    rep_buffer_text(&piece->text, "<failure type=\"invalid\" message=\"");
    put_count(&piece->text, errors, "error");
    put_lines(&piece->text, &piece->notes, "\">", "</failure>");
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_format *const format = navlint_report_format(input->report);
    const navlint_limit *const limit = exp_limit_of(input);
    const uint64_t before = piece->found[NAVLINT_ERROR];
    piece->notes.length = piece->files.length = 0;
    exp_each(piece, input, put_failure);
    if (input->is_set && piece->notes.length == 0 && piece->files.length == 0 && !limit) return;
    put_case_head(&piece->text,
                  format          ? format->id
                  : input->is_set ? "set"
                                  : "file",
                  navlint_report_name(input->report));
    put_failures(piece, piece->found[NAVLINT_ERROR] - before);
    if (limit) put_error(&piece->text, limit->name, limit->message);
    put_lines(&piece->text, &piece->files, "<system-out>", "</system-out>");
    rep_buffer_text(&piece->text, "</testcase>\n");
    piece->cases++;
    piece->failures += piece->found[NAVLINT_ERROR] > before;
    piece->errors += limit != NULL;
}

static void open_document(navlint_export *export) {
    (void)export;
}

/* The head counts, so the rest waits. */
static void add_piece(navlint_export *export, const navlint_piece *piece) {
    if (piece->text.length > 0)
        rep_buffer_append(&export->text, piece->text.bytes, piece->text.length);
    export->cases += piece->cases;
    export->failures += piece->failures;
    export->errors += piece->errors;
}

static void fail_input(navlint_export *export, const char *name, const char *message) {
    put_case_head(&export->text, "file", name);
    put_error(&export->text, "unreadable", message);
    rep_buffer_text(&export->text, "</testcase>\n");
    export->cases++;
    export->errors++;
}

static void close_document(navlint_export *export, int exit_code) {
    char head[256];
    (void)exit_code;
    (void)snprintf(head, sizeof head,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite "
                   "name=\"navlint\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64
                   "\" errors=\"%" PRIu64 "\" skipped=\"0\" time=\"0\">\n",
                   export->cases, export->failures, export->errors);
    exp_write(export, head);
    exp_write_buffer(export, &export->text);
    exp_write(export, "</testsuite>\n</testsuites>\n");
}

const exp_form exp_junit = {"junit",   open_document, put_input,
                            add_piece, fail_input,    close_document};
