#include "tests/report/cases.h"

#include <float.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define TWO_53       (INT64_C(1) << 53)

static const navlint_rule count_rule = {
    .code = "FIRST_COUNT", .impact = NAVLINT_CRASH, .remedy = "Count.", .source = "A book."};
static const navlint_rule odd_rule = {
    .code = "FIRST_ODD", .impact = NAVLINT_COSMETIC, .remedy = "None.", .source = "A book."};

const navlint_report clean_report = {
    .name = "clean.nav",
    .bytes = 12,
    .format = &fake_formats[1],
    .claimed_bytes = 12,
};

static const navlint_related full_related[] = {{0x10, 4, "the count"}, {0x20, 0, "the end"}};
static const navlint_finding full_findings[] = {
    {
        .rule = &count_rule,
        .severity = NAVLINT_ERROR,
        .message = "7 areas, 3 fit",
        .offset = 0x2e60,
        .length = 4,
        .path = "/areas/40/count",
        .field = "count",
        .type = "u32le",
        .expected = {NAVLINT_UINT, {.uint = 3}},
        .actual = {NAVLINT_UINT, {.uint = 7}},
        .related = full_related,
        .related_count = COUNT(full_related),
        .hint_count = 1,
        .fix = {0x2e60, 4, {0x03, 0x00, 0xab, 0xff}},
        .occurrences = 250,
    },
    {
        .rule = &odd_rule,
        .severity = NAVLINT_WARNING,
        .message = "odd",
        .offset = 0x3000,
        .path = "",
    },
    {
        .rule = &odd_rule,
        .severity = NAVLINT_INFO,
        .message = "odder",
        .offset = 0x3001,
        .length = 1,
        .path = "/areas/41",
    },
};
static const navlint_fact full_facts[] = {{"version", {NAVLINT_UINT, {.uint = 16}}},
                                          {"areas", {NAVLINT_UINT, {.uint = 41}}}};
static const navlint_range full_unclaimed[] = {{0x100, 16}, {0x200, 1}};

const navlint_report full_report = {
    .verdict = NAVLINT_INVALID,
    .name = "maps/full.nav",
    .bytes = 12345,
    .format = &fake_formats[0],
    .version = "16.1",
    .dialect = "gmod",
    .endianness = "little",
    .detected_by = "magic",
    .summary = {.errors = 250, .warnings = 1, .infos = 1, .truncated = true},
    .findings = full_findings,
    .finding_count = COUNT(full_findings),
    .facts = full_facts,
    .fact_count = COUNT(full_facts),
    .claimed_bytes = 12328,
    .unclaimed = full_unclaimed,
    .unclaimed_count = COUNT(full_unclaimed),
};

static const navlint_fact value_facts[] = {
    {"none", {.kind = NAVLINT_NO_VALUE}},
    {"zero", {NAVLINT_UINT, {.uint = 0}}},
    {"exact", {NAVLINT_UINT, {.uint = (uint64_t)TWO_53}}},
    {"inexact", {NAVLINT_UINT, {.uint = (uint64_t)TWO_53 + 1}}},
    {"large", {NAVLINT_UINT, {.uint = UINT64_C(1) << 60}}},
    {"largest", {NAVLINT_UINT, {.uint = UINT64_MAX}}},
    {"negative", {NAVLINT_INT, {.sint = -1}}},
    {"positive", {NAVLINT_INT, {.sint = 1}}},
    {"negativeExact", {NAVLINT_INT, {.sint = -TWO_53}}},
    {"negativeInexact", {NAVLINT_INT, {.sint = -TWO_53 - 1}}},
    {"positiveInexact", {NAVLINT_INT, {.sint = TWO_53 + 1}}},
    {"smallest", {NAVLINT_INT, {.sint = INT64_MIN}}},
    {"float", {NAVLINT_REAL, {.real = (double)0.1f}}},
    {"floatNineDigits", {NAVLINT_REAL, {.real = (double)1000.00006f}}},
    {"whole", {NAVLINT_REAL, {.real = 1.0}}},
    {"negativeZero", {NAVLINT_REAL, {.real = -0.0}}},
    {"floatMax", {NAVLINT_REAL, {.real = (double)FLT_MAX}}},
    {"floatDenormal", {NAVLINT_REAL, {.real = (double)FLT_TRUE_MIN}}},
    {"double", {NAVLINT_REAL, {.real = 3.14159265358979}}},
    {"doubleMax", {NAVLINT_REAL, {.real = DBL_MAX}}},
    {"nan", {NAVLINT_REAL, {.real = (double)NAN}}},
    {"infinity", {NAVLINT_REAL, {.real = (double)INFINITY}}},
    {"negativeInfinity", {NAVLINT_REAL, {.real = -(double)INFINITY}}},
    {"text", {NAVLINT_TEXT, {.text = "CrateRoom \\x0a"}}},
};

