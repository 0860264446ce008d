#include "cli/check/archive.h"
#include "cli/check/passes.h"
#include "cli/output.h"

/* ---- archives, on the main thread ---- */

/* An archive that is looked into. */
typedef struct archive_run {
    cli_passes *passes;
    cli_terms terms;
    cli_yield yield;
    bool has_complained;
    bool is_partial; /* members may be there that nobody has seen */
} archive_run;

/* What is in a container without a verdict, or a damaged one, may not all have been judged. */
static bool may_hide_members(const cli_result *result) {
    const bool is_container = result->format && result->format->is_container;
    return result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED ||
           result->verdict == NAVLINT_INDETERMINATE ||
           (is_container && result->verdict != NAVLINT_VALID);
}

static bool take_member(void *context, const char *name, cli_result *result) {
    archive_run *const run = context;
    cli_yield_add(&run->yield, result);
    if (result->outcome == CLI_UNREADABLE || result->outcome == CLI_FAILED)
        run->has_complained = true;
    run->is_partial |= may_hide_members(result);
    cli_results_take(&run->passes->results, run->terms.settings, name, result);
    cli_pass_show(run->passes, name);
    return true;
}

/* Members go out as they are judged, so that no archive fills the memory with reports. */
static void look_into(cli_passes *passes, size_t item, const cli_result *result) {
    const cli_input *const input = &passes->inputs.items[item];
    const cli_judge judge = cli_pass_judge(passes);
    archive_run run = {.passes = passes, .terms = cli_judge_terms(&judge, item)};
    const cli_archive_request request = {.settings = run.terms.settings,
                                         .options = run.terms.options,
                                         .masters = run.terms.masters,
                                         .suppress = passes->suppress,
                                         .name = cli_pass_name(passes, item),
                                         .is_on_disk = input->path != NULL,
                                         .job = &passes->jobs[passes->job_count],
                                         .context = &run,
                                         .take = take_member};
    cli_sinks_expect_many(&passes->results.sinks);
    (void)cli_check_inside(&request, result);
    if (!run.is_partial)
        cli_suppress_saw_archive(passes->suppress, run.terms.settings, cli_pass_name(passes, item));
    if (run.yield > passes->yields[input->operand]) passes->yields[input->operand] = run.yield;
    const bool may_be_empty = input->discovered || run.terms.settings->allow_empty;
    if (run.yield != CLI_HAD_FILES && !run.has_complained && !may_be_empty)
        cli_results_complain_empty(&passes->results, cli_pass_name(passes, item), run.yield);
}

/* ---- the pass ---- */

static void work_on_input(void *context, unsigned job, size_t item, void *result) {
    const cli_passes *const passes = context;
    const cli_judge judge = cli_pass_judge(passes);
    cli_judge_input(&judge, item, &passes->jobs[job], result);
}

/* A file that is listed twice is in its set once. */
static void postpone(cli_passes *passes, size_t item, const cli_result *result) {
    const cli_input *const input = &passes->inputs.items[item];
    passes->results.files_done += input->is_repeated;
    if (input->is_repeated ||
        cli_tickets_add(&passes->tickets, (cli_ticket){.folder = input->folder,
                                                       .format = result->format,
                                                       .is_context = input->is_context,
                                                       .item = item,
                                                       .bytes = result->bytes}))
        return;
    cli_complain("out of memory");
    cli_results_raise(&passes->results, CLI_INTERNAL);
}

/* Of that only files of sets count. */
static void take_context(cli_passes *passes, size_t item, const cli_result *result) {
    if (result->outcome == CLI_POSTPONED)
        postpone(passes, item, result);
    else
        passes->results.files_done++;
}

static void take_input(cli_passes *passes, size_t item, cli_result *result) {
    const cli_judge judge = cli_pass_judge(passes);
    const cli_input *const input = &passes->inputs.items[item];
    if (input->is_context) {
        take_context(passes, item, result);
        return;
    }
    cli_yield_add(&passes->yields[input->operand], result);
    if (result->outcome == CLI_POSTPONED) {
        postpone(passes, item, result);
        return;
    }
    passes->results.files_done++;
    if (result->outcome == CLI_CONTAINER)
        look_into(passes, item, result);
    else
        cli_results_take(&passes->results, cli_judge_terms(&judge, item).settings,
                         cli_pass_name(passes, item), result);
}

static bool emit_input(void *context, size_t item, void *result) {
    cli_passes *const passes = context;
    take_input(passes, item, result);
    cli_pass_show(passes, cli_pass_name(passes, item + 1));
    return true;
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
