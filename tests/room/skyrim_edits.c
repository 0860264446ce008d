/* Plugins that differ in a few fields from what is built, and what is said of each. */
#include <stdio.h>
#include <string.h>

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/make/build.h"
#include "parsers/skyrim_navmesh/make/resize.h"
#include "tests/support/edit.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

typedef struct row {
    const char *name;
    const char *codes;
    sky_spec spec;
    edit edits[MOST_EDITS];
    const char *name_in_set; /* NULL: mod.esp */
    bool has_master;         /* it is judged beside Skyrim.esm: `master` */
    sky_spec master;
    const char *master_name; /* NULL: Skyrim.esm */
} row;

#define PLUGIN(...)   .spec = {__VA_ARGS__}
#define INTERIOR(...) .spec = {.interiors = 1, __VA_ARGS__}
#define EXTERIOR(...) .spec = {.exteriors = 1, __VA_ARGS__}
#define PAIR(...)     .spec = {.exteriors = 2, .is_linked = true, __VA_ARGS__}
#define MESH(...)     .mesh = {__VA_ARGS__}
#define NAME(...)     SKY_TYPE(__VA_ARGS__)
#define SET(...)      .edits = {__VA_ARGS__}
#define BESIDE(...)   .has_master = true, .master = {.is_skyrim_esm = true, __VA_ARGS__}
static const row rows[] = {
#define EDIT(what, said, ...) {.name = #what, .codes = said, __VA_ARGS__},
#include "tests/room/skyrim_edits.def"
#undef EDIT
};

static edited file;
static edited master;

static void build(edited *target, const sky_spec *spec) {
    nl_writer out = nl_writer_over(target->bytes, sizeof target->bytes);
    sky_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    target->format = NULL;
    target->resize = sky_resize;
    target->length = out.at;
}

static void expect_beside_master(const row *r) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    build(&master, &r->master);
    const navlint_input inputs[] = {{.name = r->name_in_set ? r->name_in_set : "mod.esp",
                                     .bytes = file.bytes,
                                     .length = file.length},
                                    {.name = r->master_name ? r->master_name : "Skyrim.esm",
                                     .bytes = master.bytes,
                                     .length = master.length}};
    expect_codes(&options, inputs, 2, r->codes);
    expect_short_means(&options, inputs, 2);
}

static void is_judged(void **state) {
    const row *const r = *state;
    build(&file, &r->spec);
    edit_all(&file, r->edits);
    if (r->has_master)
        expect_beside_master(r);
    else
        expect_edited(&file, r->codes);
}

/* ---- Cut short ---- */

static size_t offset_of(const char *path) {
    return (size_t)edit_find(&file, path).offset;
}

static void expect_invalid(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = file.format;
    const navlint_input input = {.bytes = file.bytes, .length = file.length};
    judged j = judge_set(&options, &input, 1);
    assert_int_not_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    judged_free(&j);
    dump_and_draw(&options, &input);
}

/* Takes the end of a record's data away; the sizes of its last field and of what is around follow.
 */
static void cut_record(const char *data_size, size_t bytes) {
    const size_t at = offset_of(data_size);
    const size_t end = at + SKY_HEADER_BYTES - 4 + nl_load_u32(file.bytes + at);
    sky_resize(file.bytes, file.length, end - bytes, -(int64_t)bytes);
    memmove(file.bytes + end - bytes, file.bytes + end, file.length - end);
    file.length -= bytes;
}

static void expect_cuts(const sky_spec *spec, const char *data_size, size_t most_bytes) {
    for (size_t bytes = 1; bytes < most_bytes; bytes++) {
        build(&file, spec);
        cut_record(data_size, bytes);
        expect_invalid();
    }
}

static void navmeshes_that_end_anywhere(void **state) {
    (void)state;
    expect_cuts(&(sky_spec){.interiors = 1, .has_doors = true, .mesh = {.has_cover = true}},
                "/records/2/dataSize", 190);
    expect_cuts(&(sky_spec){.interiors = 1, .is_long = true}, "/records/2/dataSize", 180);
}

static void roads_that_end_anywhere(void **state) {
    (void)state;
    expect_cuts(&(sky_spec){.exteriors = 2, .is_linked = true, .road_nodes = 2},
                "/records/0/dataSize", 64);
}

static void entries_that_end_anywhere(void **state) {
    (void)state;
    expect_cuts(&(sky_spec){.interiors = 1,
                            .has_doors = true,
                            .navi_last = {.type = SKY_NVMI},
                            .mesh = {.is_island = true}},
                "/records/0/dataSize", 150);
}

/* ---- Without a plugin around it ---- */

