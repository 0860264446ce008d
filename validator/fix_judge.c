/* Judging for fixing: nothing is left out, and what counts is whether it got better. */
#include "core/checked.h"
#include "validator/catalogue.h"
#include "validator/fixing.h"

/* ---- Rules by number ---- */

size_t nl_fix_rule_count(void) {
    size_t count = 0;
    for (size_t i = 0; i < nl_format_count; i++)
        count += nl_formats[i]->info.rule_count;
    return count;
}

/* The number of the first rule of a format. */
static size_t first_of(const navlint_format *format) {
    size_t first = 0;
    for (size_t i = 0; i < nl_format_count && &nl_formats[i]->info != format; i++)
        first += nl_formats[i]->info.rule_count;
    return first;
}

static const navlint_format *owner_of(const navlint_rule *rule) {
    for (size_t i = 0; i < nl_format_count; i++) {
        const navlint_format *const format = &nl_formats[i]->info;
        for (size_t k = 0; k < format->rule_count; k++)
            if (&format->rules[k] == rule) return format;
    }
    return NULL;
}

size_t nl_fix_rule_number(const navlint_rule *rule) {
    const navlint_format *const format = owner_of(rule);
    return format ? first_of(format) + (size_t)(rule - format->rules) : 0;
}

/* ---- Scores ---- */

static void add_report(const navlint_report *report, nl_fix_score *score) {
    if (!report->format || !report->has_states) return; /* nothing was found */
    const size_t first = first_of(report->format);
    for (size_t i = 0; i < report->format->rule_count; i++)
        score->rules[first + i] += report->rules[i].total;
}

static void sum_up(const nl_fixing *f, nl_fix_score *score) {
    const navlint_summary *const sum = &f->report->summary;
    score->errors = sum->errors;
    score->warnings = sum->warnings;
    score->infos = sum->infos;
    score->is_limited = f->report->limit.name != NULL;
    for (size_t i = 0; i < nl_fix_rule_count(); i++)
        score->rules[i] = 0;
    for (size_t i = 0; i < f->input_count; i++)
        if (!f->now[i].is_context) add_report(f->members[i].job.report, score);
    if (f->report->member_count != 0) add_report(f->report, score);
}

/* The limit is that of the files as they were given: a file that grows has no more. */
static void count_steps(nl_fixing *f) {
    uint64_t budget = 0;
    for (size_t i = 0; i < f->input_count; i++) {
        const navlint_usage *const usage = &f->members[i].job.report->usage;
        f->steps = nl_add_sat(f->steps, usage->steps);
        budget = nl_add_sat(budget, usage->step_budget);
    }
    if (f->trials == 1) f->step_limit = nl_mul_sat(NL_FIX_MOST_BUDGETS, budget);
}

bool nl_fix_judge(nl_fixing *f, nl_fix_score *score) {
    const nl_check_request request = {.set = {.options = &f->judging,
                                              .inputs = f->now,
                                              .input_count = f->input_count,
                                              .judged = f->members},
                                      .arena = &f->check_arena,
                                      .lists_repeats = true};
    f->trials++;
    f->report = nl_check_inputs(&request, f->check_memory, f->check_bytes);
    if (!f->report) return false;
    f->check_arena.exhausted = false;
    count_steps(f);
    sum_up(f, score);
    return true;
}

/* ---- Whether it got better ---- */

static bool is_less(const nl_fix_score *a, const nl_fix_score *b) {
    if (a->errors != b->errors) return a->errors < b->errors;
    if (a->warnings != b->warnings) return a->warnings < b->warnings;
    return a->infos < b->infos;
}

static bool has_new_errors(const nl_fixing *f) {
    size_t number = 0;
    for (size_t i = 0; i < nl_format_count; i++)
        for (size_t k = 0; k < nl_formats[i]->info.rule_count; k++, number++)
            if (nl_formats[i]->info.rules[k].severity == NAVLINT_ERROR &&
                f->tried.rules[number] > f->score.rules[number])
                return true;
    return false;
}

/* Whether of each rule as many findings are gone as were fixed. */
static bool are_gone(const nl_fixing *f) {
    for (uint32_t i = 0; i < f->group_count; i++)
        if (f->groups[i].is_chosen) f->tried.rules[f->groups[i].key.rule]++;
    bool are = true;
    for (uint32_t i = 0; i < f->group_count; i++) {
        const size_t rule = f->groups[i].key.rule;
        if (f->groups[i].is_chosen) are &= f->tried.rules[rule] <= f->score.rules[rule];
    }
    for (uint32_t i = 0; i < f->group_count; i++)
        if (f->groups[i].is_chosen) f->tried.rules[f->groups[i].key.rule]--;
    return are;
}

const char *nl_fix_objection(const nl_fixing *f) {
    if (f->tried.is_limited && !f->score.is_limited) return "the result could not be judged";
    if (has_new_errors(f)) return "another error would come instead";
    if (!are_gone(f)) return "the finding would stay";
    return is_less(&f->tried, &f->score) ? NULL : "other findings would come instead";
}
