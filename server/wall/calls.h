/* System calls, by seccomp. */
#ifndef NAVLINT_SERVER_WALL_CALLS_H
#define NAVLINT_SERVER_WALL_CALLS_H

#include <stdbool.h>

/* Which calls are left: to the service by calls.def, where its settings name no files or some; to a
 * judge by judge_calls.def. */
typedef enum srv_calls {
    SRV_CALLS_WITHOUT_FILES = 0,
    SRV_CALLS_WITH_FILES,
    SRV_CALLS_OF_JUDGE
} srv_calls;

/* Leaves those calls to all threads of the process, and kills it at another one. Needs
 * no_new_privs. Returns false if that cannot be. */
bool srv_calls_confine(srv_calls which);

#endif
