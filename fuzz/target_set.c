/* Several files judged together: any formats, any names, in any order.
 *
 * Input: judge as which format (u8: 0 as they look, else the format with this number, modulo their
 * count), caps and game (u8), then members (members.h). */
#include "block.h"
#include "counters.h"
#include "members.h"
#include "oracle.h"
#include "target.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

enum { SMALL_CAP = 1, WITH_GAME = 2, GAME_SHIFT = 2, SMALL_BLOCKS = 8, MOST_SEED_BYTES = 1 << 16 };

static fuzz_block blocks[2];

/* What is judged, and how. */
typedef struct batch {
    navlint_options options;
    const navlint_input *inputs;
    size_t count;
} batch;

static void choose_options(navlint_options *options, fuzz_cut *cut) {
    const unsigned choice = fuzz_cut_u8(cut) % (unsigned)(navlint_format_count() + 1);
    const unsigned flags = fuzz_cut_u8(cut);
    navlint_options_init(options);
    options->max_findings = flags & SMALL_CAP ? 3 : options->max_findings;
    options->max_findings_per_rule = flags & SMALL_CAP ? 2 : options->max_findings_per_rule;
    if (choice == 0) return;
    const navlint_format *const format = navlint_format_at(choice - 1);
    options->format = format->id;
    if ((flags & WITH_GAME) && format->game_count > 0)
        options->game = format->games[(flags >> GAME_SHIFT) % format->game_count].id;
}

static const navlint_report *check_in(fuzz_block *block, const batch *this) {
    const size_t bytes = navlint_memory_bound(&this->options, this->inputs, this->count);
    const navlint_report *report = NULL;
    void *const memory = fuzz_block_take(block, bytes);
    const navlint_status status =
        navlint_check(&this->options, this->inputs, this->count, memory, bytes, &report);
    REQUIRE(3, status == NAVLINT_OK && report != NULL);
    return report;
}

static void check_report(const navlint_report *report, const batch *this) {
    if (this->count > 1)
        fuzz_check_set(report, &this->options, this->inputs, this->count);
    else
        fuzz_check_report(report, &this->options, this->inputs);
}

static uint64_t digest(const navlint_report *report) {
    uint64_t sum = fuzz_report_digest(report);
    for (size_t i = 0; i < navlint_report_member_count(report); ++i)
        sum = sum * 31 + fuzz_report_digest(navlint_report_member(report, i));
    return sum;
}

/* Invariant 14, for all reports of a set. */
static void check_repeatable(const navlint_report *report, const batch *this) {
    const navlint_report *const again = check_in(&blocks[1], this);
    REQUIRE(14, digest(report) == digest(again));
#ifndef FUZZ_WITHOUT_JSON
    fuzz_check_rendering(report, again);
#endif
}

/* Invariant 17, with a set's tables in the same block. */
static void check_small_blocks(const navlint_report *report, const batch *this) {
    const size_t bound = navlint_memory_bound(&this->options, this->inputs, this->count);
    const navlint_verdict verdict = navlint_report_verdict(report);
    for (size_t part = 0; part < SMALL_BLOCKS; ++part) {
        const size_t bytes = bound / SMALL_BLOCKS * part + this->inputs[0].length % SMALL_BLOCKS;
        const navlint_report *small = NULL;
        const navlint_status status =
            navlint_check(&this->options, this->inputs, this->count,
                          fuzz_block_take(&blocks[1], bytes), bytes, &small);
        if (status == NAVLINT_NO_MEMORY) continue;
        REQUIRE(17, status == NAVLINT_OK);
        const navlint_verdict now = navlint_report_verdict(small);
        REQUIRE(17, now == verdict || now == NAVLINT_INDETERMINATE);
        check_report(small, this);
    }
}

/* ---- What the others of a set do to a file (invariant 23) ---- */

static bool is_same_place(const navlint_finding *a, const navlint_finding *b) {
    return a->rule == b->rule && a->offset == b->offset && a->length == b->length &&
           strcmp(a->path, b->path) == 0;
}

static bool has_finding(const navlint_report *report, const navlint_finding *wanted) {
    for (size_t i = 0; i < navlint_report_finding_count(report); ++i)
        if (is_same_place(navlint_report_finding(report, i), wanted)) return true;
    return false;
}

/* No other input is of its format, or its format does not look at sets. */
static bool is_unrelated(const navlint_report *set, size_t index) {
    const navlint_format *const format = navlint_report_format(navlint_report_member(set, index));
    size_t count = 0;
    if (format == NULL || !format->has_sets) return true;
    for (size_t i = 0; i < navlint_report_member_count(set); ++i)
        count += navlint_report_format(navlint_report_member(set, i)) == format;
    return count == 1;
}

/* A file keeps all that it is told alone, but remarks on what it lacks (a plugin's masters); one
 * that the others have nothing to do with is told nothing else. */
