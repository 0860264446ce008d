/* Edits to bytes. What is packed is packed again first, which makes edits of the file; those are
 * written in one pass over each file. */
#include <string.h>

#include "core/checked.h"
#include "core/sort.h"
#include "validator/catalogue.h"
#include "validator/fixing.h"

/* ---- Order ---- */

static bool is_packed(const nl_fix_edit *edit) {
    return edit->packed.encoding != NULL;
}

/* Where the edit is in the input: packed bytes count as a whole. */
static uint64_t outer_at(const nl_fix_edit *edit) {
    return is_packed(edit) ? edit->packed.offset : edit->at;
}

static uint64_t inner_at(const nl_fix_edit *edit) {
    return is_packed(edit) ? edit->at : 0;
}

static bool is_insertion(const nl_fix_edit *edit) {
    return edit->removed == 0;
}

static bool comes_before(const void *a, const void *b) {
    nl_fix_entry one, other;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    const nl_fix_edit *const x = one.edit;
    const nl_fix_edit *const y = other.edit;
    if (x->input != y->input) return x->input < y->input;
    if (outer_at(x) != outer_at(y)) return outer_at(x) < outer_at(y);
    if (inner_at(x) != inner_at(y)) return inner_at(x) < inner_at(y);
    if (is_insertion(x) != is_insertion(y)) return is_insertion(x);
    return one.order < other.order;
}

void nl_fix_sort(nl_fix_entry *entries, uint32_t count) {
    nl_sort((nl_sorted){(uint8_t *)entries, sizeof *entries, comes_before}, count);
}

/* Both add to the same number. */
static bool add_up(const nl_fix_edit *a, const nl_fix_edit *b) {
    return !a->bytes && !b->bytes && a->at == b->at && a->type == b->type;
}

static bool ranges_overlap(const nl_fix_edit *a, const nl_fix_edit *b) {
    if (a->at == b->at && is_insertion(a) && is_insertion(b)) return true;
    return b->at < a->at + a->removed;
}

bool nl_fix_overlap(const nl_fix_edit *a, const nl_fix_edit *b) {
    if (a->input != b->input) return false;
    if (is_packed(a) && is_packed(b) && a->packed.offset == b->packed.offset)
        return !add_up(a, b) && ranges_overlap(a, b);
    if (is_packed(a)) return outer_at(b) < a->packed.offset + a->packed.length;
    if (is_packed(b)) return outer_at(b) < a->at + a->removed;
    return !add_up(a, b) && ranges_overlap(a, b);
}

/* ---- Bytes ---- */

/* Bytes that are being written, and what of the old ones has been dealt with. */
typedef struct nl_fix_output {
    const uint8_t *old;
    uint64_t old_length;
    uint64_t old_at;
    nl_writer out;
} nl_fix_output;

static void copy_up_to(nl_fix_output *o, uint64_t at) {
    nl_write_bytes(&o->out, o->old + o->old_at, (size_t)(at - o->old_at));
    o->old_at = at;
}

/* Adds up the edits from `i` on that add to the same number. Returns how many those are, 0 if the
 * type cannot hold the sum. */
static uint32_t write_sum(nl_fix_output *o, const nl_fix_entry *entries, uint32_t count) {
    uint8_t bytes[8];
    const nl_fix_edit *const first = entries[0].edit;
    navlint_value value = nl_load_value(o->old + first->at, first->type);
    uint32_t i = 0;
    for (; i < count && (i == 0 || add_up(first, entries[i].edit)); i++)
        value = nl_sum_value(value, entries[i].edit->delta);
    if (!nl_store_value(bytes, first->type, value)) return 0;
    nl_write_bytes(&o->out, bytes, (size_t)first->added);
    return i;
}

/* Writes the bytes with all the edits, which are sorted, made. */
static bool write_all(nl_fix_output *o, const nl_fix_entry *entries, uint32_t count) {
    for (uint32_t i = 0; i < count;) {
        const nl_fix_edit *const edit = entries[i].edit;
        if (edit->at < o->old_at || edit->at > o->old_length ||
            edit->removed > o->old_length - edit->at)
            return false;
        copy_up_to(o, edit->at);
        uint32_t done = 1;
        if (edit->bytes)
            nl_write_bytes(&o->out, edit->bytes, (size_t)edit->added);
        else
            done = write_sum(o, entries + i, count - i);
        if (done == 0) return false;
        o->old_at += edit->removed;
        i += done;
    }
    copy_up_to(o, o->old_length);
    return nl_writer_ok(&o->out);
}

