/* All that the library says of an input, as one number. */
#ifndef NAVLINT_FUZZ_MUTANTS_JUDGE_H
#define NAVLINT_FUZZ_MUTANTS_JUDGE_H

#include <navlint/navlint.h>

/* Inputs of one format that are judged together; most often one. */
typedef struct subject {
    const navlint_format *format;
    const navlint_input *inputs;
    size_t input_count;
} subject;

/* A file that a room writes. */
typedef struct trial_build {
    const navlint_format *format;
    unsigned variant;
    uint64_t target_bytes;
} trial_build;

/* Judges the subject as its format and detected; a single input is dumped and drawn too. */
uint64_t digest_of_verdict(const subject *s);

/* Judges it as each game, with small caps, too little memory and too few steps: more than a hundred
 * times, so only small subjects are. */
uint64_t digest_of_hardships(const subject *s);
bool subject_is_small(const subject *s);

/* The witness of a rule, and a file of a build variant, as the room writes them into buffers that
 * are large enough and into smaller ones. */
uint64_t digest_of_witness(const char *code);
uint64_t digest_of_built(const trial_build *b);

#endif
