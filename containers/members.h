/* What every container's members are judged by: whether they share bytes, what lies between them,
 * whether a name comes twice. Rooms decode their directories, these sort them: n log n, whatever
 * the file chose. */
#ifndef NAVLINT_CONTAINERS_MEMBERS_H
#define NAVLINT_CONTAINERS_MEMBERS_H

#include "core/arena.h"
#include "core/budget.h"

/* The bytes [start, end) of the input that the member in this row of the directory claims. */
typedef struct box_extent {
    uint64_t start;
    uint64_t end;
    uint32_t row;
} box_extent;

/* Sorts by start, end and row. false if the budget is used up: nothing is sorted then. */
bool box_sort_extents(box_extent *extents, uint32_t count, nl_budget *budget);

/* Receives two extents of which the later starts in front of the end of the earlier one. */
typedef void (*box_overlap_fn)(void *context, const box_extent *earlier, const box_extent *later);

/* Visits each sorted extent, not empty, that starts in front of the end of one before it, with the
 * one of these that reaches farthest: at most count - 1 pairs. The very same bytes twice are a
 * visit, too: rooms that allow it compare. */
void box_each_overlap(const box_extent *sorted, uint32_t count, box_overlap_fn visit,
                      void *context);

/* Receives the bytes [start, end) of the input that nothing claims. row: of the extent behind them;
 * UINT32_MAX: none follows. */
typedef void (*box_gap_fn)(void *context, uint64_t start, uint64_t end, uint32_t row);

/* Visits what lies between sorted extents, from `from` to `to`. */
void box_each_gap(const box_extent *sorted, uint32_t count, box_extent whole, box_gap_fn visit,
                  void *context);

/* The name of the member in this row, as box_hash makes it. */
typedef struct box_hashed {
    uint64_t hash;
    uint32_t row;
} box_hashed;

/* FNV-1a, 64 bits: what the hash of a name is before its first byte, and with one more. */
#define box_no_hash ((uint64_t)0xCBF29CE484222325)
static inline uint64_t box_hash_byte(uint64_t hash, uint8_t byte) {
    return (hash ^ byte) * UINT64_C(0x100000001B3);
}

/* Hashes more of a name, whose case does not count where is_folded. */
uint64_t box_hash(uint64_t hash, const uint8_t *chars, uint32_t length, bool is_folded);

/* Whether the names of two rows are the same for the game. */
typedef bool (*box_same_fn)(void *context, uint32_t first_row, uint32_t row);

/* Receives a row whose name stands in an earlier row, first_row, already. */
typedef void (*box_twin_fn)(void *context, uint32_t first_row, uint32_t row);

typedef struct box_twins {
    box_same_fn same;
    box_twin_fn visit;
    void *context;
} box_twins;

/* Sorts the names and visits each that comes again, with the first of its rows. Names that were
 * made to have the same hash without being the same may hide a twin, and cost nothing more.
 * false if the budget is used up. */
bool box_each_twin(box_hashed *names, uint32_t count, nl_budget *budget, const box_twins *twins);

#endif
