#include "tests/report/fake.h"

#include <string.h>

#include "core/fields.h"

static const navlint_rule first_rules[] = {
    {"FIRST_COUNT", NAVLINT_ERROR, NAVLINT_CRASH, "{actual} areas, {expected} fit",
     "The engine reads past the \"end\".", "Save the mesh again.", "Fact sheet, section 1", false},
    {"FIRST_ODD", NAVLINT_INFO, NAVLINT_COSMETIC, "odd flag {0}", "No real file has it.",
     "Clear it.", "All real files", true},
};
static const navlint_rule second_rules[] = {
    {"SECOND_NAN", NAVLINT_WARNING, NAVLINT_BROKEN, "{actual} is no place", "Agents stand still.",
     "Build the mesh again.", "Fact sheet, section 2", false},
};
static const char *const first_extensions[] = {".nav", ".navmesh", NULL};
static const char *const second_extensions[] = {NULL};
static const navlint_game first_games[] = {{"gmod", "Garry's Mod"}, {"css", "Strike: Source"}};

static const navlint_part first_parts[] = {{"first-area", "one area, without its header"}};

static const nl_record fake_records[] = {{"head", "", 6, 0, NL_ALWAYS},
                                         {"link", "/links/N", 2, 3, 1}};
static const nl_field fake_fields[] = {
    {"magic", 0, 0, NL_U32BE, NAVLINT_PLAIN, NL_ALWAYS, 0, false},
    {"count", 4, 0, NL_U8, NAVLINT_COUNT, NL_ALWAYS, 0, false},
    {"rest", 5, 0, NL_BYTES, NAVLINT_PLAIN, 1, 0, false},
    {"node", 0, 0, NL_I16LE, NAVLINT_REFERENCE, NL_ALWAYS, 1, true}};
static const char *const fake_conditions[] = {NULL, "the wide dialect"};
static const nl_layout fake_layout = {.records = fake_records,
                                      .record_count = 2,
                                      .fields = fake_fields,
                                      .field_count = 4,
                                      .conditions = fake_conditions,
                                      .condition_count = 2};

const navlint_format fake_formats[2] = {
    {.id = "first-format",
     .title = "First format",
     .summary = "versions 1 to 3",
     .extensions = first_extensions,
     .games = first_games,
     .game_count = 2,
     .rules = first_rules,
     .rule_count = 2,
     .has_sets = true,
     .parts = first_parts,
     .part_count = 1},
    {.id = "second-format",
     .title = "Second format",
     .summary = "one version",
     .extensions = second_extensions,
     .rules = second_rules,
     .rule_count = 1,
     .layout = &fake_layout},
};

size_t navlint_format_count(void) {
    return 2;
}

const navlint_format *navlint_format_at(size_t index) {
    return index < 2 ? &fake_formats[index] : NULL;
}

const navlint_rule *navlint_rule_by_code(const char *code, const navlint_format **format) {
    for (size_t i = 0; i < 2; i++) {
        for (size_t k = 0; k < fake_formats[i].rule_count; k++) {
            if (strcmp(fake_formats[i].rules[k].code, code) != 0) continue;
            if (format) *format = &fake_formats[i];
            return &fake_formats[i].rules[k];
        }
    }
    return NULL;
}

const char *navlint_version(void) {
    return "1.2.3";
}

const char *navlint_severity_text(navlint_severity severity) {
    static const char *const words[] = {"error", "warning", "info", "off"};
    return words[severity];
}

const char *navlint_impact_text(navlint_impact impact) {
    static const char *const words[] = {"crash", "hang", "rejected", "broken", "cosmetic"};
    return words[impact];
}

const char *navlint_verdict_text(navlint_verdict verdict) {
    static const char *const words[] = {"valid", "invalid", "indeterminate"};
    return words[verdict];
}

navlint_verdict navlint_report_verdict(const navlint_report *report) {
    return report->verdict;
}

const char *navlint_report_name(const navlint_report *report) {
    return report->name;
}

uint64_t navlint_report_bytes(const navlint_report *report) {
    return report->bytes;
}

const navlint_format *navlint_report_format(const navlint_report *report) {
    return report->format;
}

const char *navlint_report_format_version(const navlint_report *report) {
    return report->version;
}

const char *navlint_report_dialect(const navlint_report *report) {
    return report->dialect;
}

const char *navlint_report_endianness(const navlint_report *report) {
    return report->endianness;
}

const char *navlint_report_detected_by(const navlint_report *report) {
    return report->detected_by;
}

