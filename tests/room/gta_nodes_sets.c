/* Whole maps of path nodes: 64 areas that are joined, and one field of one file wrong. What leads
 * from file to file shows in a set alone. */
#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parsers/gta_nodes/build.h"
#include "tests/support/judge.h"

enum { DIM = 8, AREAS = DIM * DIM, AREA_BYTES = 32768, MEMORY_BYTES = 64 << 20 };

typedef struct map {
    uint8_t bytes[AREAS][AREA_BYTES];
    char names[AREAS][16];
    navlint_input inputs[AREAS];
} map;

static map whole;

static void write_area(uint32_t area, const gta_spec *spec) {
    nl_writer out = nl_writer_over(whole.bytes[area], AREA_BYTES);
    gta_write(&out, spec);
    assert_true(nl_writer_ok(&out));
    (void)snprintf(whole.names[area], sizeof whole.names[area], "nodes%u.dat", area);
    whole.inputs[area] =
        (navlint_input){.name = whole.names[area], .bytes = whole.bytes[area], .length = out.at};
}

/* The first areas of a map of dim x dim: of one of 8 x 8 all. */
static void write_areas(gta_variant variant, uint32_t dim, uint64_t bytes_of_area) {
    for (uint32_t area = 0; area < AREAS; area++) {
        const gta_spec spec = gta_spec_of_map(variant, dim, area, bytes_of_area);
        write_area(area, &spec);
    }
}

static void write_map(gta_variant variant, uint64_t bytes_of_area) {
    write_areas(variant, DIM, bytes_of_area);
}

/* The reports of a set and of its members are one list. */
static size_t findings_in_all(const navlint_report *report) {
    size_t count = navlint_report_finding_count(report);
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        count += navlint_report_finding_count(navlint_report_member(report, i));
    return count;
}

/* ---- Good maps ---- */

static void expect_clean(gta_variant variant, uint64_t bytes_of_area, uint64_t links_between) {
    write_map(variant, bytes_of_area);
    judged j = judge_set(NULL, whole.inputs, AREAS);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    assert_int_equal(findings_in_all(j.report), 0);
    assert_int_equal(fact_of(j.report, "areas"), AREAS);
    assert_int_equal(fact_of(j.report, "mapAreas"), AREAS);
    assert_int_equal(fact_of(j.report, "linksBetweenAreas"), links_between);
    judged_free(&j);
}

/* Between rows and between columns of areas lie seven gaps; vehicle and ped nodes cross each, both
 * ways. */
static void maps_without_a_fault_are_clean(void **state) {
    (void)state;
    for (gta_variant variant = GTA_VANILLA; variant <= GTA_FLA4; variant++)
        expect_clean(variant, 4000, 2 * 2 * 2 * DIM * (DIM - 1));
}

/* ---- One field wrong ---- */

enum { BROKEN = 9, NO_FILE = -1 };

typedef struct breakage {
    gta_variant variant;
    const char *field;
    uint32_t value;
    const char *code;
    int file;         /* that it is reported of */
    const char *path; /* of the finding */
    size_t findings;  /* in all */
} breakage;

