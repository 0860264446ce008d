/* Bytes to an fpk_document: the header, what the tables hold, where everything lies. */
#include <string.h>

#include "containers/fox_fpk/findings.h"
#include "containers/md5.h"
#include "core/checked.h"

static const char magic[] = "foxfpk";
static const char platform[] = "win";

enum { MAGIC_BYTES = sizeof magic - 1, PLATFORM_BYTES = sizeof platform - 1 };

bool fpk_has_magic(const uint8_t *bytes, size_t length) {
    return length >= MAGIC_BYTES && memcmp(bytes, magic, MAGIC_BYTES) == 0;
}

bool fpk_has_digest(const nl_job *job, uint32_t index, box_name name) {
    uint8_t digest[BOX_MD5_BYTES];
    box_md5(name.chars, name.length, digest);
    return memcmp(digest, job->bytes + fpk_entry_at(index) + FPK_ENTRY_DIGEST_AT, sizeof digest) ==
           0;
}

/* ---- Header ---- */

static uint32_t header_word(const nl_job *job, uint32_t at) {
    return nl_load_u32(job->bytes + at);
}

static void found_in_header(const nl_job *job, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place header = fpk_header_place(job);
    nl_found(&header, rule, field, &draft);
}

static bool check_length(const nl_job *job) {
    if (job->length >= FPK_HEADER_BYTES) return true;
    job->report->undecoded = true;
    found_in_header(job, FPK_SHORT, NL_NO_FIELD,
                    (nl_draft){.length = job->length,
                               .actual = nl_uint(job->length),
                               .expected = nl_uint(FPK_HEADER_BYTES)});
    return false;
}

/* What should stand in the header's first bytes. */
typedef struct mark {
    unsigned field;
    uint32_t at;
    uint32_t length;
    const char *what;
    const char *wanted;
} mark;

static void found_mark(const nl_job *job, const mark *m) {
    char chars[32];
    nl_text there = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&there, job->bytes + m->at, m->length);
    job->report->undecoded = true;
    found_in_header(
        job, FPK_MAGIC, m->field,
        (nl_draft){.args = {nl_string(m->what), nl_string(there.chars), nl_string(m->wanted)}});
}

static bool is_known_type(uint8_t type) {
    return type == FPK_TYPE_FPK || type == FPK_TYPE_SPACE || type == FPK_TYPE_FPKD;
}

/* A tag of three letters or digits: "ste" of Ground Zeroes, which has names that are enciphered;
 * others of consoles. Source: readers of Ground Zeroes' packs. */
static bool is_other_platform(const nl_job *job) {
    const uint8_t *const tag = job->bytes + FPK_HEADER_PLATFORM_AT;
    bool is_tag = memcmp(tag, platform, PLATFORM_BYTES) != 0;
    for (unsigned i = 0; i < PLATFORM_BYTES; i++)
        is_tag = is_tag && ((tag[i] >= 'a' && tag[i] <= 'z') || (tag[i] >= '0' && tag[i] <= '9'));
    return is_tag;
}

static bool check_marks(const nl_job *job) {
    static const mark marks[] = {
        {FPK_HEADER_MAGIC, FPK_HEADER_MAGIC_AT, MAGIC_BYTES, "the magic", "\"foxfpk\""},
        {FPK_HEADER_TYPE, FPK_HEADER_TYPE_AT, 1, "the type", "00 or \"d\""},
        {FPK_HEADER_PLATFORM, FPK_HEADER_PLATFORM_AT, PLATFORM_BYTES, "the platform", "\"win\""},
    };
    const uint8_t *const bytes = job->bytes;
    const bool has_magic = memcmp(bytes, magic, MAGIC_BYTES) == 0;
    if (!has_magic) found_mark(job, &marks[0]);
    if (has_magic && !is_known_type(bytes[FPK_HEADER_TYPE_AT])) found_mark(job, &marks[1]);
    if (has_magic && is_other_platform(job)) {
        nl_limit(job->report, "unsupported",
                 "the pack is of another platform than Windows: navlint reads packs of The Phantom "
                 "Pain and Survive for Windows");
        return false;
    }
    if (has_magic && memcmp(bytes + FPK_HEADER_PLATFORM_AT, platform, PLATFORM_BYTES) != 0)
        found_mark(job, &marks[2]);
    return has_magic;
}

/* Whatever leads beyond the end of a pack that is cut off follows from that. */
static void check_size(const nl_job *job, fpk_document *doc) {
    const nl_place header = fpk_header_place(job);
    const nl_draft draft = {.expected = nl_uint(job->length)};
    doc->said_bytes = header_word(job, FPK_HEADER_SIZE_AT);
    if (doc->said_bytes == job->length) return;
    if (doc->said_bytes < job->length) {
        nl_found(&header, FPK_SIZE, FPK_HEADER_SIZE, &draft);
    } else {
        job->report->undecoded = true;
        doc->is_cut = nl_found_cause(&header, FPK_SIZE, FPK_HEADER_SIZE, &draft);
    }
}

