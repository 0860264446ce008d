/* Reads the word behind an option into a member of a verb's settings. */
#ifndef NAVLINT_CLI_VALUES_H
#define NAVLINT_CLI_VALUES_H

#include "cli/options.h"

typedef struct cli_assignment {
    const char *verb;         /* in whose name to complain */
    const cli_option *option; /* not a CLI_FLAG */
    const char *value;
    void *target; /* the member, of the type that the option's kind names */
} cli_assignment;

/* Returns CLI_OK; or CLI_USAGE or CLI_INTERNAL after a complaint. */
int cli_assign(const cli_assignment *assignment);

/* Append a word, which is borrowed; set a rule's severity: one row a rule, so that the last word on
 * it stands whatever came before. Return CLI_OK, or CLI_INTERNAL after a complaint. */
int cli_list_append(cli_list *words, const char *word);
int cli_overrides_set(cli_overrides *overrides, navlint_override override);

#endif
