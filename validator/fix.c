/* The public fix: rounds of judging, planning, writing and judging again. */
#include <string.h>

#include "core/checked.h"
#include "core/limits.h"
#include "core/sized.h"
#include "validator/catalogue.h"
#include "validator/fixing.h"
#include "validator/options.h"

/* ---- Options ---- */

void navlint_fix_options_init(navlint_fix_options *options, size_t struct_bytes) {
    navlint_fix_options defaults = {.max_rounds = 0};
    if (struct_bytes < sizeof options->struct_bytes) return;
    options->struct_bytes = struct_bytes;
    (void)nl_sized_write((nl_sized){&defaults, sizeof defaults, sizeof defaults}, options);
}

static navlint_status take_wishes(const navlint_fix_options *wishes, navlint_fix_options *known) {
    *known = (navlint_fix_options){.max_rounds = 0};
    if (wishes && !nl_sized_read((nl_sized){known, sizeof *known, sizeof *known}, wishes))
        return NAVLINT_BAD_ARGUMENT;
    if (known->max_rounds == 0) known->max_rounds = NL_FIX_DEFAULT_ROUNDS;
    for (size_t i = 0; i < known->only_count; i++)
        if (!navlint_rule_by_code(known->only[i], NULL)) return NAVLINT_UNKNOWN_RULE;
    return NAVLINT_OK;
}

static bool names_pedantic(const char *const *codes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const navlint_rule *const rule = navlint_rule_by_code(codes[i], NULL);
        if (rule && rule->is_pedantic) return true;
    }
    return false;
}

static uint64_t bytes_of(const navlint_input *inputs, size_t input_count) {
    uint64_t total = 0;
    for (size_t i = 0; i < input_count; i++)
        total = nl_add_sat(total, inputs[i].length);
    return total;
}

/* Fixes of a round: as many as findings are kept. */
static uint32_t most_findings(uint64_t bytes, size_t input_count) {
    const uint64_t share = 16384 / nl_max(input_count, 1);
    return (uint32_t)nl_max(256, nl_min(8192, nl_min(bytes / 4, share)));
}

/* Options under which nothing is left out: every error counts, whatever the caller wants to see. */
static navlint_options judging_options(const navlint_options *options, const navlint_input *inputs,
                                       size_t input_count) {
    navlint_options judging = *options;
    judging.struct_bytes = sizeof judging;
    judging.pedantic |= names_pedantic(options->only, options->only_count);
    judging.override_count = judging.ignore_count = judging.only_count = 0;
    judging.min_severity = NAVLINT_INFO;
    judging.max_findings = most_findings(bytes_of(inputs, input_count), input_count);
    judging.max_findings_per_rule = judging.max_findings;
    return judging;
}

/* ---- Memory ---- */

enum { PART_ALIGN = 16 };

static uint64_t grown(uint64_t length) {
    return nl_add_sat(length, length / 8 + 65536);
}

static uint64_t change_cap_of(uint64_t length) {
    return nl_min((uint64_t)1 << 20, 1024 + length / 8);
}

static uint64_t check_part(const navlint_options *judging, const navlint_options *theirs,
                           const navlint_input *inputs, size_t input_count) {
    uint64_t total = nl_max(navlint_memory_bound(judging, inputs, input_count),
                            navlint_memory_bound(theirs, inputs, input_count));
    for (size_t i = 0; i < input_count; i++) {
        const navlint_format *const format = navlint_detect_as(judging, &inputs[i], NAVLINT_NAMED);
        const uint64_t now = navlint_arena_bound(format, inputs[i].length);
        const uint64_t then = navlint_arena_bound(format, grown(inputs[i].length));
        total = nl_add_sat(total, then - now);
    }
    return total;
}

static uint64_t round_part(const navlint_options *judging, uint64_t bytes) {
    const uint64_t per_fix = 2048;
    return nl_add_sat((uint64_t)1 << 20,
                      nl_add_sat(nl_mul_sat(per_fix, judging->max_findings), nl_mul_sat(3, bytes)));
}

