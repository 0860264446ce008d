#include <jansson.h>
#include <string.h>

#include "tests/report/cases.h"
#include "tests/report/suite.h"

#define HEAD                                                                                       \
    "{\"$schema\":\"urn:navlint:schema:report:2\","                                                \
    "\"tool\":{\"name\":\"navlint\",\"version\":\"1.2.3\"},"
#define NO_FINDINGS                                                                                \
    "\"summary\":{\"errors\":0,\"warnings\":0,\"infos\":0,\"truncated\":false},\"findings\":[],"
#define FULL_BODY                                                                                  \
    "\"input\":{\"name\":\"maps/full.nav\",\"bytes\":12345},"                                      \
    "\"format\":{\"id\":\"first-format\",\"version\":\"16.1\",\"dialect\":\"gmod\","               \
    "\"endianness\":\"little\",\"detectedBy\":\"magic\"},"                                         \
    "\"verdict\":\"invalid\","                                                                     \
    "\"summary\":{\"errors\":250,\"warnings\":1,\"infos\":1,\"truncated\":true},"                  \
    "\"findings\":[{\"code\":\"FIRST_COUNT\",\"severity\":\"error\",\"impact\":\"crash\","         \
    "\"message\":\"7 areas, 3 fit\",\"offset\":11872,\"length\":4,\"path\":\"/areas/40/count\","   \
    "\"field\":\"count\",\"type\":\"u32le\",\"expected\":3,\"actual\":7,"                          \
    "\"related\":[{\"offset\":16,\"length\":4,\"message\":\"the count\"},"                         \
    "{\"offset\":32,\"length\":0,\"message\":\"the end\"}],"                                       \
    "\"fix\":{\"offset\":11872,\"bytes\":\"0300abff\"},\"occurrences\":250},"                      \
    "{\"code\":\"FIRST_ODD\",\"severity\":\"warning\",\"impact\":\"cosmetic\","                    \
    "\"message\":\"odd\",\"offset\":12288,\"length\":0,\"path\":\"\"},"                            \
    "{\"code\":\"FIRST_ODD\",\"severity\":\"info\",\"impact\":\"cosmetic\","                       \
    "\"message\":\"odder\",\"offset\":12289,\"length\":1,\"path\":\"/areas/41\"}],"                \
    "\"facts\":{\"version\":16,\"areas\":41},"                                                     \
    "\"coverage\":{\"claimedBytes\":12328,"                                                        \
    "\"unclaimed\":[{\"offset\":256,\"length\":16},{\"offset\":512,\"length\":1}]}}"
#define LIMITED_BODY                                                                               \
    "\"input\":{\"name\":\"limited.nav\",\"bytes\":2},"                                            \
    "\"format\":{\"id\":\"first-format\",\"detectedBy\":\"content\"},"                             \
    "\"verdict\":\"indeterminate\","                                                               \
    "\"limit\":{\"name\":\"steps\",\"message\":\"the step budget ran out\"},"                      \
    "\"summary\":{\"errors\":0,\"warnings\":0,\"infos\":1,\"truncated\":false},"                   \
    "\"findings\":[{\"code\":\"FIRST_ODD\",\"severity\":\"info\",\"impact\":\"cosmetic\","         \
    "\"message\":\"odd\",\"offset\":1,\"length\":1,\"path\":\"/flags\",\"field\":\"flags\","       \
    "\"type\":\"u8\",\"actual\":9}],\"facts\":{},"                                                 \
    "\"coverage\":{\"claimedBytes\":2,\"unclaimed\":[]}}"
#define SET_BODY                                                                                   \
    "\"set\":{\"name\":\"maps\",\"bytes\":12347,\"members\":2},\"verdict\":\"indeterminate\","     \
    "\"limit\":{\"name\":\"steps\",\"message\":\"the step budget ran out\"},"                      \
    "\"summary\":{\"errors\":251,\"warnings\":1,\"infos\":2,\"truncated\":true},"                  \
    "\"findings\":[{\"code\":\"FIRST_COUNT\",\"severity\":\"error\","                              \
    "\"impact\":\"crash\",\"message\":\"2 files, 64 make a map\",\"offset\":0,"                    \
    "\"length\":0,\"path\":\"\",\"expected\":64,\"actual\":2}],"                                   \
    "\"facts\":{\"files\":2}"

