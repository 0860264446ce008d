/* A fix for each finding that is to be fixed, as the rooms say them. */
#include <string.h>

#include "core/sort.h"
#include "validator/catalogue.h"
#include "validator/fixing.h"
#include "validator/options.h"

/* What findings bring along is known without doubt (navlint_fix). */
static const nl_fix_row as_found = {NAVLINT_SAFE, nl_fix_as_found, "writes the right bytes", 0};

/* ---- What is to be fixed ---- */

static const nl_fix_row *row_of(const nl_format *format, const navlint_finding *finding) {
    const size_t rule = (size_t)(finding->rule - format->info.rules);
    const nl_fix_row *const row = format->fixes ? &format->fixes->rows[rule] : NULL;
    if (row && row->make) return row;
    return finding->fix.length != 0 ? &as_found : NULL;
}

static bool is_among(const char *code, const char *const *codes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(codes[i], code) == 0) return true;
    return false;
}

static bool is_off(const navlint_options *options, const navlint_rule *rule) {
    for (size_t i = options->override_count; i > 0; i--)
        if (strcmp(options->overrides[i - 1].code, rule->code) == 0)
            return options->overrides[i - 1].severity == NAVLINT_OFF;
    return is_among(rule->code, options->ignore, options->ignore_count) ||
           (options->only_count != 0 && !is_among(rule->code, options->only, options->only_count));
}

static bool is_wanted(const nl_fixing *f, const navlint_rule *rule, const nl_fix_row *row) {
    if (!row || (row->safety == NAVLINT_UNSAFE && !f->wishes.unsafe)) return false;
    const bool is_named =
        f->wishes.only_count == 0 || is_among(rule->code, f->wishes.only, f->wishes.only_count);
    return is_named && !is_off(&f->options, rule);
}

static bool is_same(const nl_fix_key *a, const nl_fix_key *b) {
    return a->rule == b->rule && a->input == b->input && a->offset == b->offset &&
           a->inner_offset == b->inner_offset;
}

static bool was_refused(const nl_fixing *f, const nl_fix_key *key) {
    for (uint32_t i = 0; i < f->refusal_count; i++)
        if (is_same(&f->refusals[i], key)) return true;
    return false;
}

/* Whether a fix that is planned already makes good what this one would. */
static bool is_covered(const nl_fixing *f, const nl_fix_key *key) {
    for (uint32_t i = f->group_count; i > 0; i--)
        if (f->groups[i - 1].is_shared && is_same(&f->groups[i - 1].key, key)) return true;
    return false;
}

/* ---- One fix ---- */

/* Where fixes of a report come from: of an input, or of the set as a whole. */
typedef struct nl_fix_source {
    const nl_format *format;
    const navlint_report *report;
    size_t input;
} nl_fix_source;

static const char *keep_text(nl_fixing *f, const char *text) {
    const size_t length = strlen(text) + 1;
    char *const copy = NL_NEW(&f->round, char, length);
    if (copy) memcpy(copy, text, length);
    return copy ? copy : "";
}

static bool make(const nl_fix_row *row, nl_fixer *fixer, const navlint_finding *finding) {
    return row->make(fixer, finding) && fixer->first && nl_fix_follow(fixer);
}

static bool is_context_touched(const nl_fixing *f, const nl_fix_edit *edit) {
    for (; edit; edit = edit->next)
        if (f->given[edit->input].is_context) return true;
    return false;
}

/* FNV-1a, 32 bits, over so many segments of the path. */
static uint64_t hash_of(const char *path, unsigned segments) {
    uint64_t hash = 0x811C9DC5;
    for (unsigned slashes = 0; *path; path++) {
        slashes += *path == '/';
        if (slashes > segments) break;
        hash = ((hash ^ (uint8_t)*path) * 0x01000193) & UINT32_MAX;
    }
    return hash;
}

