/* What stands between the service and its judges, without any process. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/isolate/order.h"
#include "server/isolate/pool.h"

/* ---- the pool ---- */

static unsigned told_count;

static void on_slot(srv_claim *claim) {
    assert_true(claim->has_slot);
    told_count++;
}

static void test_first_come_first_served(void **state) {
    srv_pool pool;
    srv_claim holder = {.slot = 0};
    srv_claim waiting[3] = {{.on_slot = on_slot}, {.on_slot = on_slot}, {.on_slot = on_slot}};
    (void)state;
    assert_true(srv_pool_open(&pool, 1));
    assert_true(srv_pool_take(&pool, &holder));
    for (unsigned i = 0; i < 3; i++)
        assert_true(srv_pool_queue(&pool, &waiting[i]));
    assert_int_equal(srv_pool_queued(&pool), 3);
    told_count = 0;
    srv_pool_give(&pool, &holder);
    assert_false(srv_pool_take(&pool, &holder)); /* who comes now does not overtake */
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(told_count, i + 1);
        assert_true(waiting[i].has_slot);
        srv_pool_give(&pool, &waiting[i]);
        assert_false(waiting[i].has_slot);
    }
    assert_true(srv_pool_take(&pool, &holder));
    srv_pool_free(&pool);
}

static void test_each_slot_once(void **state) {
    enum { COUNT = 7 };
    srv_pool pool;
    srv_claim claims[COUNT + 1] = {{.slot = 0}};
    bool is_seen[COUNT] = {false};
    (void)state;
    assert_true(srv_pool_open(&pool, COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        const size_t wish = i * 3 % 5;
        const bool is_free = !is_seen[wish];
        claims[i].slot = wish;
        assert_true(srv_pool_take(&pool, &claims[i]));
        if (is_free) assert_int_equal(claims[i].slot, wish);
        assert_true(claims[i].slot < COUNT);
        assert_false(is_seen[claims[i].slot]);
        is_seen[claims[i].slot] = true;
    }
    assert_false(srv_pool_take(&pool, &claims[COUNT]));
    srv_pool_free(&pool);
}

static void test_a_closed_pool(void **state) {
    srv_pool pool;
    srv_claim holder = {.slot = 0};
    srv_claim first = {.on_slot = on_slot}, second = {.on_slot = on_slot};
    (void)state;
    assert_true(srv_pool_open(&pool, 1));
    assert_true(srv_pool_take(&pool, &holder));
    assert_true(srv_pool_queue(&pool, &first));
    assert_true(srv_pool_queue(&pool, &second));
    assert_ptr_equal(srv_pool_close(&pool), &first);
    assert_ptr_equal(first.next, &second);
    assert_null(second.next);
    told_count = 0;
    srv_pool_give(&pool, &holder); /* to nobody */
    assert_int_equal(told_count, 0);
    assert_false(srv_pool_queue(&pool, &first));
    srv_pool_free(&pool);
}

/* ---- slots ---- */

static void test_the_end_of_a_judge(void **state) {
    const uint32_t all[] = {SRV_TURN_IDLE,  SRV_TURN_CALLED, SRV_TURN_TAKEN,
                            SRV_TURN_ASKS,  SRV_TURN_TOLD,   SRV_TURN_DONE,
                            SRV_TURN_ENDED, SRV_TURN_COUNT,  33,
                            UINT32_MAX};
    srv_slot *const slot = aligned_alloc(4096, 4096 * (sizeof(srv_slot) / 4096 + 1));
    (void)state;
    assert_non_null(slot);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const bool is_of_judge =
            all[i] == SRV_TURN_TAKEN || all[i] == SRV_TURN_ASKS || all[i] == SRV_TURN_TOLD;
        atomic_store(&slot->turn, all[i]);
        srv_slot_end(slot, SRV_TURNS_OF_JUDGE);
        assert_int_equal(atomic_load(&slot->turn), is_of_judge ? SRV_TURN_ENDED : all[i]);
    }
    free(slot);
}

/* ---- replies ---- */

enum { CAPACITY = 64, GRANTED = 32, ROUNDS = 200000 };

static srv_slot *make_slot(void) {
    srv_slot *const slot = aligned_alloc(4096, 4096 * ((sizeof(srv_slot) + CAPACITY) / 4096 + 1));
    assert_non_null(slot);
    memset(slot, 0, sizeof *slot);
    return slot;
}

static void test_a_good_reply(void **state) {
    static char text[] = "{}";
    static const char type[] = "application/json";
    const srv_reply written = {.content_type = type,
                               .text = text,
                               .length = 2,
                               .verdict = "valid",
                               .has_skipped = true,
                               .skipped = 7};
    srv_upload upload = {.text_bytes = GRANTED, .format = "source-nav"};
    srv_slot *const slot = make_slot();
    srv_reply read = {.length = 0};
    (void)state;
    srv_judged_write(slot, CAPACITY, &upload, &written);
    upload.format = NULL;
    assert_true(srv_judged_read(slot, CAPACITY, &upload, &read));
    assert_string_equal(read.content_type, type);
    assert_true(read.content_type != type);
    assert_string_equal(read.verdict, "valid");
    assert_string_equal(upload.format, "source-nav");
    assert_true(read.has_skipped);
    assert_int_equal(read.skipped, 7);
    assert_memory_equal(read.text, "{}", 2);
    srv_reply_clear(&read);
    free(slot);
}

static uint32_t next_random(void) {
    static uint32_t state = 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
}

/* Bytes of the reply at random, over a good one. */
static void spoil(srv_slot *slot) {
    unsigned char *const bytes = (unsigned char *)&slot->judged;
    const unsigned count = 1 + next_random() % 4;
    for (unsigned i = 0; i < count; i++)
        bytes[next_random() % sizeof slot->judged] = (unsigned char)next_random();
}

static bool is_known_verdict(const char *verdict) {
    return !verdict || strcmp(verdict, "valid") == 0 || strcmp(verdict, "invalid") == 0 ||
           strcmp(verdict, "indeterminate") == 0;
}

static void test_spoilt_replies(void **state) {
    static char text[] = "{}";
    const srv_reply written = {.content_type = "application/json", .text = text, .length = 2};
    srv_slot *const slot = make_slot();
    unsigned read_count = 0;
    (void)state;
    for (unsigned i = 0; i < ROUNDS; i++) {
        srv_upload upload = {.text_bytes = i % 2 == 0 ? GRANTED : CAPACITY * 2};
        srv_reply read = {.length = 0};
        srv_judged_write(slot, CAPACITY, &upload, &written);
        spoil(slot);
        if (!srv_judged_read(slot, CAPACITY, &upload, &read)) continue;
        read_count++;
        assert_true(read.answer < SRV_ANSWER_COUNT);
        assert_true(read.length <= (i % 2 == 0 ? GRANTED : CAPACITY));
        assert_true(is_known_verdict(read.verdict));
        assert_non_null(read.content_type);
        srv_reply_clear(&read);
    }
    assert_in_range(read_count, ROUNDS / 100, ROUNDS - ROUNDS / 100);
    free(slot);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_come_first_served),
        cmocka_unit_test(test_each_slot_once),
        cmocka_unit_test(test_a_closed_pool),
        cmocka_unit_test(test_the_end_of_a_judge),
        cmocka_unit_test(test_a_good_reply),
        cmocka_unit_test(test_spoilt_replies),
    };
    return cmocka_run_group_tests_name("isolate", tests, NULL, NULL);
}
