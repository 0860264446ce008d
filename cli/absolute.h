/* Where a path starts. */
#ifndef NAVLINT_CLI_ABSOLUTE_H
#define NAVLINT_CLI_ABSOLUTE_H

#include <stdbool.h>

/* Says whether the path does not depend on the folder that it is read in. */
bool cli_is_absolute(const char *path);

#endif
