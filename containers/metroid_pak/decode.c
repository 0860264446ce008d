/* Bytes to a pk_document: which dialect, where its tables are, what is lost. */
#include "containers/metroid_pak/findings.h"
#include "containers/metroid_pak/tables.h"
#include "core/base_name.h"
#include "core/checked.h"

enum {
    WORD_BYTES = 4,
    NAME_BYTES = 12,     /* that a name takes at least */
    DOCUMENT_BYTES = 256 /* more than it takes, with the alignment of what follows */
};

/* ---- Whose bytes are these ---- */

/* How a file is laid out. */
typedef enum variety { UNKNOWN = 0, OPEN, SECTIONED, OTHER_SECTIONS } variety;

/* Of a version that no game has: as the tables show. */
static variety shown_variety(const uint8_t *bytes, size_t length) {
    const uint32_t second = nl_load_u32be(bytes + WORD_BYTES);
    if (second == PK_HEADER_BYTES && pk_is_sectioned(bytes, length)) return SECTIONED;
    if (second != 0) return UNKNOWN;
    const pk_tables tables = pk_best_tables(bytes, length);
    const bool fits = tables.loss == PK_WHOLE && tables.rows != 0 &&
                      pk_likely_rows(bytes, length, &tables) == tables.rows;
    return fits ? OPEN : UNKNOWN;
}

static variety variety_of(const uint8_t *bytes, size_t length) {
    if (length < PK_HEAD_BYTES) return UNKNOWN;
    const uint32_t version = nl_load_u32be(bytes);
    if (version == PK_OPEN_VERSION) return OPEN;
    if (version != PK_SECTIONED_VERSION) return shown_variety(bytes, length);
    const bool has_header = nl_load_u32be(bytes + WORD_BYTES) == PK_HEADER_BYTES;
    const bool is_cut = has_header && length < PK_FIRST_SECTION_AT;
    return is_cut || (has_header && pk_is_sectioned(bytes, length)) ? SECTIONED : OTHER_SECTIONS;
}

static uint32_t version_of(variety laid_out) {
    return laid_out == SECTIONED ? PK_SECTIONED_VERSION : PK_OPEN_VERSION;
}

/* The version with what always follows it. */
bool pk_has_magic(const uint8_t *bytes, size_t length) {
    if (length < PK_HEAD_BYTES) return false;
    const uint32_t version = nl_load_u32be(bytes);
    const uint32_t second = nl_load_u32be(bytes + WORD_BYTES);
    if (version == PK_OPEN_VERSION) return second == 0;
    return version == PK_SECTIONED_VERSION && second == PK_HEADER_BYTES &&
           length >= PK_FIRST_SECTION_AT && pk_is_sectioned(bytes, length);
}

/* A damaged version with tables that fit, or one that is cut behind its header. */
bool pk_is_plausible(const uint8_t *bytes, size_t length) {
    const variety laid_out = variety_of(bytes, length);
    if (laid_out == UNKNOWN || laid_out == OTHER_SECTIONS) return false;
    return nl_load_u32be(bytes) != version_of(laid_out) || laid_out == SECTIONED;
}

/* Many games have .pak files: of those with other bytes only the names of Prime's worlds tell that
 * they should be one. */
bool pk_matches_name(const char *name) {
    const char *const base = nl_base_name(name);
    const box_name shown = {(const uint8_t *)base, (uint32_t)strlen(base)};
    const uint32_t digit_at = 7; /* Metroid1.pak to Metroid8.pak */
    return shown.length == digit_at + 5 && box_name_begins(shown, "metroid") &&
           base[digit_at] >= '1' && base[digit_at] <= '9' && box_name_ends(shown, ".pak");
}

/* ---- What is lost ---- */

static void found_missing(const nl_job *job, uint64_t at, uint64_t need, const char *what) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = at;
    nl_found(&place, PAK_TRUNCATED, NL_NO_FIELD,
             &(nl_draft){.length = job->length - at,
                         .actual = nl_uint(job->length - at),
                         .expected = nl_uint(need),
                         .relation = NAVLINT_AT_LEAST,
                         .args = {nl_string(what)}});
}

static nl_place section_place(const nl_job *job, pk_section section) {
    const uint64_t at = PK_SECTIONS_AT + (uint64_t)section * PK_SECTION_BYTES;
    return nl_place_in(nl_place_of(job->report, job->bytes), "sections", section, at);
}

/* The number of a table does not fit into the bytes that may hold the table: the rest of the file,
 * or a section. */
static void found_no_count(const nl_job *job, const pk_tables *t, unsigned field) {
    const bool is_name = field == PK_NAME_LIST_COUNT;
    const pk_span window = is_name ? t->names_in : t->rows_in;
    if (!t->shape->is_sectioned) {
        found_missing(job, window.at, WORD_BYTES, pk_field_name(field));
        return;
    }
    const nl_place place = section_place(job, is_name ? PK_STRG : PK_RSHD);
    nl_found(&place, PAK_TRUNCATED, PK_SECTION_SIZE,
             &(nl_draft){.actual = nl_uint(window.end - window.at),
                         .expected = nl_uint(WORD_BYTES),
                         .relation = NAVLINT_AT_LEAST,
                         .args = {nl_string(pk_field_name(field))}});
}

