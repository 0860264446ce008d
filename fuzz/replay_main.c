/* Runs a harness without a fuzzing engine, built by any compiler: every file that the arguments
 * name (folders are walked) and the witness of every rule of the format, with all invariants,
 * twice: in a heap block of exactly the input's size, and ending flush against a page that may not
 * be touched. Witnesses and small files of every dialect are cut short at every length too, and the
 * latter get boundary values in every field. */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "fuzz/files.h"
#include "fuzz/oracle.h"

#include "tests/support/prefix.h"
#include "validator/valid_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    WITNESS_BYTES = 1 << 20, /* navlint_witness: "1 MiB holds every witness" */
    SWEEP_BYTES = 4096,      /* inputs up to this size are judged at every length */
    SMALL_BUILD_BYTES = 512,
    LARGE_BUILD_BYTES = 1 << 18
};

static size_t inputs_judged;
static size_t prefixes_judged;

/* What is being judged, for the message that an abort leaves behind. */
static void announce(const char *name, size_t length) {
    if (getenv("FUZZ_VERBOSE")) fprintf(stderr, "%s: %zu bytes\n", name, length);
}

static void judge_in_heap(const uint8_t *bytes, size_t length) {
    uint8_t *const copy = malloc(length == 0 ? 1 : length);
    if (!copy) abort();
    uint8_t *const start = length == 0 ? copy + 1 : copy;
    if (length > 0) memcpy(start, bytes, length);
    fuzz_judge(FUZZ_FORMAT, start, length, FUZZ_THOROUGH);
    free(copy);
}

typedef struct guarded {
    uint8_t *pages;
    size_t page_bytes; /* the readable part; one page without access follows */
    size_t total_bytes;
} guarded;

static guarded guarded_open(size_t length) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    guarded guard = {.page_bytes = (length / page + 1) * page};
    guard.total_bytes = guard.page_bytes + page;
    guard.pages =
        mmap(NULL, guard.total_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (guard.pages == MAP_FAILED) abort();
    if (mprotect(guard.pages + guard.page_bytes, page, PROT_NONE) != 0) abort();
    return guard;
}

static const navlint_report *judge_flush(const guarded *guard, const uint8_t *bytes, size_t length,
                                         fuzz_depth depth) {
    uint8_t *const start = guard->pages + guard->page_bytes - length;
    if (length > 0) memcpy(start, bytes, length);
    return fuzz_judge(FUZZ_FORMAT, start, length, depth);
}

static bool is_valid(const navlint_report *report) {
    return navlint_report_verdict(report) == NAVLINT_VALID;
}

/* Valid without a warning or a remark (which may be about bytes that do not count, such as
 * padding), and a field accounts for each byte. */
static bool is_clean(const navlint_report *report) {
    const navlint_summary summary = navlint_report_summary(report);
    return is_valid(report) && summary.warnings == 0 && summary.infos == 0 &&
           navlint_report_unclaimed_count(report) == 0;
}

static bool note_fill(void *context, const navlint_field *field) {
    if (strcmp(field->path, "/fill") == 0) *(uint64_t *)context = field->offset;
    return true;
}

/* Bytes in front of the fill that archives put behind a file's data: /fill in its dump. */
static size_t data_bytes(const uint8_t *bytes, size_t length) {
    uint64_t end = length;
    navlint_options options;
    navlint_options_init(&options, sizeof options);
    options.format = FUZZ_FORMAT;
    const navlint_input input = {.name = "replay", .bytes = bytes, .length = length};
    const size_t memory_bytes = navlint_memory_bound(&options, &input, 1);
    void *const memory = malloc(memory_bytes);
    if (!memory) abort();
    (void)navlint_dump(&options, &input, memory, memory_bytes, note_fill, &end);
    free(memory);
    return (size_t)end;
}

/* Invariant 9 where it is easy to break: a file that lost one of the first `needed` bytes, which
 * all counted, is not valid; but a plugin that ends where a top group did may be, and then warns of
 * the header's count, and so may an addon that lacks nothing but its sum. */
