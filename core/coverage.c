/* Which bytes the format accounts for. */
#include <string.h>

#include "core/checked.h"
#include "core/report_parts.h"

static void insert_range(navlint_report *report, uint32_t at, navlint_range range) {
    if (report->claimed_count == NL_MAX_RANGES) return;
    memmove(&report->claimed[at + 1], &report->claimed[at],
            (report->claimed_count - at) * sizeof(navlint_range));
    report->claimed[at] = range;
    report->claimed_count++;
}

/* Swallows the ranges behind `at` that the range at `at` has grown into. */
static void merge_following(navlint_report *report, uint32_t at) {
    navlint_range *const range = &report->claimed[at];
    uint32_t next = at + 1;
    for (; next < report->claimed_count; next++) {
        const navlint_range other = report->claimed[next];
        if (other.offset > range->offset + range->length) break;
        const uint64_t end = nl_max(range->offset + range->length, other.offset + other.length);
        range->length = end - range->offset;
    }
    memmove(&report->claimed[at + 1], &report->claimed[next],
            (report->claimed_count - next) * sizeof(navlint_range));
    report->claimed_count -= next - at - 1;
}

void nl_claim(navlint_report *report, uint64_t offset, uint64_t length) {
    if (length == 0) return;
    uint32_t at = report->claimed_count;
    while (at > 0 && report->claimed[at - 1].offset > offset)
        at--;
    if (at > 0 && report->claimed[at - 1].offset + report->claimed[at - 1].length >= offset) {
        navlint_range *const before = &report->claimed[at - 1];
        before->length = nl_max(before->length, offset + length - before->offset);
        merge_following(report, at - 1);
        return;
    }
    const uint32_t count = report->claimed_count;
    insert_range(report, at, (navlint_range){offset, length});
    if (report->claimed_count > count) merge_following(report, at);
}

void nl_report_find_gaps(navlint_report *report) {
    uint64_t at = 0;
    for (uint32_t i = 0; i <= report->claimed_count; i++) {
        const bool last = i == report->claimed_count;
        const uint64_t next = last ? report->bytes : report->claimed[i].offset;
        if (next > at)
            report->unclaimed[report->unclaimed_count++] = (navlint_range){at, next - at};
        if (last) break;
        at = next + report->claimed[i].length;
        report->claimed_bytes += report->claimed[i].length;
    }
}