const navlint_report values_report = {
    .name = "values",
    .format = &fake_formats[0],
    .facts = value_facts,
    .fact_count = COUNT(value_facts),
};

static const navlint_finding hostile_findings[] = {{
    .rule = &count_rule,
    .severity = NAVLINT_ERROR,
    .message = "place \"\x1b[2J\xff\"",
    .path = "/\xc0\xaf",
    .actual = {NAVLINT_TEXT, {.text = "\xed\xa0\x80"}},
}};

/* In turn: a lone byte, a cut character, good characters, overlong, a surrogate, beyond U+10FFFF,
 * a line end, ESC, DEL, C1, right-to-left override, line separator, and a cut one at the end. */
const navlint_report hostile_report = {
    .verdict = NAVLINT_INVALID,
    .name = "a\xff"
            "b\xe2\x82"
            "c\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"
            "d\xc0\xaf"
            "e\xed\xa0\x80"
            "f\xf4\x90\x80\x80"
            "g\n\x1b[31m\x7f\xc2\x9b\xe2\x80\xae\xe2\x80\xa8\xf0\x9f\x98",
    .format = &fake_formats[0],
    .summary = {.errors = 1},
    .findings = hostile_findings,
    .finding_count = COUNT(hostile_findings),
};

static const navlint_limit unrecognised_limit = {"unrecognised", "no known format fits"};

const navlint_report unrecognised_report = {
    .verdict = NAVLINT_INDETERMINATE,
    .name = "-",
    .bytes = 3,
    .limit = &unrecognised_limit,
};

static const navlint_limit steps_limit = {"steps", "the step budget ran out"};
static const navlint_finding limited_findings[] = {{
    .rule = &odd_rule,
    .severity = NAVLINT_INFO,
    .message = "odd",
    .offset = 1,
    .length = 1,
    .path = "/flags",
    .field = "flags",
    .type = "u8",
    .actual = {NAVLINT_UINT, {.uint = 9}},
}};

const navlint_report limited_report = {
    .verdict = NAVLINT_INDETERMINATE,
    .name = "limited.nav",
    .bytes = 2,
    .format = &fake_formats[0],
    .detected_by = "content",
    .limit = &steps_limit,
    .summary = {.infos = 1},
    .findings = limited_findings,
    .finding_count = COUNT(limited_findings),
    .claimed_bytes = 2,
};

static const navlint_finding set_findings[] = {{
    .rule = &count_rule,
    .severity = NAVLINT_ERROR,
    .message = "2 files, 64 make a map",
    .path = "",
    .expected = {NAVLINT_UINT, {.uint = 64}},
    .actual = {NAVLINT_UINT, {.uint = 2}},
}};
static const navlint_fact set_facts[] = {{"files", {NAVLINT_UINT, {.uint = 2}}}};
static const navlint_report *const set_members[] = {&full_report, &limited_report};

const navlint_report set_report = {
    .verdict = NAVLINT_INDETERMINATE,
    .name = "maps",
    .bytes = 12347,
    .limit = &steps_limit,
    .summary = {.errors = 251, .warnings = 1, .infos = 2, .truncated = true},
    .findings = set_findings,
    .finding_count = COUNT(set_findings),
    .facts = set_facts,
    .fact_count = COUNT(set_facts),
    .members = set_members,
    .member_count = COUNT(set_members),
};

const report_case report_cases[REPORT_CASES] = {
    {"clean", &clean_report},
    {"full", &full_report},
    {"values", &values_report},
    {"hostile", &hostile_report},
    {"unrecognised", &unrecognised_report},
    {"limited", &limited_report},
    {"set", &set_report},
};