static void build_entry(const sky_mesh *mesh) {
    nl_writer out = nl_writer_over(file.bytes, sizeof file.bytes);
    sky_write_nvmi(&out, mesh);
    assert_true(nl_writer_ok(&out));
    file = (edited){.format = "skyrim-nvmi", .length = out.at};
    out = nl_writer_over(file.bytes, sizeof file.bytes);
    sky_write_nvmi(&out, mesh);
}

static const sky_mesh linked = {.form_id = 0x01000800,
                                .world_id = 0x01000801,
                                .columns = 2,
                                .rows = 2,
                                .is_island = true,
                                .west_id = 0x01000802,
                                .east_id = 0x01000803};

static void an_entry_by_itself_links_twice(void **state) {
    (void)state;
    build_entry(&linked);
    edit_all(&file, (const edit[MOST_EDITS]){AT("/links/0", 0x01000803)});
    expect_edited(&file, "SKYRIM_NVMI_LINK_TWICE");
}

static void an_entry_by_itself_links_to_itself(void **state) {
    (void)state;
    build_entry(&linked);
    edit_all(&file, (const edit[MOST_EDITS]){AT("/links/0", 0x01000800)});
    expect_edited(&file, "SKYRIM_NVMI_LINK_SELF");
}

static void an_entry_by_itself_links_to_nothing(void **state) {
    (void)state;
    build_entry(&linked);
    edit_all(&file, (const edit[MOST_EDITS]){AT("/links/0", 0)});
    expect_edited(&file, "SKYRIM_NVMI_NULL");
}

static void entries_by_themselves_are_no_load_order(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = "skyrim-nvmi";
    build_entry(&linked);
    const navlint_input entry = {.bytes = file.bytes, .length = file.length};
    const navlint_input inputs[] = {entry, entry};
    expect_codes(&options, inputs, 2, "");
}

static void two_mods_share_a_master(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    build(&file, &(sky_spec){.interiors = 1, .mesh = {.door_id = 0x1F2BB}});
    build(&master, &(sky_spec){.is_skyrim_esm = true});
    const navlint_input inputs[] = {
        {.name = "a.esp", .bytes = file.bytes, .length = file.length},
        {.name = "b.esp", .bytes = file.bytes, .length = file.length},
        {.name = "Skyrim.esm", .bytes = master.bytes, .length = master.length}};
    expect_codes(&options, inputs, 3, "SKYRIM_MASTER_REFERENCE");
    expect_short_means(&options, inputs, 3);
}

/* Each is judged with steps of its own, and resolved with those of the set. */
static void a_dozen_mods_use_up_the_budget_of_a_set(void **state) {
    (void)state;
    enum { MODS = 12 };
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    build(&file, &(sky_spec){.interiors = 1, .is_compressed = true, .mesh = {.door_id = 0x1F2BB}});
    build(&master, &(sky_spec){.is_skyrim_esm = true});
    navlint_input inputs[MODS + 1];
    for (size_t i = 0; i < MODS; i++)
        inputs[i] = (navlint_input){.name = "a.esp", .bytes = file.bytes, .length = file.length};
    inputs[MODS] =
        (navlint_input){.name = "Skyrim.esm", .bytes = master.bytes, .length = master.length};
    expect_codes(&options, inputs, MODS + 1, "SKYRIM_MASTER_REFERENCE");
    expect_short_means(&options, inputs, MODS + 1);
}

/* ---- Names ---- */

/* The cell's name is its first field; others follow. */
static void a_finding_names_the_cell(void **state) {
    (void)state;
    build(&file, &(sky_spec){.interiors = 1});
    edit_all(&file, (const edit[MOST_EDITS]){
                        AT("/records/2/fields/0/vertices/0/x", 0x7FC00000),
                    });
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_finding *const finding = finding_of(j.report, "SKYRIM_NVNM_FINITE");
    assert_non_null(finding);
    assert_non_null(strstr(finding->message, "NAVM 01000801 in NavlintCell0 at (64, 64, 0): "));
    judged_free(&j);
}

/* Also if it is the first that is asked for. */
static void a_finding_names_the_cell_of_the_null_navmesh(void **state) {
    (void)state;
    build(&file, &(sky_spec){.interiors = 1});
    edit_all(&file, (const edit[MOST_EDITS]){
                        AT("/records/0/fields/1/navmesh", 0),
                        AT("/records/2/formId", 0),
                    });
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_finding *const finding = finding_of(j.report, "SKYRIM_NVMI_NULL");
    assert_non_null(finding);
    assert_string_equal(finding->subject.cell, "NavlintCell0");
    judged_free(&j);
}

static void a_finding_names_the_packed_cell_of_a_block(void **state) {
    (void)state;
    build(&file, &(sky_spec){.exteriors = 1, .is_cell_compressed = true});
    edit_all(&file, (const edit[MOST_EDITS]){AT("/groups/3/label", 5 << 16)});
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_finding *const finding = finding_of(j.report, "SKYRIM_GROUP_BLOCK");
    assert_non_null(finding);
    assert_string_equal(finding->path, "/groups/3/label");
    assert_non_null(strstr(finding->message, "CELL 01000800 NavlintCell0"));
    judged_free(&j);
}

