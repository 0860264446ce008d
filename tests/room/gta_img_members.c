/* What an IMG archive hands out: every entry, those that the game ignores too, by the name that the
 * game reads; and which bytes are no archive that can be read. */
#include <string.h>

#include "containers/gta_img/build.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

enum { CAPACITY = 1 << 16, MEMORY_BYTES = 1 << 22, MOST = 8, NAME_BYTES = 32 };

static uint8_t bytes[CAPACITY];
static uint8_t memory[MEMORY_BYTES];

typedef struct members {
    navlint_member list[MOST];
    char names[MOST][NAME_BYTES];
    size_t count;
    size_t most; /* after these it has enough */
} members;

static bool keep(void *context, const navlint_member *member) {
    members *const all = context;
    assert_true(all->count < all->most);
    assert_true(strlen(member->name) < NAME_BYTES);
    strcpy(all->names[all->count], member->name);
    all->list[all->count++] = *member;
    return all->count < all->most;
}

static size_t write_archive(uint32_t areas) {
    nl_writer out = nl_writer_over(bytes, sizeof bytes);
    img_write(&out, &(img_spec){.areas = areas, .models = 1, .model_sectors = 2});
    assert_true(nl_writer_ok(&out));
    return out.at;
}

static uint8_t *row(uint32_t index) {
    return bytes + IMG_HEAD_BYTES + (size_t)index * IMG_ENTRY_BYTES;
}

static navlint_status list(size_t length, members *all) {
    const navlint_input input = {.bytes = bytes, .length = length};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    return navlint_each_member(&options, &input, memory, sizeof memory, keep, all);
}

static void expect_member(const navlint_member *member, uint64_t offset, uint64_t length) {
    assert_int_equal(member->offset, offset);
    assert_int_equal(member->length, length);
    assert_int_equal(member->packing, NAVLINT_STORED);
    assert_false(member->is_absent);
    assert_false(member->has_crc32);
}

static void every_entry_is_a_member(void **state) {
    members all = {.most = MOST};
    (void)state;
    assert_int_equal(list(write_archive(2), &all), NAVLINT_OK);
    assert_int_equal(all.count, 3);
    assert_string_equal(all.names[0], "nodes0.dat");
    assert_string_equal(all.names[2], "m0.dff");
    expect_member(&all.list[0], 2048, 2048);
    expect_member(&all.list[2], 3 * 2048, 2 * 2048);
    assert_int_equal(all.list[2].size, 2 * 2048);
}

static void who_has_enough_is_not_called_again(void **state) {
    members all = {.most = 1};
    (void)state;
    assert_int_equal(list(write_archive(2), &all), NAVLINT_OK);
    assert_int_equal(all.count, 1);
}

static void the_path_files_are_of_the_game_s_own_format(void **state) {
    (void)state;
    (void)write_archive(2);
    for (uint32_t area = 0; area < 2; area++) {
        judged j =
            judge_bytes(NULL, bytes + (size_t)(area + 1) * IMG_SECTOR_BYTES, IMG_SECTOR_BYTES);
        assert_string_equal(navlint_report_format(j.report)->id, "gta-nodes");
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
        assert_int_equal(navlint_report_summary(j.report).warnings, 0);
        judged_free(&j);
    }
}

static void the_second_of_two_is_a_member_too(void **state) {
    members all = {.most = MOST};
    (void)state;
    const size_t length = write_archive(2);
    memcpy(row(1) + IMG_ENTRY_NAME_AT, "NODES0.DAT", 11);
    assert_int_equal(list(length, &all), NAVLINT_OK);
    assert_int_equal(all.count, 3);
    assert_string_equal(all.names[1], "NODES0.DAT");
    expect_member(&all.list[1], 2 * 2048, 2048);
}

static void the_second_size_counts(void **state) {
    members all = {.most = MOST};
    (void)state;
    const size_t length = write_archive(1);
    row(0)[IMG_ENTRY_ARCHIVE_SIZE_AT] = 2;
    assert_int_equal(list(length, &all), NAVLINT_OK);
    expect_member(&all.list[0], 2048, 2 * 2048);
}

