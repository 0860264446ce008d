/* The process above the zygote. It does nothing but wait for the zygote's end, and start another:
 * one that was killed for the memory of a machine takes its judges with it, and not the service. */
#ifndef NAVLINT_SERVER_ISOLATE_KEEPER_H
#define NAVLINT_SERVER_ISOLATE_KEEPER_H

#include "server/isolate/nursery.h"

/* Forks the keeper of a nursery that has been made, and waits for the first zygote. Call before any
 * thread starts. Returns false, with a message on stderr, if there can be none. */
bool srv_keeper_start(srv_nursery *nursery);

/* Lets it end, and all below it. srv_nursery_hear comes to its end when they have. */
void srv_keeper_stop(srv_nursery *nursery);

#endif
