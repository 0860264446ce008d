#include "validator/set.h"

#include "core/checked.h"
#include "validator/beside.h"
#include "validator/groups.h"
#include "validator/judge.h"
#include "validator/options.h"
#include "validator/recognise.h"

/* A set while it is judged. */
typedef struct nl_set_check {
    const nl_set_request *request;
    nl_arena *arena;
    navlint_report *report;    /* of the set */
    navlint_report **reports;  /* one per input */
    nl_recognised *recognised; /* one per input */
    nl_member *members;        /* one per input, then those of one group once more */
    nl_groups groups;
} nl_set_check;

uint64_t nl_set_bytes(uint64_t input_count) {
    const uint64_t alignment = 16;
    const uint64_t per_input =
        2 * sizeof(navlint_report *) + sizeof(nl_recognised) + 2 * sizeof(nl_member);
    const uint64_t walks = nl_add_sat(nl_beside_bytes(input_count), nl_groups_bytes(input_count));
    return nl_add_sat(walks, nl_add_sat(nl_mul_sat(input_count, per_input), 5 * alignment));
}

static bool make_lists(nl_set_check *c) {
    const uint64_t input_count = c->request->input_count;
    c->members = NL_NEW(c->arena, nl_member, 2 * input_count);
    c->recognised = NL_NEW(c->arena, nl_recognised, input_count);
    c->reports = NL_NEW(c->arena, navlint_report *, input_count);
    return c->members && c->recognised && c->reports;
}

/* What is found in context is nowhere to be seen. */
static navlint_report *new_member_report(const nl_set_request *request, size_t i) {
    navlint_report *const report = nl_report_new(request->pool, &request->inputs[i]);
    if (report && request->inputs[i].is_context) report->finding_cap = 0;
    return report;
}

static bool make_reports(nl_set_check *c) {
    for (size_t i = 0; i < c->request->input_count; i++) {
        c->reports[i] = new_member_report(c->request, i);
        if (!c->reports[i]) return false;
    }
    return true;
}

/* What a single input with its context shows stands in its own report. */
static navlint_report *only_report(const nl_set_check *c) {
    navlint_report *only = NULL;
    for (size_t i = 0; i < c->request->input_count; i++) {
        if (c->request->inputs[i].is_context) continue;
        if (only) return NULL;
        only = c->reports[i];
    }
    return only;
}

static bool make_set_report(nl_set_check *c) {
    const nl_set_request *const request = c->request;
    const char *const name = request->options->set_name;
    c->report = only_report(c);
    if (c->report) return true;
    c->report = nl_report_new(request->pool, &(navlint_input){.name = name ? name : "set"});
    if (!c->report) return false;
    c->report->members = NL_NEW(c->arena, navlint_report *, request->input_count);
    if (!c->report->members) return false;
    for (size_t i = 0; i < request->input_count; i++)
        if (!request->inputs[i].is_context)
            c->report->members[c->report->member_count++] = c->reports[i];
    return true;
}

static nl_recognised recognise(const nl_set_request *request, size_t i) {
    const navlint_input *const input = &request->inputs[i];
    const uint64_t *const file_bytes = request->options->file_bytes;
    const bool is_beginning = input->is_context && file_bytes && file_bytes[i] > input->length;
    return is_beginning ? nl_recognise_beginning(input, file_bytes[i])
                        : nl_recognise(request->options, input);
}

static void recognise_inputs(nl_set_check *c) {
    for (size_t i = 0; i < c->request->input_count; i++)
        c->recognised[i] = recognise(c->request, i);
}

/* The steps that belong to the inputs of one format, or of any if it is NULL. */
static uint64_t steps_of(const nl_set_check *c, const nl_format *format) {
    uint64_t bytes = 0;
    for (size_t i = 0; i < c->request->input_count; i++)
        if (!format || c->recognised[i].format == format)
            bytes = nl_add_sat(bytes, c->recognised[i].length);
    return nl_step_limit(c->request->options, bytes);
}

static bool make_groups(nl_set_check *c) {
    const nl_grouped all = {.inputs = c->request->inputs,
                            .recognised = c->recognised,
                            .locations = c->request->options->locations,
                            .count = c->request->input_count};
    return nl_groups_make(&c->groups, &all, steps_of(c, NULL), c->arena);
}

