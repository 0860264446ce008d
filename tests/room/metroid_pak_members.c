/* What an archive of Metroid Prime hands out: resources in place, how they are packed, and those
 * that are not there. */
#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/judge.h"
#include "tests/support/unit.h"
#include "validator/valid_files.h"

enum { CAPACITY = 1 << 16, SMALL_BYTES = 4096, MOST_MEMBERS = 64, PATH_BYTES = 128 };
enum { PRIME = 0, ECHOES, PROTOTYPE, CORRUPTION, VARIANTS };

static uint8_t bytes[CAPACITY];
static size_t length;

typedef struct visited {
    navlint_member members[MOST_MEMBERS];
    char names[MOST_MEMBERS][32];
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

static navlint_status visit_some(visited *v, size_t wanted, size_t input_bytes) {
    static uint8_t memory[1 << 22];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_input input = {.name = "test.pak", .bytes = bytes, .length = input_bytes};
    *v = (visited){.wanted = wanted};
    return navlint_each_member(&options, &input, memory, sizeof memory, note, v);
}

static navlint_status visit(visited *v, size_t input_bytes) {
    return visit_some(v, MOST_MEMBERS, input_bytes);
}

static void build(unsigned variant, uint64_t target_bytes) {
    assert_true(
        nl_build_variant("metroid-pak", variant, target_bytes, bytes, sizeof bytes, &length));
}

static void resources_are_named_by_their_ids(void **state) {
    (void)state;
    static const char *const names[VARIANTS][2] = {
        {"9E3779B1.MREA", "3C6EF362.PATH"},
        {"9E3779B1.MREA", "3C6EF362.PATH"},
        {"61C8864E9E3779B1.MREA", "C3910C9D3C6EF362.PATH"},
        {"61C8864E9E3779B1.MREA", "C3910C9D3C6EF362.PATH"},
    };
    for (unsigned variant = 0; variant < VARIANTS; variant++) {
        visited v;
        build(variant, 1);
        assert_int_equal(visit(&v, length), NAVLINT_OK);
        assert_int_equal(v.count, 2);
        assert_string_equal(v.names[0], names[variant][0]);
        assert_string_equal(v.names[1], names[variant][1]);
    }
}

static void resources_are_where_they_should_be(void **state) {
    (void)state;
    static const navlint_packing packings[VARIANTS] = {NAVLINT_PACKED_ZLIB, NAVLINT_PACKED_LZO,
                                                       NAVLINT_STORED, NAVLINT_PACKED_CMPD};
    for (unsigned variant = 0; variant < VARIANTS; variant++) {
        visited v;
        build(variant, SMALL_BYTES);
        assert_int_equal(visit(&v, length), NAVLINT_OK);
        assert_true(v.count > 8);
        for (size_t i = 0; i < v.count; i++) {
            const navlint_member *const member = &v.members[i];
            const bool is_path = strstr(v.names[i], ".PATH") != NULL;
            assert_false(member->is_absent || member->has_crc32);
            assert_true(member->offset + member->length <= length);
            assert_int_equal(member->packing, is_path ? packings[variant] : NAVLINT_STORED);
            assert_int_equal(member->size, is_path ? PATH_BYTES : member->length);
        }
    }
}

static void what_is_packed_can_be_unpacked(void **state) {
    (void)state;
    visited v;
    uint8_t out[PATH_BYTES];
    build(PRIME, 1);
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    const navlint_member *const path = &v.members[1];
    struct libdeflate_decompressor *const unpacker = libdeflate_alloc_decompressor();
    assert_non_null(unpacker);
    size_t taken = 0;
    assert_int_equal(libdeflate_zlib_decompress_ex(unpacker, bytes + path->offset + 4,
                                                   (size_t)path->length - 4, out, sizeof out,
                                                   &taken, NULL),
                     LIBDEFLATE_SUCCESS);
    libdeflate_free_decompressor(unpacker);
    for (uint64_t at = 4 + taken; at < path->length; at++)
        assert_int_equal(bytes[path->offset + at], 0xFF);
    build(PROTOTYPE, 1);
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    assert_memory_equal(bytes + v.members[1].offset + 4, out + 4, sizeof out - 4);
}

static void a_visitor_may_have_enough(void **state) {
    (void)state;
    visited v;
    build(ECHOES, SMALL_BYTES);
    assert_int_equal(visit_some(&v, 2, length), NAVLINT_OK);
    assert_int_equal(v.count, 2);
}

static void what_was_cut_off_is_absent(void **state) {
    (void)state;
    for (unsigned variant = 0; variant < VARIANTS; variant++) {
        visited whole, v;
        build(variant, SMALL_BYTES);
        assert_int_equal(visit(&whole, length), NAVLINT_OK);
        const navlint_member *const third = &whole.members[2];
        assert_int_equal(visit(&v, (size_t)(third->offset + third->length - 1)), NAVLINT_OK);
        assert_int_equal(v.count, whole.count);
        for (size_t i = 0; i < v.count; i++)
            assert_int_equal(v.members[i].is_absent, i >= 2);
    }
}

/* A resource of version 2 that is packed, but does not start so. */
static void what_is_packed_otherwise_says_no_size(void **state) {
    (void)state;
    visited v;
    build(CORRUPTION, 1);
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    bytes[v.members[1].offset] = 'c';
    assert_int_equal(visit(&v, length), NAVLINT_OK);
    assert_int_equal(v.members[1].packing, NAVLINT_PACKED_OTHERWISE);
    assert_true(v.members[1].size == UINT64_MAX && !v.members[1].is_absent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resources_are_named_by_their_ids),
        cmocka_unit_test(resources_are_where_they_should_be),
        cmocka_unit_test(what_is_packed_can_be_unpacked),
        cmocka_unit_test(a_visitor_may_have_enough),
        cmocka_unit_test(what_was_cut_off_is_absent),
        cmocka_unit_test(what_is_packed_otherwise_says_no_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
