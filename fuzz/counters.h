/* What libFuzzer counts as reached. Between keeping and putting back nothing is: an invariant that
 * is asserted of one input in many would make that input look special, and the corpus would fill
 * with what is expensive to run. Without libFuzzer's counters both do nothing. */
#ifndef NAVLINT_FUZZ_COUNTERS_H
#define NAVLINT_FUZZ_COUNTERS_H

void fuzz_counters_keep(void);
void fuzz_counters_put_back(void);

#endif
