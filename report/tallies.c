/* Of each rule that a report names: how many findings there are, are kept and are shown. */
#include <stdlib.h>

#include "report/report.h"

static uint64_t less(uint64_t whole, uint64_t part) {
    return part < whole ? whole - part : 0;
}

navlint_summary rep_own_summary(const navlint_report *report) {
    navlint_summary own = navlint_report_summary(report);
    for (size_t i = 0; i < navlint_report_member_count(report); i++) {
        const navlint_summary member = navlint_report_summary(navlint_report_member(report, i));
        own.errors = less(own.errors, member.errors);
        own.warnings = less(own.warnings, member.warnings);
        own.infos = less(own.infos, member.infos);
        own.consequences = less(own.consequences, member.consequences);
        own.hidden = less(own.hidden, member.hidden);
    }
    return own;
}

uint64_t rep_suppressed_count(const navlint_report *report) {
    const navlint_tally suppressed = navlint_report_suppressed(report);
    return suppressed.errors + suppressed.warnings + suppressed.infos;
}

static uint64_t own_suppressed_count(const navlint_report *report) {
    uint64_t count = rep_suppressed_count(report);
    for (size_t i = 0; i < navlint_report_member_count(report); i++)
        count = less(count, rep_suppressed_count(navlint_report_member(report, i)));
    return count;
}

static rep_tally *add_tally(rep_tallies *tallies, const navlint_rule *rule) {
    if (tallies->count == tallies->capacity) {
        const size_t capacity = tallies->capacity > 0 ? 2 * tallies->capacity : 16;
        rep_tally *const items = realloc(tallies->items, capacity * sizeof *items);
        if (!items) return NULL;
        tallies->items = items;
        tallies->capacity = capacity;
    }
    rep_tally *const tally = &tallies->items[tallies->count++];
    *tally = (rep_tally){.rule = rule};
    return tally;
}

rep_tally *rep_tally_of(const rep_tallies *tallies, const navlint_rule *rule) {
    for (size_t i = tallies->count; i > 0; i--)
        if (tallies->items[i - 1].rule == rule) return &tallies->items[i - 1];
    return NULL;
}

static bool count_finding(rep_tallies *tallies, const navlint_finding *finding) {
    if (finding->suppression) return true;
    rep_tally *tally = rep_tally_of(tallies, finding->rule);
    if (!tally) tally = add_tally(tallies, finding->rule);
    if (!tally) return false;
    tally->kept++;
    if (finding->occurrences > tally->total) tally->total = finding->occurrences;
    if (tally->kept > tally->total) tally->total = tally->kept;
    return true;
}

bool rep_tallies_make(rep_tallies *tallies, const navlint_report *report) {
    *tallies = (rep_tallies){0};
    for (size_t i = 0; i < navlint_report_finding_count(report); i++) {
        if (count_finding(tallies, navlint_report_finding(report, i))) continue;
        rep_tallies_free(tallies);
        return false;
    }
    return true;
}

uint64_t rep_untold_count(const rep_tallies *tallies, const navlint_report *report) {
    const navlint_summary own = rep_own_summary(report);
    uint64_t left = own.errors + own.warnings + own.infos;
    left = less(left, own.consequences);
    left = less(left, own.hidden);
    left = less(left, own_suppressed_count(report));
    for (size_t i = 0; i < tallies->count; i++)
        left = less(left, tallies->items[i].total);
    return left;
}

void rep_tallies_free(rep_tallies *tallies) {
    free(tallies->items);
    *tallies = (rep_tallies){0};
}
