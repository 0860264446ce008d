#include "core/index.h"

#include <string.h>

/* Odd constants with well-mixed bits: 2^32 / golden ratio, and three more of its kind. */
static const uint32_t multipliers[] = {0x9E3779B1u, 0x85EBCA6Bu, 0xC2B2AE35u, 0x27D4EB2Fu};
enum { MULTIPLIER_COUNT = sizeof multipliers / sizeof multipliers[0] };

static uint32_t highest_key(const uint32_t *keys, uint32_t count) {
    uint32_t highest = 0;
    /*@ loop invariant 0 <= i <= count && \forall integer j; 0 <= j < i ==> keys[j] <= highest;
        loop assigns i, highest;
        loop variant count - i; */
    for (uint32_t i = 0; i < count; i++)
        highest = keys[i] > highest ? keys[i] : highest;
    return highest;
}

static bool fill_direct(nl_index *index, uint32_t count) {
    /*@ loop invariant 0 <= row <= count && DIRECT(index);
        loop invariant FOUND(index, row, count);
        loop assigns row, index->slots[0 .. index->slot_count - 1];
        loop variant row; */
    for (uint32_t row = count; row-- > 0;)
        index->slots[index->keys[row]] = row + 1;
    return true;
}

/* Puts one row into the first free slot within reach; a row whose key is there already is done. */
static bool insert(nl_index *index, uint32_t row) {
    const uint32_t key = index->keys[row];
    const uint32_t home = (key * index->multiplier) >> index->shift;
    /*@ loop invariant 0 <= step <= NL_INDEX_REACH;
        loop assigns step;
        loop variant NL_INDEX_REACH - step; */
    for (uint32_t step = 0; step < NL_INDEX_REACH; step++) {
        uint32_t *const slot = &index->slots[(home + step) & (index->slot_count - 1)];
        if (*slot == 0) *slot = row + 1;
        if (index->keys[*slot - 1] == key) return true;
    }
    return false;
}

static bool fill_hashed(nl_index *index, uint32_t count) {
    /*@ loop invariant 0 <= row <= count && HASHED(index);
        loop assigns row, index->slots[0 .. index->slot_count - 1];
        loop variant count - row; */
    for (uint32_t row = 0; row < count; row++)
        if (!insert(index, row)) return false;
    return true;
}

static bool build_direct(nl_index *index, nl_arena *arena, uint32_t count, uint32_t highest) {
    index->slots = NL_NEW_ZEROED(arena, uint32_t, (uint64_t)highest + 1);
    if (!index->slots) return false;
    index->slot_count = highest + 1;
    return fill_direct(index, count);
}

static bool build_hashed(nl_index *index, nl_arena *arena, uint32_t count) {
    uint32_t bits = 4;
    /*@ assert \forall integer i; 0 <= i < MULTIPLIER_COUNT ==> multipliers[i] != 0; */
    /*@ loop invariant 4 <= bits <= 31;
        loop assigns bits;
        loop variant 31 - bits; */
    while (((uint32_t)1 << bits) < 2 * count)
        bits++;
    const uint32_t slot_count = (uint32_t)1 << bits;
    index->slots = NL_NEW(arena, uint32_t, slot_count);
    if (!index->slots) return false;
    index->slot_count = slot_count;
    index->shift = 32 - bits;
    /*@ loop invariant 0 <= i <= MULTIPLIER_COUNT;
        loop assigns i, index->multiplier, index->slots[0 .. slot_count - 1];
        loop variant MULTIPLIER_COUNT - i; */
    for (unsigned i = 0; i < MULTIPLIER_COUNT; i++) {
        index->multiplier = multipliers[i];
        memset(index->slots, 0, slot_count * sizeof(uint32_t));
        if (fill_hashed(index, count)) return true;
    }
    return false;
}

bool nl_index_build(nl_index *index, nl_arena *arena, nl_budget *budget, const uint32_t *keys,
                    uint32_t count) {
    *index = (nl_index){.keys = keys};
    if (!nl_spend(budget, count)) return false;
    if (count == 0) return true;
    const uint32_t highest = highest_key(keys, count);
    if (highest < (uint64_t)NL_INDEX_DENSITY * count)
        return build_direct(index, arena, count, highest);
    const bool built = build_hashed(index, arena, count);
    if (!built && !arena->exhausted)
        (void)nl_spend(budget, UINT64_MAX); /* colliding keys: see the contract in the header */
    return built;
}

uint32_t nl_index_probe(const nl_index *index, uint32_t key) {
    const uint32_t home = (key * index->multiplier) >> index->shift;
    /*@ loop invariant 0 <= step <= NL_INDEX_REACH;
        loop assigns step;
        loop variant NL_INDEX_REACH - step; */
    for (uint32_t step = 0; step < NL_INDEX_REACH; step++) {
        const uint32_t row = index->slots[(home + step) & (index->slot_count - 1)] - 1;
        if (row == NL_NO_ROW || index->keys[row] == key) return row;
    }
    return NL_NO_ROW;
}