static const breakage breakages[] = {
#define MAP_BREAKAGE(variant, field, value, code, file, path, findings)                            \
    {GTA_##variant, field, value, #code, file, path, findings},
#include "tests/room/gta_nodes_sets.def"
#undef MAP_BREAKAGE
};

enum { BREAKAGES = sizeof breakages / sizeof breakages[0] };

typedef struct finder {
    const char *path;
    uint64_t offset, length;
} finder;

static bool note_if_named(void *context, const navlint_field *field) {
    finder *const f = context;
    if (strcmp(field->path, f->path) != 0) return true;
    f->offset = field->offset;
    f->length = field->length;
    return false;
}

/* A field of a file of the map that was just written. */
static finder field_of(size_t area, const char *path) {
    static uint8_t memory[1 << 20];
    finder wanted = {.path = path};
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    assert_int_equal(
        navlint_dump(&options, &whole.inputs[area], memory, sizeof memory, note_if_named, &wanted),
        NAVLINT_OK);
    assert_true(wanted.length > 0);
    return wanted;
}

static uint64_t value_at(size_t area, const char *path) {
    const finder wanted = field_of(area, path);
    uint64_t value = 0;
    for (uint64_t i = 0; i < wanted.length; i++)
        value |= (uint64_t)whole.bytes[area][wanted.offset + i] << 8 * i;
    return value;
}

static void break_field_of(size_t area, const char *path, uint32_t value) {
    const finder wanted = field_of(area, path);
    for (uint64_t i = 0; i < wanted.length; i++)
        whole.bytes[area][wanted.offset + i] = (uint8_t)(value >> 8 * i);
}

static void break_field(const char *path, uint32_t value) {
    break_field_of(BROKEN, path, value);
}

static void break_map(const breakage *b) {
    write_map(b->variant, 3000);
    break_field(b->field, b->value);
}

static const navlint_report *told_of(const navlint_report *report, const breakage *b) {
    return b->file == NO_FILE ? report : navlint_report_member(report, (size_t)b->file);
}

static bool is_told_at(const navlint_report *report, const char *code, const char *path) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const f = navlint_report_finding(report, i);
        if (strcmp(f->rule->code, code) == 0 && strcmp(f->path, path) == 0) return true;
    }
    return false;
}

static void what_one_field_breaks_is_told_where_it_shows(void **state) {
    (void)state;
    for (size_t i = 0; i < BREAKAGES; i++) {
        const breakage *const b = &breakages[i];
        break_map(b);
        judged j = judge_set(NULL, whole.inputs, AREAS);
        if (!is_told_at(told_of(j.report, b), b->code, b->path))
            fail_msg("%s = %u: no %s at %s", b->field, b->value, b->code, b->path);
        if (findings_in_all(j.report) != b->findings)
            fail_msg("%s = %u: %zu findings", b->field, b->value, findings_in_all(j.report));
        judged_free(&j);
    }
}

/* ---- What is so of any set ---- */

static bool says_the_same(const navlint_report *a, const navlint_report *b) {
    const navlint_text x = navlint_report_json(a, NAVLINT_JSON_COMPACT, NULL);
    const navlint_text y = navlint_report_json(b, NAVLINT_JSON_COMPACT, NULL);
    const bool same = x.text && y.text && strcmp(x.text, y.text) == 0;
    navlint_text_free(x);
    navlint_text_free(y);
    return same;
}

static void the_order_of_the_files_does_not_matter(void **state) {
    static navlint_input backwards[AREAS];
    (void)state;
    for (size_t i = 0; i < BREAKAGES; i += 3) {
        break_map(&breakages[i]);
        for (size_t area = 0; area < AREAS; area++)
            backwards[area] = whole.inputs[AREAS - 1 - area];
        judged j = judge_set(NULL, whole.inputs, AREAS);
        judged k = judge_set(NULL, backwards, AREAS);
        for (size_t area = 0; area < AREAS; area++)
            assert_true(says_the_same(navlint_report_member(j.report, area),
                                      navlint_report_member(k.report, AREAS - 1 - area)));
        assert_int_equal(findings_in_all(j.report), findings_in_all(k.report));
        judged_free(&j);
        judged_free(&k);
    }
}

static bool swap_navi_link(void *context, const navlint_field *field) {
    uint8_t *const at = (uint8_t *)context + field->offset;
    const size_t length = strlen(field->path);
    if (strncmp(field->path, "/naviLinks/", 11) != 0) return true;
    if (strcmp(field->path + length - 9, "/naviNode") != 0) return true;
    const uint8_t node[2] = {at[0], at[1]};
    memcpy(at, at + 2, 2);
    memcpy(at + 2, node, 2);
    return true;
}

/* An early writer put area and navi node the wrong way round: it is reported once, and the
 * neighbours are not measured by such a file. */
