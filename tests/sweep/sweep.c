/* navlint-sweep prefixes|memory|steps|fields|bytes|games: see expect.c for what must hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/prefix.h"
#include "tests/sweep/sweep.h"

static navlint_options few_findings(void) {
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    options.max_findings = 8;
    return options;
}

static bool begins_with_cause(const navlint_report *report) {
    return navlint_report_finding_count(report) != 0 && navlint_report_finding(report, 0)->is_cause;
}

/* A prefix of a file without a finding lost data: it is never valid, unless it is a plugin that
 * ends where a top group did; then a warning tells so; or an addon without its sum. Of a witness it
 * may be, where the breakage was cut off; then every byte is accounted for. GTA's nodes may end
 * where a file with another count does, which is then the cause of what follows. */
static void expect_cut(const subject *s, size_t length, const navlint_report *report) {
    const bool is_between = prefix_ends_between_groups(s->bytes, s->length, length);
    const bool is_valid = navlint_report_verdict(report) == NAVLINT_VALID;
    const bool is_told = prefix_is_told(report);
    expect(!is_valid || (is_between && is_told) || prefix_lacks_sum(s->bytes, s->length, length),
           "a prefix of a valid file is not valid, or warns");
    expect(is_told == is_between, "a count is blamed where all else is whole, and there always");
    expect(is_between || begins_with_cause(report) || navlint_report_finding_count(report) <= 1,
           "of a file that was cut off nothing else is said: what it lost may be good");
}

static void sweep_prefixes(const subject *s) {
    for (size_t length = 0; length < s->length; length++) {
        sweeping("%s, the first %zu bytes", s->name, length);
        guarded copy = guarded_copy(s->bytes, length);
        const navlint_report *const report = judge_plenty(copy.bytes, length);
        const navlint_verdict verdict = navlint_report_verdict(report);
        if (s->is_valid) expect_cut(s, length, report);
        if (verdict == NAVLINT_VALID)
            expect(navlint_report_unclaimed_count(report) == 0, "a valid file has no gap");
        guarded_free(&copy);
    }
}

/* As judge_any, in a block of exactly this size, so that the sanitizer sees its end. */
static navlint_verdict expect_part(const navlint_options *options, const subject *s,
                                   size_t memory_bytes, const navlint_report *whole) {
    void *const memory = malloc(memory_bytes ? memory_bytes : 1);
    if (!memory) exit(EXIT_FAILURE);
    const navlint_report *const report =
        judge_any(options, s->bytes, s->length, memory, memory_bytes);
    navlint_verdict verdict = NAVLINT_INDETERMINATE;
    if (report) {
        verdict = navlint_report_verdict(report);
        expect(verdict == NAVLINT_INDETERMINATE || verdict == navlint_report_verdict(whole),
               "with less memory or work nothing else is concluded");
        expect(is_part_of(report, whole), "with less memory or work no other finding is made");
    }
    free(memory);
    return verdict;
}

static void sweep_memory(const subject *s) {
    const navlint_options options = few_findings();
    const navlint_input input = {.bytes = s->bytes, .length = s->length};
    const size_t bound = navlint_memory_bound(&options, &input, 1);
    const navlint_report *const whole = judge_plenty(s->bytes, s->length);
    const navlint_usage usage = navlint_report_usage(whole);
    /* The arena is what follows the report: these sizes pass through every arena size up to the
     * peak and a little beyond. */
    const navlint_input nothing = {.bytes = "", .length = 0};
    const size_t arena_starts = navlint_memory_bound(&options, &nothing, 1) - 64;
    const size_t used = arena_starts + (size_t)usage.arena_peak + 128;
    for (size_t bytes = 0; bytes <= bound; bytes += bytes < arena_starts ? 997
                                                    : bytes < used       ? 1
                                                                         : 61) {
        sweeping("%s, %zu bytes of memory", s->name, bytes);
        (void)expect_part(&options, s, bytes, whole);
    }
    sweeping("%s, the bound of memory", s->name);
    expect(expect_part(&options, s, bound, whole) == navlint_report_verdict(whole),
           "the bound suffices");
}

static void sweep_steps(const subject *s) {
    static uint8_t memory[1 << 20];
    navlint_options options = few_findings();
    const navlint_report *const whole = judge_plenty(s->bytes, s->length);
    const uint64_t needed = navlint_report_usage(whole).steps;
    for (options.max_steps = 1; options.max_steps <= needed; options.max_steps++) {
        sweeping("%s, %llu of %llu steps", s->name, (unsigned long long)options.max_steps,
                 (unsigned long long)needed);
        const navlint_report *const report =
            judge_any(&options, s->bytes, s->length, memory, sizeof memory);
        expect(report && is_part_of(report, whole), "with less work no other finding is made");
        expect(report && (options.max_steps < needed) ==
                             (navlint_report_verdict(report) != navlint_report_verdict(whole)),
               "exactly the steps it needs suffice");
    }
}

/* As each game would load it, whole and cut off, and with the smallest reports. */
static void sweep_games(const subject *s) {
    static uint8_t memory[1 << 20];
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    for (size_t g = 0; g < s->format->game_count; g++)
        for (size_t length = s->length;; length -= length < 29 ? length : 29) {
            options.game = s->format->games[g].id;
            options.max_findings = (uint32_t)(length % 3);
            sweeping("%s, the first %zu bytes, in %s", s->name, length, options.game);
            guarded copy = guarded_copy(s->bytes, length);
            const navlint_report *const report =
                judge_any(&options, copy.bytes, length, memory, sizeof memory);
            const bool is_valid = navlint_report_verdict(report) == NAVLINT_VALID;
            expect(!is_valid || navlint_report_unclaimed_count(report) == 0,
                   "a valid file has no gap");
            expect(!is_valid || !s->is_valid || length == s->length,
                   "a prefix of a valid file is not valid");
            guarded_free(&copy);
            if (length == 0) break;
        }
}

static const struct {
    const char *name;
    subject_fn sweep;
} sweeps[] = {
    {"prefixes", sweep_prefixes}, {"memory", sweep_memory}, {"steps", sweep_steps},
    {"fields", sweep_fields},     {"bytes", sweep_bytes},   {"games", sweep_games},
};

int main(int argc, char **argv) {
    for (size_t i = 0; argc == 2 && i < sizeof sweeps / sizeof sweeps[0]; i++) {
        if (strcmp(argv[1], sweeps[i].name) != 0) continue;
        for_each_subject(sweeps[i].sweep);
        (void)printf("%s: %llu expectations, %zu failed\n", argv[1],
                     (unsigned long long)expect_checks(), expect_failures());
        return expect_failures() == 0 && expect_checks() > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    (void)fprintf(stderr, "usage: navlint-sweep prefixes|memory|steps|fields|bytes|games\n");
    return 2;
}
