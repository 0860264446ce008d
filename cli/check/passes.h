/* The two passes of a run over the same threads: first the inputs, each by itself, where those of
 * formats with sets only tell their format and wait; then the sets. */
#ifndef NAVLINT_CLI_CHECK_PASSES_H
#define NAVLINT_CLI_CHECK_PASSES_H

#include "cli/check/judge.h"
#include "cli/check/run_results.h"
#include "cli/pool.h"

typedef struct cli_passes {
    const cli_check_settings *settings;
    const cli_terms *terms;       /* of what has none of its own */
    cli_suppress *suppress;       /* of the run */
    cli_map_folders *map_folders; /* of the run */
    cli_inputs inputs;            /* whose folders are noted */
    cli_yield *yields;            /* heap; one per operand */
    cli_job *jobs;                /* heap; one per thread, and one for the main thread */
    unsigned job_count;           /* threads */
    cli_tickets tickets;          /* of inputs that wait for their set */
    cli_set *sets;                /* heap; of the tickets */
    size_t set_count;
    cli_results results;
} cli_passes;

/* Judges or postpones every input; looks into archives. */
void cli_pass_inputs(cli_passes *passes);

/* Judges what was postponed. */
void cli_pass_sets(cli_passes *passes);

/* ---- what both use, in passes.c ---- */

/* The name of an input; "" past the last one. */
const char *cli_pass_name(const cli_passes *passes, size_t item);

/* How to judge what the passes go through; borrows. */
cli_judge cli_pass_judge(const cli_passes *passes);

/* Shows how far the run is, and what it waits for. */
void cli_pass_show(cli_passes *passes, const char *name);

/* Runs the pool; of it item_count, work, emit and idle are set. idle is left out if there is no
 * progress to show. Complains if there is no memory for it. */
void cli_pass_run(cli_passes *passes, cli_pool pool);

#endif
