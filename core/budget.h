/* The work that one input may cost, so that no bytes can hang the checker. */
#ifndef NAVLINT_CORE_BUDGET_H
#define NAVLINT_CORE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nl_budget {
    uint64_t total;
    uint64_t left;
    bool exhausted; /* stays set */
} nl_budget;

static inline nl_budget nl_budget_of(uint64_t steps) {
    return (nl_budget){.total = steps, .left = steps};
}

/* Takes `steps` from the budget; false once it is used up, and from then on for every charge. */
static inline bool nl_spend(nl_budget *budget, uint64_t steps) {
    if (steps > budget->left) {
        budget->left = 0;
        budget->exhausted = true;
        return false;
    }
    budget->left -= steps;
    return true;
}

static inline uint64_t nl_spent(const nl_budget *budget) {
    return budget->total - budget->left;
}

#endif
