/* From a 32-bit key (an id that a file chose) to the row that has it, in constant time whatever the
 * keys are. Flat: one table of 32-bit slots in the arena.
 *
 * Dense keys (the usual case: ids 1..N with gaps, the highest less than NL_INDEX_DENSITY times
 * their number) are looked up directly. Others are hashed with linear probing; no key may stand
 * further than NL_INDEX_REACH from its home slot. Keys chosen to collide make the build try another
 * multiplier, and after the last one it gives up: the budget is then spent, so the verdict is
 * `indeterminate`. So a lookup costs at most NL_INDEX_REACH probes.
 */
#ifndef NAVLINT_CORE_INDEX_H
#define NAVLINT_CORE_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/budget.h"

#define NL_NO_ROW      UINT32_MAX
#define NL_INDEX_REACH 128u
#define NL_INDEX_DENSITY                                                                           \
    8u /* three quarters of real meshes have ids up to 4.2 times their number */

typedef struct nl_index {
    const uint32_t *keys; /* borrowed; row r has keys[r] */
    uint32_t *slots;      /* row + 1; 0 is empty */
    uint32_t slot_count;
    uint32_t multiplier; /* 0: slots are indexed by the key itself */
    uint32_t shift;
} nl_index;

/* Builds the index of keys[0, count); count is below 2^29. Of equal keys the first row is kept.
 * Takes nl_index_bytes(count) from the arena at most; keys must outlive the index.
 * Returns false if the arena or the budget is exhausted. */
bool nl_index_build(nl_index *index, nl_arena *arena, nl_budget *budget, const uint32_t *keys,
                    uint32_t count);

/* The most bytes that an index of `count` keys takes, alignment included. */
static inline uint64_t nl_index_bytes(uint64_t count) {
    return (NL_INDEX_DENSITY * count + 16) * sizeof(uint32_t) + 16;
}

uint32_t nl_index_probe(const nl_index *index, uint32_t key);

/* Whether keys are looked up directly: long loops ask once. */
static inline bool nl_index_is_direct(const nl_index *index) {
    return index->multiplier == 0;
}

/* nl_index_find of a direct index. */
static inline uint32_t nl_index_find_direct(const nl_index *index, uint32_t key) {
    return key < index->slot_count ? index->slots[key] - 1 : NL_NO_ROW;
}

/* The first row whose key is `key`; NL_NO_ROW if there is none. An index that was never built, all
 * zeros, finds nothing. */
static inline uint32_t nl_index_find(const nl_index *index, uint32_t key) {
    if (nl_index_is_direct(index)) return nl_index_find_direct(index, key);
    const uint32_t row = index->slots[(key * index->multiplier) >> index->shift] - 1;
    return row != NL_NO_ROW && index->keys[row] == key ? row : nl_index_probe(index, key);
}

#endif
