/* Several files judged together: any formats, any names, in any order.
 *
 * Input: judge as which format (u8: 0 as they look, else the format with this number, modulo their
 * count; from 128 on they lie where their names say), caps and game (u8), then members
 * (members.h). */
#include "fuzz/block.h"
#include "fuzz/counters.h"
#include "fuzz/members.h"
#include "fuzz/oracle.h"
#include "fuzz/target.h"
#include "validator/catalogue.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum {
    SMALL_CAP = 1,
    WITH_GAME = 2,
    GAME_SHIFT = 2,
    LESS_IS_HIDDEN = 32,
    FIRST_IN_CONTEXT = 128,
    MOST_IN_CONTEXT = 192, /* all but the last */
    FROM_HERE_LOCATED = 128,
    SMALL_BLOCKS = 8,
    MOST_SEED_BYTES = 1 << 16
};

static fuzz_block blocks[2];

static navlint_location locations[FUZZ_MOST_MEMBERS];

/* What is judged, and how. */
typedef struct batch {
    navlint_options options;
    const navlint_input *inputs;
    size_t count;
} batch;

/* Where the inputs lie: in archives and folders by their names, of which few are alike. */
static void locate(const navlint_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *const name = inputs[i].name;
        const char *const slash = strrchr(name, '/');
        const char *const mark = strchr(name, '!');
        locations[i].archive = mark ? (uint8_t)*name : 0;
        locations[i].folder = slash ? (uint32_t)(slash - name) : 0;
    }
}

/* What is judged how; returns the flags. */
static unsigned choose_options(navlint_options *options, fuzz_cut *cut) {
    const unsigned number = fuzz_cut_u8(cut);
    const unsigned choice = number % (unsigned)(navlint_format_count() + 1);
    const unsigned flags = fuzz_cut_u8(cut);
    navlint_options_init(options, sizeof *options);
    options->locations = number < FROM_HERE_LOCATED ? NULL : locations;
    options->pedantic = true;
    options->max_findings = flags & SMALL_CAP ? 3 : options->max_findings;
    options->max_findings_per_rule = flags & SMALL_CAP ? 2 : options->max_findings_per_rule;
    options->min_severity = flags & LESS_IS_HIDDEN ? NAVLINT_ERROR : options->min_severity;
    if (choice == 0) return flags;
    const navlint_format *const format = navlint_format_at(choice - 1);
    options->format = format->id;
    if ((flags & WITH_GAME) && format->game_count > 0)
        options->game = format->games[(flags >> GAME_SHIFT) % format->game_count].id;
    return flags;
}

static const navlint_report *check_in(fuzz_block *block, const batch *b) {
    const size_t bytes = navlint_memory_bound(&b->options, b->inputs, b->count);
    const navlint_report *report = NULL;
    void *const memory = fuzz_block_take(block, bytes);
    const navlint_status status =
        navlint_check(&b->options, b->inputs, b->count, memory, bytes, &report);
    REQUIRE(3, status == NAVLINT_OK && report);
    return report;
}

static void check_report(const navlint_report *report, const batch *b) {
    if (b->count > 1)
        fuzz_check_set(report, &b->options, b->inputs, b->count);
    else
        fuzz_check_report(report, &b->options, b->inputs);
}

static uint64_t digest(const navlint_report *report) {
    uint64_t sum = fuzz_report_digest(report);
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        sum = sum * 31 + fuzz_report_digest(navlint_report_member(report, i));
    return sum;
}

/* Invariant 14, for all reports of a set. */
static void check_repeatable(const navlint_report *report, const batch *b) {
    const navlint_report *const again = check_in(&blocks[1], b);
    REQUIRE(14, digest(report) == digest(again));
#ifndef FUZZ_WITHOUT_JSON
    fuzz_check_rendering(report, again);
#endif
}

