/* The wall around the service: what the process gives up before it reads a byte of a stranger.
 *
 * Whoever takes the process over has neither privileges, nor files but those named in the settings,
 * nor programs, nor new sockets. docs/security.md says what is given up and why each call is left.
 */
#ifndef NAVLINT_SERVER_WALL_WALL_H
#define NAVLINT_SERVER_WALL_WALL_H

#include <stdbool.h>

#include "server/config.h"

/* Does nobody run it as root who did not say so? Returns false with a message on stderr. */
bool srv_wall_admits(const srv_config *config);

/* Gives up privileges, core dumps and the file system, for good; and makes first what libraries
 * would read from files later. Does nothing where --wall is off. Call when the sockets listen and
 * before any thread starts: threads inherit it.
 * Returns false with a message on stderr. */
bool srv_wall_raise(const srv_config *config);

/* Gives up all system calls but those of calls.def, in all threads: another one ends the process.
 * Does nothing where --wall is off. Call before the first connection is served.
 * Returns false with a message on stderr. */
bool srv_wall_close(const srv_config *config);

#endif
