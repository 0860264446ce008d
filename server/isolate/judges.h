/* The judges of the service, for --isolate: what a stranger sent is judged in a process that can
 * harm nothing but the answer to it. docs/security.md has the promises. */
#ifndef NAVLINT_SERVER_ISOLATE_JUDGES_H
#define NAVLINT_SERVER_ISOLATE_JUDGES_H

#include "server/config.h"
#include "server/isolate/pool.h"
#include "server/upload.h"
#include "server/workers.h"

typedef struct srv_judges srv_judges;

/* An upload that is being judged, from the call of its judge to the reply. Zero it, and set the
 * first three, which are borrowed. */
typedef struct srv_trial {
    srv_upload *upload;
    srv_reply *reply;
    /* Called by another thread when the reply is there; see srv_judges_leave. */
    void (*on_reply)(struct srv_trial *trial);
    srv_judges *judges;
    srv_claim claim;
    srv_task task;         /* of a minder */
    int32_t processor;     /* see srv_order */
    bool is_called;        /* a judge has been */
    uint64_t called_us;    /* since when */
    uint64_t deadline_ms;  /* by when it has to answer */
    uint32_t ended_before; /* judges of the slot, at the call */
} srv_trial;

/* Starts as many judges as there are threads that judge. Call before any thread starts and when the
 * masters have been read. masters: borrowed; judges have them as they are now.
 * Returns NULL, with a message on stderr, if there can be none. */
srv_judges *srv_judges_start(const srv_config *config, const srv_masters *masters);

/* Whom to tell that there will be no judge any more, and the service has to end. */
typedef struct srv_heir {
    void (*on_loss)(void *context);
    void *context;
} srv_heir;

/* Starts the threads that wait for judges; one of them tells the heir. Returns false if they do not
 * start. */
bool srv_judges_mind(srv_judges *judges, const srv_heir *heir);

/* Ends judges, and with them what they are at; whoever wants one now gets SRV_DRAINING. NULL is
 * fine. */
void srv_judges_end(srv_judges *judges);

/* Waits until trials that have been left have ended. No more can be left after that. Call after
 * srv_judges_end, when no thread is in srv_judges_judge. NULL is fine. */
void srv_judges_leave_off(srv_judges *judges);

/* Gives everything back. NULL is fine. */
void srv_judges_free(srv_judges *judges);

/* Is there somebody to judge? NULL: the service itself. */
bool srv_judges_are_ready(const srv_judges *judges);

/* Have they ended though nobody wanted that? NULL: no. */
bool srv_judges_are_lost(const srv_judges *judges);

/* How many uploads wait for one. NULL: none. */
size_t srv_judges_queued(srv_judges *judges);

/* As srv_upload_judge, by a judge. If it ends before it has answered, or takes too long, the reply
 * is SRV_JUDGE_DIED. Any thread but one that serves connections: it waits. */
void srv_judges_judge(srv_judges *judges, srv_upload *upload, srv_reply *reply);

/* The same for threads that serve connections: waits for a few milliseconds at most. Returns
 * whether the reply is there; if not, leave the trial. */
bool srv_judges_try(srv_judges *judges, srv_trial *trial);

/* Leaves a trial to another thread, which calls on_reply; perhaps before this call returns. Returns
 * false, and nothing is borrowed, if the service is about to stop. */
bool srv_judges_leave(srv_judges *judges, srv_trial *trial);

#endif
