/* Lists of records: items are known by what they say, wherever they stand. */
#include <string.h>

#include "compare/model.h"

typedef struct lists {
    struct navlint_diff *diff;
    uint32_t records[CMP_SIDES];
} lists;

static cmp_list *list_of(const lists *l, unsigned side) {
    return &l->diff->scratch.lists[side];
}

/* ---- Items of a side ---- */

static void add_item(const lists *l, unsigned side, cmp_listed item) {
    cmp_list *const list = list_of(l, side);
    if (cmp_grow(&list->items, &list->capacity, list->count, sizeof *list->items))
        list->items[list->count++] = item;
    else
        l->diff->failed = true;
}

/* What values say, in their order; references besides by themselves. */
static void hash_values(const lists *l, unsigned side, cmp_listed *item) {
    const cmp_value *const values = l->diff->sides[side].values + item->item.first;
    for (uint32_t i = 0; i < item->item.count; i++) {
        if (!cmp_is_compared(l->diff, &values[i])) continue;
        const uint64_t said = cmp_mix(values[i].shape, cmp_canonical(l->diff, side, &values[i]));
        item->hash = cmp_mix(item->hash, said);
        if (values[i].role == NAVLINT_REFERENCE) item->references = cmp_mix(item->references, said);
    }
}

static bool is_of_item(const cmp_shapes *shapes, const cmp_value *value, const cmp_value *first) {
    return shapes->items[value->shape].list == shapes->items[first->shape].list &&
           value->item == first->item;
}

static void list_values(const lists *l, unsigned side) {
    const cmp_side *const s = &l->diff->sides[side];
    const cmp_record *const record = &s->records[l->records[side]];
    const cmp_shapes *const shapes = &l->diff->shapes;
    for (uint32_t i = record->first; i < record->first + record->count;) {
        const cmp_value *const value = &s->values[i];
        cmp_listed item = {.list = shapes->items[value->shape].list,
                           .number = value->item,
                           .item = {i, 1, CMP_NONE}};
        i++;
        if (item.list == CMP_NONE) continue;
        for (; i < record->first + record->count && is_of_item(shapes, &s->values[i], value); i++)
            item.item.count++;
        hash_values(l, side, &item);
        if (item.hash != 0) add_item(l, side, item);
    }
}

/* ---- Slices ---- */

static bool slice_bounds(const lists *l, unsigned side, const nl_slice *slice, uint64_t *first,
                         uint64_t *count) {
    const uint32_t record = l->records[side];
    const cmp_value *const start = cmp_named_value(l->diff, side, record, slice->first, NULL);
    const cmp_value *const length = cmp_named_value(l->diff, side, record, slice->count, NULL);
    if (!start || !length) return false;
    *first = start->bits;
    *count = slice->count_mask ? length->bits & slice->count_mask : length->bits;
    return true;
}

/* Slices that overlap could make lists of all items again and again. Returns false if no item more
 * may be looked at. */
static bool spend(const lists *l) {
    uint64_t *const budget = &l->diff->scratch.slice_budget;
    if (*budget == 0) return false;
    (*budget)--;
    return true;
}

static cmp_listed item_of_record(const lists *l, unsigned side, uint32_t record, uint32_t list) {
    const cmp_record *const r = &l->diff->sides[side].records[record];
    cmp_listed item = {.list = list, .number = r->number, .item = {r->first, r->count, record}};
    if (l->diff->kinds->kinds[r->kind].is_item)
        hash_values(l, side, &item);
    else
        item.hash = item.references = cmp_mix(1, cmp_pair_number(l->diff, side, record));
    return item;
}

/* Returns false if the budget ended before the list. */
static bool list_slice(const lists *l, unsigned side, size_t number) {
    const nl_slice *const slice = &l->diff->kinds->slices[number];
    const cmp_side *const s = &l->diff->sides[side];
    const uint32_t outer = s->records[l->records[side]].outer;
    const uint32_t list = (uint32_t)(l->diff->shapes.count + number);
    uint64_t first = 0;
    uint64_t count = 0;
    if (!slice_bounds(l, side, slice, &first, &count)) return true;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t record = cmp_child(s, slice->item, outer, first + i);
        if (record == CMP_NONE) return true;
        if (!spend(l)) return false;
        cmp_listed item = item_of_record(l, side, record, list);
        item.number = (uint32_t)i;
        add_item(l, side, item);
    }
    return true;
}

/* Of both sides or, if one ends before its end, of neither: what is left of a list cannot be
 * compared with a whole one. */
static void list_slice_of_both(const lists *l, size_t number) {
    cmp_list *const old = list_of(l, CMP_OLD);
    cmp_list *const new = list_of(l, CMP_NEW);
    const size_t counts[CMP_SIDES] = {old->count, new->count};
    if (list_slice(l, CMP_OLD, number) && list_slice(l, CMP_NEW, number)) return;
    l->diff->is_cut = true;
    old->count = counts[CMP_OLD];
    new->count = counts[CMP_NEW];
}

static void list_both(const lists *l) {
    const uint8_t kind = l->diff->sides[CMP_OLD].records[l->records[CMP_OLD]].kind;
    for (unsigned side = 0; side < CMP_SIDES; side++) {
        list_of(l, side)->count = 0;
        list_values(l, side);
    }
    for (size_t i = 0; i < l->diff->kinds->slice_count; i++)
        if (l->diff->kinds->slices[i].owner == kind) list_slice_of_both(l, i);
}

/* ---- Pairing ---- */

