/* Bytes to a gma_document: the header, the table of files, and where their bytes are. */
#include <string.h>

#include "containers/gmod_gma/findings.h"

/* ---- What cannot be read ---- */

/* What is read now, for the finding if the file ends in it. */
typedef struct gma_part {
    const char *what; /* "the header" */
    unsigned field;   /* of a text; NL_NO_FIELD: no text */
    uint32_t row;     /* in the table; NL_NO_INDEX: in front of it */
} gma_part;

static nl_place place_of(const nl_job *job, const gma_part *part, uint64_t at) {
    nl_place place = gma_place_at(job, at);
    const bool is_row = part->row != NL_NO_INDEX;
    return is_row ? nl_place_in(place, "files", part->row, at) : place;
}

/* Says that the file ends where `need` bytes should be. Returns false. */
static bool found_cut(const nl_job *job, const nl_reader *r, const gma_part *part) {
    const nl_place place = place_of(job, part, r->fail_at);
    const bool is_text = part->field != NL_NO_FIELD;
    nl_draft draft = {.length = r->fail_left, .args = {nl_string(part->what)}};
    if (!is_text) {
        draft.actual = nl_uint(r->fail_left);
        draft.expected = nl_uint(r->fail_need);
        draft.relation = NAVLINT_AT_LEAST;
    }
    job->report->undecoded = true;
    nl_found(&place, is_text ? GMA_STRINGS : GMA_TRUNCATED, NL_NO_FIELD, &draft);
    return false;
}

/* ---- Pieces ---- */

/* Past a text and its NUL. at: receives its offset, bytes: its length without the NUL. */
static bool read_text(nl_reader *r, uint32_t *at, uint32_t *bytes) {
    const uint8_t *const start = r->bytes + r->at;
    const uint8_t *const nul = nl_left(r) > 0 ? memchr(start, 0, nl_left(r)) : NULL;
    if (!nul) {
        nl_reader_fail(r, nl_left(r) + 1, 0);
        return false;
    }
    *at = (uint32_t)nl_at_offset(r);
    *bytes = (uint32_t)(nul - start);
    nl_skip(r, (size_t)(nul - start) + 1);
    return true;
}

static bool read_header_text(const nl_job *job, nl_reader *r, const gma_part *part, uint32_t *at) {
    uint32_t bytes = 0;
    return read_text(r, at, &bytes) || found_cut(job, r, part);
}

/* Texts up to an empty one, from version 2 on. */
static bool read_required(const nl_job *job, nl_reader *r, gma_document *doc) {
    const gma_part part = {"the required content", GMA_REQUIRED_TEXT, NL_NO_INDEX};
    uint32_t at = 0;
    uint32_t bytes = 1;
    doc->required_at = (uint32_t)nl_at_offset(r);
    while (doc->version > 1 && bytes != 0) {
        if (!read_text(r, &at, &bytes)) return found_cut(job, r, &part);
        doc->required_count++;
    }
    return true;
}

static bool read_header(const nl_job *job, nl_reader *r, gma_document *doc) {
    const gma_part name = {"the name", GMA_NAME_TEXT, NL_NO_INDEX};
    const gma_part about = {"the description", GMA_ABOUT_TEXT, NL_NO_INDEX};
    const gma_part author = {"the author", GMA_AUTHOR_TEXT, NL_NO_INDEX};
    const gma_part edition = {"the header", NL_NO_FIELD, NL_NO_INDEX};
    if (!read_required(job, r, doc) || !read_header_text(job, r, &name, &doc->name_at) ||
        !read_header_text(job, r, &about, &doc->about_at) ||
        !read_header_text(job, r, &author, &doc->author_at))
        return false;
    const uint32_t at = (uint32_t)nl_at_offset(r);
    nl_skip(r, GMA_EDITION_BYTES);
    if (!nl_ok(r)) return found_cut(job, r, &edition);
    doc->edition_at = at;
    return true;
}

/* ---- The table ---- */

typedef enum gma_step {
    GMA_ROW,
    GMA_END_OF_ROWS,
    GMA_CUT_NUMBER,
    GMA_CUT_PATH,
    GMA_CUT_DATA
} gma_step;

static gma_step read_row(nl_reader *r, gma_row *row) {
    uint32_t path_at = 0;
    row->at = (uint32_t)nl_at_offset(r);
    row->data_at = GMA_NOWHERE;
    const uint32_t number = nl_u32(r);
    if (!nl_ok(r)) return GMA_CUT_NUMBER;
    if (number == 0) return GMA_END_OF_ROWS;
    if (!read_text(r, &path_at, &row->path_bytes)) return GMA_CUT_PATH;
    nl_skip(r, GMA_DATA_BYTES);
    return nl_ok(r) ? GMA_ROW : GMA_CUT_DATA;
}

static uint32_t count_rows(nl_reader r) {
    uint32_t count = 0;
    gma_row row;
    while (read_row(&r, &row) == GMA_ROW)
        count++;
    return count;
}

static void found_cut_table(const nl_job *job, const nl_reader *r, gma_step step, uint32_t row) {
    const gma_part parts[] = {
        [GMA_CUT_NUMBER] = {"the table of files", NL_NO_FIELD, NL_NO_INDEX},
        [GMA_CUT_PATH] = {"the path of a file", GMA_PATH_TEXT, row},
        [GMA_CUT_DATA] = {"the table of files", NL_NO_FIELD, row},
    };
    (void)found_cut(job, r, &parts[step]);
}

