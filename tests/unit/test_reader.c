/* The one bounds check of the program. */
#include "tests/support/unit.h"

#include "core/reader.h"

/* 1.5 little-endian, -2 big-endian, then an ascending run. */
static const uint8_t bytes[] = {0x00, 0x00, 0xC0, 0x3F, 0xC0, 0x00, 0x00, 0x00,
                                0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08};

static nl_reader whole(void) {
    return nl_reader_over(bytes, sizeof bytes);
}

static void reads_little_endian(void **state) {
    (void)state;
    nl_reader r = whole();
    assert_true(nl_f32(&r) == 1.5f);
    nl_skip(&r, 4);
    assert_int_equal(nl_u8(&r), 0x01);
    assert_int_equal(nl_u16(&r), 0x0302);
    assert_int_equal(nl_u32(&r), 0x07060504);
    assert_int_equal(nl_left(&r), 1);
    assert_int_equal(nl_at_offset(&r), 15);
    assert_true(nl_ok(&r));
}

static void reads_big_endian(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 4);
    assert_true(nl_f32be(&r) == -2.0f);
    assert_int_equal(nl_u16be(&r), 0x0102);
    assert_int_equal(nl_u32be(&r), 0x03040506);
    assert_true(nl_ok(&r));
}

static void loads_eight_bytes_at_any_alignment(void **state) {
    (void)state;
    assert_true(nl_load_u64(bytes + 8) == UINT64_C(0x0807060504030201));
    assert_true(nl_load_u64(bytes + 7) == UINT64_C(0x0706050403020100));
    assert_true(nl_load_u64(bytes) == UINT64_C(0x000000C03FC00000));
}

static void reads_at_any_alignment(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 9);
    assert_int_equal(nl_u32(&r), 0x05040302);
    assert_int_equal(nl_u16be(&r), 0x0607);
}

static void the_last_byte_can_be_read_and_none_behind_it(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, sizeof bytes - 1);
    assert_int_equal(nl_u8(&r), 0x08);
    assert_true(nl_ok(&r));
    assert_int_equal(nl_left(&r), 0);
    assert_int_equal(nl_u8(&r), 0);
    assert_false(nl_ok(&r));
}

static void every_typed_read_fails_one_byte_short(void **state) {
    (void)state;
    nl_reader r = nl_reader_over(bytes, 3);
    nl_reader a = r, b = r, c = r, d = r;
    assert_int_equal(nl_u32(&a), 0);
    assert_int_equal(nl_u32be(&b), 0);
    assert_true(nl_f32(&c) == 0);
    assert_true(nl_f32be(&d) == 0);
    assert_false(nl_ok(&a) || nl_ok(&b) || nl_ok(&c) || nl_ok(&d));
    nl_reader one = nl_reader_over(bytes, 1);
    nl_reader e = one, f = one;
    assert_int_equal(nl_u16(&e), 0);
    assert_int_equal(nl_u16be(&f), 0);
    assert_false(nl_ok(&e) || nl_ok(&f));
}

static void failure_sticks_and_remembers_the_first(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 14);
    assert_int_equal(nl_u32(&r), 0);
    assert_int_equal(r.fail_at, 14);
    assert_int_equal(r.fail_need, 4);
    assert_int_equal(r.fail_left, 2);
    assert_int_equal(r.fail_count, 0);
    assert_int_equal(nl_left(&r), 0); /* closed: the two bytes are out of reach */
    assert_int_equal(nl_u8(&r), 0);
    nl_skip_records(&r, 9, 9);
    assert_int_equal(r.fail_need, 4);
    assert_int_equal(r.fail_count, 0);
    assert_null(nl_take(&r, 1));
}

static void a_read_of_nothing_succeeds_everywhere(void **state) {
    (void)state;
    nl_reader empty = nl_reader_over((const uint8_t *)"", 0);
    assert_non_null(nl_take(&empty, 0));
    nl_skip(&empty, 0);
    nl_skip_records(&empty, 0, 60);
    nl_reader window = nl_window(&empty, 0);
    assert_true(nl_ok(&empty) && nl_ok(&window));
    assert_int_equal(nl_left(&window), 0);
    assert_int_equal(nl_u8(&window), 0);
    assert_false(nl_ok(&window));
    assert_true(nl_ok(&empty)); /* a child's failure is its own */
}

