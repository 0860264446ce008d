/* Plugins with their masters, and NVMI fields by themselves. */
#include <string.h>

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/make/build.h"
#include "tests/support/judge.h"
#include "tests/support/unit.h"

enum { PLUGIN_BYTES = 1 << 16, MASTERS_DOOR = 0x1F2BB + 0x100 /* that the builder puts there */ };

typedef struct plugin {
    uint8_t bytes[PLUGIN_BYTES];
    size_t length;
} plugin;

static void build(plugin *p, const sky_spec *spec) {
    nl_writer out = nl_writer_over(p->bytes, sizeof p->bytes);
    sky_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    p->length = out.at;
}

static navlint_input named(const char *name, const plugin *p) {
    return (navlint_input){.name = name, .bytes = p->bytes, .length = p->length};
}

/* The mod's navmesh has a door of Skyrim.esm; whether that has it is up to the test. */
static plugin mod;
static plugin master;

static void build_mod(uint32_t spare_masters) {
    const sky_spec spec = {
        .interiors = 1, .masters = spare_masters, .mesh = {.door_id = MASTERS_DOOR}};
    build(&mod, &spec);
}

static void build_master(bool has_door) {
    const sky_spec spec = {.interiors = 1, .is_skyrim_esm = true, .overridden = has_door};
    build(&master, &spec);
}

static judged judge_with(const char *mod_name, const char *master_name) {
    const navlint_input inputs[] = {named(mod_name, &mod), named(master_name, &master)};
    const judged j = judge_set(NULL, inputs, 2);
    assert_int_equal(j.status, NAVLINT_OK);
    assert_null(navlint_report_limit(j.report));
    return j;
}

static const navlint_report *mod_report(const judged *j) {
    return navlint_report_member(j->report, 0);
}

/* ---- Masters ---- */

static void a_plugin_alone_says_what_it_cannot_resolve(void **state) {
    (void)state;
    build_mod(0);
    judged j = judge_bytes(NULL, mod.bytes, mod.length);
    const navlint_finding *const finding = finding_of(j.report, "SKYRIM_MASTERS_ABSENT");
    assert_int_equal(navlint_report_finding_count(j.report), 1);
    assert_non_null(finding);
    assert_int_equal(finding->severity, NAVLINT_INFO);
    assert_int_equal(finding->actual.as.uint, 2); /* the entry's door and the navmesh's */
    judged_free(&j);
}

static void what_the_master_has_is_resolved(void **state) {
    (void)state;
    build_mod(0);
    build_master(true);
    judged j = judge_with("Data/mod.esp", "Data/SKYRIM.ESM");
    assert_int_equal(navlint_report_finding_count(mod_report(&j)), 0);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    judged_free(&j);
}

static void what_the_master_lacks_is_an_error(void **state) {
    (void)state;
    build_mod(0);
    build_master(false);
    judged j = judge_with("mod.zip!Data/mod.esp", "mod.zip!Skyrim.esm");
    assert_int_equal(findings_of(mod_report(&j), "SKYRIM_MASTER_REFERENCE"), 2);
    assert_int_equal(navlint_report_finding_count(mod_report(&j)), 2);
    const navlint_finding *const finding = finding_of(mod_report(&j), "SKYRIM_MASTER_REFERENCE");
    assert_non_null(strstr(finding->message, "0001F3BB (Skyrim.esm)"));
    judged_free(&j);
}

static void rename_forms(plugin *p, uint32_t from, uint32_t to) {
    for (size_t at = 0; at + sizeof to <= p->length; at++) {
        nl_writer out = nl_writer_over(p->bytes + at, sizeof to);
        if (nl_load_u32(p->bytes + at) == from) nl_write_u32(&out, to);
    }
}

/* "Injected": its FormID has the index of a master, which has no such record. */
static void what_the_plugin_adds_to_a_master_is_there(void **state) {
    (void)state;
    enum { OWN = 0x01000801, ADDED = 0x00000999 };
    build_mod(0);
    build_master(true);
    rename_forms(&mod, OWN, ADDED);
    judged j = judge_with("mod.esp", "Skyrim.esm");
    assert_int_equal(findings_of(mod_report(&j), "SKYRIM_MASTER_REFERENCE"), 0);
    judged_free(&j);
}

