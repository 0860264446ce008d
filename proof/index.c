/* Contracts of core/index.h and core/index.c. */
#include "arena.c"
#include "budget.c"

#include "core/index.h"

/* Macros, not predicates: the provers take minutes to see through a predicate of all slots.
 * The arrow of ACSL is no operator that clang-format knows. */
/* clang-format off */
#define APART(index)                                    \
    (\base_addr((index)->slots) != \base_addr(index) && \
     \base_addr((index)->slots) != \base_addr((index)->keys))

#define TABLE(index)                                                                      \
    (\valid_read((index)->slots + (0 .. (index)->slot_count - 1)) &&                      \
     \object_pointer((index)->slots) && \object_pointer((index)->keys) &&                 \
     (\forall integer slot; 0 <= slot < (index)->slot_count && (index)->slots[slot] != 0 ==> \
         \valid_read((index)->keys + ((index)->slots[slot] - 1))))

#define DIRECT(index)                                                                     \
    (TABLE(index) &&                                                                      \
     (\forall integer slot; 0 <= slot < (index)->slot_count && (index)->slots[slot] != 0 ==> \
         (index)->keys[(index)->slots[slot] - 1] == slot))

#define HASHED(index)                                    \
    (TABLE(index) && 1 <= (index)->shift <= 28 &&        \
     (index)->slot_count == (1 << (32 - (index)->shift)))

#define BUILT(index)                                              \
    (\valid_read(index) && ((index)->multiplier == 0 ==> DIRECT(index)) && \
     ((index)->multiplier != 0 ==> HASHED(index)))

/* The rows from..to are found: each key's slot names the row, or an earlier one of the same key. */
#define FOUND(index, from, to)                                 \
    (\forall integer i; (from) <= i < (to) ==>                 \
         0 < (index)->slots[(index)->keys[i]] <= i + 1)
/* clang-format on */

/* The prover's integers have no bits: bits.smt2 proves this for the machine's. */
/*@ axiomatic Hash {
      axiom masked: \forall uint32_t x, mask; 0 <= (x & mask) <= mask && (x & mask) <= x;
      axiom shifted: \forall uint32_t x, shift; 1 <= shift <= 28 ==>
        0 <= (x >> shift) < (1 << (32 - shift));
      axiom power: \forall uint32_t bits; bits <= 31 ==>
        1 <= (1 << bits) <= 0x80000000 && ((1 << bits) < 0x80000000 ==> bits < 31);
      axiom below_zero: \forall integer x; -1 <= x <= UINT32_MAX ==>
        (uint32_t)x == (x < 0 ? UINT32_MAX : x);
    }
*/

/* What the arena hands out, as the object of numbers that it is to the index. */
uint32_t *slot_memory;

/*@ predicate unused_slots(nl_index *index, uint32_t *keys) =
        \base_addr(slot_memory) != \base_addr(index) &&
        \base_addr(slot_memory) != \base_addr(keys) &&
        \base_addr(slot_memory) != \base_addr(&slot_memory);

    predicate slots_of(integer count) =
        slot_memory != \null && \valid(slot_memory + (0 .. count - 1)) &&
        \object_pointer(slot_memory);
*/

/*@ requires usable_arena(arena) && legal_align(align) && size == sizeof(uint32_t);
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena);
    ensures \result == \null ==> arena->exhausted;
    ensures \result != \null ==> \result == slot_memory && slots_of(count);
*/
uint32_t *slots_from(nl_arena *arena, uint64_t count, size_t size, size_t align);

/*@ requires usable_arena(arena) && legal_align(align) && size == sizeof(uint32_t);
    assigns arena->used, arena->peak, arena->exhausted, slot_memory[0 .. count - 1];
    ensures usable_arena(arena);
    ensures \result == \null ==> arena->exhausted;
    ensures \result != \null ==> \result == slot_memory && slots_of(count) &&
        \forall integer i; 0 <= i < count ==> \result[i] == 0;
*/
uint32_t *zeroed_slots_from(nl_arena *arena, uint64_t count, size_t size, size_t align);

/*@ requires zero == 0 && \valid(slots + (0 .. bytes / 4 - 1));
    assigns slots[0 .. bytes / 4 - 1];
    ensures \forall integer i; 0 <= i < bytes / 4 ==> slots[i] == 0;
*/
void clear_slots(uint32_t *slots, int zero, size_t bytes);

/* The prover's parser knows gcc's older name only. */
#define _Alignof __alignof__
#define nl_alloc        slots_from
#define nl_alloc_zeroed zeroed_slots_from
#define memset          clear_slots
#include "core/index.c"

/*@ requires \valid_read(keys + (0 .. count - 1));
    assigns \nothing;
    ensures \forall integer row; 0 <= row < count ==> keys[row] <= \result;
*/
static uint32_t highest_key(const uint32_t *keys, uint32_t count);

