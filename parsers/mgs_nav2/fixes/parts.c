/* Where a finding is, fields by their records, bytes that come and go. */
#include <string.h>

#include "core/arena.h"
#include "core/checked.h"
#include "parsers/mgs_nav2/fixes/fixes.h"

/* ---- Where a finding is ---- */

static void find_group(nav2_repair *m) {
    for (uint32_t i = 0; i < m->doc->group_count; i++)
        for (uint32_t kind = 0; kind < NAV2_KINDS; kind++) {
            const nav2_chunk *const chunk = &m->doc->groups[i].chunks[kind];
            if (chunk->at == 0 || chunk->number != m->numbers[0]) continue;
            m->g = &m->doc->groups[i];
            m->kind = (nav2_kind)kind;
        }
}

bool nav2_repair_of(nl_fixer *fixer, const navlint_finding *finding, nav2_repair *m) {
    const nl_member *const member = &fixer->members[fixer->input];
    *m = (nav2_repair){.fixer = fixer,
                       .bytes = member->job.bytes,
                       .length = member->job.length,
                       .doc = member->document};
    if (!m->doc || !nl_fix_spend(fixer, 1 + m->doc->group_count)) return false;
    m->number_count = nl_fix_numbers(finding->path, m->numbers, NAV2_FIX_NUMBERS);
    if (strncmp(finding->path, "/chunks/", 8) == 0 && m->number_count != 0) find_group(m);
    return true;
}

bool nav2_repair_in(nl_fixer *fixer, const navlint_finding *finding, nav2_repair *m) {
    return nav2_repair_of(fixer, finding, m) && m->g && m->g->chunks[m->kind].is_readable;
}

/* ---- Fields ---- */

bool nav2_fix_set(nl_fixer *fixer, const nav2_spot *spot, uint64_t value) {
    const navlint_field field = nl_fix_field_at(fixer, spot->field, spot->at, spot->numbers);
    return field.path && nl_fix_set(fixer, &field, nl_uint(value));
}

bool nav2_repair_set(const nav2_repair *m, unsigned field, uint64_t at, uint64_t value) {
    const nav2_spot spot = {field, at, {m->numbers[0], m->numbers[1], m->numbers[2]}};
    return nav2_fix_set(m->fixer, &spot, value);
}

bool nav2_fix_add(nl_fixer *fixer, const nav2_spot *spot, int64_t delta) {
    const navlint_field field = nl_fix_field_at(fixer, spot->field, spot->at, spot->numbers);
    return field.path && nl_fix_add(fixer, &field, delta);
}

/* ---- Bytes ---- */

bool nav2_fix_are_zeros(const nav2_repair *m, uint64_t from, uint64_t to) {
    if (from > to || to > m->length) return false;
    for (uint64_t i = from; i < to; i++)
        if (m->bytes[i] != 0) return false;
    return true;
}

bool nav2_fix_remove_zeros(const nav2_repair *m, const char *path, uint64_t from, uint64_t to) {
    const navlint_field gap = nav2_fix_bytes(path, from, to);
    return from < to && (to - from) % NAV2_ALIGN == 0 && nav2_fix_are_zeros(m, from, to) &&
           nl_fix_remove(m->fixer, &gap);
}

/* One byte of the old ones stays part of it, so that it belongs to what it is in. */
bool nav2_fix_swap(const nav2_repair *m, const char *path, navlint_range old, const uint8_t *bytes,
                   uint64_t length) {
    const uint8_t *const now = m->bytes + old.offset;
    const uint64_t most = nl_min(old.length, length);
    uint64_t head = 0;
    uint64_t tail = 0;
    while (head < most && now[head] == bytes[head])
        head++;
    if (head == old.length && head == length) return true;
    while (tail < most - head && now[old.length - 1 - tail] == bytes[length - 1 - tail])
        tail++;
    if (head == 0 && tail == old.length && tail != 0) tail--;
    const navlint_field place =
        nav2_fix_bytes(path, old.offset + head, old.offset + old.length - tail);
    return nl_fix_replace(m->fixer, &place, bytes + head, length - head - tail);
}

/* ---- Parts of the file ---- */

uint64_t nav2_fix_next_part(const nav2_repair *m, uint64_t from) {
    const uint32_t offsets[] = {NAV2_HEADER_SEARCH_AT, NAV2_HEADER_ISLANDS_AT,
                                NAV2_HEADER_TILES_AT};
    uint64_t next = m->length;
    for (size_t i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        const uint32_t at = nl_load_u32(m->bytes + offsets[i]);
        if (at >= from && at < next && at != 0) next = at;
    }
    return next;
}

uint64_t nav2_fix_end_of_parts(const nav2_document *doc) {
    const uint64_t ends[] = {NAV2_HEADER_BYTES, nav2_descs_end(doc), doc->chain_end,
                             doc->islands_end,  doc->search.end,     doc->tiles.end};
    uint64_t end = 0;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        end = nl_max(end, ends[i]);
    return end;
}
