/* Reports as texts, or as the rules that they name. */
#include "judge.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

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
    for (size_t index = 0; index < SHA256_BYTES; index++)
        snprintf(text->hex + 2 * index, 3, "%02x", bytes[index]);
    return text->hex;
}

static bool make_digests(const cli_case *this, digests *made) {
    *made = (digests){malloc(this->count * sizeof *made->items),
                      calloc(this->count, sizeof *made->hex)};
    if (made->items == NULL || made->hex == NULL) return false;
    if (!this->settings->digest || this->settings->format == CLI_TEXT) return true;
    for (size_t index = 0; index < this->count; index++)
        made->hex[index] = digest(this->settings, &this->inputs[index], &made->items[index]);
    return true;
}

static void free_digests(digests *made) {
    free(made->items);
    free(made->hex);
}

/* ---- texts ---- */

static bool take_text(cli_result *result, navlint_text text) {
    if (text.text != NULL) result->texts[result->text_count++] = text;
    return text.text != NULL;
}

/* A line for each member, then one for the set. */
static bool render_lines(const cli_case *this, const navlint_report *report,
                         const char *const *sha256_hex, cli_result *result) {
    bool rendered = true;
    for (size_t index = 0; rendered && this->count > 1 && index < this->count; index++)
        rendered = take_text(result, navlint_report_json(navlint_report_member(report, index),
                                                         NAVLINT_JSON_COMPACT, sha256_hex[index]));
    return rendered && take_text(result, navlint_report_json(report, NAVLINT_JSON_SET_ALONE,
                                                             this->count > 1 ? NULL : *sha256_hex));
}

static navlint_text render_whole(const cli_case *this, const navlint_report *report,
                                 const char *const *sha256_hex) {
    if (this->settings->format == CLI_TEXT)
        return navlint_report_text(report, (navlint_severity)this->settings->min_severity);
    return this->count > 1 ? navlint_set_json(report, NAVLINT_JSON_INDENT, sha256_hex)
                           : navlint_report_json(report, NAVLINT_JSON_INDENT, *sha256_hex);
}

static bool render(const cli_case *this, const navlint_report *report,
                   const char *const *sha256_hex, cli_result *result) {
    if (this->settings->format == CLI_NDJSON) return render_lines(this, report, sha256_hex, result);
    return take_text(result, render_whole(this, report, sha256_hex));
}

static bool render_texts(const cli_case *this, const navlint_report *report, cli_result *result) {
    digests made;
    result->texts = calloc(this->count + 1, sizeof *result->texts);
    const bool rendered = make_digests(this, &made) && result->texts != NULL &&
                          render(this, report, made.hex, result);
    free_digests(&made);
    return rendered;
}

/* ---- breaches ---- */

static size_t finding_count(const navlint_report *report) {
    size_t count = navlint_report_finding_count(report);
    for (size_t index = 0; index < navlint_report_member_count(report); index++)
        count += navlint_report_finding_count(navlint_report_member(report, index));
    return count;
}

static void add_breaches(const navlint_report *report, cli_result *result) {
    for (size_t index = 0; index < navlint_report_finding_count(report); index++) {
        const navlint_finding *const finding = navlint_report_finding(report, index);
        result->breaches[result->breach_count++] = (cli_breach){
            finding->rule, finding->severity, finding->occurrences > 0 ? finding->occurrences : 1};
    }
}

/* The caps leave one finding of each broken rule in each report. */
static bool list_breaches(const navlint_report *report, cli_result *result) {
    result->breaches = calloc(finding_count(report) + 1, sizeof *result->breaches);
    if (result->breaches == NULL) return false;
    add_breaches(report, result);
    for (size_t index = 0; index < navlint_report_member_count(report); index++)
        add_breaches(navlint_report_member(report, index), result);
    return true;
}

bool cli_show(const cli_case *this, const navlint_report *report, cli_result *result) {
    if (this->settings->statistics) return list_breaches(report, result);
    return this->settings->quiet || render_texts(this, report, result);
}
