/* The process that judges are forked from: it has read what they need, and has seen nothing of a
 * stranger. */
#ifndef NAVLINT_SERVER_ISOLATE_ZYGOTE_H
#define NAVLINT_SERVER_ISOLATE_ZYGOTE_H

#include <sys/types.h>

#include "server/isolate/nursery.h"

/* Starts a judge for each slot, tells the service so, and starts another where one has ended, until
 * the service has gone. Call in a process of its own with one thread. keeper: its parent; judges
 * end with the zygote, and it with that. */
_Noreturn void srv_zygote_run(const srv_nursery *nursery, pid_t keeper);

#endif
