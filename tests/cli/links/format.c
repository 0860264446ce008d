/* A format with sets, as small as can be: "LNK1", the file's own number and that of the file it
 * leads to (u32le each), then bytes without meaning but for these: 'i', 'w' and 'e' break a rule of
 * that severity, 'c' is an error from which the rest of the file follows. */
#include <string.h>

#include "core/reader.h"
#include "parsers/format.h"
#include "parsers/witness.h"

enum { HEAD_BYTES = 12, NUMBER_AT = 4, NEXT_AT = 8 };

enum {
    LINKS_CUT,
    LINKS_SELF,
    LINKS_UNRESOLVED,
    LINKS_TWICE,
    LINKS_I,
    LINKS_W,
    LINKS_E,
    LINKS_C,
    RULE_COUNT
};

#define ROW(code, severity, message)                                                               \
    [code] = {#code,   NAVLINT_##severity, NAVLINT_BROKEN, message, "A rule for tests.",           \
              "None.", "This file.",       false}

static const navlint_rule rules[RULE_COUNT] = {
    ROW(LINKS_CUT, ERROR, "the head is cut"),
    ROW(LINKS_SELF, ERROR, "leads to itself"),
    ROW(LINKS_UNRESOLVED, ERROR, "leads to {actual}, which no file of the set is"),
    ROW(LINKS_TWICE, WARNING, "{actual} files have a number that another one has"),
    ROW(LINKS_I, INFO, "an i"),
    ROW(LINKS_W, WARNING, "a w"),
    ROW(LINKS_E, ERROR, "an e"),
    ROW(LINKS_C, ERROR, "a c"),
};

typedef struct document {
    uint32_t number;
    uint32_t next;
} document;

static bool has_magic(const uint8_t *bytes, size_t length) {
    return length >= 4 && memcmp(bytes, "LNK1", 4) == 0;
}

static uint64_t arena_bound(uint64_t input_bytes) {
    (void)input_bytes;
    return 64;
}

static const void *decode(nl_job *job) {
    if (job->length < HEAD_BYTES) {
        nl_place end = nl_place_of(job->report, job->bytes);
        end.at = job->length;
        nl_emit(&end, LINKS_CUT, NULL, &(nl_draft){.length = 0});
        return NULL;
    }
    document *const doc = NL_NEW(job->arena, document, 1);
    if (!doc) return NULL;
    *doc = (document){nl_load_u32(job->bytes + NUMBER_AT), nl_load_u32(job->bytes + NEXT_AT)};
    nl_claim(job->report, 0, job->length);
    return doc;
}

static void emit_next(const nl_job *job, unsigned rule) {
    const nl_place head = nl_place_of(job->report, job->bytes);
    const nl_field next = {.name = "next", .at = NEXT_AT, .type = NL_U32LE};
    nl_emit(&head, rule, &next, &(nl_draft){.length = 0});
}

static void check_byte(const nl_job *job, size_t at) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = at;
    switch (job->bytes[at]) {
    case 'i':
        nl_emit(&place, LINKS_I, NULL, &(nl_draft){.length = 1});
        break;
    case 'w':
        nl_emit(&place, LINKS_W, NULL, &(nl_draft){.length = 1});
        break;
    case 'e':
        nl_emit(&place, LINKS_E, NULL, &(nl_draft){.length = 1});
        break;
    case 'c':
        if (nl_emit_cause(&place, LINKS_C, NULL, &(nl_draft){.length = 1}))
            nl_follow(job->report, true);
        break;
    default:
        break;
    }
}

static void check(nl_job *job, const void *document_) {
    const document *const doc = document_;
    nl_fact(job->report, "number", (navlint_value){NAVLINT_UINT, {.uint = doc->number}});
    if (doc->next == doc->number) emit_next(job, LINKS_SELF);
    for (size_t at = HEAD_BYTES; at < job->length; at++)
        check_byte(job, at);
    nl_follow(job->report, false);
}

static size_t count_of(const nl_set *set, uint32_t number) {
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++) {
        const document *const doc = set->members[i].document;
        count += doc && doc->number == number;
    }
    return count;
}

static void check_set(const nl_set *set) {
    uint64_t twice = 0;
    for (size_t i = 0; i < set->count; i++) {
        const document *const doc = set->members[i].document;
        if (!doc) continue;
        if (count_of(set, doc->next) == 0) emit_next(&set->members[i].job, LINKS_UNRESOLVED);
        twice += count_of(set, doc->number) > 1;
    }
    const nl_place whole = nl_place_of(set->report, NULL);
    if (twice > 0) nl_emit(&whole, LINKS_TWICE, NULL, &(nl_draft){.actual = nl_uint(twice)});
    nl_fact(set->report, "files", (navlint_value){NAVLINT_UINT, {.uint = set->count}});
}

/* ---- witnesses ---- */

#define LINK(from, to) (&(const document){.number = (from), .next = (to)})

static const nl_witness_file *const witness_rows[RULE_COUNT] = {
#include "tests/cli/links/witnesses.def"
};

static void write_file(nl_writer *out, const void *spec) {
    const document *const link = spec;
    nl_write_bytes(out, "LNK1", 4);
    nl_write_u32(out, link->number);
    nl_write_u32(out, link->next);
}

static const nl_witnesses witnesses = {.rows = witness_rows, .write = write_file};

static const char *const extensions[] = {".lnk", NULL};

const nl_format nl_format_links = {
    .info = {.id = "test-links",
             .title = "Files that lead to one another",
             .summary = "for tests",
             .extensions = extensions,
             .rules = rules,
             .rule_count = RULE_COUNT,
             .has_sets = true},
    .has_magic = has_magic,
    .arena_bound = arena_bound,
    .decode = decode,
    .check = check,
    .check_set = check_set,
    .witnesses = &witnesses,
};
