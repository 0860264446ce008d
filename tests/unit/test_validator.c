/* Options, detection, sets, limits: what the validator adds to a room. */
#include "tests/support/unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "tests/support/judge.h"
#include "validator/build.h"

enum { FILE_BYTES = 8192 };

typedef struct sample {
    uint8_t bytes[FILE_BYTES];
    size_t length;
} sample;

/* Numbers of the build variants, as build.c lists them. */
enum { COUNTER_STRIKE = 0, BASE = 1, TEAM_FORTRESS = 2, LEFT_4_DEAD = 3, GOLDSRC = 16 };

static sample built(unsigned variant) {
    sample s;
    assert_true(nl_build_variant("source-nav", variant, 1, s.bytes, sizeof s.bytes, &s.length));
    return s;
}

static sample witness(const char *code) {
    static uint8_t buffer[1 << 18];
    sample s;
    assert_int_equal(navlint_witness(code, buffer, sizeof buffer, &s.length), NAVLINT_OK);
    assert_true(s.length <= sizeof s.bytes);
    memcpy(s.bytes, buffer, s.length);
    return s;
}

static navlint_options defaults(void) {
    navlint_options options;
    navlint_options_init(&options);
    return options;
}

/* ---- Detection ---- */

static const char *detected(const char *name, const void *bytes, size_t length) {
    const navlint_input input = {.name = name, .bytes = bytes, .length = length};
    const char *how = "untouched";
    const navlint_format *const format = navlint_detect(&input, &how);
    assert_ptr_equal(navlint_detect(&input, NULL), format);
    assert_true((format == NULL) == (how == NULL));
    if (format) assert_string_equal(format->id, "source-nav");
    return how;
}

static void the_magic_is_told(void **state) {
    (void)state;
    assert_string_equal(detected(NULL, "\xCE\xFA\xED\xFE", 4), "magic");
    assert_string_equal(detected("x.zip", "\xCE\xFA\xED\xFE\x10\0\0\0", 8), "magic");
    assert_string_equal(detected(NULL, "\xFE\xED\xFA\xCE", 4), "magic"); /* big-endian */
}

static void a_damaged_magic_is_told_by_the_rest(void **state) {
    (void)state;
    assert_string_equal(detected(NULL, "\xCE\xFB\xED\xFE\x10\0\0\0", 8), "content");
    assert_null(detected(NULL, "\xCE\xFB\xED\xFE\x11\0\0\0", 8));
    assert_null(detected(NULL, "\xCE\xFB\xEE\xFE\x10\0\0\0", 8)); /* two bytes differ */
    assert_null(detected(NULL, "\xCE\xFB\xED\xFE\x10\0\0", 7));
}

static void the_wrapper_is_told_by_its_size(void **state) {
    (void)state;
    const char wrapped[] = "LZMA\x1C\0\0\0\1\0\0\0]\0\0\0\1\0";
    assert_string_equal(detected(NULL, wrapped, 18), "content");
    assert_null(detected(NULL, wrapped, 17));
    assert_null(detected(NULL, "LZMA", 4));
}

static void a_name_decides_where_no_content_speaks(void **state) {
    (void)state;
    assert_string_equal(detected("maps/de_dust2.nav", "unlike", 6), "name");
    assert_string_equal(detected("DE_DUST2.NAV", "", 0), "name");
    assert_string_equal(detected("a.nav", NULL, 0), "name");
    assert_null(detected("a.nav.txt", "unlike", 6));
    assert_null(detected("nav", "unlike", 6));
    assert_null(detected(".", "unlike", 6));
    assert_null(detected("", "", 0));
    assert_null(detected(NULL, "", 0));
    assert_null(detected(NULL, NULL, 0));
}

static void no_input_is_no_format(void **state) {
    (void)state;
    const char *how = "untouched";
    assert_null(navlint_detect(NULL, &how));
    assert_null(how);
}

/* ---- Options ---- */

