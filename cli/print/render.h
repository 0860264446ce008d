/* Reports as texts, as the rules that they name, or as rows of a table. */
#ifndef NAVLINT_CLI_PRINT_RENDER_H
#define NAVLINT_CLI_PRINT_RENDER_H

#include "cli/check/task.h"

/* Puts the reports of a task into the result: texts, breaches under --statistics, or rows under
 * --summary.
 * Returns false if memory ran out. */
bool cli_render(const cli_task *task, const navlint_report *report, cli_result *result);

#endif