static navlint_text compact(const navlint_report *report) {
    return navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
}

static void names_and_order_are_those_of_the_schema(void **state) {
    (void)state;
    expect_text(compact(&full_report), HEAD FULL_BODY);
    expect_text(compact(&limited_report), HEAD LIMITED_BODY);
}

static void says_null_for_an_unknown_format(void **state) {
    (void)state;
    expect_text(compact(&unrecognised_report),
                HEAD "\"input\":{\"name\":\"-\",\"bytes\":3},\"format\":null,"
                     "\"verdict\":\"indeterminate\",\"limit\":{\"name\":\"unrecognised\","
                     "\"message\":\"no known format fits\"}," NO_FINDINGS
                     "\"facts\":{},\"coverage\":{\"claimedBytes\":0,\"unclaimed\":[]}}");
}

static void shows_the_digest_that_it_is_given(void **state) {
    (void)state;
    expect_text(navlint_report_json(&clean_report, NAVLINT_JSON_COMPACT, "00ff"),
                HEAD "\"input\":{\"name\":\"clean.nav\",\"bytes\":12,\"sha256\":\"00ff\"},"
                     "\"format\":{\"id\":\"second-format\"},\"verdict\":\"valid\"," NO_FINDINGS
                     "\"facts\":{},\"coverage\":{\"claimedBytes\":12,\"unclaimed\":[]}}");
}

static void prints_every_kind_of_value(void **state) {
    (void)state;
    expect_text(compact(&values_report),
                HEAD "\"input\":{\"name\":\"values\",\"bytes\":0},"
                     "\"format\":{\"id\":\"first-format\"},\"verdict\":\"valid\"," NO_FINDINGS
                     "\"facts\":{\"none\":null,\"zero\":0,\"exact\":9007199254740992,"
                     "\"inexact\":\"9007199254740993\",\"large\":\"1152921504606846976\","
                     "\"largest\":\"18446744073709551615\",\"negative\":-1,\"positive\":1,"
                     "\"negativeExact\":-9007199254740992,"
                     "\"negativeInexact\":\"-9007199254740993\","
                     "\"positiveInexact\":\"9007199254740993\","
                     "\"smallest\":\"-9223372036854775808\",\"float\":0.1,"
                     "\"floatNineDigits\":1000.00006,\"whole\":1.0,"
                     "\"negativeZero\":-0.0,\"floatMax\":3.4028235e38,\"floatDenormal\":1e-45,"
                     "\"double\":3.14159265358979,\"doubleMax\":1.79769313486231e308,"
                     "\"nan\":\"NaN\",\"infinity\":\"Infinity\","
                     "\"negativeInfinity\":\"-Infinity\",\"text\":\"CrateRoom \\\\x0a\"},"
                     "\"coverage\":{\"claimedBytes\":0,\"unclaimed\":[]}}");
}

