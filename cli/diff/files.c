#include "cli/diff/files.h"

#include <string.h>

#include "cli/diff/print.h"

typedef struct run {
    const cli_diff_settings *settings;
    const cli_diff_side *sides;
    cli_diff_printer printer;
    cli_buffer bytes[CLI_SIDES];
    char reason[CLI_COMPLAINT_CAPACITY];
} run;

static cli_diff_found load(run *r, unsigned side, const cli_diff_entry *entry) {
    return cli_diff_load(&r->sides[side], entry, r->settings, &r->bytes[side], r->reason);
}

static void take(run *r, cli_diff_result result) {
    if (result.status == CLI_DIFF_NOT_COMPARED) result.reason = r->reason;
    cli_diff_printer_take(&r->printer, &result);
}

/* ---- On one side ---- */

static void take_alone(run *r, unsigned side, const cli_diff_entry *entry) {
    cli_diff_result result = {.name = entry->pair,
                              .status = side == CLI_OLD ? CLI_DIFF_REMOVED : CLI_DIFF_ADDED};
    const cli_diff_found found = load(r, side, entry);
    if (found == CLI_DIFF_OTHER) {
        r->printer.others++;
        return;
    }
    if (found == CLI_DIFF_UNREADABLE) result.status = CLI_DIFF_NOT_COMPARED;
    take(r, result);
}

/* ---- On both ---- */

static bool have_same_bytes(const run *r) {
    const cli_buffer *const old = &r->bytes[CLI_OLD];
    const cli_buffer *const new = &r->bytes[CLI_NEW];
    if (old->length != new->length) return false;
    return old->length == 0 || memcmp(old->bytes, new->bytes, old->length) == 0;
}

static cli_diff_status status_of(const run *r, const navlint_diff *diff) {
    if (!diff) return CLI_DIFF_NOT_COMPARED;
    if (!navlint_diff_is_same(diff)) return CLI_DIFF_CHANGED;
    const bool is_settled = navlint_diff_is_whole(diff) || r->settings->is_strict;
    return is_settled ? CLI_DIFF_EQUAL : CLI_DIFF_NOT_COMPARED;
}

static void compare(run *r, const cli_diff_entry *const entries[CLI_SIDES]) {
    char names[CLI_SIDES][CLI_COMPLAINT_CAPACITY];
    navlint_input inputs[CLI_SIDES];
    navlint_diff *diff = NULL;
    for (unsigned side = 0; side < CLI_SIDES; side++) {
        cli_diff_full_name(names[side], &r->sides[side], entries[side]);
        inputs[side] = (navlint_input){
            .name = names[side], .bytes = r->bytes[side].bytes, .length = r->bytes[side].length};
    }
    (void)snprintf(r->reason, sizeof r->reason, "a part of it could not be compared");
    const int code = cli_diff_compare(r->settings, inputs, &diff, r->reason);
    cli_diff_result result = {.name = entries[CLI_NEW]->pair, .status = status_of(r, diff)};
    if (diff) result.different_bytes = navlint_diff_different_bytes(diff);
    if (result.status != CLI_DIFF_EQUAL) result.diff = diff;
    take(r, result);
    if (code == CLI_INTERNAL) r->printer.code = CLI_INTERNAL;
    navlint_diff_free(diff);
}

static void take_half_known(run *r, unsigned known,
                            const cli_diff_entry *const entries[CLI_SIDES]) {
    char name[CLI_COMPLAINT_CAPACITY];
    cli_diff_full_name(name, &r->sides[!known], entries[!known]);
    (void)snprintf(r->reason, sizeof r->reason, "%.*s: %s", CLI_COMPLAINT_CAPACITY / 2, name,
                   navlint_status_text(NAVLINT_NOT_RECOGNISED));
    take(r, (cli_diff_result){.name = entries[known]->pair, .status = CLI_DIFF_NOT_COMPARED});
}

static void take_pair(run *r, const cli_diff_entry *old_entry, const cli_diff_entry *new_entry) {
    const cli_diff_entry *const entries[CLI_SIDES] = {old_entry, new_entry};
    const cli_diff_found old = load(r, CLI_OLD, old_entry);
    const cli_diff_found new = old == CLI_DIFF_UNREADABLE ? old : load(r, CLI_NEW, new_entry);
    if (old == CLI_DIFF_UNREADABLE || new == CLI_DIFF_UNREADABLE)
        take(r, (cli_diff_result){.name = new_entry->pair, .status = CLI_DIFF_NOT_COMPARED});
    else if (old == CLI_DIFF_OTHER && new == CLI_DIFF_OTHER)
        r->printer.others++;
    else if (old == CLI_DIFF_OTHER || new == CLI_DIFF_OTHER)
        take_half_known(r, old == CLI_DIFF_OTHER ? CLI_NEW : CLI_OLD, entries);
    else if (have_same_bytes(r))
        take(r, (cli_diff_result){.name = new_entry->pair, .status = CLI_DIFF_EQUAL});
    else
        compare(r, entries);
}

/* ---- All ---- */

static void merge(run *r) {
    const cli_diff_side *const old = &r->sides[CLI_OLD];
    const cli_diff_side *const new = &r->sides[CLI_NEW];
    size_t i = 0, j = 0;
    while ((i < old->count || j < new->count) && r->printer.code != CLI_INTERNAL) {
        const int order = i == old->count   ? 1
                          : j == new->count ? -1
                                            : strcmp(old->entries[i].pair, new->entries[j].pair);
        if (order == 0)
            take_pair(r, &old->entries[i], &new->entries[j]);
        else if (order < 0)
            take_alone(r, CLI_OLD, &old->entries[i]);
        else
            take_alone(r, CLI_NEW, &new->entries[j]);
        i += order <= 0;
        j += order >= 0;
    }
}

static bool is_empty(const cli_diff_printer *printer) {
    uint64_t count = 0;
    for (unsigned i = 0; i < CLI_DIFF_STATUSES; i++)
        count += printer->counts[i];
    return count == 0;
}

int cli_diff_files(const cli_diff_settings *settings, cli_diff_side sides[CLI_SIDES]) {
    run r = {.settings = settings, .sides = sides};
    r.printer = (cli_diff_printer){.settings = settings,
                                   .names = {sides[CLI_OLD].name, sides[CLI_NEW].name},
                                   .is_whole = sides[CLI_OLD].is_whole && sides[CLI_NEW].is_whole};
    cli_diff_align(sides);
    merge(&r);
    if (is_empty(&r.printer)) {
        cli_complain("%s, %s: there is no navigation file to compare", sides[CLI_OLD].name,
                     sides[CLI_NEW].name);
        r.printer.code = CLI_DIFF_TROUBLE;
    } else {
        cli_diff_printer_end(&r.printer);
    }
    cli_buffer_free(&r.bytes[CLI_OLD]);
    cli_buffer_free(&r.bytes[CLI_NEW]);
    return r.printer.code;
}
