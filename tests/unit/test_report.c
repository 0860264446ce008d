/* The report while it is made: one emitter, exact counts, claimed bytes. */
#include "tests/support/unit.h"

#include <math.h>
#include <string.h>

#include "core/report.h"

enum { RULES = 5, ALPHA = 0, BETA, GAMMA, DELTA, EPSILON, INPUT_BYTES = 1000 };

static const navlint_rule rules[RULES] = {
    [ALPHA] = {.code = "T_ALPHA",
               .severity = NAVLINT_ERROR,
               .impact = NAVLINT_CRASH,
               .message = "alpha {actual} not {expected}"},
    [BETA] = {.code = "T_BETA", .severity = NAVLINT_WARNING, .message = "beta {0:x}"},
    [GAMMA] = {.code = "T_GAMMA", .severity = NAVLINT_INFO, .message = "gamma"},
    [DELTA] = {.code = "T_DELTA", .severity = NAVLINT_ERROR, .message = "delta"},
    [EPSILON] = {.code = "T_EPSILON",
                 .severity = NAVLINT_INFO,
                 .message = "epsilon",
                 .is_pedantic = true},
};

static const navlint_format format = {.id = "test", .rules = rules, .rule_count = RULES};
static _Alignas(16) uint8_t memory[1 << 20];

static nl_report_pool pool;

static navlint_report *report_with(uint32_t findings, uint32_t findings_per_rule) {
    const nl_report_caps caps = {findings, findings_per_rule};
    const navlint_input input = {.name = "input", .length = INPUT_BYTES};
    const uint64_t bytes = nl_report_bound(caps, RULES, 1);
    assert_true(bytes <= sizeof memory);
    pool = nl_report_pool_over(nl_arena_over(memory, (size_t)bytes), caps);
    navlint_report *const report = nl_report_new(&pool, &input);
    assert_non_null(report);
    assert_true(nl_report_set_format(report, &format, "magic"));
    return report;
}

/* A place without bytes: findings have the values that their drafts bring. */
static nl_place place_at(navlint_report *report, uint64_t offset) {
    return nl_place_in(nl_place_of(report, NULL), "items", NL_NO_INDEX, offset);
}

static void emit(navlint_report *report, unsigned rule, uint64_t offset, const nl_draft *draft) {
    const nl_place place = place_at(report, offset);
    nl_emit(&place, rule, NULL, draft);
}

static void emit_at(navlint_report *report, unsigned rule, uint64_t offset) {
    const nl_place place = place_at(report, offset);
    const nl_field byte = {.name = "byte", .type = NL_U8};
    nl_emit(&place, rule, &byte, &(nl_draft){.length = 0});
}

static const navlint_finding *sealed(navlint_report *report, size_t index) {
    return navlint_report_finding(report, index);
}

/* ---- Findings ---- */

static void a_finding_carries_what_the_draft_says(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    char value[] = "seven";
    const nl_place area = nl_place_in(nl_place_of(report, NULL), "areas", 3, 36);
    const nl_field north = {.name = "north", .at = 4, .type = NL_U32LE};
    nl_emit(&area, ALPHA, &north,
            &(nl_draft){.actual = nl_string(value),
                        .expected = nl_uint(8),
                        .related = {{0}, {4, 2, "there"}},
                        .fix = {.offset = 40, .length = 2, .bytes = {8, 9}}});
    memset(value, '#', sizeof value - 1); /* what is kept is copied */
    nl_report_seal(report);
    const navlint_finding *const f = sealed(report, 0);
    assert_ptr_equal(f->rule, &rules[ALPHA]);
    assert_string_equal(f->message, "alpha seven not 8");
    assert_string_equal(f->path, "/areas/3/north");
    assert_string_equal(f->type, "u32le");
    assert_int_equal(f->offset, 40);
    assert_int_equal(f->length, 4); /* of the type */
    assert_string_equal(f->actual.as.text, "seven");
    assert_int_equal(f->expected.as.uint, 8);
    assert_int_equal(f->related_count, 1); /* those with a message */
    assert_int_equal(f->related[0].offset, 4);
    assert_string_equal(f->related[0].message, "there");
    assert_int_equal(f->fix.length, 2);
    assert_int_equal(f->fix.bytes[1], 9);
    assert_int_equal(f->occurrences, 0);
    assert_null(sealed(report, 1));
}