/* Invariant 17, with a set's tables in the same block. */
static void check_small_blocks(const navlint_report *report, const batch *b) {
    const size_t bound = navlint_memory_bound(&b->options, b->inputs, b->count);
    const navlint_verdict verdict = navlint_report_verdict(report);
    for (size_t part = 0; part < SMALL_BLOCKS; part++) {
        const size_t bytes = bound / SMALL_BLOCKS * part + b->inputs[0].length % SMALL_BLOCKS;
        const navlint_report *small = NULL;
        const navlint_status status = navlint_check(
            &b->options, b->inputs, b->count, fuzz_block_take(&blocks[1], bytes), bytes, &small);
        if (status == NAVLINT_NO_MEMORY) continue;
        REQUIRE(17, status == NAVLINT_OK);
        const navlint_verdict now = navlint_report_verdict(small);
        REQUIRE(17, now == verdict || now == NAVLINT_INDETERMINATE);
        check_report(small, b);
    }
}

/* ---- What the others of a set do to a file (invariant 23) ---- */

static bool is_same_place(const navlint_finding *a, const navlint_finding *b) {
    return a->rule == b->rule && a->offset == b->offset && a->length == b->length &&
           strcmp(a->path, b->path) == 0;
}

static bool has_finding(const navlint_report *report, const navlint_finding *wanted) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        if (is_same_place(navlint_report_finding(report, i), wanted)) return true;
    return false;
}

/* No other input is of its format, or its format does not look at sets; nor does it look at files
 * beside it. */
static bool is_unrelated(const navlint_report *set, size_t index) {
    const navlint_format *const format = navlint_report_format(navlint_report_member(set, index));
    size_t count = 0;
    if (format && nl_format_of(format)->check_beside) return false;
    if (!format || !format->has_sets) return true;
    for (size_t i = 0; i < navlint_report_member_count(set); i++)
        count += navlint_report_format(navlint_report_member(set, i)) == format;
    return count == 1;
}

/* A file keeps all that is reported of it alone, but remarks on what it lacks (a plugin's masters);
 * one that the others have nothing to do with gets no other finding. */
static void check_alone(const navlint_report *set, const batch *b, size_t index) {
    const batch alone = {b->options, &b->inputs[index], 1};
    const navlint_report *const member = navlint_report_member(set, index);
    const navlint_report *const report = check_in(&blocks[1], &alone);
    REQUIRE(23,
            !is_unrelated(set, index) || fuzz_report_digest(member) == fuzz_report_digest(report));
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        REQUIRE(23, finding->severity == NAVLINT_INFO || has_finding(member, finding));
    }
}

static const char *base_of(const char *name) {
    const char *base = name;
    for (; *name != '\0'; name++)
        if (*name == '/' || *name == '\\' || *name == '!') base = name + 1;
    return base;
}

/* What names a file (a plugin's masters) means the first one of that name. */
static bool share_a_name(const batch *b) {
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcasecmp(base_of(b->inputs[i].name), base_of(b->inputs[k].name)) == 0)
                return true;
    return false;
}

/* Where nothing is to be said of the set as a whole (duplicates among it, of which the first one
 * counts), the order of the inputs changes no report. */
static void check_order(const navlint_report *set, const batch *b) {
    navlint_input turned[FUZZ_MOST_MEMBERS];
    if (navlint_report_finding_count(set) > 0 || share_a_name(b)) return;
    for (size_t i = 0; i < b->count; i++)
        turned[i] = b->inputs[b->count - 1 - i];
    const batch reversed = {b->options, turned, b->count};
    locate(turned, b->count);
    const navlint_report *const other = check_in(&blocks[1], &reversed);
    locate(b->inputs, b->count);
    REQUIRE(23, navlint_report_finding_count(other) == 0);
    for (size_t i = 0; i < b->count; i++)
        REQUIRE(23, fuzz_report_digest(navlint_report_member(set, i)) ==
                        fuzz_report_digest(navlint_report_member(other, b->count - 1 - i)));
}

static void check_company(const navlint_report *set, const batch *b) {
    if (navlint_report_summary(set).truncated) return;
    for (size_t i = 0; i < b->count; i++)
        check_alone(set, b, i);
    check_order(set, b);
}

