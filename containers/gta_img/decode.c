/* Bytes to an img_document: which dialect, and how many rows of the directory there are. */
#include <string.h>

#include "containers/gta_img/entry.h"
#include "core/checked.h"

static bool begins(const uint8_t *bytes, size_t length, const char *magic) {
    return length >= IMG_MAGIC_BYTES && memcmp(bytes, magic, IMG_MAGIC_BYTES) == 0;
}

static bool has_rows(const uint8_t *bytes, size_t length) {
    return length >= IMG_HEAD_BYTES && nl_fits(nl_load_u32(bytes + IMG_HEAD_COUNT_AT),
                                               IMG_ENTRY_BYTES, length - IMG_HEAD_BYTES);
}

/* ---- Recognising ---- */

/* The first entry, if there is one, starts behind the header and inside the file. */
static bool starts_inside(const uint8_t *bytes, size_t length) {
    if (nl_load_u32(bytes + IMG_HEAD_COUNT_AT) == 0) return true;
    const img_document doc = {.count = 1};
    const img_entry first = img_entry_at(bytes, &doc, 0);
    return first.offset != 0 && img_start_of(&first) <= length;
}

/* "VER2" could be the number of nodes of a path file, though one of 23 GB: the arithmetic decides.
 */
bool img_has_magic(const uint8_t *bytes, size_t length) {
    return begins(bytes, length, "VER2") && has_rows(bytes, length) && starts_inside(bytes, length);
}

/* What is damaged behind the word, and what fastman92's tools encrypted. */
bool img_is_plausible(const uint8_t *bytes, size_t length) {
    return begins(bytes, length, "VER2") || begins(bytes, length, "VERF");
}

/* ---- What cannot be read ---- */

static nl_place head_of(const nl_job *job) {
    return nl_place_of(job->report, job->bytes);
}

static bool found_short(const nl_job *job) {
    const nl_place head = head_of(job);
    nl_found(&head, IMG_TRUNCATED, NL_NO_FIELD,
             &(nl_draft){.length = job->length,
                         .actual = nl_uint(job->length),
                         .expected = nl_uint(IMG_HEAD_BYTES),
                         .relation = NAVLINT_AT_LEAST});
    return false;
}

static bool limit_unknown(const nl_job *job) {
    const bool is_adjusted = begins(job->bytes, job->length, "VERF");
    nl_limit(job->report, "unsupported",
             is_adjusted ? "the archive is of fastman92's own kind, VERF, which no source describes"
                         : "the archive does not start with VER2, as those of San Andreas do");
    return false;
}

/* Whether the directory can be read; else a finding or a limit says why not. */
static bool is_open(const nl_job *job) {
    if (job->length >= IMG_MAGIC_BYTES && !begins(job->bytes, job->length, "VER2"))
        return limit_unknown(job);
    return job->length >= IMG_HEAD_BYTES || found_short(job);
}

/* ---- The directory ---- */

static uint32_t rows_there(const nl_job *job) {
    return (uint32_t)((job->length - IMG_HEAD_BYTES) / IMG_ENTRY_BYTES);
}

static bool is_blank(const uint8_t *row) {
    static const uint8_t blank[IMG_ENTRY_BYTES];
    return memcmp(row, blank, IMG_ENTRY_BYTES) == 0;
}

/* Rows of a directory whose number is wrong: it ends where the first file starts, or in zeros. */
static uint32_t rows_that_show(const nl_job *job) {
    const img_document doc = {.count = 0};
    const uint32_t most = rows_there(job);
    uint64_t files_at = UINT64_MAX;
    uint32_t row = 0;
    for (; row < most && img_row_at(row + 1) <= files_at; row++) {
        const img_entry entry = img_entry_at(job->bytes, &doc, row);
        if (is_blank(job->bytes + img_row_at(row)) || !nl_spend(job->budget, 1)) break;
        if (entry.sectors != 0) files_at = nl_min(files_at, img_start_of(&entry));
    }
    return row;
}

static void found_count(const nl_job *job, uint32_t stated) {
    char chars[80];
    nl_text text = nl_text_over(chars, sizeof chars);
    if (stated > INT32_MAX) {
        nl_put(&text, "the game reads none of a negative number");
    } else {
        nl_put(&text, "with the header they take ");
        nl_put_uint(&text, img_row_at(stated));
        nl_put(&text, " bytes, and the file has ");
        nl_put_uint(&text, job->length);
    }
    const nl_place head = head_of(job);
    (void)nl_found_cause(&head, IMG_COUNT, IMG_HEAD_COUNT,
                         &(nl_draft){.expected = nl_uint(rows_there(job)),
                                     .relation = NAVLINT_AT_MOST,
                                     .args = {nl_string(text.chars)}});
}

static uint32_t data_sector_of(uint32_t rows) {
    return (uint32_t)((img_row_at(rows) + IMG_SECTOR_BYTES - 1) / IMG_SECTOR_BYTES);
}

static void read_directory(nl_job *job, img_document *doc) {
    const uint32_t stated = nl_load_u32(job->bytes + IMG_HEAD_COUNT_AT);
    doc->is_whole = stated <= INT32_MAX && has_rows(job->bytes, job->length);
    if (!doc->is_whole) found_count(job, stated);
    doc->count = doc->is_whole ? stated : rows_that_show(job);
    doc->data_sector = data_sector_of(doc->count);
    if (!doc->is_whole) job->report->undecoded = true;
}

/* Cutscenes have a .cut, a .dat and a .ifp each. Where path files are beside a .cut, the archive is
 * one that the game streams. */
static bool holds_cutscenes(const nl_job *job, const img_document *doc) {
    bool has_cutscene = false, has_path_file = false;
    if (!nl_spend(job->budget, doc->count)) return false;
    for (uint32_t row = 0; row < doc->count && !has_path_file; row++) {
        const img_entry entry = img_entry_at(job->bytes, doc, row);
        has_cutscene |= img_has_extension(&entry, "cut");
        has_path_file = img_is_called_path_file(&entry);
    }
    return has_cutscene && !has_path_file;
}

/* ---- All of it ---- */

static bool is_zero(const uint8_t *bytes, uint64_t length) {
    uint8_t all = 0;
    for (uint64_t i = 0; i < length; i++)
        all |= bytes[i];
    return all == 0;
}

/* Behind the rows, or the zeros that fill the sector behind them. */
static uint64_t end_of_directory(const nl_job *job, const img_document *doc) {
    const uint64_t end = img_row_at(doc->count);
    const uint64_t filled = nl_min((uint64_t)doc->data_sector * IMG_SECTOR_BYTES, job->length);
    return is_zero(job->bytes + end, filled - end) ? filled : end;
}

static void describe(navlint_report *report, const img_document *doc) {
    nl_text version = nl_text_over(report->version, sizeof report->version);
    nl_put(&version, "2");
    report->dialect = doc->is_cutscene ? "cutscenes" : "streamed";
    report->endianness = "little";
}

const void *img_decode(nl_job *job) {
    img_document *const doc = NL_NEW_ZEROED(job->arena, img_document, 1);
    if (!doc) return NULL;
    if (!is_open(job)) {
        job->report->undecoded = true;
        return NULL;
    }
    read_directory(job, doc);
    doc->is_cutscene = holds_cutscenes(job, doc);
    describe(job->report, doc);
    doc->files_at = end_of_directory(job, doc);
    nl_claim(job->report, 0, doc->files_at);
    return doc;
}