static uint64_t kept_part(const navlint_input *inputs, size_t input_count) {
    const uint64_t shown = sizeof(navlint_applied) + NL_FIX_SHOWN_BYTES;
    uint64_t total = sizeof(nl_fixing) + 2 * NL_FIX_MOST_SHOWN * shown +
                     NL_FIX_MOST_REFUSED * sizeof(nl_fix_key) +
                     2 * nl_fix_rule_count() * sizeof(uint64_t);
    for (size_t i = 0; i < input_count; i++) {
        const uint64_t lists = sizeof(navlint_input) + sizeof(nl_fix_file) + sizeof(nl_member);
        const uint64_t changes = 2 * change_cap_of(inputs[i].length) * sizeof(navlint_change);
        total = nl_add_sat(total, lists + changes + 2 * grown(inputs[i].length) + 8 * PART_ALIGN);
    }
    return nl_add_sat(total, 16 * PART_ALIGN);
}

size_t navlint_fix_bound(const navlint_options *options, const navlint_input *inputs,
                         size_t input_count) {
    navlint_options known;
    if (!inputs || !nl_options_read(options, &known)) return 0;
    const navlint_options judging = judging_options(&known, inputs, input_count);
    const uint64_t total = nl_add_sat(
        kept_part(inputs, input_count),
        nl_add_sat(round_part(&judging, bytes_of(inputs, input_count)),
                   nl_add_sat(check_part(&judging, &known, inputs, input_count), 3 * PART_ALIGN)));
    return total > SIZE_MAX ? SIZE_MAX : (size_t)total;
}

static bool make_file(nl_fixing *f, size_t input) {
    nl_fix_file *const file = &f->files[input];
    const uint64_t length = f->given[input].length;
    const bool may_change = !f->given[input].is_context;
    file->capacity = may_change ? (size_t)grown(length) : 0;
    file->change_cap = (uint32_t)change_cap_of(length);
    file->spare[0] = NL_NEW(&f->kept, uint8_t, file->capacity);
    file->spare[1] = NL_NEW(&f->kept, uint8_t, file->capacity);
    file->changes = NL_NEW(&f->kept, navlint_change, file->change_cap);
    file->spare_changes = NL_NEW(&f->kept, navlint_change, file->change_cap);
    return !f->kept.exhausted;
}

static nl_fix_shown make_shown(nl_fixing *f) {
    const size_t bytes = (size_t)NL_FIX_MOST_SHOWN * NL_FIX_SHOWN_BYTES;
    nl_fix_shown shown = {.items = NL_NEW(&f->kept, navlint_applied, NL_FIX_MOST_SHOWN)};
    void *const memory = nl_alloc(&f->kept, bytes, 1, PART_ALIGN);
    if (memory) shown.arena = nl_arena_over(memory, bytes);
    return shown;
}

static bool make_lists(nl_fixing *f) {
    f->now = NL_NEW(&f->kept, navlint_input, f->input_count);
    f->files = NL_NEW_ZEROED(&f->kept, nl_fix_file, f->input_count);
    f->members = NL_NEW_ZEROED(&f->kept, nl_member, f->input_count);
    f->applied = make_shown(f);
    f->refused = make_shown(f);
    f->refusals = NL_NEW(&f->kept, nl_fix_key, NL_FIX_MOST_REFUSED);
    f->score.rules = NL_NEW_ZEROED(&f->kept, uint64_t, nl_fix_rule_count());
    f->tried.rules = NL_NEW_ZEROED(&f->kept, uint64_t, nl_fix_rule_count());
    if (f->kept.exhausted) return false;
    memcpy(f->now, f->given, f->input_count * sizeof *f->now);
    bool is_ok = true;
    for (size_t i = 0; is_ok && i < f->input_count; i++)
        is_ok = make_file(f, i);
    return is_ok;
}