/* The number that a step pairs an item by; 0: not in this step. */
typedef uint64_t (*number_fn)(const cmp_listed *item);

static uint64_t by_all(const cmp_listed *item) {
    return cmp_mix(item->list, item->hash);
}

static uint64_t by_references(const cmp_listed *item) {
    return item->references ? cmp_mix(item->list, item->references) : 0;
}

static uint64_t by_number(const cmp_listed *item) {
    return item->references ? 0 : cmp_mix(item->list, item->number);
}

static void gather(const lists *l, unsigned side, number_fn number_of) {
    cmp_list *const list = list_of(l, side);
    list->key_count = 0;
    for (size_t i = 0; i < list->count; i++) {
        const uint64_t number = list->items[i].is_done ? 0 : number_of(&list->items[i]);
        if (number == 0) continue;
        if (!cmp_grow(&list->keys, &list->key_capacity, list->key_count, sizeof *list->keys)) {
            l->diff->failed = true;
            return;
        }
        list->keys[list->key_count++] = (cmp_keyed){number, (uint32_t)i};
    }
    cmp_sort_keyed(list->keys, list->key_count);
}

/* The next value from `at` on that is compared; the end of the item. */
static uint32_t next_compared(const lists *l, unsigned side, const cmp_item *item, uint32_t at) {
    const uint32_t end = item->first + item->count;
    while (at < end && !cmp_is_compared(l->diff, &l->diff->sides[side].values[at]))
        at++;
    return at;
}

static bool have_same_values(const lists *l, const cmp_item *old, const cmp_item *new) {
    const cmp_value *const old_values = l->diff->sides[CMP_OLD].values;
    const cmp_value *const new_values = l->diff->sides[CMP_NEW].values;
    const uint32_t old_end = old->first + old->count;
    const uint32_t new_end = new->first + new->count;
    uint32_t a = next_compared(l, CMP_OLD, old, old->first);
    uint32_t b = next_compared(l, CMP_NEW, new, new->first);
    while (a < old_end && b < new_end) {
        if (old_values[a].shape != new_values[b].shape ||
            !cmp_says_the_same(l->diff, &old_values[a], &new_values[b]))
            return false;
        a = next_compared(l, CMP_OLD, old, a + 1);
        b = next_compared(l, CMP_NEW, new, b + 1);
    }
    return a == old_end && b == new_end;
}

/* What a hash says is looked at, since a file may be made to have that of another; that of a record
 * of its own (item_of_record) is as good as its number. */
static bool are_same(const lists *l, const cmp_listed *old, const cmp_listed *new) {
    if (old->list != new->list || old->hash != new->hash) return false;
    const uint32_t record = old->item.record;
    const cmp_record *const records = l->diff->sides[CMP_OLD].records;
    const bool is_record =
        record != CMP_NONE && !l->diff->kinds->kinds[records[record].kind].is_item;
    return is_record || have_same_values(l, &old->item, &new->item);
}

static void settle(const lists *l, cmp_listed *old, cmp_listed *new) {
    old->is_done = new->is_done = true;
    if (are_same(l, old, new)) return;
    cmp_compare_values(l->diff, (cmp_span){old->item.first, old->item.count},
                       (cmp_span){new->item.first, new->item.count}, true);
}

static void join(const lists *l, number_fn number_of) {
    cmp_list *const old = list_of(l, CMP_OLD);
    cmp_list *const new = list_of(l, CMP_NEW);
    size_t at[CMP_SIDES] = {0, 0};
    gather(l, CMP_OLD, number_of);
    gather(l, CMP_NEW, number_of);
    while (at[0] < old->key_count && at[1] < new->key_count && !l->diff->failed) {
        const cmp_keyed a = old->keys[at[0]];
        const cmp_keyed b = new->keys[at[1]];
        if (a.key == b.key) settle(l, &old->items[a.record], &new->items[b.record]);
        at[0] += a.key <= b.key;
        at[1] += b.key <= a.key;
    }
}

static bool are_equal(const lists *l) {
    const cmp_list *const old = list_of(l, CMP_OLD);
    const cmp_list *const new = list_of(l, CMP_NEW);
    if (old->count != new->count) return false;
    for (size_t i = 0; i < old->count; i++)
        if (!are_same(l, &old->items[i], &new->items[i])) return false;
    return true;
}

/* "connections/north" */
static const char *name_of(const lists *l, uint32_t list) {
    const cmp_shapes *const shapes = &l->diff->shapes;
    if (list >= shapes->count) return l->diff->kinds->slices[list - shapes->count].list;
    return shapes->items[shapes->items[list].up].text;
}

static void add_left(const lists *l, unsigned side, cmp_detail_kind kind) {
    const cmp_list *const list = list_of(l, side);
    for (size_t i = 0; i < list->count && !l->diff->failed; i++) {
        const cmp_listed *const item = &list->items[i];
        if (item->is_done) continue;
        cmp_add_detail(l->diff, (cmp_detail){.kind = kind,
                                             .values = {CMP_NONE, CMP_NONE},
                                             .item = item->item,
                                             .list = name_of(l, item->list)});
    }
}

void cmp_compare_lists(struct navlint_diff *diff, uint32_t old_record, uint32_t new_record) {
    const lists l = {diff, {old_record, new_record}};
    list_both(&l);
    if (diff->failed || are_equal(&l)) return;
    join(&l, by_all);
    join(&l, by_references);
    join(&l, by_number);
    add_left(&l, CMP_OLD, CMP_LINK_REMOVED);
    add_left(&l, CMP_NEW, CMP_LINK_ADDED);
}
