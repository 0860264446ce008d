#include "containers/members.h"

#include "core/sort.h"

/* ---- Extents ---- */

static bool starts_before(const void *a, const void *b) {
    const box_extent *const one = a;
    const box_extent *const other = b;
    if (one->start != other->start) return one->start < other->start;
    if (one->end != other->end) return one->end < other->end;
    return one->row < other->row;
}

/* What heapsort compares at most, in rows: their number times its logarithm. */
static uint64_t sorting_steps(uint32_t count) {
    uint64_t steps = count;
    for (uint32_t left = count; left > 1; left /= 2)
        steps += count / 4; /* four rows are compared and moved in the time of a step */
    return steps;
}

/* Directories mostly are in order, or nearly so. */
static bool is_in_order(const box_extent *extents, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (!starts_before(&extents[i - 1], &extents[i])) return false;
    return true;
}

static void insert_sort(box_extent *extents, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const box_extent extent = extents[i];
        uint32_t at = i;
        for (; at > 0 && starts_before(&extent, &extents[at - 1]); at--)
            extents[at] = extents[at - 1];
        extents[at] = extent;
    }
}

bool box_sort_extents(box_extent *extents, uint32_t count, nl_budget *budget) {
    enum { FEW = 64 };
    if (!nl_spend(budget, sorting_steps(count))) return false;
    if (is_in_order(extents, count)) return true;
    if (count <= FEW)
        insert_sort(extents, count);
    else
        nl_sort((nl_sorted){(uint8_t *)extents, sizeof *extents, starts_before}, count);
    return true;
}

void box_each_overlap(const box_extent *sorted, uint32_t count, box_overlap_fn visit,
                      void *context) {
    const box_extent *farthest = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const box_extent *const next = &sorted[i];
        if (next->start >= next->end) continue;
        if (farthest && next->start < farthest->end) visit(context, farthest, next);
        if (!farthest || next->end > farthest->end) farthest = next;
    }
}

void box_each_gap(const box_extent *sorted, uint32_t count, box_extent whole, box_gap_fn visit,
                  void *context) {
    uint64_t at = whole.start;
    for (uint32_t i = 0; i < count; i++) {
        const box_extent *const next = &sorted[i];
        if (next->start > at) visit(context, at, next->start, next->row);
        if (next->end > at) at = next->end;
    }
    if (at < whole.end) visit(context, at, whole.end, UINT32_MAX);
}

/* ---- Names ---- */

static uint8_t folded(uint8_t c) {
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

uint64_t box_hash(uint64_t hash, const uint8_t *chars, uint32_t length, bool is_folded) {
    const uint64_t prime = 0x100000001B3; /* FNV-1a, 64 bits */
    for (uint32_t i = 0; i < length; i++)
        hash = (hash ^ (is_folded ? folded(chars[i]) : chars[i])) * prime;
    return hash;
}

static bool hash_before(const void *a, const void *b) {
    const box_hashed *const one = a;
    const box_hashed *const other = b;
    return one->hash != other->hash ? one->hash < other->hash : one->row < other->row;
}

bool box_each_twin(box_hashed *names, uint32_t count, nl_budget *budget, const box_twins *twins) {
    if (!nl_spend(budget, sorting_steps(count))) return false;
    nl_sort((nl_sorted){(uint8_t *)names, sizeof *names, hash_before}, count);
    const box_hashed *first = names;
    for (uint32_t i = 1; i < count; i++) {
        const bool may_be = names[i].hash == first->hash;
        if (may_be && twins->same(twins->context, first->row, names[i].row))
            twins->visit(twins->context, first->row, names[i].row);
        else
            first = &names[i];
    }
    return true;
}
