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

static void test_deadlines(void **state) {
    (void)state;
    const srv_pace pace = {.idle_timeout_ms = 1000, .request_timeout_ms = 9000, .min_rate = 100};
    assert_false(srv_is_overdue(&pace, SRV_PHASE_HEADER, 1000, 0));
    assert_true(srv_is_overdue(&pace, SRV_PHASE_HEADER, 1001, 0));
    assert_false(srv_is_overdue(&pace, SRV_PHASE_BODY, 1000, 0));
    assert_true(srv_is_overdue(&pace, SRV_PHASE_BODY, 2000, 199));
    assert_false(srv_is_overdue(&pace, SRV_PHASE_BODY, 2000, 200));
    assert_true(srv_is_overdue(&pace, SRV_PHASE_BODY, 9001, UINT64_MAX));
    assert_false(srv_is_overdue(&pace, SRV_PHASE_JUDGING, UINT64_MAX, 0));
    assert_true(srv_is_overdue(&pace, SRV_PHASE_ANSWER, 9001, 0));
    assert_false(srv_is_overdue(&pace, SRV_PHASE_CUT, UINT64_MAX, 0));
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
        cmocka_unit_test(test_budget),
        cmocka_unit_test(test_blocks_are_kept),
    };
    return cmocka_run_group_tests_name("http_units", tests, NULL, NULL);
}
