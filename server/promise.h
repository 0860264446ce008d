/* What was announced and has not come: memory that a request may count on, and that others may
 * borrow when its body does not keep pace. */
#ifndef NAVLINT_SERVER_PROMISE_H
#define NAVLINT_SERVER_PROMISE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/block.h"

/* A body keeps pace in its first moment, and as long as it would end in time at its average pace.
 */
enum { SRV_FIRST_MOMENT_MS = 1000, SRV_IN_TIME_MS = 15000 };

/* Zero it; memory.h makes and ends it. All but `arrived` is guarded by the lock of the memory. */
typedef struct srv_promise {
    struct srv_promise *next; /* made later */
    struct srv_promise *previous;
    const srv_block *block; /* where the body goes; NULL: no promise */
    uint64_t since_ms;
    uint64_t length;  /* bytes announced: the block's */
    uint64_t granted; /* bytes of the block that may be written: they count for the block */
    uint64_t extra;   /* bytes for what comes after the body */
    uint64_t backed;  /* bytes in the budget for what is not granted, and extra */
    bool is_emptied;  /* the block has no pages behind what is granted */
    _Atomic uint64_t arrived;
} srv_promise;

/* In the order in which they were made. */
typedef struct srv_promises {
    srv_promise *first;
    srv_promise *last;
} srv_promises;

void srv_promises_add(srv_promises *promises, srv_promise *promise);
void srv_promises_remove(srv_promises *promises, srv_promise *promise);

/* Bytes that the promise is about: not granted, and extra. */
uint64_t srv_promise_owed(const srv_promise *promise);

/* Does a body of `length` bytes keep pace, of which `arrived` have come in elapsed_ms? Pure. */
bool srv_keeps_pace(uint64_t length, uint64_t arrived, uint64_t elapsed_ms);

/* Whom to borrow from. */
typedef struct srv_borrower {
    const srv_promise *self; /* never borrowed from; NULL: none */
    bool is_small;           /* may borrow from those that keep pace, too, after the others */
    uint64_t now_ms;
} srv_borrower;

/* What could be borrowed. */
uint64_t srv_promises_lendable(const srv_promises *promises, const srv_borrower *borrower);

/* Takes `bytes` out of what backs the promises, the oldest first, and nothing if they have less.
 * Returns what has been taken: it may be less, for bytes arrive meanwhile. */
uint64_t srv_promises_borrow(srv_promises *promises, uint64_t bytes, const srv_borrower *borrower);

#endif
