/* GitLab's Code Quality report:
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
#include <stdio.h>

#include "report/export/export.h"

static const char *severity_of(const navlint_finding *finding) {
    static const char *const of_errors[] = {[NAVLINT_CRASH] = "blocker",
                                            [NAVLINT_HANG] = "blocker",
                                            [NAVLINT_REJECTED] = "critical",
                                            [NAVLINT_BROKEN] = "major",
                                            [NAVLINT_COSMETIC] = "major"};
    if (finding->severity == NAVLINT_ERROR) return of_errors[finding->rule->impact];
    return finding->severity == NAVLINT_WARNING ? "minor" : "info";
}

static void put_location(rep_json *json, const char *name) {
    rep_json_open(json, "location", '{');
    rep_json_text(json, "path", exp_without_here(name));
    rep_json_open(json, "lines", '{');
    rep_json_count(json, "begin", 1);
    rep_json_close(json, '}');
    rep_json_close(json, '}');
}

/* What is said of a place in bytes, as there is no line: "message (at byte 0x2e60)". */
static void put_description(rep_json *json, const exp_input *input,
                            const navlint_finding *finding) {
    char place[48];
    rep_buffer text = {0};
    (void)snprintf(place, sizeof place, " (at byte 0x%llx)", (unsigned long long)finding->offset);
    if (input->archive) {
        rep_utf8_append_printable(&text, input->name);
        rep_buffer_text(&text, ": ");
    }
    rep_buffer_text(&text, finding->message);
    rep_buffer_text(&text, input->is_set ? "" : place);
    const navlint_text whole = rep_buffer_take(&text);
    if (!whole.text) json->text.failed = true;
    rep_json_text(json, "description", whole.text);
    navlint_text_free(whole);
}

static void put_issue(navlint_piece *piece, const exp_input *input, const navlint_finding *finding,
                      uint64_t fingerprint) {
    char digits[24];
    (void)snprintf(digits, sizeof digits, "%016llx", (unsigned long long)fingerprint);
    if (piece->text.length > 0) rep_buffer_text(&piece->text, ",\n");
    rep_json json = rep_json_behind(&piece->text);
    put_description(&json, input, finding);
    rep_json_text(&json, "check_name", finding->rule->code);
    rep_json_text(&json, "fingerprint", digits);
    rep_json_text(&json, "severity", severity_of(finding));
    put_location(&json, input->archive ? input->archive : input->name);
    rep_json_back(&json, &piece->text);
}

/* The name is all that is known of what was not judged, and what tells its issue from others. */
static void put_unjudged(rep_buffer *text, const char *name, const char *message,
                         navlint_severity severity) {
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%016llx",
                   (unsigned long long)rep_hash_text(REP_HASH_START, name));
    if (text->length > 0) rep_buffer_text(text, ",\n");
    rep_json json = rep_json_behind(text);
    rep_json_text(&json, "description", message);
    rep_json_text(&json, "check_name", "not judged");
    rep_json_text(&json, "fingerprint", digits);
    rep_json_text(&json, "severity", severity == NAVLINT_ERROR ? "critical" : "minor");
    put_location(&json, name);
    rep_json_back(&json, text);
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_limit *const limit = exp_limit_of(input);
    exp_each(piece, input, put_issue);
    if (limit)
        put_unjudged(&piece->text, navlint_report_name(input->report), limit->message,
                     input->style->unjudged);
}

static void open_document(navlint_export *export) {
    exp_write(export, "[\n");
}

static void add_text(navlint_export *export, const rep_buffer *text) {
    if (text->length == 0) return;
    if (export->text_count++ > 0) exp_write(export, ",\n");
    exp_write_buffer(export, text);
}

static void add_piece(navlint_export *export, const navlint_piece *piece) {
    add_text(export, &piece->text);
}

static void fail_input(navlint_export *export, const char *name, const char *message) {
    export->text.length = 0;
    put_unjudged(&export->text, name, message, NAVLINT_ERROR);
    add_text(export, &export->text);
}

static void close_document(navlint_export *export, int exit_code) {
    (void)exit_code;
    exp_write(export, "\n]\n");
}

const exp_form exp_gitlab = {"gitlab",  open_document, put_input,
                             add_piece, fail_input,    close_document};