static void note_company(nl_set_check *c) {
    nl_group group;
    while (nl_groups_next(&c->groups, &group))
        for (size_t i = 0; i < group.own_count; i++)
            c->recognised[group.inputs[i]].has_company = group.count > 1;
    nl_groups_rewind(&c->groups);
}

static void check_members(nl_set_check *c) {
    for (size_t i = 0; i < c->request->input_count; i++) {
        const nl_job job = nl_job_of(&c->recognised[i], c->reports[i], c->arena);
        c->members[i] = nl_judge(c->request->options, &c->recognised[i], job);
    }
}

/* What other folders lend is context here. */
static nl_set gather(nl_set_check *c, const nl_group *group) {
    nl_member *const together = c->members + c->request->input_count;
    nl_set set = {.members = together, .arena = c->arena, .report = c->report};
    for (size_t i = 0; i < group->count; i++) {
        const uint32_t input = group->inputs[i];
        if (c->reports[input]->format != &group->format->info) continue;
        together[set.count] = c->members[input];
        together[set.count++].job.is_context |= i >= group->own_count;
    }
    return set;
}

/* The report gets the rules of the format, unless it is that of a single input, which has them. */
static bool take_format(const nl_set_check *c, const nl_format *format) {
    if (c->report->member_count == 0 || c->report->format == &format->info)
        return c->report->format == &format->info;
    if (!nl_report_set_format(c->report, &format->info, NULL)) return false;
    nl_apply_severities(c->request->options, c->report);
    c->report->put_jump = format->put_jump;
    return true;
}

/* The inputs of one group, if there are several. */
static void check_group(nl_set_check *c, const nl_group *group, nl_budget *budget) {
    const size_t mark = nl_arena_mark(c->arena);
    nl_set set = gather(c, group);
    if (set.count < 2 || !take_format(c, group->format)) return;
    set.budget = budget;
    c->arena->exhausted = false;
    group->format->check_set(&set);
    nl_settle_limits(c->report, c->arena, budget);
    nl_arena_release(c->arena, mark);
}

/* The groups of one format have a budget together: they may need the same files. */
static void check_together(nl_set_check *c) {
    const nl_format *format = NULL;
    nl_budget budget = {.total = 0};
    nl_group group;
    while (nl_groups_next(&c->groups, &group)) {
        if (group.format != format) budget = nl_budget_of(steps_of(c, group.format));
        format = group.format;
        check_group(c, &group, &budget);
    }
    c->arena->exhausted = false;
    nl_settle_limits(c->report, c->arena, &c->groups.budget);
}

static void look_beside(nl_set_check *c) {
    const nl_budget untouched = nl_budget_of(0);
    c->arena->exhausted = false;
    nl_check_beside(&(nl_judged){c->members, c->recognised, c->request->input_count}, c->arena);
    nl_settle_limits(c->report, c->arena, &untouched);
}

static void sum_up(navlint_report *set, const navlint_report *member) {
    set->bytes = nl_add_sat(set->bytes, member->bytes);
    set->summary.errors += member->summary.errors;
    set->summary.warnings += member->summary.warnings;
    set->summary.infos += member->summary.infos;
    set->summary.truncated |= member->summary.truncated;
    set->summary.consequences += member->summary.consequences;
    set->summary.hidden += member->summary.hidden;
    if (member->limit.name) nl_limit(set, member->limit.name, member->limit.message);
}

const navlint_report *nl_check_set(const nl_set_request *request, nl_arena *arena) {
    nl_set_check c = {.request = request, .arena = arena};
    if (!make_lists(&c) || !make_reports(&c) || !make_set_report(&c)) return NULL;
    recognise_inputs(&c);
    if (!make_groups(&c)) return NULL;
    note_company(&c);
    check_members(&c);
    for (size_t i = 0; request->judged && i < request->input_count; i++)
        request->judged[i] = c.members[i];
    look_beside(&c);
    check_together(&c);
    /* Before it takes over its members' bytes: it has no gaps of its own. */
    nl_report_seal(c.report);
    for (size_t i = 0; i < c.report->member_count; i++) {
        nl_report_seal(c.report->members[i]);
        sum_up(c.report, c.report->members[i]);
    }
    return c.report;
}
