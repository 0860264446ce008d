#include "cli/render.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/options_of_check.h"

/* ---- digests ---- */

enum { SHA256_BYTES = 32 };

typedef struct hex_digest {
    char hex[2 * SHA256_BYTES + 1];
} hex_digest;

/* The digests of the inputs; a missing one is empty. */
typedef struct digests {
    hex_digest *items; /* heap */
    const char **hex;  /* heap; NULL where there is none */
} digests;

/* The digest of an input; NULL if the file was cut at --max-bytes. */
static const char *digest(const cli_check_settings *settings, const navlint_input *input,
                          hex_digest *text) {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    if (input->length > settings->max_bytes) return NULL;
    if (EVP_Digest(input->bytes, input->length, bytes, NULL, EVP_sha256(), NULL) != 1) return NULL;
    for (size_t i = 0; i < SHA256_BYTES; i++)
        snprintf(text->hex + 2 * i, 3, "%02x", bytes[i]);
    return text->hex;
}

static bool make_digests(const cli_task *task, digests *made) {
    *made = (digests){malloc(task->count * sizeof *made->items),
                      calloc(task->count, sizeof *made->hex)};
    if (!made->items || !made->hex) return false;
    if (!task->settings->digest || task->settings->format == CLI_TEXT) return true;
    for (size_t i = 0; i < task->count; i++)
        made->hex[i] = digest(task->settings, &task->inputs[i], &made->items[i]);
    return true;
}

static void free_digests(digests *made) {
    free(made->items);
    free(made->hex);
}

/* ---- texts ---- */

static bool take_text(cli_result *result, navlint_text text) {
    if (text.text) result->texts[result->text_count++] = text;
    return text.text != NULL;
}

/* A line for each member, then one for the set. */
static bool render_lines(const cli_task *task, const navlint_report *report,
                         const char *const *sha256_hex, cli_result *result) {
    bool rendered = true;
    for (size_t i = 0; rendered && task->count > 1 && i < task->count; i++)
        rendered = take_text(result, navlint_report_json(navlint_report_member(report, i),
                                                         NAVLINT_JSON_COMPACT, sha256_hex[i]));
    return rendered && take_text(result, navlint_report_json(report, NAVLINT_JSON_SET_ALONE,
                                                             task->count > 1 ? NULL : *sha256_hex));
}

static navlint_text render_text(const cli_task *task, const navlint_report *report) {
    const navlint_text_style style = cli_style_of(task->settings);
    return navlint_report_text(report, &style);
}

static navlint_text render_whole(const cli_task *task, const navlint_report *report,
                                 const char *const *sha256_hex) {
    if (task->settings->format == CLI_TEXT) return render_text(task, report);
    return task->count > 1 ? navlint_set_json(report, NAVLINT_JSON_INDENT, sha256_hex)
                           : navlint_report_json(report, NAVLINT_JSON_INDENT, *sha256_hex);
}

static bool render(const cli_task *task, const navlint_report *report,
                   const char *const *sha256_hex, cli_result *result) {
    if (task->settings->format == CLI_NDJSON) return render_lines(task, report, sha256_hex, result);
    return take_text(result, render_whole(task, report, sha256_hex));
}

static bool render_texts(const cli_task *task, const navlint_report *report, cli_result *result) {
    digests made;
    result->texts = calloc(task->count + 1, sizeof *result->texts);
    const bool rendered =
        make_digests(task, &made) && result->texts && render(task, report, made.hex, result);
    free_digests(&made);
    return rendered;
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
    if (task->settings->statistics) return list_breaches(report, result);
    if (task->settings->summary) return cli_rows_make(&result->rows, report);
    return task->settings->quiet || render_texts(task, report, result);
}
