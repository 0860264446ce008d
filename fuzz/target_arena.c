/* A check whose memory runs out: any request may be the one that fails.
 *
 * No hook is needed for that. An arena only grows and is wound back, so a request fails if and only
 * if its end lies beyond the block; the requests that can be the first to fail are those that reach
 * further than all before, and a block of the right size makes any of these the one. That is the
 * very failure that a caller's small block causes, and no other can happen.
 *
 * Input: format (u8, modulo their count), share of the memory that is there (u16, of 65536), cap
 * and way (u8), then the bytes of the file. */
#include "fuzz/block.h"
#include "fuzz/oracle.h"
#include "fuzz/samples.h"
#include "fuzz/target.h"

#include "validator/catalogue.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    WALK = 0x80, /* fail every request in turn instead of one */
    CUT_ALL =
        0x40, /* the share is of the whole block, with what the report takes, not of the arena */
    CAP_MASK = 0x0f,    /* findings kept; the highest stands for more than a small file has */
    MANY_FINDINGS = 50, /* the block has room for them: more make it large and its steps coarse */
    MOST_STEPS = 128,
    SHARES = 65536
};

static fuzz_block blocks[2];

/* A check with all the memory that it takes, to compare with. */
typedef struct plenty {
    navlint_options options;
    navlint_input input;
    const navlint_report *report;
    size_t block_bytes;
    size_t arena_peak;
    size_t unused_bytes; /* of the arena */
} plenty;

static const navlint_report *check_in(const plenty *p, fuzz_block *block, size_t bytes) {
    const navlint_report *report = NULL;
    void *const memory = fuzz_block_take(block, bytes);
    const navlint_status status = navlint_check(&p->options, &p->input, 1, memory, bytes, &report);
    REQUIRE(25, status == NAVLINT_OK || status == NAVLINT_NO_MEMORY);
    return status == NAVLINT_OK ? report : NULL;
}

/* What navlint_memory_bound takes for the arena: by the content where a room can tell from it. */
static size_t arena_share(const plenty *p) {
    const nl_format *const room = nl_format_by_id(p->options.format);
    return (size_t)(room->arena_need ? room->arena_need(p->input.bytes, p->input.length)
                                     : room->arena_bound(p->input.length));
}

static void check_plenty(plenty *p) {
    p->block_bytes = navlint_memory_bound(&p->options, &p->input, 1);
    p->report = check_in(p, &blocks[0], p->block_bytes);
    REQUIRE(3, p->report);
    p->arena_peak = (size_t)navlint_report_usage(p->report).arena_peak;
    p->unused_bytes = arena_share(p) - p->arena_peak;
}

static bool has_error(const navlint_report *report, const navlint_finding *wanted) {
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        if (finding->rule == wanted->rule && finding->offset == wanted->offset) return true;
    }
    return false;
}

/* What could not be looked up is no finding: every error is one of the whole check's too. */
static void check_errors(const plenty *p, const navlint_report *report) {
    if (navlint_report_summary(p->report).truncated) return;
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        const navlint_finding *const finding = navlint_report_finding(report, i);
        REQUIRE(25, finding->severity != NAVLINT_ERROR || has_error(p->report, finding));
    }
}

static void check_verdict(const plenty *p, const navlint_report *report) {
    const navlint_limit *const limit = navlint_report_limit(report);
    const navlint_verdict verdict = navlint_report_verdict(report);
    REQUIRE(17, verdict == navlint_report_verdict(p->report) || limit);
    if (limit && !navlint_report_limit(p->report)) REQUIRE(25, strcmp(limit->name, "arena") == 0);
}

static const navlint_report *check_cut(const plenty *p, size_t block_bytes) {
    const navlint_report *const report = check_in(p, &blocks[1], block_bytes);
    if (!report) return NULL;
    fuzz_check_report(report, &p->options, &p->input);
    check_verdict(p, report);
    check_errors(p, report);
    return report;
}

/* With `arena_bytes` of the peak: the request that ends beyond them fails. What the check says that
 * it took is what it takes: with all of it the report is the same. */
static void check_arena(const plenty *p, size_t arena_bytes) {
    const size_t missing_bytes = p->unused_bytes + p->arena_peak - arena_bytes;
    const navlint_report *const report = check_cut(p, p->block_bytes - missing_bytes);
    REQUIRE(25, report);
    if (arena_bytes == p->arena_peak)
        REQUIRE(25, fuzz_report_digest(report) == fuzz_report_digest(p->report));
}

/* The block's size in `steps` steps, up to what is enough. */
static void walk(const plenty *p) {
    const size_t arena_step = p->arena_peak / MOST_STEPS + 1;
    const size_t block_step = p->block_bytes / MOST_STEPS + 1;
    for (size_t bytes = 0; bytes < p->arena_peak; bytes += arena_step)
        check_arena(p, bytes);
    check_arena(p, p->arena_peak);
    for (size_t bytes = 0; bytes < p->block_bytes; bytes += block_step)
        (void)check_cut(p, bytes);
}

static size_t share_of(size_t bytes, unsigned share) {
    return (size_t)((uint64_t)bytes * share / (SHARES - 1));
}

void fuzz_target_run(const uint8_t *bytes, size_t length) {
    fuzz_cut cut = {bytes, length};
    plenty p = {0};
    navlint_options_init(&p.options, sizeof p.options);
    p.options.pedantic = true;
    p.options.format = navlint_format_at(fuzz_cut_u8(&cut) % navlint_format_count())->id;
    const unsigned share = fuzz_cut_u16(&cut);
    const unsigned way = fuzz_cut_u8(&cut);
    p.options.max_findings = (way & CAP_MASK) == CAP_MASK ? MANY_FINDINGS : way & CAP_MASK;
    p.input = (navlint_input){.name = "fuzz", .bytes = cut.bytes, .length = cut.left};
    check_plenty(&p);
    if (way & WALK)
        walk(&p);
    else if (way & CUT_ALL)
        (void)check_cut(&p, share_of(p.block_bytes, share));
    else
        check_arena(&p, share_of(p.arena_peak, share));
}

/* ---- Seeds ---- */

enum { HEAD_BYTES = 4, MOST_FILE_BYTES = 8192, SMALL_FILE_BYTES = 1024 };

/* Small files with all their requests failing, larger ones with one of them. */
static void give_sample(void *context, const fuzz_sample *sample) {
    static unsigned number;
    static uint8_t bytes[HEAD_BYTES + MOST_FILE_BYTES];
    const fuzz_seeds *const seeds = context;
    const navlint_input *const file = &sample->inputs[0];
    if (file->length > MOST_FILE_BYTES) return;
    const unsigned share = ++number * 40503 % SHARES;
    const unsigned way = file->length <= SMALL_FILE_BYTES ? WALK : number % 4 == 0 ? CUT_ALL : 0;
    bytes[0] = (uint8_t)sample->format;
    bytes[1] = (uint8_t)share;
    bytes[2] = (uint8_t)(share >> 8);
    bytes[3] = (uint8_t)(way | (number % 3 == 0 ? number % CAP_MASK : CAP_MASK));
    memcpy(bytes + HEAD_BYTES, file->bytes, file->length);
    seeds->give(seeds->context, sample->name, bytes, HEAD_BYTES + file->length);
}

void fuzz_target_seeds(const fuzz_seeds *seeds) {
    fuzz_seeds copy = *seeds;
    fuzz_each_sample(MOST_FILE_BYTES, give_sample, &copy);
}
