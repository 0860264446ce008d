/* A format for tests of the engine: "LTRS", then letters, some of which are findings with a fix
 * that behaves in its own way. */
#include "tests/fix/letters.h"

#include <string.h>

#include "parsers/fix.h"
#include "parsers/format.h"

enum { HEAD_BYTES = 4, MUCH = 1 << 23, TOO_MUCH = 1 << 25 };

enum {
    LETTER_PLAIN,
    LETTER_GREEDY,
    LETTER_VAIN,
    LETTER_TORN,
    LETTER_MANY,
    LETTER_BAD,
    LETTER_WHOLE,
    RULE_COUNT
};

#define ROW(code, message)                                                                         \
    [code] = {#code,   NAVLINT_WARNING, NAVLINT_BROKEN, message, "A rule for tests.",              \
              "None.", "This file.",    false}

static const navlint_rule rules[RULE_COUNT] = {
    ROW(LETTER_PLAIN, "a p"), ROW(LETTER_GREEDY, "a g"), ROW(LETTER_VAIN, "a v"),
    ROW(LETTER_TORN, "a t"),  ROW(LETTER_MANY, "an m"),  ROW(LETTER_BAD, "a b"),
    ROW(LETTER_WHOLE, "a w"),
};

static const char letters[] = "pgvtmbw"; /* by rule */

/* ---- The format ---- */

static bool has_magic(const uint8_t *bytes, size_t length) {
    return length >= HEAD_BYTES && memcmp(bytes, "LTRS", HEAD_BYTES) == 0;
}

static uint64_t arena_bound(uint64_t input_bytes) {
    (void)input_bytes;
    return 64;
}

static const void *decode(nl_job *job) {
    nl_claim(job->report, 0, job->length);
    return job->bytes;
}

static void check(nl_job *job, const void *document) {
    (void)document;
    for (size_t at = HEAD_BYTES; at < job->length; at++) {
        const char *const letter = strchr(letters, job->bytes[at]);
        nl_place place = nl_place_of(job->report, job->bytes);
        place.at = at;
        if (letter && *letter != '\0')
            nl_emit(&place, (unsigned)(letter - letters), NULL, &(nl_draft){.length = 1});
    }
}

static void dump(const nl_job *job, const void *document, nl_dump *dump) {
    (void)job, (void)document, (void)dump;
}

/* ---- Its fixes ---- */

static bool write_at(nl_fixer *fixer, const navlint_finding *finding, const char *letter) {
    const navlint_field place = nl_fix_place("/letters", finding->offset, 1);
    return nl_fix_replace(fixer, &place, letter, 1);
}

static bool fix_plain(nl_fixer *fixer, const navlint_finding *finding) {
    return write_at(fixer, finding, ".");
}

static bool fix_greedy(nl_fixer *fixer, const navlint_finding *finding) {
    return nl_fix_spend(fixer, TOO_MUCH) && write_at(fixer, finding, ".");
}

/* Works, and finds nothing to do. */
static bool fix_vain(nl_fixer *fixer, const navlint_finding *finding) {
    (void)finding;
    (void)nl_fix_spend(fixer, MUCH);
    return false;
}

static bool fix_torn(nl_fixer *fixer, const navlint_finding *finding) {
    return write_at(fixer, finding, ".") && write_at(fixer, finding, ",");
}

/* The letter and the dots behind it, each in an edit of its own. */
static bool fix_many(nl_fixer *fixer, const navlint_finding *finding) {
    navlint_finding one = *finding;
    bool is_ok = true;
    for (int i = 0; is_ok && i < LETTERS_OF_MANY; i++, one.offset++)
        is_ok = write_at(fixer, &one, i == 0 ? "." : ",");
    return is_ok;
}

static bool fix_bad(nl_fixer *fixer, const navlint_finding *finding) {
    return write_at(fixer, finding, "b");
}

/* All of them at once. */
static bool fix_whole(nl_fixer *fixer, const navlint_finding *finding) {
    const nl_job *const job = &fixer->members[fixer->input].job;
    navlint_finding one = *finding;
    bool is_ok = nl_fix_spend(fixer, MUCH);
    for (one.offset = HEAD_BYTES; is_ok && one.offset < job->length; one.offset++)
        is_ok = job->bytes[one.offset] != 'w' || write_at(fixer, &one, ".");
    return is_ok;
}

static const nl_fix_row rows[RULE_COUNT] = {
    NL_FIX_ROW(LETTER_PLAIN, SAFE, fix_plain, "writes a dot")
        NL_FIX_ROW(LETTER_GREEDY, SAFE, fix_greedy, "works too much")
            NL_FIX_ROW(LETTER_VAIN, SAFE, fix_vain, "works for nothing")
                NL_FIX_ROW(LETTER_TORN, SAFE, fix_torn, "writes a dot and a comma")
                    NL_FIX_ROW(LETTER_MANY, SAFE, fix_many, "writes a dot and commas")
                        NL_FIX_ROW(LETTER_BAD, SAFE, fix_bad, "writes the same")
                            NL_FIX_ONCE_ROW(1, LETTER_WHOLE, SAFE, fix_whole, "writes dots")};

static const nl_fixes fixes = {.rows = rows};

static const char *const extensions[] = {".ltr", NULL};

static const nl_format letters_format = {
    .info = {.id = "test-letters",
             .title = "Letters",
             .summary = "for tests",
             .extensions = extensions,
             .rules = rules,
             .rule_count = RULE_COUNT},
    .has_magic = has_magic,
    .arena_bound = arena_bound,
    .decode = decode,
    .check = check,
    .dump = dump,
    .fixes = &fixes,
};

const nl_format *const nl_formats[] = {&letters_format};
const size_t nl_format_count = 1;
