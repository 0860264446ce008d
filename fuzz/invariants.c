/* Runs the library over one input in every way that the invariants of docs/security.md speak of. */
#include "core/poison.h"
#include "fuzz/block.h"
#include "fuzz/counters.h"
#include "fuzz/oracle.h"

#include "core/limits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SAMPLED_ONE_IN = 256, /* the expensive invariants cost about 50 checks */
    CHEAP_ONE_IN = 8,     /* a drawing and what fixes there are cost about one */
    OTHERWISE_ONE_IN = 32,
    UNCAPPED_ONE_IN = 16, /* most of the time goes into the words of findings, hundreds an input */
    DUMP_STOP_AFTER = 3,
    SMALL_BLOCKS = 32,
    FEWEST_BUDGETS = 8,
    MOST_BUDGETS = 256,
    BUDGETS_STEPS = 1 << 16, /* of all small budgets of one input, about */
    MOST_FIXES = 8           /* written, of one report */
};

static fuzz_block first_block;
static fuzz_block second_block;

static bool is_limited_by(const navlint_report *report, const char *name) {
    const navlint_limit *const limit = navlint_report_limit(report);
    return limit && strcmp(limit->name, name) == 0;
}

/* Invariants 2 and 3: a block of exactly the bound is written inside only, and is enough. */
static const navlint_report *check_in(fuzz_block *block, const navlint_options *options,
                                      const navlint_input *input) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const navlint_report *report = NULL;
    const navlint_status status =
        navlint_check(options, input, 1, fuzz_block_take(block, bytes), bytes, &report);
    REQUIRE(3, status == NAVLINT_OK && report);
    REQUIRE(3, !is_limited_by(report, "arena"));
    return report;
}

/* Invariant 14. The two blocks lie at different addresses and are filled with different garbage. */
static void check_repeatable(const navlint_report *report, const navlint_options *options,
                             const navlint_input *input) {
#ifndef NL_MEMORY_SANITIZER
    const size_t bytes = navlint_memory_bound(options, input, 1);
    memset(fuzz_block_take(&second_block, bytes), 0xa5, bytes);
#endif
    const navlint_report *const again = check_in(&second_block, options, input);
    REQUIRE(14, fuzz_report_digest(report) == fuzz_report_digest(again));
#ifndef FUZZ_WITHOUT_JSON
    fuzz_check_rendering(report, again);
#endif
}

/* Invariant 17: a block that is too small changes a verdict to indeterminate, never to the other.
 */
static void check_small_block(navlint_verdict verdict, const navlint_options *options,
                              const navlint_input *input, size_t bytes) {
    const navlint_report *report = NULL;
    const navlint_status status =
        navlint_check(options, input, 1, fuzz_block_take(&second_block, bytes), bytes, &report);
    if (status == NAVLINT_NO_MEMORY) return;
    REQUIRE(17, status == NAVLINT_OK);
    const navlint_verdict small = navlint_report_verdict(report);
    REQUIRE(17, small == verdict || small == NAVLINT_INDETERMINATE);
    fuzz_check_report(report, options, input);
}

/* Sizes all over the range. With room for few findings only, most of them end in the arena. */
static void check_small_blocks(navlint_verdict verdict, const navlint_options *options,
                               const navlint_input *input, uint64_t hash) {
    navlint_options capped = *options;
    capped.max_findings = 2;
    const size_t bound = navlint_memory_bound(&capped, input, 1);
    for (size_t part = 0; part < SMALL_BLOCKS; part++) {
        const size_t offset = (size_t)(hash % (bound / SMALL_BLOCKS));
        check_small_block(verdict, &capped, input, part * (bound / SMALL_BLOCKS) + offset);
    }
}

static size_t listed_of(const navlint_report *report, navlint_severity severity) {
    size_t count = 0;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        count += navlint_report_finding(report, i)->severity == severity;
    return count;
}

/* Invariant 42: whatever else is found, room is for errors first, then for warnings. */
static void check_severe_stay(const navlint_report *full, const navlint_options *options,
                              const navlint_input *input) {
    if (navlint_report_summary(full).truncated) return;
    navlint_options capped = *options;
    capped.max_findings = 3;
    const navlint_report *const report = check_in(&second_block, &capped, input);
    size_t left = capped.max_findings;
    for (unsigned severity = NAVLINT_ERROR; severity < NAVLINT_OFF; severity++) {
        const size_t wanted = listed_of(full, (navlint_severity)severity);
        const size_t listed = wanted < left ? wanted : left;
        REQUIRE(42, listed_of(report, (navlint_severity)severity) == listed);
        left -= listed;
    }
}

