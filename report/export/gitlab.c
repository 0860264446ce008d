/* GitLab's Code Quality report:
 * https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
 */
#include <inttypes.h>
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
    rep_json_text(json, "path", rep_without_here(name));
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
    (void)snprintf(place, sizeof place, " (at byte 0x%" PRIx64 ")", finding->offset);
    exp_put_inner_name(&text, input);
    rep_buffer_text(&text, finding->message);
    rep_buffer_text(&text, input->is_set ? "" : place);
    exp_json_take(json, "description", &text);
}

static void put_issue(navlint_piece *piece, const exp_input *input, const navlint_finding *finding,
                      uint64_t fingerprint) {
    if (piece->text.length > 0) rep_buffer_text(&piece->text, ",\n");
    rep_json json = rep_json_behind(&piece->text);
    put_description(&json, input, finding);
    rep_json_text(&json, "check_name", finding->rule->code);
    exp_json_hex(&json, "fingerprint", fingerprint);
    rep_json_text(&json, "severity", severity_of(finding));
    put_location(&json, exp_file_of(input));
    rep_json_back(&json, &piece->text);
}

/* What was not judged, and why. */
typedef struct unjudged {
    const char *name; /* tells its issue from others */
    const char *file; /* of the repository */
    rep_buffer description;
    navlint_severity severity;
} unjudged;

static void put_unjudged(rep_buffer *text, unjudged *what) {
    if (text->length > 0) rep_buffer_text(text, ",\n");
    rep_json json = rep_json_behind(text);
    exp_json_take(&json, "description", &what->description);
    rep_json_text(&json, "check_name", "not judged");
    exp_json_hex(&json, "fingerprint", rep_hash_text(REP_HASH_START, rep_without_here(what->name)));
    rep_json_text(&json, "severity", what->severity == NAVLINT_ERROR ? "critical" : "minor");
    put_location(&json, what->file);
    rep_json_back(&json, text);
}

static void put_limit(rep_buffer *text, const exp_input *input, const navlint_limit *limit) {
    unjudged what = {.name = navlint_report_name(input->report),
                     .file = exp_file_of(input),
                     .severity = input->style->unjudged};
    exp_put_inner_name(&what.description, input);
    rep_buffer_text(&what.description, limit->message);
    put_unjudged(text, &what);
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_limit *const limit = exp_limit_of(input);
    exp_each(piece, input, put_issue);
    if (limit) put_limit(&piece->text, input, limit);
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
    unjudged what = {.name = name, .file = name, .severity = NAVLINT_ERROR};
    rep_buffer_text(&what.description, message);
    put_unjudged(&export->text, &what);
    add_text(export, &export->text);
}

static void close_document(navlint_export *export, int exit_code) {
    (void)exit_code;
    exp_write(export, "\n]\n");
}

const exp_form exp_gitlab = {"gitlab",  open_document, put_input,
                             add_piece, fail_input,    close_document};
