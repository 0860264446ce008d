/* The service's decisions as plain functions. */
#include "server/decide.h"
#include "server/framing.h"
#include "server/memory.h"
#include "server/watchdog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define FIELD(header, text)                                                                        \
    {                                                                                              \
        .name = {header, sizeof(header) - 1}, .value = { text, sizeof(text) - 1 }                  \
    }
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { CAP = 1000 };

static srv_answer frame(const srv_header *headers, size_t count, srv_framing *framing) {
    const srv_head head = {.method = "POST",
                           .target = "/validate",
                           .version = "HTTP/1.1",
                           .headers = headers,
                           .header_count = count};
    return srv_framing_check(&head, framing);
}

static void test_lengths(void **state) {
    (void)state;
    static const struct {
        const char *text;
        srv_answer answer;
        uint64_t length;
    } rows[] = {{"0", SRV_OK, 0},
                {"5", SRV_OK, 5},
                {"0005", SRV_OK, 5},
                {"9999999999999999999", SRV_OK, 9999999999999999999U},
                {"10000000000000000000", SRV_LENGTH_MALFORMED, 0},
                {"", SRV_LENGTH_MALFORMED, 0},
                {"+5", SRV_LENGTH_MALFORMED, 0},
                {"-5", SRV_LENGTH_MALFORMED, 0},
                {"5,5", SRV_LENGTH_MALFORMED, 0},
                {"5 ", SRV_LENGTH_MALFORMED, 0},
                {"0x5", SRV_LENGTH_MALFORMED, 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        const srv_header headers[] = {
            FIELD("Host", "a"),
            {.name = {"content-length", 14}, .value = {rows[i].text, strlen(rows[i].text)}}};
        srv_framing framing;
        assert_int_equal(frame(headers, 2, &framing), rows[i].answer);
        if (rows[i].answer == SRV_OK) assert_int_equal(framing.length_bytes, rows[i].length);
    }
}

static void test_nul_in_a_field(void **state) {
    (void)state;
    const srv_header in_name[] = {FIELD("Host", "a"), FIELD("X\0Y", "1")};
    const srv_header in_value[] = {FIELD("Host", "a"), FIELD("X", "1\0002")};
    const srv_header in_host[] = {FIELD("Host", "a\0b")};
    const srv_header in_length[] = {FIELD("Host", "a"), FIELD("Content-Length", "5\0")};
    srv_framing framing;
    assert_int_equal(frame(in_name, 2, &framing), SRV_HEADER_MALFORMED);
    assert_int_equal(frame(in_value, 2, &framing), SRV_HEADER_MALFORMED);
    assert_int_equal(frame(in_host, 1, &framing), SRV_HEADER_MALFORMED);
    assert_int_equal(frame(in_length, 2, &framing), SRV_HEADER_MALFORMED);
}

static void test_empty_name(void **state) {
    (void)state;
    const srv_header headers[] = {FIELD("Host", "a"), FIELD("", "1")};
    srv_framing framing;
    assert_int_equal(frame(headers, 2, &framing), SRV_HEADER_MALFORMED);
}

static srv_target shared_target;

static srv_decision decide(const char *method, const char *target, const srv_header *headers,
                           size_t count) {
    const srv_head head = {.method = method,
                           .target = target,
                           .version = "HTTP/1.1",
                           .headers = headers,
                           .header_count = count};
    srv_decision decision;
    static const srv_terms terms = {.max_body_bytes = CAP, .max_findings = 10};
    srv_decide(&head, &terms, &shared_target, &decision);
    return decision;
}

static void test_an_upload_is_decided(void **state) {
    (void)state;
    const srv_header headers[] = {FIELD("Host", "a"), FIELD("Content-Length", "1000")};
    const srv_decision decision =
        decide("POST", "/validate?name=a%2Bb+c&format=source-nav", headers, COUNT(headers));
    assert_int_equal(decision.problem.answer, SRV_OK);
    assert_false(decision.close);
    assert_null(decision.route->answer);
    assert_int_equal(decision.framing.length_bytes, 1000);
    assert_string_equal(shared_target.params[SRV_PARAM_NAME], "a+b c");
    assert_string_equal(shared_target.params[SRV_PARAM_FORMAT], "source-nav");
    assert_null(shared_target.params[SRV_PARAM_GAME]);
}

static void test_one_byte_too_many(void **state) {
    (void)state;
    const srv_header headers[] = {FIELD("Host", "a"), FIELD("Content-Length", "1001")};
    const srv_decision decision = decide("POST", "/validate", headers, COUNT(headers));
    assert_int_equal(decision.problem.answer, SRV_BODY_TOO_LARGE);
    assert_int_equal(decision.problem.limit, CAP);
    assert_int_equal(decision.problem.actual, CAP + 1);
    assert_true(decision.close);
}

/* Whatever the cause: if a body may follow and nobody reads it, the connection ends. */
static void test_unread_bodies_close(void **state) {
    (void)state;
    static const char *const targets[] = {"/nowhere", "/healthz", "/validate?x=1", "/rules/NONE",
                                          "/%"};
    const srv_header lengths[] = {FIELD("Host", "a"), FIELD("Content-Length", "7")};
    const srv_header chunks[] = {FIELD("Host", "a"), FIELD("Transfer-Encoding", "chunked")};
    for (size_t i = 0; i < COUNT(targets); i++) {
        assert_true(decide("POST", targets[i], lengths, 2).close);
        assert_true(decide("GET", targets[i], chunks, 2).close);
        assert_false(decide("GET", targets[i], lengths, 1).close);
    }
}

static void test_decoding_stays_inside(void **state) {
    (void)state;
    static const char *const targets[] = {"/%", "/%4", "/a%", "/?%", "/?a=%4", "/?%zz=1"};
    const srv_header headers[] = {FIELD("Host", "a")};
    for (size_t i = 0; i < COUNT(targets); i++) {
        char exact[16]; /* ends where the text ends, for the sanitizer */
        memset(exact, 'A', sizeof exact);
        const size_t length = strlen(targets[i]) + 1;
        memcpy(exact + sizeof exact - length, targets[i], length);
        const srv_answer answer =
            decide("GET", exact + sizeof exact - length, headers, 1).problem.answer;
        assert_true(answer == SRV_TARGET_MALFORMED || answer == SRV_NOT_FOUND);
    }
}

static void test_printable_fits(void **state) {
    (void)state;
    static const char hostile[] = "a\"\\\n\xff\x80zzzzzzzzzzzzzzzz";
    for (size_t capacity = 5; capacity < 64; capacity++)
        for (size_t length = 0; length < sizeof hostile; length++) {
            char out[64];
            memset(out, '#', sizeof out);
            srv_printable(out, capacity, hostile, length);
            assert_true(strlen(out) < capacity);
            if (capacity < sizeof out) assert_int_equal(out[capacity], '#');
        }
}

static bool is_overdue(srv_phase phase, uint64_t elapsed_ms, uint64_t body_bytes,
                       uint64_t length_bytes) {
    const srv_pace pace = {.idle_timeout_ms = 1000, .request_timeout_ms = 9000, .min_rate = 100};
    const srv_progress progress = {.phase = phase,
                                   .elapsed_ms = elapsed_ms,
                                   .body_bytes = body_bytes,
                                   .length_bytes = length_bytes};
    return srv_is_overdue(&pace, &progress);
}

static void test_deadlines(void **state) {
    (void)state;
    assert_false(is_overdue(SRV_PHASE_HEADER, 1000, 0, 0));
    assert_true(is_overdue(SRV_PHASE_HEADER, 1001, 0, 0));
    assert_false(is_overdue(SRV_PHASE_BODY, 1000, 0, 0));
    assert_true(is_overdue(SRV_PHASE_BODY, 2000, 199, 0));
    assert_false(is_overdue(SRV_PHASE_BODY, 2000, 200, 0));
    assert_true(is_overdue(SRV_PHASE_BODY, 9001, UINT64_MAX, 0));
    assert_false(is_overdue(SRV_PHASE_JUDGING, UINT64_MAX, 0, 0));
    assert_true(is_overdue(SRV_PHASE_ANSWER, 9001, 0, 0));
    assert_false(is_overdue(SRV_PHASE_CUT, UINT64_MAX, 0, 0));
}

/* Whatever its pace was before. */
static void test_bodies_that_stop(void **state) {
    (void)state;
    const srv_pace pace = {.idle_timeout_ms = 1000, .request_timeout_ms = 9000};
    srv_progress progress = {SRV_PHASE_BODY, 5000, 1000, 1 << 20, 0};
    assert_false(srv_is_overdue(&pace, &progress));
    progress.idle_ms = 1001;
    assert_true(srv_is_overdue(&pace, &progress));
    progress.phase = SRV_PHASE_JUDGING;
    assert_false(srv_is_overdue(&pace, &progress));
    progress.phase = SRV_PHASE_ANSWER;
    assert_false(srv_is_overdue(&pace, &progress));
}

/* A body that would take longer than there is at its average pace. */
static void test_bodies_that_cannot_end_in_time(void **state) {
    (void)state;
    enum { LENGTH = 90000 }; /* 10 bytes a millisecond, to end in time */
    assert_false(is_overdue(SRV_PHASE_BODY, 1000, 1, LENGTH)); /* too early to say */
    assert_true(is_overdue(SRV_PHASE_BODY, 1001, 10009, LENGTH));
    assert_false(is_overdue(SRV_PHASE_BODY, 1001, 10010, LENGTH));
    assert_true(is_overdue(SRV_PHASE_BODY, 8000, 79999, LENGTH));
    assert_false(is_overdue(SRV_PHASE_BODY, 8000, 80000, LENGTH));
    assert_false(is_overdue(SRV_PHASE_BODY, 8000, 80000, 0));
    assert_true(is_overdue(SRV_PHASE_BODY, 8000, 1ULL << 33, 1ULL << 34));
}

static void test_budget(void **state) {
    (void)state;
    srv_memory memory;
    srv_memory_open(&memory, 1000, 300);
    assert_false(srv_memory_reserve(&memory, 701, SRV_FOR_BODIES));
    assert_true(srv_memory_reserve(&memory, 700, SRV_FOR_BODIES));
    assert_false(srv_memory_reserve(&memory, 1, SRV_FOR_BODIES));
    assert_true(srv_memory_reserve(&memory, 300, SRV_FOR_JUDGING));
    assert_false(srv_memory_reserve(&memory, 1, SRV_FOR_JUDGING));
    assert_false(srv_memory_reserve(&memory, UINT64_MAX, SRV_FOR_JUDGING));
    srv_memory_release(&memory, 1000);
    srv_block block;
    assert_false(srv_memory_take(&memory, UINT64_MAX, SRV_FOR_JUDGING, &block));
    assert_null(block.bytes);
    srv_memory_close(&memory);
}

/* Kept blocks are used again, never outgrow a quarter of the budget, and give way to requests. */
static void test_blocks_are_kept(void **state) {
    (void)state;
    enum { BLOCK = 1 << 20 };
    srv_memory memory;
    srv_block block;
    srv_memory_open(&memory, 8 * BLOCK, 0);
    assert_true(srv_memory_take(&memory, BLOCK, SRV_FOR_BODIES, &block));
    srv_memory_give(&memory, &block);
    assert_null(block.bytes);
    assert_int_equal(memory.kept, BLOCK);
    assert_true(srv_memory_take(&memory, BLOCK - 1000, SRV_FOR_BODIES, &block));
    assert_int_equal(memory.kept, 0);
    assert_int_equal(memory.in_use, BLOCK - 1000); /* no more than was asked for */
    assert_int_equal(block.capacity, BLOCK - 1000);
    srv_memory_give(&memory, &block);

    srv_block blocks[4];
    for (size_t i = 0; i < COUNT(blocks); i++)
        assert_true(srv_memory_take(&memory, BLOCK, SRV_FOR_BODIES, &blocks[i]));
    for (size_t i = 0; i < COUNT(blocks); i++)
        srv_memory_give(&memory, &blocks[i]);
    assert_int_equal(memory.kept, 2 * BLOCK);
    assert_int_equal(memory.in_use, 0);

    assert_true(srv_memory_reserve(&memory, 7 * BLOCK, SRV_FOR_BODIES));
    assert_int_equal(memory.kept, BLOCK);
    assert_true(srv_memory_reserve(&memory, BLOCK, SRV_FOR_BODIES));
    assert_int_equal(memory.kept, 0);
    srv_memory_release(&memory, 8 * BLOCK);
    srv_memory_close(&memory);
}

static void test_paces(void **state) {
    (void)state;
    assert_true(srv_keeps_pace(60000, 0, SRV_FIRST_MOMENT_MS));
    assert_false(srv_keeps_pace(60000, 0, SRV_FIRST_MOMENT_MS + 1));
    assert_false(srv_keeps_pace(60000, 7999, 2000));
    assert_true(srv_keeps_pace(60000, 8000, 2000));
    assert_true(srv_keeps_pace(1ULL << 34, 1ULL << 34, SRV_IN_TIME_MS));
    assert_false(srv_keeps_pace(1ULL << 34, 1ULL << 34, 86400000));
}

enum { MIB = 1 << 20 };

/* As one that has been waiting for longer than the first moment. */
static void make_old(srv_promise *promise) {
    promise->since_ms -= SRV_FIRST_MOMENT_MS + 1000;
}

static void test_what_is_announced_can_be_borrowed(void **state) {
    (void)state;
    srv_memory memory;
    srv_promise promise = {.block = NULL};
    srv_block body;
    srv_block other;
    srv_memory_open(&memory, 10 * MIB, 0);
    assert_true(srv_memory_promise(&memory, 8 * MIB, 2 * MIB, &promise, &body));
    assert_true(srv_memory_grant(&memory, &promise, 1));
    assert_int_equal(srv_memory_in_use(&memory), 10 * MIB);
    assert_false(srv_memory_take(&memory, 4 * MIB, SRV_FOR_BODIES, &other)); /* firm */
    assert_false(srv_memory_has(&memory, 1, SRV_FOR_BODIES));
    make_old(&promise);
    assert_true(srv_memory_has(&memory, MIB, SRV_FOR_BODIES));
    assert_int_equal(srv_memory_in_use(&memory), 10 * MIB);
    assert_false(srv_memory_take(&memory, 10 * MIB, SRV_FOR_BODIES, &other));
    assert_int_equal(promise.backed, promise.length - promise.granted + promise.extra);
    assert_true(srv_memory_take(&memory, 4 * MIB, SRV_FOR_BODIES, &other));
    assert_int_equal(srv_memory_in_use(&memory), 10 * MIB);

    /* It goes on with what it has, and takes all of it back when that is there. */
    assert_true(srv_memory_grant(&memory, &promise, 6 * MIB));
    assert_false(srv_memory_grant(&memory, &promise, 7 * MIB));
    srv_memory_give(&memory, &other);
    assert_true(srv_memory_grant(&memory, &promise, 8 * MIB));
    assert_int_equal(srv_memory_redeem(&memory, &promise), 2 * MIB);
    uint64_t reserved = 2 * MIB;
    assert_true(srv_memory_take_reserved(&memory, MIB, &reserved, &other));
    assert_int_equal(reserved, MIB);
    srv_memory_release(&memory, reserved);
    srv_memory_give(&memory, &other);
    srv_memory_give(&memory, &body);
    assert_int_equal(srv_memory_in_use(&memory), 0);
    srv_memory_close(&memory);
}

static void test_a_small_need_borrows_from_anybody(void **state) {
    (void)state;
    srv_memory memory;
    srv_promise first = {.block = NULL};
    srv_promise second = {.block = NULL};
    srv_block bodies[3];
    srv_memory_open(&memory, 20 * MIB, 0);
    assert_true(srv_memory_promise(&memory, 10 * MIB, 0, &first, &bodies[0]));
    assert_true(srv_memory_promise(&memory, 10 * MIB, 0, &second, &bodies[1]));
    make_old(&second);
    assert_true(srv_memory_take(&memory, MIB, SRV_FOR_BODIES, &bodies[2]));
    assert_int_equal(first.backed, 10 * MIB); /* the slow one first */
    assert_int_equal(second.backed, 9 * MIB);
    assert_true(srv_memory_grant(&memory, &second, 9 * MIB));
    second.since_ms += 1000000;
    assert_true(srv_memory_reserve(&memory, MIB, SRV_FOR_JUDGING));
    assert_int_equal(first.backed, 9 * MIB);
    /* The rest of a body is no small need: it has nothing of those that keep pace. */
    assert_false(srv_memory_grant(&memory, &second, 9 * MIB + 1));
    srv_memory_break(&memory, &first, &bodies[0]);
    srv_memory_break(&memory, &second, &bodies[1]);
    assert_null(bodies[0].bytes);
    srv_memory_release(&memory, MIB);
    srv_memory_give(&memory, &bodies[2]);
    assert_int_equal(srv_memory_in_use(&memory), 0);
    srv_memory_close(&memory);
}

/* Whatever was granted and borrowed, everything is given back. */
static void test_promises_that_are_broken(void **state) {
    (void)state;
    for (size_t granted = 0; granted <= 2 * MIB; granted += MIB / 3)
        for (size_t lent = 0; lent <= MIB; lent += MIB / 4) {
            srv_memory memory;
            srv_promise promise = {.block = NULL};
            srv_block body;
            srv_memory_open(&memory, 4 * MIB, 0);
            assert_true(srv_memory_promise(&memory, 3 * MIB, MIB, &promise, &body));
            assert_true(srv_memory_grant(&memory, &promise, granted));
            assert_true(srv_memory_reserve(&memory, lent, SRV_FOR_BODIES));
            srv_memory_break(&memory, &promise, &body);
            assert_int_equal(srv_memory_in_use(&memory), lent);
            srv_memory_break(&memory, &promise, &body); /* once is enough */
            srv_memory_release(&memory, lent);
            assert_true(srv_memory_reserve(&memory, 4 * MIB, SRV_FOR_BODIES));
            srv_memory_close(&memory);
        }
}

static void test_what_nobody_uses_goes(void **state) {
    (void)state;
    srv_memory memory;
    srv_block block;
    srv_memory_open(&memory, 8 * MIB, 0);
    assert_true(srv_memory_take(&memory, MIB, SRV_FOR_BODIES, &block));
    srv_memory_give(&memory, &block);
    srv_memory_tidy(&memory);
    assert_int_equal(memory.kept, MIB);
    for (size_t i = 0; i < 10; i++)
        srv_memory_tidy(&memory);
    assert_int_equal(memory.kept, 0);
    srv_memory_close(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_nul_in_a_field),
        cmocka_unit_test(test_empty_name),
        cmocka_unit_test(test_an_upload_is_decided),
        cmocka_unit_test(test_one_byte_too_many),
        cmocka_unit_test(test_unread_bodies_close),
        cmocka_unit_test(test_decoding_stays_inside),
        cmocka_unit_test(test_printable_fits),
        cmocka_unit_test(test_deadlines),
        cmocka_unit_test(test_bodies_that_stop),
        cmocka_unit_test(test_bodies_that_cannot_end_in_time),
        cmocka_unit_test(test_paces),
        cmocka_unit_test(test_what_is_announced_can_be_borrowed),
        cmocka_unit_test(test_a_small_need_borrows_from_anybody),
        cmocka_unit_test(test_promises_that_are_broken),
        cmocka_unit_test(test_what_nobody_uses_goes),
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_blocks_are_kept),
    };
    return cmocka_run_group_tests_name("http_units", tests, NULL, NULL);
}
