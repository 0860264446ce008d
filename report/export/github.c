/* Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
#include "report/export/export.h"

#include <string.h>

#define UNJUDGED "not judged"

static const char *const commands[EXP_SEVERITIES] = {"error", "warning", "notice"};

/* "::error file=maps/a.nav,title=NAV_NO_AREAS::" */
static void put_head(rep_buffer *text, navlint_severity severity, const char *file,
                     const char *title) {
    rep_buffer_text(text, "::");
    rep_buffer_text(text, commands[severity]);
    rep_buffer_text(text, " file=");
    exp_put_command(text, rep_without_here(file), true);
    rep_buffer_text(text, ",title=");
    exp_put_command(text, title, true);
    rep_buffer_text(text, "::");
}

/* Of a file in an archive the message begins with the name inside it. */
static void put_message(rep_buffer *text, const exp_input *input, const char *message) {
    if (input->archive) {
        exp_put_command(text, input->name, false);
        rep_buffer_text(text, ": ");
    }
    exp_put_command(text, message, false);
    rep_buffer_text(text, "\n");
}

static void put_command(navlint_piece *piece, const exp_input *input,
                        const navlint_finding *finding, uint64_t fingerprint) {
    (void)fingerprint;
    put_head(&piece->text, finding->severity, exp_file_of(input), finding->rule->code);
    put_message(&piece->text, input, finding->message);
}

static void put_limit(navlint_piece *piece, const exp_input *input, const navlint_limit *limit) {
    put_head(&piece->text, input->style->unjudged, exp_file_of(input), UNJUDGED);
    put_message(&piece->text, input, limit->message);
}

static void put_input(navlint_piece *piece, const exp_input *input) {
    const navlint_limit *const limit = exp_limit_of(input);
    exp_each(piece, input, put_command);
    if (limit) put_limit(piece, input, limit);
}

static void open_document(navlint_export *export) {
    (void)export;
}

static bool starts_with(const char *line, const char *command) {
    return strncmp(line + 2, command, strlen(command)) == 0;
}

static exp_kept *kept_like(navlint_export *export, const char *line) {
    size_t kind = 0;
    while (kind + 1 < EXP_SEVERITIES && !starts_with(line, commands[kind]))
        kind++;
    return &export->kept[kind];
}

static void take_line(navlint_export *export, const char *line, size_t length) {
    exp_kept *const kept = kept_like(export, line);
    if (kept->count++ < EXP_ANNOTATIONS) rep_buffer_append(&kept->lines, line, length);
}

static void add_piece(navlint_export *export, const navlint_piece *piece) {
    const char *line = piece->text.bytes;
    const char *const end = line ? line + piece->text.length : NULL;
    while (line < end) {
        const char *const next = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        take_line(export, line, (size_t)(next - line));
        line = next;
    }
}

static void fail_input(navlint_export *export, const char *name, const char *message) {
    rep_buffer line = {0};
    put_head(&line, NAVLINT_ERROR, name, UNJUDGED);
    exp_put_command(&line, message, false);
    rep_buffer_text(&line, "\n");
    const navlint_text whole = rep_buffer_take(&line);
    if (whole.text)
        take_line(export, whole.text, whole.length);
    else
        export->failed = true;
    navlint_text_free(whole);
}

static uint64_t left_out(const exp_kept *kept) {
    return kept->count > EXP_ANNOTATIONS ? kept->count - EXP_ANNOTATIONS : 0;
}

/* No command: it would take the place of one. */
static void write_left_out(navlint_export *export) {
    uint64_t sum = 0;
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        sum += left_out(&export->kept[i]);
    if (sum == 0) return;
    rep_buffer_text(&export->text, "navlint: ");
    rep_buffer_count(&export->text, sum);
    rep_buffer_text(&export->text, sum == 1 ? " finding is" : " findings are");
    rep_buffer_text(&export->text, " not annotated: GitHub shows at most 10 errors, 10 warnings "
                                   "and 10 notices of a step\n");
    exp_write_buffer(export, &export->text);
}

static void close_document(navlint_export *export, int exit_code) {
    (void)exit_code;
    for (size_t i = 0; i < EXP_SEVERITIES; i++)
        exp_write_buffer(export, &export->kept[i].lines);
    write_left_out(export);
}

const exp_form exp_github = {"github",  open_document, put_input,
                             add_piece, fail_input,    close_document};
