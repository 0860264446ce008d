/* Contracts of core/groups.h. */
#include <stdint.h>

/* Macros, because loops say the same of their own state. */
/* clang-format off */
#define THINGS(groups)                                                   \
    (\valid_read(groups) && \object_pointer((groups)->parents) &&        \
     \valid((groups)->parents + (0 .. (groups)->count - 1)) &&           \
     \separated(groups, (groups)->parents + (0 .. (groups)->count - 1)))

#define FOREST(groups)                                              \
    (\forall integer i; 0 <= i < (groups)->count ==> 0 <= (groups)->parents[i] <= i)

#define SAME_ROOTS(groups, before)                                  \
    (\forall integer i; 0 <= i < (groups)->count ==>                \
         ((groups)->parents[i] == i <==> \at((groups)->parents[i], before) == i))

/* Of two things that were roots the lower one is the other's parent, and no other thing has become a
 * root, or is none any more. */
#define JOINED(groups, x, y, before)                                                       \
    (\at((groups)->parents[x], before) == x && \at((groups)->parents[y], before) == y &&   \
     (groups)->parents[(x) < (y) ? (y) : (x)] == ((x) < (y) ? (x) : (y)) &&                \
     (\forall integer k; 0 <= k < (groups)->count && k != ((x) < (y) ? (y) : (x)) ==>      \
         ((groups)->parents[k] == k <==> \at((groups)->parents[k], before) == k)))
/* clang-format on */

#include "core/groups.h"

/*@ requires THINGS(groups);
    assigns groups->parents[0 .. groups->count - 1];
    ensures \forall integer i; 0 <= i < groups->count ==> groups->parents[i] == i;
*/
static inline void nl_groups_clear(const nl_groups *groups);

/*@ requires THINGS(groups) && FOREST(groups) && thing < groups->count;
    assigns groups->parents[0 .. thing];
    ensures FOREST(groups) && SAME_ROOTS(groups, Pre);
    ensures \result <= thing && groups->parents[\result] == \result;
*/
static inline uint32_t nl_group_of(const nl_groups *groups, uint32_t thing);

/*@ requires THINGS(groups) && FOREST(groups) && a < groups->count && b < groups->count;
    assigns groups->parents[0 .. groups->count - 1];
    ensures FOREST(groups);
    ensures \exists uint32_t x, y; x <= a && y <= b && JOINED(groups, x, y, Pre);
*/
static inline void nl_groups_join(const nl_groups *groups, uint32_t a, uint32_t b);
