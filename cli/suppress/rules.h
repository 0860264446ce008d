/* Which rules a run looks for. */
#ifndef NAVLINT_CLI_SUPPRESS_RULES_H
#define NAVLINT_CLI_SUPPRESS_RULES_H

#include "cli/settings.h"

/* Says whether findings of the rule would be in a report that these settings give, before it is
 * shown. A rule that this version does not know any more is met by nothing: true. */
bool cli_looks_for(const cli_check_settings *settings, const char *code);

#endif