static nl_fix_group group_of(const nl_fixing *f, const nl_fix_source *source,
                             const navlint_finding *finding, const nl_fix_row *row) {
    const uint64_t offset = nl_fix_given_offset(&f->files[source->input], finding->offset);
    const uint64_t inner_offset = finding->encoding ? finding->inner.offset : 0;
    const unsigned shared = row->shared_segments;
    return (nl_fix_group){.shown = {.rule = finding->rule,
                                    .safety = row->safety,
                                    .deed = row->deed,
                                    .input = source->input,
                                    .offset = offset},
                          .key = {nl_fix_rule_number(finding->rule), source->input,
                                  shared ? hash_of(finding->path, shared) : offset,
                                  shared ? 0 : inner_offset},
                          .is_shared = shared != 0};
}

/* A finding whose fix is planned: the fix, and the group that it becomes. */
typedef struct nl_fix_draft {
    const navlint_finding *finding;
    const nl_fix_row *row;
    nl_fixer fixer; /* with nothing said */
    nl_fix_group group;
} nl_fix_draft;

typedef enum nl_fix_outcome {
    NL_FIX_PLANNED, /* or there is no fix */
    NL_FIX_SHORT_OF_LOOKUPS,
    NL_FIX_SHORT_OF_MEMORY,
} nl_fix_outcome;

static nl_fix_outcome plan_group(nl_fixing *f, const nl_fix_draft *draft) {
    const size_t mark = nl_arena_mark(&f->round);
    nl_fix_group group = draft->group;
    nl_fixer fixer = draft->fixer;
    fixer.lookups = f->lookups;
    const bool is_made =
        make(draft->row, &fixer, draft->finding) && !is_context_touched(f, fixer.first);
    f->lookups = fixer.lookups;
    if (!is_made || fixer.is_used_up) {
        nl_arena_release(&f->round, mark);
        f->round.exhausted = false;
        if (!fixer.is_used_up) return NL_FIX_PLANNED;
        return fixer.is_tired ? NL_FIX_SHORT_OF_LOOKUPS : NL_FIX_SHORT_OF_MEMORY;
    }
    group.shown.message = keep_text(f, draft->finding->message);
    group.shown.path = keep_text(f, draft->finding->path);
    group.edits = fixer.first;
    group.edit_count = fixer.edit_count;
    f->groups[f->group_count++] = group;
    return NL_FIX_PLANNED;
}

/* A fix for which there is too little left waits for the next round, which has more if this one
 * plans any. If it plans none the fix is given all the look-ups that a round has; if those are too
 * few it is left out, so that those behind it have their turn. Returns false if the round ends
 * here. */
static bool plan_draft(nl_fixing *f, const nl_fix_draft *draft) {
    bool has_all = f->lookups == 0;
    for (;;) {
        const nl_fix_outcome outcome = plan_group(f, draft);
        if (outcome == NL_FIX_PLANNED) return true;
        if (f->group_count > 0) {
            f->deferred++;
            return false;
        }
        const bool is_memory = outcome == NL_FIX_SHORT_OF_MEMORY;
        const bool has_refill = f->refills < NL_FIX_MOST_REFILLS;
        if (is_memory || has_all || !has_refill) {
            f->is_too_big = true;
            return is_memory || has_refill;
        }
        f->refills++;
        f->lookups = 0;
        has_all = true;
    }
}

static bool plan_finding(nl_fixing *f, const nl_fix_source *source, const nl_fixer *fixer,
                         const navlint_finding *finding) {
    const nl_fix_row *const row = row_of(source->format, finding);
    if (f->group_count == f->group_cap || !is_wanted(f, finding->rule, row)) return true;
    const nl_fix_draft draft = {finding, row, *fixer, group_of(f, source, finding, row)};
    const nl_fix_key *const key = &draft.group.key;
    return was_refused(f, key) || (draft.group.is_shared && is_covered(f, key)) ||
           plan_draft(f, &draft);
}

/* ---- All of them ---- */

