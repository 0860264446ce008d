/* What differs between records that are the same, and which have none. */
#include <math.h>
#include <stdlib.h>

#include "compare/model.h"

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

bool cmp_is_whole(const struct navlint_diff *diff) {
    return !diff->is_cut && !diff->sides[CMP_OLD].decoded.is_damaged &&
           !diff->sides[CMP_NEW].decoded.is_damaged;
}
