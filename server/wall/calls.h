/* System calls, by seccomp. */
#ifndef NAVLINT_SERVER_WALL_CALLS_H
#define NAVLINT_SERVER_WALL_CALLS_H

#include <stdbool.h>

/* Leaves the calls of calls.def to all threads of the process, and kills it at another one.
 * has_files: the calls for files among them. Needs no_new_privs.
 * Returns false if that cannot be. */
bool srv_calls_confine(bool has_files);

#endif
