#include "server/isolate/judges.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "server/clock.h"
#include "server/counters.h"
#include "server/isolate/keeper.h"
#include "server/isolate/order.h"
#include "server/log/log.h"
#include "server/upload_memory.h"

/* Longer texts than this come from budgets that nobody has. */
#define MOST_DATA_BYTES (UINT64_C(1) << 34)

/* What a slot keeps of its pages between two requests. */
enum { KEPT_DATA_BYTES = 4 << 20 };

/* For as long a thread that serves connections waits for a judge: most small files take less, and
 * then a suspended connection and a second thread cost more than the judge. */
enum { MOST_WAIT_MS = 5 };

enum { CAUSE_BYTES = 48 };

struct srv_judges {
    srv_nursery nursery;
    uint64_t small_bytes; /* that judging a small file takes */
    uint64_t timeout_ms;
    srv_pool pool;
    srv_workers minders; /* one for each judge: who has called one never waits for a minder */
    bool has_minders;
    pthread_t listener;
    bool is_heard; /* by the listener */
    bool is_lost;  /* all has ended, and not as it should; the listener's */
    srv_heir heir;
    _Atomic bool is_ready;
    _Atomic bool is_ending; /* as it should */
    _Atomic bool is_over;   /* there will be no judge any more */
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

static bool start(srv_judges *judges) {
    const size_t count = judges->nursery.count;
    if (!srv_nursery_make(&judges->nursery) || !srv_pool_open(&judges->pool, count)) {
        perror("navlintd: --isolate");
        return false;
    }
    return srv_keeper_start(&judges->nursery);
}

srv_judges *srv_judges_start(const srv_config *config, const srv_masters *masters) {
    srv_judges *const judges = calloc(1, sizeof *judges);
    if (!judges) return NULL;
    judges->timeout_ms = config->judge_timeout_s * 1000;
    judges->small_bytes = small_bytes(config);
    judges->nursery = (srv_nursery){.terms = {.data_bytes = data_bytes(config),
                                              .most_memory = config->memory_budget_bytes,
                                              .timeout_s = config->judge_timeout_s,
                                              .masters = masters},
                                    .count = (size_t)(config->threads + config->workers)};
    atomic_store(&judges->is_ready, true);
    if (start(judges)) return judges;
    free(judges); /* and the process ends */
    return NULL;
}

void srv_judges_end(srv_judges *judges) {
    if (!judges || atomic_exchange(&judges->is_ending, true)) return;
    srv_keeper_stop(&judges->nursery);
    if (judges->is_heard) pthread_join(judges->listener, NULL);
}

void srv_judges_free(srv_judges *judges) {
    if (!judges) return;
    srv_judges_end(judges);
    srv_nursery_free(&judges->nursery);
    srv_pool_free(&judges->pool);
    free(judges);
}

bool srv_judges_are_ready(const srv_judges *judges) {
    return !judges || atomic_load(&judges->is_ready);
}

bool srv_judges_are_lost(const srv_judges *judges) {
    return judges && judges->is_lost;
}

size_t srv_judges_queued(srv_judges *judges) {
    return judges ? srv_pool_queued(&judges->pool) : 0;
}

/* ---- what became of judges and zygotes ---- */

static void tell_status(char out[CAUSE_BYTES], int status) {
    if (WIFSIGNALED(status))
        (void)snprintf(out, CAUSE_BYTES, "signal %d", WTERMSIG(status));
    else
        (void)snprintf(out, CAUSE_BYTES, "exit status %d", WEXITSTATUS(status));
}

static void say_death(const char *event, const char *cause) {
    const srv_field fields[] = {srv_field_text("cause", cause), {0}};
    srv_event(event, fields);
}

static void note_news(srv_judges *judges, const srv_news *news) {
    char cause[CAUSE_BYTES];
    atomic_store(&judges->is_ready, news->kind == SRV_NEWS_STARTED);
    if (news->kind == SRV_NEWS_STARTED) return;
    tell_status(cause, news->status);
    say_death("zygote-died", cause);
    srv_count(&srv_counts.zygotes_died, 1);
}

static void lose(srv_judges *judges) {
    judges->is_lost = true;
    srv_event("judges-lost", NULL);
    judges->heir.on_loss(judges->heir.context);
}

/* Marked before the slots: whoever calls a judge looks at the mark behind the call. */
static void end_all(srv_judges *judges) {
    atomic_store(&judges->is_ready, false);
    atomic_store(&judges->is_over, true);
    srv_nursery_abandon(&judges->nursery);
}

static void *listen(void *context) {
    srv_judges *const judges = context;
    srv_news news;
    while (srv_nursery_hear(&judges->nursery, &news))
        note_news(judges, &news);
    if (!atomic_load(&judges->is_ending)) lose(judges);
    end_all(judges);
    return NULL;
}

/* ---- slots ---- */

static srv_slot *slot_of(const srv_trial *trial) {
    return srv_nursery_slot(&trial->judges->nursery, trial->claim.slot);
}

static const srv_board *board_of(const srv_trial *trial) {
    return &trial->judges->nursery.boards[trial->claim.slot];
}

/* The pages of a large body go back to the system. */
static void trim(const srv_trial *trial) {
    const size_t most = trial->judges->nursery.terms.data_bytes;
    const size_t body = trial->upload->used;
    const size_t used = body > trial->reply->length ? body : trial->reply->length;
    if (used > KEPT_DATA_BYTES && most > KEPT_DATA_BYTES)
        (void)madvise(slot_of(trial)->data + KEPT_DATA_BYTES, most - KEPT_DATA_BYTES, MADV_REMOVE);
}

/* ---- the call ---- */

/* The copy of a large body counts, too; then there is one again. */
static bool write_order(const srv_trial *trial, uint64_t copied_bytes) {
    srv_upload *const upload = trial->upload;
    srv_order *const order = &slot_of(trial)->order;
    if (!srv_order_write(slot_of(trial), upload)) return false;
    order->limit_bytes = upload->memory->limit;
    order->aside_bytes = upload->memory->aside;
    order->granted_bytes = upload->text_bytes - copied_bytes;
    order->processor = trial->processor;
    if (copied_bytes > 0) srv_memory_give(upload->memory, &upload->body);
    return true;
}

/* Who loses the judges ends what has been called, and does not see what is called later. */
static void pass_order(srv_trial *trial) {
    srv_slot *const slot = slot_of(trial);
    trial->is_called = true;
    trial->called_us = srv_now_us();
    trial->deadline_ms = trial->called_us / 1000 + trial->judges->timeout_ms;
    trial->ended_before = atomic_load(&board_of(trial)->ended);
    srv_slot_pass(slot, SRV_TURN_CALLED, true);
    if (atomic_load(&trial->judges->is_over)) srv_slot_end(slot, 1u << SRV_TURN_CALLED);
}

static srv_problem absence(srv_judges *judges) {
    return srv_problem_make(atomic_load(&judges->is_ending) ? SRV_DRAINING : SRV_NO_JUDGES, NULL,
                            0);
}

/* Puts the upload to the judge of the trial's slot. */
static srv_problem call(srv_trial *trial) {
    srv_upload *const upload = trial->upload;
    const bool is_large = upload->used > SRV_SMALL_BODY_BYTES;
    const uint64_t bytes = is_large ? upload->used : trial->judges->small_bytes;
    const srv_share share = is_large || upload->fixes ? SRV_FOR_BODIES : SRV_FOR_JUDGING;
    if (atomic_load(&trial->judges->is_over)) return absence(trial->judges);
    if (!srv_memory_reserve(upload->memory, bytes, share))
        return srv_problem_make(SRV_BUSY, NULL, 0);
    upload->text_bytes += bytes + srv_memory_redeem(upload->memory, &upload->promise);
    if (!write_order(trial, is_large ? bytes : 0)) return srv_problem_make(SRV_INTERNAL, NULL, 0);
    pass_order(trial);
    return srv_no_problem;
}

/* ---- the answer ---- */

static bool is_working(uint32_t turn) {
    return turn < SRV_TURN_COUNT && (SRV_TURNS_OF_JUDGE | 1 << SRV_TURN_CALLED) >> turn & 1;
}

/* Gives or refuses what the judge wants, from the budget of all requests. */
static void grant(srv_slot *slot, srv_upload *upload) {
    const uint64_t bytes = slot->asked_bytes;
    const srv_share share = slot->asked_share == SRV_FOR_JUDGING ? SRV_FOR_JUDGING : SRV_FOR_BODIES;
    slot->is_granted = srv_memory_reserve(upload->memory, bytes, share);
    if (slot->is_granted) upload->text_bytes += bytes;
    (void)srv_slot_pass_from(slot, SRV_TURN_ASKS, SRV_TURN_TOLD, true);
}

/* Returns the turn at which the order came to its end, or the time did. */
static uint32_t follow(const srv_trial *trial, uint64_t until_ms) {
    const srv_patience patience = {.waits_for_end_of = 1u << SRV_TURN_CALLED |
                                                       1u << SRV_TURN_TAKEN | 1u << SRV_TURN_TOLD,
                                   .is_service = true,
                                   .until_ms = until_ms};
    srv_slot *const slot = slot_of(trial);
    uint32_t turn = srv_slot_wait(slot, &patience);
    while (turn == SRV_TURN_ASKS && srv_now_ms() < until_ms) {
        grant(slot, trial->upload);
        turn = srv_slot_wait(slot, &patience);
    }
    return turn;
}

/* A judge may say that it has ended. */
static bool has_ended(const srv_trial *trial, uint32_t turn) {
    return turn == SRV_TURN_ENDED && atomic_load(&board_of(trial)->ended) != trial->ended_before;
}

/* Why the judge has not answered. When this returns none writes to the slot any more. */
static void end_judge(const srv_trial *trial, uint32_t turn, char cause[CAUSE_BYTES]) {
    (void)snprintf(cause, CAUSE_BYTES, "%s", is_working(turn) ? "time limit" : "wrong answer");
    if (has_ended(trial, turn))
        tell_status(cause, atomic_load(&board_of(trial)->status));
    else if (!srv_nursery_kill(&trial->judges->nursery, trial->claim.slot))
        (void)snprintf(cause, CAUSE_BYTES, "no judges");
}

/* An order that no judge has taken is taken back: else the next one could, late. The judge ends all
 * the same, for it may only say that it has taken none. */
static srv_problem bury(const srv_trial *trial, uint32_t turn) {
    char cause[CAUSE_BYTES];
    const bool is_taken_back =
        srv_slot_pass_from(slot_of(trial), SRV_TURN_CALLED, SRV_TURN_IDLE, true);
    if (atomic_load(&trial->judges->is_over)) return absence(trial->judges);
    end_judge(trial, turn, cause);
    say_death("judge-died", cause);
    srv_count(&srv_counts.judges_died, 1);
    if (is_taken_back) return absence(trial->judges);
    return srv_problem_make(SRV_JUDGE_DIED, cause, strlen(cause));
}

static bool read_reply(const srv_trial *trial) {
    return srv_judged_read(slot_of(trial), trial->judges->nursery.terms.data_bytes, trial->upload,
                           trial->reply);
}

/* ---- trials ---- */

/* The reply is there: that of the judge, or the problem. */
static void end(srv_trial *trial, const srv_problem *problem) {
    if (problem->answer != SRV_OK) srv_reply_problem(trial->reply, problem, NULL);
    trim(trial);
    atomic_store(&slot_of(trial)->turn, SRV_TURN_IDLE);
    srv_pool_give(&trial->judges->pool, &trial->claim);
    srv_upload_settle(trial->upload, trial->reply->length);
}

/* The trial has a slot. Returns whether it goes on. */
static bool begin(srv_trial *trial) {
    const srv_problem problem = call(trial);
    if (problem.answer != SRV_OK) end(trial, &problem);
    return problem.answer == SRV_OK;
}

/* Waits for the answer to its end. */
static void conduct(srv_trial *trial) {
    if (!trial->is_called && !begin(trial)) return;
    const uint32_t turn = follow(trial, trial->deadline_ms);
    const bool is_read = turn == SRV_TURN_DONE && read_reply(trial);
    const srv_problem problem = is_read ? srv_no_problem : bury(trial, turn);
    end(trial, &problem);
}

/* There is nothing to judge. */
static bool is_judged_here(const srv_upload *upload) {
    return upload->late.answer != SRV_OK || upload->used == 0;
}

void srv_judges_judge(srv_judges *judges, srv_upload *upload, srv_reply *reply) {
    srv_trial trial = {.upload = upload, .reply = reply, .judges = judges, .processor = -1};
    if (is_judged_here(upload)) {
        srv_upload_judge(upload, reply);
        return;
    }
    srv_pool_wait(&judges->pool, &trial.claim);
    conduct(&trial);
}

/* Of this thread: its judge runs where the thread does. */
static _Thread_local size_t last_slot;

bool srv_judges_try(srv_judges *judges, srv_trial *trial) {
    trial->judges = judges;
    trial->processor = -1;
    if (is_judged_here(trial->upload)) {
        srv_upload_judge(trial->upload, trial->reply);
        return true;
    }
    trial->claim.slot = last_slot;
    if (!srv_pool_take(&judges->pool, &trial->claim)) return false;
    last_slot = trial->claim.slot;
    trial->processor = sched_getcpu();
    if (!begin(trial)) return true;
    const uint32_t turn = follow(trial, trial->called_us / 1000 + MOST_WAIT_MS);
    const bool is_read = turn == SRV_TURN_DONE && read_reply(trial);
    if (is_read) end(trial, &srv_no_problem);
    return is_read;
}

/* ---- minders ---- */

static void mind(srv_task *task, bool is_stopping) {
    srv_trial *const trial = (srv_trial *)(void *)((char *)task - offsetof(srv_trial, task));
    (void)is_stopping; /* what a judge has been called for is waited for */
    conduct(trial);
    trial->on_reply(trial);
}

static srv_trial *trial_of(srv_claim *claim) {
    return (srv_trial *)(void *)((char *)claim - offsetof(srv_trial, claim));
}

/* Minders end after the pool has been closed. */
static void on_slot(srv_claim *claim) {
    srv_trial *const trial = trial_of(claim);
    (void)srv_workers_add(&trial->judges->minders, &trial->task);
}

bool srv_judges_leave(srv_judges *judges, srv_trial *trial) {
    if (trial->is_called) return srv_workers_add(&judges->minders, &trial->task);
    trial->claim.on_slot = on_slot;
    return srv_pool_queue(&judges->pool, &trial->claim);
}

bool srv_judges_mind(srv_judges *judges, const srv_heir *heir) {
    if (!srv_workers_start(&judges->minders, judges->nursery.count, mind)) return false;
    judges->has_minders = true;
    judges->heir = *heir;
    judges->is_heard = pthread_create(&judges->listener, NULL, listen, judges) == 0;
    return judges->is_heard;
}

void srv_judges_leave_off(srv_judges *judges) {
    if (!judges || !judges->has_minders) return;
    const srv_problem problem = absence(judges);
    for (srv_claim *claim = srv_pool_close(&judges->pool), *next = NULL; claim; claim = next) {
        srv_trial *const trial = trial_of(claim);
        next = claim->next;
        srv_reply_problem(trial->reply, &problem, NULL);
        trial->on_reply(trial);
    }
    srv_workers_stop(&judges->minders);
}
