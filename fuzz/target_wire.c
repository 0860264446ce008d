/* What comes over a connection, and what libmicrohttpd is handed of it (invariant 46).
 *
 * Input: the bytes of a connection, as many messages as they hold. How they are cut into reads, and
 * how large a body must be to go aside, is worked out from them. */
#include "fuzz/oracle.h"
#include "fuzz/target.h"
#include "server/target.h"
#include "server/wire/connection.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ROOM_MOST = 16 * 1024, HELD_MOST = 40 * 1024, BYTE_BY_BYTE = 4096 };

enum { ASIDE_ROOM = 64 * 1024, ASIDE_LEAST = 48 };

/* ---- The kernel before the wire, libmicrohttpd behind it ---- */

typedef struct kernel {
    const uint8_t *bytes;
    size_t at;      /* read so far */
    size_t arrived; /* can be read */
    bool drained;   /* the last read got less than it asked for */
} kernel;

static ssize_t peek_kernel(void *context, void *bytes, size_t room) {
    kernel *const k = context;
    const size_t length = room < k->arrived - k->at ? room : k->arrived - k->at;
    k->drained = length < room;
    if (length > 0) memcpy(bytes, k->bytes + k->at, length);
    if (length > 0) return (ssize_t)length;
    errno = EAGAIN;
    return -1;
}

static ssize_t read_kernel(void *context, void *bytes, size_t room) {
    kernel *const k = context;
    const ssize_t got = peek_kernel(context, bytes, room);
    if (got > 0) k->at += (size_t)got;
    return got;
}

/* How the bytes come: steps and rooms of 1 to `most` bytes, chosen by `state`; 0: all, and the
 * most. aside_bytes: see srv_wire. */
typedef struct cuts {
    uint64_t state;
    size_t most_step;
    size_t most_room;
    uint64_t aside_bytes;
} cuts;

static size_t choose(cuts *c, size_t most) {
    c->state = c->state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(c->state >> 33) % most + 1;
}

/* A body that went aside stands in it as if it had been handed on. */
typedef struct handed {
    char *bytes;
    size_t length;
    bool went_aside;
    srv_wire wire;
} handed;

static void keep(handed *out, const char *bytes, size_t length) {
    memcpy(out->bytes + out->length, bytes, length);
    out->length += length;
}

/* Reads as libmicrohttpd does after an edge of epoll: until it gets less than it asked for. Then
 * nothing may be held back that no later edge would bring. */
static void read_edge(srv_wire_connection *connection, kernel *k, cuts *c, handed *out) {
    static char block[ROOM_MOST];
    const srv_wire_source source = {.read = read_kernel, .context = k};
    ssize_t got = 0;
    size_t room = 0;
    do {
        room = c->most_room > 0 ? choose(c, c->most_room) : ROOM_MOST;
        char *const at = block + ROOM_MOST - room; /* what is written too far is behind the block */
        got = srv_wire_receive(connection, at, room, &source);
        REQUIRE(46, got > 0 || (got < 0 && errno == EAGAIN));
        REQUIRE(46, got <= (ssize_t)room && connection->capacity <= HELD_MOST);
        if (got > 0) keep(out, at, (size_t)got);
    } while (got == (ssize_t)room);
    const srv_wire *const wire = &connection->wire;
    REQUIRE(46, k->drained || wire->phase == SRV_WIRE_REFUSED || wire->is_aside);
}

/* ---- What goes aside ---- */

static const char last_chunk[] = "0\r\n\r\n";

static void keep_text(handed *out, const char *text) {
    keep(out, text, strlen(text));
}

static void keep_piece(handed *out, bool in_chunks, const char *bytes, size_t length) {
    char line[32];
    (void)snprintf(line, sizeof line, "%zx\r\n", length);
    if (length == 0) return;
    if (in_chunks) keep_text(out, line);
    keep(out, bytes, length);
    if (in_chunks) keep_text(out, "\r\n");
}

static void cut_off(handed *out, const char *end) {
    const size_t length = strlen(end);
    REQUIRE(46, out->length >= length);
    REQUIRE(46, memcmp(out->bytes + out->length - length, end, length) == 0);
    out->length -= length;
}

/* libmicrohttpd has been handed a head without a body: it gets back what said that there is one. */
static void keep_length(srv_wire_connection *connection, handed *out) {
    bool expects = false;
    char line[64];
    connection->shown_count = connection->wire.message_count - 1;
    const uint64_t length = srv_wire_aside(connection, &expects);
    REQUIRE(46, length > 0);
    cut_off(out, "\r\n");
    (void)snprintf(line, sizeof line, "Content-Length:%" PRIu64 "\r\n\r\n", length);
    if (expects) keep_text(out, "Expect:100-continue\r\n");
    keep_text(out, line);
}

