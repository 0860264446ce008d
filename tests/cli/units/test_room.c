/* Arrays that grow: what is in them stays, and a size that cannot be is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "cli/room.h"

enum { ITEMS = 1000 };

static void what_is_in_an_array_stays(void **state) {
    uint64_t *items = NULL;
    size_t capacity = 0, moves = 0;
    (void)state;
    for (size_t count = 0; count < ITEMS; count++) {
        const size_t before = capacity;
        items = cli_room(items, count, &capacity, sizeof *items);
        assert_non_null(items);
        assert_true(capacity > count);
        items[count] = count;
        moves += capacity != before;
    }
    for (size_t i = 0; i < ITEMS; i++)
        assert_int_equal(items[i], i);
    assert_true(moves < 10);
    free(items);
}

static void a_size_that_cannot_be_changes_nothing(void **state) {
    char *const items = malloc(1);
    size_t capacity = 1;
    (void)state;
    assert_non_null(items);
    items[0] = 'x';
    assert_null(cli_room(items, 1, &capacity, SIZE_MAX / 2 + 2)); /* twice it is 2 modulo 2^64 */
    assert_int_equal(capacity, 1);
    assert_int_equal(items[0], 'x');
    free(items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_in_an_array_stays),
        cmocka_unit_test(a_size_that_cannot_be_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