static void a_bare_draft_is_a_finding_of_the_whole(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    nl_place file = nl_place_of(report, NULL);
    file.at = 7;
    nl_emit(&file, BETA, NULL, &(nl_draft){.length = 5, .args = {nl_uint(255)}});
    nl_report_seal(report);
    const navlint_finding *const f = sealed(report, 0);
    assert_string_equal(f->message, "beta 0xff");
    assert_string_equal(f->path, "");
    assert_null(f->field);
    assert_null(f->type);
    assert_int_equal(f->length, 5);
    assert_int_equal(f->expected.kind, NAVLINT_NO_VALUE);
    assert_int_equal(f->related_count, 0);
    assert_int_equal(f->fix.length, 0);
}

static void a_field_named_apart_does_not_change_the_path(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    const nl_place item = nl_place_in(nl_place_of(report, NULL), "links", 2, 0);
    const nl_field id = {.name = "areaId", .type = NL_U16BE, .is_value = true};
    nl_emit(&item, GAMMA, &id, &(nl_draft){.length = 0});
    nl_report_seal(report);
    assert_string_equal(sealed(report, 0)->path, "/links/2");
    assert_string_equal(sealed(report, 0)->field, "areaId");
    assert_int_equal(sealed(report, 0)->length, 2);
}

static void long_text_is_cut_and_all_of_it_fits(void **state) {
    (void)state;
    enum { COUNT = 50 };
    static char value[2000];
    memset(value, 'v', sizeof value - 1);
    navlint_report *const report = report_with(COUNT, COUNT);
    nl_place place = nl_place_of(report, NULL);
    for (int i = 0; i < 2 * NL_PLACE_STEPS; i++) /* the last ones are left out */
        place = nl_place_in(place, value, NL_NO_INDEX, 0);
    for (int i = 0; i < COUNT; i++)
        nl_emit(&place, ALPHA, NULL,
                &(nl_draft){.actual = nl_string(value), .expected = nl_string(value)});
    nl_fact(report, "fact", nl_string(value));
    nl_report_seal(report);
    assert_false(pool.memory.exhausted); /* nl_report_bound keeps its word */
    for (size_t i = 0; i < COUNT; i++) {
        const navlint_finding *const f = sealed(report, i);
        assert_int_equal(strlen(f->message), 383);
        assert_int_equal(strlen(f->path), 127);
        assert_int_equal(strlen(f->actual.as.text), 255); /* takes all that values have */
        assert_string_equal(f->expected.as.text, "");
    }
    assert_int_equal(strlen(navlint_report_fact(report, 0)->value.as.text), 127);
}

/* ---- Order ---- */

static void findings_are_sorted_by_offset_then_code_then_emission(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    emit(report, GAMMA, 9, &(nl_draft){.length = 0});
    emit(report, BETA, 9, &(nl_draft){.args = {nl_uint(2)}});
    emit(report, DELTA, 5, &(nl_draft){.length = 0});
    emit(report, BETA, 9, &(nl_draft){.args = {nl_uint(1)}});
    emit(report, ALPHA, 9, &(nl_draft){.length = 0});
    emit(report, GAMMA, 0, &(nl_draft){.length = 0});
    nl_report_seal(report);
    const char *const messages[] = {"gamma",    "delta",    "alpha  not ",
                                    "beta 0x2", "beta 0x1", "gamma"};
    const uint64_t offsets[] = {0, 5, 9, 9, 9, 9};
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(sealed(report, i)->message, messages[i]);
        assert_int_equal(sealed(report, i)->offset, offsets[i]);
    }
}

static void any_number_in_any_order_comes_out_sorted(void **state) {
    (void)state;
    for (uint32_t count = 0; count < 70; count++) {
        navlint_report *const report = report_with(100, 100);
        for (uint32_t i = 0; i < count; i++)
            emit_at(report, (i * 7) % EPSILON, (i * 37 + 11) % 23);
        nl_report_seal(report);
        assert_int_equal(navlint_report_finding_count(report), count);
        for (size_t i = 1; i < count; i++) {
            const navlint_finding *const a = sealed(report, i - 1);
            const navlint_finding *const b = sealed(report, i);
            assert_true(a->offset < b->offset ||
                        (a->offset == b->offset && strcmp(a->rule->code, b->rule->code) <= 0));
        }
    }
}

