#include "parsers/fix.h"
#include "core/checked.h"

#include <string.h>

/* ---- Memory of the round ---- */

static void *alloc(nl_fixer *fixer, uint64_t bytes, size_t align) {
    void *const memory = nl_alloc(fixer->arena, bytes, 1, align);
    fixer->is_used_up |= !memory;
    return memory;
}

void *nl_fix_alloc(nl_fixer *fixer, uint64_t bytes) {
    void *const memory = alloc(fixer, bytes, _Alignof(max_align_t));
    if (memory) memset(memory, 0, (size_t)bytes);
    return memory;
}

void *nl_fix_scratch(nl_fixer *fixer, uint64_t bytes) {
    void *const memory = nl_alloc(fixer->scratch, bytes, 1, _Alignof(max_align_t));
    fixer->is_used_up |= !memory;
    return memory;
}

static void *copy_of(nl_fixer *fixer, const void *bytes, uint64_t length) {
    uint8_t *const copy = alloc(fixer, nl_add_sat(length, 1), 1);
    if (!copy) return NULL;
    if (length != 0) memcpy(copy, bytes, (size_t)length);
    copy[length] = 0;
    return copy;
}

const char *nl_fix_path(nl_fixer *fixer, const char *head, const char *tail) {
    const size_t head_bytes = strlen(head);
    const size_t tail_bytes = strlen(tail);
    char *const path = alloc(fixer, head_bytes + tail_bytes + 1, 1);
    if (!path) return NULL;
    memcpy(path, head, head_bytes);
    memcpy(path + head_bytes, tail, tail_bytes + 1);
    return path;
}

const char *nl_fix_cut_path(nl_fixer *fixer, const char *path, const char *end) {
    return copy_of(fixer, path, (uint64_t)(end - path));
}

/* ---- Looking up ---- */

enum { MOST_LOOKUPS = 1 << 24 }; /* fields visited in one round */

typedef struct nl_finder {
    nl_fixer *fixer;
    const char *path;     /* that is looked for */
    navlint_field found;  /* the first; its length grows while they follow each other */
    uint64_t found_bytes; /* of all of them */
    bool is_record;       /* all that is below the path is wanted */
} nl_finder;

/* Where a field is among those that it stands with: in the input, or in packed bytes. */
static navlint_range range_of(const navlint_field *field) {
    return field->encoding ? field->inner : (navlint_range){field->offset, field->length};
}

static void set_range(navlint_field *field, navlint_range range) {
    if (field->encoding)
        field->inner = range;
    else
        field->offset = range.offset, field->length = range.length;
}

static void widen(nl_finder *finder, const navlint_field *field) {
    const navlint_range part = range_of(field);
    navlint_range whole = range_of(&finder->found);
    const uint64_t end = part.offset + part.length;
    if (part.offset < whole.offset) {
        whole.length += whole.offset - part.offset;
        whole.offset = part.offset;
    }
    if (end > whole.offset + whole.length) whole.length = end - whole.offset;
    set_range(&finder->found, whole);
    finder->found_bytes += part.length;
}

bool nl_fix_spend(nl_fixer *fixer, uint64_t steps) {
    const bool is_enough = fixer->lookups <= MOST_LOOKUPS && steps <= MOST_LOOKUPS - fixer->lookups;
    if (is_enough)
        fixer->lookups += steps;
    else
        fixer->is_used_up = fixer->is_tired = true;
    return is_enough;
}

bool nl_fix_spend_bytes(nl_fixer *fixer, uint64_t bytes) {
    enum { BYTES_A_STEP = 64 };
    return nl_fix_spend(fixer, 1 + bytes / BYTES_A_STEP);
}

static bool note(void *context, const navlint_field *field) {
    nl_finder *const finder = context;
    if (!nl_fix_spend(finder->fixer, 1)) return false;
    if (!finder->is_record && strcmp(field->path, finder->path) != 0) return true;
    if (finder->found.type) {
        widen(finder, field);
        return true;
    }
    finder->found = *field;
    finder->found.path = finder->path;
    finder->found_bytes = range_of(field).length;
    return finder->is_record;
}

static void dump(nl_finder *finder) {
    nl_fixer *const fixer = finder->fixer;
    const nl_member *const member = &fixer->members[fixer->input];
    nl_budget budget = nl_budget_of(UINT64_MAX);
    nl_job job = member->job;
    nl_dump fields = {.bytes = job.bytes,
                      .length = job.length,
                      .visit = note,
                      .context = finder,
                      .layout = fixer->format->info.layout,
                      .view = {.path = finder->path}};
    const size_t mark = nl_arena_mark(job.arena);
    job.budget = &budget;
    if (member->document) fixer->format->dump(&job, member->document, &fields);
    fixer->is_used_up |= job.arena->exhausted;
    nl_arena_release(job.arena, mark);
    job.arena->exhausted = false;
}