static void expect_status(const navlint_options *options, navlint_status status,
                          const char *culprit) {
    const char *told = "untouched";
    assert_int_equal(navlint_options_check(options, &told), status);
    assert_int_equal(navlint_options_check(options, NULL), status);
    if (culprit)
        assert_string_equal(told, culprit);
    else
        assert_null(told);
    judged j = judge_bytes(options, "", 0);
    assert_int_equal(j.status, status);
    judged_free(&j);
}

static void known_names_pass(void **state) {
    (void)state;
    navlint_options options = defaults();
    expect_status(&options, NAVLINT_OK, NULL);
    const char *const codes[] = {"NAV_MAGIC", "NAV_CONN_SELF"};
    const navlint_override overrides[] = {{"NAV_TRAILING", NAVLINT_OFF}};
    options.format = "source-nav";
    options.game = "gmod";
    options.ignore = codes;
    options.ignore_count = 2;
    options.only = codes;
    options.only_count = 1;
    options.overrides = overrides;
    options.override_count = 1;
    expect_status(&options, NAVLINT_OK, NULL);
}

static void unknown_names_are_culprits(void **state) {
    (void)state;
    const char *const codes[] = {"NAV_MAGIC", "nav_magic"};
    const char *const missing[] = {NULL};
    const navlint_override overrides[] = {{"NAV_MAGIC", NAVLINT_INFO}, {"NAV_", NAVLINT_OFF}};
    navlint_options options = defaults();
    options.format = "source_nav";
    expect_status(&options, NAVLINT_UNKNOWN_FORMAT, "source_nav");
    options = defaults();
    options.game = "quake";
    expect_status(&options, NAVLINT_UNKNOWN_GAME, "quake");
    options = defaults();
    options.ignore = codes;
    options.ignore_count = 2;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "nav_magic");
    options = defaults();
    options.only = codes + 1;
    options.only_count = 1;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "nav_magic");
    options = defaults();
    options.overrides = overrides;
    options.override_count = 2;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "NAV_");
    options = defaults();
    options.ignore = missing;
    options.ignore_count = 1;
    expect_status(&options, NAVLINT_UNKNOWN_RULE, "");
}

static void rules_can_be_ignored_and_chosen(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_TWO_DIRECTIONS"); /* breaks NAV_CONN_SIDE too */
    const char *const two[] = {"NAV_CONN_TWO_DIRECTIONS"};
    navlint_options options = defaults();
    judged all = judge_bytes(&options, s.bytes, s.length);
    options.ignore = two;
    options.ignore_count = 1;
    judged without = judge_bytes(&options, s.bytes, s.length);
    options = defaults();
    options.only = two;
    options.only_count = 1;
    judged chosen = judge_bytes(&options, s.bytes, s.length);
    options.ignore = two;
    options.ignore_count = 1;
    judged neither = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(findings_of(all.report, two[0]), 1);
    assert_int_equal(navlint_report_finding_count(without.report),
                     navlint_report_finding_count(all.report) - 1);
    assert_null(finding_of(without.report, two[0]));
    assert_int_equal(navlint_report_finding_count(chosen.report), 1);
    assert_non_null(finding_of(chosen.report, two[0]));
    assert_int_equal(navlint_report_finding_count(neither.report), 0);
    judged_free(&all);
    judged_free(&without);
    judged_free(&chosen);
    judged_free(&neither);
}

static navlint_verdict verdict_with(const sample *s, const navlint_override *rows, size_t count) {
    navlint_options options = defaults();
    options.overrides = rows;
    options.override_count = count;
    judged j = judge_bytes(&options, s->bytes, s->length);
    const navlint_verdict verdict = navlint_report_verdict(j.report);
    judged_free(&j);
    return verdict;
}