/* Cuts the block into what is kept, what a round needs, and the block of the check. */
static bool make_parts(nl_fixing *f, nl_arena *block) {
    const uint64_t kept_bytes = kept_part(f->given, f->input_count);
    const uint64_t round_bytes = round_part(&f->judging, bytes_of(f->given, f->input_count));
    void *const kept = nl_alloc(block, kept_bytes, 1, PART_ALIGN);
    void *const round = nl_alloc(block, round_bytes, 1, PART_ALIGN);
    if (!kept || !round) return false;
    f->kept = nl_arena_over(kept, (size_t)kept_bytes);
    f->round = nl_arena_over(round, (size_t)round_bytes);
    f->check_memory = block->base + block->used;
    f->check_bytes = block->capacity - block->used;
    f->group_cap = f->judging.max_findings;
    return make_lists(f);
}

/* ---- A trial ---- */

typedef struct nl_fix_backup {
    const void *bytes;
    size_t length;
} nl_fix_backup;

/* The files as they would be become those that are, and the other way round. */
static void exchange(nl_fixing *f) {
    for (size_t i = 0; i < f->input_count; i++) {
        nl_fix_file *const file = &f->files[i];
        if (!file->next) continue;
        const nl_fix_backup now = {f->now[i].bytes, f->now[i].length};
        f->now[i].bytes = file->next;
        f->now[i].length = file->next_length;
        file->next = now.bytes;
        file->next_length = now.length;
    }
}

/* Forgets what a trial wrote. */
static void drop_trial(nl_fixing *f) {
    for (size_t i = 0; i < f->input_count; i++)
        f->files[i].next = NULL;
}

static const char nothing_was_written[] = "the change cannot be written";

/* Tries the chosen groups. If they are good the files are as they leave them and the members are
 * those of the new files; else all is as it was, but for the members, which are gone.
 * Returns NULL or what is wrong with them. */
static const char *try_chosen(nl_fixing *f) {
    const size_t mark = nl_arena_mark(&f->round);
    if (!nl_fix_write(f)) {
        drop_trial(f);
        nl_arena_release(&f->round, mark);
        f->round.exhausted = false;
        return nothing_was_written;
    }
    exchange(f);
    const char *objection = "the result could not be judged";
    if (nl_fix_judge(f, &f->tried)) objection = nl_fix_objection(f);
    f->is_judged = !objection;
    if (!objection) return NULL;
    exchange(f);
    drop_trial(f);
    nl_arena_release(&f->round, mark);
    return objection;
}

/* ---- A round ---- */

static void choose(nl_fixing *f, uint32_t from, uint32_t to, bool is_chosen) {
    for (uint32_t i = from; i < to; i++)
        f->groups[i].is_chosen = is_chosen && !f->groups[i].is_deferred;
}

static uint32_t count_chosen(const nl_fixing *f, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++)
        count += f->groups[i].is_chosen;
    return count;
}

static void commit(nl_fixing *f) {
    const nl_fix_score old = f->score;
    for (uint32_t i = 0; i < f->group_count; i++)
        if (f->groups[i].is_chosen) nl_fix_show(f, &f->groups[i], NULL);
    for (size_t i = 0; i < f->input_count; i++)
        if (f->files[i].next) nl_fix_note_changes(&f->files[i]);
    f->score = f->tried;
    f->tried = old;
    f->rounds++;
    f->is_refusal_stale = f->refusal_count > 0;
}

static void refuse(nl_fixing *f, uint32_t index, const char *reason) {
    const nl_fix_group *const group = &f->groups[index];
    nl_fix_show(f, group, reason);
    if (f->refusal_count == NL_FIX_MOST_REFUSED) {
        nl_fix_limit(f, "trials", "too many fixes were refused");
        return;
    }
    f->refusals[f->refusal_count++] = group->key;
}