/* How often a rule is broken, by what the findings of a report say. */
static uint64_t told_of(const navlint_report *report, const navlint_rule *rule) {
    uint64_t listed = 0;
    uint64_t occurrences = 0;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->rule != rule) continue;
        REQUIRE(43, listed == 0 || finding->occurrences == 0);
        listed++;
        occurrences += finding->occurrences;
    }
    REQUIRE(43, occurrences == 0 || occurrences > listed);
    return occurrences > 0 ? occurrences : listed;
}

/* Invariant 43: what is listed of a rule tells how often it is broken, whatever the caps. */
static void check_occurrences(const navlint_report *full, const navlint_report *capped) {
    const navlint_finding *finding = NULL;
    if (navlint_report_summary(full).truncated) return;
    for (size_t i = 0; (finding = navlint_report_finding(capped, i)); i++)
        REQUIRE(43, told_of(capped, finding->rule) == told_of(full, finding->rule));
}

/* Invariant 44: what is less severe than asked for counts and is not listed; the rest is listed as
 * ever. */
static void check_min_severity(const navlint_report *full, const navlint_options *options,
                               const navlint_input *input, navlint_severity least) {
    navlint_options severe = *options;
    severe.min_severity = least;
    const navlint_summary before = navlint_report_summary(full);
    const navlint_report *const report = check_in(&second_block, &severe, input);
    const navlint_summary after = navlint_report_summary(report);
    const uint64_t infos = least < NAVLINT_INFO ? after.infos : 0;
    fuzz_check_report(report, &severe, input);
    REQUIRE(44, before.errors == after.errors && before.warnings == after.warnings &&
                    before.infos == after.infos);
    REQUIRE(44, after.hidden == infos + (least < NAVLINT_WARNING ? after.warnings : 0));
    REQUIRE(44, navlint_report_verdict(report) == navlint_report_verdict(full));
    for (unsigned severity = NAVLINT_ERROR; severity < NAVLINT_OFF && !before.truncated; severity++)
        REQUIRE(44, listed_of(report, (navlint_severity)severity) ==
                        (severity <= least ? listed_of(full, (navlint_severity)severity) : 0));
}

/* Invariant 6 at caps that real files reach: few findings are kept, the sums stay exact. */
static void check_small_caps(const navlint_report *full, const navlint_options *options,
                             const navlint_input *input) {
    const navlint_summary before = navlint_report_summary(full);
    const navlint_verdict verdict = navlint_report_verdict(full);
    navlint_options capped = *options;
    capped.max_findings = 3;
    capped.max_findings_per_rule = 2;
    const navlint_report *const report = check_in(&second_block, &capped, input);
    const navlint_summary after = navlint_report_summary(report);
    fuzz_check_report(report, &capped, input);
    REQUIRE(7, before.errors == after.errors && before.warnings == after.warnings &&
                   before.infos == after.infos);
    REQUIRE(8, navlint_report_verdict(report) == verdict);
    check_occurrences(full, report);
}

/* Invariant 36: with fewer steps than it needs a check never finishes, with as many it does.
 * max_steps: fewer. */
static void check_small_budget(uint64_t max_steps, const navlint_options *options,
                               const navlint_input *input) {
    navlint_options capped = *options;
    capped.max_steps = max_steps;
    capped.max_findings = 2; /* words take most of the time */
    const navlint_report *const report = check_in(&second_block, &capped, input);
    fuzz_check_report(report, &capped, input);
    REQUIRE(36, navlint_report_verdict(report) == NAVLINT_INDETERMINATE);
}

static void check_any_budget(const navlint_report *full, const navlint_options *options,
                             const navlint_input *input, uint64_t hash) {
    const uint64_t steps = navlint_report_usage(full).steps;
    if (steps > 1) check_small_budget(1 + hash % (steps - 1), options, input);
}

/* A charge is wrong, if it is, at one number of steps only. So of a small file all numbers are gone
 * through, of a large one some that follow each other. */
static void check_small_budgets(const navlint_report *full, const navlint_options *options,
                                const navlint_input *input, uint64_t hash) {
    const uint64_t steps = navlint_report_usage(full).steps;
    if (steps == 0) return; /* which would mean the default */
    const uint64_t affordable = FEWEST_BUDGETS + BUDGETS_STEPS / steps;
    const uint64_t most = affordable < MOST_BUDGETS ? affordable : MOST_BUDGETS;
    for (uint64_t i = 0; i < most && i + 1 < steps; i++)
        check_small_budget(1 + (hash + i) % (steps - 1), options, input);
    navlint_options capped = *options;
    capped.max_steps = steps;
    const navlint_report *const report = check_in(&second_block, &capped, input);
    REQUIRE(36, navlint_report_verdict(report) == navlint_report_verdict(full));
}

