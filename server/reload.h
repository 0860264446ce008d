/* What SIGHUP makes the service read again. */
#ifndef NAVLINT_SERVER_RELOAD_H
#define NAVLINT_SERVER_RELOAD_H

#include <stdbool.h>

enum { SRV_RELOAD_WHY_BYTES = 512 };

/* Reads one thing again. Runs on the main thread while requests are served; where it fails, what
 * was read before stays in force.
 * why: SRV_RELOAD_WHY_BYTES bytes that receive the reason of a failure.
 * Returns whether it has been read. */
typedef bool srv_reload_function(void *context, char *why);

/* Adds to what is reloaded, in that order; there is room for 8. Call on the main thread.
 * name: what is reloaded, for the log; borrowed, as is `context`. */
void srv_reload_add(const char *name, srv_reload_function *function, void *context);

/* Reloads everything, and logs how each ended. Call on the main thread. */
void srv_reload_all(void);

#endif
