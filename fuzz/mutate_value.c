/* Values on borders: of the number's own type, of the file's size, of what other fields say.
 * Nothing here knows a format or a rule. */
#include "fuzz/mutate_parts.h"

enum { EDIT_ROWS = 4096 };

uint32_t mut_below(mut_work *work, uint32_t limit) {
    /* xorshift64*, Vigna 2016: the high half is good enough, and cheap. */
    work->random ^= work->random >> 12;
    work->random ^= work->random << 25;
    work->random ^= work->random >> 27;
    const uint64_t high = (work->random * 0x2545f4914f6cdd1du) >> 32;
    return (uint32_t)((high * limit) >> 32);
}

bool mut_once_in(mut_work *work, uint32_t times) {
    return mut_below(work, times) == 0;
}

uint64_t mut_load(const uint8_t *data, const mut_field *field) {
    uint64_t value = 0;
    if (field->length > sizeof value) return 0;
    for (uint32_t i = 0; i < field->length; i++) {
        const uint32_t low_first = field->is_big_endian ? field->length - 1 - i : i;
        value |= (uint64_t)data[field->at + low_first] << (8 * i);
    }
    return value;
}

void mut_store(uint8_t *data, const mut_field *field, uint64_t value) {
    if (field->length > sizeof value) return;
    for (uint32_t i = 0; i < field->length; i++) {
        const uint32_t low_first = field->is_big_endian ? field->length - 1 - i : i;
        data[field->at + low_first] = (uint8_t)(value >> (8 * i));
    }
}

static const mut_field *pick_of_group(mut_work *work, uint16_t group) {
    const mut_group *const g = &work->map->groups[group];
    return &work->map->fields[work->map->grouped[g->first + mut_below(work, g->count)]];
}

const mut_field *mut_pick_role(mut_work *work, navlint_role role) {
    const uint32_t count = work->map->groups_of_count[role];
    if (count == 0) return NULL;
    return pick_of_group(work, work->map->groups_of[role][mut_below(work, count)]);
}

/* By the hash of a group's path. */
static uint32_t edits_of[EDIT_ROWS];
static bool is_fair;

void nl_mutate_fairly(void) {
    is_fair = true;
}

static uint32_t *edits_of_group(const mut_work *work, uint16_t group) {
    return &edits_of[(work->map->groups[group].hash >> 32) % EDIT_ROWS];
}

/* The least edited of some groups: what few inputs have gets its turn when it is there. */
static uint16_t least_edited(mut_work *work, const uint16_t *groups, uint32_t count) {
    enum { TRIES = 8 };
    uint16_t best = groups[mut_below(work, count)];
    if (!is_fair || mut_once_in(work, 2)) return best; /* of what is common not all may wait */
    for (int i = 1; i < TRIES; i++) {
        const uint16_t other = groups[mut_below(work, count)];
        if (*edits_of_group(work, other) < *edits_of_group(work, best)) best = other;
    }
    (*edits_of_group(work, best))++;
    return best;
}

const mut_field *mut_pick_fairly(mut_work *work, navlint_role role) {
    const uint32_t count = work->map->groups_of_count[role];
    if (count == 0) return NULL;
    return pick_of_group(work, least_edited(work, work->map->groups_of[role], count));
}

const mut_field *mut_pick(mut_work *work) {
    for (;;) {
        const mut_field *const field =
            mut_pick_fairly(work, (navlint_role)mut_below(work, MUT_ROLES));
        if (field) return field;
    }
}

const mut_field *mut_pick_opaque(mut_work *work) {
    enum { TRIES = 64 };
    const mut_map *const map = work->map;
    for (int i = 0; i < TRIES; i++) {
        const mut_group *const group = &map->groups[mut_below(work, map->group_count)];
        const mut_field *const field =
            &map->fields[map->grouped[group->first + mut_below(work, group->count)]];
        if (field->kind == MUT_OPAQUE) return field;
    }
    return NULL;
}

static uint64_t ones_of(const mut_field *field) {
    return UINT64_MAX >> (64 - 8 * field->length);
}

/* Of the same group half of the time, which aliases two records; else of the same role. */
static uint64_t value_of_another(mut_work *work, const mut_field *field) {
    const mut_field *const other = mut_pick_role(work, (navlint_role)field->role);
    const bool is_of_role = other && mut_once_in(work, 2); /* a group's role is its first field's */
    return mut_load(work->data, is_of_role ? other : pick_of_group(work, field->group));
}

/* How many records carry an id, or one more: the first index that is none. */
static uint64_t number_of_identities(mut_work *work) {
    const mut_field *const identity = mut_pick_role(work, NAVLINT_IDENTITY);
    const uint32_t count =
        identity ? work->map->groups[identity->group].count : work->map->list_count;
    return (uint64_t)count + mut_below(work, 3) - 1;
}

