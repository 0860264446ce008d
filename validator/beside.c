#include "validator/beside.h"

#include <string.h>
#include <strings.h>

#include "core/checked.h"
#include "core/sort.h"
#include "validator/catalogue.h"

/* An input by its name without the extension. */
typedef struct stem {
    uint64_t hash;
    uint32_t input;
} stem;

uint64_t nl_beside_bytes(uint64_t input_count) {
    return nl_add_sat(nl_mul_sat(input_count, sizeof(stem)), 16);
}

static size_t stem_length(const char *name) {
    const char *const dot = strrchr(name, '.');
    return dot && !strpbrk(dot, "/\\!") ? (size_t)(dot - name) : strlen(name);
}

/* FNV-1a, of letters whatever their case. */
static uint64_t hash_of(const char *name) {
    const size_t length = stem_length(name);
    uint64_t hash = 0xCBF29CE484222325;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)name[i];
        hash = (hash ^ (c >= 'A' && c <= 'Z' ? c + 32u : c)) * 0x100000001B3;
    }
    return hash;
}

static bool have_same_stem(const char *a, const char *b) {
    const size_t length = stem_length(a);
    return length == stem_length(b) && strncasecmp(a, b, length) == 0;
}

static bool stem_before(const void *a, const void *b) {
    const stem *const one = a;
    const stem *const other = b;
    return one->hash != other->hash ? one->hash < other->hash : one->input < other->input;
}

static bool looks_beside(const nl_judged *judged, uint32_t input) {
    const nl_format *const format = judged->recognised[input].format;
    return format && format->check_beside;
}

/* Those whose names have one hash, [first, end), and a format that looks beside its files. */
typedef struct run {
    const nl_format *format;
    const stem *first;
    const stem *end;
} run;

static void check_pair(const nl_judged *judged, uint32_t input, uint32_t other) {
    nl_member *const member = &judged->members[input];
    const nl_job *const beside = &judged->members[other].job;
    if (!member->document || member->job.is_context) return;
    if (have_same_stem(member->job.name, beside->name))
        judged->recognised[input].format->check_beside(&member->job, member->document, beside);
}

/* Of the beginning of a file nobody knows the format. */
static bool is_looked_at(const nl_judged *judged, uint32_t input) {
    const nl_recognised *const recognised = &judged->recognised[input];
    return nl_is_beginning(recognised) || (recognised->format && !looks_beside(judged, input));
}

/* The first one that the format has something to say about; the end if there is none. */
static const stem *find_other(const nl_judged *judged, const run *r) {
    for (const stem *at = r->first; at < r->end; at++) {
        const nl_job *const job = &judged->members[at->input].job;
        if (is_looked_at(judged, at->input) && r->format->is_beside(job->bytes, job->length))
            return at;
    }
    return r->end;
}

static void check_run(const nl_judged *judged, const run *r) {
    const stem *const other = find_other(judged, r);
    for (const stem *at = r->first; other < r->end && at < r->end; at++)
        if (judged->recognised[at->input].format == r->format)
            check_pair(judged, at->input, other->input);
}

static void check_runs(const nl_judged *judged, const nl_format *format, const stem *stems) {
    const stem *const end = stems + judged->count;
    for (const stem *first = stems, *next = NULL; first < end; first = next) {
        for (next = first; next < end && next->hash == first->hash;)
            next++;
        if (next - first > 1) check_run(judged, &(run){format, first, next});
    }
}

static bool any_looks_beside(const nl_judged *judged) {
    bool any = false;
    for (uint32_t i = 0; i < judged->count && !any; i++)
        any = looks_beside(judged, i);
    return any;
}

void nl_check_beside(const nl_judged *judged, nl_arena *arena) {
    const size_t mark = nl_arena_mark(arena);
    if (!any_looks_beside(judged)) return;
    stem *const stems = NL_NEW(arena, stem, judged->count);
    if (!stems) return;
    for (uint32_t i = 0; i < judged->count; i++)
        stems[i] = (stem){hash_of(judged->members[i].job.name), i};
    nl_sort((nl_sorted){(uint8_t *)stems, sizeof *stems, stem_before}, (uint32_t)judged->count);
    for (size_t i = 0; i < nl_format_count; i++)
        if (nl_formats[i]->check_beside) check_runs(judged, nl_formats[i], stems);
    nl_arena_release(arena, mark);
}
