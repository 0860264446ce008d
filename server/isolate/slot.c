#include "server/isolate/slot.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"

static bool is_awaited(uint32_t turn, const srv_patience *patience) {
    return turn >= SRV_TURN_COUNT || !(patience->waits_for_end_of & (UINT32_C(1) << turn));
}

/* until_ms: 0 for ever. Returns at the latest then, and early where there is a reason. */
static void sleep_on(_Atomic uint32_t *word, uint32_t value, uint64_t until_ms) {
    const uint64_t now = until_ms > 0 ? srv_now_ms() : 0;
    const uint64_t left = until_ms > now ? until_ms - now : 0;
    const struct timespec timeout = {.tv_sec = (time_t)(left / 1000),
                                     .tv_nsec = (long)(left % 1000) * 1000000};
    (void)syscall(SYS_futex, word, FUTEX_WAIT, value, until_ms > 0 ? &timeout : NULL, NULL, 0);
}

uint32_t srv_slot_wait(srv_slot *slot, const srv_patience *patience) {
    _Atomic uint32_t *const sleeps =
        patience->is_service ? &slot->service_sleeps : &slot->judge_sleeps;
    uint32_t turn = atomic_load(&slot->turn);
    while (!is_awaited(turn, patience)) {
        atomic_store(sleeps, 1);
        turn = atomic_load(&slot->turn); /* after the flag: whoever changes it now sees the flag */
        if (is_awaited(turn, patience)) break;
        sleep_on(&slot->turn, turn, patience->until_ms);
        turn = atomic_load(&slot->turn);
        if (patience->until_ms > 0 && srv_now_ms() >= patience->until_ms) break;
    }
    atomic_store(sleeps, 0);
    return turn;
}

static void wake(srv_slot *slot, bool by_service) {
    _Atomic uint32_t *const sleeps = by_service ? &slot->judge_sleeps : &slot->service_sleeps;
    if (atomic_load(sleeps) != 0)
        (void)syscall(SYS_futex, &slot->turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void srv_slot_pass(srv_slot *slot, srv_turn turn, bool by_service) {
    atomic_store(&slot->turn, turn);
    wake(slot, by_service);
}

bool srv_slot_pass_from(srv_slot *slot, srv_turn from, srv_turn turn, bool by_service) {
    uint32_t expected = from;
    const bool is_passed = atomic_compare_exchange_strong(&slot->turn, &expected, turn);
    if (is_passed) wake(slot, by_service);
    return is_passed;
}

void srv_slot_end(srv_slot *slot, uint32_t over) {
    uint32_t turn = atomic_load(&slot->turn);
    while (turn < SRV_TURN_COUNT && (over >> turn & 1u) != 0 &&
           !atomic_compare_exchange_weak(&slot->turn, &turn, SRV_TURN_ENDED)) {
    }
    (void)syscall(SYS_futex, &slot->turn, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
