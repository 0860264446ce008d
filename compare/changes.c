/* What differs between records that are the same, and which have none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/model.h"

void cmp_add_detail(struct navlint_diff *diff, cmp_detail detail) {
    const bool has_room =
        cmp_grow(&diff->details, &diff->detail_capacity, diff->detail_count, sizeof *diff->details);
    if (has_room)
        diff->details[diff->detail_count++] = detail;
    else
        diff->failed = true;
}

/* ---- Values ---- */

bool cmp_is_placed_elsewhere(const struct navlint_diff *diff, unsigned kind) {
    return diff->has_wide[kind][CMP_OLD] != diff->has_wide[kind][CMP_NEW];
}

bool cmp_is_compared(const struct navlint_diff *diff, const cmp_value *value) {
    const cmp_shape *const shape = &diff->shapes.items[value->shape];
    if (shape->axis >= 0 && cmp_is_placed_elsewhere(diff, shape->kind)) return false;
    if (value->role == NAVLINT_COUNT || value->role == NAVLINT_IDENTITY) return false;
    if (shape->key_part >= 0 || !shape->is_seen[CMP_OLD] || !shape->is_seen[CMP_NEW]) return false;
    return !shape->senses[0] || shape->senses[0]->meaning != NL_UNSEEN;
}

static bool has_same_bytes(const cmp_value *a, const cmp_value *b) {
    if (a->length != b->length) return false;
    return a->length == 0 || memcmp((const void *)(uintptr_t)a->bits,
                                    (const void *)(uintptr_t)b->bits, a->length) == 0;
}

static bool says_the_same(const struct navlint_diff *diff, const cmp_value *a, const cmp_value *b) {
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
        if (found == CMP_NONE || !says_the_same(diff, &old[i], &new[found]))
            add_field(diff, i, found);
    }
    for (uint32_t i = new_span.first; i < new_span.first + new_span.count; i++) {
        if (!is_here(diff, &new[i], is_item) || first_mark(diff, new[i].shape) != i) continue;
        add_field(diff, CMP_NONE, take_mark(diff, new[i].shape));
    }
}

/* ---- Records ---- */

/* The square root, by Newton's method from above: for libm every program that links the library
 * would have to link one more. */
static double root(double square) {
    double guess = square > 1 ? square : 1;
    if (!(square > 0) || !isfinite(square)) return square;
    for (double next = (guess + square / guess) / 2; next < guess;
         next = (guess + square / guess) / 2)
        guess = next;
    return guess;
}

/* Those beyond max_changes are counted. */
static void add_change(struct navlint_diff *diff, cmp_change change) {
    change.count = (uint32_t)diff->detail_count - change.first;
    diff->change_total++;
    if (diff->change_count >= diff->max_changes) {
        diff->detail_count = change.first;
        return;
    }
    if (!cmp_grow(&diff->changes, &diff->change_capacity, diff->change_count,
                  sizeof *diff->changes)) {
        diff->failed = true;
        return;
    }
    diff->changes[diff->change_count++] = change;
}

static void find_move(const struct navlint_diff *diff, const cmp_record *old, const cmp_record *new,
                      cmp_change *change) {
    if (!diff->kinds->kinds[old->kind].points[0] || !old->has_place || !new->has_place) return;
    change->distance = root(cmp_squared_distance(old, new));
    change->is_moved = change->distance > 0;
}

static void compare_pair(struct navlint_diff *diff, uint32_t old_record, uint32_t new_record) {
    const cmp_record *const old = &diff->sides[CMP_OLD].records[old_record];
    const cmp_record *const new = &diff->sides[CMP_NEW].records[new_record];
    cmp_tally *const tally = &diff->tallies[old->kind];
    cmp_change change = {.status = CMP_CHANGED,
                         .records = {old_record, new_record},
                         .first = (uint32_t)diff->detail_count};
    cmp_compare_values(diff, (cmp_span){old->first, old->count}, (cmp_span){new->first, new->count},
                       false);
    cmp_compare_lists(diff, old_record, new_record);
    if (old_record == 0) cmp_compare_pairs(diff);
    find_move(diff, old, new, &change);
    const bool has_key = old->has_key && new->has_key;
    tally->renumbered += has_key ? old->key != new->key : old->number != new->number;
    if (diff->detail_count == change.first && !change.is_moved) return;
    tally->changed++;
    tally->moved += change.is_moved;
    add_change(diff, change);
}

/* A record without a partner in an outer one that has one: what is in a record that is gone goes
 * with it. */
static bool is_alone(const cmp_side *side, uint32_t record) {
    const cmp_record *const r = &side->records[record];
    return r->partner == CMP_NONE && side->records[r->outer].partner != CMP_NONE;
}

static void find_old(struct navlint_diff *diff, unsigned kind) {
    const cmp_side *const old = &diff->sides[CMP_OLD];
    for (size_t i = 0; i < old->lists[kind].count && !diff->failed; i++) {
        const uint32_t record = old->lists[kind].records[i];
        if (old->records[record].partner != CMP_NONE) {
            compare_pair(diff, record, old->records[record].partner);
        } else if (is_alone(old, record)) {
            diff->tallies[kind].removed++;
            add_change(diff, (cmp_change){.status = CMP_REMOVED,
                                          .records = {record, CMP_NONE},
                                          .first = (uint32_t)diff->detail_count});
        }
    }
}

static void find_new(struct navlint_diff *diff, unsigned kind) {
    const cmp_side *const new = &diff->sides[CMP_NEW];
    for (size_t i = 0; i < new->lists[kind].count && !diff->failed; i++) {
        const uint32_t record = new->lists[kind].records[i];
        if (!is_alone(new, record) || record == 0) continue;
        diff->tallies[kind].added++;
        add_change(diff, (cmp_change){.status = CMP_ADDED,
                                      .records = {CMP_NONE, record},
                                      .first = (uint32_t)diff->detail_count});
    }
}

static bool make_scratch(struct navlint_diff *diff) {
    cmp_scratch *const scratch = &diff->scratch;
    const size_t values = diff->sides[CMP_OLD].value_count + diff->sides[CMP_NEW].value_count;
    scratch->marks = calloc(diff->shapes.count + 1, sizeof *scratch->marks);
    scratch->stamps = calloc(diff->shapes.count + 1, sizeof *scratch->stamps);
    scratch->next = malloc((diff->sides[CMP_NEW].value_count + 1) * sizeof *scratch->next);
    scratch->slice_budget = 4 * (uint64_t)values + 1024;
    return scratch->marks && scratch->stamps && scratch->next;
}

void cmp_find_changes(struct navlint_diff *diff) {
    diff->failed = !make_scratch(diff);
    for (unsigned kind = 0; kind < diff->kinds->kind_count && !diff->failed; kind++) {
        diff->tallies[kind].old_count = diff->sides[CMP_OLD].lists[kind].count;
        diff->tallies[kind].new_count = diff->sides[CMP_NEW].lists[kind].count;
        const nl_kind *const row = &diff->kinds->kinds[kind];
        if (row->is_item || (row->is_aside && diff->navigation_only)) continue;
        find_old(diff, kind);
        find_new(diff, kind);
    }
}

bool cmp_is_same(const struct navlint_diff *diff) {
    return diff->change_total == 0;
}
