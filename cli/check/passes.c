#include "cli/check/passes.h"

#include "cli/output.h"

const char *cli_pass_name(const cli_passes *passes, size_t item) {
    return item < passes->inputs.count
               ? cli_input_name(passes->settings, &passes->inputs.items[item])
               : "";
}

cli_judge cli_pass_judge(const cli_passes *passes) {
    return (cli_judge){passes->settings, passes->terms->options, passes->terms->masters,
                       &passes->inputs,  passes->suppress,       passes->map_folders};
}

void cli_pass_show(cli_passes *passes, const char *name) {
    cli_progress_show(&passes->results.progress, passes->results.files_done, name);
}

static void discard(void *result) {
    cli_result_free(result);
}

void cli_pass_run(cli_passes *passes, cli_pool pool) {
    pool.jobs = passes->job_count < pool.item_count ? passes->job_count : (unsigned)pool.item_count;
    pool.result_bytes = sizeof(cli_result);
    pool.context = passes;
    pool.discard = discard;
    if (!passes->results.progress.enabled) pool.idle = NULL;
    if (pool.item_count == 0 || cli_pool_run(&pool)) return;
    cli_complain("out of memory or threads");
    cli_results_raise(&passes->results, CLI_INTERNAL);
}
