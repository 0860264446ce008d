#include "server/life/drain.h"

#include <stdint.h>

#include "server/life/signals.h"
#include "server/watchdog.h"

enum { STEP_MS = 20 };

/* Returns false if a signal cut it short. */
static bool be_lame_duck(uint64_t seconds) {
    const uint64_t end_ms = srv_now_ms() + seconds * 1000;
    for (uint64_t now = srv_now_ms(); now < end_ms; now = srv_now_ms())
        if (srv_signal_wait((int)(end_ms - now)) == SRV_SIGNAL_STOP) return false;
    return true;
}

static void wait_for_connections(srv_service *service, uint64_t seconds) {
    const uint64_t end_ms = srv_now_ms() + seconds * 1000;
    while (srv_now_ms() < end_ms) {
        srv_service_end_quiet(service);
        if (srv_service_is_idle(service) || srv_signal_wait(STEP_MS) == SRV_SIGNAL_STOP) return;
    }
}

void srv_drain(srv_service *service, const srv_config *config) {
    srv_service_announce_end(service);
    if (!be_lame_duck(config->lame_duck_s)) return;
    srv_service_end_accepting(service);
    wait_for_connections(service, config->drain_timeout_s);
}
