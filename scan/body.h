/* A body: what is too long for one message, in parts. A run and a result are bodies. */
#ifndef NAVLINT_SCAN_BODY_H
#define NAVLINT_SCAN_BODY_H

#include <stdint.h>
#include <stdio.h>

#include "scan/publish.h"

/* What a part says of itself. */
typedef struct scan_part {
    scan_id attempt; /* parts of one of these belong together */
    uint64_t number; /* from 0 */
    uint64_t count;
    uint64_t offset; /* bytes into the body */
    uint64_t length; /* bytes of the whole body */
} scan_part;

/* What a body is made of: a head in memory, and what follows it in files. */
typedef struct scan_body {
    const char *head;
    size_t head_length;
    int tails[2]; /* descriptors, read from their starts; -1: none */
    uint64_t tail_lengths[2];
    scan_id attempt;
} scan_body;

uint64_t scan_body_length(const scan_body *body);

/* Reads `length` bytes at `offset`. Returns false if that fails. */
bool scan_body_read(const scan_body *body, uint64_t offset, char *bytes, size_t length);

/* Publishes the body on a subject, and waits until it is stored. The last part goes out once all
 * others are stored: where it is, all are.
 * Returns false if the publisher was stopped, the body could not be read or memory ran out. */
bool scan_body_publish(scan_publisher *publisher, const char *subject, const scan_body *body);

/* Asks whether the whole of a body was published last on a subject: of one in parts the last part.
 * Whoever published others may have died on the way. */
scan_answer scan_body_is_there(jsCtx *js, const scan_broker *broker, const char *subject);

/* Reads the headers of a part. Returns false if they are none or contradict each other. */
bool scan_part_read(natsMsg *message, scan_part *part);

#endif
