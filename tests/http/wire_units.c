/* The strict reader in front of libmicrohttpd, without sockets. */
#include "server/wire/connection.h"
#include "tests/support/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Heads ---- */

static srv_answer scan(const char *text, srv_scan *state) {
    *state = (srv_scan){.line = 0};
    return srv_head_scan(state, text, strlen(text));
}

static void test_heads(void **state) {
    (void)state;
    static const struct {
        const char *text;
        srv_answer answer;
        srv_scan_stage stage;
    } rows[] = {
        {"", SRV_OK, SRV_SCAN_START},
        {"G", SRV_OK, SRV_SCAN_START},
        {"GET / HTTP/1.1\r", SRV_OK, SRV_SCAN_START},
        {"GET / HTTP/1.1\r\n", SRV_OK, SRV_SCAN_FIELDS},
        {"GET / HTTP/1.1\r\n\r", SRV_OK, SRV_SCAN_FIELDS},
        {"GET / HTTP/1.1\r\n\r\n", SRV_OK, SRV_SCAN_DONE},
        {"\r\nGET / HTTP/1.1\r\n\r\n", SRV_OK, SRV_SCAN_DONE},
        {"GET / HTTP/1.1\r\na:b\r\nc:\t\r\n\r\nrest", SRV_OK, SRV_SCAN_DONE},
        {"\r\n\r", SRV_REQUEST_LINE, SRV_SCAN_REQUEST},
        {"\n", SRV_REQUEST_LINE, SRV_SCAN_START},
        {" ", SRV_REQUEST_LINE, SRV_SCAN_START},
        {"GET / HTTP/1.1\n", SRV_REQUEST_LINE, SRV_SCAN_START},
        {"GET / HTTP/1.1 \r\n", SRV_REQUEST_LINE, SRV_SCAN_START},
        {"GET / HTTP/11\r\n", SRV_REQUEST_LINE, SRV_SCAN_START},
        {"GET  HTTP/1.1\r\n", SRV_REQUEST_LINE, SRV_SCAN_START},
        {"GET /\x7f HTTP/1.1\r\n", SRV_TARGET_MALFORMED, SRV_SCAN_START},
        {"GET / HTTP/1.1\r\n:\r\n", SRV_HEADER_MALFORMED, SRV_SCAN_FIELDS},
        {"GET / HTTP/1.1\r\na\r\n", SRV_HEADER_MALFORMED, SRV_SCAN_FIELDS},
        {"GET / HTTP/1.1\r\n\n", SRV_HEADER_MALFORMED, SRV_SCAN_FIELDS},
        {"GET / HTTP/1.1\r\na: \r\r\n", SRV_HEADER_MALFORMED, SRV_SCAN_FIELDS},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        srv_scan got;
        assert_int_equal(scan(rows[i].text, &got), rows[i].answer);
        assert_int_equal(got.stage, rows[i].stage);
    }
}

/* One byte less is taken, and it makes no difference whether more has come. */
static void test_head_limit(void **state) {
    (void)state;
    const char front[] = "GET / HTTP/1.1\r\nCookie: ";
    char *const head = malloc(SRV_HEAD_BYTES + 100);
    assert_non_null(head);
    for (size_t over = 0; over <= 1; over++) {
        const size_t length = SRV_HEAD_BYTES + over;
        memset(head, 'a', SRV_HEAD_BYTES + 100);
        memcpy(head, front, sizeof front - 1);
        memcpy(head + length - 4, "\r\n\r\n", 4);
        srv_scan one = {.line = 0};
        srv_scan more = {.line = 0};
        const srv_answer expected = over ? SRV_HEADER_TOO_LARGE : SRV_OK;
        assert_int_equal(srv_head_scan(&one, head, length), expected);
        assert_int_equal(srv_head_scan(&more, head, length + 50), expected);
    }
    free(head);
}

