/* What all steps of a comparison stand on. */
#include <string.h>

#include "compare/model.h"
#include "core/sort.h"

uint64_t cmp_hash_bytes(const uint8_t *bytes, size_t length, bool ignores_case) {
    uint64_t hash = cmp_mix(3, length);
    for (size_t i = 0; i < length; i++) {
        const uint8_t c = bytes[i];
        hash = cmp_mix(hash, ignores_case && c >= 'A' && c <= 'Z' ? c | 0x20u : c);
    }
    return hash;
}

static bool is_keyed_before(const void *a, const void *b) {
    const cmp_keyed *const left = a;
    const cmp_keyed *const right = b;
    return left->key != right->key ? left->key < right->key : left->record < right->record;
}

void cmp_sort_keyed(cmp_keyed *keys, size_t count) {
    nl_sort((nl_sorted){(uint8_t *)keys, sizeof *keys, is_keyed_before}, (uint32_t)count);
}

bool cmp_is_placed_elsewhere(const struct navlint_diff *diff, unsigned kind) {
    return diff->has_wide[kind][CMP_OLD] != diff->has_wide[kind][CMP_NEW];
}

static bool have_same_layout(const struct navlint_diff *diff) {
    const nl_decoded_kind *const old = &diff->sides[CMP_OLD].decoded;
    const nl_decoded_kind *const new = &diff->sides[CMP_NEW].decoded;
    return strcmp(old->version, new->version) == 0 && strcmp(old->dialect, new->dialect) == 0;
}

/* A list without items shows none of their fields: whether the version has them its layout tells.
 */
static bool is_known_to_both(const struct navlint_diff *diff, const cmp_shape *shape) {
    const bool is_of_item = shape->list != CMP_NONE || diff->kinds->kinds[shape->kind].is_item;
    return (shape->is_seen[CMP_OLD] && shape->is_seen[CMP_NEW]) ||
           (is_of_item && have_same_layout(diff));
}

bool cmp_is_compared(const struct navlint_diff *diff, const cmp_value *value) {
    const cmp_shape *const shape = &diff->shapes.items[value->shape];
    if (shape->axis >= 0 && cmp_is_placed_elsewhere(diff, shape->kind)) return false;
    if (value->role == NAVLINT_COUNT || value->role == NAVLINT_IDENTITY) return false;
    if (shape->key_part >= 0 || !is_known_to_both(diff, shape)) return false;
    return !shape->senses[0] || shape->senses[0]->meaning != NL_UNSEEN;
}

void cmp_add_detail(struct navlint_diff *diff, cmp_detail detail) {
    const bool has_room =
        cmp_grow(&diff->details, &diff->detail_capacity, diff->detail_count, sizeof *diff->details);
    if (has_room)
        diff->details[diff->detail_count++] = detail;
    else
        diff->failed = true;
}
