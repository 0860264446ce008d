/* The other end of the health check: a navlintd that asks another one. */
#ifndef NAVLINT_SERVER_HEALTH_H
#define NAVLINT_SERVER_HEALTH_H

#include <stdbool.h>

#include "server/config.h"

/* Is the service that these settings belong to ready? Asks it at --bind and --port, for containers
 * that have neither curl nor a shell. Waits no more than a few seconds. */
bool srv_is_healthy(const srv_config *config);

#endif