static bool is_reported_again(const navlint_report *report, const navlint_finding *old) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->rule == old->rule && finding->offset == old->offset &&
            strcmp(finding->path, old->path) == 0)
            return true;
    }
    return false;
}

/* Invariant 37: what a fix puts right is not reported again. */
static void check_fix(const navlint_finding *finding, const navlint_options *options,
                      const navlint_input *input) {
    const navlint_fix *const fix = &finding->fix;
    uint8_t *const fixed = malloc(input->length);
    if (!fixed) abort();
    memcpy(fixed, input->bytes, input->length);
    memcpy(fixed + fix->offset, fix->bytes, fix->length);
    REQUIRE(37, memcmp(fixed, input->bytes, input->length) != 0);
    const navlint_input again = {.name = input->name, .bytes = fixed, .length = input->length};
    REQUIRE(37, !is_reported_again(check_in(&second_block, options, &again), finding));
    free(fixed);
}

static void check_fixes(const navlint_report *report, const navlint_options *options,
                        const navlint_input *input) {
    int fixes = 0;
    for (size_t i = 0; i < navlint_report_finding_count(report) && fixes < MOST_FIXES; i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->fix.length == 0) continue;
        check_fix(finding, options, input);
        fixes++;
    }
}

/* Every other way of judging the same bytes: detected instead of forced, and as each game. */
static void check_other_options(const navlint_options *options, const navlint_input *input) {
    navlint_options other = *options;
    other.format = NULL;
    fuzz_check_report(check_in(&second_block, &other, input), &other, input);
    const navlint_format *const format = navlint_format_by_id(options->format);
    for (size_t i = 0; i < format->game_count; i++) {
        other = *options;
        other.game = format->games[i].id;
        fuzz_check_report(check_in(&second_block, &other, input), &other, input);
    }
}

typedef struct dump_state {
    uint64_t input_bytes;
    uint64_t fields;
    uint64_t stop_after;
} dump_state;

/* Invariant 15: fields lie inside the input, and a callback that says stop is not called again. */
static bool visit_field(void *context, const navlint_field *field) {
    dump_state *const state = context;
    REQUIRE(15, state->fields < state->stop_after);
    REQUIRE(15, field->path && field->type);
    REQUIRE(15, field->offset <= state->input_bytes);
    REQUIRE(15, field->length <= state->input_bytes - field->offset);
    REQUIRE(15, field->value.kind != NAVLINT_TEXT || field->value.as.text);
    state->fields++;
    return state->fields < state->stop_after;
}

static void check_dump(const navlint_options *options, const navlint_input *input,
                       uint64_t stop_after) {
    dump_state state = {.input_bytes = input->length, .stop_after = stop_after};
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const navlint_status status = navlint_dump(
        options, input, fuzz_block_take(&second_block, bytes), bytes, visit_field, &state);
    REQUIRE(15, status == NAVLINT_OK || status == NAVLINT_NOT_RECOGNISED ||
                    status == NAVLINT_UNSUPPORTED);
}

/* Invariant 38. */
static void check_places(const navlint_report *report, const navlint_options *options,
                         const navlint_input *input) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    fuzz_check_places(report, options, input,
                      (fuzz_memory){fuzz_block_take(&second_block, bytes), bytes});
}

/* Invariant 39: with every quick predicate refusing the report is the same. The slow way takes more
 * steps: a budget that runs out says nothing. */
static void check_twins(const navlint_report *report, const navlint_options *options,
                        const navlint_input *input) {
    if (is_limited_by(report, "steps")) return;
    fuzz_twins_refuse(true);
    const navlint_report *const slow = check_in(&second_block, options, input);
    fuzz_twins_refuse(false);
    REQUIRE(39, is_limited_by(slow, "steps") ||
                    fuzz_verdict_digest(report) == fuzz_verdict_digest(slow));
}

typedef struct draw_state {
    uint64_t shapes;
    uint64_t vertices;
    uint64_t most; /* shapes that the input may give */
    uint64_t stop_after;
    uint64_t input_bytes;
} draw_state;

static void check_corners(const draw_state *state, const navlint_shape *shape) {
    REQUIRE(21, shape->corner_count >= (shape->kind == NAVLINT_LINE ? 2 : 3));
    for (size_t i = 0; i < shape->corner_count; i++)
        REQUIRE(21, shape->corners[i] < state->vertices);
}

