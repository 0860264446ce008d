#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "fuzz/mutants/judge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/oracle.h"
#include "validator/valid_files.h"

enum {
    PARTS = 16,              /* sizes of memory, and of step budgets, that are tried */
    SMALL_BYTES = 16 * 1024, /* larger subjects are spared the hardships */
    OUTPUT_BYTES = 2 << 20,
    DUMP_STOP_AFTER = 3,
};

static uint64_t mix(uint64_t digest, uint64_t value) {
    return (digest ^ value) * 0x9e3779b97f4a7c15u + (digest >> 29);
}

static uint64_t mix_bytes(uint64_t digest, const void *bytes, size_t length) {
    const uint8_t *const octets = bytes;
    for (size_t i = 0; i < length; i++)
        digest = mix(digest, octets[i]);
    return mix(digest, length);
}

static uint64_t mix_text(uint64_t digest, const char *text) {
    return !text ? mix(digest, UINT64_MAX) : mix_bytes(digest, text, strlen(text));
}

/* A block that ends where no more may be touched. */
typedef struct fenced {
    uint8_t *pages;
    size_t length;
} fenced;

static fenced memory;    /* what a check may use */
static fenced copies[2]; /* of the bytes of an input; of what a room writes */

/* The last `bytes` bytes in front of the fence. What is there stays from one call to the next. */
static uint8_t *fenced_take(fenced *f, size_t bytes) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (bytes > f->length || !f->pages) {
        if (f->pages) munmap(f->pages, f->length + page);
        f->length = (bytes / page + 1) * page;
        f->pages = mmap(NULL, f->length + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
        if (f->pages == MAP_FAILED || mprotect(f->pages + f->length, page, PROT_NONE) != 0) abort();
    }
    return f->pages + f->length - bytes;
}

static void *block_of(size_t bytes) {
    return fenced_take(&memory, bytes);
}

/* ---- Reports ---- */

static uint64_t mix_report(uint64_t digest, const navlint_report *report) {
    digest = mix(digest, fuzz_report_digest(report));
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        digest = mix(digest, fuzz_report_digest(navlint_report_member(report, i)));
    return digest;
}

static uint64_t mix_check(uint64_t digest, const navlint_options *options, const subject *s,
                          size_t memory_bytes) {
    const navlint_report *report = NULL;
    const navlint_status status = navlint_check(options, s->inputs, s->input_count,
                                                block_of(memory_bytes), memory_bytes, &report);
    digest = mix(digest, status);
    return status == NAVLINT_OK ? mix_report(digest, report) : digest;
}

static uint64_t mix_whole(uint64_t digest, const navlint_options *options, const subject *s) {
    return mix_check(digest, options, s, navlint_memory_bound(options, s->inputs, s->input_count));
}

static uint64_t mix_games(uint64_t digest, const navlint_options *options, const subject *s) {
    navlint_options other = *options;
    for (size_t i = 0; i < s->format->game_count; i++) {
        other.game = s->format->games[i].id;
        digest = mix_whole(digest, &other, s);
    }
    return digest;
}

static uint64_t total_bytes(const subject *s) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < s->input_count; i++)
        bytes += s->inputs[i].length;
    return bytes;
}

/* What the whole of it uses; of a set only its own round is known. */
static navlint_usage usage_of(const navlint_options *options, const subject *s) {
    const size_t bytes = navlint_memory_bound(options, s->inputs, s->input_count);
    const navlint_report *report = NULL;
    if (navlint_check(options, s->inputs, s->input_count, block_of(bytes), bytes, &report) !=
        NAVLINT_OK)
        return (navlint_usage){0};
    return navlint_report_usage(report);
}

/* Few findings, so that most of the memory is the arena. Sizes all over the range, and as many of
 * the part that a file uses: the arena is what follows the report. */
static uint64_t mix_small_memory(uint64_t digest, const navlint_options *options,
                                 const subject *s) {
    navlint_options capped = *options;
    capped.max_findings = 3;
    capped.max_findings_per_rule = 2;
    const size_t bound = navlint_memory_bound(&capped, s->inputs, s->input_count);
    const navlint_usage usage = usage_of(&capped, s);
    const size_t starts = bound - (size_t)(usage.arena_bound < bound ? usage.arena_bound : bound);
    for (size_t part = 0; part < PARTS; part++)
        digest = mix_check(digest, &capped, s, bound / PARTS * part);
    for (size_t part = 0; s->input_count == 1 && part < 2 * PARTS; part++) {
        const size_t bytes = starts + (size_t)usage.arena_peak * part / (2 * PARTS);
        digest = mix_check(digest, &capped, s, bytes < bound ? bytes : bound);
    }
    return mix_check(digest, &capped, s, bound);
}

static uint64_t mix_few_steps(uint64_t digest, const navlint_options *options, const subject *s) {
    const uint64_t needed = usage_of(options, s).steps;
    const uint64_t most = s->input_count == 1 ? needed : total_bytes(s);
    navlint_options capped = *options;
    for (uint64_t part = 0; part <= PARTS; part++) {
        capped.max_steps = 1 + most * part / PARTS;
        digest = mix_whole(digest, &capped, s);
    }
    return digest;
}

/* ---- Dump and drawing ---- */

typedef struct visitor {
    uint64_t digest;
    uint64_t calls_left;
} visitor;

static uint64_t mix_value(uint64_t digest, const navlint_value *value) {
    digest = mix(digest, value->kind);
    if (value->kind == NAVLINT_NO_VALUE) return digest;
    if (value->kind == NAVLINT_TEXT) return mix_text(digest, value->as.text);
    return mix(digest, value->as.uint);
}

