#include "server/life/signals.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

static void make_taken(sigset_t *taken) {
    sigemptyset(taken);
    sigaddset(taken, SIGTERM);
    sigaddset(taken, SIGINT);
    sigaddset(taken, SIGHUP);
}

static pthread_t taker;

void srv_signals_take(void) {
    sigset_t taken;
    taker = pthread_self();
    make_taken(&taken);
    pthread_sigmask(SIG_BLOCK, &taken, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, SIG_IGN);
}

void srv_signal_stop(void) {
    (void)pthread_kill(taker, SIGTERM);
}

static int wait_for(const sigset_t *taken, int timeout_ms) {
    if (timeout_ms < 0) return sigwaitinfo(taken, NULL);
    const struct timespec timeout = {.tv_sec = timeout_ms / 1000,
                                     .tv_nsec = timeout_ms % 1000 * 1000000L};
    return sigtimedwait(taken, NULL, &timeout);
}

srv_signal srv_signal_wait(int timeout_ms) {
    sigset_t taken;
    make_taken(&taken);
    switch (wait_for(&taken, timeout_ms)) {
    case SIGTERM:
    case SIGINT:
        return SRV_SIGNAL_STOP;
    case SIGHUP:
        return SRV_SIGNAL_RELOAD;
    default: /* the time is over, or the process was stopped and continued */
        return SRV_SIGNAL_NONE;
    }
}