/*@ requires \valid(index->slots + (0 .. index->slot_count - 1)) && APART(index);
    requires \valid_read(index) && \valid_read(index->keys + (0 .. count - 1));
    requires \object_pointer(index->slots) && \object_pointer(index->keys);
    requires \forall integer slot; 0 <= slot < index->slot_count ==> index->slots[slot] == 0;
    requires \forall integer row; 0 <= row < count ==> index->keys[row] < index->slot_count;
    assigns index->slots[0 .. index->slot_count - 1];
    ensures \result && DIRECT(index);
    ensures FOUND(index, 0, count);
*/
static bool fill_direct(nl_index *index, uint32_t count);

/*@ requires \valid(index->slots + (0 .. index->slot_count - 1)) && APART(index);
    requires \valid_read(index) && \valid_read(index->keys + row) && row < UINT32_MAX;
    requires HASHED(index);
    assigns index->slots[0 .. index->slot_count - 1];
    ensures HASHED(index);
*/
static bool insert(nl_index *index, uint32_t row);

/*@ requires \valid(index->slots + (0 .. index->slot_count - 1)) && APART(index);
    requires \valid_read(index) && \valid_read(index->keys + (0 .. count - 1));
    requires HASHED(index);
    assigns index->slots[0 .. index->slot_count - 1];
    ensures HASHED(index);
*/
static bool fill_hashed(nl_index *index, uint32_t count);

/*@ predicate buildable(nl_index *index, nl_arena *arena, uint32_t *keys, integer count) =
        \valid(index) && usable_arena(arena) && \valid_read(keys + (0 .. count - 1)) &&
        \object_pointer(keys) && unused_slots(index, keys) &&
        \separated(index, arena, keys + (0 .. count - 1), &slot_memory);
*/

/*@ requires buildable(index, arena, index->keys, count) && index->multiplier == 0;
    requires highest < UINT32_MAX;
    requires \forall integer row; 0 <= row < count ==> index->keys[row] <= highest;
    assigns index->slots, index->slot_count, slot_memory[0 .. highest];
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena);
    ensures !\result ==> arena->exhausted;
    ensures \result ==> DIRECT(index) && FOUND(index, 0, count);
*/
static bool build_direct(nl_index *index, nl_arena *arena, uint32_t count, uint32_t highest);

/*@ requires buildable(index, arena, index->keys, count) && 0 < count < 0x20000000;
    assigns index->slots, index->slot_count, index->multiplier, index->shift;
    assigns slot_memory[0 .. UINT32_MAX];
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena);
    ensures \result ==> HASHED(index) && index->multiplier != 0;
*/
static bool build_hashed(nl_index *index, nl_arena *arena, uint32_t count);

/*@ requires buildable(index, arena, keys, count) && count < 0x20000000;
    requires \valid(budget) && budget_sound(*budget);
    requires \separated(budget, index, arena, keys + (0 .. count - 1), &slot_memory);
    requires \base_addr(slot_memory) != \base_addr(budget);
    assigns *index, *budget, slot_memory[0 .. UINT32_MAX];
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena) && budget_sound(*budget);
    ensures \result ==> BUILT(index) && index->keys == keys;
    ensures \result && index->multiplier == 0 ==>
        FOUND(index, 0, count);
    ensures !\result ==> arena->exhausted || budget->exhausted;
*/
bool nl_index_build(nl_index *index, nl_arena *arena, nl_budget *budget, const uint32_t *keys,
                    uint32_t count);

/*@ requires BUILT(index) && index->multiplier != 0;
    assigns \nothing;
    ensures \result == NL_NO_ROW ||
        (\valid_read(index->keys + \result) && index->keys[\result] == key);
*/
uint32_t nl_index_probe(const nl_index *index, uint32_t key);

/*@ requires \valid_read(index);
    assigns \nothing;
    ensures \result <==> index->multiplier == 0;
*/
static inline bool nl_index_is_direct(const nl_index *index);

/*@ requires BUILT(index) && index->multiplier == 0;
    assigns \nothing;
    ensures \result == NL_NO_ROW ||
        (\valid_read(index->keys + \result) && index->keys[\result] == key);
    ensures key < index->slot_count && index->slots[key] != 0 ==>
        \result == index->slots[key] - 1;
*/
static inline uint32_t nl_index_find_direct(const nl_index *index, uint32_t key);

/*@ requires BUILT(index);
    assigns \nothing;
    ensures \result == NL_NO_ROW ||
        (\valid_read(index->keys + \result) && index->keys[\result] == key);
*/
static inline uint32_t nl_index_find(const nl_index *index, uint32_t key);

/*@ requires count < 0x40000000;
    assigns \nothing;
    ensures \result == 32 * count + 80;
*/
static inline uint64_t nl_index_bytes(uint64_t count);
