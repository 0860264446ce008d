/* Whole records of the counted lists of a file. A count is repaired more often than not: a file
 * that still decodes to its end is worth more mutations than one that does not, but both must come.
 */
#include "fuzz/mutate_parts.h"

#include "validator/catalogue.h"

#include <string.h>

enum {
    MEND_NOT_IN = 4,
    MOST_COPIES = 64,
    SCRATCH_BYTES = 1 << 16 /* records larger than this are left where they are */
};

static uint8_t scratch[SCRATCH_BYTES];

/* Mostly: sizes that are wrong are wanted as well. */
static void mend_sizes(mut_work *work, size_t at, int64_t growth) {
    enum { WRONG_ONE_IN = 4 };
    const nl_format *const format = nl_format_by_id(work->format_id);
    if (growth == 0 || !format->resize || mut_once_in(work, WRONG_ONE_IN)) return;
    format->resize(work->data, work->size, at, growth);
}

bool mut_splice(mut_work *work, size_t at, size_t old_length, const uint8_t *bytes,
                size_t new_length) {
    const size_t kept = work->size - old_length;
    if (new_length > work->max_size || kept > work->max_size - new_length) return false;
    const size_t tail = at + old_length;
    mend_sizes(work, at, (int64_t)new_length - (int64_t)old_length);
    memmove(work->data + at + new_length, work->data + tail, work->size - tail);
    if (new_length > 0) memcpy(work->data + at, bytes, new_length);
    work->size = kept + new_length;
    return true;
}

static const mut_record *record_of(const mut_work *work, const mut_list *list, uint32_t index) {
    return &work->map->records[work->map->listed[list->first + index]];
}

static const mut_list *pick_list(mut_work *work) {
    if (work->map->list_count == 0) return NULL;
    return &work->map->lists[mut_below(work, work->map->list_count)];
}

static const mut_record *pick_record(mut_work *work, const mut_list *list) {
    return record_of(work, list, mut_below(work, list->count));
}

static size_t bytes_of(const mut_record *record) {
    return record->end - record->at;
}

/* The count stands before the records, so it has not moved. */
static void mend_count(mut_work *work, uint16_t count_field, uint32_t added) {
    if (count_field == MUT_NONE || mut_once_in(work, MEND_NOT_IN)) return;
    const mut_field *const field = &work->map->fields[count_field];
    const uint64_t grown = mut_load(work->data, field) + (uint64_t)(int64_t)(int32_t)added;
    mut_store(work->data, field, grown);
}

/* A list whose count stands under the same path as this COUNT, but for the indexes. */
static const mut_list *list_like(mut_work *work, uint16_t group) {
    const uint32_t lists = work->map->list_count;
    const uint32_t start = mut_below(work, lists);
    for (uint32_t i = 0; i < lists; i++) {
        const mut_list *const list = &work->map->lists[(start + i) % lists];
        if (list->count_field == MUT_NONE) continue;
        if (work->map->fields[list->count_field].group == group) return list;
    }
    return NULL;
}

static uint32_t fill_scratch(mut_work *work, const mut_record *record) {
    const size_t bytes = bytes_of(record);
    if (bytes == 0 || bytes > sizeof scratch) return 0;
    uint32_t copies = mut_once_in(work, 8) ? 1 + mut_below(work, MOST_COPIES) : 1;
    if (copies > sizeof scratch / bytes) copies = (uint32_t)(sizeof scratch / bytes);
    for (uint32_t i = 0; i < copies; i++)
        memcpy(scratch + i * bytes, work->data + record->at, bytes);
    return copies;
}

/* Into a list that is empty: what follows its count is its place. */
static bool insert_into_empty(mut_work *work) {
    const mut_field *const count = mut_pick_role(work, NAVLINT_COUNT);
    if (!count || count->kind != MUT_INTEGER || mut_load(work->data, count) != 0) return false;
    const mut_list *const like = list_like(work, count->group);
    if (!like) return false;
    const mut_record *const source = pick_record(work, like);
    const uint32_t copies = fill_scratch(work, source);
    if (copies == 0 ||
        !mut_splice(work, count->at + count->length, 0, scratch, copies * bytes_of(source)))
        return false;
    mend_count(work, (uint16_t)(count - work->map->fields), copies);
    return true;
}

