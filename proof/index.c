/* Contracts of core/index.h and core/index.c. */
#include "arena.c"
#include "budget.c"
#include "core/index.h"

/*@ predicate apart(nl_index *index) =
        \base_addr(index->slots) != \base_addr(index) &&
        \base_addr(index->slots) != \base_addr(index->keys);

    predicate named(nl_index *index, integer slot) =
        index->slots[slot] == 0 || \valid_read(index->keys + (index->slots[slot] - 1));

    predicate table(nl_index *index) =
        \valid_read(index->slots + (0 .. index->slot_count - 1)) &&
        \object_pointer(index->slots) && \object_pointer(index->keys) &&
        \forall integer slot; 0 <= slot < index->slot_count ==> named(index, slot);

    predicate direct(nl_index *index) = table(index) &&
        \forall integer slot; 0 <= slot < index->slot_count && index->slots[slot] != 0 ==>
            index->keys[index->slots[slot] - 1] == slot;

    predicate first(nl_index *index, integer row) =
        0 < index->slots[index->keys[row]] <= row + 1;

    predicate hashed(nl_index *index) = table(index) &&
        1 <= index->shift <= 28 && index->slot_count == (1 << (32 - index->shift));

    predicate built(nl_index *index) =
        \valid_read(index) && (index->multiplier == 0 ==> direct(index)) &&
        (index->multiplier != 0 ==> hashed(index));
*/

/* The prover's integers have no bits: bits.smt2 proves this for the machine's. */
/*@ axiomatic Hash {
      axiom masked: \forall uint32_t x, mask; 0 <= (x & mask) <= mask && (x & mask) <= x;
      axiom shifted: \forall uint32_t x, shift; 1 <= shift <= 28 ==>
        0 <= (x >> shift) < (1 << (32 - shift));
      axiom power: \forall uint32_t bits; bits <= 31 ==>
        1 <= (1 << bits) <= 0x80000000 && ((1 << bits) < 0x80000000 ==> bits < 31);
      axiom below_zero: \forall integer x; x == -1 ==> (uint32_t)x == UINT32_MAX;
    }
*/

/*@ requires usable_arena(arena) && legal_align(align) && size == sizeof(uint32_t);
    requires \valid_read(index);
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena);
    ensures \result == \null ==> arena->exhausted;
    ensures \result != \null ==> \valid(\result + (0 .. count - 1)) &&
        \base_addr(\result) != \base_addr(index) && \base_addr(\result) != \base_addr(index->keys);
*/
uint32_t *slots_from(nl_arena *arena, uint64_t count, size_t size, size_t align, nl_index *index);

/*@ requires usable_arena(arena) && legal_align(align) && size == sizeof(uint32_t);
    requires \valid_read(index);
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena);
    ensures \result == \null ==> arena->exhausted;
    ensures \result != \null ==> \valid(\result + (0 .. count - 1)) &&
        \base_addr(\result) != \base_addr(index) && \base_addr(\result) != \base_addr(index->keys) &&
        \forall integer i; 0 <= i < count ==> \result[i] == 0;
*/
uint32_t *zeroed_slots_from(nl_arena *arena, uint64_t count, size_t size, size_t align, nl_index *index);

/* The prover's parser knows gcc's older name only. */
#define _Alignof __alignof__
#define nl_alloc(arena, count, size, align) slots_from((arena), (count), (size), (align), index)
#define nl_alloc_zeroed(arena, count, size, align) \
    zeroed_slots_from((arena), (count), (size), (align), index)
#include "core/index.c"

/*@ requires \valid_read(keys + (0 .. count - 1));
    assigns \nothing;
    ensures \forall integer row; 0 <= row < count ==> keys[row] <= \result;
*/
static uint32_t highest_key(const uint32_t *keys, uint32_t count);

/*@ requires \valid(index->slots + (0 .. index->slot_count - 1)) && apart(index);
    requires \valid_read(index) && \valid_read(index->keys + (0 .. count - 1));
    requires \forall integer slot; 0 <= slot < index->slot_count ==> index->slots[slot] == 0;
    requires \forall integer row; 0 <= row < count ==> index->keys[row] < index->slot_count;
    assigns index->slots[0 .. index->slot_count - 1];
    ensures \result && direct(index);
    ensures \forall integer row; 0 <= row < count ==> first(index, row);
*/
static bool fill_direct(nl_index *index, uint32_t count);

/*@ requires \valid(index->slots + (0 .. index->slot_count - 1)) && apart(index);
    requires \valid_read(index) && \valid_read(index->keys + row) && row < UINT32_MAX;
    requires hashed(index);
    assigns index->slots[0 .. index->slot_count - 1];
    ensures hashed(index);
*/
static bool insert(nl_index *index, uint32_t row);

/*@ requires \valid(index->slots + (0 .. index->slot_count - 1)) && apart(index);
    requires \valid_read(index) && \valid_read(index->keys + (0 .. count - 1));
    requires hashed(index);
    assigns index->slots[0 .. index->slot_count - 1];
    ensures hashed(index);
*/
static bool fill_hashed(nl_index *index, uint32_t count);

/*@ requires built(index) && index->multiplier != 0;
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

/*@ requires built(index) && index->multiplier == 0;
    assigns \nothing;
    ensures \result == NL_NO_ROW ||
        (\valid_read(index->keys + \result) && index->keys[\result] == key);
    ensures key < index->slot_count && index->slots[key] != 0 ==>
        \result == index->slots[key] - 1;
*/
static inline uint32_t nl_index_find_direct(const nl_index *index, uint32_t key);

/*@ requires built(index);
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
