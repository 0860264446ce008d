#include "server/promise.h"

void srv_promises_add(srv_promises *promises, srv_promise *promise) {
    promise->previous = promises->last;
    promise->next = NULL;
    if (promises->last)
        promises->last->next = promise;
    else
        promises->first = promise;
    promises->last = promise;
}

void srv_promises_remove(srv_promises *promises, srv_promise *promise) {
    if (promise->previous)
        promise->previous->next = promise->next;
    else
        promises->first = promise->next;
    if (promise->next)
        promise->next->previous = promise->previous;
    else
        promises->last = promise->previous;
}

uint64_t srv_promise_owed(const srv_promise *promise) {
    return promise->length - promise->granted + promise->extra;
}

/* Bodies are under 2^35 bytes and a day: the products fit. */
bool srv_keeps_pace(uint64_t length, uint64_t arrived, uint64_t elapsed_ms) {
    return elapsed_ms <= SRV_FIRST_MOMENT_MS || arrived * SRV_IN_TIME_MS >= length * elapsed_ms;
}

static bool lends(const srv_promise *promise, const srv_borrower *borrower, bool keeps_pace) {
    const uint64_t arrived = atomic_load_explicit(&promise->arrived, memory_order_relaxed);
    const uint64_t elapsed_ms = borrower->now_ms - promise->since_ms;
    return promise != borrower->self &&
           srv_keeps_pace(promise->length, arrived, elapsed_ms) == keeps_pace;
}

static uint64_t sum(const srv_promises *promises, const srv_borrower *borrower, bool keeps_pace) {
    uint64_t bytes = 0;
    for (const srv_promise *promise = promises->first; promise; promise = promise->next)
        if (lends(promise, borrower, keeps_pace)) bytes += promise->backed;
    return bytes;
}

uint64_t srv_promises_lendable(const srv_promises *promises, const srv_borrower *borrower) {
    const uint64_t bytes = sum(promises, borrower, false);
    return borrower->is_small ? bytes + sum(promises, borrower, true) : bytes;
}

/* The pages of an earlier body that nobody has paid for must go. */
static void lend(srv_promise *promise, uint64_t bytes) {
    promise->backed -= bytes;
    if (promise->is_emptied) return;
    srv_block_empty(promise->block, (size_t)promise->granted);
    promise->is_emptied = true;
}

static uint64_t borrow(srv_promises *promises, uint64_t bytes, const srv_borrower *borrower,
                       bool keeps_pace) {
    uint64_t taken = 0;
    for (srv_promise *promise = promises->first; promise && taken < bytes;
         promise = promise->next) {
        if (promise->backed == 0 || !lends(promise, borrower, keeps_pace)) continue;
        const uint64_t most = bytes - taken;
        const uint64_t share = promise->backed < most ? promise->backed : most;
        lend(promise, share);
        taken += share;
    }
    return taken;
}

uint64_t srv_promises_borrow(srv_promises *promises, uint64_t bytes, const srv_borrower *borrower) {
    if (srv_promises_lendable(promises, borrower) < bytes) return 0;
    const uint64_t taken = borrow(promises, bytes, borrower, false);
    return borrower->is_small ? taken + borrow(promises, bytes - taken, borrower, true) : taken;
}