static void swapped_navi_links_are_told_of_their_file_alone(void **state) {
    static uint8_t memory[1 << 20];
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    write_map(GTA_FLA4, 3000);
    assert_int_equal(navlint_dump(&options, &whole.inputs[BROKEN], memory, sizeof memory,
                                  swap_navi_link, whole.bytes[BROKEN]),
                     NAVLINT_OK);
    judged j = judge_set(NULL, whole.inputs, AREAS);
    assert_int_equal(findings_of(navlint_report_member(j.report, BROKEN), "NODES_EXT_NAVI_SWAP"),
                     1);
    assert_int_equal(findings_in_all(j.report), 1);
    judged_free(&j);
}

/* A file that is missing, and one that cannot be decoded, are not judged; the others are. */
static void a_map_with_a_hole_is_told_so(void **state) {
    (void)state;
    write_map(GTA_VANILLA, 3000);
    const navlint_input last = whole.inputs[BROKEN];
    whole.inputs[BROKEN] = whole.inputs[AREAS - 1];
    judged j = judge_set(NULL, whole.inputs, AREAS - 1);
    assert_int_equal(findings_of(j.report, "NODES_SET_MISSING"), 1);
    assert_int_equal(fact_of(j.report, "areas"), AREAS - 1);
    judged_free(&j);
    whole.inputs[BROKEN] = (navlint_input){.name = last.name, .bytes = last.bytes, .length = 3};
    j = judge_set(NULL, whole.inputs, AREAS);
    assert_int_equal(navlint_report_verdict(navlint_report_member(j.report, BROKEN)),
                     NAVLINT_INVALID);
    assert_int_equal(navlint_report_verdict(navlint_report_member(j.report, 0)), NAVLINT_VALID);
    judged_free(&j);
}

/* What links of its neighbours name is counted, but not there: that is reported of the file alone.
 */
static void a_file_that_ends_among_its_navi_nodes_is_told_alone(void **state) {
    enum { CUT = BROKEN + 1 };
    (void)state;
    write_map(GTA_VANILLA, 3000);
    whole.inputs[CUT].length = field_of(CUT, "/naviNodes/1/position/x").offset;
    judged j = judge_set(NULL, whole.inputs, AREAS);
    assert_int_equal(findings_of(navlint_report_member(j.report, CUT), "NODES_SIZE_TRUNC"), 1);
    assert_int_equal(findings_in_all(j.report), 1);
    judged_free(&j);
    break_field("/naviLinks/0", CUT << 10 | 5); /* of a link inside the file */
    j = judge_set(NULL, whole.inputs, AREAS);
    const navlint_report *const broken = navlint_report_member(j.report, BROKEN);
    assert_int_equal(findings_of(broken, "NODES_NAVI_OWNER"), 1);
    assert_int_equal(findings_of(broken, "NODES_NAVI_SHARED"), 1); /* the link back names its own */
    assert_int_equal(findings_in_all(j.report), 3);
    judged_free(&j);
}

/* ---- Neighbours that can be read in part ---- */

enum { EAST = BROKEN + 1 };

/* A link to the area in the east names a navi node that its own file does not have. */
static void break_way_east(void) {
    write_map(GTA_VANILLA, 3000);
    break_field("/naviLinks/33", BROKEN << 10 | 1000);
}

/* In the map, and where the file and its neighbour are all that is judged. */
static void expect_told_of_way_east(void) {
    judged j = judge_set(NULL, whole.inputs, AREAS);
    const navlint_report *const broken = navlint_report_member(j.report, BROKEN);
    assert_int_equal(findings_of(broken, "NODES_NAVILINK_RANGE"), 1);
    assert_true(is_told_at(broken, "NODES_NAVILINK_RANGE", "/naviLinks/33"));
    judged_free(&j);
    j = judge_set(NULL, &whole.inputs[BROKEN], 2);
    assert_int_equal(findings_of(navlint_report_member(j.report, 0), "NODES_NAVILINK_RANGE"), 1);
    judged_free(&j);
}

