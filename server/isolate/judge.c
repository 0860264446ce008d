#include "server/isolate/judge.h"

#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/clock.h"
#include "server/isolate/order.h"
#include "server/upload_memory.h"
#include "server/wall/build.h"
#include "server/wall/calls.h"

/* What leaks in a judge, or was overwritten, lasts no longer. */
enum { MOST_REQUESTS = 1000 };

/* Blocks that a judge keeps between two requests: no budget counts them. */
enum { MOST_KEPT_BYTES = 8 << 20 };

void (*srv_judge_work)(srv_upload *upload, srv_reply *reply) = srv_upload_judge;

/* Where it runs. A thread that waits for its judge leaves its processor to it: the kernel need not
 * wake another one for what takes microseconds. */
typedef struct place {
    bool is_movable;
    cpu_set_t all;
    int32_t processor; /* -1: any */
} place;

/* Who may not choose runs anywhere. */
static void move(place *here, int32_t processor) {
    cpu_set_t one;
    if (!here->is_movable || processor == here->processor) return;
    here->processor = processor;
    CPU_ZERO(&one);
    if (processor >= 0) CPU_SET((size_t)processor, &one);
    (void)sched_setaffinity(0, sizeof one, processor >= 0 ? &one : &here->all);
}

/* Asks the service for memory: the budget is all requests'. */
static bool ask(void *context, uint64_t bytes, srv_share share) {
    srv_slot *const slot = context;
    const srv_patience patience = {.waits_for_end_of = 1u << SRV_TURN_ASKS};
    slot->asked_bytes = bytes;
    slot->asked_share = share;
    srv_slot_pass(slot, SRV_TURN_ASKS, false);
    (void)srv_slot_wait(slot, &patience);
    const bool is_granted = slot->is_granted;
    atomic_store(&slot->turn, SRV_TURN_TAKEN);
    return is_granted;
}

static void judge(srv_slot *slot, const srv_judge_terms *terms, srv_memory *memory) {
    srv_order *const order = &slot->order;
    srv_upload *const upload = &order->upload;
    srv_reply reply = {.answer = SRV_OK};
    memory->limit = order->limit_bytes;
    memory->aside = order->aside_bytes;
    memory->granted = order->granted_bytes;
    memory->lent = upload->body.bytes;
    upload->memory = memory;
    upload->masters = terms->masters;
    srv_judge_work(upload, &reply);
    srv_judged_write(slot, terms->data_bytes, upload, &reply);
    srv_reply_clear(&reply);
    srv_upload_clear(upload);
}

static bool limit(int what, uint64_t most) {
    const struct rlimit both = {.rlim_cur = (rlim_t)most, .rlim_max = (rlim_t)most};
    return setrlimit((__rlimit_resource_t)what, &both) == 0;
}

/* A sanitizer maps terabytes. Without /proc the budget alone limits memory. */
static bool limit_resources(const srv_judge_terms *terms) {
    const bool is_limited = !SRV_WALL_HOLDS || terms->own_bytes == 0 ||
                            limit(RLIMIT_AS, terms->own_bytes + terms->most_memory);
    return is_limited && limit(RLIMIT_CPU, 2 * terms->timeout_s);
}

static void serve(srv_slot *slot, const srv_judge_terms *terms, place *here) {
    const uint64_t retires_ms = terms->timeout_s * 1000;
    const srv_patience patience = {.waits_for_end_of = ~(1u << SRV_TURN_CALLED)};
    srv_memory memory;
    srv_memory_open(&memory, 0, 0);
    srv_memory_ask_at(&memory, ask, slot, MOST_KEPT_BYTES);
    uint64_t busy_ms = 0;
    for (int i = 0; i < MOST_REQUESTS && busy_ms < retires_ms; i++) {
        (void)srv_slot_wait(slot, &patience);
        if (!srv_slot_pass_from(slot, SRV_TURN_CALLED, SRV_TURN_TAKEN, false)) continue;
        const uint64_t since = srv_now_ms();
        move(here, slot->order.processor);
        judge(slot, terms, &memory);
        busy_ms += srv_now_ms() - since;
        srv_slot_pass(slot, SRV_TURN_DONE, false);
    }
}

_Noreturn void srv_judge_run(srv_slot *slot, const srv_judge_terms *terms) {
    place here = {.processor = -1};
    here.is_movable = sched_getaffinity(0, sizeof here.all, &here.all) == 0;
    const bool is_ready = limit_resources(terms) && srv_calls_confine(SRV_CALLS_OF_JUDGE);
    if (is_ready) serve(slot, terms, &here);
    _exit(is_ready ? 0 : SRV_JUDGE_UNABLE);
}