static void later_overrides_win(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_SELF");
    const navlint_override rows[] = {{"NAV_CONN_SELF", NAVLINT_INFO},
                                     {"NAV_CONN_SELF", NAVLINT_ERROR},
                                     {"NAV_CONN_SELF", NAVLINT_WARNING}};
    assert_int_equal(verdict_with(&s, rows, 0), NAVLINT_VALID);
    assert_int_equal(verdict_with(&s, rows, 2), NAVLINT_INVALID);
    assert_int_equal(verdict_with(&s, rows, 3), NAVLINT_VALID);
}

static void an_override_does_not_bring_back_what_is_ignored(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    const char *const zero[] = {"NAV_CONN_ZERO"};
    const char *const other[] = {"NAV_MAGIC"};
    const navlint_override rows[] = {{"NAV_CONN_ZERO", NAVLINT_ERROR},
                                     {"NAV_CONN_ZERO", NAVLINT_OFF}};
    assert_int_equal(verdict_with(&s, rows, 1), NAVLINT_INVALID);
    assert_int_equal(verdict_with(&s, rows, 2), NAVLINT_VALID);
    navlint_options options = defaults();
    options.overrides = rows;
    options.override_count = 1;
    options.ignore = zero;
    options.ignore_count = 1;
    judged ignored = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(ignored.report), NAVLINT_VALID);
    options.ignore_count = 0;
    options.only = other;
    options.only_count = 1;
    judged left_out = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(left_out.report), NAVLINT_VALID);
    judged_free(&ignored);
    judged_free(&left_out);
}

/* What was lost stays lost, whether its finding is wanted or not. */
static void lost_data_is_never_valid(void **state) {
    (void)state;
    const char *const codes[] = {"NAV_TRUNCATED",    "NAV_COUNT",      "NAV_MAGIC",
                                 "NAV_BYTE_SWAPPED", "NAV_COMPRESSED", "NAV_VERSION"};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        const sample s = witness(codes[i]);
        navlint_options options = defaults();
        options.ignore = codes + i;
        options.ignore_count = 1;
        judged j = judge_bytes(&options, s.bytes, s.length);
        assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
        assert_string_equal(limit_of(j.report), "undecoded");
        judged_free(&j);
    }
}

/* ---- Arguments ---- */

static void bad_arguments_are_refused(void **state) {
    (void)state;
    const navlint_options options = defaults();
    const navlint_input input = {.bytes = "", .length = 0};
    uint8_t memory[16];
    const navlint_report *report = NULL;
    assert_int_equal(navlint_check(NULL, &input, 1, memory, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, NULL, 1, memory, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 0, memory, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 1, NULL, 16, &report), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 1, memory, 16, NULL), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_check(&options, &input, 1, memory, 16, &report), NAVLINT_NO_MEMORY);
    assert_null(report);
    size_t length = 0;
    assert_int_equal(navlint_witness(NULL, memory, 16, &length), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_witness("NAV_MAGIC", NULL, 16, &length), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_witness("NAV_MAGIC", memory, 16, NULL), NAVLINT_BAD_ARGUMENT);
    assert_int_equal(navlint_witness("NAV_NONE", memory, 16, &length), NAVLINT_UNKNOWN_RULE);
    assert_int_equal(navlint_witness("NAV_MAGIC", memory, 16, &length), NAVLINT_NO_MEMORY);
}

static void catalogue_getters_end(void **state) {
    (void)state;
    assert_non_null(navlint_format_at(0));
    assert_null(navlint_format_at(navlint_format_count()));
    assert_null(navlint_format_by_id(NULL));
    assert_null(navlint_format_by_id(""));
    assert_null(navlint_rule_by_code(NULL, NULL));
    assert_null(navlint_rule_by_code("NAV_NONE", NULL));
    const navlint_format *owner = NULL;
    assert_non_null(navlint_rule_by_code("NAV_TRAILING", &owner));
    assert_string_equal(owner->id, "source-nav");
    assert_int_equal(navlint_arena_bound(NULL, 100), 0);
    assert_true(navlint_arena_bound(owner, 0) > 0);
    assert_true(navlint_arena_bound(owner, UINT32_MAX) > UINT32_MAX);
}

