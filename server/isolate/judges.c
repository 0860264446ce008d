#include "server/isolate/judges.h"

#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/counters.h"
#include "server/isolate/order.h"
#include "server/isolate/zygote.h"
#include "server/log/log.h"
#include "server/upload_memory.h"

/* Longer texts than this come from budgets that nobody has. */
#define MOST_DATA_BYTES (UINT64_C(1) << 34)

/* What a slot keeps of its pages between two requests. */
enum { KEPT_DATA_BYTES = 4 << 20 };

/* How often a service that waits looks whether the zygote lives; a set of turns. */
enum { SLICE_MS = 1000, WORKING = 1 << SRV_TURN_CALLED | 1 << SRV_TURN_TAKEN | 1 << SRV_TURN_TOLD };

/* For the kernel to end a process that it was told to kill. */
enum { KILL_MS = 10000, CAUSE_BYTES = 48 };

struct srv_judges {
    srv_nursery nursery;
    uint64_t small_bytes; /* that judging a small file takes */
    uint64_t timeout_s;
    pthread_mutex_t lock;
    pthread_cond_t is_free;
    size_t free_count;
    size_t free[]; /* numbers of slots; the one used last is the first to be used again */
};

/* ---- start and stop ---- */

static uint64_t small_bytes(const srv_config *config) {
    navlint_options options;
    srv_options_make(&options, config->max_body_bytes, (uint32_t)config->max_findings);
    return srv_judge_bound(&options, SRV_SMALL_BODY_BYTES);
}

/* The body has to fit, and any text that the budget has room for. */
static size_t data_bytes(const srv_config *config) {
    uint64_t most = config->memory_budget_bytes;
    if (most > MOST_DATA_BYTES) most = MOST_DATA_BYTES;
    return (size_t)(most > config->max_body_bytes ? most : config->max_body_bytes);
}

srv_judges *srv_judges_start(const srv_config *config, const srv_masters *masters) {
    const size_t count = (size_t)(config->threads + config->workers);
    srv_judges *const judges = calloc(1, sizeof *judges + count * sizeof judges->free[0]);
    if (!judges) return NULL;
    judges->timeout_s = config->judge_timeout_s;
    judges->small_bytes = small_bytes(config);
    judges->nursery = (srv_nursery){.terms = {.data_bytes = data_bytes(config),
                                              .most_memory = config->memory_budget_bytes,
                                              .timeout_s = config->judge_timeout_s,
                                              .masters = masters},
                                    .count = count};
    for (size_t i = 0; i < count; i++)
        judges->free[judges->free_count++] = i;
    pthread_mutex_init(&judges->lock, NULL);
    pthread_cond_init(&judges->is_free, NULL);
    if (srv_zygote_start(&judges->nursery)) return judges;
    free(judges);
    return NULL;
}

void srv_judges_stop(srv_judges *judges) {
    if (!judges) return;
    srv_zygote_stop(&judges->nursery);
    pthread_cond_destroy(&judges->is_free);
    pthread_mutex_destroy(&judges->lock);
    free(judges);
}

/* ---- slots ---- */

static size_t take_slot(srv_judges *judges) {
    pthread_mutex_lock(&judges->lock);
    while (judges->free_count == 0)
        pthread_cond_wait(&judges->is_free, &judges->lock);
    const size_t index = judges->free[--judges->free_count];
    pthread_mutex_unlock(&judges->lock);
    return index;
}

/* The pages of a large body go back to the system. */
static void trim(const srv_judges *judges, srv_slot *slot, uint64_t used) {
    const size_t most = judges->nursery.terms.data_bytes;
    if (used > KEPT_DATA_BYTES && most > KEPT_DATA_BYTES)
        (void)madvise(slot->data + KEPT_DATA_BYTES, most - KEPT_DATA_BYTES, MADV_REMOVE);
}

static void give_slot(srv_judges *judges, size_t index) {
    atomic_store(&srv_nursery_slot(&judges->nursery, index)->turn, SRV_TURN_IDLE);
    pthread_mutex_lock(&judges->lock);
    judges->free[judges->free_count++] = index;
    pthread_cond_signal(&judges->is_free);
    pthread_mutex_unlock(&judges->lock);
}

/* ---- ends of judges ---- */

static bool is_working(uint32_t turn) {
    return turn == SRV_TURN_CALLED || turn == SRV_TURN_TAKEN || turn == SRV_TURN_TOLD;
}

/* Waits until the judge of a slot has ended that was the `before`th. Only the board is believed. */
static void wait_for_end(srv_board *board, uint32_t before) {
    const struct timespec second = {.tv_sec = 1};
    const uint64_t until_ms = srv_now_ms() + KILL_MS;
    while (atomic_load(&board->ended) == before && srv_now_ms() < until_ms)
        (void)syscall(SYS_futex, &board->ended, FUTEX_WAIT, before, &second, NULL, 0);
}

/* Returns false if it cannot be: the zygote has gone. */
static bool kill_judge(srv_judges *judges, size_t index) {
    const uint32_t number = (uint32_t)index;
    srv_board *const board = &judges->nursery.boards[index];
    const uint32_t before = atomic_load(&board->ended);
    if (write(judges->nursery.service_fd, &number, sizeof number) != (ssize_t)sizeof number)
        return false;
    wait_for_end(board, before);
    return true;
}