static bool read_table(const nl_job *job, nl_reader *r, gma_document *doc) {
    const uint32_t count = count_rows(*r);
    gma_row *const rows = NL_NEW(job->arena, gma_row, count);
    gma_row last;
    if (!rows || !nl_spend(job->budget, count)) return false;
    for (uint32_t i = 0; i < count; i++)
        (void)read_row(r, &rows[i]);
    doc->rows = rows;
    doc->row_count = count;
    const gma_step step = read_row(r, &last);
    if (step == GMA_END_OF_ROWS)
        doc->last_at = last.at;
    else
        found_cut_table(job, r, step, count);
    return step == GMA_END_OF_ROWS;
}

/* ---- Where the files' bytes are ---- */

static void found_negative(const nl_job *job, const gma_document *doc, uint32_t row) {
    const nl_place data = gma_data_place(job, doc, row);
    const uint64_t size = gma_size_of(job->bytes, &doc->rows[row]);
    nl_found(&data, GMA_SIZE_NEGATIVE, GMA_DATA_SIZE,
             &(nl_draft){.actual = nl_int(-(int64_t)(UINT64_MAX - size) - 1),
                         .expected = nl_uint(0),
                         .relation = NAVLINT_AT_LEAST});
}

static void found_outside(const nl_job *job, const gma_document *doc, uint32_t row, uint64_t left) {
    const nl_place data = gma_data_place(job, doc, row);
    nl_found(&data, GMA_SIZE_BOUNDS, GMA_DATA_SIZE,
             &(nl_draft){.actual = nl_uint(gma_size_of(job->bytes, &doc->rows[row])),
                         .expected = nl_uint(left),
                         .relation = NAVLINT_AT_MOST,
                         .args = {nl_uint(doc->row_count - row)}});
}

/* One file stands right behind the other. The first one of a size that cannot be is the last one
 * that is looked for. */
static void place_files(const nl_job *job, gma_document *doc, uint64_t at) {
    for (uint32_t row = 0; row < doc->row_count; row++) {
        const uint64_t size = gma_size_of(job->bytes, &doc->rows[row]);
        const uint64_t left = job->length - at;
        if (size > left) {
            job->report->undecoded = true;
            if (size > INT64_MAX)
                found_negative(job, doc, row);
            else
                found_outside(job, doc, row, left);
            return;
        }
        doc->rows[row].data_at = (uint32_t)at;
        at += size;
    }
    doc->data_end = (uint32_t)at;
}

/* ---- All of it ---- */

static bool read_version(const nl_job *job, nl_reader *r, gma_document *doc) {
    const gma_part part = {"the header", NL_NO_FIELD, NL_NO_INDEX};
    const nl_place head = gma_place_at(job, 0);
    const uint8_t *const bytes = nl_take(r, GMA_HEAD_BYTES);
    if (!bytes) return found_cut(job, r, &part);
    doc->version = bytes[GMA_HEAD_VERSION_AT];
    if (doc->version >= 1 && doc->version <= GMA_LATEST_VERSION) return true;
    job->report->undecoded = true;
    nl_found(&head, GMA_VERSION, GMA_HEAD_VERSION,
             &(nl_draft){.expected = nl_uint(1),
                         .relation = NAVLINT_BETWEEN,
                         .others = {nl_uint(GMA_LATEST_VERSION)}});
    return false;
}

static void describe(const nl_job *job, const gma_document *doc) {
    static const char *const dialects[] = {NULL, "gma-1", "gma-2", "gma-3"};
    nl_text version = nl_text_over(job->report->version, sizeof job->report->version);
    nl_put_uint(&version, doc->version);
    job->report->dialect = dialects[doc->version];
}

static const void *read_open(nl_job *job, gma_document *doc) {
    nl_reader r = nl_reader_over(job->bytes, job->length);
    doc->last_at = doc->data_end = GMA_NOWHERE;
    if (!read_version(job, &r, doc)) return NULL;
    describe(job, doc);
    if (read_header(job, &r, doc) && read_table(job, &r, doc)) {
        place_files(job, doc, nl_at_offset(&r));
        nl_claim(job->report, 0, job->length);
    }
    return job->arena->exhausted || job->budget->exhausted ? NULL : doc;
}

static const void *refuse(const nl_job *job) {
    const nl_place head = gma_place_at(job, 0);
    nl_found(&head, GMA_HEADER, NL_NO_FIELD, &(nl_draft){.length = nl_min(job->length, 4)});
    job->report->undecoded = true;
    return NULL;
}

const void *gma_decode(nl_job *job) {
    gma_document *const doc = NL_NEW_ZEROED(job->arena, gma_document, 1);
    if (!doc) return NULL;
    job->report->endianness = "little";
    if (gma_has_magic(job->bytes, job->length)) return read_open(job, doc);
    if (!gma_is_lzma(job->bytes, job->length)) return refuse(job);
    gma_read_packed(job, doc);
    return doc;
}

/* A row takes at least 17 bytes of the input, 12 for the row of the document and 16 for its name's
 * hash. The constant holds the document and the alignment. */
uint64_t gma_arena_bound(uint64_t input_bytes) {
    return input_bytes * 2 + 256;
}
