/* Nothing signals a module; Node ignores SIGPIPE for it. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_SIGNAL_H
#define NAVLINT_WASM_COMMAND_SYSTEM_SIGNAL_H

#define SIGPIPE 13
typedef unsigned char sigset_t; /* liblzma wants it */

#define SIG_IGN ((void (*)(int))1)

static inline void (*signal(int number, void (*handler)(int)))(int) {
    (void)number;
    return handler;
}

static inline int sigprocmask(int how, const sigset_t *set, sigset_t *before) {
    (void)how, (void)set, (void)before;
    return 0;
}

#endif
