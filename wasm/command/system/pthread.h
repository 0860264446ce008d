/* One thread: locks are always free. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_PTHREAD_H
#define NAVLINT_WASM_COMMAND_SYSTEM_PTHREAD_H

#include <sys/types.h>

#define PTHREAD_ONCE_INIT 0

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *attributes) {
    (void)mutex, (void)attributes;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    (void)mutex;
    return 0;
}

static inline int pthread_once(pthread_once_t *once, void (*prepare)(void)) {
    if (!*once) prepare();
    *once = 1;
    return 0;
}

#endif
