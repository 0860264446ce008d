/* What values say, whatever numbers the records have in their file. */
#include <string.h>

#include "compare/model.h"

/* Fields that senses name are few and stand early in small records. */
enum { MOST_SCANNED = 64 };

/* ---- Looking up ---- */

uint32_t cmp_children(const cmp_side *side, unsigned kind, uint32_t outer, uint32_t *count) {
    const cmp_kind_list *const list = &side->lists[kind];
    size_t bounds[2];
    for (unsigned i = 0; i < 2; i++) {
        size_t low = 0;
        size_t high = list->count;
        while (low < high) {
            const size_t middle = low + (high - low) / 2;
            const uint32_t found = side->records[list->records[middle]].outer;
            if (found < outer || (i == 1 && found == outer))
                low = middle + 1;
            else
                high = middle;
        }
        bounds[i] = low;
    }
    *count = (uint32_t)(bounds[1] - bounds[0]);
    return (uint32_t)bounds[0];
}

uint32_t cmp_child(const cmp_side *side, unsigned kind, uint32_t outer, uint64_t number) {
    uint32_t count;
    const uint32_t *const all = side->lists[kind].records;
    uint32_t low = cmp_children(side, kind, outer, &count);
    uint32_t high = low + count;
    if (number < count && side->records[all[low + number]].number == number)
        return all[low + number];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint64_t found = side->records[all[middle]].number;
        if (found == number) return all[middle];
        if (found < number)
            low = middle + 1;
        else
            high = middle;
    }
    return CMP_NONE;
}

