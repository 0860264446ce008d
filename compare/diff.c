/* Two versions of a file compared: the calls of the public header. */
#include <stdlib.h>
#include <string.h>

#include "compare/render.h"
#include "core/sized.h"
#include "validator/options.h"
#include "validator/recognise.h"

/* NULL also for two containers: nothing says which records of theirs are the same ones. */
static const nl_kinds *kinds_of(const navlint_options *options, const navlint_input *old_input,
                                const navlint_input *new_input, navlint_status *status) {
    const nl_recognised old = nl_recognise(options, old_input);
    const nl_recognised new = nl_recognise(options, new_input);
    const bool are_known = old.format && new.format;
    const bool are_alike = are_known && old.format == new.format &&old.part == new.part;
    const bool have_kinds = are_alike && old.format->kinds;
    *status = !are_known ? NAVLINT_NOT_RECOGNISED : !have_kinds ? NAVLINT_UNSUPPORTED : NAVLINT_OK;
    return have_kinds ? old.format->kinds : NULL;
}

static uint64_t count_different(const navlint_input *a, const navlint_input *b) {
    const uint8_t *const old = a->bytes;
    const uint8_t *const new = b->bytes;
    const size_t common = a->length < b->length ? a->length : b->length;
    uint64_t count = a->length > b->length ? a->length - b->length : b->length - a->length;
    for (size_t i = 0; i < common; i++)
        count += old[i] != new[i];
    return count;
}

static bool match_all(navlint_diff *diff) {
    diff->sides[CMP_OLD].records[0].partner = 0;
    diff->sides[CMP_NEW].records[0].partner = 0;
    for (unsigned kind = 0; kind < diff->kinds->kind_count; kind++) {
        cmp_find_prints(diff, CMP_OLD, kind);
        cmp_find_prints(diff, CMP_NEW, kind);
        if (kind != 0 && !cmp_match(diff, kind)) return false;
    }
    return true;
}

static navlint_status compare(navlint_diff *diff, const navlint_options *options,
                              const navlint_input *const inputs[CMP_SIDES]) {
    if (!cmp_shapes_make(&diff->shapes, diff->kinds)) return NAVLINT_NO_MEMORY;
    for (unsigned side = 0; side < CMP_SIDES; side++) {
        const navlint_status status = cmp_load(diff, side, options, inputs[side]);
        if (status != NAVLINT_OK) return status;
    }
    if (!cmp_find_keys(diff, CMP_OLD) || !cmp_find_keys(diff, CMP_NEW)) return NAVLINT_NO_MEMORY;
    if (!match_all(diff)) return NAVLINT_NO_MEMORY;
    cmp_find_changes(diff);
    return diff->failed ? NAVLINT_NO_MEMORY : NAVLINT_OK;
}

navlint_status navlint_diff_make(const navlint_options *options, const navlint_input *old_input,
                                 const navlint_input *new_input, uint64_t max_changes,
                                 navlint_diff **diff) {
    if (!old_input || !new_input || !diff) return NAVLINT_BAD_ARGUMENT;
    navlint_options known;
    navlint_status status = nl_options_take(options, &known);
    if (status != NAVLINT_OK) return status;
    const nl_kinds *const kinds = kinds_of(&known, old_input, new_input, &status);
    if (!kinds) return status;
    navlint_diff *const made = calloc(1, sizeof *made);
    if (!made) return NAVLINT_NO_MEMORY;
    made->kinds = kinds;
    made->max_changes = max_changes;
    made->navigation_only = known.scope == NAVLINT_SCOPE_NAVMESH;
    made->different_bytes = count_different(old_input, new_input);
    status = compare(made, &known, (const navlint_input *const[]){old_input, new_input});
    if (status == NAVLINT_OK)
        *diff = made;
    else
        navlint_diff_free(made);
    return status;
}

bool navlint_diff_is_same(const navlint_diff *diff) {
    return cmp_is_same(diff);
}

bool navlint_diff_is_whole(const navlint_diff *diff) {
    return cmp_is_whole(diff);
}

uint64_t navlint_diff_different_bytes(const navlint_diff *diff) {
    return diff->different_bytes;
}

navlint_text navlint_diff_text(const navlint_diff *diff, navlint_diff_form form, bool is_summary) {
    rep_buffer out = {0};
    switch (form) {
    case NAVLINT_DIFF_TEXT:
        cmp_render_text(&out, diff, is_summary);
        break;
    case NAVLINT_DIFF_MARKDOWN:
        cmp_render_markdown(&out, diff, is_summary);
        break;
    case NAVLINT_DIFF_JSON:
        return cmp_render_json(diff, NAVLINT_JSON_COMPACT, is_summary);
    case NAVLINT_DIFF_JSON_INDENT:
        return cmp_render_json(diff, NAVLINT_JSON_INDENT, is_summary);
    }
    return rep_buffer_take(&out);
}

void navlint_diff_free(navlint_diff *diff) {
    if (!diff) return;
    cmp_shapes_free(&diff->shapes);
    for (unsigned side = 0; side < CMP_SIDES; side++) {
        cmp_side_free(&diff->sides[side]);
        free(diff->scratch.lists[side].items);
        free(diff->scratch.lists[side].keys);
    }
    free(diff->scratch.marks);
    free(diff->scratch.stamps);
    free(diff->scratch.next);
    free(diff->changes);
    free(diff->details);
    free(diff);
}