/* ---- Caps ---- */

static void a_rule_cut_short_counts_on(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 3);
    for (uint64_t i = 0; i < 5; i++)
        emit_at(report, ALPHA, 50 - i);
    emit_at(report, BETA, 1);
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 4);
    assert_int_equal(report->summary.errors, 5);
    assert_int_equal(report->summary.warnings, 1);
    assert_true(report->summary.truncated);
    assert_int_equal(sealed(report, 0)->occurrences, 0);
    assert_int_equal(sealed(report, 1)->occurrences, 5); /* its first, by offset */
    assert_int_equal(sealed(report, 2)->occurrences, 0);
    assert_int_equal(sealed(report, 3)->occurrences, 0);
}

static void a_report_cut_short_counts_on(void **state) {
    (void)state;
    navlint_report *const report = report_with(2, 100);
    emit_at(report, GAMMA, 3);
    emit_at(report, GAMMA, 2);
    emit_at(report, GAMMA, 1);
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 2);
    assert_int_equal(report->summary.infos, 3);
    assert_true(report->summary.truncated);
    assert_int_equal(sealed(report, 0)->offset, 2); /* the first to come stay */
    assert_int_equal(sealed(report, 0)->occurrences, 3);
    assert_int_equal(sealed(report, 1)->occurrences, 0);
}

static void the_more_severe_stay(void **state) {
    (void)state;
    navlint_report *const report = report_with(2, 100);
    emit_at(report, GAMMA, 5);
    emit_at(report, BETA, 4);
    emit_at(report, ALPHA, 3); /* instead of gamma */
    emit_at(report, BETA, 2);  /* too late */
    emit_at(report, DELTA, 1); /* instead of beta */
    emit_at(report, ALPHA, 0); /* too late: errors all over */
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 2);
    assert_string_equal(sealed(report, 0)->rule->code, "T_DELTA");
    assert_string_equal(sealed(report, 0)->message, "delta");
    assert_string_equal(sealed(report, 1)->rule->code, "T_ALPHA");
    assert_int_equal(sealed(report, 1)->offset, 3);
    assert_int_equal(sealed(report, 1)->occurrences, 2);
    assert_int_equal(report->summary.errors, 3);
    assert_int_equal(report->summary.warnings, 2);
    assert_int_equal(report->summary.infos, 1);
    assert_true(report->summary.truncated);
}

/* A rule whose findings made room has room for as many again. */
static void who_made_room_does_not_count_for_its_rule(void **state) {
    (void)state;
    navlint_report *const report = report_with(2, 1);
    emit_at(report, GAMMA, 2);
    emit_at(report, BETA, 1);
    emit_at(report, ALPHA, 0); /* instead of gamma */
    assert_int_equal(report->rules[GAMMA].kept, 0);
    assert_int_equal(report->rules[ALPHA].kept, 1);
    emit_at(report, ALPHA, 3); /* the rule has its one */
    nl_report_seal(report);
    assert_string_equal(sealed(report, 1)->rule->code, "T_BETA");
}

static void less_severe_findings_are_counted_before_the_cap(void **state) {
    (void)state;
    navlint_report *const report = report_with(1, 100);
    report->min_severity = NAVLINT_WARNING;
    for (uint64_t i = 0; i < 9; i++)
        emit_at(report, GAMMA, i);
    emit_at(report, BETA, 20);
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 1);
    assert_int_equal(report->summary.infos, 9);
    assert_int_equal(report->summary.hidden, 9);
    assert_false(report->summary.truncated);
    assert_int_equal(sealed(report, 0)->occurrences, 0);
}

/* ---- Many findings, in any order ---- */

enum { MANY = 60, OF_LISTED = EPSILON }; /* rules that are not pedantic */

/* What was emitted: how often each rule, without what is hidden or follows. */
typedef struct sums {
    uint64_t of_rule[OF_LISTED];
    uint64_t all, hidden, consequences;
} sums;

/* Any spread will do, the same on every run. */
static unsigned next_of(uint32_t *state, unsigned count) {
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 16) % count;
}

