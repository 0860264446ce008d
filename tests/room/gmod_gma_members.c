/* What an addon of Garry's Mod hands out: files in place, those that are not there, and of a packed
 * addon the addon itself. */
#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/judge.h"
#include "tests/support/unit.h"
#include "validator/valid_files.h"

enum { CAPACITY = 1 << 16, SMALL_BYTES = 4096, MOST_MEMBERS = 64, VARIANTS = 3 };

static uint8_t bytes[CAPACITY];
static size_t length;

typedef struct visited {
    navlint_member members[MOST_MEMBERS];
    char names[MOST_MEMBERS][64];
    size_t count;
    size_t wanted; /* visits, then it has enough */
} visited;

static bool note(void *context, const navlint_member *member) {
    visited *const v = context;
    assert_true(v->count < MOST_MEMBERS);
    v->members[v->count] = *member;
    (void)snprintf(v->names[v->count], sizeof v->names[0], "%s", member->name);
    return ++v->count < v->wanted;
}

static navlint_status visit(visited *v, size_t input_bytes) {
    static uint8_t memory[1 << 22];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_input input = {.name = "test.gma", .bytes = bytes, .length = input_bytes};
    return navlint_each_member(&options, &input, memory, sizeof memory, note, v);
}

static void build(unsigned variant) {
    assert_true(nl_build_variant("gmod-gma", variant, SMALL_BYTES, bytes, sizeof bytes, &length));
}

/* The addon of one mesh, packed. */
static void pack(void) {
    assert_int_equal(navlint_witness("GMA_PACKED", bytes, sizeof bytes, &length), NAVLINT_OK);
}

static void files_are_where_they_should_be(void **state) {
    (void)state;
    for (unsigned variant = 0; variant < VARIANTS; variant++) {
        visited v = {.wanted = MOST_MEMBERS};
        build(variant);
        assert_int_equal(visit(&v, length), NAVLINT_OK);
        assert_true(v.count > 4);
        assert_string_equal(v.names[0], "maps/navlint.nav");
        for (size_t i = 0; i < v.count; i++) {
            const navlint_member *const member = &v.members[i];
            assert_false(member->is_absent);
            assert_int_equal(member->packing, NAVLINT_STORED);
            assert_int_equal(member->size, member->length);
            assert_true(member->has_crc32 && member->offset + member->length < length);
            assert_int_equal(member->crc32,
                             libdeflate_crc32(0, bytes + member->offset, (size_t)member->length));
        }
    }
}

static void a_visitor_may_have_enough(void **state) {
    (void)state;
    visited v = {.wanted = 2};
    build(0);
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    assert_int_equal(v.count, 2);
}

static void what_was_cut_off_is_absent(void **state) {
    (void)state;
    visited whole = {.wanted = MOST_MEMBERS};
    build(0);
    assert_int_equal(visit(&whole, length), NAVLINT_OK);
    const navlint_member *const third = &whole.members[2];
    visited v = {.wanted = MOST_MEMBERS};
    assert_int_equal(visit(&v, (size_t)(third->offset + third->length - 1)), NAVLINT_OK);
    assert_int_equal(v.count, whole.count);
    for (size_t i = 0; i < v.count; i++)
        assert_int_equal(v.members[i].is_absent, i >= 2);
}

static void a_packed_addon_holds_the_addon(void **state) {
    (void)state;
    visited v = {.wanted = MOST_MEMBERS};
    pack();
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    assert_int_equal(v.count, 1);
    assert_string_equal(v.names[0], "addon.gma");
    assert_int_equal(v.members[0].packing, NAVLINT_PACKED_LZMA_ALONE);
    assert_false(v.members[0].is_absent);
    assert_int_equal(v.members[0].length, length);
    assert_true(nl_build_variant("gmod-gma", 0, 1, bytes, sizeof bytes, &length));
    assert_int_equal(v.members[0].size, length);
}

static void an_addon_that_does_not_say_its_size_is_handed_out(void **state) {
    (void)state;
    visited v = {.wanted = MOST_MEMBERS};
    pack();
    memset(bytes + 5, 0xFF, 8);
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    assert_true(v.members[0].size == UINT64_MAX && !v.members[0].is_absent);
}

static void an_addon_with_too_large_a_dictionary_is_absent(void **state) {
    (void)state;
    visited v = {.wanted = MOST_MEMBERS};
    pack();
    bytes[3] = 0;
    bytes[4] = 8; /* 128 MiB */
    assert_int_equal(visit(&v, length), NAVLINT_UNSUPPORTED);
    assert_true(v.count == 0 || v.members[0].is_absent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_where_they_should_be),
        cmocka_unit_test(a_visitor_may_have_enough),
        cmocka_unit_test(what_was_cut_off_is_absent),
        cmocka_unit_test(a_packed_addon_holds_the_addon),
        cmocka_unit_test(an_addon_that_does_not_say_its_size_is_handed_out),
        cmocka_unit_test(an_addon_with_too_large_a_dictionary_is_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
