/* Several inputs judged together. */
#ifndef NAVLINT_VALIDATOR_SET_H
#define NAVLINT_VALIDATOR_SET_H

#include "parsers/format.h"

typedef struct nl_set_request {
    const navlint_options *options;
    const navlint_input *inputs;
    size_t input_count;
    nl_report_pool *pool;
    nl_member *judged; /* receives the inputs as they were judged, with their documents, in the
                          arena; room for input_count; NULL */
} nl_set_request;

/* Judges each input by itself, then those of one format together, and sums up.
 * Returns the sealed report of the set, whose members' reports are sealed too; NULL if the pool or
 * the arena has no room for them. */
const navlint_report *nl_check_set(const nl_set_request *request, nl_arena *arena);

/* The arena bytes that a set of input_count takes beside its members' own. */
uint64_t nl_set_bytes(uint64_t input_count);

#endif
