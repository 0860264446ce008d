/* A decoded input that nobody judges: for what only shows what is there. */
#ifndef NAVLINT_VALIDATOR_LOOK_H
#define NAVLINT_VALIDATOR_LOOK_H

#include "parsers/format.h"

typedef struct nl_look {
    const nl_format *format;
    nl_job job;
    const void *document; /* NULL if nothing could be decoded */
    nl_report_pool pool;
    nl_arena arena;
    nl_budget budget;
} nl_look;

/* Decodes the input into the caller's block.
 * look: must stay where it is while its job is used.
 * Returns NAVLINT_OK for damaged files too, whose document shows what comes before the damage;
 * another status if there is nothing to look at. After NAVLINT_OK the caller ends with nl_unpoison,
 * which gives the block back. */
navlint_status nl_look_at(nl_look *look, const navlint_options *options, const navlint_input *input,
                          void *memory, size_t memory_bytes);

/* How the look ended: NAVLINT_UNSUPPORTED if a limit cut it short. */
navlint_status nl_look_status(const nl_look *look);

#endif