/* Copies of one of its own or of a like list's records. */
static bool insert_into(mut_work *work, const mut_list *list) {
    const mut_list *from = list;
    if (list->count_field != MUT_NONE && mut_once_in(work, 2))
        from = list_like(work, work->map->fields[list->count_field].group);
    const mut_record *const source = pick_record(work, from);
    const uint32_t copies = fill_scratch(work, source);
    const mut_record *const before = pick_record(work, list);
    const size_t at = mut_once_in(work, 2) ? before->at : before->end;
    if (copies == 0 || !mut_splice(work, at, 0, scratch, copies * bytes_of(source))) return false;
    mend_count(work, list->count_field, copies);
    return true;
}

bool mut_insert_records(mut_work *work) {
    const mut_list *const list = pick_list(work);
    if (!list) return false;
    return (mut_once_in(work, 4) && insert_into_empty(work)) || insert_into(work, list);
}

bool mut_remove_records(mut_work *work) {
    const mut_list *const list = pick_list(work);
    if (!list) return false;
    const uint32_t first = mut_below(work, list->count);
    uint32_t last = first;
    if (mut_once_in(work, 4)) last += mut_below(work, list->count - first);
    const size_t at = record_of(work, list, first)->at;
    const size_t bytes = record_of(work, list, last)->end - at;
    if (bytes == 0 || bytes >= work->size) return false;
    (void)mut_splice(work, at, bytes, NULL, 0);
    mend_count(work, list->count_field, 0u - (last - first + 1));
    return true;
}

/* Puts one record before an earlier one of its list. Contents of a container may stand in any
 * order, and in each other. */
bool mut_move_record(mut_work *work) {
    const mut_list *const list = pick_list(work);
    if (!list || list->count < 2) return false;
    const uint32_t later = 1 + mut_below(work, list->count - 1);
    const mut_record *const moved = record_of(work, list, later);
    const mut_record *const before = record_of(work, list, mut_below(work, later));
    const size_t bytes = bytes_of(moved);
    if (bytes > sizeof scratch || moved->at < before->end) return false;
    memcpy(scratch, work->data + moved->at, bytes);
    memmove(work->data + before->at + bytes, work->data + before->at, moved->at - before->at);
    memcpy(work->data + before->at, scratch, bytes);
    return true;
}

/* Makes one record the copy of another of its list. */
bool mut_overwrite_record(mut_work *work) {
    const mut_list *const list = pick_list(work);
    if (!list || list->count < 2) return false;
    const mut_record *const source = pick_record(work, list);
    const mut_record *const target = pick_record(work, list);
    if (source == target || bytes_of(source) > sizeof scratch) return false;
    memcpy(scratch, work->data + source->at, bytes_of(source));
    return mut_splice(work, target->at, bytes_of(target), scratch, bytes_of(source));
}

/* Takes some bytes off the end: what stands there is not whole any more. */
static bool cut_off(mut_work *work) {
    const uint32_t bytes = 1 + mut_below(work, mut_once_in(work, 2) ? 8 : 3);
    if (bytes >= work->size) return false;
    work->size -= bytes;
    return true;
}

bool mut_cut_or_extend(mut_work *work) {
    if (work->map->record_count == 0 || mut_once_in(work, 3)) return cut_off(work);
    const mut_record *const record = &work->map->records[mut_below(work, work->map->record_count)];
    if (mut_once_in(work, 3)) {
        const uint32_t copies = fill_scratch(work, record);
        return copies > 0 && mut_splice(work, work->size, 0, scratch, copies * bytes_of(record));
    }
    const size_t size = mut_once_in(work, 2) ? record->at : record->end;
    if (size == 0) return false;
    work->size = size;
    return true;
}
