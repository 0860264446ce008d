/* Workflow commands: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
#include "report/export/export.h"

#include <string.h>

static const char *const commands[EXP_SEVERITIES] = {"error", "warning", "notice"};

static void put_file(rep_buffer *text, const char *name) {
    exp_put_command(text, exp_without_here(name), true);
}

/* "::error file=maps/a.nav,title=NAV_NO_AREAS::message". A file inside an archive is none of the
 * repository: the archive is, and the message begins with the name. */
static void put_command(navlint_piece *piece, const exp_input *input,
                        const navlint_finding *finding, uint64_t fingerprint) {
    (void)fingerprint;
    rep_buffer *const text = &piece->text;
    rep_buffer_text(text, "::");
    rep_buffer_text(text, commands[finding->severity]);
    rep_buffer_text(text, " file=");
    put_file(text, input->archive ? input->archive : input->name);
    rep_buffer_text(text, ",title=");
    exp_put_command(text, finding->rule->code, true);
    rep_buffer_text(text, "::");
    if (input->archive) {
        exp_put_command(text, input->name, false);
        rep_buffer_text(text, ": ");
    }
    exp_put_command(text, finding->message, false);
    rep_buffer_text(text, "\n");
}

static void put_limit(navlint_piece *piece, const exp_input *input, const navlint_limit *limit) {
    rep_buffer_text(&piece->text, "::");
    rep_buffer_text(&piece->text, commands[input->style->unjudged]);
    rep_buffer_text(&piece->text, " file=");
    put_file(&piece->text, input->archive ? input->archive : input->name);
    rep_buffer_text(&piece->text, ",title=not judged::");
    exp_put_command(&piece->text, limit->message, false);
    rep_buffer_text(&piece->text, "\n");
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
    rep_buffer_text(&line, "::error file=");
    put_file(&line, name);
    rep_buffer_text(&line, ",title=not judged::");
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