/* Reads what has come, as the receiver does. Returns false if more must come first. */
static bool read_aside(srv_wire_connection *connection, kernel *k, bool in_chunks, handed *out) {
    static char block[ASIDE_ROOM];
    const srv_wire_source source = {.read = read_kernel, .peek = peek_kernel, .context = k};
    size_t length = 0;
    const srv_aside now = srv_wire_receive_aside(connection, block, sizeof block, &source, &length);
    REQUIRE(46, now != SRV_ASIDE_LOST && length <= sizeof block);
    REQUIRE(46, connection->capacity <= HELD_MOST);
    REQUIRE(46, now == SRV_ASIDE_ENDED || connection->wire.is_aside);
    keep_piece(out, in_chunks, block, length);
    if (now == SRV_ASIDE_COMES) return k->at < k->arrived;
    if (in_chunks) keep_text(out, last_chunk);
    return false;
}

static void begin_aside(srv_wire_connection *connection, bool in_chunks, handed *out) {
    if (in_chunks)
        cut_off(out, last_chunk);
    else
        keep_length(connection, out);
    connection->shown_count = connection->wire.message_count;
    REQUIRE(46, srv_wire_has_rest(connection));
    const srv_text begun = srv_wire_begun(connection);
    keep_piece(out, in_chunks, begun.bytes, begun.length);
    out->went_aside = true;
    REQUIRE(46, connection->wire.phase != SRV_WIRE_HEAD); /* what follows would wait for an event */
    if (!srv_wire_has_rest(connection)) keep_text(out, last_chunk);
}

/* Reads all that has come, now for libmicrohttpd and now aside. */
static void read_arrived(srv_wire_connection *connection, kernel *k, cuts *c, handed *out) {
    bool goes_on = true;
    while (goes_on) {
        const bool was_aside = connection->wire.is_aside;
        if (!was_aside) read_edge(connection, k, c, out);
        if (!connection->wire.is_aside) return;
        if (connection->wire.phase == SRV_WIRE_REFUSED) return;
        const bool in_chunks = connection->wire.phase != SRV_WIRE_LENGTH;
        if (!was_aside) begin_aside(connection, in_chunks, out);
        while (srv_wire_has_rest(connection) && read_aside(connection, k, in_chunks, out)) {
        }
        goes_on = !connection->wire.is_aside;
    }
}

/* A piece that goes aside may become a chunk of one byte. */
static size_t most_handed(size_t length) {
    return 8 * length + SRV_STAND_IN_BYTES;
}

static void hand_on(const uint8_t *bytes, size_t length, cuts c, handed *out) {
    srv_wire_connection connection;
    memset(&connection, 0, sizeof connection);
    connection.wire.aside_bytes = c.aside_bytes;
    connection.wire.aside_chunks_bytes = c.aside_bytes;
    kernel k = {.bytes = bytes};
    *out = (handed){.bytes = malloc(most_handed(length))};
    if (!out->bytes) abort();
    while (k.arrived < length) {
        const size_t step = c.most_step > 0 ? choose(&c, c.most_step) : length;
        k.arrived += step < length - k.arrived ? step : length - k.arrived;
        read_arrived(&connection, &k, &c, out);
    }
    out->wire = connection.wire;
    srv_wire_clear(&connection);
}

/* Whether all of a body has come before it would go aside depends on how it came. */
static void check_same(const handed *a, const handed *b) {
    const bool is_exact = !a->went_aside && !b->went_aside;
    REQUIRE(46, !is_exact || a->length == b->length);
    REQUIRE(46, !is_exact || memcmp(a->bytes, b->bytes, a->length) == 0);
    REQUIRE(46, a->wire.phase == b->wire.phase && a->wire.left == b->wire.left);
    REQUIRE(46, a->wire.refusal.answer == b->wire.refusal.answer);
    const bool is_refused = a->wire.refusal.answer != SRV_OK;
    REQUIRE(46, !is_refused || a->wire.refusal.in_body == b->wire.refusal.in_body);
    REQUIRE(46, a->wire.message_count == b->wire.message_count);
}

/* ---- A simple reader, which takes much and refuses little ---- */

/* What it has read, as text: the same for what came and for what was handed on. */
typedef struct transcript {
    char *text;
    size_t length;
    size_t count; /* heads */
} transcript;

