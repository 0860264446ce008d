/* navlint_put_member: what it takes, what it refuses, and that it touches nothing else. */
#include <string.h>

#include "navlint/navlint.h"
#include "tests/support/unit.h"
#include "validator/valid_files.h"

enum { CAPACITY = 1 << 20, SMALL_BYTES = 1 << 14, MEMBER = 0, SPARE = 64, SPARE_BYTE = 0x5A };

static uint8_t bytes[CAPACITY], copy[CAPACITY + SPARE], memory[1 << 22];
static size_t length;
static navlint_member member;

static bool keep_first(void *context, const navlint_member *found) {
    (void)context;
    member = *found;
    return false;
}

static navlint_options options_of(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    return options;
}

static navlint_input input_of(void) {
    return (navlint_input){.name = "x", .bytes = bytes, .length = length};
}

/* A valid container, and its first member. */
static void build(const char *format, unsigned variant) {
    const navlint_options options = options_of();
    assert_true(nl_build_variant(format, variant, SMALL_BYTES, bytes, sizeof bytes, &length));
    const navlint_input input = input_of();
    assert_int_equal(navlint_each_member(&options, &input, memory, sizeof memory, keep_first, NULL),
                     NAVLINT_OK);
    memset(copy, SPARE_BYTE, sizeof copy);
}

static navlint_put put_of(const void *with) {
    return (navlint_put){.struct_bytes = sizeof(navlint_put),
                         .member = MEMBER,
                         .bytes = with,
                         .length = (size_t)(member.head_length + member.length),
                         .copy = copy};
}

static navlint_status run(navlint_put *put) {
    const navlint_options options = options_of();
    const navlint_input input = input_of();
    return navlint_put_member(&options, &input, put, memory, sizeof memory);
}

static void expect_spare(void) {
    for (size_t i = length; i < sizeof copy; i++)
        assert_int_equal(copy[i], SPARE_BYTE);
}

static void own_bytes_change_nothing(void **state) {
    static const char *const formats[] = {"gmod-gma",  "gta-img",    "fox-fpk",
                                          "valve-vpk", "source-bsp", "metroid-pak"};
    (void)state;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        build(formats[i], 0);
        navlint_put put = put_of(bytes + member.offset);
        const navlint_status status = run(&put);
        if (put.problem) print_error("%s: %s\n", formats[i], put.problem);
        assert_int_equal(status, NAVLINT_OK);
        assert_memory_equal(copy, bytes, length);
        expect_spare();
    }
}

static void another_byte_changes_it_and_sums(void **state) {
    static uint8_t with[CAPACITY];
    (void)state;
    build("gmod-gma", 0);
    memcpy(with, bytes + member.offset, (size_t)member.length);
    with[member.length - 1] ^= 1;
    navlint_put put = put_of(with);
    assert_int_equal(run(&put), NAVLINT_OK);
    assert_memory_equal(copy + member.offset, with, member.length);
    size_t others = 0;
    for (size_t at = 0; at < length; at++)
        others += copy[at] != bytes[at] && at - member.offset >= member.length;
    assert_in_range(others, 2, 8); /* two CRC-32 */
    expect_spare();
}

static void what_is_no_member_is_a_bad_argument(void **state) {
    (void)state;
    build("gmod-gma", 0);
    navlint_put put = put_of(bytes);
    put.member = SIZE_MAX;
    assert_int_equal(run(&put), NAVLINT_BAD_ARGUMENT);
    put = put_of(bytes);
    put.length--;
    assert_int_equal(run(&put), NAVLINT_BAD_ARGUMENT);
    put = put_of(NULL);
    assert_int_equal(run(&put), NAVLINT_BAD_ARGUMENT);
    put = put_of(bytes);
    put.struct_bytes--;
    assert_int_equal(run(&put), NAVLINT_BAD_ARGUMENT);
    put = put_of(bytes);
    put.copy = NULL;
    assert_int_equal(run(&put), NAVLINT_BAD_ARGUMENT);
    expect_spare();
}

static void what_is_no_container_has_no_members(void **state) {
    (void)state;
    assert_int_equal(navlint_witness("NAV_BOOL", bytes, sizeof bytes, &length), NAVLINT_OK);
    navlint_put put = put_of(bytes);
    assert_int_equal(run(&put), NAVLINT_NOT_RECOGNISED);
    assert_null(put.problem);
}

static void a_packed_member_is_refused_with_a_reason(void **state) {
    (void)state;
    assert_int_equal(navlint_witness("GMA_PACKED", bytes, sizeof bytes, &length), NAVLINT_OK);
    member = (navlint_member){.length = length};
    navlint_put put = put_of(bytes);
    assert_int_equal(run(&put), NAVLINT_UNSUPPORTED);
    assert_string_equal(put.problem, "it is packed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_bytes_change_nothing),
        cmocka_unit_test(another_byte_changes_it_and_sums),
        cmocka_unit_test(what_is_no_member_is_a_bad_argument),
        cmocka_unit_test(what_is_no_container_has_no_members),
        cmocka_unit_test(a_packed_member_is_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