static bool visit_field(void *context, const navlint_field *field) {
    visitor *const v = context;
    uint64_t digest = mix_text(mix_text(v->digest, field->path), field->type);
    digest = mix(mix(mix(digest, field->role), field->offset), field->length);
    v->digest = mix_value(digest, &field->value);
    return --v->calls_left > 0;
}

static bool visit_shape(void *context, const navlint_shape *shape) {
    visitor *const v = context;
    uint64_t digest = mix(v->digest, shape->kind);
    if (shape->kind == NAVLINT_OBJECT) digest = mix_text(digest, shape->name);
    if (shape->path) digest = mix_text(digest, shape->path);
    digest = mix(mix(mix(digest, shape->offset), shape->inner.offset), shape->flags);
    if (shape->kind == NAVLINT_VERTEX || shape->kind == NAVLINT_MARK)
        digest = mix_bytes(digest, shape->position, sizeof shape->position);
    if (shape->kind == NAVLINT_FACE || shape->kind == NAVLINT_LINE)
        for (size_t i = 0; i < shape->corner_count; i++)
            digest = mix(digest, shape->corners[i]);
    v->digest = digest;
    return --v->calls_left > 0;
}

static uint64_t mix_dump(uint64_t digest, const navlint_options *options, const subject *s,
                         uint64_t calls) {
    visitor fields = {.digest = digest, .calls_left = calls};
    const size_t bytes = navlint_memory_bound(options, s->inputs, 1);
    const navlint_status status =
        navlint_dump(options, s->inputs, block_of(bytes), bytes, visit_field, &fields);
    return mix(fields.digest, status);
}

static uint64_t mix_drawing(uint64_t digest, const navlint_options *options, const subject *s,
                            uint64_t calls) {
    visitor shapes = {.digest = digest, .calls_left = calls};
    const size_t bytes = navlint_memory_bound(options, s->inputs, 1);
    const navlint_status status =
        navlint_draw(options, s->inputs, block_of(bytes), bytes, visit_shape, &shapes);
    return mix(shapes.digest, status);
}

/* Whole, and stopped early. */
static uint64_t mix_views(uint64_t digest, const navlint_options *options, const subject *s) {
    digest = mix_dump(digest, options, s, UINT64_MAX);
    digest = mix_dump(digest, options, s, DUMP_STOP_AFTER);
    digest = mix_drawing(digest, options, s, UINT64_MAX);
    return mix_drawing(digest, options, s, DUMP_STOP_AFTER);
}

/* ---- All of it ---- */

static uint64_t mix_verdict(uint64_t digest, const navlint_options *options, const subject *s) {
    navlint_options forced = *options;
    forced.format = s->format->id;
    digest = mix_whole(mix_whole(digest, options, s), &forced, s);
    return s->input_count == 1 ? mix_views(digest, &forced, s) : digest;
}

static uint64_t mix_hardships(uint64_t digest, const navlint_options *options, const subject *s) {
    navlint_options forced = *options;
    forced.format = s->format->id;
    digest = mix_games(digest, &forced, s);
    digest = mix_small_memory(digest, &forced, s);
    return mix_few_steps(digest, &forced, s);
}

/* The same with an input that ends at a fence: reading past its end is death. */
static subject fenced_subject(const subject *s, navlint_input *input) {
    if (s->input_count != 1) return *s;
    *input = s->inputs[0];
    input->bytes = memcpy(fenced_take(&copies[0], input->length), input->bytes, input->length);
    return (subject){.format = s->format, .inputs = input, .input_count = 1};
}

uint64_t digest_of_verdict(const subject *s) {
    navlint_options options;
    navlint_input input;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const subject copy = fenced_subject(s, &input);
    return mix_verdict(0, &options, &copy);
}

bool subject_is_small(const subject *s) {
    return total_bytes(s) <= SMALL_BYTES;
}

uint64_t digest_of_hardships(const subject *s) {
    navlint_options options;
    navlint_input input;
    navlint_options_init(&options, sizeof options);
    options.pedantic = true;
    const subject copy = fenced_subject(s, &input);
    return mix_hardships(0, &options, &copy);
}

/* ---- What the room writes, with room enough and with less ---- */

static uint64_t mix_witness(uint64_t digest, const char *code, size_t capacity, size_t *length) {
    uint8_t *const bytes = fenced_take(&copies[1], capacity);
    const navlint_status status = navlint_witness(code, bytes, capacity, length);
    return mix_bytes(mix(digest, status), bytes, status == NAVLINT_OK ? *length : 0);
}

uint64_t digest_of_witness(const char *code) {
    size_t length = 0;
    size_t ignored = 0;
    uint64_t digest = mix_witness(0, code, OUTPUT_BYTES, &length);
    if (length > SMALL_BYTES) return digest;
    for (size_t part = 0; part <= PARTS; part++)
        digest = mix_witness(digest, code, length * part / PARTS, &ignored);
    return digest;
}

static uint64_t mix_built(uint64_t digest, const trial_build *b, size_t capacity, size_t *length) {
    uint8_t *const bytes = fenced_take(&copies[1], capacity);
    const bool fits =
        nl_build_variant(b->format->id, b->variant, b->target_bytes, bytes, capacity, length);
    return mix_bytes(mix(mix(digest, fits), *length), bytes, fits ? *length : 0);
}

uint64_t digest_of_built(const trial_build *b) {
    size_t length = 0;
    size_t ignored = 0;
    uint64_t digest = mix_built(0, b, OUTPUT_BYTES, &length);
    if (length > SMALL_BYTES) return digest;
    for (size_t part = 0; part <= PARTS; part++)
        digest = mix_built(digest, b, length * part / PARTS, &ignored);
    return digest;
}