static void the_last_sector_may_be_cut_off(void **state) {
    members all = {.most = MOST};
    (void)state;
    const size_t length = write_archive(1);
    assert_int_equal(list(length - 2047, &all), NAVLINT_OK);
    expect_member(&all.list[1], 2 * 2048, 2049);
    assert_int_equal(all.list[1].size, 2 * 2048);
    all.count = 0;
    assert_int_equal(list(length - 2048, &all), NAVLINT_OK);
    assert_true(all.list[1].is_absent);
    assert_false(all.list[0].is_absent);
}

static void expect_absent(uint32_t offset) {
    members all = {.most = MOST};
    const size_t length = write_archive(1);
    for (int i = 0; i < 4; i++)
        row(0)[IMG_ENTRY_OFFSET_AT + i] = (uint8_t)(offset >> 8 * i);
    assert_int_equal(list(length, &all), NAVLINT_OK);
    assert_int_equal(all.count, 2);
    assert_true(all.list[0].is_absent);
}

static void a_place_that_cannot_be_is_absent(void **state) {
    (void)state;
    expect_absent(0); /* the directory */
    expect_absent(4); /* the end */
    expect_absent(1 << 24 | 1);
    expect_absent(UINT32_MAX);
}

static void a_name_without_an_end_is_read_as_the_game_does(void **state) {
    members all = {.most = MOST};
    (void)state;
    const size_t length = write_archive(1);
    memcpy(row(1) + IMG_ENTRY_NAME_AT,
           "a\x1F"
           "3456789012345678.dffXX+",
           IMG_READ_CHARS + 1);
    assert_int_equal(list(length, &all), NAVLINT_OK);
    assert_string_equal(all.names[1], "a_3456789012345678.dffX");
}

static void a_directory_that_is_cut_off_still_lists(void **state) {
    members all = {.most = MOST};
    (void)state;
    (void)write_archive(2);
    assert_int_equal(list(IMG_HEAD_BYTES + IMG_ENTRY_BYTES + 5, &all), NAVLINT_OK);
    assert_int_equal(all.count, 1);
    assert_true(all.list[0].is_absent);
}

static void a_number_too_large_does_not_list_the_files_bytes(void **state) {
    members all = {.most = MOST};
    (void)state;
    const size_t length = write_archive(2);
    memcpy(bytes + IMG_HEAD_COUNT_AT, "\xFF\xFF\xFF\x7F", 4);
    assert_int_equal(list(length, &all), NAVLINT_OK);
    assert_int_equal(all.count, 3);
}

/* ---- Other bytes ---- */

static void expect_limit(const char *format, size_t length, const char *limit) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = format;
    judged j = judge_bytes(&options, bytes, length);
    assert_string_equal(limit_of(j.report), limit);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    judged_free(&j);
}

static void another_kind_of_archive_is_not_judged(void **state) {
    members all = {.most = MOST};
    (void)state;
    const size_t length = write_archive(1);
    memcpy(bytes, "VERF", 4);
    expect_limit(NULL, length, "unsupported");
    assert_int_equal(list(length, &all), NAVLINT_UNSUPPORTED);
    memset(bytes, 0, sizeof bytes); /* as of Vice City */
    expect_limit(NULL, length, "unrecognised");
    expect_limit("gta-img", length, "unsupported");
}

static void a_cut_sector_leaves_the_verdict_open(void **state) {
    (void)state;
    const size_t length = write_archive(1);
    expect_limit(NULL, length - 1, "undecoded");
    expect_limit(NULL, length - 2047, "undecoded");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_entry_is_a_member),
        cmocka_unit_test(who_has_enough_is_not_called_again),
        cmocka_unit_test(the_path_files_are_of_the_game_s_own_format),
        cmocka_unit_test(the_second_of_two_is_a_member_too),
        cmocka_unit_test(the_second_size_counts),
        cmocka_unit_test(the_last_sector_may_be_cut_off),
        cmocka_unit_test(a_place_that_cannot_be_is_absent),
        cmocka_unit_test(a_name_without_an_end_is_read_as_the_game_does),
        cmocka_unit_test(a_directory_that_is_cut_off_still_lists),
        cmocka_unit_test(a_number_too_large_does_not_list_the_files_bytes),
        cmocka_unit_test(another_kind_of_archive_is_not_judged),
        cmocka_unit_test(a_cut_sector_leaves_the_verdict_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
