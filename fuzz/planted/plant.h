/* Wrong conditions on purpose. The product's sources know nothing of this: campaign/plants.py
 * writes changed copies of them, in which a condition reads PLANT(k, right, wrong), and the
 * compiler includes this header before each copy.
 *
 * Which plant is active is a constant if NAVLINT_PLANT is defined (0: none), else what the
 * environment says at start. Whether it was reached, and whether it made a difference, is counted
 * apart from whether anything noticed. */
#ifndef NAVLINT_FUZZ_PLANTED_PLANT_H
#define NAVLINT_FUZZ_PLANTED_PLANT_H

#include <stdbool.h>
#include <stdint.h>

enum { PLANT_MOST = 200 };

/* What a trial leaves behind: one for each plant, in the file that PLANT_CANARY names. */
typedef struct plant_canary {
    uint64_t reached;                  /* evaluations while active */
    uint64_t triggered;                /* of these, where right and wrong differed */
    uint64_t reached_ms, triggered_ms; /* processor time of the first; at least 1 */
} plant_canary;

/* Not a number that is compared: libFuzzer would take it for one that an input must match. */
extern bool plant_is_on[PLANT_MOST];

#ifdef NAVLINT_PLANT
#define PLANT_IS_ON(k) (NAVLINT_PLANT == (k))
#else
#define PLANT_IS_ON(k) (plant_is_on[k])
#endif

/* Counts, and returns `wrong`; `right` while plants are only watched. */
uint64_t plant_take(unsigned k, uint64_t right, uint64_t wrong);

/* `right`, an expression without effects, or `wrong` while plant k is active. */
#define PLANT(k, right, wrong)                                                                     \
    (PLANT_IS_ON(k) ? plant_take((k), (uint64_t)(right), (uint64_t)(wrong)) != 0 : (right))

/* The same of a number. */
#define PLANT_NUMBER(k, right, wrong)                                                              \
    (PLANT_IS_ON(k) ? (__typeof__(right))plant_take((k), (uint64_t)(right), (uint64_t)(wrong))     \
                    : (right))

#endif
