#include "cli/check_archive.h"
#include "cli/output.h"
#include "cli/passes.h"

/* ---- archives, on the main thread ---- */

/* An archive that is looked into. */
typedef struct archive_run {
    cli_passes *passes;
    cli_yield yield;
    bool has_complained;
} archive_run;

static bool take_member(void *context, const char *name, cli_result *result) {
    archive_run *const run = context;
    cli_yield_add(&run->yield, result);
    if (result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED)
        run->has_complained = true;
    const bool going = cli_results_take(&run->passes->results, name, result);
    cli_pass_show(run->passes, name);
    return going;
}

/* Members go out as they are judged, so that no archive fills the memory with reports. */
static bool look_into(cli_passes *passes, size_t item, const cli_result *result) {
    const cli_input *const input = &passes->inputs.items[item];
    archive_run run = {.passes = passes};
    const cli_archive_request request = {.settings = passes->settings,
                                         .options = &passes->options,
                                         .masters = passes->masters,
                                         .name = cli_pass_name(passes, item),
                                         .job = &passes->jobs[passes->job_count],
                                         .context = &run,
                                         .take = take_member};
    passes->results.reports.is_array = true;
    const bool going = cli_check_archive(&request, &result->archive);
    if (!going) cli_results_raise(&passes->results, CLI_UNJUDGED); /* perhaps there was more */
    if (run.yield > passes->yields[input->operand]) passes->yields[input->operand] = run.yield;
    if (going && run.yield != CLI_HAD_FILES && !run.has_complained && !input->discovered)
        cli_results_complain_empty(&passes->results, cli_pass_name(passes, item), run.yield);
    return going;
}

/* ---- the pass ---- */

static void work_on_input(void *context, unsigned job, size_t item, void *result) {
    const cli_passes *const passes = context;
    const cli_judge judge = cli_pass_judge(passes);
    cli_judge_input(&judge, item, &passes->jobs[job], result);
}

/* A file that is listed twice is in its set once. */
static bool postpone(cli_passes *passes, size_t item, const cli_result *result) {
    const cli_input *const input = &passes->inputs.items[item];
    if (input->is_repeated) return passes->results.files_done++, true;
    if (cli_tickets_add(&passes->tickets, (cli_ticket){input->folder, result->format, item}))
        return true;
    cli_complain("out of memory");
    cli_results_raise(&passes->results, CLI_INTERNAL);
    return true;
}

static bool take_input(cli_passes *passes, size_t item, cli_result *result) {
    cli_yield_add(&passes->yields[passes->inputs.items[item].operand], result);
    if (result->outcome == CLI_POSTPONED) return postpone(passes, item, result);
    passes->results.files_done++;
    if (result->outcome == CLI_CONTAINER) return look_into(passes, item, result);
    return cli_results_take(&passes->results, cli_pass_name(passes, item), result);
}

static bool emit_input(void *context, size_t item, void *result) {
    cli_passes *const passes = context;
    passes->has_stopped = !take_input(passes, item, result);
    if (!passes->has_stopped) cli_pass_show(passes, cli_pass_name(passes, item + 1));
    return !passes->has_stopped;
}

static void idle_for_input(void *context, size_t emitted) {
    cli_passes *const passes = context;
    cli_pass_show(passes, cli_pass_name(passes, emitted));
}

void cli_pass_inputs(cli_passes *passes) {
    cli_pass_run(passes, (cli_pool){.item_count = passes->inputs.count,
                                    .work = work_on_input,
                                    .emit = emit_input,
                                    .idle = idle_for_input});
}