static void a_neighbour_that_is_cut_off_hides_nothing(void **state) {
    static const char *const ends[] = {"/nodes/0/firstLink", "/nodes/9/firstLink",
                                       "/naviNodes/1/position/x", "/naviLinks/0", "/flags/0"};
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        break_way_east();
        whole.inputs[EAST].length = field_of(EAST, ends[i]).offset;
        expect_told_of_way_east();
    }
}

static void a_neighbour_whose_links_are_nowhere_hides_nothing(void **state) {
    (void)state;
    break_way_east();
    break_field_of(EAST, "/nodes/0/firstLink", 32000);
    expect_told_of_way_east();
}

/* Its counts do not add up, and which one is wrong does not show in a file that goes on. */
static void a_neighbour_of_unknown_kinds_hides_nothing(void **state) {
    (void)state;
    break_way_east();
    const finder count = field_of(EAST, "/pedNodeCount");
    whole.bytes[EAST][count.offset]++;
    memset(whole.bytes[EAST] + whole.inputs[EAST].length, 1, 5);
    whole.inputs[EAST].length += 5;
    expect_told_of_way_east();
}

/* Where the navi node leads to a node that cannot be read, what it has to do with the link shows.
 */
static void the_missing_nodes_of_a_neighbour_are_still_targets(void **state) {
    (void)state;
    write_map(GTA_VANILLA, 3000);
    break_field("/naviNodes/16/area", EAST);
    whole.inputs[EAST].length = field_of(EAST, "/nodes/9/firstLink").offset;
    judged j = judge_set(NULL, whole.inputs, AREAS);
    assert_true(is_told_at(navlint_report_member(j.report, BROKEN), "NODES_NAVI_ENDPOINT",
                           "/naviLinks/33"));
    judged_free(&j);
}

/* A map that needs all that a set can need: the vehicle nodes of one file pass for ped nodes, so
 * that some ids are shared. */
static void break_ids(void) {
    write_map(GTA_VANILLA, 3000);
    const uint32_t nodes = (uint32_t)value_at(BROKEN, "/nodeCount");
    break_field("/vehicleNodeCount", 0);
    break_field("/pedNodeCount", nodes);
}

/* Where links are not known, which groups are separate is not either. */
static void ids_are_not_compared_around_a_hole(void **state) {
    (void)state;
    break_ids();
    whole.inputs[0].length = 3;
    judged j = judge_set(NULL, whole.inputs, AREAS);
    assert_int_equal(findings_of(j.report, "NODES_SET_FLOOD_SHARED"), 0);
    judged_free(&j);
}

/* Of the map, with enough of everything. */
static size_t findings_with(const navlint_options *options) {
    judged j = judge_set(options, whole.inputs, AREAS);
    const size_t findings = findings_in_all(j.report);
    judged_free(&j);
    return findings;
}

/* With less memory or work either it says so or it says the same. Returns whether it is the same.
 */
static bool is_enough(const navlint_options *options, size_t memory_bytes, size_t findings) {
    static uint8_t memory[MEMORY_BYTES];
    const navlint_report *report = NULL;
    assert_true(memory_bytes <= sizeof memory);
    if (navlint_check(options, whole.inputs, AREAS, memory, memory_bytes, &report) != NAVLINT_OK)
        return false;
    assert_true(findings_in_all(report) <= findings);
    assert_true(navlint_report_limit(report) || findings_in_all(report) == findings);
    return !navlint_report_limit(report);
}

static navlint_options few_findings(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.max_findings = 8;
    return options;
}