static void found_names_cut(const nl_job *job, const pk_tables *t) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = t->names_in.at;
    nl_found(&place, PAK_NAMES, PK_NAME_LIST_COUNT,
             &(nl_draft){.args = {nl_uint(t->names), nl_uint(t->names_in.end - t->names_end)},
                         .related = {{t->names_end, t->names_in.end - t->names_end,
                                      "the first name that does not fit"}}});
}

static void found_rows_cut(const nl_job *job, const pk_tables *t) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = t->rows_in.at;
    const uint64_t stride = pk_fields.records[t->shape->row].bytes;
    nl_found(&place, PAK_TABLE, PK_ROW_LIST_COUNT,
             &(nl_draft){
                 .expected = nl_uint(t->rows),
                 .relation = NAVLINT_AT_MOST,
                 .args = {nl_uint(t->stated_rows * stride), nl_uint(t->rows_in.end - t->rows_at)}});
}

static void report_loss(const nl_job *job, const pk_tables *t) {
    switch (t->loss) {
    case PK_NO_NAME_COUNT:
        found_no_count(job, t, PK_NAME_LIST_COUNT);
        break;
    case PK_NAMES_CUT:
        found_names_cut(job, t);
        break;
    case PK_NO_ROW_COUNT:
        found_no_count(job, t, PK_ROW_LIST_COUNT);
        break;
    case PK_ROWS_CUT:
        found_rows_cut(job, t);
        break;
    case PK_WHOLE:
        return;
    }
    job->report->undecoded = true;
}

/* A section that ends behind the file. Returns whether that explains what the tables lack. */
static bool explains_cut_tables(const nl_job *job, pk_document *doc) {
    uint64_t at = PK_FIRST_SECTION_AT;
    for (int i = 0; i < PK_SECTION_COUNT; i++) {
        const nl_place place = section_place(job, (pk_section)i);
        const uint32_t size = nl_load_u32be(job->bytes + place.at + PK_SECTION_SIZE_AT);
        if (size > job->length - at) {
            const pk_word tag = pk_letters(nl_load_u32be(job->bytes + place.at));
            doc->explains_bounds = nl_found_cause(&place, PAK_SECTION, PK_SECTION_SIZE,
                                                  &(nl_draft){.expected = nl_uint(job->length - at),
                                                              .relation = NAVLINT_AT_MOST,
                                                              .args = {nl_string(tag.chars)}});
            job->report->undecoded = true;
            return i != PK_DATA;
        }
        at += size;
    }
    return false;
}

/* ---- All of it ---- */

static void describe(const nl_job *job, const pk_shape *shape) {
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put(&version, shape->version);
    job->report->dialect = shape->dialect;
    job->report->endianness = "big";
}

/* "Metroid Prime and Echoes": whose archives are laid out so. */
static const char *games_of(variety laid_out) {
    return laid_out == SECTIONED ? "Corruption" : "Metroid Prime and Echoes";
}

static void found_unknown(const nl_job *job) {
    const nl_place head = nl_place_of(job->report, job->bytes);
    nl_found(&head, PAK_VERSION, PK_HEAD_VERSION,
             &(nl_draft){.expected = nl_uint(PK_OPEN_VERSION),
                         .relation = NAVLINT_ONE_OF,
                         .others = {nl_uint(PK_SECTIONED_VERSION)},
                         .args = {nl_string("no game that is known")}});
}

/* The tables show what the version should be. */
static void check_version(const nl_job *job, variety laid_out) {
    const uint32_t version = version_of(laid_out);
    if (nl_load_u32be(job->bytes) == version) return;
    const nl_place head = nl_place_of(job->report, job->bytes);
    nl_draft draft = {.expected = nl_uint(version),
                      .args = {nl_string(games_of(laid_out))},
                      .fix = {0, WORD_BYTES, {0}}};
    for (int i = 0; i < WORD_BYTES; i++)
        draft.fix.bytes[i] = (uint8_t)(version >> (24 - 8 * i));
    nl_found(&head, PAK_VERSION, PK_HEAD_VERSION, &draft);
}

/* Not a version that can be read, which is said. */
static bool is_shut(const nl_job *job, variety laid_out) {
    if (job->length < PK_HEAD_BYTES)
        found_missing(job, 0, PK_HEAD_BYTES, "the header");
    else if (laid_out == UNKNOWN)
        found_unknown(job);
    else if (laid_out == OTHER_SECTIONS)
        nl_limit(job->report, "unsupported",
                 "version 2 with other sections than Corruption's is not known");
    else if (laid_out == SECTIONED && job->length < PK_FIRST_SECTION_AT)
        found_missing(job, 0, PK_FIRST_SECTION_AT, "the sections");
    else
        return false;
    return true;
}

