#include "containers/members.h"

#include "core/sort.h"

enum { FEW = 64 }; /* that are sorted by insertion */

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
    for (uint32_t i = 0; i < length; i++)
        hash = box_hash_byte(hash, is_folded ? folded(chars[i]) : chars[i]);
    return hash;
}

static bool hash_before(const void *a, const void *b) {
    const box_hashed *const one = a;
    const box_hashed *const other = b;
    return one->hash != other->hash ? one->hash < other->hash : one->row < other->row;
}

/* Names are dealt by the highest eight bits in which their hashes differ, and large parts once
 * more; what is left in a part is few, or alike because somebody wants that, and is compared. */
enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* Names by the digit of their hashes: next[digit] to ends[digit] are not in place yet. */
typedef struct parts {
    uint32_t next[DIGITS];
    uint32_t ends[DIGITS];
    unsigned shift; /* where the digit is */
} parts;

static unsigned digit_of(const parts *p, const box_hashed *name) {
    return (unsigned)(name->hash >> p->shift) & (DIGITS - 1);
}

static unsigned differing_bits(const box_hashed *names, uint32_t count) {
    uint64_t differing = 0;
    for (uint32_t i = 1; i < count; i++)
        differing |= names[i].hash ^ names[0].hash;
    return differing != 0 ? 64 - (unsigned)__builtin_clzll(differing) : 0;
}

static void find_parts(parts *p, const box_hashed *names, uint32_t count) {
    const unsigned bits = differing_bits(names, count);
    *p = (parts){.shift = bits > DIGIT_BITS ? bits - DIGIT_BITS : 0};
    for (uint32_t i = 0; i < count; i++)
        p->ends[digit_of(p, &names[i])]++;
    uint32_t at = 0;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        p->next[digit] = at;
        at += p->ends[digit];
        p->ends[digit] = at;
    }
}

/* The next place of `digit` gets its name: each that is moved makes room for another. */
static void fill_next(parts *p, box_hashed *names, unsigned digit) {
    box_hashed name = names[p->next[digit]];
    for (unsigned to = digit_of(p, &name); to != digit; to = digit_of(p, &name)) {
        const box_hashed displaced = names[p->next[to]];
        names[p->next[to]++] = name;
        name = displaced;
    }
    names[p->next[digit]++] = name;
}

static void insert_names(box_hashed *names, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const box_hashed name = names[i];
        uint32_t at = i;
        for (; at > 0 && hash_before(&name, &names[at - 1]); at--)
            names[at] = names[at - 1];
        names[at] = name;
    }
}

static void deal(parts *p, box_hashed *names, uint32_t count) {
    find_parts(p, names, count);
    for (unsigned digit = 0; digit < DIGITS; digit++)
        while (p->next[digit] < p->ends[digit])
            fill_next(p, names, digit);
}

static void sort_compared(box_hashed *names, uint32_t count) {
    if (count <= FEW)
        insert_names(names, count);
    else
        nl_sort((nl_sorted){(uint8_t *)names, sizeof *names, hash_before}, count);
}

static void sort_part(box_hashed *names, uint32_t count) {
    if (count <= FEW) {
        insert_names(names, count);
        return;
    }
    parts p;
    deal(&p, names, count);
    uint32_t start = 0;
    for (unsigned digit = 0; digit < DIGITS; start = p.ends[digit], digit++)
        sort_compared(names + start, p.ends[digit] - start);
}

static void sort_names(box_hashed *names, uint32_t count) {
    parts p;
    deal(&p, names, count);
    uint32_t start = 0;
    for (unsigned digit = 0; digit < DIGITS; start = p.ends[digit], digit++)
        sort_part(names + start, p.ends[digit] - start);
}

bool box_each_twin(box_hashed *names, uint32_t count, nl_budget *budget, const box_twins *twins) {
    if (!nl_spend(budget, sorting_steps(count))) return false;
    if (count <= FEW)
        insert_names(names, count);
    else
        sort_names(names, count);
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