const navlint_limit *navlint_report_limit(const navlint_report *report) {
    return report->limit;
}

navlint_summary navlint_report_summary(const navlint_report *report) {
    return report->summary;
}

navlint_tally navlint_report_suppressed(const navlint_report *report) {
    return report->suppressed;
}

size_t navlint_report_finding_count(const navlint_report *report) {
    return report->finding_count;
}

const navlint_finding *navlint_report_finding(const navlint_report *report, size_t index) {
    return index < report->finding_count ? &report->findings[index] : NULL;
}

size_t navlint_report_fact_count(const navlint_report *report) {
    return report->fact_count;
}

const navlint_fact *navlint_report_fact(const navlint_report *report, size_t index) {
    return index < report->fact_count ? &report->facts[index] : NULL;
}

uint64_t navlint_report_claimed_bytes(const navlint_report *report) {
    return report->claimed_bytes;
}

size_t navlint_report_unclaimed_count(const navlint_report *report) {
    return report->unclaimed_count;
}

const navlint_range *navlint_report_unclaimed(const navlint_report *report, size_t index) {
    return index < report->unclaimed_count ? &report->unclaimed[index] : NULL;
}

size_t navlint_report_member_count(const navlint_report *report) {
    return report->member_count;
}

const navlint_report *navlint_report_member(const navlint_report *report, size_t index) {
    return index < report->member_count ? report->members[index] : NULL;
}

/* ---- Fixes: one of a field, one in packed bytes that was refused ---- */

const char *navlint_safety_text(navlint_safety safety) {
    static const char *const words[] = {"none", "safe", "unsafe"};
    return words[safety];
}

/* The last rule of the second format. */
navlint_safety navlint_rule_fix(const navlint_rule *rule, const char **deed) {
    const navlint_format *const format = &fake_formats[1];
    const bool is_fixable = rule == &format->rules[format->rule_count - 1];
    if (deed) *deed = is_fixable ? "removes the record" : NULL;
    return is_fixable ? NAVLINT_UNSAFE : NAVLINT_NOT_FIXABLE;
}

static const navlint_edit fake_edits[] = {
    {.path = "/count",
     .type = "u32le",
     .offset = 8,
     .removed = 4,
     .added = 4,
     .old_value = {NAVLINT_UINT, {.uint = 3}},
     .new_value = {NAVLINT_UINT, {.uint = 2}},
     .removed_bytes = {3},
     .added_bytes = {2}},
    {.path = "/records/0", .offset = 40, .removed = 20, .encoding = "zlib", .inner_offset = 7},
};

static navlint_applied fake_fix;

struct navlint_fixed {
    const navlint_report *report;
    navlint_limit limit;
};

const navlint_fixed *fake_fixed(const navlint_report *report) {
    static navlint_fixed fixed;
    const navlint_format *const format = &fake_formats[1];
    fixed = (navlint_fixed){report, {"trials", "too many"}};
    fake_fix = (navlint_applied){.rule = &format->rules[format->rule_count - 1],
                                 .safety = NAVLINT_UNSAFE,
                                 .deed = "removes the record",
                                 .round = 1,
                                 .message = "a \"message\"",
                                 .path = "/records/0",
                                 .offset = 40,
                                 .edits = fake_edits,
                                 .edit_count = 2};
    return &fixed;
}

size_t navlint_fixed_count(const navlint_fixed *fixed) {
    (void)fixed;
    return 1;
}

const navlint_applied *navlint_fixed_at(const navlint_fixed *fixed, size_t index) {
    (void)fixed;
    fake_fix.reason = NULL;
    return index == 0 ? &fake_fix : NULL;
}

uint64_t navlint_fixed_total(const navlint_fixed *fixed) {
    return navlint_fixed_count(fixed);
}

size_t navlint_refused_count(const navlint_fixed *fixed) {
    (void)fixed;
    return 1;
}

const navlint_applied *navlint_refused_at(const navlint_fixed *fixed, size_t index) {
    (void)fixed;
    fake_fix.reason = "the finding would stay";
    return index == 0 ? &fake_fix : NULL;
}

uint64_t navlint_refused_total(const navlint_fixed *fixed) {
    return navlint_refused_count(fixed);
}

const navlint_limit *navlint_fixed_limit(const navlint_fixed *fixed) {
    return &fixed->limit;
}

const navlint_report *navlint_fixed_report(const navlint_fixed *fixed) {
    return fixed->report;
}
