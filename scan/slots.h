/* What each thread of a worker has in hand, in memory that outlives the process that judges. */
#ifndef NAVLINT_SCAN_SLOTS_H
#define NAVLINT_SCAN_SLOTS_H

#include "scan/judge.h"

enum { SCAN_REPLY_CAPACITY = 512 };

typedef struct scan_slot {
    atomic_bool is_busy;    /* the rest holds */
    atomic_bool is_judging; /* the task, and not waiting for others or for the broker */
    scan_id id;
    uint64_t delivered;              /* how often, this time included */
    char reply[SCAN_REPLY_CAPACITY]; /* where the broker is told what became of the task */
    scan_place place;
} scan_slot;

typedef struct scan_slots {
    char cause[128]; /* why the last process ended; empty: it is the first */
    bool has_ended;  /* the process that judges means to */
    unsigned count;
    scan_slot items[];
} scan_slots;

#endif
