/* Signals, taken by one thread at times of its choice. */
#ifndef NAVLINT_SERVER_LIFE_SIGNALS_H
#define NAVLINT_SERVER_LIFE_SIGNALS_H

#include <stdbool.h>

typedef enum srv_signal {
    SRV_SIGNAL_NONE = 0, /* the time is over */
    SRV_SIGNAL_STOP,     /* SIGTERM or SIGINT */
    SRV_SIGNAL_RELOAD    /* SIGHUP */
} srv_signal;

/* Keeps the signals above for srv_signal_wait on this thread, and ignores SIGPIPE, SIGUSR1 and
 * SIGUSR2. To be called before any thread starts: threads inherit it. */
void srv_signals_take(void);

/* As if SIGTERM had come. Any thread. */
void srv_signal_stop(void);

/* Waits for the next signal. timeout_ms: -1 for none. */
srv_signal srv_signal_wait(int timeout_ms);

#endif
