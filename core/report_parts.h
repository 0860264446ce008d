/* What the files about reports share: making one (report.c), findings (emit.c), their order
 * (order.c) and the bytes accounted for (coverage.c). */
#ifndef NAVLINT_CORE_REPORT_PARTS_H
#define NAVLINT_CORE_REPORT_PARTS_H

#include "core/report.h"

/* Makes the sorted array of the findings that were kept, causes first, then by offset, inner offset
 * and code, and notes on the first of a rule how often that was broken if not all were kept. */
void nl_report_order(navlint_report *report);

/* Makes the ranges that nobody claimed of those that somebody did. */
void nl_report_find_gaps(navlint_report *report);

#endif
