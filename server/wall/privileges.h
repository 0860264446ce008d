/* Privileges of the process. */
#ifndef NAVLINT_SERVER_WALL_PRIVILEGES_H
#define NAVLINT_SERVER_WALL_PRIVILEGES_H

#include <stdbool.h>

/* Gives up all capabilities, what set-user-ID programs could give back, core dumps, and being
 * looked into by other processes of the same user. Of the calling thread and those that it starts.
 * Returns false if something of it cannot be. */
bool srv_privileges_drop(void);

#endif