/* Memory runs out at every place of the way: sizes all over the range, and those that almost do. */
static void too_little_memory_for_a_map_is_said(void **state) {
    (void)state;
    break_ids();
    const navlint_options options = few_findings();
    const size_t findings = findings_with(&options);
    const size_t bound = navlint_memory_bound(&options, whole.inputs, AREAS);
    size_t enough = bound;
    assert_true(is_enough(&options, bound, findings));
    for (size_t step = bound / 2; step > 0; step /= 2)
        if (enough > step && is_enough(&options, enough - step, findings)) enough -= step;
    while (is_enough(&options, enough - 1, findings)) /* what the halves of odd steps leave */
        enough--;
    for (size_t part = 0; part < 100; part++)
        assert_false(is_enough(&options, enough / 100 * part, findings));
    for (size_t less = 1; less < 64000; less += 251)
        assert_false(is_enough(&options, enough - less, findings));
}

static void too_few_steps_for_a_map_are_said(void **state) {
    (void)state;
    break_ids();
    navlint_options options = few_findings();
    const size_t findings = findings_with(&options);
    const size_t bound = navlint_memory_bound(&options, whole.inputs, AREAS);
    uint64_t enough = (uint64_t)1 << 24;
    for (uint64_t step = enough / 2; step > 0; step /= 2) {
        options.max_steps = enough - step;
        if (enough > step && is_enough(&options, bound, findings)) enough -= step;
    }
    for (uint64_t part = 0; part < 200; part++) {
        options.max_steps = 1 + (enough - 1) * part / 200;
        assert_false(is_enough(&options, bound, findings));
    }
}

/* ---- How large the map is, and what files are called ---- */

static void expect_dim(const char *game, size_t files, uint64_t map_areas) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.game = game;
    judged j = judge_set(&options, whole.inputs, files);
    assert_int_equal(fact_of(j.report, "mapAreas"), map_areas);
    judged_free(&j);
}

static void expect_too_many(const char *game, size_t files, size_t findings) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.game = game;
    judged j = judge_set(&options, whole.inputs, files);
    assert_int_equal(findings_of(j.report, "NODES_SET_DIM"), findings);
    judged_free(&j);
}

/* Forty files could be of the smallest map, but their nodes lie where only the next one has these
 * areas. The unmodified game has one map alone. */
static void places_tell_how_large_a_map_is(void **state) {
    (void)state;
    write_areas(GTA_VER3, 2 * DIM, 3000);
    expect_dim(NULL, 40, 4 * AREAS);
    expect_dim("gta-sa", 40, AREAS);
    expect_dim(NULL, AREAS, AREAS);   /* as many as a map has */
    static const uint8_t nothing[20]; /* a file without nodes has the area of its name */
    write_map(GTA_VANILLA, 3000);
    whole.inputs[AREAS - 1] =
        (navlint_input){.name = "nodes64.dat", .bytes = nothing, .length = sizeof nothing};
    expect_too_many("gta-sa", AREAS, 1);
    expect_too_many(NULL, AREAS, 0);
}

/* ---- A file that does not show how large the map is ---- */

/* Of three nodes whose places are asked two are nowhere near. */
static void lose_places(gta_variant variant) {
    const uint32_t last = (uint32_t)value_at(BROKEN, "/nodeCount") - 1;
    const char *const end = variant == GTA_VANILLA ? "position/x" : "extendedPosition/x";
    char path[64];
    (void)snprintf(path, sizeof path, "/nodes/0/%s", end);
    break_field(path, 31999);
    (void)snprintf(path, sizeof path, "/nodes/%u/%s", last, end);
    break_field(path, 31999);
}

static size_t found_in_broken(const char *code, size_t first, size_t files) {
    judged j = judge_set(NULL, &whole.inputs[first], files);
    const navlint_report *const broken =
        files == 1 ? j.report : navlint_report_member(j.report, BROKEN - first);
    const size_t findings = findings_of(broken, code);
    judged_free(&j);
    return findings;
}

/* In the map, by itself, and with a neighbour that shows how large the map is. */
static void expect_beyond(const char *code, const char *path, uint32_t area, size_t alone) {
    const gta_variant variant = strcmp(code, "NODES_NAVILINK_RANGE") == 0 ? GTA_FLA4 : GTA_VANILLA;
    write_map(variant, 3000);
    break_field(path, area);
    assert_int_equal(found_in_broken(code, 0, AREAS), 1);
    assert_int_equal(found_in_broken(code, BROKEN, 1), 1);
    lose_places(variant);
    assert_int_equal(found_in_broken(code, 0, AREAS), 1);
    assert_int_equal(found_in_broken(code, BROKEN, 1), alone);
    assert_int_equal(found_in_broken(code, BROKEN, 2), 1);
}

