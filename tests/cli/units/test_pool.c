/* Work by several threads: every item once, in order, whatever is slow and wherever the run ends.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "cli/pool.h"

enum { ITEMS = 1000, END_AT = 100, SHORT_NS = 50 * 1000, LONG_NS = 150 * 1000 * 1000 };

typedef struct log {
    size_t slow_item; /* that takes longer than the clock of the pool; SIZE_MAX: none */
    size_t end_at;    /* emit ends the run at this item; SIZE_MAX: never */
    size_t emitted;
    atomic_size_t worked;
    atomic_uint at_once;
    atomic_uint most_at_once;
    unsigned idles;
} log_of_run;

static atomic_size_t discarded;

/* What a real result is: something on the heap. */
typedef struct result {
    size_t *item;
} result;

static void sleep_ns(long ns) {
    nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

static void work(void *context, unsigned job, size_t item, void *raw) {
    log_of_run *const log = context;
    result *const made = raw;
    assert_true(job < 8);
    assert_null(made->item); /* zeroed */
    const unsigned now = atomic_fetch_add(&log->at_once, 1) + 1;
    if (now > log->most_at_once) log->most_at_once = now;
    if (item == log->slow_item)
        sleep_ns(LONG_NS);
    else if (item % 7 == 0)
        sleep_ns(SHORT_NS);
    made->item = malloc(sizeof *made->item);
    assert_non_null(made->item);
    *made->item = item;
    atomic_fetch_add(&log->worked, 1);
    atomic_fetch_sub(&log->at_once, 1);
}

static bool emit(void *context, size_t item, void *raw) {
    log_of_run *const log = context;
    assert_int_equal(item, log->emitted);
    assert_int_equal(*((result *)raw)->item, item);
    log->emitted++;
    return item != log->end_at;
}

static void discard(void *raw) {
    result *const made = raw;
    free(made->item);
    made->item = NULL;
    atomic_fetch_add(&discarded, 1);
}

static void idle(void *context, size_t emitted) {
    log_of_run *const log = context;
    assert_int_equal(emitted, log->emitted);
    log->idles++;
}

static void run(log_of_run *log, unsigned jobs, bool has_idle) {
    atomic_store(&discarded, 0);
    assert_true(cli_pool_run(&(cli_pool){.item_count = ITEMS,
                                         .jobs = jobs,
                                         .result_bytes = sizeof(result),
                                         .context = log,
                                         .work = work,
                                         .emit = emit,
                                         .discard = discard,
                                         .idle = has_idle ? idle : NULL}));
}

static log_of_run plain(void) {
    return (log_of_run){.slow_item = SIZE_MAX, .end_at = SIZE_MAX};
}

static void every_item_comes_once_and_in_order(void **state) {
    (void)state;
    for (unsigned jobs = 1; jobs <= 8; jobs++) {
        log_of_run log = plain();
        run(&log, jobs, jobs % 2 == 0);
        assert_int_equal(log.emitted, ITEMS);
        assert_int_equal(atomic_load(&log.worked), ITEMS);
        assert_int_equal(atomic_load(&discarded), ITEMS);
        assert_true(log.most_at_once <= jobs);
    }
}

static void a_slow_item_holds_back_what_follows_and_nothing_else(void **state) {
    (void)state;
    for (size_t slow = 0; slow < ITEMS; slow += ITEMS - 1) {
        log_of_run log = plain();
        log.slow_item = slow;
        run(&log, 4, true);
        assert_int_equal(log.emitted, ITEMS);
        assert_true(log.idles > 0);
    }
}

static void a_run_that_ends_early_frees_all_that_was_made(void **state) {
    (void)state;
    for (unsigned jobs = 1; jobs <= 4; jobs++) {
        log_of_run log = plain();
        log.end_at = END_AT;
        run(&log, jobs, false);
        assert_int_equal(log.emitted, END_AT + 1);
        assert_int_equal(atomic_load(&discarded), atomic_load(&log.worked));
        assert_true(atomic_load(&log.worked) < ITEMS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_comes_once_and_in_order),
        cmocka_unit_test(a_slow_item_holds_back_what_follows_and_nothing_else),
        cmocka_unit_test(a_run_that_ends_early_frees_all_that_was_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