static void test_head_handed_on(void **state) {
    (void)state;
    char text[] = "\r\nGET http://a/?b?c HTTP/1.0\r\nhost:a\r\nX: y\r\nContent-Length: \t5 \t\r\n"
                  "Cookie: b=c\r\nAccept:\r\n\r\n";
    const char expected[] = "GET http://a/\x01"
                            "b\x01"
                            "c HTTP/1.0\r\nhost:a\r\nContent-Length:5\r\nAccept:\r\n\r\n";
    srv_scan whole;
    srv_raw_head raw;
    assert_int_equal(scan(text, &whole), SRV_OK);
    srv_head_split(text, &whole, &raw);
    const size_t length = srv_head_write(&raw, false, text);
    assert_int_equal(length, sizeof expected - 1);
    assert_memory_equal(text, expected, length);
}

/* ---- Chunks ---- */

static void test_chunk_lines(void **state) {
    (void)state;
    static const struct {
        const char *text;
        srv_answer answer;
        size_t length;
        uint64_t size;
    } rows[] = {
        {"", SRV_OK, 0, 0},
        {"a", SRV_OK, 0, 10},
        {"aB\r", SRV_OK, 0, 0xab},
        {"aB\r\n", SRV_OK, 4, 0xab},
        {"0\r\nrest", SRV_OK, 3, 0},
        {"ffffffffffffffff\r\n", SRV_OK, 18, UINT64_MAX},
        {"ffffffffffffffff;", SRV_OK, 0, UINT64_MAX},
        {"00000000000000001", SRV_CHUNK_MALFORMED, 0, 0},
        {"1;a=\"b c\"\t\r\n", SRV_OK, 12, 1},
        {"1;12345678\r\n", SRV_OK, 12, 1},
        {"1;123456789", SRV_OK, 0, 1},
        {"1;1234567890", SRV_CHUNK_EXTENSIONS, 0, 0},
        {"1;\x01", SRV_CHUNK_MALFORMED, 0, 0},
        {"1;a\n", SRV_CHUNK_MALFORMED, 0, 0},
        {"1\n", SRV_CHUNK_MALFORMED, 0, 0},
        {"1\rx", SRV_CHUNK_MALFORMED, 0, 0},
        {"1 ;a", SRV_CHUNK_MALFORMED, 0, 0},
        {";a", SRV_CHUNK_MALFORMED, 0, 0},
        {"-1", SRV_CHUNK_MALFORMED, 0, 0},
        {"0x1", SRV_CHUNK_MALFORMED, 0, 0},
        {"\r\n", SRV_CHUNK_MALFORMED, 0, 0},
    };
    enum { ROOM = 10 };
    for (size_t i = 0; i < COUNT(rows); i++) {
        srv_chunk_line line;
        const srv_answer answer =
            srv_chunk_line_read(rows[i].text, strlen(rows[i].text), ROOM, &line);
        assert_int_equal(answer, rows[i].answer);
        if (answer != SRV_OK) continue;
        assert_int_equal(line.length, rows[i].length);
        assert_int_equal(line.size, rows[i].size);
    }
}