/* 65535 is no area of any map, which the file says by itself: it is not said again. */
static void the_others_tell_which_areas_a_map_does_not_have(void **state) {
    (void)state;
    expect_beyond("NODES_LINK_AREA", "/links/2/area", 100, 0);
    expect_beyond("NODES_LINK_AREA", "/links/2/area", 65535, 1);
    expect_beyond("NODES_LINK_AREA", "/links/33/area", 64, 0);
    expect_beyond("NODES_NAVI_TGT_AREA", "/naviNodes/2/area", 100, 0);
    expect_beyond("NODES_NAVI_TGT_AREA", "/naviNodes/2/area", 65535, 1);
    expect_beyond("NODES_NAVILINK_RANGE", "/naviLinks/3/area", 100, 0);
    expect_beyond("NODES_NAVILINK_RANGE", "/naviLinks/33/area", 100, 0);
    expect_beyond("NODES_NAVILINK_RANGE", "/naviLinks/3/area", 65535, 1);
}

/* Nor are they known where no file shows it, or one shows that the map is larger. */
static void no_area_is_beyond_a_map_of_unknown_size(void **state) {
    (void)state;
    write_map(GTA_VANILLA, 3000);
    lose_places(GTA_VANILLA);
    break_field("/links/2/area", 100);
    whole.inputs[EAST].length = 3;
    assert_int_equal(found_in_broken("NODES_LINK_AREA", BROKEN, 2), 0);
    assert_int_equal(found_in_broken("NODES_LINK_AREA", BROKEN - 1, 2), 1);
    const gta_spec larger = gta_spec_of_map(GTA_VER3, 2 * DIM, EAST, 3000);
    write_area(EAST, &larger);
    assert_int_equal(found_in_broken("NODES_LINK_AREA", BROKEN, 2), 0);
    assert_int_equal(found_in_broken("NODES_LINK_AREA", 0, AREAS), 0);
}

/* One file by itself, which is of area 0. */
static void expect_of_name(const char *game, const char *name, const char *code) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.game = game;
    const navlint_input input = {
        .name = name, .bytes = whole.bytes[0], .length = whole.inputs[0].length};
    judged j = judge_set(&options, &input, 1);
    assert_int_equal(findings_of(j.report, "NODES_NAME_RANGE"),
                     code && strcmp(code, "NODES_NAME_RANGE") == 0);
    assert_int_equal(findings_of(j.report, "NODES_NAME_AREA"),
                     code && strcmp(code, "NODES_NAME_AREA") == 0);
    judged_free(&j);
}

static void the_name_says_which_area_a_file_is(void **state) {
    (void)state;
    write_map(GTA_VANILLA, 3000);
    expect_of_name(NULL, "nodes0.dat", NULL);
    expect_of_name(NULL, "data/paths/NODES0.DAT", NULL);
    expect_of_name(NULL, "nodes1.dat", "NODES_NAME_AREA");
    expect_of_name(NULL, "nodes65534.dat", "NODES_NAME_AREA");
    expect_of_name(NULL, "nodes65535.dat", "NODES_NAME_RANGE");
    expect_of_name(NULL, "nodes65536.dat", "NODES_NAME_RANGE");
    expect_of_name(NULL, "nodes18446744073709551616.dat", "NODES_NAME_RANGE");
    expect_of_name("gta-sa", "nodes63.dat", "NODES_NAME_AREA");
    expect_of_name("gta-sa", "nodes64.dat", "NODES_NAME_RANGE");
    expect_of_name(NULL, "nodes1.txt", NULL);
    expect_of_name(NULL, "nodes.dat", NULL);
    expect_of_name(NULL, "node1.dat", NULL);
}

