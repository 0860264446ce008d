/* From the signal to stop until nothing is left to answer. */
#ifndef NAVLINT_SERVER_LIFE_DRAIN_H
#define NAVLINT_SERVER_LIFE_DRAIN_H

#include "server/config.h"
#include "server/service.h"

/* Serves on for the lame duck's seconds, then until every connection has ended, the drain timeout
 * is over or a second signal comes. Stop the service then. */
void srv_drain(srv_service *service, const srv_config *config);

#endif