static void a_master_that_is_not_given_is_no_error(void **state) {
    (void)state;
    build_mod(1);
    build_master(false);
    judged j = judge_with("mod.esp", "Update.esm");
    assert_int_equal(findings_of(mod_report(&j), "SKYRIM_MASTERS_ABSENT"), 1);
    assert_int_equal(navlint_report_finding_count(mod_report(&j)), 1);
    judged_free(&j);
}

static judged judge_in_context(plugin *context) {
    const navlint_input inputs[] = {{.name = "Skyrim.esm",
                                     .bytes = context->bytes,
                                     .length = context->length,
                                     .is_context = true},
                                    named("mod.esp", &mod)};
    return judge_set(NULL, inputs, 2);
}

/* A plugin and its masters as context give the report of the plugin, and nothing of them. */
static void a_master_may_be_context(void **state) {
    (void)state;
    build_mod(0);
    build_master(false);
    judged j = judge_in_context(&master);
    assert_int_equal(navlint_report_member_count(j.report), 0);
    assert_string_equal(navlint_report_name(j.report), "mod.esp");
    assert_int_equal(findings_of(j.report, "SKYRIM_MASTER_REFERENCE"), 2);
    assert_int_equal(navlint_report_finding_count(j.report), 2);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    judged_free(&j);
    build_master(true);
    j = judge_in_context(&master);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

static void what_is_wrong_with_context_is_not_reported(void **state) {
    (void)state;
    build_mod(0);
    build_master(true);
    master.length -= 1;
    judged j = judge_in_context(&master);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    judged_free(&j);
}

static void context_alone_is_nothing_to_judge(void **state) {
    (void)state;
    build_mod(0);
    navlint_input input = named("mod.esp", &mod);
    input.is_context = true;
    judged j = judge_set(NULL, &input, 1);
    assert_int_equal(j.status, NAVLINT_BAD_ARGUMENT);
    judged_free(&j);
}

/* Of a damaged master nothing is missing for certain. */
static void a_damaged_master_resolves_nothing(void **state) {
    (void)state;
    build_mod(0);
    build_master(false);
    master.length -= 1;
    judged j = judge_with("mod.esp", "Skyrim.esm");
    assert_int_equal(findings_of(mod_report(&j), "SKYRIM_MASTER_REFERENCE"), 0);
    judged_free(&j);
}

/* Versions of one mod in one folder do not meet. */
static void plugins_of_one_name_are_told_apart(void **state) {
    (void)state;
    build_mod(0);
    const navlint_input inputs[] = {named("a/mod.esp", &mod), named("b/mod.esp", &mod)};
    judged j = judge_set(NULL, inputs, 2);
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(navlint_report_finding_count(navlint_report_member(j.report, i)), 1);
    judged_free(&j);
}

/* ---- What a plugin needs ---- */

typedef struct name_list {
    char names[4][32];
    size_t count;
} name_list;

static void collect(void *context, const char *name) {
    name_list *const list = context;
    assert_in_range(list->count, 0, 3);
    assert_in_range(strlen(name), 1, sizeof list->names[0] - 1);
    strcpy(list->names[list->count++], name);
}

static name_list needed_by(const plugin *p, size_t length) {
    name_list list = {.count = 0};
    const navlint_input input = {.name = "mod.esp", .bytes = p->bytes, .length = length};
    navlint_each_needed(&input, collect, &list);
    return list;
}

static void the_masters_are_listed_in_their_order(void **state) {
    (void)state;
    build_mod(2);
    const name_list all = needed_by(&mod, mod.length);
    assert_int_equal(all.count, 3);
    assert_string_equal(all.names[0], "Skyrim.esm");
    assert_string_equal(all.names[1], "AA.esm");
    assert_string_equal(all.names[2], "BA.esm");
    for (size_t length = 0; length <= mod.length; length++)
        assert_in_range(needed_by(&mod, length).count, 0, 3);
    assert_int_equal(needed_by(&mod, 24 + mod.bytes[4]).count, 3); /* the header is enough */
}

/* A name out of a file may not lead out of the folder. */
static void paths_are_no_masters(void **state) {
    (void)state;
    static const char *const names[] = {"../a/b.esm",  "C:kyrim.esm", "Sky\\im.esm",
                                        "Sky\nim.esm", ".",           ".."};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        build_mod(0);
        uint8_t *at = mod.bytes;
        while (memcmp(at, "Skyrim.esm", 10) != 0)
            at++;
        memset(at, 0, 10);
        memcpy(at, names[i], strlen(names[i]));
        assert_int_equal(needed_by(&mod, mod.length).count, 0);
    }
}

