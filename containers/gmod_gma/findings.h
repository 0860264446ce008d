/* Places of an addon's records: what decoding and checks say findings with. */
#ifndef NAVLINT_CONTAINERS_GMOD_GMA_FINDINGS_H
#define NAVLINT_CONTAINERS_GMOD_GMA_FINDINGS_H

#include "containers/gmod_gma/layout.h"

/* The record of the file itself that starts at `at`. */
nl_place gma_place_at(const nl_job *job, uint64_t at);

/* The first record of a row, which holds its number. */
nl_place gma_row_place(const nl_job *job, const gma_document *doc, uint32_t row);

/* The record of a row with its path. */
nl_place gma_path_place(const nl_job *job, const gma_document *doc, uint32_t row);

/* The record of a row with size and sum. */
nl_place gma_data_place(const nl_job *job, const gma_document *doc, uint32_t row);

#endif