/* ---- Formats that are asked for ---- */

static void a_forced_format_is_obeyed_and_complains(void **state) {
    (void)state;
    navlint_options options = defaults();
    options.format = "source-nav";
    judged j = judge_bytes(&options, "GIF89a..", 8);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_non_null(finding_of(j.report, "NAV_MAGIC"));
    assert_string_equal(navlint_report_detected_by(j.report), "option");
    judged_free(&j);
    j = judge_bytes(&options, "GI", 2);
    assert_non_null(finding_of(j.report, "NAV_TRUNCATED"));
    judged_free(&j);
    j = judge_bytes(&options, NULL, 0);
    assert_non_null(finding_of(j.report, "NAV_TRUNCATED"));
    judged_free(&j);
}

static void what_nobody_recognises_is_indeterminate(void **state) {
    (void)state;
    judged j = judge_bytes(NULL, "GIF89a..", 8);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "unrecognised");
    assert_null(navlint_report_format(j.report));
    assert_null(navlint_report_detected_by(j.report));
    assert_int_equal(navlint_report_unclaimed_count(j.report), 1);
    assert_int_equal(navlint_report_unclaimed(j.report, 0)->length, 8);
    judged_free(&j);
}

static judged judge_as_game(const char *game, const sample *s) {
    navlint_options options = defaults();
    options.game = game;
    return judge_bytes(&options, s->bytes, s->length);
}

static void expect_clean(const char *game, const sample *s) {
    judged j = judge_as_game(game, s);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_VALID);
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

static void expect_layout_error(const char *game, const sample *s) {
    judged j = judge_as_game(game, s);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_int_equal(findings_of(j.report, "NAV_LAYOUT"), 1);
    assert_int_equal(navlint_report_finding_count(j.report), 1); /* read as it is: no noise */
    assert_int_equal(navlint_report_unclaimed_count(j.report), 0);
    judged_free(&j);
}

static void games_read_their_own_files(void **state) {
    (void)state;
    const sample cs = built(COUNTER_STRIKE), base = built(BASE), tf = built(TEAM_FORTRESS);
    const sample l4d = built(LEFT_4_DEAD), goldsrc = built(GOLDSRC);
    expect_clean("css", &cs);
    expect_clean("csgo", &cs);
    expect_clean("gmod", &base);
    expect_clean("tf2", &base); /* sub-version 0: no bytes of TF's own */
    expect_clean("tf2", &tf);
    expect_clean("l4d2", &l4d);
    expect_clean("cs16", &goldsrc);
    expect_clean("gmod", &goldsrc);
}

static void other_games_are_out_of_step(void **state) {
    (void)state;
    const sample cs = built(COUNTER_STRIKE), tf = built(TEAM_FORTRESS), l4d = built(LEFT_4_DEAD);
    const sample base = built(BASE);
    expect_layout_error("gmod", &cs);
    expect_layout_error("gmod", &tf);
    expect_layout_error("gmod", &l4d);
    expect_layout_error("tf2", &l4d);
    expect_layout_error("css", &tf);
    expect_layout_error("l4d2", &base);
    expect_layout_error("tf2c", &base);
}

static void an_old_loader_refuses_newer_files(void **state) {
    (void)state;
    const sample base = built(BASE);
    judged j = judge_as_game("cs16", &base);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    const navlint_finding *const version = finding_of(j.report, "NAV_VERSION");
    assert_non_null(version);
    assert_int_equal(version->actual.as.uint, 16);
    assert_string_equal(version->expected.as.text, "1 to 5"); /* as the message says */
    assert_int_equal(navlint_report_finding_count(j.report), 1);
    assert_int_equal(fact_of(j.report, "areas"), 4); /* and is read on */
    judged_free(&j);
}

/* ---- Limits ---- */