static judged judge_in(navlint_scope scope) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.scope = scope;
    return judge_bytes(&options, file.bytes, file.length);
}

/* Data of MISC are not needed for navigation. */
static void a_scope_decides_what_is_read(void **state) {
    (void)state;
    build(&file, &(sky_spec){.interiors = 1, .filler_bytes = 512});
    edit_all(&file, (const edit[MOST_EDITS]){AT("/records/0/flags", SKY_COMPRESSED)});
    const navlint_field data = edit_find(&file, "/records/0/dataSize");
    judged all = judge_in(NAVLINT_SCOPE_ALL);
    judged part = judge_in(NAVLINT_SCOPE_NAVMESH);
    assert_int_equal(findings_of(all.report, "SKYRIM_ZLIB_SIZE"), 1);
    assert_int_equal(navlint_report_claimed_bytes(all.report), file.length);
    assert_int_equal(navlint_report_finding_count(part.report), 0);
    assert_int_equal(navlint_report_verdict(part.report), NAVLINT_VALID);
    assert_int_equal(navlint_report_unclaimed_count(part.report), 2); /* a MISC each */
    assert_int_equal(navlint_report_unclaimed(part.report, 0)->offset, data.offset + 20);
    assert_int_equal(navlint_report_unclaimed(part.report, 0)->length, data.value.as.uint);
    judged_free(&all);
    judged_free(&part);
}

/* A packed cell is read for its navmesh in both. */
static void a_packed_cell_is_claimed_in_both_scopes(void **state) {
    (void)state;
    build(&file, &(sky_spec){.exteriors = 1, .is_cell_compressed = true});
    edit_all(&file, (const edit[MOST_EDITS]){AT("/groups/3/label", 5 << 16)});
    for (navlint_scope scope = NAVLINT_SCOPE_ALL; scope <= NAVLINT_SCOPE_NAVMESH; scope++) {
        judged j = judge_in(scope);
        const navlint_finding *const finding = finding_of(j.report, "SKYRIM_GROUP_BLOCK");
        assert_non_null(finding);
        assert_string_equal(finding->subject.cell, "NavlintCell0");
        assert_true(finding->position.is_known);
        assert_non_null(finding->jump);
        judged_free(&j);
    }
}

static uint64_t steps_of(const sky_spec *spec) {
    build(&file, spec);
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_usage usage = navlint_report_usage(j.report);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
    return usage.steps;
}

/* By the walk, which passes it: not again for its navmesh and its door. */
static void a_packed_cell_is_unpacked_once(void **state) {
    (void)state;
    const uint64_t plain = steps_of(&(sky_spec){.exteriors = 1, .has_doors = true});
    const uint64_t packed =
        steps_of(&(sky_spec){.exteriors = 1, .has_doors = true, .is_cell_compressed = true});
    const navlint_field size = edit_find(&file, "/records/2/unpackedSize");
    assert_int_equal(packed, plain + size.value.as.uint / SKY_PASSED_BYTES_PER_STEP + 1);
}

static void a_finding_in_a_packed_door_has_two_places(void **state) {
    (void)state;
    build(&file, &(sky_spec){.interiors = 1, .has_doors = true, .is_door_compressed = true});
    edit_all(&file, (const edit[MOST_EDITS]){AT("/records/2/fields/0/doors/0/triangle", 1)});
    const navlint_field packed = edit_find(&file, "/records/3/packed");
    judged j = judge_bytes(NULL, file.bytes, file.length);
    const navlint_finding *const finding = finding_of(j.report, "SKYRIM_DOOR_UNANSWERED");
    assert_non_null(finding);
    assert_string_equal(finding->encoding, "zlib");
    assert_int_equal(finding->offset, packed.offset);
    assert_int_equal(finding->length, packed.length);
    assert_int_equal(finding->inner.offset, 4 + 6 + 38 + 6 + 4); /* NAME, XTEL, XNDP's navmesh */
    assert_int_equal(finding->inner.length, 2);
    assert_string_equal(finding->path, "/records/3/fields/2/triangle");
    judged_free(&j);
}

/* ---- Groups ---- */

static void put_group(uint32_t size, uint32_t label) {
    nl_writer out = nl_writer_over(file.bytes, sizeof file.bytes);
    out.at = file.length;
    nl_write_bytes(&out, "GRUP", 4);
    nl_write_u32(&out, size);
    nl_write_u32(&out, label);
    for (int i = 0; i < 3; i++)
        nl_write_u32(&out, 0);
    assert_true(nl_writer_ok(&out));
    file.length = out.at;
}