/* A part of the groups that is yet to be tried. */
typedef struct nl_fix_part {
    uint32_t from, to;
} nl_fix_part;

/* The members are again those of the files as they are. */
static bool restore(nl_fixing *f) {
    f->is_judged = true;
    return nl_fix_judge(f, &f->score);
}

/* What is packed is packed again with the help of the members. */
static bool needs_members(const nl_fixing *f) {
    bool needs = false;
    for (uint32_t i = 0; i < f->entry_count; i++)
        needs |= f->groups[f->entries[i].group].is_chosen && f->entries[i].edit->packed.encoding;
    return needs;
}

/* Tries the chosen groups behind another trial. */
static const char *try_again(nl_fixing *f) {
    if (!f->is_judged && needs_members(f) && !restore(f))
        return "the file could not be judged again";
    return try_chosen(f);
}

/* The files are as they were before the trial that was good. */
static void undo(nl_fixing *f) {
    exchange(f);
    drop_trial(f);
    f->is_judged = false;
}

/* Of groups that are not good together, chooses those that are: halves what has been tried, and
 * goes on with what is good. Returns whether some are, and are committed. */
static bool sift(nl_fixing *f) {
    nl_fix_part parts[64] = {{0, f->group_count}};
    unsigned count = 1;
    bool is_kept = false; /* the last trial was good, and nothing came behind it */
    const size_t mark = nl_arena_mark(&f->round);
    choose(f, 0, f->group_count, false);
    while (count > 0 && nl_fix_may_judge(f)) {
        const nl_fix_part part = parts[--count];
        choose(f, part.from, part.to, true);
        const uint32_t added = count_chosen(f, part.from, part.to);
        if (added == 0) continue;
        if (is_kept) undo(f); /* all are tried on the files as they were */
        nl_arena_release(&f->round, mark);
        const char *const objection = try_again(f);
        is_kept = !objection;
        if (is_kept) continue;
        choose(f, part.from, part.to, false);
        if (added == 1) {
            for (uint32_t i = part.from; i < part.to; i++)
                if (!f->groups[i].is_deferred) refuse(f, i, objection);
            continue;
        }
        const uint32_t middle = part.from + (part.to - part.from) / 2;
        parts[count++] = (nl_fix_part){middle, part.to};
        parts[count++] = (nl_fix_part){part.from, middle};
    }
    if (count > 0) nl_fix_limit(f, "trials", "fixes that do not go together took too many trials");
    const bool any = count_chosen(f, 0, f->group_count) > 0;
    if (any && !is_kept) is_kept = !try_again(f);
    if (any && is_kept) commit(f);
    return any && is_kept;
}

static void refuse_torn(nl_fixing *f) {
    for (uint32_t i = 0; i < f->group_count; i++)
        if (f->groups[i].is_torn) refuse(f, i, "its own changes overlap");
}

/* Returns whether something has changed, so that there may be more to do. */
static bool run_round(nl_fixing *f) {
    const uint32_t refused = f->refusal_count;
    drop_trial(f);
    nl_fix_plan(f);
    refuse_torn(f);
    choose(f, 0, f->group_count, true);
    if (count_chosen(f, 0, f->group_count) == 0)
        return f->deferred > 0 && f->refusal_count > refused;
    if (!try_chosen(f)) {
        commit(f);
        return true;
    }
    if (sift(f)) return true;
    /* The last trial left its own findings behind. Where all were refused, those that waited for
     * them have their turn. */
    return (f->is_judged || restore(f)) && f->deferred > 0 && f->refusal_count > refused;
}

/* What was refused may be good now: fixing twice does what fixing once does. Returns whether
 * anything is to be tried again. */
static bool forget_refusals(nl_fixing *f) {
    if (!f->is_refusal_stale) return false;
    f->is_refusal_stale = false;
    f->refusal_count = 0;
    f->refused.count = 0;
    f->refused.total = 0;
    f->refused.is_full = false;
    nl_arena_release(&f->refused.arena, 0);
    return true;
}

