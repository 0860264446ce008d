/* Whose bytes an input's are, and what it may cost: found out once, before anything is decoded. */
#ifndef NAVLINT_VALIDATOR_RECOGNISE_H
#define NAVLINT_VALIDATOR_RECOGNISE_H

#include "parsers/recognised.h"

/* Recognises one input. Its format is the one that the options force or, without one, the one that
 * the content speaks for; among equals, and where no content speaks, the one that the name speaks
 * for.
 * Returns what lives as long as the input's bytes, with has_company false. */
nl_recognised nl_recognise(const navlint_options *options, const navlint_input *input);

/* The same for context of which no more is there than the beginning of a file of `file_bytes`: it
 * is of no format. */
nl_recognised nl_recognise_beginning(const navlint_input *input, uint64_t file_bytes);

/* The work that inputs of so many bytes together may cost. */
uint64_t nl_step_limit(const navlint_options *options, uint64_t input_bytes);

#endif