static void groups_in_groups_that_are_passed_over(void **state) {
    (void)state;
    enum { GROUPS = SKY_GROUP_DEPTH + 4 };
    build(&file, &(sky_spec){.masters = 0});
    for (uint32_t i = 0; i < GROUPS; i++)
        put_group((GROUPS - i) * SKY_HEADER_BYTES, SKY_CELL);
    expect_edited(&file, "SKYRIM_GROUP_PARENT SKYRIM_GROUP_DEPTH");
}

static void more_kinds_of_top_groups_than_are_remembered(void **state) {
    (void)state;
    build(&file, &(sky_spec){.masters = 0});
    for (uint32_t i = 0; i < 300; i++)
        put_group(SKY_HEADER_BYTES, SKY_TYPE('A' + i % 26, 'A' + i / 26, 'A', 'A'));
    expect_edited(&file, "SKYRIM_HEDR_COUNT");
}

/* ---- Sizes around a place that grows ---- */

/* What is put in behind a record's last byte is its group's, and in front of that the record's. */
static void a_place_between_records_is_the_groups(void **state) {
    (void)state;
    build(&file, &(sky_spec){.filler_bytes = 512});
    const size_t record = offset_of("/records/0/dataSize");
    const size_t group = offset_of("/groups/0/size");
    const size_t end = record + SKY_HEADER_BYTES - 4 + nl_load_u32(file.bytes + record);
    const uint32_t size = nl_load_u32(file.bytes + record);
    const uint32_t around = nl_load_u32(file.bytes + group);
    sky_resize(file.bytes, file.length, end, 8);
    assert_int_equal(nl_load_u32(file.bytes + record), size);
    assert_int_equal(nl_load_u32(file.bytes + group), around + 8);
    build(&file, &(sky_spec){.filler_bytes = 512});
    sky_resize(file.bytes, file.length, end - 1, 8);
    assert_int_equal(nl_load_u32(file.bytes + record), size + 8);
    assert_int_equal(nl_load_u32(file.bytes + group), around + 8);
}

/* Bytes that are no plugin, and places in no record, stay as they are. */
static void nothing_else_is_resized(void **state) {
    (void)state;
    static uint8_t before[4096];
    build(&file, &(sky_spec){.filler_bytes = 512});
    assert_true(file.length <= sizeof before);
    memcpy(before, file.bytes, file.length);
    sky_resize(file.bytes, SKY_HEADER_BYTES - 1, 8, 8);
    sky_resize(file.bytes, SKY_HEADER_BYTES + 1, 8, 8);
    sky_resize(file.bytes, file.length, 4, 8);
    sky_resize(file.bytes, file.length, file.length + 100, 8);
    sky_resize_record(file.bytes, file.length, file.length + 100, 8);
    assert_memory_equal(before, file.bytes, file.length);
    const size_t record = offset_of("/records/0/type");
    memset(file.bytes + record, 0, 4); /* a header of no type is no record's */
    memset(before + record, 0, 4);
    sky_resize(file.bytes, file.length, record + SKY_HEADER_BYTES + 1, 8);
    assert_memory_equal(before, file.bytes, file.length);
}

int main(void) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct CMUnitTest tests[ROWS + 20] = {
        [ROWS] = cmocka_unit_test(navmeshes_that_end_anywhere),
        cmocka_unit_test(roads_that_end_anywhere),
        cmocka_unit_test(entries_that_end_anywhere),
        cmocka_unit_test(an_entry_by_itself_links_twice),
        cmocka_unit_test(an_entry_by_itself_links_to_itself),
        cmocka_unit_test(an_entry_by_itself_links_to_nothing),
        cmocka_unit_test(entries_by_themselves_are_no_load_order),
        cmocka_unit_test(two_mods_share_a_master),
        cmocka_unit_test(a_dozen_mods_use_up_the_budget_of_a_set),
        cmocka_unit_test(a_finding_names_the_cell),
        cmocka_unit_test(a_finding_names_the_cell_of_the_null_navmesh),
        cmocka_unit_test(a_finding_names_the_packed_cell_of_a_block),
        cmocka_unit_test(a_scope_decides_what_is_read),
        cmocka_unit_test(a_packed_cell_is_claimed_in_both_scopes),
        cmocka_unit_test(a_packed_cell_is_unpacked_once),
        cmocka_unit_test(a_finding_in_a_packed_door_has_two_places),
        cmocka_unit_test(groups_in_groups_that_are_passed_over),
        cmocka_unit_test(more_kinds_of_top_groups_than_are_remembered),
        cmocka_unit_test(a_place_between_records_is_the_groups),
        cmocka_unit_test(nothing_else_is_resized),
    };
    for (size_t i = 0; i < ROWS; i++)
        tests[i] = (struct CMUnitTest){.name = rows[i].name,
                                       .test_func = is_judged,
                                       .initial_state = (void *)(uintptr_t)&rows[i]};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
