/* Looks for files that kill mutants which the corpus does not. */
#ifndef NAVLINT_FUZZ_MUTANTS_GROW_H
#define NAVLINT_FUZZ_MUTANTS_GROW_H

#include <navlint/navlint.h>

#include "fuzz/mutants/jumps.h"

typedef struct mutant {
    const jump *jump;
    jump_way way;
    bool is_dead;
} mutant;

/* Prints rows for corpus/<room>/edges.tsv: of all files that differ from a base of the room, or
 * from a row of its edges.tsv, in one field or are cut off, some that kill the mutants.
 * corpus: the folder of that name. seed: chooses among the files, which are too many. */
void grow(const navlint_format *format, const char *corpus, mutant *mutants, size_t mutant_count,
          uint64_t seed);

/* Prints the names of files of the folder, the smallest first, that kill the mutants. */
void pick(const navlint_format *format, const char *folder, mutant *mutants, size_t mutant_count);

#endif