static int64_t growth_of(const nl_fix_entry *entries, uint32_t count) {
    int64_t growth = 0;
    for (uint32_t i = 0; i < count; i++)
        growth += (int64_t)entries[i].edit->added - (int64_t)entries[i].edit->removed;
    return growth;
}

/* ---- Packed bytes ---- */

/* The edits of a trial. */
typedef struct nl_fix_batch {
    nl_fix_entry *entries;
    uint32_t count;
    uint32_t cap;
} nl_fix_batch;

static nl_fixer fixer_for(nl_fixing *f, size_t input, nl_arena *scratch) {
    return (nl_fixer){.format = nl_format_of(f->members[input].job.report->format),
                      .members = f->members,
                      .input_count = f->input_count,
                      .input = input,
                      .arena = &f->round,
                      .scratch = scratch,
                      .memo = f->memo};
}

/* The packed bytes' own edits become those of the file. */
static bool repack(nl_fixer *fixer, const nl_fix_entry *entries, uint32_t count) {
    const nl_fixes *const fixes = fixer->format->fixes;
    const nl_packed packed = entries[0].edit->packed;
    const navlint_field place = {
        .offset = packed.offset, .length = packed.length, .encoding = packed.encoding};
    uint64_t length = 0;
    const uint8_t *const old = nl_fix_bytes(fixer, &place, &length);
    if (!old || length > UINT32_MAX || !fixes || !fixes->repack) return false;
    const int64_t grown = (int64_t)length + growth_of(entries, count);
    if (grown < 0 || grown > UINT32_MAX) return false;
    uint8_t *const inner = nl_fix_scratch(fixer, (uint64_t)grown + 1);
    if (!inner) return false;
    nl_fix_output o = {old, length, 0, nl_writer_over(inner, (size_t)grown)};
    if (!write_all(&o, entries, count)) return false;
    return fixes->repack(fixer, &packed, inner, (uint64_t)grown);
}

static bool add_edits(nl_fix_batch *batch, nl_fix_edit *edit) {
    for (; edit; edit = edit->next) {
        if (batch->count == batch->cap || is_packed(edit)) return false;
        batch->entries[batch->count] = (nl_fix_entry){edit, UINT32_MAX, batch->count};
        batch->count++;
    }
    return true;
}

static uint32_t run_of(const nl_fix_entry *entries, uint32_t count) {
    const nl_fix_edit *const first = entries[0].edit;
    uint32_t i = 1;
    while (i < count && is_packed(entries[i].edit) && entries[i].edit->input == first->input &&
           entries[i].edit->packed.offset == first->packed.offset)
        i++;
    return i;
}

static void gather_plain(nl_fix_batch *batch, const nl_fix_batch *chosen) {
    for (uint32_t i = 0; i < chosen->count; i++)
        if (!is_packed(chosen->entries[i].edit)) {
            batch->entries[batch->count] = chosen->entries[i];
            batch->entries[batch->count].order = batch->count;
            batch->count++;
        }
}

/* Packs those of one record again, and adds what comes of it. */
static bool gather_run(nl_fix_batch *batch, nl_fixer *fixer, const nl_fix_entry *entries,
                       uint32_t count) {
    const size_t mark = nl_arena_mark(fixer->scratch);
    const bool is_done = fixer->format && repack(fixer, entries, count) && nl_fix_follow(fixer) &&
                         add_edits(batch, fixer->first);
    nl_arena_release(fixer->scratch, mark);
    return is_done;
}

/* All of a trial have the look-ups of one round. */
static bool gather_packed(nl_fixing *f, nl_fix_batch *batch, const nl_fix_batch *chosen,
                          nl_arena *scratch) {
    uint64_t lookups = 0;
    for (uint32_t i = 0; i < chosen->count;) {
        const nl_fix_entry *const entry = &chosen->entries[i];
        if (!is_packed(entry->edit)) {
            i++;
            continue;
        }
        const uint32_t run = run_of(entry, chosen->count - i);
        nl_fixer fixer = fixer_for(f, entry->edit->input, scratch);
        fixer.lookups = lookups;
        if (!gather_run(batch, &fixer, entry, run)) return false;
        lookups = fixer.lookups;
        i += run;
    }
    return true;
}

