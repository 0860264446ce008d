#include "cli/watch/judge.h"

#include <stdlib.h>

#include "cli/check/passes.h"
#include "cli/inputs/folders.h"
#include "cli/inputs/git.h"
#include "cli/output.h"

static int settle_terms(cli_terms_book *book, cli_inputs *inputs) {
    for (size_t i = 0; book->code == CLI_OK && i < inputs->count; i++)
        inputs->items[i].terms = cli_terms_of_file(book, inputs->items[i].path);
    return book->code;
}

static int run_passes(cli_passes *passes) {
    cli_progress_open(&passes->results.progress, true, passes->inputs.count);
    cli_pass_inputs(passes);
    cli_pass_sets(passes);
    for (unsigned job = 0; job <= passes->job_count; job++)
        cli_job_close(&passes->jobs[job]);
    cli_progress_clear(&passes->results.progress);
    return passes->results.code == CLI_INTERNAL ? CLI_INTERNAL : CLI_OK;
}

/* What is known already is passed over, as check does. */
static int run(cli_passes *passes) {
    cli_suppress suppress = {0};
    cli_map_folders map_folders;
    int code = cli_suppress_open(&suppress, passes->settings);
    cli_map_folders_open(&map_folders);
    passes->suppress = &suppress;
    passes->map_folders = &map_folders;
    if (code == CLI_OK) code = run_passes(passes);
    cli_map_folders_close(&map_folders);
    cli_suppress_close(&suppress);
    return code;
}

static int run_prepared(cli_terms_book *book, cli_passes *passes) {
    passes->yields = calloc(1, sizeof *passes->yields);
    passes->jobs = calloc((size_t)passes->job_count + 1, sizeof *passes->jobs);
    if (!passes->yields || !passes->jobs) return cli_complain("out of memory"), CLI_INTERNAL;
    int code = settle_terms(book, &passes->inputs);
    if (code == CLI_OK) code = cli_git_drop_ignored(&passes->inputs, false);
    if (code == CLI_OK && !cli_inputs_note_folders(&passes->inputs)) code = CLI_INTERNAL;
    if (code == CLI_OK) code = run(passes);
    (void)cli_terms_complain_masters(book);
    return code;
}

static void free_passes(cli_passes *passes) {
    cli_results_free(&passes->results);
    cli_tickets_free(&passes->tickets);
    cli_inputs_free(&passes->inputs);
    free(passes->sets);
    free(passes->jobs);
    free(passes->yields);
}

int cli_watch_judge(cli_terms_book *book, cli_inputs *inputs, cli_marks *marks) {
    cli_passes passes = {.settings = book->command,
                         .terms = book->plain,
                         .inputs = *inputs,
                         .job_count = cli_job_count(book->command->jobs),
                         .results = {.settings = book->command}};
    *inputs = (cli_inputs){0};
    const int code = run_prepared(book, &passes);
    *marks = passes.results.marks;
    passes.results.marks = (cli_marks){0};
    free_passes(&passes);
    return code;
}