/* Invariant 21. */
static bool visit_shape(void *context, const navlint_shape *shape) {
    draw_state *const state = context;
    REQUIRE(21, state->shapes < state->stop_after);
    REQUIRE(21, state->shapes < state->most);
    REQUIRE(21, shape->kind != NAVLINT_OBJECT || (shape->name && shape->name[0] != '\0'));
    REQUIRE(21, !shape->path == (shape->kind == NAVLINT_OBJECT));
    REQUIRE(21, shape->offset <= state->input_bytes &&
                    shape->length <= state->input_bytes - shape->offset);
    for (int axis = 0; axis < 3; axis++)
        REQUIRE(21, isfinite(shape->position[axis]));
    if (shape->kind == NAVLINT_FACE || shape->kind == NAVLINT_LINE) check_corners(state, shape);
    state->vertices += shape->kind == NAVLINT_VERTEX;
    state->shapes++;
    return state->shapes < state->stop_after;
}

static void check_drawing(const navlint_options *options, const navlint_input *input,
                          uint64_t stop_after) {
    const uint64_t most = input->length * NL_STEPS_PER_BYTE + NL_STEPS_FLOOR;
    draw_state state = {.most = most, .stop_after = stop_after, .input_bytes = input->length};
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const navlint_status status = navlint_draw(
        options, input, fuzz_block_take(&second_block, bytes), bytes, visit_shape, &state);
    REQUIRE(21, status == NAVLINT_OK || status == NAVLINT_NOT_RECOGNISED ||
                    status == NAVLINT_UNSUPPORTED);
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 32);
}

/* Any spread will do, the same on every run. Eight bytes a step: single ones cost a tenth of the
 * check. */
static uint64_t hash_bytes(const uint8_t *bytes, size_t length) {
    uint64_t hash = length;
    uint64_t word = 0;
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash, word);
    }
    word = 0;
    if (length > 0) memcpy(&word, bytes, length);
    return mix(hash, word);
}

static void check_expensive_invariants(const navlint_report *report, const navlint_options *options,
                                       const navlint_input *input, uint64_t hash) {
    fuzz_counters_keep();
    check_repeatable(report, options, input);
    check_small_blocks(navlint_report_verdict(report), options, input, hash);
    check_small_caps(report, options, input);
    check_severe_stay(report, options, input);
    check_min_severity(report, options, input, NAVLINT_ERROR);
    check_min_severity(report, options, input, NAVLINT_WARNING);
    check_small_budgets(report, options, input, hash);
    check_dump(options, input, DUMP_STOP_AFTER);
    check_drawing(options, input, DUMP_STOP_AFTER);
    fuzz_check_fixing(report, options, input, hash >> 40 & 1);
    fuzz_counters_put_back();
}

navlint_verdict fuzz_silenced_verdict(const char *format_id, const uint8_t *bytes, size_t length) {
    const navlint_format *const format = navlint_format_by_id(format_id);
    const char *const last_code = format->rules[format->rule_count - 1].code;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = format_id;
    options.only = &last_code;
    options.only_count = 1;
    options.max_findings = 1;
    const navlint_input input = {.name = "fuzz", .bytes = bytes, .length = length};
    return navlint_report_verdict(check_in(&second_block, &options, &input));
}

static void set_caps(navlint_options *options, bool is_capped) {
#ifdef NL_MEMORY_SANITIZER
    options->max_findings = 50; /* a block's shadow is written anew each time: keep blocks small */
#endif
    if (!is_capped) return;
    options->max_findings = 40;
    options->max_findings_per_rule = 3;
}

const navlint_report *fuzz_judge(const char *format_id, const uint8_t *bytes, size_t length,
                                 fuzz_depth depth) {
    const uint64_t hash = depth == FUZZ_SAMPLED ? hash_bytes(bytes, length) : 0;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.format = format_id;
    set_caps(&options, hash % UNCAPPED_ONE_IN != 0);
    const navlint_input input = {.name = "fuzz", .bytes = bytes, .length = length};
    fuzz_twins_count();
    const navlint_report *const report = check_in(&first_block, &options, &input);
    fuzz_check_refusals(report);
    fuzz_check_report(report, &options, &input);
    if (depth != FUZZ_QUICK && hash % CHEAP_ONE_IN == 0) {
        check_drawing(&options, &input, UINT64_MAX);
        fuzz_check_members(&options, &input);
        check_fixes(report, &options, &input);
        check_any_budget(report, &options, &input, hash_bytes(bytes, length) >> 8);
    }
    if (depth != FUZZ_QUICK && hash % OTHERWISE_ONE_IN == 0) {
        check_dump(&options, &input, UINT64_MAX);
        check_places(report, &options, &input);
        check_twins(report, &options, &input);
        check_other_options(&options, &input);
    }
    if (depth != FUZZ_QUICK && hash % SAMPLED_ONE_IN == 0)
        check_expensive_invariants(report, &options, &input, hash_bytes(bytes, length));
    return report;
}
