#include "server/wire/connection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is held at most is a head, and room to read on. */
enum { HELD_BYTES = 4 * 1024, HELD_MOST_BYTES = SRV_HEAD_BYTES + HELD_BYTES };

enum { DROP_BYTES = 16 * 1024 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static bool is_refused(const srv_wire_connection *c) {
    return c->wire.phase == SRV_WIRE_REFUSED;
}

/* Nothing is read for libmicrohttpd, for ever or for now. */
static bool is_over(const srv_wire_connection *c) {
    return is_refused(c) || c->wire.is_aside;
}

/* Makes room for `needed` bytes. Returns false, with errno set, if memory ran out. */
static bool grow(srv_wire_connection *c, size_t needed) {
    size_t capacity = c->capacity > 0 ? c->capacity : HELD_BYTES;
    while (capacity < needed)
        capacity *= 2;
    capacity = least(capacity, HELD_MOST_BYTES);
    if (capacity == c->capacity) return true;
    char *const held = realloc(c->held, capacity);
    if (!held) return false;
    c->held = held;
    c->capacity = capacity;
    return true;
}

void srv_wire_clear(srv_wire_connection *c) {
    free(c->held);
    c->held = NULL;
    c->capacity = 0;
    c->ready_begin = c->ready_end = c->rest_begin = c->rest_end = 0;
}

/* Hands on what is ready, and moves the rest to the front once all of it has gone. */
static size_t give_ready(srv_wire_connection *c, char *out, size_t room) {
    const size_t length = least(room, c->ready_end - c->ready_begin);
    const size_t rest = c->rest_end - c->rest_begin;
    if (length > 0) memcpy(out, c->held + c->ready_begin, length);
    c->ready_begin += length;
    if (c->ready_begin < c->ready_end) return length;
    if (rest == 0) {
        srv_wire_clear(c);
        return length;
    }
    memmove(c->held, c->held + c->rest_begin, rest);
    c->ready_begin = c->ready_end = c->rest_begin = 0;
    c->rest_end = rest;
    return length;
}

/* Ends for libmicrohttpd what has been refused or goes aside. */
static size_t give_end(srv_wire_connection *c, char *out, size_t room) {
    const srv_refusal *refusal = &c->wire.refusal;
    const size_t length = least(room, refusal->length - c->end_given);
    memcpy(out, refusal->text + c->end_given, length);
    c->end_given += length;
    return length;
}

/* Keeps what has been judged and did not fit, and what has not been judged. If memory runs out,
 * bytes are lost and the connection with them. */
static bool hold(srv_wire_connection *c, srv_text ready, srv_text rest) {
    c->broken = !grow(c, ready.length + rest.length);
    if (c->broken) return false;
    if (ready.length > 0) memcpy(c->held, ready.bytes, ready.length);
    if (rest.length > 0) memcpy(c->held + ready.length, rest.bytes, rest.length);
    c->ready_begin = 0;
    c->ready_end = c->rest_begin = ready.length;
    c->rest_end = ready.length + rest.length;
    return true;
}

static const srv_text nothing = {"", 0};

typedef struct reading {
    size_t asked;
    ssize_t got; /* as of recv */
    size_t given;
} reading;

/* Reads a head with a little more than fits into `out`: what is handed on of it is shorter, and the
 * gap would have to be filled by another read. */
static reading read_start(srv_wire_connection *c, char *out, size_t room,
                          const srv_wire_source *source) {
    static _Thread_local char block[HELD_MOST_BYTES];
    reading r = {.asked = least(room + HELD_BYTES, sizeof block)};
    r.got = source->read(source->context, block, r.asked);
    if (r.got <= 0) return r;
    size_t taken = 0;
    const size_t ready = srv_wire_pass(&c->wire, block, (size_t)r.got, &taken);
    r.given = least(ready, room);
    memcpy(out, block, r.given);
    const srv_text left = {block + r.given, ready - r.given};
    const srv_text rest = {block + taken, is_refused(c) ? 0 : (size_t)r.got - taken};
    if (left.length + rest.length > 0 && !hold(c, left, rest)) r.got = -1;
    return r;
}

/* Reads straight into `out`. */
static reading read_out(srv_wire_connection *c, char *out, size_t room,
                        const srv_wire_source *source) {
    reading r = {.asked = room, .got = source->read(source->context, out, room)};
    if (r.got <= 0) return r;
    size_t taken = 0;
    r.given = srv_wire_pass(&c->wire, out, (size_t)r.got, &taken);
    const size_t rest = (size_t)r.got - taken;
    if (rest > 0 && !is_refused(c) && !hold(c, nothing, (srv_text){out + taken, rest})) r.got = -1;
    return r;
}

/* Reads on behind what is held. */
static reading read_held(srv_wire_connection *c, char *out, size_t room,
                         const srv_wire_source *source) {
    reading r = {.got = -1};
    if (!grow(c, c->rest_end + HELD_BYTES / 2)) return r;
    r.asked = c->capacity - c->rest_end;
    r.got = source->read(source->context, c->held + c->rest_end, r.asked);
    if (r.got <= 0) return r;
    c->rest_end += (size_t)r.got;
    c->ready_end = srv_wire_pass(&c->wire, c->held, c->rest_end, &c->rest_begin);
    if (is_refused(c)) c->rest_begin = c->rest_end;
    r.given = give_ready(c, out, room);
    return r;
}

static reading read_next(srv_wire_connection *c, char *out, size_t room,
                         const srv_wire_source *source) {
    if (c->held) return read_held(c, out, room, source);
    return c->wire.phase == SRV_WIRE_HEAD ? read_start(c, out, room, source)
                                          : read_out(c, out, room, source);
}

/* Reads until `out` is full or the source is drained. A read that got less than it asked for has
 * drained it; but if there is nothing to hand on, only the source itself can say that no more comes
 * for now, or never. */
static reading read_all(srv_wire_connection *c, char *out, size_t room,
                        const srv_wire_source *source) {
    size_t given = 0;
    reading r = {.got = 1};
    while (given < room && !is_over(c) && r.got > 0 && ((size_t)r.got >= r.asked || given == 0)) {
        r = read_next(c, out + given, room - given, source);
        given += r.given;
    }
    r.given = given;
    return r;
}

ssize_t srv_wire_receive(srv_wire_connection *c, char *out, size_t room,
                         const srv_wire_source *source) {
    if (c->broken) {
        errno = ECONNRESET;
        return -1;
    }
    atomic_store(&c->is_busy, true); /* before the kernel forgets what has come */
    const size_t ready = c->held ? give_ready(c, out, room) : 0;
    const reading r = read_all(c, out + ready, room - ready, source);
    size_t given = ready + r.given;
    if (given < room && is_over(c)) given += give_end(c, out + given, room - given);
    if (given > 0) return (ssize_t)given;
    if (is_over(c)) {
        errno = EAGAIN; /* until libmicrohttpd has sent the answer, or the body is there */
        return -1;
    }
    srv_wire_settle(c);
    return r.got;
}

void srv_wire_settle(srv_wire_connection *c) {
    if (c->shown_count == c->wire.message_count && !srv_wire_is_open(c))
        atomic_store(&c->is_busy, false);
}

srv_answer srv_wire_show(srv_wire_connection *c) {
    if (c->shown_count == c->wire.message_count) return SRV_INTERNAL;
    c->shown_count++;
    const bool is_last = c->shown_count == c->wire.message_count;
    return is_last && !c->wire.refusal.in_body ? c->wire.refusal.answer : SRV_OK;
}

srv_answer srv_wire_body_answer(const srv_wire_connection *c) {
    const bool is_last = c->shown_count == c->wire.message_count;
    return is_last && c->wire.refusal.in_body ? c->wire.refusal.answer : SRV_OK;
}

bool srv_wire_is_open(const srv_wire_connection *c) {
    return c->wire.phase != SRV_WIRE_HEAD || c->held;
}

uint64_t srv_wire_aside(const srv_wire_connection *c, bool *expects_continue) {
    const bool is_next = c->shown_count + 1 == c->wire.message_count;
    if (!is_next || !c->wire.is_aside || c->wire.phase != SRV_WIRE_LENGTH) return 0;
    *expects_continue = c->wire.expects_continue;
    return c->wire.left;
}

bool srv_wire_has_rest(const srv_wire_connection *c) {
    const bool is_last = c->shown_count == c->wire.message_count;
    return is_last && c->wire.is_aside && srv_wire_is_in_body(&c->wire);
}

srv_text srv_wire_begun(srv_wire_connection *c) {
    const size_t rest = c->rest_end - c->rest_begin;
    size_t taken = 0;
    if (rest == 0) return (srv_text){"", 0};
    char *const begun = c->held + c->rest_begin;
    const size_t given = srv_wire_pass_aside(&c->wire, begun, rest, &taken);
    c->rest_begin += taken;
    return (srv_text){begun, given};
}

/* Throws away what has been looked at. Returns false if the source does not have it any more. */
static bool drop(const srv_wire_source *source, size_t length) {
    char thrown_away[DROP_BYTES];
    while (length > 0) {
        const ssize_t got =
            source->read(source->context, thrown_away, least(length, sizeof thrown_away));
        if (got <= 0) return false;
        length -= (size_t)got;
    }
    return true;
}

/* Where a chunked body ends shows only when its bytes are there. */
static reading look_ahead(const srv_wire_connection *c, char *out, size_t room,
                          const srv_wire_source *source) {
    const bool is_known = c->wire.phase == SRV_WIRE_LENGTH;
    const uint64_t left = c->wire.left - (is_known ? c->rest_end - c->rest_begin : 0);
    reading r = {.asked = is_known && left < room ? (size_t)left : room};
    r.got = (is_known ? source->read : source->peek)(source->context, out, r.asked);
    return r;
}

/* Judges rest and new bytes, which lie in `out`, and keeps of them what has no end yet. */
static bool take_aside(srv_wire_connection *c, char *out, size_t length, size_t *given,
                       size_t *taken) {
    *given = srv_wire_pass_aside(&c->wire, out, length, taken);
    srv_wire_clear(c);
    if (!srv_wire_is_in_body(&c->wire) || *taken == length) return true;
    return hold(c, nothing, (srv_text){out + *taken, length - *taken});
}

srv_aside srv_wire_receive_aside(srv_wire_connection *c, char *out, size_t room,
                                 const srv_wire_source *source, size_t *given) {
    const size_t rest = c->rest_end - c->rest_begin;
    const bool is_peeked = c->wire.phase != SRV_WIRE_LENGTH;
    size_t taken = 0;
    *given = 0;
    if (rest > 0) memcpy(out, c->held + c->rest_begin, rest);
    const reading r = look_ahead(c, out + rest, room - rest, source);
    if (r.got < 0 && (errno == EAGAIN || errno == EINTR)) return SRV_ASIDE_COMES;
    if (r.got <= 0) return SRV_ASIDE_LOST;
    if (!take_aside(c, out, rest + (size_t)r.got, given, &taken)) return SRV_ASIDE_LOST;
    const bool is_whole = c->wire.phase == SRV_WIRE_HEAD;
    if (is_peeked && !drop(source, is_whole ? taken - rest : (size_t)r.got)) return SRV_ASIDE_LOST;
    if (is_whole) c->end_given = 0;
    return srv_wire_is_in_body(&c->wire) ? SRV_ASIDE_COMES : SRV_ASIDE_ENDED;
}