typedef struct reader {
    const char *at;
    const char *end;
    transcript *out;
} reader;

static void note(reader *r, const char *bytes, size_t length) {
    memcpy(r->out->text + r->out->length, bytes, length);
    r->out->length += length;
}

static void note_mark(reader *r, char mark) {
    note(r, &mark, 1);
}

/* A line without its end; false if it has none yet. */
static bool next_line(reader *r, srv_text *line) {
    for (const char *at = r->at; at + 1 < r->end; at++) {
        if (at[0] != '\r' || at[1] != '\n') continue;
        *line = (srv_text){r->at, (size_t)(at - r->at)};
        r->at = at + 2;
        return true;
    }
    return false;
}

/* Is the word before the colon this name? Receives what stands behind it. */
static bool is_named(srv_text line, const char *name, srv_text *value) {
    const size_t length = strlen(name);
    if (line.length <= length || line.bytes[length] != ':') return false;
    if (strncasecmp(line.bytes, name, length) != 0) return false;
    *value = (srv_text){line.bytes + length + 1, line.length - length - 1};
    while (value->length > 0 && strchr(" \t", value->bytes[0]))
        *value = (srv_text){value->bytes + 1, value->length - 1};
    while (value->length > 0 && strchr(" \t", value->bytes[value->length - 1]))
        value->length--;
    return true;
}

/* What says how long the body is, and that its sender waits, is noted behind the head. */
static bool is_of_body(srv_text line) {
    srv_text value;
    return is_named(line, "Content-Length", &value) || is_named(line, "Expect", &value);
}

/* Only what the service reads is handed on, so only that is compared. */
static void note_field(reader *r, srv_text line) {
    static const char *const names[] = {
#define SRV_FIELD(name) name,
#include "server/wire/fields.def"
#undef SRV_FIELD
    };
    srv_text value;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!is_named(line, names[i], &value) || is_of_body(line)) continue;
        note(r, line.bytes, strlen(names[i]));
        note_mark(r, '=');
        note(r, value.bytes, value.length);
        note_mark(r, '\n');
    }
}

/* The target is compared as it is handed on: without question marks, and cut. */
static void note_request_line(reader *r, srv_text line) {
    const char *const first = memchr(line.bytes, ' ', line.length);
    REQUIRE(46, first);
    const size_t method = (size_t)(first - line.bytes) + 1;
    const char *const last = line.bytes + line.length - strlen(" HTTP/1.1");
    const size_t target = (size_t)(last - line.bytes) - method;
    note(r, line.bytes, method);
    for (size_t i = 0; i < target && i <= SRV_TARGET_MAX; i++)
        note_mark(r, first[1 + i] == '?' ? '\x01' : first[1 + i]);
    note(r, last, strlen(" HTTP/1.1"));
    note_mark(r, '\n');
}

typedef struct body {
    uint64_t length;
    bool has_length;
    bool chunked;
    bool expects;
} body;

static void note_body(reader *r, const body *b) {
    char text[64];
    const int length =
        snprintf(text, sizeof text, "%d %" PRIu64 " %d\n", b->has_length, b->length, b->expects);
    note(r, text, (size_t)length);
}

/* False if the head does not end. */
static bool read_head(reader *r, body *b) {
    srv_text line;
    srv_text value;
    *b = (body){.length = 0};
    const size_t before = r->out->length;
    if (!next_line(r, &line) || (line.length == 0 && !next_line(r, &line))) return false;
    const bool is_old = line.bytes[line.length - 1] == '0';
    note_request_line(r, line);
    while (next_line(r, &line)) {
        if (line.length == 0) {
            r->out->count++;
            note_body(r, b);
            return true;
        }
        if (is_named(line, "Content-Length", &value)) {
            b->length = strtoull(value.bytes, NULL, 10);
            b->has_length = true;
        }
        if (is_named(line, "Transfer-Encoding", &value)) b->chunked = true;
        if (is_named(line, "Expect", &value)) b->expects = !is_old;
        note_field(r, line);
    }
    r->out->length = before;
    return false;
}

/* False if it does not end. */
static bool read_bytes(reader *r, uint64_t length) {
    const size_t there = (size_t)(r->end - r->at);
    const size_t taken = length < there ? (size_t)length : there;
    note(r, r->at, taken);
    r->at += taken;
    return taken == length;
}

static bool read_chunks(reader *r) {
    srv_text line;
    for (;;) {
        if (!next_line(r, &line) || !isxdigit((unsigned char)*line.bytes)) return false;
        const uint64_t size = strtoull(line.bytes, NULL, 16);
        if (size == 0) break;
        if (!read_bytes(r, size) || !next_line(r, &line)) return false;
    }
    while (next_line(r, &line))
        if (line.length == 0) return true;
    return false;
}

