/* What is known of an input before it is decoded, and the one place that makes a job of it. */
#ifndef NAVLINT_PARSERS_RECOGNISED_H
#define NAVLINT_PARSERS_RECOGNISED_H

#include "parsers/format.h"

typedef struct nl_recognised {
    const uint8_t *bytes;     /* the input, borrowed; never NULL */
    size_t length;            /* bytes */
    uint64_t file_bytes;      /* as in nl_job */
    const char *own_name;     /* as in nl_job */
    const nl_format *format;  /* NULL: no format recognises the bytes */
    const char *detected_by;  /* "option", "magic", "content" or "name"; NULL without a format */
    const navlint_game *game; /* as in nl_job */
    unsigned part;            /* as in nl_job */
    uint64_t step_limit;      /* the work that the input may cost */
    bool is_too_large;        /* larger than the options or the decoders allow */
    bool has_company;         /* as in nl_job */
    bool navmesh_only;        /* as in nl_job */
    bool is_context;          /* as in nl_job */
} nl_recognised;

/* Whether there is no more of it than the beginning of a file, which nothing decodes. */
static inline bool nl_is_beginning(const nl_recognised *input) {
    return input->file_bytes > input->length;
}

/* The job of decoding the input: without a budget, which is the caller's to set before a room sees
 * the job.
 * report: also lends the name. */
static inline nl_job nl_job_of(const nl_recognised *input, navlint_report *report,
                               nl_arena *arena) {
    return (nl_job){
        .name = report->name,
        .own_name = input->own_name,
        .bytes = input->bytes,
        .length = input->length,
        .file_bytes = input->file_bytes,
        .game = input->game,
        .part = input->part,
        .has_company = input->has_company,
        .navmesh_only = input->navmesh_only,
        .is_context = input->is_context,
        .arena = arena,
        .report = report,
    };
}

#endif
