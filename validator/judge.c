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

static void note_usage(const nl_job *job, const nl_format *format) {
    job->report->usage = (navlint_usage){
        .arena_peak = job->arena->peak,
        .arena_bound = format->arena_bound(job->length),
        .steps = nl_spent(job->budget),
        .step_budget = job->budget->total,
    };
}

/* Whatever kept the room from judging becomes the verdict; a decoder that gave up without a word is
 * caught here too: lost data is never `valid`. */
static void settle_limits(const nl_job *job) {
    navlint_report *const report = job->report;
    if (job->arena->exhausted)
        nl_limit(report, "arena", "the memory given to the check is used up");
    if (job->budget->exhausted)
        nl_limit(report, "steps", "the work that one input may cost is used up");
    if (report->undecoded && report->summary.errors == 0)
        nl_limit(report, "undecoded", "the file could not be decoded to its end");
}

static void run_room(const nl_format *format, nl_job *job) {
    const void *const document = format->decode(job);
    if (document)
        format->check(job, document);
    else
        job->report->undecoded = true;
    note_usage(job, format);
    settle_limits(job);
}

static void judge_as(const nl_format *format, const navlint_options *options,
                     const navlint_input *input, navlint_report *report, nl_arena *block) {
    nl_apply_severities(options, report);
    nl_arena arena = nl_arena_over(block->base + block->used, block->capacity - block->used);
    nl_budget budget = nl_budget_for(options, input->length);
    nl_job job = {
        .bytes = input->bytes ? input->bytes : (const uint8_t *)"",
        .length = input->length,
        .game = nl_game_of(&format->info, options->game),
        .arena = &arena,
        .budget = &budget,
        .report = report,
    };
    run_room(format, &job);
}

void nl_judge(const navlint_options *options, const navlint_input *input, navlint_report *report,
              nl_arena *block) {
    const char *detected_by = NULL;
    const uint64_t limit_bytes = nl_min(options->max_input_bytes, NL_HIGHEST_INPUT_BYTES);
    const nl_format *const format = nl_choose_format(options, input, &detected_by);
    if (input->length > limit_bytes)
        nl_limit(report, "inputBytes", "the input is larger than the limit");
    else if (!format)
        nl_limit(report, "unrecognised", "no known format recognises the bytes");
    else if (!nl_report_set_format(report, &format->info, detected_by))
        nl_limit(report, "arena", "the memory given to the check is used up");
    else
        judge_as(format, options, input, report, block);
    nl_report_seal(report);
}