static void read_open(const nl_job *job, pk_document *doc) {
    doc->tables = pk_best_tables(job->bytes, job->length);
    doc->is_stub = job->length == PK_STUB_BYTES;
    doc->is_whole = doc->tables.loss == PK_WHOLE;
    const uint64_t align = doc->tables.shape->align;
    const uint64_t end = nl_max(doc->tables.rows_end, doc->tables.names_end);
    doc->data = (pk_span){nl_min((end + align - 1) / align * align, job->length), job->length};
}

static void read_sectioned(const nl_job *job, pk_document *doc) {
    const bool are_whole = pk_find_sections(job->bytes, job->length, doc->sections);
    doc->tables = pk_section_tables(job->bytes, doc->sections);
    doc->data = doc->sections[PK_DATA];
    doc->origin = doc->data.at;
    doc->is_whole = are_whole && doc->tables.loss == PK_WHOLE;
}

/* Offsets of the names; false if they do not fit into the arena. */
static bool list_names(const nl_job *job, pk_document *doc) {
    const pk_tables *const t = &doc->tables;
    uint32_t *const starts = NL_NEW(job->arena, uint32_t, t->names);
    if (!starts) return false;
    uint64_t at = t->names_in.at + WORD_BYTES;
    for (uint32_t i = 0; i < t->names; i++) {
        starts[i] = (uint32_t)at;
        at = pk_name_end(job->bytes, t->shape, (pk_span){at, t->names_in.end});
    }
    doc->name_at = starts;
    return true;
}

/* Neither whole nor damaged. */
static void report_stub(const nl_job *job) {
    nl_limit(job->report, "undecoded",
             "the archive ends behind its header, as one of the demo of Echoes does");
    nl_claim(job->report, 0, PK_STUB_BYTES);
}

static void report_all_losses(const nl_job *job, pk_document *doc) {
    describe(job, doc->tables.shape);
    if (doc->is_stub) {
        report_stub(job);
        return;
    }
    if (!doc->tables.shape->is_sectioned || !explains_cut_tables(job, doc))
        report_loss(job, &doc->tables);
    const bool is_whole = doc->tables.loss == PK_WHOLE;
    const uint64_t end = is_whole ? pk_table_fill(doc).end : doc->tables.rows_end;
    nl_claim(job->report, 0, nl_max(end, doc->tables.names_end));
}

const void *pk_decode(nl_job *job) {
    const variety laid_out = variety_of(job->bytes, job->length);
    pk_document *const doc = NL_NEW_ZEROED(job->arena, pk_document, 1);
    if (!doc) return NULL;
    if (is_shut(job, laid_out)) {
        job->report->undecoded = true;
        return NULL;
    }
    if (!nl_spend(job->budget, job->length / NAME_BYTES)) return NULL;
    check_version(job, laid_out);
    if (laid_out == OPEN)
        read_open(job, doc);
    else
        read_sectioned(job, doc);
    if (!list_names(job, doc)) return NULL;
    report_all_losses(job, doc);
    return doc;
}

/* ---- Members ---- */

static navlint_member member_of(const nl_job *job, const pk_document *doc, uint32_t index,
                                char *name) {
    const pk_row row = pk_row_at(job->bytes, doc, index);
    pk_put_file_name(name, &row, doc->tables.shape);
    navlint_member member = {.name = name,
                             .offset = row.start,
                             .length = row.size,
                             .size = row.size,
                             .is_absent = !row.fits};
    if (row.flag != 0) {
        const pk_stream stream = pk_stream_of(job, doc, &row);
        member.packing = stream.packing;
        member.size = stream.unpacked_bytes;
    }
    return member;
}

void pk_each_member(const nl_job *job, const void *document, navlint_member_fn visit,
                    void *context) {
    const pk_document *const doc = document;
    for (uint32_t i = 0; i < doc->tables.rows; i++) {
        char name[PK_FILE_NAME_BYTES];
        const navlint_member member = member_of(job, doc, i, name);
        if (!visit(context, &member)) return;
    }
}

/* ---- Memory ---- */

_Static_assert(sizeof(pk_document) + 64 <= DOCUMENT_BYTES, "the document fits");

/* A row takes an extent and its id, a name its offset and a hash. */
static uint64_t need_of(const pk_tables *t) {
    return (uint64_t)t->rows * (sizeof(box_extent) + sizeof(box_hashed)) +
           (uint64_t)t->names * (sizeof(uint32_t) + sizeof(box_hashed));
}

uint64_t pk_arena_need(const uint8_t *bytes, size_t length) {
    const variety laid_out = variety_of(bytes, length);
    if (laid_out == OPEN) {
        const pk_tables tables = pk_best_tables(bytes, length);
        return DOCUMENT_BYTES + need_of(&tables);
    }
    if (laid_out != SECTIONED || length < PK_FIRST_SECTION_AT) return DOCUMENT_BYTES;
    pk_span sections[PK_SECTION_COUNT];
    (void)pk_find_sections(bytes, length, sections);
    const pk_tables tables = pk_section_tables(bytes, sections);
    return DOCUMENT_BYTES + need_of(&tables);
}

/* A row of at least 20 bytes takes 40, a name of at least 12 takes 20. */
uint64_t pk_arena_bound(uint64_t input_bytes) {
    return 2 * input_bytes + DOCUMENT_BYTES;
}