static void emit_any(navlint_report *report, uint32_t *random, sums *s) {
    const unsigned rule = next_of(random, OF_LISTED);
    const bool follows = next_of(random, 4) == 0;
    const bool is_hidden = rules[rule].severity > report->min_severity;
    nl_follow(report, follows);
    emit_at(report, rule, next_of(random, 900));
    nl_follow(report, false);
    s->all++;
    s->hidden += is_hidden;
    s->consequences += follows && !is_hidden;
    s->of_rule[rule] += !follows && !is_hidden;
}

/* Of one rule: how many are listed, and how many the first of them tells of. */
static uint64_t listed_of(navlint_report *report, unsigned rule, uint64_t *told) {
    uint64_t listed = 0;
    const navlint_finding *finding = NULL;
    *told = 0;
    for (size_t i = 0; (finding = sealed(report, i)); i++) {
        if (finding->rule != &rules[rule]) continue;
        listed++;
        *told += finding->occurrences;
    }
    return listed;
}

/* Errors have the first right to room, then warnings; within a severity it is who came first. */
static void expect_room(navlint_report *report, const sums *s, nl_report_caps caps) {
    uint64_t left = caps.findings;
    for (unsigned severity = NAVLINT_ERROR; severity < NAVLINT_OFF; severity++) {
        uint64_t wanted = 0;
        uint64_t listed = 0;
        for (unsigned rule = 0; rule < OF_LISTED; rule++) {
            uint64_t told = 0;
            if (rules[rule].severity != severity) continue;
            const uint64_t here = listed_of(report, rule, &told);
            assert_true(here <= caps.findings_per_rule);
            assert_int_equal(told, here == 0 || here == s->of_rule[rule] ? 0 : s->of_rule[rule]);
            wanted += s->of_rule[rule] < caps.findings_per_rule ? s->of_rule[rule]
                                                                : caps.findings_per_rule;
            listed += here;
        }
        assert_int_equal(listed, wanted < left ? wanted : left);
        left -= listed;
    }
}

static void whatever_comes_the_more_severe_stay_and_sums_are_exact(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 400; seed++) {
        uint32_t random = seed;
        /* Without a cap of its own a rule gives its room to others, and may want it back. */
        const nl_report_caps caps = {next_of(&random, 12), MANY};
        navlint_report *const report = report_with(caps.findings, caps.findings_per_rule);
        const unsigned count = next_of(&random, MANY);
        sums s = {.all = 0};
        report->min_severity = (navlint_severity)next_of(&random, NAVLINT_OFF);
        for (unsigned i = 0; i < count; i++)
            emit_any(report, &random, &s);
        nl_report_seal(report);
        const navlint_summary *const sum = &report->summary;
        assert_int_equal(sum->errors + sum->warnings + sum->infos, s.all);
        assert_int_equal(sum->hidden, s.hidden);
        assert_int_equal(sum->consequences, s.consequences);
        assert_int_equal(sum->truncated, report->finding_count + s.hidden + s.consequences < s.all);
        expect_room(report, &s, caps);
    }
}

static void a_rule_tells_of_any_number(void **state) {
    (void)state;
    for (uint64_t count = 1; count < 700; count += count < 20 ? 1 : 37) {
        navlint_report *const report = report_with(5, 3);
        for (uint64_t i = 0; i < count; i++)
            emit_at(report, ALPHA, i);
        nl_follow(report, true);
        for (uint64_t i = 0; i < count; i++)
            emit_at(report, BETA, i);
        nl_follow(report, false);
        nl_report_seal(report);
        assert_int_equal(sealed(report, 0)->occurrences, count > 3 ? count : 0);
        assert_int_equal(report->summary.consequences, count);
    }
}

/* ---- Causes ---- */

static void a_cause_leads_and_what_follows_is_counted(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    emit_at(report, GAMMA, 1);
    const nl_place place = place_at(report, 500);
    assert_true(nl_emit_cause(&place, BETA, NULL, &(nl_draft){.length = 1}));
    nl_follow(report, true);
    emit_at(report, ALPHA, 2);
    emit_at(report, ALPHA, 3);
    nl_follow(report, false);
    emit_at(report, DELTA, 4);
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 3);
    assert_true(sealed(report, 0)->is_cause);
    assert_int_equal(sealed(report, 0)->offset, 500);
    assert_false(sealed(report, 1)->is_cause);
    assert_int_equal(report->summary.errors, 3);
    assert_int_equal(report->summary.consequences, 2);
    assert_false(report->summary.truncated);
    assert_int_equal(navlint_report_verdict(report), NAVLINT_INVALID);
}

