/* What is tried on a mutant: each trial gives one number, the same on every run of the same code.
 */
#ifndef NAVLINT_FUZZ_MUTANTS_TRIALS_H
#define NAVLINT_FUZZ_MUTANTS_TRIALS_H

#include "fuzz/mutants/judge.h"

typedef struct trial {
    char name[160];
    subject subject;   /* of files: judge them */
    bool is_hard;      /* the same in hardship */
    bool is_clean;     /* a file without a finding, as the room builds it */
    trial_build build; /* otherwise build this */
    const char *code;  /* or write this rule's witness */
} trial;

typedef struct trial_list {
    trial *rows;
    size_t count;
} trial_list;

/* Appends the trials of a format: judging its witnesses, its built files and all files below
 * corpus/<room>/seed, regression, edge, picked and fuzz, and below judged/<room>, what the test
 * programs have judged; and making the first two. */
void trials_of_format(trial_list *list, const navlint_format *format, const char *corpus,
                      const char *judged);

uint64_t trial_run(const trial *t);

#endif
