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
    SRV_WIRE_CHUNK_LINE,
    SRV_WIRE_CHUNK,
    SRV_WIRE_CHUNK_END,
    SRV_WIRE_TRAILER,
    SRV_WIRE_REFUSED /* nothing that follows is looked at */
} srv_wire_phase;

/* What a service goes by. Of a body in chunks nobody knows how long it will be. */
enum { SRV_ASIDE_BYTES = 1 << 20, SRV_ASIDE_CHUNKS_BYTES = 64 * 1024 };

typedef struct srv_wire {
    srv_wire_phase phase;
    bool is_aside; /* nothing is handed on until the body has been read elsewhere */
    /* A body over this goes aside, unless it has come to its end already. */
    uint64_t aside_bytes;
    uint64_t aside_chunks_bytes; /* the same for one in chunks */
    srv_scan scan;               /* of the head */
    uint64_t left;               /* bytes of the body, or of the chunk, to come */
    uint64_t chunk_bytes;        /* of the body so far, in chunks, until it goes aside */
    bool expects_continue;       /* the client waits for "100 Continue" */
    size_t extension_bytes;      /* of the body so far */
    size_t trailer_bytes;
    size_t trailer_count;
    uint64_t message_count; /* heads handed on, a stand-in's among them */
    srv_refusal refusal;    /* of the last message, or the end of a body that went aside */
} srv_wire;

/* Judges as much of bytes[0..length) as can be, and moves what is to be handed on to its front.
 * taken: receives how many bytes have been judged; the others must come again, with more behind.
 * Returns how many are to be handed on, at most *taken. In the phase SRV_WIRE_REFUSED, what
 * refusal.text holds is to be handed on behind them, and nothing else ever; if the body goes aside,
 * the same, and nothing until it has been read. */
size_t srv_wire_pass(srv_wire *wire, char *bytes, size_t length, size_t *taken);

/* The same for a body that went aside: what moves to the front is the body itself, without what is
 * between its chunks, and nothing behind the body is judged. Of a body that is refused only
 * refusal.answer tells. */
size_t srv_wire_pass_aside(srv_wire *wire, char *bytes, size_t length, size_t *taken);

/* Is there more to come of a body? */
bool srv_wire_is_in_body(const srv_wire *wire);

#endif
