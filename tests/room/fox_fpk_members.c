/* Which files a pack hands out, and what is said of them. */
#include "containers/fox_fpk/build.h"
#include "tests/support/unit.h"

#include <string.h>

enum { MOST_BYTES = 1 << 16, MOST_MEMBERS = 8, MEMORY_BYTES = 1 << 22 };

typedef struct seen {
    navlint_member members[MOST_MEMBERS];
    char names[MOST_MEMBERS][BOX_NAME_BYTES];
    size_t count;
    size_t most;
} seen;

static uint8_t bytes[MOST_BYTES];
static uint8_t memory[MEMORY_BYTES];

static bool keep(void *context, const navlint_member *member) {
    seen *const s = context;
    s->members[s->count] = *member;
    (void)strncpy(s->names[s->count], member->name, BOX_NAME_BYTES - 1);
    s->members[s->count].name = s->names[s->count];
    return ++s->count < s->most;
}

static size_t write_pack(const fpk_spec *spec) {
    nl_writer out = nl_writer_over(bytes, sizeof bytes);
    fpk_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    return out.at;
}

static seen visit(size_t length, size_t most) {
    seen s = {.most = most};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    const navlint_input input = {.name = "test.fpk", .bytes = bytes, .length = length};
    assert_int_equal(navlint_each_member(&options, &input, memory, sizeof memory, keep, &s),
                     NAVLINT_OK);
    return s;
}

static const fpk_spec mixed = {
    .meshes = 1, .files = 1, .scripts = 1, .references = 1, .file_bytes = 20};

static void all_entries_in_order(void **state) {
    (void)state;
    const seen s = visit(write_pack(&mixed), MOST_MEMBERS);
    assert_int_equal(s.count, 3);
    assert_string_equal(s.names[0], "Assets/tpp/level/location/test/block_small/100/100_100/"
                                    "test_100_100_nav.nav2");
    assert_string_equal(s.names[1], "Assets/tpp/level/test/file_1.bin");
    assert_string_equal(s.names[2], "Assets/tpp/script/test/script_2.lua");
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(s.members[i].packing, NAVLINT_STORED);
        assert_true(s.members[i].size == s.members[i].length);
    }
    assert_memory_equal(bytes + s.members[0].offset, "\x6A\x2B\x01\x0C", 4);
}

static void scripts_are_not_read(void **state) {
    (void)state;
    const seen s = visit(write_pack(&mixed), MOST_MEMBERS);
    assert_int_equal(s.members[2].packing, NAVLINT_PACKED_OTHERWISE);
    assert_true(s.members[2].size == UINT64_MAX);
    assert_false(s.members[2].is_absent);
}

static void a_visitor_may_stop(void **state) {
    (void)state;
    assert_int_equal(visit(write_pack(&mixed), 2).count, 2);
}

static void what_is_cut_off_is_absent(void **state) {
    (void)state;
    const size_t length = write_pack(&mixed);
    const seen s = visit(length - 32, MOST_MEMBERS);
    assert_int_equal(s.count, 3);
    assert_false(s.members[0].is_absent);
    assert_false(s.members[1].is_absent);
    assert_true(s.members[2].is_absent);
}

static void without_a_name_it_has_a_number(void **state) {
    (void)state;
    const size_t length = write_pack(&mixed);
    bytes[fpk_entry_at(1) + FPK_ENTRY_NAME_AT_HIGH_AT] = 1;
    const seen s = visit(length, MOST_MEMBERS);
    assert_string_equal(s.names[1], "#1");
    assert_false(s.members[1].is_absent);
}

/* A count that is too large: what knows the digest of its name is a row. */
static void rows_are_told_by_their_digests(void **state) {
    (void)state;
    const size_t length = write_pack(&mixed);
    bytes[FPK_HEADER_ENTRIES_AT + 1] = 1;
    const seen s = visit(length, MOST_MEMBERS);
    assert_int_equal(s.count, 3);
    assert_string_equal(s.names[1], "Assets/tpp/level/test/file_1.bin");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_entries_in_order),
        cmocka_unit_test(scripts_are_not_read),
        cmocka_unit_test(a_visitor_may_stop),
        cmocka_unit_test(what_is_cut_off_is_absent),
        cmocka_unit_test(without_a_name_it_has_a_number),
        cmocka_unit_test(rows_are_told_by_their_digests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