static void an_input_too_large_is_not_read(void **state) {
    (void)state;
    const sample s = witness("NAV_CONN_ZERO");
    navlint_options options = defaults();
    options.max_input_bytes = s.length;
    judged at = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(at.report), NAVLINT_INVALID);
    judged_free(&at);
    options.max_input_bytes = s.length - 1;
    judged over = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(over.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(over.report), "inputBytes");
    assert_int_equal(navlint_report_finding_count(over.report), 0);
    assert_int_equal(navlint_report_bytes(over.report), s.length);
    judged_free(&over);
}

static void the_step_budget_is_the_caller_s(void **state) {
    (void)state;
    const sample s = built(COUNTER_STRIKE);
    judged plenty = judge_bytes(NULL, s.bytes, s.length);
    const uint64_t needed = navlint_report_usage(plenty.report).steps;
    assert_int_equal(navlint_report_usage(plenty.report).step_budget,
                     NL_STEPS_FLOOR + NL_STEPS_PER_BYTE * s.length);
    judged_free(&plenty);
    navlint_options options = defaults();
    options.max_steps = needed;
    judged enough = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(enough.report), NAVLINT_VALID);
    judged_free(&enough);
    for (options.max_steps = 1; options.max_steps < needed; options.max_steps++) {
        judged short_of = judge_bytes(&options, s.bytes, s.length);
        assert_int_equal(navlint_report_verdict(short_of.report), NAVLINT_INDETERMINATE);
        assert_string_equal(limit_of(short_of.report), "steps");
        assert_int_equal(navlint_report_finding_count(short_of.report), 0);
        assert_true(navlint_report_usage(short_of.report).steps <= options.max_steps);
        judged_free(&short_of);
    }
}

/* Even where the room has to find out whose layout it is. */
static void too_few_steps_are_called_so(void **state) {
    (void)state;
    sample s = built(COUNTER_STRIKE);
    s.bytes[8] = 77; /* the sub-version */
    navlint_options options = defaults();
    options.max_steps = 1;
    judged j = judge_bytes(&options, s.bytes, s.length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "steps");
    judged_free(&j);
}

/* ---- Sets ---- */

static void a_set_has_its_members_in_order(void **state) {
    (void)state;
    const sample good = built(BASE), bad = witness("NAV_CONN_ZERO"), odd = witness("NAV_CONN_SELF");
    const navlint_input inputs[] = {{"good", good.bytes, good.length},
                                    {"bad", bad.bytes, bad.length},
                                    {NULL, odd.bytes, odd.length},
                                    {"good", good.bytes, good.length}};
    judged j = judge_set(NULL, inputs, 4);
    assert_int_equal(j.status, NAVLINT_OK);
    assert_int_equal(navlint_report_member_count(j.report), 4);
    assert_null(navlint_report_member(j.report, 4));
    const char *const names[] = {"good", "bad", "-", "good"};
    const navlint_verdict verdicts[] = {NAVLINT_VALID, NAVLINT_INVALID, NAVLINT_VALID,
                                        NAVLINT_VALID};
    for (size_t i = 0; i < 4; i++) {
        const navlint_report *const member = navlint_report_member(j.report, i);
        assert_string_equal(navlint_report_name(member), names[i]);
        assert_int_equal(navlint_report_verdict(member), verdicts[i]);
        assert_int_equal(navlint_report_member_count(member), 0);
    }
    const navlint_summary sum = navlint_report_summary(j.report);
    assert_int_equal(sum.errors, 1);
    assert_int_equal(sum.warnings, 1);
    assert_int_equal(sum.infos, 0);
    assert_int_equal(navlint_report_bytes(j.report), 2 * good.length + bad.length + odd.length);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INVALID);
    assert_null(navlint_report_format(j.report));
    assert_int_equal(navlint_report_finding_count(j.report), 0);
    judged_free(&j);
}