static uint32_t find_key(const cmp_side *side, unsigned kind, uint64_t key) {
    const cmp_kind_list *const list = &side->lists[kind];
    size_t low = 0;
    size_t high = list->key_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (list->by_key[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    const bool is_found = low < list->key_count && list->by_key[low].key == key;
    return is_found ? list->by_key[low].record : CMP_NONE;
}

static const char *text_of(const struct navlint_diff *diff, const cmp_value *value) {
    return diff->shapes.items[value->shape].text;
}

const cmp_value *cmp_named_value(const struct navlint_diff *diff, unsigned side, uint32_t record,
                                 const char *name, const cmp_value *beside) {
    const cmp_side *const s = &diff->sides[side];
    const cmp_record *const r = &s->records[record];
    const cmp_value *found = NULL;
    for (uint32_t i = 0; i < r->count && i < MOST_SCANNED; i++) {
        const cmp_value *const value = &s->values[r->first + i];
        if (strcmp(text_of(diff, value), name) != 0) continue;
        if (!beside) return value;
        const uint16_t home = diff->shapes.items[value->shape].home;
        if (home == diff->shapes.items[beside->shape].home) return value;
        if (!found) found = value;
    }
    return found;
}

static bool number_beside(const struct navlint_diff *diff, unsigned side, const cmp_value *value,
                          const char *name, uint64_t *number) {
    const cmp_value *const found =
        name ? cmp_named_value(diff, side, value->record, name, value) : value;
    if (found) *number = found->bits;
    return found != NULL;
}

/* The record around what a sense leads to: the one around this one, or this one itself. */
static uint32_t outer_of_target(const struct navlint_diff *diff, unsigned side, uint32_t record,
                                unsigned target, unsigned sibling) {
    const cmp_side *const s = &diff->sides[side];
    const cmp_record *const r = &s->records[record];
    for (size_t i = 0; i < diff->kinds->home_count; i++) {
        const nl_home *const home = &diff->kinds->homes[i];
        if (home->kind == target && home->outer == r->kind) return record;
    }
    if (sibling == 0 || r->outer == CMP_NONE) return r->outer;
    return find_key(s, sibling, s->records[r->outer].key);
}

/* ---- Senses ---- */

static bool holds(const struct navlint_diff *diff, unsigned side, const cmp_value *value,
                  const nl_sense *sense) {
    uint64_t number = 0;
    if (sense->if_mask == 0) return true;
    return number_beside(diff, side, value, sense->if_field, &number) &&
           (number & sense->if_mask) == sense->if_value;
}

static const nl_sense *sense_of(const struct navlint_diff *diff, unsigned side,
                                const cmp_value *value) {
    const cmp_shape *const shape = &diff->shapes.items[value->shape];
    for (size_t i = 0; i < CMP_MOST_SENSES && shape->senses[i]; i++)
        if (holds(diff, side, value, shape->senses[i])) return shape->senses[i];
    return NULL;
}

static uint32_t by_key(const struct navlint_diff *diff, unsigned side, const cmp_value *value,
                       const nl_sense *sense) {
    uint64_t first = 0;
    if (sense->with && !number_beside(diff, side, value, sense->with, &first)) return CMP_NONE;
    return find_key(&diff->sides[side], sense->target, cmp_mix(first, value->bits));
}

/* Whether the value means a record of this file at all. */
static bool is_own(const struct navlint_diff *diff, unsigned side, const cmp_value *value,
                   const nl_sense *sense) {
    const cmp_side *const s = &diff->sides[side];
    uint64_t number = 0;
    if (sense->own_kind == 0) return true;
    if (s->lists[sense->own_kind].count == 0) return false;
    const cmp_record *const first = &s->records[s->lists[sense->own_kind].records[0]];
    return number_beside(diff, side, value, sense->own_field, &number) &&
           number >> sense->own_shift == first->first_key;
}

/* The number that the numbers of a value count from. */
static bool add_base(const struct navlint_diff *diff, unsigned side, const cmp_value *value,
                     const nl_sense *sense, uint64_t *number) {
    const cmp_side *const s = &diff->sides[side];
    uint64_t by = 0;
    if (!sense->base_by) return true;
    if (!number_beside(diff, side, value, sense->base_by, &by)) return false;
    const uint32_t outer =
        outer_of_target(diff, side, value->record, sense->base_kind, sense->base_sibling);
    if (outer == CMP_NONE) return false;
    const uint32_t base =
        cmp_child(s, sense->base_kind, outer, by >> sense->base_shift & sense->base_mask);
    if (base == CMP_NONE) return false;
    const cmp_value *const first = cmp_named_value(diff, side, base, sense->base_field, NULL);
    if (first) *number += first->bits;
    return first != NULL;
}

static uint32_t by_index(const struct navlint_diff *diff, unsigned side, const cmp_value *value,
                         const nl_sense *sense) {
    uint64_t number = value->bits >> sense->shift;
    if (sense->mask) number &= sense->mask;
    if (number < sense->bias || !is_own(diff, side, value, sense)) return CMP_NONE;
    number -= sense->bias;
    if (!add_base(diff, side, value, sense, &number)) return CMP_NONE;
    const uint32_t outer =
        outer_of_target(diff, side, value->record, sense->target, sense->sibling);
    return outer == CMP_NONE ? CMP_NONE
                             : cmp_child(&diff->sides[side], sense->target, outer, number);
}

cmp_meaning cmp_meaning_of(const struct navlint_diff *diff, unsigned side, const cmp_value *value) {
    cmp_meaning meaning = {sense_of(diff, side, value), CMP_NONE};
    if (!meaning.sense || value->class != CMP_WHOLE) return meaning;
    if (meaning.sense->meaning == NL_BY_KEY)
        meaning.target = by_key(diff, side, value, meaning.sense);
    if (meaning.sense->meaning == NL_BY_INDEX)
        meaning.target = by_index(diff, side, value, meaning.sense);
    return meaning;
}

/* ---- Numbers that are equal on both sides ---- */

uint64_t cmp_pair_number(const struct navlint_diff *diff, unsigned side, uint32_t record) {
    const uint32_t partner = diff->sides[side].records[record].partner;
    const uint64_t alone = UINT64_C(1) << (40 + side);
    if (partner == CMP_NONE) return alone | record;
    return side == CMP_OLD ? record : partner;
}

/* The upper byte is a number in the list of masters; behind them the file itself. */
uint64_t cmp_form(const struct navlint_diff *diff, unsigned side, uint64_t form_id) {
    const cmp_side *const s = &diff->sides[side];
    const cmp_kind_list *const masters = &s->lists[diff->kinds->masters];
    const uint64_t number = form_id >> 24;
    if (form_id == 0) return 0;
    if (number >= masters->count) return cmp_mix(1, form_id & 0xFFFFFF);
    return cmp_mix(s->records[masters->records[number]].key, form_id & 0xFFFFFF);
}

static uint64_t content_of(const cmp_value *value) {
    if (value->class == CMP_BYTES)
        return cmp_hash_bytes((const uint8_t *)(uintptr_t)value->bits, value->length, false);
    return cmp_mix(value->class, value->bits);
}

uint64_t cmp_canonical(const struct navlint_diff *diff, unsigned side, const cmp_value *value) {
    const cmp_meaning meaning = cmp_meaning_of(diff, side, value);
    const nl_sense *const sense = meaning.sense;
    if (!sense || value->class != CMP_WHOLE)
        return sense && sense->meaning == NL_UNSEEN ? 0 : content_of(value);
    switch ((nl_meaning)sense->meaning) {
    case NL_UNSEEN:
        return 0;
    case NL_BITS:
        return cmp_mix(0, value->bits & sense->keep);
    case NL_FORM:
        return cmp_form(diff, side, value->bits);
    case NL_BY_KEY:
    case NL_BY_INDEX:
        break;
    }
    if (meaning.target == CMP_NONE) return content_of(value);
    return cmp_mix(2 + (value->bits & sense->keep), cmp_pair_number(diff, side, meaning.target));
}
