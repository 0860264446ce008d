#include "containers/gmod_gma/findings.h"

#include <string.h>

nl_place gma_place_at(const nl_job *job, uint64_t at) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = at;
    return place;
}

/* Users know a file by its path. */
static void put_path(nl_text *text, const nl_subject *subject) {
    nl_put(text, subject->kind);
    nl_put_char(text, ' ');
    nl_put_bytes(text, (const uint8_t *)subject->name, strlen(subject->name));
}

/* A record of the row at `at`. The path ends with a NUL in the file. */
static nl_place in_row(const nl_job *job, const gma_document *doc, uint32_t row, uint64_t at) {
    const gma_row *const r = &doc->rows[row];
    nl_place place = nl_place_in(gma_place_at(job, 0), "files", row, at);
    place.subject = (nl_subject){
        .kind = "file",
        .id = gma_number_of(job->bytes, r),
        .put = put_path,
        .name = (const char *)gma_path_of(job->bytes, r).chars,
    };
    return place;
}

nl_place gma_row_place(const nl_job *job, const gma_document *doc, uint32_t row) {
    return in_row(job, doc, row, doc->rows[row].at);
}

nl_place gma_path_place(const nl_job *job, const gma_document *doc, uint32_t row) {
    return in_row(job, doc, row, doc->rows[row].at + GMA_FILE_BYTES);
}

nl_place gma_data_place(const nl_job *job, const gma_document *doc, uint32_t row) {
    return in_row(job, doc, row, gma_data_record(&doc->rows[row]));
}