static void nothing_needs_nothing(void **state) {
    (void)state;
    name_list list = {.count = 0};
    const navlint_input other = {.name = "a.nav", .bytes = "\xCE\xFA\xED\xFE", .length = 4};
    navlint_each_needed(&other, collect, &list);
    navlint_each_needed(&(navlint_input){.name = "a.esp"}, collect, &list);
    navlint_each_needed(NULL, collect, &list);
    navlint_each_needed(&other, NULL, NULL);
    assert_int_equal(list.count, 0);
}

/* ---- NVMI ---- */

static navlint_options as_nvmi(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = "skyrim-nvmi";
    return options;
}

static size_t write_nvmi(uint8_t *bytes, size_t capacity) {
    const sky_mesh mesh = {.form_id = 0x01000800,
                           .cell_id = 0x01000801,
                           .columns = 2,
                           .rows = 2,
                           .is_island = true,
                           .door_id = 0x01000802};
    nl_writer out = nl_writer_over(bytes, capacity);
    sky_write_nvmi(&out, &mesh);
    assert_true(nl_writer_ok(&out));
    return out.at;
}

static void a_bare_nvmi_is_judged_if_asked_for(void **state) {
    (void)state;
    uint8_t bytes[4096];
    const size_t length = write_nvmi(bytes, sizeof bytes);
    const navlint_options options = as_nvmi();
    judged j = judge_bytes(&options, bytes, length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    assert_int_equal(navlint_report_unclaimed_count(j.report), 0);
    assert_string_equal(navlint_report_format(j.report)->id, "skyrim-navmesh");
    judged_free(&j);
}

static void a_bare_nvmi_is_never_detected(void **state) {
    (void)state;
    uint8_t bytes[4096];
    const size_t length = write_nvmi(bytes, sizeof bytes);
    const navlint_input input = {.name = "entry.bin", .bytes = bytes, .length = length};
    assert_null(navlint_detect(&input, NULL));
}

static void a_bare_nvmi_that_is_cut_off_is_invalid(void **state) {
    (void)state;
    uint8_t bytes[4096];
    const size_t length = write_nvmi(bytes, sizeof bytes);
    const navlint_options options = as_nvmi();
    for (size_t i = 0; i < length; i++) {
        judged j = judge_bytes(&options, bytes, i);
        assert_int_not_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
        assert_int_equal(navlint_report_finding_count(j.report), 1);
        judged_free(&j);
    }
}

typedef struct tiling {
    uint64_t end;
    bool is_tiled;
} tiling;

static bool follow(void *context, const navlint_field *field) {
    tiling *const t = context;
    t->is_tiled &= field->offset == t->end;
    t->end = field->offset + field->length;
    return true;
}

static void a_bare_nvmi_is_dumped_to_its_last_byte(void **state) {
    (void)state;
    static uint8_t memory[1 << 20];
    uint8_t bytes[4096];
    const size_t length = write_nvmi(bytes, sizeof bytes);
    const navlint_options options = as_nvmi();
    const navlint_input input = {.bytes = bytes, .length = length};
    tiling t = {.is_tiled = true};
    assert_int_equal(navlint_dump(&options, &input, memory, sizeof memory, follow, &t), NAVLINT_OK);
    assert_true(t.is_tiled);
    assert_int_equal(t.end, length);
}

/* ---- Names of games ---- */

static void expect_game(plugin *p, const char *game) {
    judged j = judge_bytes(NULL, p->bytes, p->length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "unsupported");
    if (!strstr(navlint_report_limit(j.report)->message, game)) fail_msg("not %s", game);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

enum { FORM_VERSION_AT = 20, HEDR_VERSION_AT = 30 };

static void put_versions(plugin *p, uint16_t form_version, float version) {
    const sky_spec spec = {.interiors = 1};
    build(p, &spec);
    uint32_t version_bits;
    memcpy(&version_bits, &version, sizeof version_bits);
    for (size_t i = 0; i < sizeof form_version; i++)
        p->bytes[FORM_VERSION_AT + i] = (uint8_t)(form_version >> 8 * i);
    for (size_t i = 0; i < sizeof version_bits; i++)
        p->bytes[HEDR_VERSION_AT + i] = (uint8_t)(version_bits >> 8 * i);
}

static void other_games_are_named(void **state) {
    (void)state;
    static const struct {
        uint16_t form_version;
        float version;
        const char *game;
    } games[] = {{2, 0.94f, "Fallout 3"},  {15, 1.34f, "New Vegas"},    {100, 1.0f, "another game"},
                 {131, 1.0f, "Fallout 4"}, {208, 216.0f, "Fallout 76"}, {555, 0.96f, "Starfield"}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        put_versions(&mod, games[i].form_version, games[i].version);
        expect_game(&mod, games[i].game);
        const navlint_input input = named("mod.esp", &mod);
        assert_non_null(strstr(navlint_other_game(&input), games[i].game));
        assert_null(navlint_detect_as(NULL, &input, NAVLINT_FOUND));
        assert_non_null(navlint_detect_as(NULL, &input, NAVLINT_NAMED));
    }
    build_mod(0);
    memmove(mod.bytes + 20, mod.bytes + 24, mod.length - 24); /* Oblivion's headers have 20 bytes */
    expect_game(&mod, "Oblivion");
    memcpy(mod.bytes, "TES3", 4);
    expect_game(&mod, "Morrowind");
}

/* Its HEDR says that it is Skyrim's. */
static void a_damaged_form_version_is_no_other_game(void **state) {
    (void)state;
    static const struct {
        uint16_t form_version;
        float version;
    } damaged[] = {{0, 1.7f}, {39, 1.71f}, {45, 0.94f}, {131, 1.7f}, {0xFFFF, 1.7f}};
    for (size_t i = 0; i < sizeof damaged / sizeof damaged[0]; i++) {
        put_versions(&mod, damaged[i].form_version, damaged[i].version);
        const navlint_input input = named("mod.esp", &mod);
        assert_null(navlint_other_game(&input));
        judged j = judge_bytes(NULL, mod.bytes, mod.length);
        assert_int_equal(findings_of(j.report, "SKYRIM_FORM_VERSION"), 1);
        judged_free(&j);
    }
    assert_null(navlint_other_game(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plugin_alone_says_what_it_cannot_resolve),
        cmocka_unit_test(what_the_master_has_is_resolved),
        cmocka_unit_test(what_the_master_lacks_is_an_error),
        cmocka_unit_test(what_the_plugin_adds_to_a_master_is_there),
        cmocka_unit_test(a_master_that_is_not_given_is_no_error),
        cmocka_unit_test(a_master_may_be_context),
        cmocka_unit_test(what_is_wrong_with_context_is_not_reported),
        cmocka_unit_test(context_alone_is_nothing_to_judge),
        cmocka_unit_test(a_damaged_master_resolves_nothing),
        cmocka_unit_test(plugins_of_one_name_are_told_apart),
        cmocka_unit_test(the_masters_are_listed_in_their_order),
        cmocka_unit_test(paths_are_no_masters),
        cmocka_unit_test(nothing_needs_nothing),
        cmocka_unit_test(a_bare_nvmi_is_judged_if_asked_for),
        cmocka_unit_test(a_bare_nvmi_is_never_detected),
        cmocka_unit_test(a_bare_nvmi_that_is_cut_off_is_invalid),
        cmocka_unit_test(a_bare_nvmi_is_dumped_to_its_last_byte),
        cmocka_unit_test(other_games_are_named),
        cmocka_unit_test(a_damaged_form_version_is_no_other_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
