#include "cli/print/render.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/options_of_check.h"
#include "cli/sha256.h"

/* ---- digests ---- */

typedef struct hex_digest {
    char hex[CLI_SHA256_HEX_BYTES];
} hex_digest;

/* The digests of the inputs; a missing one is empty. */
typedef struct digests {
    hex_digest *items; /* heap */
    const char **hex;  /* heap; NULL where there is none */
} digests;

/* The digest of an input; NULL if the file was cut at --max-bytes. */
static const char *digest(const cli_check_settings *settings, const navlint_input *input,
                          hex_digest *text) {
    if (input->length > settings->max_bytes) return NULL;
    cli_sha256_hex(input->bytes, input->length, text->hex);
    return text->hex;
}

static bool make_digests(const cli_task *task, digests *made) {
    *made = (digests){malloc(task->count * sizeof *made->items),
                      calloc(task->count, sizeof *made->hex)};
    if (!made->items || !made->hex) return false;
    if (!task->settings->digest) return true;
    for (size_t i = 0; i < task->count; i++)
        made->hex[i] = digest(task->settings, &task->inputs[i], &made->items[i]);
    return true;
}

static void free_digests(digests *made) {
    free(made->items);
    free(made->hex);
}

/* ---- texts ---- */

/* A report and what all of its renderings share. */
typedef struct rendering {
    const cli_task *task;
    const navlint_report *report;
    const char *const *sha256_hex; /* one for each input */
} rendering;

static bool take_text(cli_rendered *rendered, navlint_text text) {
    if (text.text) rendered->texts[rendered->text_count++] = text;
    return text.text != NULL;
}

static navlint_text render_one(const rendering *r, size_t i) {
    const uint64_t *const offsets = r->task->outer_offsets;
    return navlint_report_json_within(navlint_report_member(r->report, i), NAVLINT_JSON_COMPACT,
                                      r->sha256_hex + i, offsets ? offsets + i : NULL);
}

/* A line for each member, then one for the set. */
static bool render_lines(const rendering *r, cli_rendered *rendered) {
    const size_t count = r->task->count;
    bool is_rendered = true;
    for (size_t i = 0; is_rendered && count > 1 && i < count; i++)
        is_rendered = take_text(rendered, render_one(r, i));
    return is_rendered &&
           take_text(rendered, navlint_report_json_within(r->report, NAVLINT_JSON_SET_ALONE,
                                                          r->sha256_hex, r->task->outer_offsets));
}

static navlint_text render_text(const rendering *r) {
    navlint_text_style style = cli_style_of(r->task->settings);
    style.outer_offsets = r->task->outer_offsets;
    style.outer_name = r->task->archive;
    return navlint_report_text(r->report, &style);
}

static navlint_text render_json(const rendering *r) {
    return navlint_report_json_within(r->report, NAVLINT_JSON_INDENT, r->sha256_hex,
                                      r->task->outer_offsets);
}

static bool render_piece(const rendering *r, unsigned form, cli_rendered *rendered) {
    const navlint_export_style style = cli_export_style_of(r->task->settings, form);
    const navlint_export_item item = {sizeof item, r->report, r->task->archive, r->sha256_hex};
    rendered->piece = navlint_piece_make(&style, &item);
    return rendered->piece != NULL;
}

/* Of a file without a verdict there is nothing else to say. */
static bool is_ignored(const rendering *r) {
    return r->task->settings->on_indeterminate == CLI_UNJUDGED_IS_IGNORED &&
           navlint_report_limit(r->report) && navlint_report_finding_count(r->report) == 0 &&
           r->task->count == 1;
}

static bool render(const rendering *r, unsigned form, cli_rendered *rendered) {
    if (cli_is_export(form)) return render_piece(r, form, rendered);
    rendered->texts = calloc(r->task->count + 1, sizeof *rendered->texts);
    if (!rendered->texts) return false;
    if (form == CLI_NDJSON) return render_lines(r, rendered);
    if (form == CLI_TEXT && is_ignored(r)) return true;
    return take_text(rendered, form == CLI_TEXT ? render_text(r) : render_json(r));
}

/* ---- outputs ---- */

/* Is there nothing for this output but a table, or not even that? */
static bool is_left_out(const cli_check_settings *settings, const cli_output *output) {
    return !output->path && (settings->quiet || settings->statistics || settings->summary);
}

static bool render_each(const rendering *r, cli_result *result) {
    const cli_outputs *const outputs = &r->task->settings->outputs;
    bool is_rendered = true;
    result->rendered = calloc(outputs->count, sizeof *result->rendered);
    if (!result->rendered) return false;
    result->rendered_count = outputs->count;
    for (size_t i = 0; is_rendered && i < outputs->count; i++)
        is_rendered = is_left_out(r->task->settings, &outputs->items[i]) ||
                      render(r, outputs->items[i].form, &result->rendered[i]);
    return is_rendered;
}

static bool render_all(const cli_task *task, const navlint_report *report, cli_result *result) {
    digests made;
    const bool is_rendered =
        make_digests(task, &made) &&
        render_each(&(rendering){task, report, (const char *const *)made.hex}, result);
    free_digests(&made);
    return is_rendered;
}

/* ---- breaches ---- */

static size_t finding_count(const navlint_report *report) {
    size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        count += navlint_report_finding_count(navlint_report_member(report, i));
    return count;
}

static void add_breaches(const navlint_report *report, cli_result *result) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->suppression) continue;
        result->breaches[result->breach_count++] = (cli_breach){
            finding->rule, finding->severity, finding->occurrences > 0 ? finding->occurrences : 1};
    }
}

/* The caps leave one finding of each broken rule in each report. */
static bool list_breaches(const navlint_report *report, cli_result *result) {
    result->breaches = calloc(finding_count(report) + 1, sizeof *result->breaches);
    if (!result->breaches) return false;
    add_breaches(report, result);
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        add_breaches(navlint_report_member(report, i), result);
    return true;
}

bool cli_render(const cli_task *task, const navlint_report *report, cli_result *result) {
    if (!render_all(task, report, result)) return false;
    if (task->settings->keeps_marks)
        return cli_marks_make(&result->marks, report, task->archive != NULL);
    if (task->settings->statistics) return list_breaches(report, result);
    return !task->settings->summary || cli_rows_make(&result->rows, report);
}
