/* From the bytes of a connection to those that libmicrohttpd is handed: message by message, judged,
 * in place. Knows no sockets. */
#ifndef NAVLINT_SERVER_WIRE_MESSAGE_H
#define NAVLINT_SERVER_WIRE_MESSAGE_H

#include "server/wire/chunks.h"
#include "server/wire/head.h"
#include "server/wire/refusal.h"

typedef enum srv_wire_phase {
    SRV_WIRE_HEAD = 0,
    SRV_WIRE_LENGTH, /* a body of known length */
    SRV_WIRE_ASIDE,  /* a large one, which is not handed on: somebody else reads it */
    SRV_WIRE_CHUNK_LINE,
    SRV_WIRE_CHUNK,
    SRV_WIRE_CHUNK_END,
    SRV_WIRE_TRAILER,
    SRV_WIRE_REFUSED /* nothing that follows is looked at */
} srv_wire_phase;

/* Bodies of known length over this are not handed on. */
enum { SRV_ASIDE_BYTES = 1 << 20 };

typedef struct srv_wire {
    srv_wire_phase phase;
    srv_scan scan;          /* of the head */
    uint64_t left;          /* bytes of the body, or of the chunk, to come */
    bool expects_continue;  /* of SRV_WIRE_ASIDE: the client waits for "100 Continue" */
    size_t extension_bytes; /* of the body so far */
    size_t trailer_bytes;
    size_t trailer_count;
    uint64_t message_count; /* heads handed on, a stand-in's among them */
    srv_refusal refusal;    /* of the last message */
} srv_wire;

/* Judges as much of bytes[0..length) as can be, and moves what is to be handed on to its front.
 * taken: receives how many bytes have been judged; the others must come again, with more behind.
 * Returns how many are to be handed on, at most *taken. In the phase SRV_WIRE_REFUSED, what
 * refusal.text holds is to be handed on behind them, and nothing else ever. */
size_t srv_wire_pass(srv_wire *wire, char *bytes, size_t length, size_t *taken);

#endif
