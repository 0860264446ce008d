/* Where judges are: the memory that each shares with the service, and the pipes between the service
 * and the processes above the judges.
 *
 *     the service - its keeper - a zygote - judges
 *
 * The keeper (keeper.h) starts a zygote where one has ended, the zygote (zygote.h) a judge. Both
 * are forked from what was there before any thread and any stranger's byte. */
#ifndef NAVLINT_SERVER_ISOLATE_NURSERY_H
#define NAVLINT_SERVER_ISOLATE_NURSERY_H

#include "server/isolate/judge.h"

/* What those above the judges tell the service; judges do not see it. */
typedef struct srv_board {
    _Atomic uint32_t ended; /* judges of this slot so far; a futex */
    _Atomic int32_t status; /* of the last that ended, as of waitpid */
} srv_board;

typedef struct srv_nursery {
    srv_judge_terms terms;
    size_t count;
    srv_board *boards;
    unsigned char *slots; /* count times slot_bytes */
    size_t slot_bytes;    /* whole pages */
    int orders[2];        /* a pipe to the zygote: srv_kill_order */
    int news[2];          /* a pipe to the service: srv_news; at its end when all have ended */
} srv_nursery;

/* Kill the judge of a slot, if no other has ended there by now. */
typedef struct srv_kill_order {
    uint32_t index; /* of the slot */
    uint32_t ended; /* as the board has it */
} srv_kill_order;

typedef enum srv_news_kind { SRV_NEWS_STARTED = 0, SRV_NEWS_ENDED } srv_news_kind;

/* What became of a zygote. */
typedef struct srv_news {
    uint32_t kind;  /* srv_news_kind */
    int32_t status; /* of one that has ended, as of waitpid */
} srv_news;

/* Makes memory and pipes for `count` judges with these terms. Returns false, with errno, if there
 * are none. */
bool srv_nursery_make(srv_nursery *nursery);

/* Gives back the memory, and the service's ends of the pipes. */
void srv_nursery_free(srv_nursery *nursery);

/* The slot with that number. */
srv_slot *srv_nursery_slot(const srv_nursery *nursery, size_t index);

/* Keeps the memory of this slot alone. Returns false if that cannot be. */
bool srv_nursery_keep_slot(const srv_nursery *nursery, size_t index);

/* Notes that the judge of a slot has ended, which it has. What it was at has failed; an order that
 * it had not taken waits for the next judge. */
void srv_nursery_note_end(const srv_nursery *nursery, size_t index, int status);

/* ---- of the service ---- */

/* Has the judge of a slot killed, and waits until it has ended. Returns false if there is nobody
 * left to do so. */
bool srv_nursery_kill(const srv_nursery *nursery, size_t index);

/* Waits for the next news. Returns false when there will be none any more. */
bool srv_nursery_hear(const srv_nursery *nursery, srv_news *news);

/* There will be no judge any more: ends what they were at, and what no one has taken. */
void srv_nursery_abandon(const srv_nursery *nursery);

#endif