static void tell_status(char out[CAUSE_BYTES], int status) {
    if (WIFSIGNALED(status))
        (void)snprintf(out, CAUSE_BYTES, "signal %d", WTERMSIG(status));
    else
        (void)snprintf(out, CAUSE_BYTES, "exit status %d", WEXITSTATUS(status));
}

/* What became of the judge, which has not answered. */
static srv_problem bury(srv_judges *judges, size_t index, uint32_t turn) {
    char cause[CAUSE_BYTES] = "time limit";
    if (turn == SRV_TURN_ENDED)
        tell_status(cause, atomic_load(&judges->nursery.boards[index].status));
    else if (!kill_judge(judges, index))
        (void)snprintf(cause, sizeof cause, "no judges");
    else if (!is_working(turn))
        (void)snprintf(cause, sizeof cause, "wrong answer");
    const srv_field fields[] = {srv_field_text("cause", cause), {0}};
    srv_event("judge-died", fields);
    srv_count(&srv_counts.judges_died, 1);
    return srv_problem_make(SRV_JUDGE_DIED, cause, strlen(cause));
}

/* ---- judging ---- */

/* Gives or refuses what the judge wants, from the budget of all requests. */
static void grant(srv_slot *slot, srv_upload *upload) {
    const uint64_t bytes = slot->asked_bytes;
    const srv_share share = slot->asked_share == SRV_FOR_JUDGING ? SRV_FOR_JUDGING : SRV_FOR_BODIES;
    slot->is_granted = srv_memory_reserve(upload->memory, bytes, share);
    if (slot->is_granted) upload->text_bytes += bytes;
    (void)srv_slot_pass_from(slot, SRV_TURN_ASKS, SRV_TURN_TOLD, true);
}

static uint32_t wait_for_a_second(srv_slot *slot, uint64_t deadline_ms) {
    const uint64_t slice_ms = srv_now_ms() + SLICE_MS;
    return srv_slot_wait(
        slot, &(srv_patience){.waits_for_end_of = WORKING,
                              .is_service = true,
                              .until_ms = slice_ms < deadline_ms ? slice_ms : deadline_ms});
}

/* Returns the turn at which the order came to its end, or the time did. */
static uint32_t follow(const srv_judges *judges, srv_slot *slot, srv_upload *upload) {
    const uint64_t deadline_ms = srv_now_ms() + judges->timeout_s * 1000;
    uint32_t turn = SRV_TURN_CALLED;
    do {
        turn = wait_for_a_second(slot, deadline_ms);
        if (turn == SRV_TURN_ASKS) grant(slot, upload);
    } while (srv_now_ms() < deadline_ms &&
             (turn == SRV_TURN_ASKS || (is_working(turn) && srv_zygote_lives(&judges->nursery))));
    return turn;
}

/* The copy of a large body counts, too; then there is one again. */
static bool write_order(srv_slot *slot, srv_upload *upload, uint64_t copied_bytes) {
    srv_order *const order = &slot->order;
    if (!srv_order_write(slot, upload)) return false;
    order->limit_bytes = upload->memory->limit;
    order->aside_bytes = upload->memory->aside;
    order->granted_bytes = upload->text_bytes - copied_bytes;
    if (copied_bytes > 0) srv_memory_give(upload->memory, &upload->body);
    return true;
}

static srv_problem judge_in(srv_judges *judges, size_t index, srv_upload *upload,
                            srv_reply *reply) {
    srv_slot *const slot = srv_nursery_slot(&judges->nursery, index);
    const size_t capacity = judges->nursery.terms.data_bytes;
    srv_slot_pass(slot, SRV_TURN_CALLED, true);
    const uint32_t turn = follow(judges, slot, upload);
    if (turn != SRV_TURN_DONE) return bury(judges, index, turn);
    const bool is_read = srv_judged_read(slot, capacity, upload, reply);
    return is_read ? srv_no_problem : bury(judges, index, turn);
}

static srv_problem judge(srv_judges *judges, srv_upload *upload, srv_reply *reply) {
    const bool is_large = upload->used > SRV_SMALL_BODY_BYTES;
    const uint64_t bytes = is_large ? upload->used : judges->small_bytes;
    if (!srv_memory_reserve(upload->memory, bytes, is_large ? SRV_FOR_BODIES : SRV_FOR_JUDGING))
        return srv_problem_make(SRV_BUSY, NULL, 0);
    upload->text_bytes += bytes + srv_memory_redeem(upload->memory, &upload->promise);
    const size_t index = take_slot(judges);
    srv_slot *const slot = srv_nursery_slot(&judges->nursery, index);
    const size_t used = upload->used;
    const srv_problem problem = write_order(slot, upload, is_large ? bytes : 0)
                                    ? judge_in(judges, index, upload, reply)
                                    : srv_problem_make(SRV_INTERNAL, NULL, 0);
    trim(judges, slot, used > reply->length ? used : reply->length);
    give_slot(judges, index);
    return problem;
}

void srv_judges_judge(srv_judges *judges, srv_upload *upload, srv_reply *reply) {
    if (upload->late.answer != SRV_OK || upload->used == 0) { /* there is nothing to judge */
        srv_upload_judge(upload, reply);
        return;
    }
    const srv_problem problem = judge(judges, upload, reply);
    if (problem.answer != SRV_OK) srv_reply_problem(reply, &problem, NULL);
    srv_upload_settle(upload, reply->length);
}
