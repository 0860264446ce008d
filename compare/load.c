/* The fields of a dump as records and values. */
#include <stdlib.h>
#include <string.h>

#include "compare/model.h"

enum { MOST_FRAMES = 16 };

typedef struct loader {
    struct navlint_diff *diff;
    cmp_side *side;
    unsigned number; /* of the side */
    bool failed;
    const nl_path *frames[MOST_FRAMES];
    size_t frame_count;
    const nl_raw_field *field;
} loader;

/* Where a field is on its way from the root. */
typedef struct walk {
    uint32_t record;
    uint32_t shape;
    uint32_t item, inner;
} walk;

/* ---- Values ---- */

static uint64_t bits_of(navlint_value value) {
    double real = value.as.real;
    uint64_t bits;
    if (value.kind != NAVLINT_REAL) return value.as.uint;
    if (real == 0) real = 0; /* -0 is 0 */
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

/* Bytes that are there only while they are visited are copied. */
static const uint8_t *keep_bytes(loader *l) {
    const nl_raw_field *const field = l->field;
    cmp_side *const side = l->side;
    if (!field->packed || field->length == 0) return field->bytes;
    uint8_t *const copy = malloc((size_t)field->length);
    const bool has_room = copy && cmp_grow(&side->copies, &side->copy_capacity, side->copy_count,
                                           sizeof *side->copies);
    if (!has_room) {
        free(copy);
        l->failed = true;
        return NULL;
    }
    memcpy(copy, field->bytes, (size_t)field->length);
    return side->copies[side->copy_count++] = copy;
}

static uint32_t packed_of(loader *l) {
    cmp_side *const side = l->side;
    const nl_packed *const packed = l->field->packed;
    if (!packed) return CMP_NONE;
    const size_t count = side->packed_count;
    if (count > 0 && side->packed[count - 1].offset == packed->offset) return (uint32_t)count - 1;
    if (!cmp_grow(&side->packed, &side->packed_capacity, count, sizeof *side->packed)) {
        l->failed = true;
        return CMP_NONE;
    }
    side->packed[side->packed_count++] = *packed;
    return (uint32_t)count;
}

static void set_content(loader *l, cmp_value *value) {
    const nl_raw_field *const field = l->field;
    if (field->type == NL_BYTES) {
        value->class = CMP_BYTES;
        value->bits = (uint64_t)(uintptr_t)keep_bytes(l);
        return;
    }
    const navlint_value loaded = nl_load_value(field->bytes, field->type);
    value->class = loaded.kind == NAVLINT_REAL ? CMP_REAL : CMP_WHOLE;
    value->bits = bits_of(loaded);
}

static void add_value(loader *l, const walk *w) {
    cmp_side *const side = l->side;
    const nl_raw_field *const field = l->field;
    const bool has_room =
        field->length <= UINT32_MAX &&
        cmp_grow(&side->values, &side->value_capacity, side->value_count, sizeof *side->values);
    if (!has_room) {
        l->failed = true;
        return;
    }
    cmp_value value = {.record = w->record,
                       .shape = w->shape,
                       .item = w->item,
                       .inner = w->inner,
                       .at = field->at,
                       .length = (uint32_t)field->length,
                       .packed = packed_of(l),
                       .type = (uint8_t)field->type,
                       .role = (uint8_t)field->role};
    set_content(l, &value);
    l->diff->shapes.items[w->shape].is_seen[l->number] = true;
    side->values[side->value_count++] = value;
}

/* ---- Records ---- */

/* The first 8 bytes of text as a number, the first one lowest. */
static uint64_t tag_of(const nl_raw_field *field) {
    uint64_t tag = 0;
    if (field->type != NL_BYTES) return nl_load_value(field->bytes, field->type).as.uint;
    for (uint64_t i = 0; i < field->length && i < 8; i++)
        tag |= (uint64_t)field->bytes[i] << (8 * i);
    return tag;
}

static bool is_tagged(const loader *l, const nl_home *home, size_t depth) {
    if (!home->tag) return true;
    const bool is_tag = depth + 1 == l->frame_count && l->frames[depth]->key &&
                        strcmp(l->frames[depth]->key, home->tag) == 0;
    return is_tag && tag_of(l->field) == home->value;
}

/* The home of a record that begins with this field; the last one takes what has no tag of another.
 * depth: of the first frame below the record. */
static size_t choose_home(const loader *l, const cmp_shape *shape, size_t depth) {
    size_t home = shape->first_home;
    const size_t last = home + shape->home_count - 1u;
    while (home < last && !is_tagged(l, &l->diff->kinds->homes[home], depth))
        home++;
    return home;
}

static uint32_t add_record(loader *l, cmp_record record) {
    cmp_side *const side = l->side;
    cmp_kind_list *const list = &side->lists[record.kind];
    const bool has_room =
        cmp_grow(&side->records, &side->record_capacity, side->record_count,
                 sizeof *side->records) &&
        cmp_grow(&list->records, &list->capacity, list->count, sizeof *list->records);
    if (!has_room) {
        l->failed = true;
        return CMP_NONE;
    }
    if (list->count == 0 || list->run_outer != record.outer) {
        list->run_outer = record.outer;
        list->run_first = (uint32_t)list->count;
    }
    const uint32_t index = (uint32_t)side->record_count++;
    record.partner = record.name = CMP_NONE;
    side->records[index] = record;
    list->records[list->count++] = index;
    return index;
}

/* Of the latest outer record's, that with this number; CMP_NONE. */
static uint32_t find_in_run(const cmp_side *side, unsigned kind, uint32_t outer, uint32_t number) {
    const cmp_kind_list *const list = &side->lists[kind];
    if (list->count == 0 || list->run_outer != outer) return CMP_NONE;
    const uint32_t latest = list->records[list->count - 1];
    if (side->records[latest].number == number) return latest;
    size_t low = list->run_first;
    size_t high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const uint32_t index = list->records[middle];
        if (side->records[index].number == number) return index;
        if (side->records[index].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return CMP_NONE;
}

/* Among all homes that begin here. */
static uint32_t find_record(const loader *l, const cmp_shape *shape, uint32_t outer,
                            uint32_t number) {
    for (size_t i = 0; i < shape->home_count; i++) {
        const unsigned kind = l->diff->kinds->homes[shape->first_home + i].kind;
        const uint32_t found = find_in_run(l->side, kind, outer, number);
        if (found != CMP_NONE) return found;
    }
    return CMP_NONE;
}

/* The root of the home through which a known record is reached now. */
static size_t home_for(const loader *l, const cmp_shape *shape, uint32_t record) {
    size_t home = shape->first_home;
    while (l->diff->kinds->homes[home].kind != l->side->records[record].kind)
        home++;
    return home;
}

static void enter_record(loader *l, walk *w, uint32_t number, size_t depth) {
    const cmp_shape shape = l->diff->shapes.items[w->shape];
    uint32_t record = find_record(l, &shape, w->record, number);
    const size_t home =
        record == CMP_NONE ? choose_home(l, &shape, depth) : home_for(l, &shape, record);
    if (record == CMP_NONE)
        record = add_record(l, (cmp_record){.outer = w->record,
                                            .number = number,
                                            .home = (uint16_t)home,
                                            .kind = l->diff->kinds->homes[home].kind});
    *w = (walk){.record = record, .shape = l->diff->shapes.roots[home]};
}

/* ---- Paths ---- */

static bool list_frames(loader *l, const nl_path *path) {
    size_t count = 0;
    for (const nl_path *frame = path; frame; frame = frame->up)
        count++;
    if (count > MOST_FRAMES) return false;
    l->frame_count = count;
    for (const nl_path *frame = path; frame; frame = frame->up)
        l->frames[--count] = frame;
    return true;
}

static void step(loader *l, walk *w, size_t depth) {
    const nl_path *const frame = l->frames[depth];
    const uint32_t number = frame->index > UINT32_MAX ? UINT32_MAX : (uint32_t)frame->index;
    w->shape = cmp_shape_below(&l->diff->shapes, w->shape, frame->key);
    if (w->shape == CMP_NONE) {
        l->failed = true;
        return;
    }
    if (frame->key) return;
    if (l->diff->shapes.items[w->shape].list == w->shape) w->item = number;
    w->inner = number;
    if (l->diff->shapes.items[w->shape].home_count) enter_record(l, w, number, depth + 1);
}

static bool take(void *context, const nl_raw_field *field) {
    loader *const l = context;
    walk w = {.shape = l->diff->shapes.roots[l->diff->kinds->home_count]};
    l->field = field;
    if (!list_frames(l, field->path)) return true;
    for (size_t i = 0; i < l->frame_count && !l->failed; i++)
        step(l, &w, i);
    if (!l->failed) add_value(l, &w);
    return !l->failed;
}

/* ---- In order ---- */

/* Values of a record together, in the order of the dump: a counting sort. */
static bool sort_values(cmp_side *side) {
    cmp_value *const sorted = malloc((side->value_count + 1) * sizeof *sorted);
    if (!sorted) return false;
    for (size_t i = 0; i < side->value_count; i++)
        side->records[side->values[i].record].count++;
    uint32_t at = 0;
    for (size_t i = 0; i < side->record_count; i++) {
        side->records[i].first = at;
        at += side->records[i].count;
        side->records[i].count = 0;
    }
    for (size_t i = 0; i < side->value_count; i++) {
        cmp_record *const record = &side->records[side->values[i].record];
        sorted[record->first + record->count++] = side->values[i];
    }
    free(side->values);
    side->values = sorted;
    return true;
}

static int compare_records(const cmp_side *side, uint32_t a, uint32_t b) {
    const cmp_record *const left = &side->records[a];
    const cmp_record *const right = &side->records[b];
    if (left->outer != right->outer) return left->outer < right->outer ? -1 : 1;
    return left->number < right->number ? -1 : left->number > right->number;
}

static void rank_records(cmp_side *side) {
    for (size_t kind = 0; kind < NL_MOST_KINDS; kind++)
        for (size_t i = 0; i < side->lists[kind].count; i++)
            side->records[side->lists[kind].records[i]].rank = (uint32_t)i;
}

/* They are in order already unless the file is damaged: then an insertion from behind would be
 * quadratic, and what cannot be found by its number just is not. */
static void drop_disordered(cmp_side *side, cmp_kind_list *list) {
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const bool is_in_order =
            kept == 0 || compare_records(side, list->records[kept - 1], list->records[i]) < 0;
        if (is_in_order) list->records[kept++] = list->records[i];
        if (!is_in_order) side->decoded.is_damaged = true;
    }
    list->count = kept;
}

static bool put_in_order(cmp_side *side) {
    for (size_t kind = 0; kind < NL_MOST_KINDS; kind++)
        drop_disordered(side, &side->lists[kind]);
    rank_records(side);
    return sort_values(side);
}

/* ---- A side ---- */

static navlint_status visit(loader *l, const navlint_options *options, const navlint_input *input) {
    const size_t bytes = navlint_memory_bound(options, input, 1);
    const nl_block block = {malloc(bytes), bytes};
    const nl_raw_visitor visitor = {take, l};
    if (!block.memory) return NAVLINT_NO_MEMORY;
    const navlint_status status = nl_visit_raw(options, input, block, &visitor, &l->side->decoded);
    free(block.memory);
    return l->failed ? NAVLINT_NO_MEMORY : status;
}

navlint_status cmp_load(struct navlint_diff *diff, unsigned side, const navlint_options *options,
                        const navlint_input *input) {
    loader l = {.diff = diff, .side = &diff->sides[side], .number = side};
    l.side->name = input->name ? input->name : "-";
    l.side->bytes = input->length;
    if (add_record(&l, (cmp_record){.outer = CMP_NONE,
                                    .home = (uint16_t)diff->kinds->home_count}) == CMP_NONE)
        return NAVLINT_NO_MEMORY;
    const navlint_status status = visit(&l, options, input);
    if (status != NAVLINT_OK) return status;
    return put_in_order(l.side) ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}

void cmp_side_free(cmp_side *side) {
    for (size_t i = 0; i < NL_MOST_KINDS; i++) {
        free(side->lists[i].records);
        free(side->lists[i].by_key);
    }
    for (size_t i = 0; i < side->copy_count; i++)
        free(side->copies[i]);
    free(side->copies);
    free(side->packed);
    free(side->records);
    free(side->values);
}
