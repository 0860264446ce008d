#include "validator/judge.h"

#include "core/checked.h"
#include "core/limits.h"
#include "validator/catalogue.h"
#include "validator/detect.h"
#include "validator/options.h"

const nl_format *nl_choose_format(const navlint_options *options, const navlint_input *input,
                                  const char **detected_by) {
    if (!options->format) return nl_detect(input, detected_by);
    *detected_by = "option";
    return nl_format_by_id(options->format);
}

nl_budget nl_budget_for(const navlint_options *options, uint64_t input_bytes) {
    const uint64_t linear = nl_add_sat(nl_mul_sat(input_bytes, NL_STEPS_PER_BYTE), NL_STEPS_FLOOR);
    return nl_budget_of(options->max_steps ? options->max_steps : linear);
}

static void note_usage(const nl_job *job, const nl_format *format, uint64_t arena_before) {
    job->report->usage = (navlint_usage){
        .arena_peak = job->arena->peak - arena_before,
        .arena_bound = format->arena_bound(job->length),
        .steps = nl_spent(job->budget),
        .step_budget = job->budget->total,
    };
}

void nl_settle_limits(navlint_report *report, const nl_arena *arena, const nl_budget *budget) {
    if (arena->exhausted) nl_limit(report, "arena", "the memory given to the check is used up");
    if (budget->exhausted) nl_limit(report, "steps", "the work that one input may cost is used up");
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
    const size_t mark = nl_arena_mark(job->arena);
    format->check(job, document);
    nl_arena_release(job->arena, mark);
    return document;
}

static void judge_as(const nl_format *format, const navlint_options *options,
                     const navlint_input *input, nl_member *member) {
    nl_job *const job = &member->job;
    nl_budget budget = nl_budget_for(options, input->length);
    const size_t arena_before = job->arena->used;
    job->arena->peak = arena_before;
    job->arena->exhausted = false; /* by an earlier member of the set */
    job->game = nl_game_of(&format->info, options->game);
    job->part = nl_part_of(&format->info, options->format);
    job->budget = &budget;
    nl_apply_severities(options, job->report);
    member->document = run_room(format, job);
    note_usage(job, format, arena_before);
    settle(job);
    job->budget = NULL;
}

void nl_judge(const navlint_options *options, const navlint_input *input, navlint_report *report,
              nl_arena *arena, nl_member *member) {
    const char *detected_by = NULL;
    const uint64_t limit_bytes = nl_min(options->max_input_bytes, NL_HIGHEST_INPUT_BYTES);
    const nl_format *const format = nl_choose_format(options, input, &detected_by);
    *member = (nl_member){.job = {.name = report->name,
                                  .bytes = input->bytes ? input->bytes : (const uint8_t *)"",
                                  .length = input->length,
                                  .has_company = member->job.has_company,
                                  .arena = arena,
                                  .report = report}};
    if (input->length > limit_bytes)
        nl_limit(report, "inputBytes", "the input is larger than the limit");
    else if (!format)
        nl_limit(report, "unrecognised", "no known format recognises the bytes");
    else if (!nl_report_set_format(report, &format->info, detected_by))
        nl_limit(report, "arena", "the memory given to the check is used up");
    else
        judge_as(format, options, input, member);
}