static void judge_prefixes(const guarded *guard, const uint8_t *bytes, size_t length,
                           size_t needed) {
    for (size_t cut = 0; cut < length; cut++) {
        const navlint_report *const report = judge_flush(guard, bytes, cut, FUZZ_QUICK);
        const bool may_be_valid = cut >= needed || prefix_ends_between_groups(bytes, length, cut) ||
                                  prefix_lacks_sum(bytes, length, cut);
        REQUIRE(9, may_be_valid || !is_valid(report));
        REQUIRE(9, cut >= needed || !is_valid(report) || prefix_is_told(report) ||
                       prefix_lacks_sum(bytes, length, cut));
        REQUIRE(9, may_be_valid || fuzz_silenced_verdict(FUZZ_FORMAT, bytes, cut) != NAVLINT_VALID);
        prefixes_judged++;
    }
}

static void judge_at_guard(const uint8_t *bytes, size_t length, size_t sweep_bytes) {
    const guarded guard = guarded_open(length);
    const navlint_report *const report = judge_flush(&guard, bytes, length, FUZZ_THOROUGH);
    const size_t needed = is_clean(report) ? data_bytes(bytes, length) : 0;
    if (length <= sweep_bytes) judge_prefixes(&guard, bytes, length, needed);
    munmap(guard.pages, guard.total_bytes);
}

static void judge_up_to(const char *name, const uint8_t *bytes, size_t length, size_t sweep_bytes) {
    announce(name, length);
    judge_in_heap(bytes, length);
    judge_at_guard(bytes, length, sweep_bytes);
    inputs_judged++;
}

static void judge(const char *name, const uint8_t *bytes, size_t length) {
    judge_up_to(name, bytes, length, SWEEP_BYTES);
}

/* A corpus has thousands of them, many of which are others cut short. */
static void judge_file(const char *name, const uint8_t *bytes, size_t length) {
    judge_up_to(name, bytes, length, 0);
}

static void judge_witnesses(void) {
    const navlint_format *const format = navlint_format_by_id(FUZZ_FORMAT);
    uint8_t *const bytes = calloc(1, WITNESS_BYTES);
    if (!format || !bytes) abort();
    for (size_t i = 0; i < format->rule_count; i++) {
        size_t length = 0;
        const navlint_status status =
            navlint_witness(format->rules[i].code, bytes, WITNESS_BYTES, &length);
        if (status == NAVLINT_UNSUPPORTED) continue;
        REQUIRE(20, status == NAVLINT_OK && length <= WITNESS_BYTES);
        judge(format->rules[i].code, bytes, length);
    }
    free(bytes);
}

/* A valid file of every dialect that the room can write. */
static void judge_built(uint64_t target_bytes) {
    const size_t capacity = (size_t)(2 * target_bytes) + 65536;
    uint8_t *const bytes = malloc(capacity);
    if (!bytes) abort();
    for (unsigned variant = 0; variant < nl_build_variants(FUZZ_FORMAT); variant++) {
        size_t length = 0;
        REQUIRE(20, nl_build_variant(FUZZ_FORMAT, variant, target_bytes, bytes, capacity, &length));
        judge("(built)", bytes, length);
        REQUIRE(20, is_valid(fuzz_judge(FUZZ_FORMAT, bytes, length, FUZZ_QUICK)));
        if (length <= SWEEP_BYTES) fuzz_sweep_fields(FUZZ_FORMAT, bytes, length);
    }
    free(bytes);
}

int main(int argc, char **argv) {
    judge("(empty)", (const uint8_t *)"", 0);
    judge_witnesses();
    judge_built(SMALL_BUILD_BYTES);
    judge_built(LARGE_BUILD_BYTES);
    for (int i = 1; i < argc; i++)
        if (!fuzz_each_file(argv[i], judge_file)) return EXIT_FAILURE;
    printf("%s: %zu inputs and %zu prefixes hold all invariants\n", FUZZ_FORMAT, inputs_judged,
           prefixes_judged);
    return EXIT_SUCCESS;
}