static void a_set_takes_the_first_limit_of_its_members(void **state) {
    (void)state;
    const sample bad = witness("NAV_CONN_ZERO");
    const sample newer = {.bytes = {0xCE, 0xFA, 0xED, 0xFE, 17}, .length = 8};
    const navlint_input inputs[] = {
        {"bad", bad.bytes, bad.length}, {"newer", newer.bytes, 8}, {"unlike", "unlike", 6}};
    judged j = judge_set(NULL, inputs, 3);
    assert_int_equal(navlint_report_verdict(j.report), NAVLINT_INDETERMINATE);
    assert_string_equal(limit_of(j.report), "unsupported");
    assert_string_equal(limit_of(navlint_report_member(j.report, 2)), "unrecognised");
    assert_int_equal(navlint_report_summary(j.report).errors, 1);
    judged_free(&j);
}

static void a_member_is_judged_as_if_it_were_alone(void **state) {
    (void)state;
    const sample bad = witness("NAV_CONN_ZERO"), good = built(COUNTER_STRIKE);
    const navlint_input inputs[] = {{"a", good.bytes, good.length}, {"b", bad.bytes, bad.length}};
    judged set = judge_set(NULL, inputs, 2);
    for (size_t i = 0; i < 2; i++) {
        judged alone = judge_set(NULL, &inputs[i], 1);
        const navlint_text a = navlint_report_json(alone.report, NAVLINT_JSON_COMPACT, NULL);
        const navlint_text b =
            navlint_report_json(navlint_report_member(set.report, i), NAVLINT_JSON_COMPACT, NULL);
        assert_string_equal(a.text, b.text);
        navlint_text_free(a);
        navlint_text_free(b);
        judged_free(&alone);
    }
    judged_free(&set);
}

/* ---- Memory ---- */

static navlint_text text_at(size_t memory_bytes, const navlint_input *inputs, size_t count,
                            const char **limit) {
    navlint_options options = defaults();
    options.max_findings = 4;
    void *const memory = malloc(memory_bytes ? memory_bytes : 1);
    assert_non_null(memory);
    const navlint_report *report = NULL;
    navlint_text text = {0};
    const navlint_status status =
        navlint_check(&options, inputs, count, memory, memory_bytes, &report);
    assert_true(status == NAVLINT_OK || status == NAVLINT_NO_MEMORY);
    assert_true((report != NULL) == (status == NAVLINT_OK));
    if (report) {
        text = navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
        assert_non_null(text.text);
        *limit = navlint_report_limit(report) ? "arena" : "";
        assert_string_equal(limit_of(report), *limit);
    }
    free(memory);
    return text;
}

/* No memory, then a report that says so, then the same report for good. */
static void expect_three_stages(const navlint_input *inputs, size_t count) {
    navlint_options options = defaults();
    options.max_findings = 4;
    const size_t bound = navlint_memory_bound(&options, inputs, count);
    const char *limit = "";
    const navlint_text whole = text_at(bound, inputs, count, &limit);
    assert_string_equal(limit, "");
    int stage = 0;
    for (size_t bytes = 0; bytes < bound; bytes += bytes < bound - 700 ? 61 : 1) {
        const navlint_text text = text_at(bytes, inputs, count, &limit);
        const int now = !text.text ? 0 : strcmp(limit, "arena") == 0 ? 1 : 2;
        assert_true(now >= stage);
        if (now == 2) assert_string_equal(text.text, whole.text);
        stage = now;
        navlint_text_free(text);
    }
    assert_int_equal(stage, 2);
    navlint_text_free(whole);
}

static void any_memory_size_is_legal(void **state) {
    (void)state;
    const sample good = built(COUNTER_STRIKE), bad = witness("NAV_CONN_ZERO");
    const navlint_input inputs[] = {{"a", good.bytes, good.length}, {"b", bad.bytes, bad.length}};
    expect_three_stages(inputs, 1);
    expect_three_stages(inputs + 1, 1);
    expect_three_stages(inputs, 2);
}

