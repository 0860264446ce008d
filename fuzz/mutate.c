/* Which kind of mutation comes how often, and those that take parts from elsewhere: from the engine
 * and from files built afresh. */
#include "fuzz/mutate_parts.h"

#include "validator/valid_files.h"

#include <string.h>

enum {
    RAW_ONCE_IN = 6, /* framing bugs are found by blind mutation alone */
    BUILD_ONCE_IN_UNDECODED = 8,
    MOST_EDITS = 4,
    MOST_WINDOW_FIELDS = 8,
    LARGEST_BUILT_BYTES = 4096,
    WINDOW_BYTES = 1 << 16
};

static mut_map input_map;
static mut_map built_map;
static uint8_t built[WINDOW_BYTES];
static uint8_t window[WINDOW_BYTES];

/* For callers without an engine: sets, flips or adds to a byte, or repeats a few. */
static size_t mutate_plainly(mut_work *work, uint8_t *data, size_t size, size_t max_size) {
    if (size == 0 || (size < max_size && mut_once_in(work, 8))) {
        data[size] = (uint8_t)mut_below(work, 256);
        return size + 1;
    }
    uint8_t *const byte = data + mut_below(work, (uint32_t)size);
    if (mut_once_in(work, 2))
        *byte ^= (uint8_t)(1u << mut_below(work, 8));
    else
        *byte = (uint8_t)mut_below(work, 256);
    return size;
}

/* The engine on its own terms. */
static size_t engine_on(mut_work *work, uint8_t *data, size_t size, size_t max_size) {
    if (max_size == 0) return 0;
    const size_t result = work->engine ? work->engine(data, size, max_size)
                                       : mutate_plainly(work, data, size, max_size);
    return result > max_size ? 0 : result;
}

static bool mutate_raw(mut_work *work) {
    const size_t size = engine_on(work, work->data, work->size, work->max_size);
    if (size > 0) work->size = size;
    return size > 0;
}

/* A count that said how long the window is says so again. */
static void mend_length(mut_work *work, const mut_field *field, size_t new_length) {
    if (field == work->map->fields || field[-1].role != NAVLINT_COUNT) return;
    if (field->kind != MUT_OPAQUE || mut_load(work->data, &field[-1]) != field->length) return;
    if (!mut_once_in(work, 4)) mut_store(work->data, &field[-1], new_length);
}

/* Gives some consecutive fields to the engine: its dictionary and its table of compared values then
 * hit whole fields. What grows moves the rest. */
static bool mutate_window(mut_work *work) {
    const mut_field *const first = mut_pick(work);
    const mut_field *const end = work->map->fields + work->map->field_count;
    const mut_field *last = first;
    if (mut_once_in(work, 4)) last += mut_below(work, MOST_WINDOW_FIELDS);
    if (last >= end) last = end - 1;
    const size_t length = (size_t)last->at + last->length - first->at;
    const bool may_grow = first->kind == MUT_OPAQUE || mut_once_in(work, 8);
    const size_t room = may_grow ? length + work->max_size - work->size : length;
    if (length > sizeof window) return false;
    memcpy(window, work->data + first->at, length);
    const size_t changed =
        engine_on(work, window, length, room < sizeof window ? room : sizeof window);
    if (changed == 0) return false;
    if (!may_grow) { /* what the engine left out stays as it was, so that the frame holds */
        memcpy(work->data + first->at, window, changed);
        return true;
    }
    if (first == last) mend_length(work, first, changed);
    return mut_splice(work, first->at, length, window, changed);
}

static bool edit_values(mut_work *work) {
    const uint32_t edits = 1 + mut_below(work, MOST_EDITS);
    for (uint32_t i = 0; i < edits; i++)
        mut_edit_value(work, mut_pick(work));
    return true;
}

static nl_compared *compared;
static unsigned compared_count;

void nl_mutate_compared(nl_compared *table, unsigned count) {
    compared = table;
    compared_count = count;
}

/* The first field from a random one on that holds the value. */
static const mut_field *find_holder(mut_work *work, const nl_compared *pair) {
    const mut_map *const map = work->map;
    const uint32_t start = mut_below(work, map->field_count);
    for (uint32_t i = 0; i < map->field_count; i++) {
        const mut_field *const field = &map->fields[(start + i) % map->field_count];
        if (field->kind != MUT_OPAQUE && field->length == pair->bytes &&
            mut_load(work->data, field) == pair->value)
            return field;
    }
    return NULL;
}

/* What the program compared a field with, in its place. */
static bool put_constant(mut_work *work, const nl_compared *pair) {
    const mut_field *const field = pair->bytes == 0 ? NULL : find_holder(work, pair);
    if (!field) return false;
    mut_store(work->data, field, pair->constant + mut_once_in(work, 8));
    return true;
}

static bool edit_compared(mut_work *work) {
    if (compared_count == 0) return false;
    return put_constant(work, &compared[mut_below(work, compared_count)]);
}

/* A place that few inputs have come to is worth a try at once: engines mutate what they have just
 * run, so the value is still there. If it is not, the place has to be come to again. */
static bool try_newly_compared(mut_work *work, nl_compared *pair) {
    enum { COST_OF_TRY = 4 };
    const bool is_put = put_constant(work, pair);
    pair->tries += is_put ? COST_OF_TRY : 1;
    if (!is_put) pair->bytes = 0;
    return is_put;
}