static void run_rounds(nl_fixing *f) {
    bool goes_on = true;
    while (goes_on && f->rounds < f->wishes.max_rounds && nl_fix_may_judge(f) && !f->limit.name)
        goes_on = run_round(f) || forget_refusals(f);
    if (goes_on && f->rounds < f->wishes.max_rounds)
        nl_fix_limit(f, "trials", "what is left takes more judging than there may be");
    if (!goes_on && f->is_truncated)
        nl_fix_limit(f, "findings",
                     "there are more findings than can be looked at, and fixes among them");
    if (goes_on && !f->limit.name) {
        nl_fix_plan(f);
        if (f->group_count > 0)
            nl_fix_limit(f, "rounds", "fixes are left that want one round more than there may be");
    }
    if (f->is_too_big)
        nl_fix_limit(f, "work", "a fix is left that takes more work or memory than there may be");
}

/* ---- The whole ---- */

/* Whether the caller's options leave the report as it was judged, but for the caps. */
static bool is_report_theirs(const nl_fixing *f) {
    const navlint_options *const theirs = &f->options;
    uint64_t repeated = f->report->repeated;
    for (size_t i = 0; i < f->report->member_count; i++)
        repeated += f->report->members[i]->repeated;
    return f->is_judged && repeated == 0 && !f->report->summary.truncated &&
           theirs->only_count + theirs->ignore_count + theirs->override_count == 0 &&
           theirs->pedantic == f->judging.pedantic;
}

/* The report that the caller gets: of the files as they are, under the caller's options. */
static bool make_report(nl_fixing *f) {
    if (is_report_theirs(f)) return navlint_report_settle(f->report, &f->options) == NAVLINT_OK;
    f->judging = f->options;
    f->judging.struct_bytes = sizeof f->judging;
    const nl_check_request request = {.set = {.options = &f->judging,
                                              .inputs = f->now,
                                              .input_count = f->input_count,
                                              .judged = f->members},
                                      .arena = &f->check_arena};
    f->report = nl_check_inputs(&request, f->check_memory, f->check_bytes);
    return f->report != NULL;
}

static bool run(nl_fixing *f) {
    if (!restore(f)) return false;
    run_rounds(f);
    return make_report(f);
}

static bool has_input_to_fix(const navlint_input *inputs, size_t input_count) {
    for (size_t i = 0; inputs && i < input_count; i++)
        if (!inputs[i].is_context) return true;
    return false;
}

/* false if the block is too small. */
static bool fix_in(nl_arena *block, const nl_fixing *start, const navlint_fixed **fixed) {
    nl_fixing *const f = NL_NEW(block, nl_fixing, 1);
    if (!f) return false;
    *f = *start;
    *fixed = f;
    return make_parts(f, block) && run(f);
}

navlint_status navlint_fix_apply(const navlint_options *options, const navlint_fix_options *wishes,
                                 const navlint_input *inputs, size_t input_count, void *memory,
                                 size_t memory_bytes, const navlint_fixed **fixed) {
    nl_fixing start = {.given = inputs, .input_count = input_count};
    if (!memory || !fixed || !has_input_to_fix(inputs, input_count)) return NAVLINT_BAD_ARGUMENT;
    navlint_status status = nl_options_take(options, &start.options);
    if (status == NAVLINT_OK) status = take_wishes(wishes, &start.wishes);
    if (status != NAVLINT_OK) return status;
    start.options.locations = NULL; /* what is fixed together is one set */
    start.judging = judging_options(&start.options, inputs, input_count);
    nl_arena block = nl_arena_over(memory, memory_bytes);
    const bool is_done = fix_in(&block, &start, fixed);
    nl_unpoison(memory, memory_bytes);
    if (!is_done) *fixed = NULL;
    return is_done ? NAVLINT_OK : NAVLINT_NO_MEMORY;
}
