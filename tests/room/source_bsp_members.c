/* What a map hands out of its pakfile: names, places, packings, and what of it is not there. */
#include <string.h>

#include "containers/source_bsp/build.h"
#include "tests/support/unit.h"

enum { MOST_BYTES = 1 << 16, MOST_MEMBERS = 8 };

static uint8_t bytes[MOST_BYTES];
static uint8_t memory[1 << 22];

typedef struct seen {
    size_t count;
    size_t wanted; /* members, after which the visit stops */
    navlint_member members[MOST_MEMBERS];
    char names[MOST_MEMBERS][BOX_NAME_BYTES];
} seen;

static bool keep(void *context, const navlint_member *member) {
    seen *const s = context;
    assert_true(s->count < MOST_MEMBERS && strlen(member->name) < BOX_NAME_BYTES);
    s->members[s->count] = *member;
    memcpy(s->names[s->count++], member->name, strlen(member->name) + 1);
    return s->count < s->wanted;
}

static size_t build(const bsp_spec *spec) {
    nl_writer out = nl_writer_over(bytes, sizeof bytes);
    bsp_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    return out.at;
}

static seen visit(size_t length, size_t wanted) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    seen s = {.wanted = wanted};
    const navlint_input input = {.name = "box.bsp", .bytes = bytes, .length = length};
    assert_int_equal(navlint_each_member(&options, &input, memory, sizeof memory, keep, &s),
                     NAVLINT_OK);
    return s;
}

static const bsp_spec open_map = {
    .lumps = 2, .lump_bytes = 8, .files = 2, .file_bytes = 5, .navs = {"maps/box.nav"}};

static void members_are_handed_out_in_the_order_of_the_directory(void **state) {
    (void)state;
    const seen s = visit(build(&open_map), MOST_MEMBERS);
    assert_int_equal(s.count, 3);
    assert_string_equal(s.names[0], "materials/box_0.vmt");
    assert_string_equal(s.names[1], "materials/box_1.vmt");
    assert_string_equal(s.names[2], "maps/box.nav");
}

static void a_stored_member_is_where_the_map_has_it(void **state) {
    (void)state;
    const size_t length = build(&open_map);
    const navlint_member mesh = visit(length, MOST_MEMBERS).members[2];
    assert_int_equal(mesh.packing, NAVLINT_STORED);
    assert_true(!mesh.is_absent && mesh.has_crc32 && mesh.volume == 0 && mesh.head_length == 0);
    assert_int_equal(mesh.length, mesh.size);
    assert_true(mesh.offset + mesh.length <= length);
    assert_memory_equal(bytes + mesh.offset, "\xCE\xFA\xED\xFE", 4);
}

static void the_visit_stops_when_it_is_told_to(void **state) {
    (void)state;
    assert_int_equal(visit(build(&open_map), 1).count, 1);
}

static void packed_members_say_how(void **state) {
    (void)state;
    bsp_spec spec = open_map;
    spec.variant = BSP_BUILD_PACKED;
    const navlint_member mesh = visit(build(&spec), MOST_MEMBERS).members[2];
    assert_int_equal(mesh.packing, NAVLINT_PACKED_LZMA_ZIP);
    assert_true(mesh.size != mesh.length && !mesh.is_absent);
}

static void a_packed_pakfile_is_one_member(void **state) {
    (void)state;
    const bsp_spec spec = {.lumps = 1, .is_pakfile_packed = true};
    const seen s = visit(build(&spec), MOST_MEMBERS);
    assert_int_equal(s.count, 1);
    assert_string_equal(s.names[0], "pakfile.zip");
    assert_int_equal(s.members[0].packing, NAVLINT_PACKED_LZMA_VALVE);
    assert_memory_equal(bytes + s.members[0].offset, "LZMA", 4);
    assert_true(!s.members[0].is_absent && !s.members[0].has_crc32);
}

static void a_packed_pakfile_without_its_header_is_absent(void **state) {
    (void)state;
    const bsp_spec spec = {.lumps = 1, .is_pakfile_packed = true};
    const size_t length = build(&spec);
    const uint64_t at = visit(length, MOST_MEMBERS).members[0].offset;
    bytes[at] = 'l';
    assert_true(visit(length, MOST_MEMBERS).members[0].is_absent);
}

/* Where the last central header starts. */
static size_t last_central(size_t length) {
    size_t at = length - 4;
    while (memcmp(bytes + at, "PK\1\2", 4) != 0)
        at--;
    return at;
}

static void a_member_outside_of_the_pakfile_is_absent(void **state) {
    (void)state;
    const size_t length = build(&open_map);
    memset(bytes + last_central(length) + BSP_ENTRY_LOCAL_AT, 0xFF, 4);
    const seen s = visit(length, MOST_MEMBERS);
    assert_int_equal(s.count, 3);
    assert_true(!s.members[0].is_absent && !s.members[1].is_absent && s.members[2].is_absent);
}

static void other_methods_and_encryption_are_told(void **state) {
    (void)state;
    const size_t length = build(&open_map);
    uint8_t *const central = bytes + last_central(length);
    central[BSP_ENTRY_METHOD_AT] = 8;
    assert_int_equal(visit(length, MOST_MEMBERS).members[2].packing, NAVLINT_PACKED_DEFLATE);
    central[BSP_ENTRY_METHOD_AT] = 12;
    assert_int_equal(visit(length, MOST_MEMBERS).members[2].packing, NAVLINT_PACKED_OTHERWISE);
    central[BSP_ENTRY_METHOD_AT] = 0;
    central[BSP_ENTRY_FLAGS_AT] = 1;
    assert_int_equal(visit(length, MOST_MEMBERS).members[2].packing, NAVLINT_PACKED_OTHERWISE);
}

static void goldsrc_has_no_members(void **state) {
    (void)state;
    bsp_spec spec = open_map;
    spec.variant = BSP_BUILD_GOLDSRC;
    assert_int_equal(visit(build(&spec), MOST_MEMBERS).count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_handed_out_in_the_order_of_the_directory),
        cmocka_unit_test(a_stored_member_is_where_the_map_has_it),
        cmocka_unit_test(the_visit_stops_when_it_is_told_to),
        cmocka_unit_test(packed_members_say_how),
        cmocka_unit_test(a_packed_pakfile_is_one_member),
        cmocka_unit_test(a_packed_pakfile_without_its_header_is_absent),
        cmocka_unit_test(a_member_outside_of_the_pakfile_is_absent),
        cmocka_unit_test(other_methods_and_encryption_are_told),
        cmocka_unit_test(goldsrc_has_no_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
