/* How records are known again: by their keys, their content and their places. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/model.h"

enum { PLACE_PARTS = 8 /* of a unit: places of two dialects are equal to that */ };

/* ---- Keys ---- */

static uint64_t key_of(const struct navlint_diff *diff, unsigned side, const nl_kind *kind,
                       const cmp_value *value) {
    const bool is_form = value->role == NAVLINT_REFERENCE || value->role == NAVLINT_IDENTITY;
    if (value->class == CMP_BYTES)
        return cmp_hash_bytes((const uint8_t *)(uintptr_t)value->bits, value->length, true);
    return kind->is_form && is_form ? cmp_form(diff, side, value->bits) : value->bits;
}

static void find_key(struct navlint_diff *diff, unsigned side, cmp_record *record) {
    const cmp_side *const s = &diff->sides[side];
    const nl_kind *const kind = &diff->kinds->kinds[record->kind];
    uint64_t parts[2] = {0, 0};
    unsigned found = 0;
    for (uint32_t i = 0; i < record->count; i++) {
        const cmp_value *const value = &s->values[record->first + i];
        const int8_t part = diff->shapes.items[value->shape].key_part;
        if (part < 0 || (found & 1u << part)) continue;
        found |= 1u << part;
        parts[part] = key_of(diff, side, kind, value);
        if (part == 1 || !kind->key[1]) record->name = record->first + i;
    }
    const unsigned wanted = kind->key[1] ? 3 : 1;
    record->has_key = found == wanted;
    record->first_key = parts[0];
    record->key = wanted == 3 ? cmp_mix(parts[0], parts[1]) : cmp_mix(0, parts[0]);
}

static bool index_keys(cmp_side *side, cmp_kind_list *list) {
    list->by_key = malloc((list->count + 1) * sizeof *list->by_key);
    if (!list->by_key) return false;
    memset(list->by_key, 0, (list->count + 1) * sizeof *list->by_key);
    for (size_t i = 0; i < list->count; i++) {
        const cmp_record *const record = &side->records[list->records[i]];
        if (record->has_key)
            list->by_key[list->key_count++] = (cmp_keyed){record->key, list->records[i]};
    }
    cmp_sort_keyed(list->by_key, list->key_count);
    return true;
}

/* The names of masters stand in the keys of all others. */
bool cmp_find_keys(struct navlint_diff *diff, unsigned side) {
    cmp_side *const s = &diff->sides[side];
    for (size_t i = 0; i < s->lists[diff->kinds->masters].count; i++)
        find_key(diff, side, &s->records[s->lists[diff->kinds->masters].records[i]]);
    for (size_t i = 0; i < s->record_count; i++)
        find_key(diff, side, &s->records[i]);
    for (size_t i = 0; i < diff->shapes.count; i++)
        if (diff->shapes.items[i].is_wide && diff->shapes.items[i].is_seen[side])
            diff->has_wide[diff->shapes.items[i].kind][side] = true;
    for (size_t kind = 0; kind < diff->kinds->kind_count; kind++)
        if (!index_keys(s, &s->lists[kind])) return false;
    return true;
}

/* ---- Places ---- */

typedef struct sums {
    double sum[3];
    unsigned count[3];
    double wide[3];
    bool has_wide[3];
} sums;

static double number_of(const cmp_value *value) {
    double real;
    if (value->class != CMP_REAL) return (double)(int64_t)value->bits;
    memcpy(&real, &value->bits, sizeof real);
    return real;
}

static void add_axis(const struct navlint_diff *diff, const cmp_value *value, sums *at) {
    const cmp_shape *const shape = &diff->shapes.items[value->shape];
    const int8_t axis = shape->axis;
    if (axis < 0 || value->class == CMP_BYTES) return;
    if (shape->is_wide) {
        at->wide[axis] = number_of(value);
        at->has_wide[axis] = true;
    } else {
        at->sum[axis] += number_of(value);
        at->count[axis]++;
    }
}