static void a_cause_that_is_off_says_so(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    nl_report_override(report, BETA, NAVLINT_OFF);
    const nl_place place = place_at(report, 0);
    assert_false(nl_emit_cause(&place, BETA, NULL, &(nl_draft){.length = 1}));
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 0);
}

static void exactly_at_the_caps_nothing_is_cut(void **state) {
    (void)state;
    navlint_report *const report = report_with(4, 2);
    for (uint64_t i = 0; i < 2; i++) {
        emit_at(report, ALPHA, i);
        emit_at(report, BETA, i);
    }
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 4);
    assert_false(report->summary.truncated);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(sealed(report, i)->occurrences, 0);
}

static void caps_of_zero_keep_counts_alone(void **state) {
    (void)state;
    navlint_report *const none = report_with(0, 10);
    emit_at(none, ALPHA, 0);
    nl_report_seal(none);
    assert_int_equal(navlint_report_finding_count(none), 0);
    assert_int_equal(none->summary.errors, 1);
    assert_true(none->summary.truncated);
    navlint_report *const none_per_rule = report_with(10, 0);
    emit_at(none_per_rule, BETA, 0);
    nl_report_seal(none_per_rule);
    assert_int_equal(navlint_report_finding_count(none_per_rule), 0);
    assert_int_equal(none_per_rule->summary.warnings, 1);
}

/* Whatever the size of the block: a finding that is shown has its text, and others are counted. */
static void a_finding_without_memory_for_its_text_is_counted_alone(void **state) {
    (void)state;
    const navlint_input input = {.name = "input", .length = INPUT_BYTES};
    size_t kept = 0;
    for (size_t bytes = 0; bytes < sizeof(navlint_report) + 2048; bytes += 7) {
        pool = nl_report_pool_over(nl_arena_over(memory, bytes), (nl_report_caps){10, 10});
        navlint_report *const report = nl_report_new(&pool, &input);
        if (!report || !nl_report_set_format(report, &format, "magic")) continue;
        emit(report, ALPHA, 0, &(nl_draft){.actual = nl_string("a"), .expected = nl_string("b")});
        nl_report_seal(report);
        const navlint_finding *const finding = sealed(report, 0);
        assert_int_equal(report->summary.errors, 1);
        assert_int_equal(report->summary.truncated, !finding);
        if (finding) assert_string_equal(finding->message, "alpha a not b");
        kept += finding ? 1 : 0;
    }
    assert_true(kept > 0);
}

static void a_rule_that_is_off_is_not_even_counted(void **state) {
    (void)state;
    navlint_report *const report = report_with(1, 1);
    nl_report_override(report, ALPHA, NAVLINT_OFF);
    nl_report_override(report, BETA, NAVLINT_ERROR);
    emit_at(report, ALPHA, 0);
    emit_at(report, BETA, 0);
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 1);
    assert_int_equal(sealed(report, 0)->severity, NAVLINT_ERROR);
    assert_int_equal(report->summary.errors, 1);
    assert_int_equal(report->summary.warnings, 0);
    assert_false(report->summary.truncated);
}

static void pedantic_rules_are_off_until_asked_for(void **state) {
    (void)state;
    navlint_report *const report = report_with(3, 3);
    emit_at(report, EPSILON, 0);
    nl_report_override(report, BETA, NAVLINT_ERROR);
    emit_at(report, EPSILON, 1);
    nl_report_override(report, EPSILON, NAVLINT_INFO);
    emit_at(report, EPSILON, 2);
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 1);
    assert_int_equal(sealed(report, 0)->offset, 2);
    assert_int_equal(report->summary.infos, 1);
}

static void only_overridden_rules_change_and_only_of_this_format(void **state) {
    (void)state;
    navlint_report *const report = report_with(3, 3);
    nl_report_override(report, ALPHA, NAVLINT_INFO);
    emit_at(report, ALPHA, 0);
    emit_at(report, DELTA, 1);
    assert_true(nl_report_set_format(report, &format, "magic"));
    emit_at(report, ALPHA, 2);
    nl_report_seal(report);
    assert_int_equal(report->summary.infos, 1);
    assert_int_equal(report->summary.errors, 2);
}

