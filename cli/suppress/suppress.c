#include "cli/suppress/suppress.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output.h"
#include "cli/room.h"
#include "cli/suppress/end.h"
#include "cli/suppress/file.h"
#include "cli/suppress/rules.h"
#include "cli/suppress/today.h"

/* The most findings of one file that can be known. */
enum { MOST_FINDINGS = 100000, USUAL_FINDINGS = 1000 };

/* ---- Opening ---- */

static int complain_missing(const char *path) {
    cli_complain("cannot read %s: %s; --suppress-all writes it", path, strerror(ENOENT));
    return CLI_USAGE;
}

static bool has_days(const cli_suppressions *known) {
    bool has_days = false;
    for (size_t i = 0; i < known->count; i++)
        has_days |= known->items[i].until[0] != '\0';
    return has_days;
}

/* Nobody asks for the day if nothing depends on it. */
static int note_ended(const cli_suppressions *known) {
    char today[CLI_DATE_CAPACITY];
    const int code = has_days(known) ? cli_today(today) : CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < known->count; i++) {
        cli_suppression *const one = &known->items[i];
        one->has_ended = one->until[0] != '\0' && strcmp(one->until, today) < 0;
    }
    return code;
}

static int load(cli_suppress *suppress) {
    const cli_check_settings *const settings = suppress->settings;
    bool is_there = false;
    int code = cli_suppressions_load(&suppress->known, suppress->path, &is_there);
    if (code == CLI_OK) code = note_ended(&suppress->known);
    if (code != CLI_OK) return code;
    const bool is_written = settings->suppress_all || settings->suppress_rules.count > 0;
    const bool is_wanted = settings->suppressions || settings->prune_suppressions;
    if (!is_there && is_wanted && !is_written) return complain_missing(suppress->path);
    suppress->is_active = is_there || is_written;
    return CLI_OK;
}

int cli_suppress_open(cli_suppress *suppress, const cli_check_settings *settings) {
    *suppress = (cli_suppress){.settings = settings};
    suppress->path = settings->suppressions ? settings->suppressions : CLI_SUPPRESSIONS_NAME;
    if (settings->no_suppressions) return CLI_OK;
    const int code = load(suppress);
    if (code != CLI_OK || !suppress->is_active) return code;
    const int failure = cli_names_open(&suppress->names, suppress->path);
    if (failure != 0) {
        cli_complain("cannot find the folder of %s: %s", suppress->path, strerror(failure));
        suppress->is_active = false;
        return CLI_USAGE;
    }
    pthread_mutex_init(&suppress->lock, NULL);
    return CLI_OK;
}

void cli_suppress_close(cli_suppress *suppress) {
    if (suppress->is_active) pthread_mutex_destroy(&suppress->lock);
    for (size_t i = 0; i < suppress->note_count; i++)
        free(suppress->notes[i].file);
    free(suppress->notes);
    cli_names_free(&suppress->names);
    cli_suppressions_free(&suppress->known);
    *suppress = (cli_suppress){0};
}

/* ---- Judging with nothing left out ---- */

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* What text does not show is known all the same, unless somebody has said what to judge by. */
navlint_options cli_suppress_widen(const navlint_options *options,
                                   const cli_check_settings *settings) {
    navlint_options wide = *options;
    wide.max_findings = larger(options->max_findings, USUAL_FINDINGS);
    wide.max_findings_per_rule = wide.max_findings;
    if (settings->min_severity == CLI_SEVERITY_OF_FORM) wide.min_severity = NAVLINT_INFO;
    return wide;
}

/* More than any of its reports lists. */
static uint64_t wanted_findings(const navlint_report *report) {
    const navlint_summary all = navlint_report_summary(report);
    return all.errors + all.warnings + all.infos - all.consequences;
}

bool cli_suppress_widen_more(navlint_options *options, const navlint_report *report) {
    const uint64_t wanted = wanted_findings(report);
    const uint32_t most = wanted < MOST_FINDINGS ? (uint32_t)wanted : MOST_FINDINGS;
    if (!navlint_report_summary(report).truncated || most <= options->max_findings) return false;
    options->max_findings = options->max_findings_per_rule = most;
    return true;
}

/* ---- One report ---- */

/* A report of one file, or of a set as a whole, while its findings are looked up. */
typedef struct lookup {
    cli_suppress *suppress;
    const cli_suppress_request *request;
    const char *file;
    const uint64_t *fingerprints;
} lookup;

static bool is_to_be_known(const cli_check_settings *settings, const navlint_rule *rule) {
    for (size_t i = 0; i < settings->suppress_rules.count; i++)
        if (strcmp(settings->suppress_rules.items[i], rule->code) == 0) return true;
    return settings->suppress_all;
}

static bool make_room(cli_suppress *suppress) {
    cli_note *const notes =
        cli_room(suppress->notes, suppress->note_count, &suppress->note_capacity, sizeof *notes);
    if (notes) suppress->notes = notes;
    return notes != NULL;
}

