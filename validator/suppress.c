/* Findings that are known already: set apart in the counts, with caps that hold for the others. */
#include "core/report.h"
#include "validator/options.h"

/* A report lives in the block of whoever asked for it, which is theirs to write to. */
static navlint_report *own(const navlint_report *report) {
    return (navlint_report *)(uintptr_t)report;
}

void navlint_report_suppress(const navlint_report *report, size_t index, const char *reason) {
    if (index < report->finding_count)
        report->findings[index]->finding.suppression = reason ? reason : "";
}

/* ---- Counts ---- */

/* Numbers by severity. */
typedef struct counts {
    uint64_t of[NL_SEVERITIES];
} counts;

static counts all_in(const navlint_summary *summary) {
    return (counts){{summary->errors, summary->warnings, summary->infos}};
}

static uint64_t sum_of(const counts *numbers) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < NL_SEVERITIES; i++)
        sum += numbers->of[i];
    return sum;
}

static void add_suppressed(navlint_report *report, const counts *numbers) {
    report->suppressed.errors += numbers->of[NAVLINT_ERROR];
    report->suppressed.warnings += numbers->of[NAVLINT_WARNING];
    report->suppressed.infos += numbers->of[NAVLINT_INFO];
}

static counts suppressed_in(const navlint_report *report) {
    counts numbers = {0};
    for (uint32_t i = 0; i < report->finding_count; i++) {
        const navlint_finding *const finding = &report->findings[i]->finding;
        numbers.of[finding->severity] += finding->suppression != NULL;
    }
    return numbers;
}

/* What is counted and not listed. */
static counts unlisted_in(const navlint_report *report) {
    counts numbers = all_in(&report->summary);
    for (uint32_t i = 0; i < report->finding_count; i++)
        numbers.of[report->findings[i]->finding.severity]--;
    for (unsigned i = report->min_severity + 1; i < NL_SEVERITIES; i++)
        numbers.of[i] = 0; /* those are hidden */
    return numbers;
}

/* ---- What follows from what is suppressed ---- */

static bool has_cause(const navlint_report *report) {
    return report->finding_count > 0 && report->findings[0]->finding.is_cause;
}

/* Where no finding is named as the cause, any may be. */
static bool are_causes_suppressed(const navlint_report *report) {
    const bool is_named = has_cause(report);
    for (uint32_t i = 0; i < report->finding_count; i++) {
        const navlint_finding *const finding = &report->findings[i]->finding;
        if (finding->is_cause == is_named && !finding->suppression) return false;
    }
    return report->finding_count > 0;
}

/* Goes with its causes, unless the caps left out others that may be causes too. */
static void suppress_consequences(navlint_report *report) {
    const counts unlisted = unlisted_in(report);
    if (sum_of(&unlisted) != report->summary.consequences || !are_causes_suppressed(report)) return;
    add_suppressed(report, &unlisted);
    report->summary.consequences = 0;
}

/* ---- What is listed of the rest ---- */

static void forget_counts(const navlint_report *report) {
    for (uint32_t i = 0; i < report->finding_count; i++) {
        report->findings[i]->is_left_out = false;
        report->findings[i]->state->seen = 0;
        report->findings[i]->state->kept = 0;
    }
}

/* Of each rule how many findings there are, less those that are suppressed. */
static void count_by_rule(const navlint_report *report) {
    for (uint32_t i = 0; i < report->finding_count; i++)
        report->findings[i]->state->kept++;
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nl_kept_finding *const kept = report->findings[i];
        const uint64_t all = kept->finding.occurrences;
        if (all > kept->state->kept) kept->state->seen += all - kept->state->kept;
        kept->state->seen += !kept->finding.suppression;
        kept->finding.occurrences = 0;
    }
    for (uint32_t i = 0; i < report->finding_count; i++)
        report->findings[i]->state->kept = 0;
}

static bool is_over(const nl_kept_finding *kept, const navlint_options *options, uint32_t listed) {
    return listed == options->max_findings || kept->state->kept == options->max_findings_per_rule;
}

