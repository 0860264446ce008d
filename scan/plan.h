/* From the inputs of a run to its tasks. */
#ifndef NAVLINT_SCAN_PLAN_H
#define NAVLINT_SCAN_PLAN_H

#include "cli/inputs/walk.h"

/* Task t has the items from firsts[t] to firsts[t + 1], in the order of the inputs. */
typedef struct scan_plan {
    size_t *items;  /* heap; numbers of inputs */
    size_t *firsts; /* heap; count + 1 */
    size_t count;   /* tasks */
} scan_plan;

typedef struct scan_plan_size {
    size_t task_files; /* of a task, about */
    unsigned jobs;
} scan_plan_size;

/* Cuts the inputs into tasks. What may be judged together stays together:
 * of a folder with no more files than that all, of a larger one those of formats with sets, which
 * are told from their first megabyte, on `jobs` threads. An archive is a task of its own. Where it
 * may cut depends on the names around, so that a file more changes few tasks. options: made of the
 * settings of the check. Returns false if memory ran out. */
bool scan_plan_make(scan_plan *plan, const cli_inputs *inputs, const navlint_options *options,
                    scan_plan_size size);

void scan_plan_free(scan_plan *plan);

#endif
