/* The public check for those inside who go on with what it leaves in its arena. */
#ifndef NAVLINT_VALIDATOR_CHECK_INPUTS_H
#define NAVLINT_VALIDATOR_CHECK_INPUTS_H

#include "validator/set.h"

typedef struct nl_check_request {
    nl_set_request set; /* without a pool */
    nl_arena *arena;    /* receives the arena: documents are in it, what is left is free */
    bool lists_repeats; /* as in nl_report_pool */
} nl_check_request;

/* Judges the inputs in a block of at least navlint_memory_bound bytes, which stays poisoned
 * (core/poison.h) where nothing is.
 * Returns the sealed report, or NULL if the block is too small for an empty one. */
const navlint_report *nl_check_inputs(const nl_check_request *request, void *memory,
                                      size_t memory_bytes);

#endif