/* ---- The rest ---- */

static void the_first_limit_counts(void **state) {
    (void)state;
    navlint_report *const report = report_with(1, 1);
    char message[400];
    memset(message, 'm', sizeof message - 1);
    message[sizeof message - 1] = '\0';
    assert_int_equal(navlint_report_verdict(report), NAVLINT_VALID);
    nl_limit(report, "steps", message);
    nl_limit(report, "arena", "later");
    message[0] = '#';
    assert_int_equal(navlint_report_verdict(report), NAVLINT_INDETERMINATE);
    assert_string_equal(navlint_report_limit(report)->name, "steps");
    assert_int_equal(navlint_report_limit(report)->message[0], 'm');
    assert_int_equal(strlen(navlint_report_limit(report)->message), 255);
}

static void facts_are_kept_up_to_the_maximum(void **state) {
    (void)state;
    navlint_report *const report = report_with(0, 0);
    char text[] = "text";
    nl_fact(report, "first", nl_string(text));
    text[0] = '#';
    for (uint64_t i = 1; i < NL_MAX_FACTS + 5; i++)
        nl_fact(report, "more", nl_uint(i));
    assert_int_equal(navlint_report_fact_count(report), NL_MAX_FACTS);
    assert_string_equal(navlint_report_fact(report, 0)->value.as.text, "text");
    assert_int_equal(navlint_report_fact(report, NL_MAX_FACTS - 1)->value.as.uint,
                     NL_MAX_FACTS - 1);
    assert_null(navlint_report_fact(report, NL_MAX_FACTS));
}

static navlint_report *report_in(size_t bytes) {
    const navlint_input input = {.length = INPUT_BYTES};
    pool = nl_report_pool_over(nl_arena_over(memory, bytes), (nl_report_caps){10, 10});
    return nl_report_new(&pool, &input);
}

static void too_little_memory_makes_no_report(void **state) {
    (void)state;
    assert_null(report_in(0));
    assert_null(report_in(sizeof(navlint_report) - 1));
    navlint_report *const report = report_in(sizeof(navlint_report));
    assert_non_null(report);
    assert_string_equal(navlint_report_name(report), "-");
    assert_false(nl_report_set_format(report, &format, NULL));
    assert_null(navlint_report_format(report));
}

