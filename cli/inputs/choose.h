/* What is judged: what the words name, what a list names, and what git says of these. */
#ifndef NAVLINT_CLI_INPUTS_CHOOSE_H
#define NAVLINT_CLI_INPUTS_CHOOSE_H

#include "cli/inputs/walk.h"
#include "cli/settings.h"

/* Where git says what changed and nothing is named, the place to look is where one stands. */
void cli_choose_default(const cli_check_settings *settings, cli_operands *operands);

/* Adds the inputs: of the operands in their order, then of the list, whose inputs have the number
 * behind the last operand's.
 * walk: of folders; the operand is set here. is_directory: receives of each operand whether it is
 * one. Returns CLI_OK; or CLI_UNJUDGED or CLI_INTERNAL after a complaint. */
int cli_choose_inputs(const cli_check_settings *settings, const cli_operands *operands,
                      cli_walk walk, cli_inputs *inputs, bool *is_directory);

/* Leaves out what git ignores, where the terms of the inputs say so, and what did not change.
 * Returns CLI_OK; or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_choose_by_git(const cli_check_settings *settings, cli_inputs *inputs);

/* The same, but for what may be of a set with something that changed: that stays as context. Notes
 * the folders of the inputs. */
int cli_choose_with_company(const cli_check_settings *settings, cli_inputs *inputs);

#endif
