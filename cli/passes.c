#include "passes.h"

#include "print.h"

const char *cli_pass_name(const cli_passes *this, size_t item) {
    return item < this->inputs.count ? cli_input_name(this->settings, &this->inputs.items[item])
                                     : "";
}

void cli_pass_show(cli_passes *this, const char *name) {
    cli_progress_show(&this->results.progress, this->results.files_done, name);
}

static void discard(void *result) {
    cli_result_free(result);
}

void cli_pass_run(cli_passes *this, cli_pool pool) {
    pool.jobs = this->job_count < pool.item_count ? this->job_count : (unsigned)pool.item_count;
    pool.result_bytes = sizeof(cli_result);
    pool.context = this;
    pool.discard = discard;
    if (!this->results.progress.enabled) pool.idle = NULL;
    if (pool.item_count == 0 || cli_pool_run(&pool)) return;
    cli_complain("out of memory or threads");
    cli_results_raise(&this->results, CLI_INTERNAL);
}
