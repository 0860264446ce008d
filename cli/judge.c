#include "judge.h"

#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

/* In a directory run, of a large file with a strange extension only so much is read to tell whether
 * it is a navigation file: game folders hold archives of gigabytes. */
enum { DETECTION_BYTES = 1 << 20 };

/* A smaller block than the library would like is legal; below this it is not worth a try. */
enum { LEAST_MEMORY_BYTES = 1 << 20 };

enum { SHA256_BYTES = 32, SHA256_HEX_CAPACITY = 2 * SHA256_BYTES + 1 };

const char *cli_input_name(const cli_check_settings *settings, const cli_input *input) {
    if (input->path != NULL) return input->path;
    return settings->stdin_filename != NULL ? settings->stdin_filename : "-";
}

static navlint_input as_input(const cli_case *this, const cli_job *job) {
    return (navlint_input){cli_input_name(this->settings, this->input), job->file.bytes,
                           job->file.length};
}

/* Is this file of a directory a navigation file? A forced format asks for files of that format, and
 * for those that carry its extension and look like no other. */
static bool is_wanted(const cli_case *this, const cli_job *job) {
    const navlint_input input = as_input(this, job);
    const navlint_format *const detected = navlint_detect(&input, NULL);
    const navlint_format *const forced = navlint_format_by_id(this->settings->input_format);
    if (forced == NULL) return detected != NULL;
    return detected == forced ||
           (detected == NULL && cli_uses_extension(forced, this->input->path));
}

static int read_discovered(const cli_case *this, int descriptor, cli_job *job, bool *wanted) {
    const size_t limit_bytes = cli_read_limit(this->settings->max_bytes);
    const bool is_likely = cli_uses_extension(NULL, this->input->path);
    const bool is_whole = is_likely || limit_bytes < DETECTION_BYTES;
    const int failure = cli_read(descriptor, is_whole ? limit_bytes : DETECTION_BYTES, &job->file);
    if (failure != 0) return failure;
    *wanted = is_wanted(this, job);
    return *wanted ? cli_read(descriptor, limit_bytes, &job->file) : 0;
}

/* Brings the input into job->file; *wanted: whether it is to be judged. Returns 0 or an errno. */
static int load(const cli_case *this, cli_job *job, bool *wanted) {
    const cli_input *const input = this->input;
    job->file.length = 0;
    const int descriptor = cli_open(input->path, input->discovered);
    if (descriptor < 0) return errno;
    *wanted = true;
    const int failure =
        input->discovered
            ? read_discovered(this, descriptor, job, wanted)
            : cli_read(descriptor, cli_read_limit(this->settings->max_bytes), &job->file);
    cli_close(descriptor);
    return failure;
}

static bool make_memory(const cli_case *this, const navlint_input *input, cli_job *job) {
    size_t wanted = navlint_memory_bound(this->options, input, 1);
    if (job->memory_bytes >= wanted) return true;
    free(job->memory);
    while ((job->memory = malloc(wanted)) == NULL && wanted > LEAST_MEMORY_BYTES)
        wanted /= 2;
    job->memory_bytes = job->memory != NULL ? wanted : 0;
    return job->memory != NULL;
}

/* The digest of the input; NULL if none is asked for or the file was cut at --max-bytes. */
static const char *digest(const cli_case *this, const navlint_input *input, char *hex) {
    unsigned char bytes[EVP_MAX_MD_SIZE];
    if (!this->settings->digest || input->length > this->settings->max_bytes) return NULL;
    if (EVP_Digest(input->bytes, input->length, bytes, NULL, EVP_sha256(), NULL) != 1) return NULL;
    for (size_t index = 0; index < SHA256_BYTES; index++)
        snprintf(hex + 2 * index, 3, "%02x", bytes[index]);
    return hex;
}

static navlint_text render(const cli_case *this, const navlint_input *input,
                           const navlint_report *report) {
    char hex[SHA256_HEX_CAPACITY];
    switch (this->settings->format) {
    case CLI_JSON:
        return navlint_report_json(report, NAVLINT_JSON_INDENT, digest(this, input, hex));
    case CLI_NDJSON:
        return navlint_report_json(report, NAVLINT_JSON_COMPACT, digest(this, input, hex));
    default:
        return navlint_report_text(report, (navlint_severity)this->settings->min_severity);
    }
}

/* Under --statistics the caps leave one finding of each broken rule. */
static bool list_breaches(const navlint_report *report, cli_result *result) {
    const size_t count = navlint_report_finding_count(report);
    result->breaches = calloc(count > 0 ? count : 1, sizeof *result->breaches);
    if (result->breaches == NULL) return false;
    result->breach_count = count;
    for (size_t index = 0; index < count; index++) {
        const navlint_finding *const finding = navlint_report_finding(report, index);
        result->breaches[index] = (cli_breach){finding->rule, finding->severity,
                                               finding->occurrences > 0 ? finding->occurrences : 1};
    }
    return true;
}

static bool show(const cli_case *this, const navlint_input *input, const navlint_report *report,
                 cli_result *result) {
    if (this->settings->statistics) return list_breaches(report, result);
    if (this->settings->quiet) return true;
    result->text = render(this, input, report);
    return result->text.text != NULL;
}

static navlint_status judge_loaded(const cli_case *this, cli_job *job, cli_result *result) {
    const navlint_input input = as_input(this, job);
    const navlint_report *report = NULL;
    if (!make_memory(this, &input, job)) return NAVLINT_NO_MEMORY;
    const navlint_status status =
        navlint_check(this->options, &input, 1, job->memory, job->memory_bytes, &report);
    if (status != NAVLINT_OK) return status;
    result->verdict = navlint_report_verdict(report);
    result->summary = navlint_report_summary(report);
    return show(this, &input, report, result) ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}

void cli_judge(const cli_case *this, cli_job *job, cli_result *result) {
    bool wanted = false;
    result->read_error = load(this, job, &wanted);
    result->bytes = job->file.length;
    if (result->read_error == ENOMEM) {
        result->outcome = CLI_FAILED;
        result->status = NAVLINT_NO_MEMORY;
    } else if (result->read_error != 0) {
        result->outcome = CLI_UNREADABLE;
    } else if (!wanted) {
        result->outcome = CLI_SKIPPED;
    } else {
        result->status = judge_loaded(this, job, result);
        result->outcome = result->status == NAVLINT_OK ? CLI_JUDGED : CLI_FAILED;
    }
}

void cli_result_free(cli_result *result) {
    navlint_text_free(result->text);
    free(result->breaches);
}

void cli_job_close(cli_job *job) {
    cli_buffer_free(&job->file);
    free(job->memory);
    *job = (cli_job){0};
}
