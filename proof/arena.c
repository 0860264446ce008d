/* Contracts of core/arena.h and core/arena.c. */
#include <stdint.h>

#include "checked.c"

/* The prover takes void * for char *, and its typed memory keeps char and uint8_t apart. The arena
 * never looks at the value of a byte. */
#define uint8_t char
#include "core/arena.c"
#undef uint8_t

/*@ predicate block(char *base, integer capacity) =
        base != \null && \valid(base + (0 .. capacity - 1)) &&
        \object_pointer(base + (0 .. capacity));

    predicate usable_arena(nl_arena *a) =
        \valid(a) && a->used <= a->peak <= a->capacity && block(a->base, a->capacity) &&
        \separated(a, a->base + (0 .. a->capacity - 1));

    predicate legal_align(integer align) =
        align == 1 || align == 2 || align == 4 || align == 8 || align == 16;

    predicate multiple(integer address, integer mask) = (address & mask) == 0;
*/

/* The prover's integers have no bits: bits.smt2 proves this for the machine's. */
/*@ axiomatic Padding {
      axiom padding: \forall uint64_t x, mask;
        mask == 0 || mask == 1 || mask == 3 || mask == 7 || mask == 15 ==>
        0 <= ((uint64_t)(-x) & mask) <= mask && multiple(x + ((uint64_t)(-x) & mask), mask);
    }
*/

/*@ requires block((char *)memory, capacity);
    assigns \nothing;
    ensures \result.base == memory && \result.capacity == capacity;
    ensures \result.used == 0 && \result.peak == 0 && !\result.exhausted;
*/
nl_arena nl_arena_over(void *memory, size_t capacity);

/*@ requires usable_arena(arena) && legal_align(align);
    assigns \nothing;
    ensures \result < align;
    ensures multiple((uintptr_t)(arena->base + arena->used) + \result, (uint64_t)(align - 1));
*/
static size_t padding_for(const nl_arena *arena, size_t align);

/*@ requires usable_arena(arena) && legal_align(align);
    assigns arena->used, arena->peak, arena->exhausted;
    ensures usable_arena(arena) && arena->peak == \max(\old(arena->peak), arena->used);
    ensures granted: \result != \null ==>
        \old(arena->used) <= arena->used - count * size < \old(arena->used) + align &&
        (char *)\result == arena->base + (arena->used - count * size) &&
        arena->exhausted == \old(arena->exhausted);
    ensures valid: \result != \null ==> \valid((char *)\result + (0 .. count * size - 1));
    ensures aligned: \result != \null ==>
        multiple((uintptr_t)\old(arena->base + arena->used) +
                     ((char *)\result - \old(arena->base + arena->used)), (uint64_t)(align - 1));
    ensures refused: \result == \null ==>
        arena->exhausted && arena->used == \old(arena->used);
    ensures enough: count * size + align - 1 <= arena->capacity - \old(arena->used) ==>
        \result != \null;
*/
void *nl_alloc(nl_arena *arena, uint64_t count, size_t size, size_t align);

/*@ requires usable_arena(arena) && legal_align(align) && size > 0;
    assigns arena->used, arena->peak, arena->exhausted,
        arena->base[arena->used .. arena->capacity - 1];
    ensures usable_arena(arena) && arena->peak == \max(\old(arena->peak), arena->used);
    ensures granted: \result != \null ==>
        \old(arena->used) <= arena->used - count * size < \old(arena->used) + align &&
        (char *)\result == arena->base + (arena->used - count * size) &&
        arena->exhausted == \old(arena->exhausted);
    ensures zero: \result != \null && count != 0 ==> memset((char *)\result, 0, count * size);
    ensures refused: \result == \null ==>
        arena->exhausted && arena->used == \old(arena->used);
*/
void *nl_alloc_zeroed(nl_arena *arena, uint64_t count, size_t size, size_t align);

/*@ requires \valid_read(arena);
    assigns \nothing;
    ensures \result == arena->used;
*/
static inline size_t nl_arena_mark(const nl_arena *arena);

/*@ requires usable_arena(arena) && mark <= arena->used;
    assigns arena->used;
    ensures usable_arena(arena) && arena->used == mark;
*/
static inline void nl_arena_release(nl_arena *arena, size_t mark);
