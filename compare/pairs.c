/* Maps with a bit for each pair of records: both records of a pair may have other numbers in the
 * other version. */
#include <stdlib.h>
#include <string.h>

#include "compare/model.h"

enum { WORD_BITS = 32, MOST_PAIRS = 1000 /* of a map that are listed */ };

/* The words of a map. */
typedef struct map {
    const cmp_value *words;
    uint64_t count;
} map;

typedef struct maps {
    struct navlint_diff *diff;
    const nl_pairs *pairs;
    map sides[CMP_SIDES];
    size_t listed;
} maps;

static bool is_of_list(const cmp_shapes *shapes, const cmp_value *value, const char *list) {
    const cmp_shape *const shape = &shapes->items[value->shape];
    return shape->list == value->shape && shape->up != CMP_NONE &&
           strcmp(shapes->items[shape->up].text, list) == 0;
}

static map find_map(const struct navlint_diff *diff, unsigned side, const char *list) {
    const cmp_side *const s = &diff->sides[side];
    const cmp_record *const file = &s->records[0];
    map found = {NULL, 0};
    for (uint32_t i = file->first; i < file->first + file->count; i++) {
        const cmp_value *const value = &s->values[i];
        if (!is_of_list(&diff->shapes, value, list)) continue;
        if (!found.words) found.words = value;
        found.count++;
    }
    return found;
}

static bool bit_of(const map *m, uint64_t a, uint64_t b) {
    const uint64_t low = a < b ? a : b;
    const uint64_t high = a < b ? b : a;
    const uint64_t bit = high * (high - 1) / 2 + low;
    if (bit / WORD_BITS >= m->count) return false;
    return m->words[bit / WORD_BITS].bits >> (bit % WORD_BITS) & 1;
}

static void compare_bit(maps *m, uint32_t first, uint32_t second) {
    const cmp_record *const old = m->diff->sides[CMP_OLD].records;
    const cmp_record *const new = m->diff->sides[CMP_NEW].records;
    const bool was = bit_of(&m->sides[CMP_OLD], old[first].number, old[second].number);
    const bool is =
        bit_of(&m->sides[CMP_NEW], new[old[first].partner].number, new[old[second].partner].number);
    if (was == is) return;
    if (m->listed++ >= MOST_PAIRS) {
        m->diff->is_cut = true;
        return;
    }
    cmp_add_detail(m->diff, (cmp_detail){.kind = is ? CMP_PAIR_ADDED : CMP_PAIR_REMOVED,
                                         .values = {CMP_NONE, CMP_NONE},
                                         .list = m->pairs->list,
                                         .pair = {first, second}});
}

/* Whether a map has a bit for each pair of the records: then there are no more of those than bits
 * in the file. */
static bool is_whole(const maps *m, unsigned side) {
    const uint64_t count = m->diff->sides[side].lists[m->pairs->kind].count;
    return m->sides[side].words &&
           count * (count - (count != 0)) / 2 <= m->sides[side].count * WORD_BITS;
}

static void compare_map(maps *m) {
    const cmp_side *const old = &m->diff->sides[CMP_OLD];
    const cmp_kind_list *const list = &old->lists[m->pairs->kind];
    for (size_t j = 1; j < list->count; j++) {
        if (old->records[list->records[j]].partner == CMP_NONE) continue;
        for (size_t i = 0; i < j && !m->diff->failed; i++)
            if (old->records[list->records[i]].partner != CMP_NONE)
                compare_bit(m, list->records[i], list->records[j]);
    }
}

void cmp_compare_pairs(struct navlint_diff *diff) {
    for (size_t i = 0; i < diff->kinds->pairs_count && !diff->failed; i++) {
        maps m = {.diff = diff, .pairs = &diff->kinds->pairs[i]};
        m.sides[CMP_OLD] = find_map(diff, CMP_OLD, m.pairs->list);
        m.sides[CMP_NEW] = find_map(diff, CMP_NEW, m.pairs->list);
        if (is_whole(&m, CMP_OLD) && is_whole(&m, CMP_NEW)) compare_map(&m);
    }
}
