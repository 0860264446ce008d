/* What is said of tasks that fail: notes why a worker ended, and dead letters. */
#ifndef NAVLINT_SCAN_LETTERS_H
#define NAVLINT_SCAN_LETTERS_H

#include "scan/publish.h"
#include "scan/slots.h"

/* Notes why a worker that had this task in hand ended. Returns false if it was stopped. */
bool scan_note(scan_publisher *publisher, const scan_slot *slot, const char *cause);

/* Notes that a delivery came to nothing through no fault of the task. Does not wait: should it be
 * lost, the delivery counts. */
void scan_pardon(const scan_broker *broker, const scan_id *id);

/* How many deliveries count, this one included. */
uint64_t scan_deaths(const scan_broker *broker, jsCtx *js, const scan_slot *slot);

/* Puts a task onto the list of those that were given up: the cause, or, if that is NULL, the last
 * note about it. Returns false if it was stopped. */
bool scan_give_up(scan_publisher *publisher, const scan_slot *slot, const char *cause);

/* The cause in a dead letter. Returns a heap string; NULL if memory ran out. */
char *scan_cause_of(natsMsg *letter);

#endif