/* A noisy input does not take what another one needs. */
static void each_report_of_a_pool_has_its_own_caps(void **state) {
    (void)state;
    const nl_report_caps caps = {3, 2};
    const navlint_input input = {.length = INPUT_BYTES};
    pool =
        nl_report_pool_over(nl_arena_over(memory, (size_t)nl_report_bound(caps, RULES, 2)), caps);
    navlint_report *reports[2];
    for (int i = 0; i < 2; i++) {
        reports[i] = nl_report_new(&pool, &input);
        assert_true(nl_report_set_format(reports[i], &format, NULL));
    }
    for (uint64_t i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            emit_at(reports[k], ALPHA, i);
    for (int i = 0; i < 2; i++) {
        nl_report_seal(reports[i]);
        assert_int_equal(reports[i]->summary.errors, 4);
        assert_true(reports[i]->summary.truncated);
        assert_int_equal(sealed(reports[i], 0)->occurrences, 4);
    }
    assert_int_equal(navlint_report_finding_count(reports[0]), 2);
    assert_int_equal(navlint_report_finding_count(reports[1]), 2);
    assert_false(pool.memory.exhausted);
}

static void no_room_for_the_order_shows_no_findings(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    emit_at(report, ALPHA, 0);
    pool.memory.capacity = pool.memory.used;
    nl_report_seal(report);
    assert_int_equal(navlint_report_finding_count(report), 0);
    assert_int_equal(report->summary.errors, 1);
    assert_true(report->summary.truncated);
}

static void a_subject_leads_the_message(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    const nl_place area = nl_place_about(place_at(report, 0), "area", UINT64_MAX);
    nl_emit(&area, GAMMA, NULL, &(nl_draft){.length = 0});
    nl_report_seal(report);
    assert_string_equal(sealed(report, 0)->message, "area 18446744073709551615: gamma");
}

static void put_jump(nl_text *text, const nl_place *place) {
    nl_put(text, "goto ");
    nl_put_uint(text, place->subject.id);
}

static void a_position_stands_behind_the_subject(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    report->put_jump = put_jump;
    nl_place area = nl_place_at(nl_place_about(place_at(report, 0), "area", 7), 1.5, -2, 1e30);
    area.subject.name = "Main\nhall";
    nl_emit(&area, GAMMA, NULL, &(nl_draft){.length = 0});
    nl_report_seal(report);
    const navlint_finding *const f = sealed(report, 0);
    assert_string_equal(f->message, "area 7 at (1.5, -2, 1e+30): gamma");
    assert_string_equal(f->subject.kind, "area");
    assert_int_equal(f->subject.id, 7);
    assert_string_equal(f->subject.name, "Main\\x0ahall");
    assert_null(f->subject.cell);
    assert_true(f->position.is_known);
    assert_true(f->position.y == -2);
    assert_string_equal(f->jump, "goto 7");
}

static void what_is_not_finite_is_no_position(void **state) {
    (void)state;
    navlint_report *const report = report_with(10, 10);
    report->put_jump = put_jump;
    const nl_place area =
        nl_place_at(nl_place_about(place_at(report, 0), "area", 7), (double)NAN, 0, 0);
    nl_emit(&area, GAMMA, NULL, &(nl_draft){.length = 0});
    nl_report_seal(report);
    assert_string_equal(sealed(report, 0)->message, "area 7: gamma");
    assert_false(sealed(report, 0)->position.is_known);
    assert_null(sealed(report, 0)->jump);
}

static const navlint_finding *expecting(const nl_field *field, const nl_draft *draft) {
    navlint_report *const report = report_with(10, 10);
    const nl_place place = place_at(report, 0);
    nl_emit(&place, ALPHA, field, draft);
    nl_report_seal(report);
    return sealed(report, 0);
}

static void words_describe_what_a_number_should_be(void **state) {
    (void)state;
    const nl_field number = {.name = "n", .type = NL_U8}, text = {.name = "t", .type = NL_BYTES};
    const nl_draft words = {.expected = nl_string("an id"), .actual = nl_uint(1)};
    assert_int_equal(expecting(&number, &words)->relation, NAVLINT_DESCRIBED);
    assert_int_equal(expecting(&text, &words)->relation, NAVLINT_EQUAL);
    const nl_draft value = {.expected = nl_uint(2), .actual = nl_uint(1)};
    assert_int_equal(expecting(&number, &value)->relation, NAVLINT_EQUAL);
}

static void bounds_keep_their_values(void **state) {
    (void)state;
    const nl_draft list = {.expected = nl_uint(2),
                           .relation = NAVLINT_ONE_OF,
                           .others = {nl_uint(4), nl_string("five")}};
    const navlint_finding *const f = expecting(NULL, &list);
    assert_int_equal(f->relation, NAVLINT_ONE_OF);
    assert_int_equal(f->expected.as.uint, 2);
    assert_int_equal(f->alternative_count, 2);
    assert_int_equal(f->alternatives[0].as.uint, 4);
    assert_string_equal(f->alternatives[1].as.text, "five");
}

static void types_have_names_and_sizes(void **state) {
    (void)state;
    assert_null(nl_type_name(NL_NO_TYPE));
    assert_int_equal(nl_type_bytes(NL_NO_TYPE), 0);
    for (nl_type type = NL_U8; type < NL_TYPE_COUNT; type++)
        assert_non_null(nl_type_name(type));
    assert_string_equal(nl_type_name(NL_F32BE), "f32be");
    assert_int_equal(nl_type_bytes(NL_F32BE), 4);
    assert_int_equal(nl_type_bytes(NL_BYTES), 0);
}

/* ---- Names ---- */

/* A name of a file goes into reports, and from there to terminals: whatever its length. */
static void names_of_any_length_are_escaped(void **state) {
    (void)state;
    char name[80];
    for (size_t length = 1; length < sizeof name; length++) {
        navlint_report *const report = report_with(1, 1);
        nl_place place = nl_place_about(place_at(report, 0), "cell", 1);
        memset(name, '\x1b', length);
        name[length] = '\0';
        place.subject.name = place.subject.record = name;
        place.subject.cell = place.subject.worldspace = name;
        nl_emit(&place, GAMMA, NULL, &(nl_draft){.length = 1});
        nl_report_seal(report);
        const navlint_subject *const subject = &sealed(report, 0)->subject;
        const char *const kept[] = {subject->name, subject->record, subject->cell,
                                    subject->worldspace};
        for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
            assert_memory_equal(kept[i], "\\x1b", 4);
            assert_null(strchr(kept[i], '\x1b'));
        }
    }
}