bool nl_fix_find(nl_fixer *fixer, const char *path, navlint_field *field) {
    nl_finder finder = {.fixer = fixer, .path = path};
    if (path) finder.path = copy_of(fixer, path, strlen(path));
    if (!finder.path) return false;
    dump(&finder);
    *field = finder.found;
    return finder.found.type != NULL;
}

bool nl_fix_find_record(nl_fixer *fixer, const char *path, navlint_field *record) {
    nl_finder finder = {.fixer = fixer, .path = path, .is_record = true};
    if (path) finder.path = copy_of(fixer, path, strlen(path));
    if (!finder.path) return false;
    dump(&finder);
    *record = finder.found;
    const bool is_found = finder.found.type != NULL;
    record->type = NULL;
    record->value = (navlint_value){.kind = NAVLINT_NO_VALUE};
    return is_found && finder.found_bytes == range_of(record).length;
}

navlint_field nl_fix_field_of(const navlint_finding *finding) {
    return (navlint_field){.path = finding->path,
                           .type = finding->type,
                           .offset = finding->offset,
                           .length = finding->length,
                           .encoding = finding->encoding,
                           .inner = finding->inner};
}

/* ---- Places that the document tells ---- */

uint32_t nl_fix_numbers(const char *path, uint32_t *numbers, uint32_t most) {
    uint32_t count = 0;
    for (const char *p = path; *p && count < most; p++) {
        if (p[0] != '/' || p[1] < '0' || p[1] > '9') continue;
        uint64_t number = 0;
        for (; p[1] >= '0' && p[1] <= '9'; p++)
            number = nl_min(10 * number + (uint64_t)(p[1] - '0'), UINT32_MAX);
        numbers[count++] = (uint32_t)number;
    }
    return count;
}

/* Of a record in a dump, "/chunks/N/links/N", with the numbers in the places of each N. */
static void put_record_path(nl_text *text, const char *pattern, const uint32_t *numbers) {
    for (; *pattern; pattern++) {
        if (pattern[0] == '/' && pattern[1] == 'N' && (pattern[2] == '/' || !pattern[2])) {
            nl_put_char(text, '/');
            nl_put_uint(text, *numbers++);
            pattern++;
        } else {
            nl_put_char(text, *pattern);
        }
    }
}

navlint_field nl_fix_field_at(nl_fixer *fixer, unsigned field, uint64_t at,
                              const uint32_t *numbers) {
    const nl_layout *const layout = fixer->format->info.layout;
    const nl_field *const f = &layout->fields[field];
    char chars[192];
    nl_text path = nl_text_over(chars, sizeof chars);
    put_record_path(&path, layout->records[f->record].path, numbers);
    if (!f->is_value) nl_put_char(&path, '/');
    return (navlint_field){.path = nl_fix_path(fixer, chars, f->is_value ? "" : f->name),
                           .type = nl_type_name((nl_type)f->type),
                           .offset = at + f->at,
                           .length = nl_field_bytes(f)};
}

/* ---- Bytes ---- */

static const uint8_t *unpack(nl_fixer *fixer, const navlint_field *place, uint64_t *length) {
    const nl_member *const member = &fixer->members[fixer->input];
    nl_budget budget = nl_budget_of(UINT64_MAX);
    nl_job job = member->job;
    navlint_unpacked found = {.bytes = NULL};
    const nl_view view = {.bytes = {place->offset, place->offset + 1}};
    if (!member->document || !fixer->format->unpack) return NULL;
    job.budget = &budget;
    job.arena = fixer->scratch;
    const navlint_status status = fixer->format->unpack(&job, member->document, &view, &found);
    *length = found.length;
    if (status == NAVLINT_NO_MEMORY) fixer->is_used_up = true;
    return status == NAVLINT_OK && nl_fix_spend_bytes(fixer, found.length) ? found.bytes : NULL;
}

const uint8_t *nl_fix_bytes(nl_fixer *fixer, const navlint_field *place, uint64_t *length) {
    if (place->encoding) return unpack(fixer, place, length);
    *length = fixer->members[fixer->input].job.length;
    return fixer->members[fixer->input].job.bytes;
}

/* ---- Edits ---- */

static nl_type type_named(const char *name) {
    for (unsigned i = NL_NO_TYPE + 1; name && i < NL_TYPE_COUNT; i++)
        if (strcmp(nl_type_name((nl_type)i), name) == 0) return (nl_type)i;
    return NL_NO_TYPE;
}

static bool is_inside(const nl_fixer *fixer, const navlint_field *place) {
    const uint64_t length = fixer->members[fixer->input].job.length;
    return place->offset <= length && place->length <= length - place->offset;
}