static void add_target(const cmp_record *target, sums *at) {
    for (size_t i = 0; i < 3 && target->has_place; i++) {
        at->sum[i] += target->place[i];
        at->count[i]++;
    }
}

/* x, y or z of a point in the header. */
static double header_number(const struct navlint_diff *diff, unsigned side, const char *point,
                            size_t axis, double otherwise) {
    char name[32];
    nl_text text = nl_text_over(name, sizeof name);
    nl_put(&text, point);
    nl_put_char(&text, '/');
    nl_put_char(&text, (char)('x' + axis));
    const cmp_value *const value = cmp_named_value(diff, side, 0, name, NULL);
    const double number = value ? number_of(value) : otherwise;
    return number != 0 || otherwise == 0 ? number : otherwise;
}

static double scaled(const struct navlint_diff *diff, unsigned side, const nl_kind *kind,
                     size_t axis, double number) {
    if (kind->scale != 0) number *= kind->scale;
    if (!kind->is_scaled) return number;
    return header_number(diff, side, diff->kinds->origin, axis, 0) +
           number / header_number(diff, side, diff->kinds->divisor, axis, 1);
}

static void set_place(const struct navlint_diff *diff, unsigned side, cmp_record *record,
                      const sums *at) {
    const nl_kind *const kind = &diff->kinds->kinds[record->kind];
    record->has_place = at->count[0] != 0;
    for (size_t i = 0; i < 3; i++) {
        const double mean = at->count[i] ? at->sum[i] / at->count[i] : 0;
        record->place[i] = scaled(diff, side, kind, i, at->has_wide[i] ? at->wide[i] : mean);
        if (!isfinite(record->place[i])) record->has_place = false;
    }
}

/* ---- Content ---- */

/* A name that is stable across positions in a file: the text of the shape. */
static uint64_t label_of(const cmp_value *value) {
    return cmp_mix(value->shape, 0);
}

static bool is_content(const struct navlint_diff *diff, const cmp_value *value) {
    const cmp_shape *const shape = &diff->shapes.items[value->shape];
    return value->role == NAVLINT_PLAIN && shape->list == CMP_NONE && cmp_is_compared(diff, value);
}

static uint64_t print_of(struct navlint_diff *diff, unsigned side, const cmp_value *value,
                         sums *at) {
    const cmp_side *const s = &diff->sides[side];
    const cmp_meaning meaning = cmp_meaning_of(diff, side, value);
    if (meaning.sense && meaning.sense->is_content) {
        if (meaning.target == CMP_NONE)
            return cmp_mix(label_of(value), cmp_canonical(diff, side, value));
        add_target(&s->records[meaning.target], at);
        return cmp_mix(label_of(value), s->records[meaning.target].print);
    }
    add_axis(diff, value, at);
    return is_content(diff, value) ? cmp_mix(label_of(value), cmp_canonical(diff, side, value)) : 0;
}

/* Beyond what a game's world can be, all are alike. */
static uint64_t eighths(double coordinate) {
    const double most = 1e9;
    const double inside = coordinate > most ? most : coordinate < -most ? -most : coordinate;
    return (uint64_t)(int64_t)(inside * (double)PLACE_PARTS);
}

void cmp_find_prints(struct navlint_diff *diff, unsigned side, unsigned kind) {
    cmp_side *const s = &diff->sides[side];
    for (size_t i = 0; i < s->lists[kind].count; i++) {
        cmp_record *const record = &s->records[s->lists[kind].records[i]];
        sums at = {.count = {0}};
        uint64_t print = 0;
        for (uint32_t j = 0; j < record->count; j++)
            print += print_of(diff, side, &s->values[record->first + j], &at);
        set_place(diff, side, record, &at);
        for (size_t j = 0; j < 3 && cmp_is_placed_elsewhere(diff, kind); j++)
            print = cmp_mix(print, eighths(record->place[j]));
        record->print = print;
    }
}
