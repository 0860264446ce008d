/* A packed addon: what its header says of the stream, which is not unpacked here. */
#include "containers/gmod_gma/findings.h"

static bool found_lzma(const nl_job *job, unsigned field, const char *what) {
    const nl_place head = gma_place_at(job, 0);
    nl_found(
        &head, GMA_LZMA_HEADER, field,
        &(nl_draft){.length = field == NL_NO_FIELD ? job->length : 0, .args = {nl_string(what)}});
    job->report->undecoded = true;
    return false;
}

/* What the header says of the stream, which is not unpacked here. */
static bool check_lzma(const nl_job *job) {
    const uint8_t *const head = job->bytes;
    const uint64_t size = nl_load_u64(head + GMA_LZMA_SIZE_AT);
    if (head[GMA_LZMA_PROPERTIES_AT] >= GMA_PROPERTIES)
        return found_lzma(job, GMA_LZMA_PROPERTIES, "the properties are 225 or more");
    if (size < GMA_LEAST_SIZE)
        return found_lzma(job, GMA_LZMA_SIZE, "the unpacked size is less than an addon has");
    if (job->length < GMA_LZMA_BYTES + GMA_STREAM_LEAST)
        return found_lzma(job, NL_NO_FIELD, "the stream is missing");
    if (head[GMA_LZMA_BYTES] != 0)
        return found_lzma(job, NL_NO_FIELD, "the first byte of the stream is not 0");
    return true;
}

static bool is_within_limits(const nl_job *job) {
    const uint32_t window = nl_load_u32(job->bytes + GMA_LZMA_DICTIONARY_AT);
    const uint64_t size = nl_load_u64(job->bytes + GMA_LZMA_SIZE_AT);
    if (window > GMA_MOST_WINDOW)
        nl_limit(job->report, "unsupported",
                 "the addon is packed with an LZMA dictionary of more than 64 MiB");
    else if (size != GMA_UNKNOWN_SIZE && size > NL_HIGHEST_INPUT_BYTES)
        nl_limit(job->report, "unsupported", "the packed addon has 4 GiB or more");
    else
        return true;
    return false;
}

void gma_read_packed(nl_job *job, gma_document *doc) {
    doc->is_packed = true;
    doc->last_at = doc->data_end = GMA_NOWHERE;
    job->report->dialect = "packed";
    doc->is_whole = check_lzma(job) && is_within_limits(job);
    nl_claim(job->report, 0, job->length);
}