/* A new edit that takes the place's bytes out; NULL if there is no memory. */
static nl_fix_edit *say(nl_fixer *fixer, const navlint_field *place) {
    const navlint_range range = range_of(place);
    const char *const path = place->path ? copy_of(fixer, place->path, strlen(place->path)) : "";
    nl_fix_edit *const edit = alloc(fixer, sizeof *edit, _Alignof(nl_fix_edit));
    if (!path || !edit || !is_inside(fixer, place)) return NULL;
    *edit = (nl_fix_edit){.input = fixer->input,
                          .at = range.offset,
                          .removed = range.length,
                          .type = type_named(place->type),
                          .path = path,
                          .old_value = place->value};
    if (place->encoding) edit->packed = (nl_packed){place->offset, place->length, place->encoding};
    return edit;
}

static bool add(nl_fixer *fixer, nl_fix_edit *edit) {
    if (!edit) return false;
    if (fixer->last)
        fixer->last->next = edit;
    else
        fixer->first = edit;
    fixer->last = edit;
    fixer->edit_count++;
    return true;
}

/* The number in a field, which the place may not have brought along. */
static navlint_value value_at(nl_fixer *fixer, const navlint_field *field) {
    uint64_t length = 0;
    const navlint_range range = range_of(field);
    const nl_type type = type_named(field->type);
    if (field->value.kind != NAVLINT_NO_VALUE) return field->value;
    const size_t mark = nl_arena_mark(fixer->scratch);
    const uint8_t *const bytes = nl_fix_bytes(fixer, field, &length);
    const bool is_there =
        bytes && range.offset <= length && nl_type_bytes(type) <= length - range.offset;
    const navlint_value value = is_there ? nl_load_value(bytes + range.offset, type)
                                         : (navlint_value){.kind = NAVLINT_NO_VALUE};
    nl_arena_release(fixer->scratch, mark);
    return value;
}

bool nl_fix_replace(nl_fixer *fixer, const navlint_field *place, const void *bytes,
                    uint64_t length) {
    nl_fix_edit *const edit = say(fixer, place);
    if (!edit) return false;
    edit->added = length;
    edit->bytes = copy_of(fixer, bytes, length);
    if (!edit->bytes) return false;
    const bool is_number = nl_type_bytes(edit->type) == length && edit->removed == length;
    if (edit->type != NL_NO_TYPE && is_number && length != 0) {
        edit->old_value = value_at(fixer, place);
        edit->new_value = nl_load_value(edit->bytes, edit->type);
    }
    return add(fixer, edit);
}

bool nl_fix_set(nl_fixer *fixer, const navlint_field *field, navlint_value value) {
    uint8_t bytes[8];
    const nl_type type = type_named(field->type);
    if (!nl_store_value(bytes, type, value)) return false;
    return nl_fix_replace(fixer, field, bytes, nl_type_bytes(type));
}

bool nl_fix_add(nl_fixer *fixer, const navlint_field *field, int64_t delta) {
    uint8_t bytes[8];
    const nl_type type = type_named(field->type);
    const navlint_value old_value = value_at(fixer, field);
    const navlint_value new_value = nl_sum_value(old_value, delta);
    if (!nl_store_value(bytes, type, new_value)) return false;
    nl_fix_edit *const edit = say(fixer, field);
    if (!edit) return false;
    edit->added = edit->removed = nl_type_bytes(type);
    edit->delta = delta;
    edit->old_value = old_value;
    edit->new_value = new_value;
    return add(fixer, edit);
}

bool nl_fix_remove(nl_fixer *fixer, const navlint_field *place) {
    nl_fix_edit *const edit = say(fixer, place);
    if (!edit) return false;
    edit->bytes = (const uint8_t *)"";
    return add(fixer, edit);
}

bool nl_fix_insert(nl_fixer *fixer, const navlint_field *place, const char *path, const void *bytes,
                   uint64_t length) {
    navlint_field gap = *place;
    set_range(&gap, (navlint_range){range_of(place).offset, 0});
    gap.path = path;
    gap.type = NULL;
    gap.value = (navlint_value){.kind = NAVLINT_NO_VALUE};
    return nl_fix_replace(fixer, &gap, bytes, length);
}

bool nl_fix_follow(nl_fixer *fixer) {
    const nl_fixes *const fixes = fixer->format->fixes;
    const nl_fix_edit *edit = fixer->first;
    const nl_fix_edit *const last = fixer->last;
    bool is_ok = true;
    for (; is_ok && fixes && fixes->follow && edit; edit = edit == last ? NULL : edit->next) {
        const nl_fix_splice splice = {edit->input, edit->packed, edit->at, edit->removed,
                                      edit->added};
        fixer->input = edit->input;
        if (edit->removed != edit->added) is_ok = fixes->follow(fixer, &splice);
    }
    return is_ok;
}