static bool edit_newly_compared(mut_work *work) {
    enum { MOST_TRIES = 256, MOST_PLACES = 4 };
    const uint32_t start = mut_below(work, compared_count + 1);
    int places = 0;
    for (uint32_t i = 0; i < compared_count && places < MOST_PLACES; i++) {
        nl_compared *const pair = &compared[(start + i) % compared_count];
        if (pair->bytes == 0 || pair->tries >= MOST_TRIES) continue;
        if (try_newly_compared(work, pair)) return true;
        places++;
    }
    return false;
}

/* One byte of a text, of a name mostly: any, or one at the border of a class of characters. */
static bool edit_text(mut_work *work) {
    static const uint8_t borders[] = {0,   0x1f, 0x20, '/',  '0',  '9',  'A',
                                      'Z', 'a',  'z',  0x7e, 0x7f, 0x80, 0xff};
    const mut_field *const field = mut_pick_opaque(work);
    if (!field || field->length == 0) return false;
    work->data[field->at + mut_below(work, field->length)] =
        mut_once_in(work, 2) ? (uint8_t)mut_below(work, 256)
                             : borders[mut_below(work, sizeof borders)];
    return true;
}

/* A small valid file of any dialect; 0 if it does not fit. */
static size_t build_any(mut_work *work, uint8_t *out, size_t capacity) {
    const unsigned variants = nl_build_variants(work->format_id);
    size_t length = 0;
    if (variants == 0) return 0;
    const unsigned variant = mut_below(work, variants);
    const uint32_t target = mut_once_in(work, 2) ? 0 : mut_below(work, LARGEST_BUILT_BYTES);
    return nl_build_variant(work->format_id, variant, target, out, capacity, &length) ? length : 0;
}

static bool start_afresh(mut_work *work) {
    const size_t capacity = work->max_size < sizeof built ? work->max_size : sizeof built;
    const size_t length = build_any(work, built, capacity);
    if (length == 0) return false;
    memcpy(work->data, built, length);
    work->size = length;
    return true;
}

/* Where the head ends: at the first record of the list that takes most of the file. */
static size_t head_of(const mut_map *map) {
    size_t head = 0;
    size_t most = 0;
    for (uint32_t l = 0; l < map->list_count; l++) {
        const mut_list *const list = &map->lists[l];
        const size_t at = map->records[map->listed[list->first]].at;
        const size_t end = map->records[map->listed[list->first + list->count - 1]].end;
        if (end - at <= most) continue;
        most = end - at;
        head = at;
    }
    return head;
}

/* The head of a built file before this body, or its body behind this head. */
static bool graft(mut_work *work) {
    const size_t length = build_any(work, built, sizeof built);
    if (length == 0 || !mut_map_read(&built_map, work->format_id, built, length)) return false;
    const size_t head = head_of(work->map);
    const size_t built_head = head_of(&built_map);
    if (head == 0 || built_head == 0) return false;
    if (mut_once_in(work, 2)) return mut_splice(work, 0, head, built, built_head);
    return mut_splice(work, head, work->size - head, built + built_head, length - built_head);
}

typedef bool (*mutation)(mut_work *work);

/* How often each comes is how often it stands here. */
static bool mutate_decoded(mut_work *work) {
    static const mutation mutations[] = {
        edit_values,        edit_values,        edit_values,          edit_values,
        edit_values,        edit_values,        edit_values,          mutate_window,
        mutate_window,      mutate_window,      mutate_window,        mut_insert_records,
        mut_insert_records, mut_remove_records, mut_remove_records,   mut_move_record,
        mut_cut_or_extend,  mut_insert_records, mut_overwrite_record, mutate_raw,
        edit_text,          edit_compared,      mut_edit_count,       mut_edit_count,
        mut_edit_count,     mut_edit_count,     mut_cut_or_extend,
    };
    enum { MUTATIONS = sizeof mutations / sizeof mutations[0], RARE_ONCE_IN = 64, NEW_ONCE_IN = 4 };
    if (mut_once_in(work, NEW_ONCE_IN) && edit_newly_compared(work)) return true;
    if (mut_once_in(work, RARE_ONCE_IN))
        return mut_once_in(work, 2) ? start_afresh(work) : graft(work);
    return mutations[mut_below(work, MUTATIONS)](work);
}

static bool mutate_any(mut_work *work) {
    if (mut_once_in(work, RAW_ONCE_IN)) return mutate_raw(work);
    if (mut_map_read(&input_map, work->format_id, work->data, work->size))
        return mutate_decoded(work);
    return mut_once_in(work, BUILD_ONCE_IN_UNDECODED) ? start_afresh(work) : mutate_raw(work);
}

/* The format that the bytes look like; the first if like none. */
static const char *look_of(const mut_work *work) {
    const navlint_input input = {.name = "", .bytes = work->data, .length = work->size};
    const navlint_format *const format = navlint_detect(&input, NULL);
    return (format ? format : navlint_format_at(0))->id;
}

size_t nl_mutate(const char *format_id, uint8_t *data, size_t size, size_t max_size, unsigned seed,
                 nl_mutate_engine engine) {
    mut_work work = {
        .format_id = format_id,
        .data = data,
        .size = size,
        .max_size = max_size,
        .engine = engine,
        .map = &input_map,
        .random = (seed + (uint64_t)1) * 0x9e3779b97f4a7c15u,
    };
    if (max_size == 0) return 0;
    if (work.size > max_size) work.size = max_size;
    if (!format_id) work.format_id = look_of(&work);
    if (!mutate_any(&work) && !mutate_raw(&work) && work.size == 0) {
        data[0] = (uint8_t)mut_below(&work, 256);
        work.size = 1;
    }
    return work.size;
}
