/* What a package hands out: every file that its tree names, with the bytes that were packed. */
#include "tests/support/unit.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "containers/valve_vpk/build.h"

enum { FILE_BYTES = 4096, MOST = 8 };

/* What was visited, in its order. */
typedef struct seen {
    const uint8_t *bytes;
    navlint_member rows[MOST];
    char names[MOST][BOX_NAME_BYTES];
    size_t count;
    size_t most; /* to be visited */
} seen;

static bool note(void *context, const navlint_member *member) {
    seen *const s = context;
    assert_true(s->count < MOST);
    s->rows[s->count] = *member;
    (void)strncpy(s->names[s->count], member->name, BOX_NAME_BYTES - 1);
    s->count++;
    return s->count < s->most;
}

static navlint_status visit(const uint8_t *bytes, size_t length, seen *s) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = "valve-vpk";
    const navlint_input input = {.name = "x.vpk", .bytes = bytes, .length = length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    assert_non_null(memory);
    *s = (seen){.bytes = bytes, .most = s->most ? s->most : MOST};
    const navlint_status status =
        navlint_each_member(&options, &input, memory, memory_bytes, note, s);
    free(memory);
    return status;
}

static size_t build(uint8_t *bytes, const vpk_spec *spec) {
    nl_writer out = nl_writer_over(bytes, FILE_BYTES);
    vpk_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    return out.at;
}

static uint32_t crc_of(const seen *s, size_t row) {
    const navlint_member *const member = &s->rows[row];
    const uint32_t head =
        libdeflate_crc32(0, s->bytes + member->head_offset, (size_t)member->head_length);
    return libdeflate_crc32(head, s->bytes + member->offset, (size_t)member->length);
}

static void every_file_has_its_name_and_bytes(void **state) {
    static const char *const names[] = {"maps/m.nav", "notes/0/t0.txt", "notes/0/t1.txt", "readme"};
    static const vpk_variant variants[] = {VPK_BUILD_1, VPK_BUILD_2, VPK_BUILD_2_HASHED,
                                           VPK_BUILD_2_SIGNED, VPK_BUILD_2_KEYED};
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        uint8_t bytes[FILE_BYTES];
        seen s = {.count = 0};
        const vpk_spec spec = {.variant = variants[i],
                               .texts = 2,
                               .text_bytes = 9,
                               .text_preload = 4,
                               .mesh_preload = 5};
        assert_int_equal(visit(bytes, build(bytes, &spec), &s), NAVLINT_OK);
        assert_int_equal(s.count, 4);
        for (size_t row = 0; row < s.count; row++) {
            assert_string_equal(s.names[row], names[row]);
            assert_true(s.rows[row].has_crc32 && !s.rows[row].is_absent);
            assert_int_equal(s.rows[row].packing, NAVLINT_STORED);
            assert_int_equal(s.rows[row].size, s.rows[row].head_length + s.rows[row].length);
            assert_int_equal(crc_of(&s, row), s.rows[row].crc32);
        }
        assert_int_equal(s.rows[0].size, VPK_MESH_BYTES);
        assert_int_equal(s.rows[0].head_length, 5);
    }
}

static void files_in_archives_are_absent(void **state) {
    uint8_t bytes[FILE_BYTES];
    seen s = {.count = 0};
    const vpk_spec spec = {
        .variant = VPK_BUILD_1_DIRECTORY, .texts = 1, .text_bytes = 8, .text_preload = 8};
    (void)state;
    assert_int_equal(visit(bytes, build(bytes, &spec), &s), NAVLINT_OK);
    assert_int_equal(s.count, 3);
    assert_true(s.rows[0].is_absent && s.rows[2].is_absent);
    assert_int_equal(s.rows[0].volume, 1);
    assert_int_equal(s.rows[2].offset, VPK_MESH_BYTES);
    assert_int_equal(s.rows[2].length, 8);
    /* all of it is in the tree */
    assert_true(!s.rows[1].is_absent);
    assert_int_equal(s.rows[1].volume, 0);
    assert_int_equal(crc_of(&s, 1), s.rows[1].crc32);
}

static void what_lies_behind_the_data_is_absent(void **state) {
    uint8_t bytes[FILE_BYTES];
    seen s = {.count = 0};
    const vpk_spec spec = {.variant = VPK_BUILD_2_HASHED, .texts = 1, .text_bytes = 8};
    const size_t length = build(bytes, &spec);
    (void)state;
    assert_int_equal(visit(bytes, length, &s), NAVLINT_OK);
    const size_t end = (size_t)(s.rows[2].offset + s.rows[2].length);
    assert_int_equal(visit(bytes, end - 1, &s), NAVLINT_OK);
    assert_int_equal(s.count, 3);
    assert_true(!s.rows[1].is_absent && s.rows[2].is_absent);
}

static void a_visitor_may_stop(void **state) {
    uint8_t bytes[FILE_BYTES];
    seen s = {.most = 2};
    const vpk_spec spec = {.variant = VPK_BUILD_1, .texts = 4, .text_bytes = 8};
    (void)state;
    assert_int_equal(visit(bytes, build(bytes, &spec), &s), NAVLINT_OK);
    assert_int_equal(s.count, 2);
}

static void other_versions_are_unsupported(void **state) {
    uint8_t bytes[FILE_BYTES];
    seen s = {.count = 0};
    const vpk_spec spec = {.variant = VPK_BUILD_2, .texts = 1, .text_bytes = 8};
    const size_t length = build(bytes, &spec);
    (void)state;
    bytes[VPK_HEAD_VERSION_AT + 2] = 3;
    assert_int_equal(visit(bytes, length, &s), NAVLINT_UNSUPPORTED);
    assert_int_equal(s.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_has_its_name_and_bytes),
        cmocka_unit_test(files_in_archives_are_absent),
        cmocka_unit_test(what_lies_behind_the_data_is_absent),
        cmocka_unit_test(a_visitor_may_stop),
        cmocka_unit_test(other_versions_are_unsupported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