/* ---- Places that are gone, memory that is used up ---- */

static void a_record_of_packed_bytes_that_are_gone_has_no_length(void **state) {
    (void)state;
    navlint_report *const report = report_with(1, 1);
    const nl_packed packed = {.offset = 40, .length = 12, .encoding = "zlib"};
    nl_place place = nl_place_of(report, NULL);
    place.packed = &packed;
    place.at = 3;
    nl_emit(&place, GAMMA, NULL, &(nl_draft){.length = 0});
    nl_report_seal(report);
    const navlint_finding *const f = sealed(report, 0);
    assert_int_equal(f->offset, 40);
    assert_int_equal(f->length, 12);
    assert_int_equal(f->inner.offset, 3);
    assert_int_equal(f->inner.length, 0);
}

static void a_fact_without_memory_is_empty(void **state) {
    (void)state;
    navlint_report *const report = report_with(1, 1);
    pool.memory.used = pool.memory.capacity;
    nl_fact(report, "text", nl_string("something"));
    nl_fact(report, "number", nl_uint(7));
    assert_int_equal(report->fact_count, 2);
    assert_string_equal(report->facts[0].value.as.text, "");
    assert_int_equal(report->facts[1].value.as.uint, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_finding_carries_what_the_draft_says),
        cmocka_unit_test(a_bare_draft_is_a_finding_of_the_whole),
        cmocka_unit_test(a_field_named_apart_does_not_change_the_path),
        cmocka_unit_test(long_text_is_cut_and_all_of_it_fits),
        cmocka_unit_test(findings_are_sorted_by_offset_then_code_then_emission),
        cmocka_unit_test(any_number_in_any_order_comes_out_sorted),
        cmocka_unit_test(a_rule_cut_short_counts_on),
        cmocka_unit_test(a_report_cut_short_counts_on),
        cmocka_unit_test(the_more_severe_stay),
        cmocka_unit_test(who_made_room_does_not_count_for_its_rule),
        cmocka_unit_test(less_severe_findings_are_counted_before_the_cap),
        cmocka_unit_test(a_cause_leads_and_what_follows_is_counted),
        cmocka_unit_test(a_cause_that_is_off_says_so),
        cmocka_unit_test(exactly_at_the_caps_nothing_is_cut),
        cmocka_unit_test(caps_of_zero_keep_counts_alone),
        cmocka_unit_test(a_finding_without_memory_for_its_text_is_counted_alone),
        cmocka_unit_test(a_rule_that_is_off_is_not_even_counted),
        cmocka_unit_test(pedantic_rules_are_off_until_asked_for),
        cmocka_unit_test(only_overridden_rules_change_and_only_of_this_format),
        cmocka_unit_test(the_first_limit_counts),
        cmocka_unit_test(facts_are_kept_up_to_the_maximum),
        cmocka_unit_test(too_little_memory_makes_no_report),
        cmocka_unit_test(each_report_of_a_pool_has_its_own_caps),
        cmocka_unit_test(no_room_for_the_order_shows_no_findings),
        cmocka_unit_test(a_subject_leads_the_message),
        cmocka_unit_test(a_position_stands_behind_the_subject),
        cmocka_unit_test(what_is_not_finite_is_no_position),
        cmocka_unit_test(words_describe_what_a_number_should_be),
        cmocka_unit_test(bounds_keep_their_values),
        cmocka_unit_test(types_have_names_and_sizes),
        cmocka_unit_test(whatever_comes_the_more_severe_stay_and_sums_are_exact),
        cmocka_unit_test(a_rule_tells_of_any_number),
        cmocka_unit_test(names_of_any_length_are_escaped),
        cmocka_unit_test(a_record_of_packed_bytes_that_are_gone_has_no_length),
        cmocka_unit_test(a_fact_without_memory_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