static nl_kept_finding *reversed(nl_kept_finding *chain) {
    nl_kept_finding *head = NULL;
    while (chain) {
        nl_kept_finding *const next = chain->next;
        chain->next = head;
        head = chain;
        chain = next;
    }
    return head;
}

/* Lists what the caps leave of one severity: those that were found first, as a check that keeps no
 * more does. */
static void list_severity(navlint_report *report, const navlint_options *options,
                          navlint_severity severity, uint32_t *listed) {
    nl_kept_finding *const first = reversed(report->kept[severity]);
    for (nl_kept_finding *kept = first; kept; kept = kept->next) {
        if (kept->finding.suppression) continue;
        kept->is_left_out = severity > options->min_severity || is_over(kept, options, *listed);
        if (kept->is_left_out) continue;
        kept->state->kept++;
        ++*listed;
    }
    report->kept[severity] = reversed(first);
}

static void count_left_out(navlint_report *report, const navlint_options *options) {
    for (uint32_t i = 0; i < report->finding_count; i++) {
        if (!report->findings[i]->is_left_out) continue;
        if (report->findings[i]->finding.severity > options->min_severity)
            report->summary.hidden++;
        else
            report->summary.truncated = true;
    }
}

/* The first of a rule that is listed says how many there are, if that is more. */
static void note_occurrences(const navlint_report *report) {
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nl_kept_finding *const kept = report->findings[i];
        if (kept->finding.suppression) continue;
        if (kept->state->seen > kept->state->kept) kept->finding.occurrences = kept->state->seen;
        kept->state->seen = 0;
    }
}

static void drop_left_out(navlint_report *report) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->finding_count; i++)
        if (!report->findings[i]->is_left_out) report->findings[count++] = report->findings[i];
    report->finding_count = count;
}

/* Errors stay longest. */
static void narrow(navlint_report *report, const navlint_options *options) {
    uint32_t listed = 0;
    forget_counts(report);
    count_by_rule(report);
    for (unsigned severity = 0; severity < NL_SEVERITIES; severity++)
        list_severity(report, options, (navlint_severity)severity, &listed);
    count_left_out(report, options);
    drop_left_out(report);
    note_occurrences(report);
}

/* ---- The whole ---- */

static void settle(navlint_report *report, const navlint_options *options) {
    const counts suppressed = suppressed_in(report);
    suppress_consequences(report);
    add_suppressed(report, &suppressed);
    narrow(report, options);
}

static uint64_t sum(uint64_t a, uint64_t b) {
    return a + b;
}

static uint64_t difference(uint64_t a, uint64_t b) {
    return a - b;
}

/* Puts a member's part into what its set counts, or takes it out. */
static void move_part(navlint_report *set, const navlint_report *member,
                      uint64_t (*combine)(uint64_t a, uint64_t b)) {
    navlint_summary *const whole = &set->summary;
    const navlint_summary *const part = &member->summary;
    whole->errors = combine(whole->errors, part->errors);
    whole->warnings = combine(whole->warnings, part->warnings);
    whole->infos = combine(whole->infos, part->infos);
    whole->consequences = combine(whole->consequences, part->consequences);
    whole->hidden = combine(whole->hidden, part->hidden);
    whole->truncated |= part->truncated;
    set->suppressed.errors = combine(set->suppressed.errors, member->suppressed.errors);
    set->suppressed.warnings = combine(set->suppressed.warnings, member->suppressed.warnings);
    set->suppressed.infos = combine(set->suppressed.infos, member->suppressed.infos);
}

navlint_status navlint_report_settle(const navlint_report *report, const navlint_options *options) {
    navlint_options known;
    if (!report || !nl_options_read(options, &known)) return NAVLINT_BAD_ARGUMENT;
    navlint_report *const whole = own(report);
    if (whole->is_settled) return NAVLINT_BAD_ARGUMENT;
    whole->is_settled = true;
    for (size_t i = 0; i < whole->member_count; i++) {
        navlint_report *const member = whole->members[i];
        move_part(whole, member, difference);
        settle(member, &known);
    }
    settle(whole, &known);
    for (size_t i = 0; i < whole->member_count; i++)
        move_part(whole, whole->members[i], sum);
    return NAVLINT_OK;
}
