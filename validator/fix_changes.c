/* What has changed since the beginning, from what each round changed. */
#include "validator/fixing.h"

static uint64_t end_of(navlint_range range) {
    return range.offset + range.length;
}

static int64_t growth_of(const navlint_change *change) {
    return (int64_t)change->after.length - (int64_t)change->before.length;
}

/* Two lists of changes, one after the other, on the way to one. In the state between them they are
 * told by where they are. */
typedef struct nl_fix_merge {
    const navlint_change *first, *first_end;
    const navlint_change *second, *second_end;
    int64_t first_growth, second_growth; /* of those that are behind us */
    uint64_t from, to;                   /* of the bytes between, where changes touch each other */
} nl_fix_merge;

static bool take_first(nl_fix_merge *m) {
    if (m->first == m->first_end || m->first->after.offset > m->to) return false;
    m->to = end_of(m->first->after) > m->to ? end_of(m->first->after) : m->to;
    m->first_growth += growth_of(m->first++);
    return true;
}

static bool take_second(nl_fix_merge *m) {
    if (m->second == m->second_end || m->second->before.offset > m->to) return false;
    m->to = end_of(m->second->before) > m->to ? end_of(m->second->before) : m->to;
    m->second_growth += growth_of(m->second++);
    return true;
}

static uint64_t next_of(const nl_fix_merge *m) {
    const uint64_t first = m->first < m->first_end ? m->first->after.offset : UINT64_MAX;
    const uint64_t second = m->second < m->second_end ? m->second->before.offset : UINT64_MAX;
    return first < second ? first : second;
}

static uint64_t shifted(uint64_t offset, int64_t by) {
    return (uint64_t)((int64_t)offset + by);
}

/* The changes from here on that touch each other, as one. */
static navlint_change merge_next(nl_fix_merge *m) {
    m->from = m->to = next_of(m);
    const uint64_t before = shifted(m->from, -m->first_growth);
    const uint64_t after = shifted(m->from, m->second_growth);
    while (take_first(m) || take_second(m)) {
    }
    return (navlint_change){{before, shifted(m->to, -m->first_growth) - before},
                            {after, shifted(m->to, m->second_growth) - after}};
}

/* Where there is no room for all, the last one covers what lies between, too. */
static void add(nl_fix_file *file, navlint_change change) {
    if (file->change_count < file->change_cap) {
        file->spare_changes[file->change_count++] = change;
        return;
    }
    navlint_change *const last = &file->spare_changes[file->change_count - 1];
    last->before.length = end_of(change.before) - last->before.offset;
    last->after.length = end_of(change.after) - last->after.offset;
}

void nl_fix_note_changes(nl_fix_file *file) {
    nl_fix_merge m = {.first = file->changes,
                      .first_end = file->changes + file->change_count,
                      .second = file->steps,
                      .second_end = file->steps + file->step_count};
    file->change_count = 0;
    while (m.first < m.first_end || m.second < m.second_end)
        add(file, merge_next(&m));
    navlint_change *const old = file->changes;
    file->changes = file->spare_changes;
    file->spare_changes = old;
}

/* The last change that starts at or before the offset; NULL: none does. */
static const navlint_change *change_before(const nl_fix_file *file, uint64_t offset) {
    uint32_t low = 0;
    for (uint32_t high = file->change_count; low < high;) {
        const uint32_t middle = low + (high - low) / 2;
        if (file->changes[middle].after.offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? NULL : &file->changes[low - 1];
}

uint64_t nl_fix_given_offset(const nl_fix_file *file, uint64_t offset) {
    const navlint_change *const change = change_before(file, offset);
    if (!change) return offset;
    if (offset >= end_of(change->after))
        return offset - end_of(change->after) + end_of(change->before);
    const uint64_t into = offset - change->after.offset;
    return change->before.offset + (into < change->before.length ? into : change->before.length);
}
