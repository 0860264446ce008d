#include "validator/judge.h"

#include <string.h>

#include "validator/options.h"
#include "validator/resemblance.h"

static const char arena_is_used_up[] = "the memory given to the check is used up";

void nl_settle_limits(navlint_report *report, const nl_arena *arena, const nl_budget *budget) {
    if (arena->exhausted) nl_limit(report, "arena", arena_is_used_up);
    if (budget->exhausted) nl_limit(report, "steps", "the work that one input may cost is used up");
}

static void note_usage(const nl_job *job, const nl_format *format, uint64_t arena_before) {
    job->report->usage = (navlint_usage){
        .arena_peak = job->arena->peak - arena_before,
        .arena_bound = format->arena_bound(job->length),
        .steps = nl_spent(job->budget),
        .step_budget = job->budget->total,
    };
}

/* A decoder that gave up without a word is caught here: lost data is never `valid`. */
static void settle(const nl_job *job) {
    navlint_report *const report = job->report;
    nl_settle_limits(report, job->arena, job->budget);
    if (report->undecoded && report->summary.errors == 0)
        nl_limit(report, "undecoded", "the file could not be decoded to its end");
}

static const void *run_room(const nl_format *format, nl_job *job) {
    const void *const document = format->decode(job);
    if (!document) {
        job->report->undecoded = true;
        return NULL;
    }
    if (job->is_context) return document;
    const size_t mark = nl_arena_mark(job->arena);
    format->check(job, document);
    nl_arena_release(job->arena, mark);
    return document;
}

static const void *run(const nl_recognised *input, nl_job *job) {
    nl_budget budget = nl_budget_of(input->step_limit);
    const size_t arena_before = job->arena->used;
    job->arena->peak = arena_before;
    job->arena->exhausted = false; /* by an earlier member of the set */
    job->budget = &budget;
    const void *const document = run_room(input->format, job);
    note_usage(job, input->format, arena_before);
    settle(job);
    job->budget = NULL;
    return document;
}

/* "no known format recognises the bytes: this is a text file" */
static void limit_unrecognised(navlint_report *report, const nl_recognised *input) {
    char chars[256];
    nl_text text = nl_text_over(chars, sizeof chars);
    const char *const resemblance = nl_resemblance(input->bytes, input->length);
    nl_put(&text, "no known format recognises the bytes");
    if (resemblance) nl_put(&text, ": this is ");
    if (resemblance) nl_put(&text, resemblance);
    nl_limit(report, "unrecognised", text.chars);
}

/* Bytes that speak for the format need no other explanation. */
static const char *resemblance_of(const nl_recognised *input) {
    const bool is_guess =
        strcmp(input->detected_by, "name") == 0 || strcmp(input->detected_by, "option") == 0;
    return is_guess ? nl_resemblance(input->bytes, input->length) : NULL;
}

nl_member nl_judge(const navlint_options *options, const nl_recognised *input, nl_job job) {
    nl_member member = {.job = job};
    if (nl_is_beginning(input)) return member;
    if (input->is_too_large) {
        nl_limit(job.report, "inputBytes", "the input is larger than the limit");
    } else if (!input->format) {
        limit_unrecognised(job.report, input);
    } else if (!nl_report_set_format(job.report, &input->format->info, input->detected_by)) {
        nl_limit(job.report, "arena", arena_is_used_up);
    } else {
        nl_apply_severities(options, job.report);
        job.report->put_jump = input->format->put_jump;
        job.report->resemblance = resemblance_of(input);
        member.document = run(input, &member.job);
    }
    return member;
}