/* The first inputs are there for the others, whose reports are as sound as ever. */
static void judge_in_context(batch *b, navlint_input *inputs, unsigned flags) {
    const bool is_most = (flags & MOST_IN_CONTEXT) == MOST_IN_CONTEXT;
    const size_t count = is_most ? b->count - 1 : 1;
    for (size_t i = 0; i < count; i++)
        inputs[i].is_context = true;
    const navlint_report *const report = check_in(&blocks[0], b);
    const batch judged = {b->options, b->inputs + count, b->count - count};
    check_report(report, &judged);
    for (size_t i = 0; i < count; i++)
        inputs[i].is_context = false;
}

static void judge(const batch *b, bool is_sampled) {
    const navlint_report *const report = check_in(&blocks[0], b);
    check_report(report, b);
    if (b->count > 1) check_company(report, b);
    if (!is_sampled) return;
    fuzz_counters_keep();
    check_repeatable(report, b);
    check_small_blocks(report, b);
    fuzz_counters_put_back();
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    static fuzz_members members;
    fuzz_cut cut = {bytes, length};
    batch b = {.inputs = members.inputs};
    const unsigned flags = choose_options(&b.options, &cut);
    fuzz_members_read(&members, &cut);
    b.count = members.count;
    locate(b.inputs, b.count);
    if ((flags & FIRST_IN_CONTEXT) && b.count > 1) judge_in_context(&b, members.inputs, flags);
    if (b.count > 0) judge(&b, fuzz_is_sampled(bytes, length));
    fuzz_members_free(&members);
}

/* ---- Seeds ---- */

typedef struct writer {
    const fuzz_seeds *seeds;
    uint8_t bytes[MOST_SEED_BYTES];
    size_t length;
} writer;

static void begin(writer *w, unsigned format, unsigned flags) {
    w->bytes[0] = (uint8_t)format;
    w->bytes[1] = (uint8_t)flags;
    w->length = 2;
}

static void add(writer *w, const navlint_input *input) {
    if (w->length + input->length + strlen(input->name) + 3 > sizeof w->bytes) return;
    w->length += fuzz_member_write(w->bytes + w->length, input);
}

static void end(const writer *w, const char *name) {
    w->seeds->give(w->seeds->context, name, w->bytes, w->length);
}

/* The first number from FROM_HERE_LOCATED on that is no format's. */
static uint8_t located_as_they_look(void) {
    const size_t choices = navlint_format_count() + 1;
    return (uint8_t)((FROM_HERE_LOCATED + choices - 1) / choices * choices);
}

/* Sets as they come, once more as they lie, and every format's smallest files beside one of its own
 * and one of another. */
static void give_sample(void *context, const fuzz_sample *sample) {
    writer *const w = context;
    char name[128];
    if (sample->count == 1) return;
    snprintf(name, sizeof name, "located-%s", sample->name);
    begin(w, 0, 0);
    for (size_t i = 0; i < sample->count; i++)
        add(w, &sample->inputs[i]);
    end(w, sample->name);
    w->bytes[0] = located_as_they_look();
    end(w, name);
}

static void add_smallest(writer *w, size_t format, unsigned variant, const char *name) {
    static uint8_t file[MOST_SEED_BYTES];
    const size_t length = fuzz_smallest(format, variant, file, sizeof file);
    add(w, &(navlint_input){.name = name, .bytes = file, .length = length});
}

/* Each variant twice, with what another format builds; of a format that does not look at sets one
 * is enough. Of all others at once a seed would be large, and slow to run. */
static void give_mixed(writer *w, size_t format) {
    char name[64];
    const size_t count = navlint_format_count();
    const navlint_format *const info = navlint_format_at(format);
    const unsigned variants = info->has_sets ? nl_build_variants(info->id) : 1;
    for (unsigned variant = 0; variant < variants; variant++) {
        begin(w, variant % 2 == 0 ? 0 : (unsigned)format + 1, variant);
        add_smallest(w, format, variant, "a");
        add_smallest(w, format, variant, "b");
        add_smallest(w, (format + 1 + variant % (count - 1)) % count, 0, "c");
        snprintf(name, sizeof name, "mixed-%zu-%u", format, variant);
        end(w, name);
    }
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static writer w;
    w.seeds = seeds;
    fuzz_each_sample(MOST_SEED_BYTES, give_sample, &w);
    for (size_t format = 0; format < navlint_format_count(); format++)
        give_mixed(&w, format);
}