/* Reads at most `most` messages. */
static void read_all(const char *bytes, size_t length, size_t most, transcript *out) {
    *out = (transcript){.text = malloc(2 * length + 64 * most + 64)};
    if (!out->text) abort();
    reader r = {.at = bytes, .end = bytes + length, .out = out};
    body b;
    while (out->count < most && read_head(&r, &b)) {
        note_mark(&r, '\n');
        if (!(b.chunked ? read_chunks(&r) : read_bytes(&r, b.length))) break;
        note_mark(&r, '$');
    }
}

/* ---- Invariant 46 ---- */

static size_t good_count(const handed *out) {
    const srv_refusal *const refusal = &out->wire.refusal;
    return out->wire.message_count - (refusal->answer != SRV_OK && !refusal->in_body);
}

/* The messages that were handed on are those that came. Of a refused body a part has been handed on
 * before it was refused, and then its end. */
static void check_messages(const uint8_t *bytes, size_t length, const handed *out) {
    const srv_refusal *const refusal = &out->wire.refusal;
    const bool is_refused = refusal->answer != SRV_OK;
    const size_t handed_length = out->length - (is_refused ? refusal->length : 0);
    const size_t count = good_count(out);
    transcript came;
    transcript went;
    read_all((const char *)bytes, length, count, &came);
    read_all(out->bytes, handed_length, count + 1, &went);
    REQUIRE(46, went.count == count);
    REQUIRE(46, went.length == came.length || (refusal->in_body && went.length < came.length));
    REQUIRE(46, memcmp(went.text, came.text, went.length) == 0);
    free(came.text);
    free(went.text);
}

static bool holds(const char *bytes, size_t length, const char *word) {
    return memmem(bytes, length, word, strlen(word)) != NULL;
}

/* A stand-in is one whole request that has no body. */
static void check_stand_in(const handed *out) {
    const srv_refusal *const refusal = &out->wire.refusal;
    const char *const text = out->bytes + out->length - refusal->length;
    if (refusal->answer == SRV_OK) return;
    REQUIRE(46, out->length >= refusal->length);
    REQUIRE(46, memcmp(text, refusal->text, refusal->length) == 0);
    if (refusal->in_body) return;
    transcript went;
    read_all(text, refusal->length, 2, &went);
    REQUIRE(46, went.count == 1 && went.text[went.length - 1] == '$');
    REQUIRE(46, !holds(went.text, went.length, "\nContent-Length="));
    REQUIRE(46, !holds(went.text, went.length, "\nTransfer-Encoding="));
    free(went.text);
}

/* What libmicrohttpd could read otherwise is not there: outside of bodies no control characters but
 * line ends and the hidden question mark. */
static void check_plain(const handed *out) {
    for (size_t i = 0; i < out->length; i++) {
        const unsigned char c = (unsigned char)out->bytes[i];
        REQUIRE(46, c >= 0x20 || strchr("\t\r\n\x01", c));
        REQUIRE(46, c != '\0' && (c != '\n' || (i > 0 && out->bytes[i - 1] == '\r')));
        REQUIRE(46, c != '\r' || (i + 1 < out->length && out->bytes[i + 1] == '\n'));
    }
}

static void check_refusal(const handed *out) {
    const srv_refusal *const refusal = &out->wire.refusal;
    REQUIRE(46, (refusal->answer != SRV_OK) == (out->wire.phase == SRV_WIRE_REFUSED));
    REQUIRE(46, refusal->answer == SRV_OK || srv_status_of(refusal->answer)->http_status >= 400);
    check_stand_in(out);
}

/* In any case of its letters. */
static bool mentions(const uint8_t *bytes, size_t length, const char *word) {
    for (size_t at = 0; at + strlen(word) <= length; at++)
        if (strncasecmp((const char *)bytes + at, word, strlen(word)) == 0) return true;
    return false;
}

static bool has_no_body(const uint8_t *bytes, size_t length) {
    return !mentions(bytes, length, "length") && !mentions(bytes, length, "encoding");
}

static void check_handed(const uint8_t *bytes, size_t length, const handed *out) {
    check_refusal(out);
    check_messages(bytes, length, out);
    if (has_no_body(bytes, length)) check_plain(out);
}

static void check_cut(const uint8_t *bytes, size_t length, const handed *whole, cuts c) {
    handed out;
    hand_on(bytes, length, c, &out);
    check_same(whole, &out);
    if (out.went_aside) check_handed(bytes, length, &out);
    free(out.bytes);
}

