/* What the service and a judge say to each other: shared memory, a piece for each judge.
 *
 * One word says whose turn it is; whoever waits for it sleeps on a futex. The service believes
 * nothing that it reads here: a judge may have been taken over by what it judged. */
#ifndef NAVLINT_SERVER_ISOLATE_SLOT_H
#define NAVLINT_SERVER_ISOLATE_SLOT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/upload.h"

typedef enum srv_turn {
    SRV_TURN_IDLE = 0, /* no order */
    SRV_TURN_CALLED,   /* there is one; no judge has taken it */
    SRV_TURN_TAKEN,    /* the judge works */
    SRV_TURN_ASKS,     /* it wants memory */
    SRV_TURN_TOLD,     /* whether it may have it */
    SRV_TURN_DONE,     /* the answer is there */
    SRV_TURN_ENDED,    /* the judge has ended before that */
    SRV_TURN_COUNT
} srv_turn;

/* A set of turns: while a judge has the order. */
enum { SRV_TURNS_OF_JUDGE = 1 << SRV_TURN_TAKEN | 1 << SRV_TURN_ASKS | 1 << SRV_TURN_TOLD };

/* Both the upload and what it borrows, at the same place in both processes. */
enum { SRV_ORDER_WORDS_BYTES = 4 * (SRV_TARGET_MAX + 1) };

typedef struct srv_order {
    srv_upload upload; /* its body is in the slot's data; its memory is the judge's */
    const char *query[SRV_PARAM_COUNT];
    const char *only[SRV_MOST_CODES]; /* codes are the library's: static, and where they were before
                                         the fork */
    const char *ignore[SRV_MOST_CODES];
    navlint_override overrides[SRV_MOST_CODES];
    char words[SRV_ORDER_WORDS_BYTES];
    uint64_t limit_bytes; /* of the budget, as problems name it; see srv_memory */
    uint64_t aside_bytes;
    uint64_t granted_bytes; /* that the judge may take without asking */
    int32_t processor;      /* that the judge runs on; -1: on any */
} srv_order;

enum { SRV_SHORT_TEXT_BYTES = 48 };

/* A reply without pointers. Its text is in the slot's data. */
typedef struct srv_judged {
    uint32_t answer; /* srv_answer */
    uint64_t length;
    char content_type[SRV_SHORT_TEXT_BYTES];
    char verdict[SRV_SHORT_TEXT_BYTES]; /* "": none */
    char format[SRV_SHORT_TEXT_BYTES];  /* "": none */
    uint32_t has_fixed;                 /* 0: no, as below */
    uint64_t applied;
    uint64_t refused;
    uint64_t boundary;
    uint32_t has_skipped; /* 0: no */
    uint64_t skipped;
} srv_judged;

typedef struct srv_slot {
    _Atomic uint32_t turn;
    _Atomic uint32_t judge_sleeps; /* who changes the turn wakes whoever sleeps */
    _Atomic uint32_t service_sleeps;
    uint64_t asked_bytes;
    uint32_t asked_share; /* srv_share */
    bool is_granted;
    srv_order order;
    srv_judged judged;
    _Alignas(4096) unsigned char data[]; /* the body, then the text of the answer */
} srv_slot;

/* Waiting for a turn. */
typedef struct srv_patience {
    uint32_t waits_for_end_of; /* the turns to sit out: a set of bits, 1u << srv_turn */
    bool is_service;
    uint64_t until_ms; /* of srv_now_ms; 0: for ever */
} srv_patience;

/* Returns the first turn that is none of those; or one of them when the time is over. */
uint32_t srv_slot_wait(srv_slot *slot, const srv_patience *patience);

/* Sets the turn and wakes the other side if it sleeps. */
void srv_slot_pass(srv_slot *slot, srv_turn turn, bool by_service);

/* The same if the turn is `from`. Returns whether it was. */
bool srv_slot_pass_from(srv_slot *slot, srv_turn from, srv_turn turn, bool by_service);

/* Of a slot whose judge has ended: the turns in `over` become SRV_TURN_ENDED, and whoever sleeps
 * wakes, whatever the judge said about that. */
void srv_slot_end(srv_slot *slot, uint32_t over);

#endif