/* The upper half of what is free is scratch meanwhile: what records unpack to, and what they are
 * packed to, is needed for one at a time. */
static bool gather_in_halves(nl_fixing *f, nl_fix_batch *batch, const nl_fix_batch *chosen) {
    const size_t half = (f->round.capacity - f->round.used) / 2;
    f->round.capacity -= half;
    nl_arena scratch = nl_arena_over(f->round.base + f->round.capacity, half);
    const bool is_done = gather_packed(f, batch, chosen, &scratch);
    f->round.capacity += half;
    return is_done;
}

static nl_fix_batch choose(nl_fixing *f) {
    nl_fix_batch chosen = {.entries = NL_NEW(&f->round, nl_fix_entry, f->entry_count)};
    for (uint32_t i = 0; chosen.entries && i < f->entry_count; i++)
        if (f->groups[f->entries[i].group].is_chosen)
            chosen.entries[chosen.count++] = f->entries[i];
    return chosen;
}

enum { MOST_FOLLOWING = 1 << 14 }; /* edits that come of packing again */

/* The chosen edits, with those of packed bytes turned into edits of the file, sorted. */
static bool gather(nl_fixing *f, nl_fix_batch *batch) {
    const nl_fix_batch chosen = choose(f);
    if (!chosen.entries) return false;
    batch->cap = chosen.count + MOST_FOLLOWING;
    batch->entries = NL_NEW(&f->round, nl_fix_entry, batch->cap);
    if (!batch->entries) return false;
    gather_plain(batch, &chosen);
    if (!gather_in_halves(f, batch, &chosen)) return false;
    nl_fix_sort(batch->entries, batch->count);
    for (uint32_t i = 1; i < batch->count; i++)
        if (nl_fix_overlap(batch->entries[i - 1].edit, batch->entries[i].edit)) return false;
    return true;
}

/* ---- Files ---- */

static void note_steps(nl_fix_file *file, const nl_fix_entry *entries, uint32_t count) {
    int64_t growth = 0;
    file->step_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const nl_fix_edit *const edit = entries[i].edit;
        const bool is_same = i > 0 && add_up(entries[i - 1].edit, edit);
        if (is_same) continue;
        file->steps[file->step_count++] = (navlint_change){
            {edit->at, edit->removed}, {(uint64_t)((int64_t)edit->at + growth), edit->added}};
        growth += (int64_t)edit->added - (int64_t)edit->removed;
    }
}

static bool write_file(nl_fixing *f, size_t input, const nl_fix_entry *entries, uint32_t count) {
    nl_fix_file *const file = &f->files[input];
    const navlint_input *const now = &f->now[input];
    uint8_t *const out = now->bytes == file->spare[0] ? file->spare[1] : file->spare[0];
    nl_fix_output o = {now->bytes, now->length, 0, nl_writer_over(out, file->capacity)};
    file->steps = NL_NEW(&f->round, navlint_change, count);
    if (!file->steps) return false;
    if (!write_all(&o, entries, count)) {
        if (!nl_writer_ok(&o.out))
            nl_fix_limit(f, "size", "the repaired file would be larger than there is room for");
        return false;
    }
    note_steps(file, entries, count);
    file->next = out;
    file->next_length = o.out.at;
    return true;
}

bool nl_fix_write(nl_fixing *f) {
    nl_fix_batch batch = {.count = 0};
    for (size_t i = 0; i < f->input_count; i++)
        f->files[i].next = NULL;
    if (!gather(f, &batch)) return false;
    for (uint32_t i = 0; i < batch.count;) {
        const size_t input = batch.entries[i].edit->input;
        uint32_t end = i;
        while (end < batch.count && batch.entries[end].edit->input == input)
            end++;
        if (!write_file(f, input, batch.entries + i, end - i)) return false;
        i = end;
    }
    return true;
}
