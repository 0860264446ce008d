#include "core/budget.h"

/*@ predicate budget_sound(nl_budget b) = b.left <= b.total && (b.exhausted ==> b.left == 0); */

/*@ assigns \nothing;
    ensures budget_sound(\result);
    ensures \result.total == steps && \result.left == steps && !\result.exhausted;
*/
static inline nl_budget nl_budget_of(uint64_t steps);

/*@ requires \valid(budget) && budget_sound(*budget);
    assigns budget->left, budget->exhausted;
    ensures budget_sound(*budget);
    ensures never_grows: budget->left <= \old(budget->left);
    ensures \result <==> steps <= \old(budget->left);
    ensures \result ==> budget->left == \old(budget->left) - steps;
    ensures sticky: \old(budget->exhausted) ==> budget->exhausted;
    ensures sticky: \old(budget->exhausted) && steps > 0 ==> !\result;
    ensures !\result ==> budget->exhausted;
*/
static inline bool nl_spend(nl_budget *budget, uint64_t steps);

/*@ requires \valid_read(budget) && budget_sound(*budget);
    assigns \nothing;
    ensures \result == budget->total - budget->left;
*/
static inline uint64_t nl_spent(const nl_budget *budget);