static void a_window_ends_where_it_should(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 8);
    nl_reader window = nl_window(&r, 4);
    assert_int_equal(nl_u8(&r), 0x05);
    assert_int_equal(nl_left(&window), 4);
    assert_int_equal(nl_u32(&window), 0x04030201);
    assert_int_equal(nl_u8(&window), 0);
    assert_int_equal(window.fail_at, 12);
    assert_true(nl_ok(&r));
}

static void nested_windows_speak_offsets_of_the_input(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 2);
    nl_reader outer = nl_window(&r, 12);
    nl_skip(&outer, 3);
    nl_reader inner = nl_window(&outer, 5);
    assert_int_equal(nl_at_offset(&inner), 5);
    nl_skip(&inner, 4);
    assert_int_equal(nl_at_offset(&inner), 9);
    assert_int_equal(nl_u16(&inner), 0);
    assert_int_equal(inner.fail_at, 9);
    assert_int_equal(inner.fail_left, 1);
    assert_int_equal(nl_at_offset(&outer), 10);
}

static void a_window_too_large_is_empty(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 10);
    nl_reader window = nl_window(&r, 7);
    assert_false(nl_ok(&r));
    assert_int_equal(r.fail_need, 7);
    assert_int_equal(r.fail_left, 6);
    assert_int_equal(nl_left(&window), 0);
    assert_int_equal(nl_at_offset(&window), 10);
}

static void counted_records_are_a_window(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_reader records = nl_records(&r, 3, 5);
    assert_int_equal(nl_left(&records), 15);
    assert_int_equal(nl_at_offset(&r), 15);
    nl_reader all = whole();
    nl_skip_records(&all, sizeof bytes, 1);
    assert_true(nl_ok(&all));
    assert_int_equal(nl_left(&all), 0);
}

static void one_record_too_many_fails_and_says_so(void **state) {
    (void)state;
    nl_reader r = whole();
    nl_skip(&r, 1);
    nl_reader records = nl_records(&r, 4, 4);
    assert_false(nl_ok(&r));
    assert_int_equal(nl_left(&records), 0);
    assert_int_equal(r.fail_at, 1);
    assert_int_equal(r.fail_need, 16);
    assert_int_equal(r.fail_left, 15);
    assert_int_equal(r.fail_count, 4);
}

static void a_count_whose_product_wraps_fails(void **state) {
    (void)state;
    const uint64_t wrapping = UINT64_MAX / 4 + 2; /* times 4 is 4 modulo 2^64 */
    nl_reader r = whole();
    nl_skip_records(&r, wrapping, 4);
    assert_false(nl_ok(&r));
    assert_true(r.fail_need == UINT64_MAX);
    assert_true(r.fail_count == wrapping);
    nl_reader s = whole();
    assert_null(nl_take(&s, SIZE_MAX));
    assert_false(nl_ok(&s));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_little_endian),
        cmocka_unit_test(reads_big_endian),
        cmocka_unit_test(loads_eight_bytes_at_any_alignment),
        cmocka_unit_test(reads_at_any_alignment),
        cmocka_unit_test(the_last_byte_can_be_read_and_none_behind_it),
        cmocka_unit_test(every_typed_read_fails_one_byte_short),
        cmocka_unit_test(failure_sticks_and_remembers_the_first),
        cmocka_unit_test(a_read_of_nothing_succeeds_everywhere),
        cmocka_unit_test(a_window_ends_where_it_should),
        cmocka_unit_test(nested_windows_speak_offsets_of_the_input),
        cmocka_unit_test(a_window_too_large_is_empty),
        cmocka_unit_test(counted_records_are_a_window),
        cmocka_unit_test(one_record_too_many_fails_and_says_so),
        cmocka_unit_test(a_count_whose_product_wraps_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