static void check_cuts(const uint8_t *bytes, size_t length, const handed *whole,
                       uint64_t aside_bytes) {
    const uint64_t state = length * 0x9E3779B97F4A7C15u + bytes[length / 2];
    const size_t least = length <= BYTE_BY_BYTE ? 1 : 64;
    check_cut(bytes, length, whole, (cuts){state, least, 0, aside_bytes});
    check_cut(bytes, length, whole, (cuts){state, 0, least, aside_bytes});
    check_cut(bytes, length, whole, (cuts){state, 64, 16, aside_bytes});
    check_cut(bytes, length, whole, (cuts){state, 400, ROOM_MOST, aside_bytes});
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    handed whole;
    if (length == 0) return;
    hand_on(bytes, length, (cuts){.aside_bytes = SRV_ASIDE_BYTES}, &whole);
    check_handed(bytes, length, &whole);
    check_cuts(bytes, length, &whole, SRV_ASIDE_BYTES);
    check_cuts(bytes, length, &whole, bytes[length / 2] % ASIDE_LEAST);
    free(whole.bytes);
}

/* ---- Seeds ---- */

static const char *const messages[] = {
    "GET /healthz?a=b HTTP/1.1\r\nHost: a\r\nCookie: c\r\n\r\n",
    "\r\nGET /rules HTTP/1.0\r\nConnection:keep-alive\r\nX-Request-Id: \t1 \r\n\r\n",
    "POST /validate?name=a HTTP/1.1\r\nHost: a:1\r\nContent-Length: 5 \r\n\r\nhello",
    "POST /validate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
    "chunked\r\n\r\n5;a=\"b\"\r\nhello\r\n00b\r\n01234567890\r\n0\r\nA: b\r\n\r\n",
    "POST /validate HTTP/1.1\r\nHost: a\r\nExpect: "
    "100-continue\r\ntransfer-encoding:CHUNKED\r\n\r\n"
    "1\r\n\n\r\n0;x\r\n\r\n",
    "POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nGET / HTT",
    "POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 4294967295\r\n\r\nGET / "
    "HTTP/1.0\r\n\r\n",
    "POST /validate HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: "
    "2000000\r\n\r\nGET / HTT",
    "POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 64\r\n\r\n"
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n0123456789abcdef0123456789abcdefghi\r\n",
    "POST /validate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    "30;a\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n0123456789abcdef\r\n1\r\n\r\r\n"
    "31\r\n0123456789abcdef0123456789abcdef0123456789abcdef\n\r\n0;b\r\nA: b\r\n\r\n",
};

/* What is refused, each for another reason. */
static const char *const refused[] = {
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /\x01 HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\nHost: a\r\n\r\n",
    "GET / HTTP/2.0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: id\r\nContent-Length: 1\r\nContent-Length: "
    "1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: "
    "1\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5 \r\nhello\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;\x01\r\nhello\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n: b\r\n\r\n",
    "\r\n\r\n",
    "\x16\x03\x01\x02",
};

static void give(const fuzz_seeds *seeds, const char *kind, size_t number, const char *first,
                 const char *second) {
    char name[32];
    char text[1024];
    snprintf(name, sizeof name, "%s-%zu", kind, number);
    const int length = snprintf(text, sizeof text, "%s%s", first, second);
    seeds->give(seeds->context, name, text, (size_t)length);
}

/* Every limit is reached by a head or body of that size. */
static void give_long(const fuzz_seeds *seeds, const char *name, const char *front,
                      size_t repeated) {
    const size_t length = strlen(front) + repeated;
    char *const text = malloc(length + 1);
    if (!text) abort();
    snprintf(text, length + 1, "%s", front);
    memset(text + strlen(front), 'a', repeated);
    seeds->give(seeds->context, name, text, length);
    free(text);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    const size_t count = sizeof messages / sizeof messages[0];
    for (size_t i = 0; i < count; i++) {
        give(seeds, "message", i, messages[i], "");
        give(seeds, "two", i, messages[i], messages[(i + 1) % count]);
    }
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        give(seeds, "refused", i, messages[i % count], refused[i]);
    give_long(seeds, "long-target", "GET /", SRV_HEAD_BYTES);
    give_long(seeds, "long-field", "GET / HTTP/1.1\r\nHost: ", SRV_HEAD_BYTES);
    give_long(seeds, "long-extension",
              "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;",
              SRV_EXTENSION_BYTES);
}