static bool take_note(const lookup *l, const navlint_rule *rule, uint64_t fingerprint) {
    if (!make_room(l->suppress)) return false;
    char *const file = strdup(l->file);
    if (!file) return false;
    l->suppress->notes[l->suppress->note_count++] = (cli_note){file, rule->code, fingerprint};
    return true;
}

/* What has ended is met all the same: it is not there for nothing. */
static bool look_up(const lookup *l, size_t index) {
    const navlint_rule *const rule = navlint_report_finding(l->request->report, index)->rule;
    cli_suppression *const one = cli_suppressions_find(&l->suppress->known, l->file, rule->code);
    cli_known *const known = one ? cli_suppression_find(one, l->fingerprints[index]) : NULL;
    const bool is_known = known && !one->has_ended;
    const bool is_noted = !is_known && is_to_be_known(l->suppress->settings, rule);
    if (known) known->is_met = true;
    if (is_known || is_noted)
        navlint_report_suppress(l->request->report, index, one ? one->reason : NULL);
    return !is_noted || take_note(l, rule, l->fingerprints[index]);
}

/* Has the report all that is there? */
static bool is_whole(const cli_suppress_request *request) {
    const navlint_format *const format = navlint_report_format(request->report);
    const bool has_sets = !format || format->has_sets;
    return !(request->is_partial && has_sets) && !navlint_report_limit(request->report) &&
           !navlint_report_summary(request->report).truncated;
}

/* What is not met of a report that is whole is not there any more, if anybody looks for it. */
static void note_seen(const lookup *l) {
    const cli_suppressions *const known = &l->suppress->known;
    const bool is_all = is_whole(l->request);
    for (size_t i = cli_suppressions_from(known, l->file);
         i < known->count && strcmp(known->items[i].file, l->file) == 0; i++) {
        cli_suppression *const one = &known->items[i];
        one->is_seen = true;
        one->is_judged = is_all && cli_looks_for(l->request->settings, one->code);
    }
}

static bool look_up_all(const lookup *l) {
    const size_t count = navlint_report_finding_count(l->request->report);
    bool is_done = true;
    pthread_mutex_lock(&l->suppress->lock);
    for (size_t i = 0; is_done && i < count; i++)
        is_done = look_up(l, i);
    note_seen(l);
    pthread_mutex_unlock(&l->suppress->lock);
    return is_done;
}

static char *name_of(cli_suppress *suppress, const cli_suppress_request *request) {
    const bool is_set = navlint_report_member_count(request->report) > 0;
    const char *const path = navlint_report_name(request->report);
    pthread_mutex_lock(&suppress->lock);
    char *const name = cli_names_make(&suppress->names, path, request->archive, is_set);
    pthread_mutex_unlock(&suppress->lock);
    return name;
}

/* Standard input without a name, and what is in it: no file that could be known again. */
static bool is_nameless(const char *name) {
    return name[0] == '-' && (name[1] == '\0' || name[1] == '!');
}

static bool apply_to_one(cli_suppress *suppress, const cli_suppress_request *request) {
    if (is_nameless(navlint_report_name(request->report))) return true;
    const size_t count = navlint_report_finding_count(request->report);
    uint64_t *const fingerprints = calloc(count + 1, sizeof *fingerprints);
    char *const file = fingerprints ? name_of(suppress, request) : NULL;
    const lookup l = {suppress, request, file, fingerprints};
    const bool is_done = file &&
                         navlint_report_fingerprints_as(request->report, file, fingerprints) &&
                         look_up_all(&l);
    free(fingerprints);
    free(file);
    return is_done;
}

bool cli_suppress_apply(cli_suppress *suppress, const cli_suppress_request *request) {
    bool is_done = apply_to_one(suppress, request);
    for (size_t i = 0; is_done && i < navlint_report_member_count(request->report); i++) {
        cli_suppress_request member = *request;
        member.report = navlint_report_member(request->report, i);
        is_done = apply_to_one(suppress, &member);
    }
    return navlint_report_settle(request->report, request->options) == NAVLINT_OK && is_done;
}

/* ---- Archives ---- */

static bool is_inside(const char *file, const char *archive) {
    const size_t length = strlen(archive);
    return strncmp(file, archive, length) == 0 && file[length] == '!';
}

/* What was not seen of it has gone, or is left out today. */
void cli_suppress_saw_archive(cli_suppress *suppress, const cli_check_settings *settings,
                              const char *archive) {
    if (!suppress->is_active || settings->exclude.count > 0 || settings->input_format) return;
    char *const name = cli_names_make(&suppress->names, archive, NULL, false);
    const cli_suppressions *const known = &suppress->known;
    for (size_t i = 0; name && i < known->count; i++)
        if (!known->items[i].is_seen && is_inside(known->items[i].file, name))
            known->items[i].is_judged = true;
    free(name);
}

/* ---- The end ---- */

int cli_suppress_finish(cli_suppress *suppress) {
    return suppress->is_active ? cli_suppress_end(suppress) : CLI_OK;
}