/* The inputs as a fixer sees them: those of other formats have no document. */
static nl_member *members_of(nl_fixing *f, const nl_format *format) {
    nl_member *const members = NL_NEW(&f->round, nl_member, f->input_count);
    for (size_t i = 0; members && i < f->input_count; i++) {
        members[i] = f->members[i];
        members[i].job.arena = &f->check_arena;
        if (members[i].job.report->format != &format->info) members[i].document = NULL;
    }
    return members;
}

/* Returns false if the round ends here. */
static bool plan_report(nl_fixing *f, const nl_fix_source *source) {
    const nl_fixer fixer = {.format = source->format,
                            .members = members_of(f, source->format),
                            .input_count = f->input_count,
                            .input = source->input,
                            .arena = &f->round,
                            .scratch = &f->round,
                            .memo = f->memo};
    bool goes_on = fixer.members != NULL;
    if (!goes_on) f->deferred++;
    for (uint32_t i = 0; i < source->report->finding_count && goes_on; i++)
        goes_on = plan_finding(f, source, &fixer, &source->report->findings[i]->finding);
    return goes_on;
}

static size_t first_input_of(const nl_fixing *f, const navlint_format *format) {
    size_t i = 0;
    while (i + 1 < f->input_count &&
           (f->given[i].is_context || f->members[i].job.report->format != format))
        i++;
    return i;
}

static void plan_reports(nl_fixing *f) {
    bool goes_on = true;
    for (size_t i = 0; i < f->input_count && goes_on; i++) {
        const navlint_report *const report = f->members[i].job.report;
        const nl_format *const format = nl_format_of(report->format);
        if (format && !f->given[i].is_context)
            goes_on = plan_report(f, &(nl_fix_source){format, report, i});
    }
    const nl_format *const format = nl_format_of(f->report->format);
    if (goes_on && f->report->member_count != 0 && format)
        plan_report(f, &(nl_fix_source){format, f->report, first_input_of(f, &format->info)});
}

/* ---- Those that overlap ---- */

/* Of two edits that overlap the later one's fix waits. Sorted, each is held against the one that
 * reaches farthest of those before it. */
static void defer_overlaps(nl_fixing *f) {
    const nl_fix_entry *reach = NULL;
    for (uint32_t i = 0; i < f->entry_count; i++) {
        const nl_fix_entry *const entry = &f->entries[i];
        nl_fix_group *const group = &f->groups[entry->group];
        if (group->is_deferred) continue;
        if (reach && nl_fix_overlap(reach->edit, entry->edit)) {
            group->is_torn = reach->group == entry->group;
            group->is_deferred = true;
            f->deferred += !group->is_torn;
            continue;
        }
        reach = entry;
    }
}

static bool list_entries(nl_fixing *f) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < f->group_count; i++)
        count += f->groups[i].edit_count;
    f->entries = count < UINT32_MAX ? NL_NEW(&f->round, nl_fix_entry, count) : NULL;
    f->entry_count = 0;
    for (uint32_t i = 0; f->entries && i < f->group_count; i++)
        for (nl_fix_edit *edit = f->groups[i].edits; edit; edit = edit->next) {
            f->entries[f->entry_count] = (nl_fix_entry){edit, i, f->entry_count};
            f->entry_count++;
        }
    return f->entries != NULL;
}

void nl_fix_plan(nl_fixing *f) {
    nl_arena_release(&f->round, 0);
    f->round.exhausted = false;
    f->group_count = 0;
    f->deferred = 0;
    f->lookups = 0;
    f->is_too_big = false;
    f->is_truncated = f->report->summary.truncated;
    f->groups = NL_NEW(&f->round, nl_fix_group, f->group_cap);
    f->memo = nl_alloc_zeroed(&f->round, NL_FIX_MEMO_BYTES, 1, _Alignof(max_align_t));
    if (!f->groups || !f->memo) return;
    plan_reports(f);
    while (f->group_count > 0 && !list_entries(f)) {
        f->group_count /= 2; /* the rest in the next round */
        f->deferred++;
    }
    if (f->group_count == 0) return;
    nl_fix_sort(f->entries, f->entry_count);
    defer_overlaps(f);
}