/* Where the first, the middle and the last node each say another area, the name decides. */
static void the_name_decides_between_three_nodes(void **state) {
    (void)state;
    const gta_spec spec = {.variant = GTA_VANILLA, .dim = DIM, .peds = {3, 1}, .vehicles = {0, 0}};
    write_area(0, &spec);
    for (uint8_t node = 0; node < 3; node++)
        whole.bytes[0][20 + 28 * node + 18] = (uint8_t)(5 + node);
    expect_of_name(NULL, "nodes5.dat", NULL);
    expect_of_name(NULL, "nodes6.dat", NULL);
    expect_of_name(NULL, "nodes7.dat", NULL);
    expect_of_name(NULL, "nodes8.dat", "NODES_NAME_AREA");
}

/* Files that are not decoded have the area that their name says, or none. */
static void files_that_are_not_decoded_have_their_names_area(void **state) {
    (void)state;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = "gta-nodes";
    write_map(GTA_VANILLA, 3000);
    navlint_input inputs[] = {whole.inputs[0],
                              {"nodes0.dat", "abc", 3, false, NULL},
                              {"one.dat", "abc", 3, false, NULL},
                              {"two.dat", "abc", 3, false, NULL}};
    judged j = judge_set(&options, inputs, 4);
    assert_int_equal(findings_of(j.report, "NODES_SET_DUPLICATE"), 1);
    judged_free(&j);
    inputs[1].name = "nodes99999.dat";
    j = judge_set(&options, inputs, 4);
    assert_int_equal(findings_of(j.report, "NODES_SET_DUPLICATE"), 0);
    judged_free(&j);
}

static void expect_outside(const char *game, const char *name, const gta_spec *spec,
                           size_t findings) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.game = game;
    options.format = "gta-nodes";
    write_area(0, spec);
    whole.inputs[0].name = name;
    judged j = judge_set(&options, whole.inputs, 1);
    assert_int_equal(findings_of(j.report, "NODES_NAVI_POS_AREA"), findings);
    judged_free(&j);
}

/* The name tells the area, but not of how large a map: that of the game is known. */
static void a_navi_node_in_a_file_without_nodes_may_be_anywhere(void **state) {
    gta_spec spec = {.variant = GTA_VANILLA, .area = 9, .vehicles = {0, 1}, .spare_navis = 1};
    (void)state;
    spec.dim = DIM;
    expect_outside(NULL, "nodes9.dat", &spec, 0);
    expect_outside("gta-sa", "nodes9.dat", &spec, 0);
    spec.dim = 2 * DIM;
    expect_outside(NULL, "nodes9.dat", &spec, 0);
    expect_outside("gta-sa", "nodes9.dat", &spec, 2);
    expect_outside("gta-sa", "nodes.dat", &spec, 0);
    spec.variant = GTA_FLA4;
    expect_outside(NULL, "nodes9.dat", &spec, 0);
}

/* ---- Flood-fill ids ---- */

/* Two files of unconnected pairs of nodes, as many groups as nodes divided by two. */
static void expect_groups(gta_variant variant, gta_chain peds, size_t limits, size_t shared) {
    for (uint32_t area = 0; area < 2; area++) {
        const gta_spec spec = {
            .variant = variant, .dim = DIM, .area = area, .peds = peds, .in_pairs = true};
        write_area(area, &spec);
    }
    judged j = judge_set(NULL, whole.inputs, 2);
    assert_int_equal(findings_of(j.report, "NODES_SET_FLOOD_LIMIT"), limits);
    assert_int_equal(findings_of(j.report, "NODES_SET_FLOOD_SHARED"), shared);
    judged_free(&j);
}

/* 160 groups with 80 ids, of which a few are named; 320 with 160, which are too many for one byte.
 */