/* ---- Tables ---- */

static void found_lost(const nl_job *job, const fpk_document *doc) {
    const uint32_t entries = header_word(job, FPK_HEADER_ENTRIES_AT);
    const uint32_t references = header_word(job, FPK_HEADER_REFERENCES_AT);
    const bool fits = nl_fits(entries, FPK_ENTRY_BYTES, job->length - FPK_HEADER_BYTES);
    job->report->undecoded = true;
    nl_follow(job->report, doc->is_cut && doc->tables_end <= doc->said_bytes);
    found_in_header(job, FPK_TABLES, fits ? FPK_HEADER_REFERENCES : FPK_HEADER_ENTRIES,
                    (nl_draft){.args = {nl_uint(entries), nl_uint(references),
                                        nl_uint(doc->tables_end), nl_uint(job->length)}});
    nl_follow(job->report, false);
}

static void measure_tables(const nl_job *job, fpk_document *doc) {
    const uint64_t entries = header_word(job, FPK_HEADER_ENTRIES_AT);
    const uint64_t references = header_word(job, FPK_HEADER_REFERENCES_AT);
    const uint64_t room = job->length - FPK_HEADER_BYTES;
    doc->entry_count = (uint32_t)nl_min(entries, room / FPK_ENTRY_BYTES);
    const uint64_t left = room - (uint64_t)doc->entry_count * FPK_ENTRY_BYTES;
    doc->reference_count =
        doc->entry_count == entries ? (uint32_t)nl_min(references, left / FPK_REFERENCE_BYTES) : 0;
    doc->tables_end =
        FPK_HEADER_BYTES + entries * FPK_ENTRY_BYTES + references * FPK_REFERENCE_BYTES;
    doc->is_lost = doc->tables_end > job->length;
    if (!doc->is_lost) return;
    found_lost(job, doc);
    doc->tables_end = FPK_HEADER_BYTES; /* rows that are none may lie in front of a file */
}

/* ---- Where everything lies ---- */

static void add_extent(const nl_job *job, fpk_document *doc, fpk_range range, uint32_t row) {
    if (!fpk_is_inside(job, doc, range)) {
        doc->is_sound = false;
        job->report->undecoded = true;
        return;
    }
    doc->extents[doc->extent_count++] = (box_extent){range.at, range.at + range.length, row};
}

static bool sort_extents(const nl_job *job, fpk_document *doc) {
    const uint32_t entries = doc->entry_count;
    const uint64_t most = 2 * (uint64_t)entries + doc->reference_count;
    doc->extents = NL_NEW(job->arena, box_extent, most);
    if (!doc->extents || !nl_spend(job->budget, most)) return false;
    for (uint32_t i = 0; i < entries; i++) {
        add_extent(job, doc, fpk_data_of(job, i), i);
        add_extent(job, doc, fpk_name_of(job, i), entries + i);
    }
    for (uint32_t i = 0; i < doc->reference_count; i++)
        add_extent(job, doc, fpk_reference_name_of(job, doc, i), 2 * entries + i);
    return box_sort_extents(doc->extents, doc->extent_count, job->budget);
}

static void describe(const nl_job *job, const fpk_document *doc) {
    const uint64_t rows = fpk_reference_at(doc, doc->reference_count);
    job->report->dialect = doc->is_fpkd ? "fpkd" : "fpk";
    job->report->endianness = "little";
    nl_claim(job->report, 0, doc->is_lost ? rows : job->length); /* the rest is gaps */
}

const void *fpk_decode(nl_job *job) {
    fpk_document *const doc = NL_NEW_ZEROED(job->arena, fpk_document, 1);
    if (!doc || !check_length(job) || !check_marks(job)) return NULL;
    doc->is_fpkd = job->bytes[FPK_HEADER_TYPE_AT] == FPK_TYPE_FPKD;
    doc->is_sound = true;
    check_size(job, doc);
    measure_tables(job, doc);
    describe(job, doc);
    if (!doc->is_lost && !sort_extents(job, doc)) return NULL;
    return doc;
}

/* An entry of 48 bytes takes two extents of 24 and 16 for its name's hash, a reference of 16 bytes
 * an extent: never more than 3/2 of the input. The constant holds the document and the alignment.
 */
uint64_t fpk_arena_bound(uint64_t input_bytes) {
    return input_bytes / 2 * 3 + 1024;
}