static const char *member_text(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static void shows_bytes_that_are_not_utf8_as_escapes(void **state) {
    (void)state;
    const navlint_text text = compact(&hostile_report);
    json_t *root = json_loadb(text.text, text.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_string_equal(member_text(json_object_get(root, "input"), "name"),
                        "a\\xffb\\xe2\\x82c\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"
                        "d\\xc0\\xafe\\xed\\xa0\\x80f\\xf4\\x90\\x80\\x80"
                        "g\n\x1b[31m\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\\xf0\\x9f\\x98");
    const json_t *finding = json_array_get(json_object_get(root, "findings"), 0);
    assert_string_equal(member_text(finding, "message"), "place \"\x1b[2J\\xff\"");
    assert_string_equal(member_text(finding, "path"), "/\\xc0\\xaf");
    assert_string_equal(member_text(finding, "actual"), "\\xed\\xa0\\x80");
    json_decref(root);
    navlint_text_free(text);
}

/* Our idea of UTF-8 must be jansson's, or a name could cost the whole report. */
static void has_a_report_for_any_name(void **state) {
    (void)state;
    static const char *const tails[] = {"", "\x80", "\x80\x80", "\xbf\xbf\xbf"};
    for (unsigned i = 0; i < 0x10000; i++) {
        char name[8] = {(char)(0xC0 | (i >> 8 & 0x3F)), (char)(i & 0xFF)};
        navlint_report report = unrecognised_report;
        report.name = strcat(name, tails[i >> 14]);
        const navlint_text text = compact(&report);
        assert_non_null(text.text);
        navlint_text_free(text);
    }
}

static navlint_report report_of(const navlint_finding *finding) {
    return (navlint_report){
        .name = "one.nav", .format = &fake_formats[1], .findings = finding, .finding_count = 1};
}

static void expect_member(const navlint_finding *finding, const char *expected) {
    const navlint_report report = report_of(finding);
    const navlint_text text = compact(&report);
    assert_non_null(text.text);
    if (!strstr(text.text, expected)) fail_msg("no %s in %s", expected, text.text);
    navlint_text_free(text);
}

#define FINDING .rule = &fake_formats[0].rules[0], .message = "m", .path = ""
#define UINT(number)                                                                               \
    {                                                                                              \
        NAVLINT_UINT, {                                                                            \
            .uint = (number)                                                                       \
        }                                                                                          \
    }

static void says_where_in_the_world(void **state) {
    (void)state;
    const navlint_finding named = {
        FINDING,
        .subject = {"navmesh", 0x1A26F, "Hall", "NAVM 0001A26F", "WhiterunExterior01", "Tamriel"},
        .position = {true, (double)0.1F, -2, 3}, .jump = "cow Tamriel 1 2"};
    expect_member(&named,
                  "\"path\":\"\",\"subject\":{\"kind\":\"navmesh\",\"id\":107119,"
                  "\"name\":\"Hall\",\"record\":\"NAVM 0001A26F\","
                  "\"cell\":\"WhiterunExterior01\",\"worldspace\":\"Tamriel\"},"
                  "\"position\":{\"x\":0.1,\"y\":-2.0,\"z\":3.0},\"jump\":\"cow Tamriel 1 2\"}");
    const navlint_finding bare = {FINDING, .subject = {.kind = "area", .id = 0}};
    expect_member(&bare, "\"path\":\"\",\"subject\":{\"kind\":\"area\",\"id\":0}}");
}

static void says_bounds_as_bounds(void **state) {
    (void)state;
    const navlint_value more[] = {UINT(4), UINT(5)};
    navlint_finding finding = {FINDING, .expected = UINT(2), .actual = UINT(9),
                               .relation = NAVLINT_AT_MOST};
    expect_member(&finding, "\"expected\":{\"atMost\":2},\"actual\":9");
    finding.relation = NAVLINT_AT_LEAST;
    expect_member(&finding, "\"expected\":{\"atLeast\":2},\"actual\":9");
    finding.alternatives = more;
    finding.alternative_count = 1;
    finding.relation = NAVLINT_BETWEEN;
    expect_member(&finding, "\"expected\":{\"between\":[2,4]},");
    finding.alternative_count = 2;
    finding.relation = NAVLINT_ONE_OF;
    expect_member(&finding, "\"expected\":{\"oneOf\":[2,4,5]},");
    finding.expected = (navlint_value){NAVLINT_TEXT, {.text = "an id"}};
    finding.relation = NAVLINT_DESCRIBED;
    expect_member(&finding, "\"expected\":{\"described\":\"an id\"},");
}

static void says_causes_and_what_is_not_listed(void **state) {
    (void)state;
    const navlint_finding cause = {FINDING, .is_cause = true};
    expect_member(&cause, "\"message\":\"m\",\"cause\":true,\"offset\":0");
    navlint_report report = report_of(&cause);
    report.summary = (navlint_summary){.errors = 8, .consequences = 7, .hidden = 6};
    const navlint_text text = compact(&report);
    assert_non_null(strstr(text.text, "\"truncated\":false,\"consequences\":7,\"hidden\":6}"));
    navlint_text_free(text);
}

static void reports_a_set_with_its_members(void **state) {
    (void)state;
    const char *expected = HEAD SET_BODY ",\"members\":[{" FULL_BODY ",{" LIMITED_BODY "]}";
    expect_text(compact(&set_report), expected);
    expect_text(navlint_report_json(&set_report, NAVLINT_JSON_COMPACT, "00ff"), expected);
    expect_text(navlint_set_json(&set_report, NAVLINT_JSON_COMPACT, NULL), expected);
}

static void shows_the_digests_of_members(void **state) {
    (void)state;
    const char *const digests[] = {NULL, "00ff"};
    const navlint_text text = navlint_set_json(&set_report, NAVLINT_JSON_COMPACT, digests);
    assert_non_null(text.text);
    assert_non_null(strstr(text.text, "{\"name\":\"maps/full.nav\",\"bytes\":12345},"));
    assert_non_null(
        strstr(text.text, "{\"name\":\"limited.nav\",\"bytes\":2,\"sha256\":\"00ff\"},"));
    navlint_text_free(text);
}

static void shows_a_set_without_its_members(void **state) {
    (void)state;
    expect_text(navlint_report_json(&set_report, NAVLINT_JSON_SET_ALONE, NULL), HEAD SET_BODY "}");
    expect_text(navlint_report_json(&limited_report, NAVLINT_JSON_SET_ALONE, NULL),
                HEAD LIMITED_BODY);
}

static void indents_by_two_spaces(void **state) {
    (void)state;
    const navlint_text text = navlint_report_json(&clean_report, NAVLINT_JSON_INDENT, NULL);
    assert_non_null(text.text);
    assert_non_null(strstr(text.text, ",\n  \"tool\": {\n    \"name\": \"navlint\",\n"));
    assert_int_equal(text.text[text.length - 1], '}');
    navlint_text_free(text);
}

#define RULE_1                                                                                     \
    "{\"format\":\"first-format\",\"code\":\"FIRST_COUNT\",\"severity\":\"error\","                \
    "\"impact\":\"crash\",\"message\":\"{actual} areas, {expected} fit\","                         \
    "\"explanation\":\"The engine reads past the \\\"end\\\".\","                                  \
    "\"remedy\":\"Save the mesh again.\",\"source\":\"Fact sheet, section 1\","                    \
    "\"helpUri\":\"docs/rules.md#FIRST_COUNT\"}"
#define RULE_2                                                                                     \
    "{\"format\":\"first-format\",\"code\":\"FIRST_ODD\",\"severity\":\"info\","                   \
    "\"impact\":\"cosmetic\",\"pedantic\":true,\"message\":\"odd flag {0}\","                      \
    "\"explanation\":\"No real file has it.\",\"remedy\":\"Clear it.\","                           \
    "\"source\":\"All real files\",\"helpUri\":\"docs/rules.md#FIRST_ODD\"}"
#define RULE_3                                                                                     \
    "{\"format\":\"second-format\",\"code\":\"SECOND_NAN\",\"severity\":\"warning\","              \
    "\"impact\":\"broken\",\"message\":\"{actual} is no place\","                                  \
    "\"explanation\":\"Agents stand still.\",\"remedy\":\"Build the mesh again.\","                \
    "\"source\":\"Fact sheet, section 2\","                                                        \
    "\"fix\":{\"safety\":\"unsafe\",\"deed\":\"removes the record\"},"                             \
    "\"helpUri\":\"docs/rules.md#SECOND_NAN\"}"

static void lists_rules_of_all_formats_or_of_one(void **state) {
    (void)state;
    expect_text(navlint_rules_json(NULL, NAVLINT_JSON_COMPACT),
                "{\"rules\":[" RULE_1 "," RULE_2 "," RULE_3 "]}");
    expect_text(navlint_rules_json(&fake_formats[1], NAVLINT_JSON_COMPACT),
                "{\"rules\":[" RULE_3 "]}");
}

static void explains_one_rule(void **state) {
    (void)state;
    expect_text(navlint_rule_json(&fake_formats[0].rules[1], NAVLINT_JSON_COMPACT), RULE_2);
    assert_null(navlint_rule_json(NULL, NAVLINT_JSON_COMPACT).text);
}

static void lists_formats(void **state) {
    (void)state;
    expect_text(navlint_formats_json(NAVLINT_JSON_COMPACT),
                "{\"formats\":[{\"id\":\"first-format\",\"title\":\"First format\","
                "\"summary\":\"versions 1 to 3\",\"extensions\":[\".nav\",\".navmesh\"],"
                "\"games\":[{\"id\":\"gmod\",\"title\":\"Garry's Mod\"},"
                "{\"id\":\"css\",\"title\":\"Strike: Source\"}],"
                "\"parts\":[{\"id\":\"first-area\",\"title\":\"one area, without its "
                "header\"}],\"sets\":true,\"container\":false,\"rules\":2},"
                "{\"id\":\"second-format\",\"title\":\"Second format\","
                "\"summary\":\"one "
                "version\",\"extensions\":[],\"games\":[],\"parts\":[],\"sets\":false,"
                "\"container\":false,\"rules\":1}]}");
}

#define LAYOUT_1 "{\"format\":\"first-format\",\"records\":[]}"
#define LAYOUT_2                                                                                   \
    "{\"format\":\"second-format\",\"records\":[{\"name\":\"head\",\"path\":\"\","                 \
    "\"endianness\":\"big\",\"bytes\":6,\"fields\":["                                              \
    "{\"name\":\"magic\",\"type\":\"u32be\",\"role\":\"plain\",\"offset\":0,\"length\":4},"        \
    "{\"name\":\"count\",\"type\":\"u8\",\"role\":\"count\",\"offset\":4,\"length\":1},"           \
    "{\"name\":\"rest\",\"type\":\"bytes\",\"role\":\"plain\",\"offset\":5,\"length\":0,"          \
    "\"when\":\"the wide dialect\"}]},"                                                            \
    "{\"name\":\"link\",\"path\":\"/links/N\",\"when\":\"the wide dialect\","                      \
    "\"endianness\":\"little\",\"bytes\":2,\"fields\":["                                           \
    "{\"name\":\"node\",\"type\":\"i16le\",\"role\":\"reference\",\"offset\":0,\"length\":2,"      \
    "\"isValue\":true}]}]}"

static void shows_layouts_of_all_formats_or_of_one(void **state) {
    (void)state;
    expect_text(navlint_layout_json(NULL, NAVLINT_JSON_COMPACT),
                "{\"layouts\":[" LAYOUT_1 "," LAYOUT_2 "]}");
    expect_text(navlint_layout_json(&fake_formats[1], NAVLINT_JSON_COMPACT),
                "{\"layouts\":[" LAYOUT_2 "]}");
}

static void embeds_the_schema_that_reports_name(void **state) {
    (void)state;
    json_t *schema = json_loads(navlint_report_schema(), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(schema);
    const navlint_text text = compact(&clean_report);
    json_t *report = json_loadb(text.text, text.length, 0, NULL);
    assert_string_equal(member_text(schema, "$id"), member_text(report, "$schema"));
    json_decref(report);
    json_decref(schema);
    navlint_text_free(text);
}

int run_json_tests(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_order_are_those_of_the_schema),
        cmocka_unit_test(says_null_for_an_unknown_format),
        cmocka_unit_test(shows_the_digest_that_it_is_given),
        cmocka_unit_test(prints_every_kind_of_value),
        cmocka_unit_test(shows_bytes_that_are_not_utf8_as_escapes),
        cmocka_unit_test(has_a_report_for_any_name),
        cmocka_unit_test(says_where_in_the_world),
        cmocka_unit_test(says_bounds_as_bounds),
        cmocka_unit_test(says_causes_and_what_is_not_listed),
        cmocka_unit_test(reports_a_set_with_its_members),
        cmocka_unit_test(shows_the_digests_of_members),
        cmocka_unit_test(shows_a_set_without_its_members),
        cmocka_unit_test(indents_by_two_spaces),
        cmocka_unit_test(lists_rules_of_all_formats_or_of_one),
        cmocka_unit_test(explains_one_rule),
        cmocka_unit_test(lists_formats),
        cmocka_unit_test(shows_layouts_of_all_formats_or_of_one),
        cmocka_unit_test(embeds_the_schema_that_reports_name),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