static void test_trailers(void **state) {
    (void)state;
    static const struct {
        const char *text;
        srv_answer answer;
        size_t length;
    } rows[] = {
        {"", SRV_OK, 0},
        {"a: b\r", SRV_OK, 0},
        {"a: b\r\n", SRV_OK, 6},
        {"\r\n", SRV_OK, 2},
        {"\n", SRV_HEADER_MALFORMED, 0},
        {"a: b\n", SRV_HEADER_MALFORMED, 0},
        {": b\r\n", SRV_HEADER_MALFORMED, 0},
        {"a: 12345678", SRV_OK, 0},
        {"a: 123456789", SRV_HEADER_TOO_LARGE, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t length = 0;
        assert_int_equal(srv_trailer_read(rows[i].text, strlen(rows[i].text), 12, &length),
                         rows[i].answer);
        if (rows[i].answer == SRV_OK) assert_int_equal(length, rows[i].length);
    }
}

/* ---- Connections ---- */

typedef struct script {
    const char *text;
    size_t at;
    size_t arrived;
} script;

static ssize_t peek_script(void *context, void *bytes, size_t room) {
    const script *const s = context;
    const size_t there = s->arrived - s->at;
    const size_t length = there < room ? there : room;
    if (length > 0) memcpy(bytes, s->text + s->at, length);
    if (length > 0) return (ssize_t)length;
    errno = EAGAIN;
    return -1;
}

static ssize_t read_script(void *context, void *bytes, size_t room) {
    script *const s = context;
    const ssize_t got = peek_script(context, bytes, room);
    if (got > 0) s->at += (size_t)got;
    return got;
}

/* All that is handed on while `text` arrives in two parts, read with that much room. */
static size_t hand_on(srv_wire_connection *connection, const char *text, size_t cut, size_t room,
                      char *out) {
    script s = {.text = text};
    const srv_wire_source source = {.read = read_script, .context = &s};
    const size_t arrivals[] = {cut, strlen(text)};
    size_t length = 0;
    memset(connection, 0, sizeof *connection);
    connection->wire.aside_bytes = SRV_ASIDE_BYTES;
    connection->wire.aside_chunks_bytes = SRV_ASIDE_BYTES;
    for (size_t i = 0; i < COUNT(arrivals); i++) {
        s.arrived = arrivals[i];
        ssize_t got = 0;
        do {
            got = srv_wire_receive(connection, out + length, room, &source);
            if (got > 0) length += (size_t)got;
        } while (got == (ssize_t)room); /* as libmicrohttpd does after one edge */
    }
    return length;
}

static void check_handed_on(const char *came, const char *went, srv_answer answer) {
    char out[1024];
    for (size_t cut = 0; cut <= strlen(came); cut++) {
        for (size_t room = 1; room <= 300; room += room < 10 ? 1 : 97) {
            srv_wire_connection connection;
            const size_t length = hand_on(&connection, came, cut, room, out);
            assert_int_equal(length, strlen(went));
            assert_memory_equal(out, went, length);
            assert_int_equal(connection.wire.refusal.answer, answer);
            srv_wire_clear(&connection);
        }
    }
}

static void test_handed_on(void **state) {
    (void)state;
    check_handed_on("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: \ta \r\n\r\n",
                    "GET / HTTP/1.1\r\nHost:a\r\n\r\nGET /b HTTP/1.1\r\nHost:a\r\n\r\n", SRV_OK);
    check_handed_on("POST / HTTP/1.0\r\nContent-Length: 3 \r\n\r\nabcPOST / HTTP/1.0\r\n\r\nG",
                    "POST / HTTP/1.0\r\nContent-Length:3\r\n\r\nabcPOST / HTTP/1.0\r\n\r\n",
                    SRV_OK);
    check_handed_on("POST / HTTP/1.1\r\nHost:a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    "3;x\r\nabc\r\n01\r\nd\r\n0;x\r\nA: b\r\n\r\nGET / HTTP/1.1\r\nHost:a\r\n\r\n",
                    "POST / HTTP/1.1\r\nHost:a\r\nTransfer-Encoding:chunked\r\n\r\n"
                    "3\r\nabc\r\n01\r\nd\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost:a\r\n\r\n",
                    SRV_OK);
}

static void test_refused_head(void **state) {
    (void)state;
    check_handed_on("GET / HTTP/1.1\r\nHost: a\r\n\r\nPUT /b?c HTTP/1.1\r\n: d\r\nGET /",
                    "GET / HTTP/1.1\r\nHost:a\r\n\r\nPUT /b\x01"
                    "c HTTP/1.1\r\n\r\n",
                    SRV_HEADER_MALFORMED);
    check_handed_on("PUT /b HTTP/1.1\r\nX-Request-Id: e\r\nContent-Length: 3\r\n\r\nabc",
                    "PUT /b HTTP/1.1\r\nX-Request-Id:e\r\n\r\n", SRV_HOST_MISSING);
    check_handed_on("\x16\x03\x01", "- - HTTP/1.1\r\n\r\n", SRV_REQUEST_LINE);
}

static void test_refused_body(void **state) {
    (void)state;
    static const char came[] = "POST / HTTP/1.1\r\nHost:a\r\nTransfer-Encoding:chunked\r\n\r\n";
    static const struct {
        const char *came, *went;
        srv_answer answer;
    } rows[] = {
        {"3 \r\nabc\r\n", "0\r\n\r\n", SRV_CHUNK_MALFORMED},
        {"3\r\nabcd", "3\r\nabc\r\n0\r\n\r\n", SRV_CHUNK_MALFORMED},
        {"3\r\nabc\r\n0\n", "3\r\nabc\r\n0\r\n\r\n", SRV_CHUNK_MALFORMED},
        {"0\r\n: b\r\n\r\n", "0\r\n\r\n", SRV_HEADER_MALFORMED},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char whole[200];
        char handed[200];
        snprintf(whole, sizeof whole, "%s%s", came, rows[i].came);
        snprintf(handed, sizeof handed, "%s%s", came, rows[i].went);
        check_handed_on(whole, handed, rows[i].answer);
    }
}

/* What libmicrohttpd shows is matched with what was handed on. */
static void test_shown(void **state) {
    (void)state;
    char out[1024];
    srv_wire_connection connection;
    (void)hand_on(&connection, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n:\r\n", 0, 500,
                  out);
    assert_int_equal(srv_wire_show(&connection), SRV_OK);
    assert_int_equal(srv_wire_body_answer(&connection), SRV_OK);
    assert_int_equal(srv_wire_show(&connection), SRV_HEADER_MALFORMED);
    assert_int_equal(srv_wire_show(&connection), SRV_INTERNAL);
    srv_wire_clear(&connection);
    (void)hand_on(&connection, "GET / HTTP/1.1\r\nHost:a\r\nTransfer-Encoding: chunked\r\n\r\nx", 0,
                  500, out);
    assert_int_equal(srv_wire_show(&connection), SRV_OK);
    assert_int_equal(srv_wire_body_answer(&connection), SRV_CHUNK_MALFORMED);
    srv_wire_clear(&connection);
}

static ssize_t read_end(void *context, void *bytes, size_t room) {
    (void)bytes;
    (void)room;
    errno = *(int *)context;
    return errno == 0 ? 0 : -1;
}

static void test_end_and_error(void **state) {
    (void)state;
    char out[16];
    int cause = 0;
    srv_wire_connection connection;
    memset(&connection, 0, sizeof connection);
    const srv_wire_source source = {.read = read_end, .context = &cause};
    assert_int_equal(srv_wire_receive(&connection, out, sizeof out, &source), 0);
    cause = ECONNRESET;
    assert_int_equal(srv_wire_receive(&connection, out, sizeof out, &source), -1);
    assert_int_equal(errno, ECONNRESET);
}

/* As if libmicrohttpd had no part in it: a head without a body, and then the next message. */
static void test_large_bodies_are_not_handed_on(void **state) {
    (void)state;
    static const struct {
        const char *length;
        uint64_t aside;
    } rows[] = {{"1048576", 0}, {"1048577", 1048577}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[256];
        (void)snprintf(
            text, sizeof text,
            "POST / HTTP/1.1\r\nHost:a\r\nExpect:100-continue\r\nContent-Length:%s\r\n\r\nbody",
            rows[i].length);
        srv_wire wire;
        memset(&wire, 0, sizeof wire);
        wire.aside_bytes = SRV_ASIDE_BYTES;
        size_t taken = 0;
        const size_t length = strlen(text);
        const size_t given = srv_wire_pass(&wire, text, length, &taken);
        assert_int_equal(wire.phase, SRV_WIRE_LENGTH);
        assert_int_equal(wire.is_aside, rows[i].aside > 0);
        assert_true(wire.expects_continue);
        if (rows[i].aside == 0) {
            assert_int_equal(given, length);
            continue;
        }
        const char head[] = "POST / HTTP/1.1\r\nHost:a\r\n\r\n";
        assert_int_equal(wire.left, rows[i].aside);
        assert_int_equal(length - taken, strlen("body"));
        assert_int_equal(given, sizeof head - 1);
        assert_memory_equal(text, head, given);
    }
}

/* ---- Bodies that go aside ---- */

enum { LEAST_ASIDE_BYTES = 8, ASIDE_ROOM = SRV_HEAD_BYTES + 16 };

typedef struct went {
    char handed[512]; /* to libmicrohttpd */
    size_t handed_length;
    char aside[512];
    size_t aside_length;
    srv_aside ended;
    size_t read_before_end; /* bytes that had been read when the body ended */
} went;

static void keep_aside(went *w, const char *bytes, size_t length) {
    memcpy(w->aside + w->aside_length, bytes, length);
    w->aside_length += length;
}

/* Reads what has come: as libmicrohttpd does, and as the receiver does while a body is aside. */
static void read_on(srv_wire_connection *c, script *s, size_t room, went *w) {
    static char block[ASIDE_ROOM];
    const srv_wire_source source = {.read = read_script, .peek = peek_script, .context = s};
    ssize_t got = 1;
    size_t length = 0;
    while (got > 0 && !c->wire.is_aside) {
        got = srv_wire_receive(c, w->handed + w->handed_length, room, &source);
        if (got > 0) w->handed_length += (size_t)got;
    }
    if (!c->wire.is_aside || w->ended != SRV_ASIDE_COMES) return;
    while ((got = srv_wire_receive(c, w->handed + w->handed_length, room, &source)) > 0)
        w->handed_length += (size_t)got; /* what ends the body for libmicrohttpd */
    const srv_text begun = srv_wire_begun(c);
    keep_aside(w, begun.bytes, begun.length);
    assert_int_not_equal(c->wire.phase, SRV_WIRE_HEAD); /* no event would show what follows */
    while (s->at < s->arrived && w->ended == SRV_ASIDE_COMES) {
        w->ended = srv_wire_receive_aside(c, block, sizeof block, &source, &length);
        keep_aside(w, block, length);
    }
    w->read_before_end = s->at;
    if (w->ended == SRV_ASIDE_ENDED) read_on(c, s, room, w);
}

static void read_in_parts(const char *text, size_t cut, size_t room, srv_wire_connection *c,
                          went *w) {
    const size_t arrivals[] = {cut, cut + 1, strlen(text)};
    script s = {.text = text};
    memset(c, 0, sizeof *c);
    memset(w, 0, sizeof *w);
    c->wire.aside_bytes = LEAST_ASIDE_BYTES;
    c->wire.aside_chunks_bytes = LEAST_ASIDE_BYTES;
    for (size_t i = 0; i < COUNT(arrivals); i++) {
        s.arrived = arrivals[i];
        read_on(c, &s, room, w);
    }
    srv_wire_clear(c);
}

#define HEAD         "POST / HTTP/1.1\r\nHost:a\r\n"
#define CHUNKED_HEAD HEAD "Transfer-Encoding:chunked\r\n\r\n"
#define NEXT         "GET / HTTP/1.1\r\nHost:a\r\n\r\n"

/* What libmicrohttpd has been handed is a prefix of the chunks, and the rest went aside. */
static void test_chunks_aside(void **state) {
    (void)state;
    static const char came[] = CHUNKED_HEAD "4\r\nabcd\r\n05;x\r\n\r\n0\r\n\r\n"
                                            "A\r\n0123456789\r\n0;y\r\nA: b\r\n\r\n";
    static const char body[] = "abcd\r\n0\r\n0123456789";
    static const char *const handed[] = {
        CHUNKED_HEAD "4\r\nabcd\r\n0\r\n\r\n" NEXT,
        CHUNKED_HEAD "4\r\nabcd\r\n05\r\n\r\n0\r\n\r\n0\r\n\r\n" NEXT,
        CHUNKED_HEAD "4\r\nabcd\r\n05\r\n\r\n0\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n" NEXT};
    static const size_t handed_bytes[] = {4, 9, 19}; /* of the body */
    size_t seen[COUNT(handed)] = {0};
    char text[512];
    (void)snprintf(text, sizeof text, "%s%s", came, NEXT);
    for (size_t cut = 0; cut < strlen(text); cut++) {
        for (size_t room = 1; room <= 300; room += room < 10 ? 1 : 97) {
            srv_wire_connection c;
            went w;
            read_in_parts(text, cut, room, &c, &w);
            size_t i = 0;
            while (handed_bytes[i] + w.aside_length < sizeof body - 1)
                i++;
            seen[i]++;
            assert_int_equal(w.handed_length, strlen(handed[i]));
            assert_memory_equal(w.handed, handed[i], w.handed_length);
            assert_int_equal(w.aside_length, sizeof body - 1 - handed_bytes[i]);
            assert_memory_equal(w.aside, body + handed_bytes[i], w.aside_length);
            if (w.ended == SRV_ASIDE_ENDED) assert_int_equal(w.read_before_end, strlen(came));
            assert_int_equal(c.wire.refusal.answer, SRV_OK);
        }
    }
    for (size_t i = 0; i < COUNT(seen); i++)
        assert_true(seen[i] > 0);
}

/* Nor does it matter what came before. */
static void test_small_chunked_bodies_are_handed_on(void **state) {
    (void)state;
    static const char one[] = CHUNKED_HEAD "4\r\nabcd\r\n4\r\nefgh\r\n0\r\n\r\n";
    char text[512];
    (void)snprintf(text, sizeof text, "%s%s%s", one, one, NEXT);
    for (size_t cut = 0; cut < strlen(text); cut++) {
        srv_wire_connection c;
        went w;
        read_in_parts(text, cut, 300, &c, &w);
        assert_int_equal(w.handed_length, strlen(text));
        assert_memory_equal(w.handed, text, w.handed_length);
    }
}

static void test_lengths_aside(void **state) {
    (void)state;
    static const char came[] = HEAD "Content-Length:16\r\n\r\n0123456789abcdef" NEXT;
    for (size_t cut = 0; cut < sizeof came - 1; cut++) {
        srv_wire_connection c;
        went w;
        read_in_parts(came, cut, 300, &c, &w);
        const char *const handed = w.ended == SRV_ASIDE_ENDED ? HEAD "\r\n" NEXT : came;
        assert_int_equal(w.handed_length, strlen(handed));
        assert_memory_equal(w.handed, handed, w.handed_length);
        assert_int_equal(w.aside_length, w.ended == SRV_ASIDE_ENDED ? 16 : 0);
        assert_memory_equal(w.aside, "0123456789abcdef", w.aside_length);
        if (w.ended == SRV_ASIDE_ENDED)
            assert_int_equal(w.read_before_end, sizeof came - sizeof NEXT);
    }
}

/* libmicrohttpd has been handed an end, and is handed nothing more. */
static void test_refused_aside(void **state) {
    (void)state;
    static const struct {
        const char *came;
        srv_answer answer;
    } rows[] = {
        {"A\r\n0123456789x", SRV_CHUNK_MALFORMED},
        {"A\r\n0123456789\r\nx", SRV_CHUNK_MALFORMED},
        {"A\r\n0123456789\r\n1;\x01", SRV_CHUNK_MALFORMED},
        {"A\r\n0123456789\r\n0\r\n: b\r\n", SRV_HEADER_MALFORMED},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512];
        const char handed[] = CHUNKED_HEAD "0\r\n\r\n";
        (void)snprintf(text, sizeof text, "%s%s%s", CHUNKED_HEAD, rows[i].came, NEXT);
        for (size_t cut = sizeof CHUNKED_HEAD + 2; cut < sizeof CHUNKED_HEAD + 12; cut++) {
            srv_wire_connection c;
            went w;
            read_in_parts(text, cut, 300, &c, &w);
            assert_int_equal(w.ended, SRV_ASIDE_ENDED);
            assert_int_equal(c.wire.phase, SRV_WIRE_REFUSED);
            assert_int_equal(c.wire.refusal.answer, rows[i].answer);
            assert_int_equal(w.handed_length, sizeof handed - 1);
            assert_memory_equal(w.handed, handed, w.handed_length);
            assert_int_equal(w.aside_length, 10);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heads),
        cmocka_unit_test(test_head_limit),
        cmocka_unit_test(test_head_handed_on),
        cmocka_unit_test(test_large_bodies_are_not_handed_on),
        cmocka_unit_test(test_chunk_lines),
        cmocka_unit_test(test_trailers),
        cmocka_unit_test(test_handed_on),
        cmocka_unit_test(test_refused_head),
        cmocka_unit_test(test_refused_body),
        cmocka_unit_test(test_shown),
        cmocka_unit_test(test_end_and_error),
        cmocka_unit_test(test_chunks_aside),
        cmocka_unit_test(test_small_chunked_bodies_are_handed_on),
        cmocka_unit_test(test_lengths_aside),
        cmocka_unit_test(test_refused_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