/* Of one that the field counts; else of any, or a small one. */
static uint64_t record_bytes_of(mut_work *work, const mut_field *field) {
    const mut_map *const map = work->map;
    const uint32_t index = (uint32_t)(field - map->fields);
    const uint32_t choice = mut_below(work, 4);
    for (uint32_t l = 0; choice > 1 && l < map->list_count; l++) {
        const mut_record *const r = &map->records[map->listed[map->lists[l].first]];
        if (map->lists[l].count_field == index && r->end > r->at) return r->end - r->at;
    }
    if (choice == 0 || map->record_count == 0) return 1 + mut_below(work, 16);
    const mut_record *const r = &map->records[mut_below(work, map->record_count)];
    return r->end > r->at ? r->end - r->at : 1;
}

/* As many as would just fit, or would just wrap the product with a record's size, in the number's
 * own width or in 16 or 32 bits. */
static uint64_t limit_of_count(mut_work *work, const mut_field *field) {
    const uint64_t bytes_left = work->size - field->at - field->length;
    const uint64_t wholes[] = {bytes_left, ones_of(field), UINT16_MAX, UINT32_MAX};
    const uint64_t whole = wholes[mut_below(work, field->length > 2 ? 4 : 2)];
    return whole / record_bytes_of(work, field) + mut_below(work, 3);
}

bool mut_edit_count(mut_work *work) {
    const mut_field *const field = mut_pick_fairly(work, NAVLINT_COUNT);
    if (!field || field->kind != MUT_INTEGER) return false;
    const uint64_t few = 1 + mut_below(work, 4);
    const uint64_t value = mut_load(work->data, field);
    const uint64_t near = mut_once_in(work, 2) ? value + few : value - few;
    mut_store(work->data, field, mut_once_in(work, 4) ? near : limit_of_count(work, field));
    return true;
}

static uint64_t another_integer(mut_work *work, const mut_field *field) {
    const uint64_t value = mut_load(work->data, field);
    const uint64_t ones = ones_of(field);
    if (field->role == NAVLINT_COUNT && mut_once_in(work, 3)) return limit_of_count(work, field);
    switch (mut_below(work, 13)) {
    case 0:
        return 0;
    case 1:
        return 1;
    case 2:
        return value + 1;
    case 3:
        return value - 1;
    case 4:
        return ones;
    case 5:
        return ones / 2 + mut_below(work, 2);
    case 6:
        return number_of_identities(work);
    case 7:
        return limit_of_count(work, field);
    case 8:
        return value ^ ((uint64_t)1 << mut_below(work, 8 * field->length));
    case 9:
        return (uint64_t)1 << mut_below(work, 8 * field->length);
    case 10:
        return mut_below(work, 256);
    default:
        return value_of_another(work, field);
    }
}

/* Works on the IEEE bits, of either width. */
static uint64_t another_float(mut_work *work, const mut_field *field) {
    const uint32_t mantissa_bits = field->length == 4 ? 23 : 52;
    const uint64_t value = mut_load(work->data, field);
    const uint64_t sign = (ones_of(field) >> 1) + 1;
    const uint64_t one = (uint64_t)1 << mantissa_bits;
    const uint64_t infinity = sign - one;
    switch (mut_below(work, 12)) {
    case 0:
        return infinity + one / 2; /* NaN */
    case 1:
        return infinity + 1; /* a signalling one */
    case 2:
        return infinity | (mut_once_in(work, 2) ? sign : 0);
    case 3:
        return mut_once_in(work, 2) ? sign : 0; /* -0, 0 */
    case 4:
        return 1; /* the smallest denormal */
    case 5:
        return (infinity - 1) | (mut_once_in(work, 2) ? sign : 0); /* the largest */
    case 6:
        return value ^ sign;
    case 7:
        return value + mut_below(work, 3) - 1; /* its neighbours on the number line */
    case 8:                                    /* a power of two from 2^-8 to 2^23 */
        return (infinity / 2 / one - 7 + mut_below(work, 32)) * one + (value & sign);
    case 9:
        return value + one; /* twice */
    case 10:
        return value ^ ((uint64_t)1 << mut_below(work, 8 * field->length));
    default:
        return value_of_another(work, field);
    }
}

/* What follows it, if that is of the same kind: the next coordinate, the other corner. */
static uint64_t value_of_neighbour(mut_work *work, const mut_field *field) {
    const mut_field *const next = field + 1;
    const bool is_alike = next < work->map->fields + work->map->field_count &&
                          next->kind == field->kind && next->length == field->length;
    return mut_load(work->data, is_alike ? next : field);
}

void mut_edit_value(mut_work *work, const mut_field *field) {
    if (field->kind == MUT_OPAQUE) return;
    uint64_t value;
    if (mut_once_in(work, 16))
        value = value_of_neighbour(work, field);
    else if (field->kind == MUT_FLOAT)
        value = another_float(work, field);
    else
        value = another_integer(work, field);
    mut_store(work->data, field, value);
}