static void ids_that_groups_share_are_named_up_to_a_few(void **state) {
    (void)state;
    for (gta_variant variant = GTA_VANILLA; variant <= GTA_FLA4; variant++)
        expect_groups(variant, (gta_chain){8, 20}, 0, 8);
    expect_groups(GTA_VANILLA, (gta_chain){16, 20}, 1, 0);
    expect_groups(GTA_FLA4, (gta_chain){16, 20}, 0, 8);
}

/* Without an id there is none to share. */
static void the_id_zero_is_not_shared(void **state) {
    (void)state;
    const gta_spec spec = {.variant = GTA_VANILLA, .dim = DIM, .peds = {2, 2}, .in_pairs = true};
    write_area(0, &spec);
    for (uint32_t node = 0; node < 4; node++)
        whole.bytes[0][20 + 28 * node + 23] = 0;
    const navlint_input inputs[] = {whole.inputs[0], {"nodes1.dat", "abc", 3, false, NULL}};
    judged j = judge_set(NULL, inputs, 2);
    assert_int_equal(findings_of(j.report, "NODES_SET_FLOOD_SHARED"), 0);
    judged_free(&j);
}

/* ---- Behind the end ---- */

static void expect_tail(size_t length, const char *code) {
    const navlint_input input = {.name = "nodes0.dat", .bytes = whole.bytes[0], .length = length};
    judged j = judge_set(NULL, &input, 1);
    assert_int_equal(navlint_report_finding_count(j.report), 1);
    assert_int_equal(findings_of(j.report, code), 1);
    judged_free(&j);
}

/* Archives of the game fill the last sector of a file with zeros, and no more than that. */
static void zeros_to_the_end_of_a_sector_are_padding(void **state) {
    (void)state;
    const gta_spec spec = {.variant = GTA_VANILLA, .dim = DIM, .peds = {2, 1}};
    write_area(0, &spec);
    memset(whole.bytes[0] + whole.inputs[0].length, 0, AREA_BYTES - whole.inputs[0].length);
    expect_tail(2048, "NODES_SIZE_PADDING");
    expect_tail(2047, "NODES_SIZE_TRAIL");
    expect_tail(4096, "NODES_SIZE_TRAIL");
    whole.bytes[0][2047] = 1;
    expect_tail(2048, "NODES_SIZE_TRAIL");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_without_a_fault_are_clean),
        cmocka_unit_test(what_one_field_breaks_is_told_where_it_shows),
        cmocka_unit_test(the_order_of_the_files_does_not_matter),
        cmocka_unit_test(swapped_navi_links_are_told_of_their_file_alone),
        cmocka_unit_test(a_map_with_a_hole_is_told_so),
        cmocka_unit_test(a_file_that_ends_among_its_navi_nodes_is_told_alone),
        cmocka_unit_test(a_neighbour_that_is_cut_off_hides_nothing),
        cmocka_unit_test(a_neighbour_whose_links_are_nowhere_hides_nothing),
        cmocka_unit_test(a_neighbour_of_unknown_kinds_hides_nothing),
        cmocka_unit_test(the_missing_nodes_of_a_neighbour_are_still_targets),
        cmocka_unit_test(ids_are_not_compared_around_a_hole),
        cmocka_unit_test(too_little_memory_for_a_map_is_said),
        cmocka_unit_test(too_few_steps_for_a_map_are_said),
        cmocka_unit_test(places_tell_how_large_a_map_is),
        cmocka_unit_test(the_others_tell_which_areas_a_map_does_not_have),
        cmocka_unit_test(no_area_is_beyond_a_map_of_unknown_size),
        cmocka_unit_test(the_name_says_which_area_a_file_is),
        cmocka_unit_test(the_name_decides_between_three_nodes),
        cmocka_unit_test(files_that_are_not_decoded_have_their_names_area),
        cmocka_unit_test(a_navi_node_in_a_file_without_nodes_may_be_anywhere),
        cmocka_unit_test(zeros_to_the_end_of_a_sector_are_padding),
        cmocka_unit_test(the_id_zero_is_not_shared),
        cmocka_unit_test(ids_that_groups_share_are_named_up_to_a_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
