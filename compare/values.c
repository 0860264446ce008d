/* What differs between values in the same places of two records. */
#include <string.h>

#include "compare/model.h"

static bool has_same_bytes(const cmp_value *a, const cmp_value *b) {
    if (a->length != b->length) return false;
    return a->length == 0 || memcmp((const void *)(uintptr_t)a->bits,
                                    (const void *)(uintptr_t)b->bits, a->length) == 0;
}

uint32_t cmp_first_difference(const cmp_value *a, const cmp_value *b) {
    const uint8_t *const old = (const uint8_t *)(uintptr_t)a->bits;
    const uint8_t *const new = (const uint8_t *)(uintptr_t)b->bits;
    const uint32_t common = a->length < b->length ? a->length : b->length;
    uint32_t at = 0;
    while (at < common && old[at] == new[at])
        at++;
    return at;
}

bool cmp_says_the_same(const struct navlint_diff *diff, const cmp_value *a, const cmp_value *b) {
    if (a->class == CMP_BYTES && b->class == CMP_BYTES) return has_same_bytes(a, b);
    return cmp_canonical(diff, CMP_OLD, a) == cmp_canonical(diff, CMP_NEW, b);
}

static void add_field(struct navlint_diff *diff, uint32_t old_value, uint32_t new_value) {
    cmp_add_detail(diff, (cmp_detail){.kind = CMP_FIELD, .values = {old_value, new_value}});
}

/* A value that is compared here: outside of lists, unless it is in an item. */
static bool is_here(const struct navlint_diff *diff, const cmp_value *value, bool is_item) {
    const bool is_listed = diff->shapes.items[value->shape].list != CMP_NONE;
    return (is_item || !is_listed) && cmp_is_compared(diff, value);
}

/* Values of one shape are chained in their order: nested lists have several. */
static void mark(struct navlint_diff *diff, cmp_span span, bool is_item) {
    cmp_scratch *const scratch = &diff->scratch;
    scratch->stamp++;
    for (uint32_t end = span.first + span.count; end > span.first; end--) {
        const uint32_t i = end - 1;
        const cmp_value *const value = &diff->sides[CMP_NEW].values[i];
        if (!is_here(diff, value, is_item)) continue;
        const bool has_next = scratch->stamps[value->shape] == scratch->stamp;
        scratch->next[i] = has_next ? scratch->marks[value->shape] : CMP_NONE;
        scratch->stamps[value->shape] = scratch->stamp;
        scratch->marks[value->shape] = i;
    }
}

/* The first new value of this shape that is left; CMP_NONE. */
static uint32_t first_mark(const struct navlint_diff *diff, uint32_t shape) {
    const cmp_scratch *const scratch = &diff->scratch;
    return scratch->stamps[shape] == scratch->stamp ? scratch->marks[shape] : CMP_NONE;
}

static uint32_t take_mark(struct navlint_diff *diff, uint32_t shape) {
    const uint32_t first = first_mark(diff, shape);
    if (first != CMP_NONE) diff->scratch.marks[shape] = diff->scratch.next[first];
    return first;
}

void cmp_compare_values(struct navlint_diff *diff, cmp_span old_span, cmp_span new_span,
                        bool is_item) {
    const cmp_value *const old = diff->sides[CMP_OLD].values;
    const cmp_value *const new = diff->sides[CMP_NEW].values;
    mark(diff, new_span, is_item);
    for (uint32_t i = old_span.first; i < old_span.first + old_span.count; i++) {
        if (!is_here(diff, &old[i], is_item)) continue;
        const uint32_t found = take_mark(diff, old[i].shape);
        if (found == CMP_NONE || !cmp_says_the_same(diff, &old[i], &new[found]))
            add_field(diff, i, found);
    }
    for (uint32_t i = new_span.first; i < new_span.first + new_span.count; i++) {
        if (!is_here(diff, &new[i], is_item) || first_mark(diff, new[i].shape) != i) continue;
        add_field(diff, CMP_NONE, take_mark(diff, new[i].shape));
    }
}
