#include "server/isolate/nursery.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- memory ---- */

/* Pages come as they are touched. */
static void *share(size_t bytes) {
    void *const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

bool srv_nursery_make(srv_nursery *nursery) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    nursery->slot_bytes = (sizeof(srv_slot) + nursery->terms.data_bytes + page - 1) / page * page;
    nursery->boards = share(nursery->count * sizeof *nursery->boards);
    nursery->slots = share(nursery->count * nursery->slot_bytes);
    return nursery->boards && nursery->slots && pipe2(nursery->orders, O_CLOEXEC) == 0 &&
           pipe2(nursery->news, O_CLOEXEC) == 0;
}

void srv_nursery_free(srv_nursery *nursery) {
    (void)close(nursery->news[0]);
    (void)munmap(nursery->boards, nursery->count * sizeof *nursery->boards);
    (void)munmap(nursery->slots, nursery->count * nursery->slot_bytes);
}

srv_slot *srv_nursery_slot(const srv_nursery *nursery, size_t index) {
    return (srv_slot *)(void *)(nursery->slots + index * nursery->slot_bytes);
}

bool srv_nursery_keep_slot(const srv_nursery *nursery, size_t index) {
    const size_t before = index * nursery->slot_bytes;
    const size_t behind = (nursery->count - index - 1) * nursery->slot_bytes;
    unsigned char *const next = nursery->slots + before + nursery->slot_bytes;
    return (before == 0 || munmap(nursery->slots, before) == 0) &&
           (behind == 0 || munmap(next, behind) == 0) &&
           munmap(nursery->boards, nursery->count * sizeof *nursery->boards) == 0;
}

/* ---- ends ---- */

/* First the board: when a judge is known to have ended, what is left to do for it changes only a
 * turn that no other judge can have set yet. */
static void note_end(const srv_nursery *nursery, size_t index, uint32_t over) {
    srv_board *const board = &nursery->boards[index];
    atomic_fetch_add(&board->ended, 1);
    (void)syscall(SYS_futex, &board->ended, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    srv_slot_end(srv_nursery_slot(nursery, index), over);
}

void srv_nursery_note_end(const srv_nursery *nursery, size_t index, int status) {
    atomic_store(&nursery->boards[index].status, status);
    note_end(nursery, index, SRV_TURNS_OF_JUDGE);
}

void srv_nursery_abandon(const srv_nursery *nursery) {
    for (size_t i = 0; i < nursery->count; i++)
        note_end(nursery, i, SRV_TURNS_OF_JUDGE | 1u << SRV_TURN_CALLED);
}

/* ---- the service and those above the judges ---- */

/* Only the board is believed. */
bool srv_nursery_kill(const srv_nursery *nursery, size_t index) {
    srv_board *const board = &nursery->boards[index];
    const srv_kill_order order = {.index = (uint32_t)index, .ended = atomic_load(&board->ended)};
    if (write(nursery->orders[1], &order, sizeof order) != (ssize_t)sizeof order) return false;
    while (atomic_load(&board->ended) == order.ended)
        (void)syscall(SYS_futex, &board->ended, FUTEX_WAIT, order.ended, NULL, NULL, 0);
    return true;
}

bool srv_nursery_hear(const srv_nursery *nursery, srv_news *news) {
    ssize_t got = 0;
    do {
        got = read(nursery->news[0], news, sizeof *news);
    } while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof *news;
}