static void memory_may_have_any_alignment(void **state) {
    (void)state;
    const sample bad = witness("NAV_CONN_ZERO");
    const navlint_options options = defaults();
    const navlint_input input = {"b", bad.bytes, bad.length};
    const size_t bytes = navlint_memory_bound(&options, &input, 1);
    for (size_t skew = 0; skew < 16; skew++) {
        uint8_t *const memory = malloc(bytes + skew);
        const navlint_report *report = NULL;
        assert_int_equal(navlint_check(&options, &input, 1, memory + skew, bytes, &report),
                         NAVLINT_OK);
        assert_int_equal(navlint_report_verdict(report), NAVLINT_INVALID);
        free(memory);
    }
}

static void a_set_of_absurd_size_has_no_block(void **state) {
    (void)state;
    const navlint_options options = defaults();
    const navlint_input input = {"a", "", 0};
    assert_true(navlint_memory_bound(&options, &input, 0) > 0);
    navlint_options widest = defaults();
    widest.max_findings = UINT32_MAX;
    widest.max_findings_per_rule = UINT32_MAX;
    assert_true(navlint_memory_bound(&widest, &input, 1) < (size_t)2 << 30);
}

/* ---- Words ---- */

static void words_are_those_of_the_schema(void **state) {
    (void)state;
    assert_string_equal(navlint_severity_text(NAVLINT_ERROR), "error");
    assert_string_equal(navlint_severity_text(NAVLINT_WARNING), "warning");
    assert_string_equal(navlint_severity_text(NAVLINT_INFO), "info");
    assert_string_equal(navlint_severity_text(NAVLINT_OFF), "off");
    assert_string_equal(navlint_impact_text(NAVLINT_CRASH), "crash");
    assert_string_equal(navlint_impact_text(NAVLINT_COSMETIC), "cosmetic");
    assert_string_equal(navlint_verdict_text(NAVLINT_VALID), "valid");
    assert_string_equal(navlint_verdict_text(NAVLINT_INDETERMINATE), "indeterminate");
    for (int status = NAVLINT_OK; status <= NAVLINT_UNSUPPORTED; status++)
        assert_true(strlen(navlint_status_text((navlint_status)status)) > 1);
    assert_true(strlen(navlint_version()) >= 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_magic_is_told),
        cmocka_unit_test(a_damaged_magic_is_told_by_the_rest),
        cmocka_unit_test(the_wrapper_is_told_by_its_size),
        cmocka_unit_test(a_name_decides_where_no_content_speaks),
        cmocka_unit_test(no_input_is_no_format),
        cmocka_unit_test(known_names_pass),
        cmocka_unit_test(unknown_names_are_culprits),
        cmocka_unit_test(rules_can_be_ignored_and_chosen),
        cmocka_unit_test(later_overrides_win),
        cmocka_unit_test(an_override_does_not_bring_back_what_is_ignored),
        cmocka_unit_test(lost_data_is_never_valid),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(catalogue_getters_end),
        cmocka_unit_test(a_forced_format_is_obeyed_and_complains),
        cmocka_unit_test(what_nobody_recognises_is_indeterminate),
        cmocka_unit_test(games_read_their_own_files),
        cmocka_unit_test(other_games_are_out_of_step),
        cmocka_unit_test(an_old_loader_refuses_newer_files),
        cmocka_unit_test(an_input_too_large_is_not_read),
        cmocka_unit_test(the_step_budget_is_the_caller_s),
        cmocka_unit_test(too_few_steps_are_called_so),
        cmocka_unit_test(a_set_has_its_members_in_order),
        cmocka_unit_test(a_set_takes_the_first_limit_of_its_members),
        cmocka_unit_test(a_member_is_judged_as_if_it_were_alone),
        cmocka_unit_test(any_memory_size_is_legal),
        cmocka_unit_test(memory_may_have_any_alignment),
        cmocka_unit_test(a_set_of_absurd_size_has_no_block),
        cmocka_unit_test(words_are_those_of_the_schema),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
