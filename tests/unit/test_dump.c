/* navlint_dump and navlint_draw: what they refuse. */
#include <stdint.h>

#include "navlint/navlint.h"
#include "tests/support/unit.h"

enum { MEMORY_BYTES = 1 << 20 };

static uint8_t memory[MEMORY_BYTES];
static const uint8_t junk[] = "neither a mesh nor a graph";
static const navlint_input input = {.name = "junk", .bytes = junk, .length = sizeof junk};

static bool take_field(void *context, const navlint_field *field) {
    (void)field;
    (*(size_t *)context)++;
    return true;
}

static bool take_shape(void *context, const navlint_shape *shape) {
    (void)shape;
    (*(size_t *)context)++;
    return true;
}

/* One thing that is missing at a time. */
static void nothing_may_be_missing(void **state) {
    (void)state;
    navlint_options options;
    size_t seen = 0;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    for (int missing = 0; missing < 4; missing++) {
        const navlint_options *const o = missing == 0 ? NULL : &options;
        const navlint_input *const i = missing == 1 ? NULL : &input;
        void *const block = missing == 2 ? NULL : memory;
        assert_int_equal(
            navlint_dump(o, i, block, sizeof memory, missing == 3 ? NULL : take_field, &seen),
            NAVLINT_BAD_ARGUMENT);
        assert_int_equal(
            navlint_draw(o, i, block, sizeof memory, missing == 3 ? NULL : take_shape, &seen),
            NAVLINT_BAD_ARGUMENT);
    }
    assert_int_equal(seen, 0);
}

static void expect_both(const navlint_options *options, size_t memory_bytes,
                        navlint_status expected) {
    size_t seen = 0;
    assert_int_equal(navlint_dump(options, &input, memory, memory_bytes, take_field, &seen),
                     expected);
    assert_int_equal(navlint_draw(options, &input, memory, memory_bytes, take_shape, &seen),
                     expected);
    assert_int_equal(seen, 0);
}

static void what_is_no_format_is_not_shown(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    expect_both(&options, sizeof memory, NAVLINT_NOT_RECOGNISED);
    options.format = "no-such-format";
    expect_both(&options, sizeof memory, NAVLINT_UNKNOWN_FORMAT);
}

static void what_is_too_large_is_not_shown(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = "source-nav";
    options.max_input_bytes = sizeof junk - 1;
    expect_both(&options, sizeof memory, NAVLINT_UNSUPPORTED);
}

static void a_block_may_be_too_small(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = "source-nav";
    for (size_t bytes = 0; bytes < 400; bytes += 16)
        expect_both(&options, bytes, NAVLINT_NO_MEMORY);
}

static void steps_may_be_too_few(void **state) {
    (void)state;
    static uint8_t witness[1 << 16];
    navlint_options options;
    size_t length = 0;
    size_t seen = 0;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.max_steps = 1;
    assert_int_equal(navlint_witness("NAV_MAGIC", witness, sizeof witness, &length), NAVLINT_OK);
    witness[0] = 0xCE;
    const navlint_input small = {.bytes = witness, .length = length};
    options.format = "source-nav";
    const navlint_status status =
        navlint_dump(&options, &small, memory, sizeof memory, take_field, &seen);
    assert_true(status == NAVLINT_OK || status == NAVLINT_UNSUPPORTED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_may_be_missing),
        cmocka_unit_test(what_is_no_format_is_not_shown),
        cmocka_unit_test(what_is_too_large_is_not_shown),
        cmocka_unit_test(a_block_may_be_too_small),
        cmocka_unit_test(steps_may_be_too_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
