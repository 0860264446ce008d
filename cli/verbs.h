/* The verbs, one file each; main.c holds them in its table. Each takes its row of the table and the
 * words behind the verb, and returns an exit code. */
#ifndef NAVLINT_CLI_VERBS_H
#define NAVLINT_CLI_VERBS_H

#include "cli/options.h"

extern const cli_verb cli_verb_check;
extern const cli_verb cli_verb_config;
extern const cli_verb cli_verb_draw;
extern const cli_verb cli_verb_diff;
extern const cli_verb cli_verb_dump;
extern const cli_verb cli_verb_explain;
extern const cli_verb cli_verb_extract;
extern const cli_verb cli_verb_fix;
extern const cli_verb cli_verb_formats;
extern const cli_verb cli_verb_layout;
extern const cli_verb cli_verb_list;
extern const cli_verb cli_verb_rules;
extern const cli_verb cli_verb_watch;
extern const cli_verb cli_verb_witness;

#endif