static void check_alone(const navlint_report *set, const batch *this, size_t index) {
    const batch alone = {this->options, &this->inputs[index], 1};
    const navlint_report *const member = navlint_report_member(set, index);
    const navlint_report *const report = check_in(&blocks[1], &alone);
    REQUIRE(23,
            !is_unrelated(set, index) || fuzz_report_digest(member) == fuzz_report_digest(report));
    for (size_t i = 0; i < navlint_report_finding_count(report); ++i) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        REQUIRE(23, finding->severity == NAVLINT_INFO || has_finding(member, finding));
    }
}

static const char *base_of(const char *name) {
    const char *base = name;
    for (; *name != '\0'; ++name)
        if (*name == '/' || *name == '\\' || *name == '!') base = name + 1;
    return base;
}

/* What names a file (a plugin's masters) means the first one of that name. */
static bool share_a_name(const batch *this) {
    for (size_t i = 0; i < this->count; ++i)
        for (size_t k = 0; k < i; ++k)
            if (strcasecmp(base_of(this->inputs[i].name), base_of(this->inputs[k].name)) == 0)
                return true;
    return false;
}

/* Where nothing is to be said of the set as a whole (duplicates among it, of which the first one
 * counts), the order of the inputs changes no report. */
static void check_order(const navlint_report *set, const batch *this) {
    navlint_input turned[FUZZ_MOST_MEMBERS];
    if (navlint_report_finding_count(set) > 0 || share_a_name(this)) return;
    for (size_t i = 0; i < this->count; ++i)
        turned[i] = this->inputs[this->count - 1 - i];
    const batch reversed = {this->options, turned, this->count};
    const navlint_report *const other = check_in(&blocks[1], &reversed);
    REQUIRE(23, navlint_report_finding_count(other) == 0);
    for (size_t i = 0; i < this->count; ++i)
        REQUIRE(23, fuzz_report_digest(navlint_report_member(set, i)) ==
                        fuzz_report_digest(navlint_report_member(other, this->count - 1 - i)));
}

static void check_company(const navlint_report *set, const batch *this) {
    if (navlint_report_summary(set).truncated) return;
    for (size_t i = 0; i < this->count; ++i)
        check_alone(set, this, i);
    check_order(set, this);
}

static void judge(const batch *this, bool is_dear_one) {
    const navlint_report *const report = check_in(&blocks[0], this);
    check_report(report, this);
    if (this->count > 1) check_company(report, this);
    if (!is_dear_one) return;
    fuzz_counters_keep();
    check_repeatable(report, this);
    check_small_blocks(report, this);
    fuzz_counters_put_back();
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    static fuzz_members members;
    fuzz_cut cut = {bytes, length};
    batch this = {.inputs = members.inputs};
    choose_options(&this.options, &cut);
    fuzz_members_read(&members, &cut);
    this.count = members.count;
    if (this.count > 0) judge(&this, fuzz_is_dear_one(bytes, length));
    fuzz_members_free(&members);
}

/* ---- Seeds ---- */

typedef struct writer {
    const fuzz_seeds *seeds;
    uint8_t bytes[MOST_SEED_BYTES];
    size_t length;
} writer;

static void begin(writer *this, unsigned format, unsigned flags) {
    this->bytes[0] = (uint8_t)format;
    this->bytes[1] = (uint8_t)flags;
    this->length = 2;
}

static void add(writer *this, const navlint_input *input) {
    if (this->length + input->length + strlen(input->name) + 3 > sizeof this->bytes) return;
    this->length += fuzz_member_write(this->bytes + this->length, input);
}

static void end(const writer *this, const char *name) {
    this->seeds->give(this->seeds->context, name, this->bytes, this->length);
}

/* Sets as they come, and every format's smallest files beside a file of its own and of another. */
static void give_sample(void *context, const fuzz_sample *sample) {
    writer *const this = context;
    if (sample->count == 1) return;
    begin(this, 0, 0);
    for (size_t i = 0; i < sample->count; ++i)
        add(this, &sample->inputs[i]);
    end(this, sample->name);
}

static void add_smallest(writer *this, size_t format, unsigned variant, const char *name) {
    static uint8_t file[MOST_SEED_BYTES];
    const size_t length = fuzz_smallest(format, variant, file, sizeof file);
    add(this, &(navlint_input){.name = name, .bytes = file, .length = length});
}

/* Each variant twice, with what the other formats build. */
static void give_mixed(writer *this, size_t format) {
    char name[64];
    const navlint_format *const info = navlint_format_at(format);
    for (unsigned variant = 0; variant < nl_build_variants(info->id); ++variant) {
        begin(this, variant % 2 == 0 ? 0 : (unsigned)format + 1, variant);
        add_smallest(this, format, variant, "a");
        add_smallest(this, format, variant, "b");
        for (size_t other = 0; other < navlint_format_count(); ++other)
            if (other != format) add_smallest(this, other, 0, "c");
        snprintf(name, sizeof name, "mixed-%zu-%u", format, variant);
        end(this, name);
    }
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    static writer this;
    this.seeds = seeds;
    fuzz_each_sample(MOST_SEED_BYTES, give_sample, &this);
    for (size_t format = 0; format < navlint_format_count(); ++format)
        give_mixed(&this, format);
}
