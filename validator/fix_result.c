/* What fixing has done, kept for whoever asked for it. */
#include <string.h>

#include "core/checked.h"
#include "validator/catalogue.h"
#include "validator/fixing.h"

enum { MOST_EDITS_SHOWN = 64 }; /* of one fix */

void nl_fix_limit(nl_fixing *f, const char *name, const char *message) {
    if (!f->limit.name) f->limit = (navlint_limit){name, message};
}

/* ---- Keeping ---- */

static const char *keep_text(nl_arena *arena, const char *text) {
    const size_t length = text ? strlen(text) + 1 : 1;
    char *const copy = NL_NEW(arena, char, length);
    if (!copy) return "";
    memcpy(copy, text ? text : "", length);
    return copy;
}

/* The first bytes of what went and of what came. Of a fix that was made the files have been
 * exchanged: `next` is what was. */
static void show_bytes(const nl_fixing *f, const nl_fix_edit *edit, navlint_edit *shown) {
    const nl_fix_file *const file = &f->files[edit->input];
    const uint8_t *const old = file->next ? file->next : f->now[edit->input].bytes;
    const size_t removed = (size_t)nl_min(edit->removed, sizeof shown->removed_bytes);
    const size_t added = (size_t)nl_min(edit->added, sizeof shown->added_bytes);
    if (!edit->packed.encoding && removed != 0)
        memcpy(shown->removed_bytes, old + edit->at, removed);
    if (edit->bytes && added != 0)
        memcpy(shown->added_bytes, edit->bytes, added);
    else if (!edit->bytes)
        (void)nl_store_value(shown->added_bytes, edit->type, edit->new_value);
}

static navlint_edit edit_of(const nl_fixing *f, nl_arena *arena, const nl_fix_edit *edit) {
    const nl_packed *const packed = &edit->packed;
    const uint64_t at = packed->encoding ? packed->offset : edit->at;
    navlint_edit shown = {
        .input = edit->input,
        .path = keep_text(arena, edit->path),
        .type = nl_type_name(edit->type),
        .offset = nl_fix_given_offset(&f->files[edit->input], at),
        .removed = edit->removed,
        .added = edit->added,
        .encoding = packed->encoding,
        .inner_offset = packed->encoding ? edit->at : 0,
        .old_value = edit->old_value,
        .new_value = edit->new_value,
    };
    show_bytes(f, edit, &shown);
    return shown;
}

static void keep_edits(const nl_fixing *f, nl_arena *arena, const nl_fix_group *group,
                       navlint_applied *shown) {
    const uint32_t count =
        group->edit_count < MOST_EDITS_SHOWN ? group->edit_count : MOST_EDITS_SHOWN;
    navlint_edit *const edits = NL_NEW(arena, navlint_edit, count);
    const nl_fix_edit *edit = group->edits;
    for (uint32_t i = 0; edits && i < count && edit; i++, edit = edit->next)
        edits[shown->edit_count++] = edit_of(f, arena, edit);
    shown->edits = edits;
}

/* As the next one of the list; whether it fits is up to the arena. */
static void keep(const nl_fixing *f, nl_fix_shown *list, const nl_fix_group *group,
                 const char *reason) {
    navlint_applied *const shown = &list->items[list->count];
    *shown = group->shown;
    shown->round = f->rounds + 1;
    shown->message = keep_text(&list->arena, group->shown.message);
    shown->path = keep_text(&list->arena, group->shown.path);
    shown->reason = reason;
    keep_edits(f, &list->arena, group, shown);
}

void nl_fix_show(nl_fixing *f, const nl_fix_group *group, const char *reason) {
    nl_fix_shown *const list = reason ? &f->refused : &f->applied;
    const size_t mark = nl_arena_mark(&list->arena);
    list->total++;
    if (list->is_full || list->count == NL_FIX_MOST_SHOWN) return;
    keep(f, list, group, reason);
    list->is_full = list->arena.exhausted;
    list->arena.exhausted = false;
    if (list->is_full)
        nl_arena_release(&list->arena, mark);
    else
        list->count++;
}

/* ---- Asking ---- */

const void *navlint_fixed_bytes(const navlint_fixed *fixed, size_t index, size_t *length) {
    const bool is_changed =
        index < fixed->input_count && fixed->now[index].bytes != fixed->given[index].bytes;
    if (length) *length = is_changed ? fixed->now[index].length : 0;
    return is_changed ? fixed->now[index].bytes : NULL;
}

const navlint_report *navlint_fixed_report(const navlint_fixed *fixed) {
    return fixed->report;
}

size_t navlint_fixed_count(const navlint_fixed *fixed) {
    return fixed->applied.count;
}

uint64_t navlint_fixed_total(const navlint_fixed *fixed) {
    return fixed->applied.total;
}

const navlint_applied *navlint_fixed_at(const navlint_fixed *fixed, size_t index) {
    return index < fixed->applied.count ? &fixed->applied.items[index] : NULL;
}

size_t navlint_refused_count(const navlint_fixed *fixed) {
    return fixed->refused.count;
}

uint64_t navlint_refused_total(const navlint_fixed *fixed) {
    return fixed->refused.total;
}

const navlint_applied *navlint_refused_at(const navlint_fixed *fixed, size_t index) {
    return index < fixed->refused.count ? &fixed->refused.items[index] : NULL;
}

size_t navlint_change_count(const navlint_fixed *fixed, size_t index) {
    return index < fixed->input_count ? fixed->files[index].change_count : 0;
}

const navlint_change *navlint_change_at(const navlint_fixed *fixed, size_t index, size_t change) {
    return change < navlint_change_count(fixed, index) ? &fixed->files[index].changes[change]
                                                       : NULL;
}

const navlint_limit *navlint_fixed_limit(const navlint_fixed *fixed) {
    return fixed->limit.name ? &fixed->limit : NULL;
}

navlint_safety navlint_rule_fix(const navlint_rule *rule, const char **deed) {
    const navlint_format *format = NULL;
    const navlint_rule *const known = nl_known_rule(rule, &format);
    const nl_fixes *const fixes = known ? nl_format_of(format)->fixes : NULL;
    const nl_fix_row *const row = fixes ? &fixes->rows[known - format->rules] : NULL;
    if (deed) *deed = row && row->make ? row->deed : NULL;
    return row && row->make ? row->safety : NAVLINT_NOT_FIXABLE;
}
