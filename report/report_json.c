/* A report as JSON: the names and the order of schemas/report.schema.json. */
#include <stdio.h>

#include "report/report.h"

static json_t *tool_json(void) {
    json_t *tool = json_object();
    return rep_json_keep(tool, rep_json_put_text(tool, "name", "navlint") &&
                                   rep_json_put_text(tool, "version", navlint_version()));
}

static json_t *input_json(const navlint_report *report, const char *sha256_hex) {
    json_t *input = json_object();
    return rep_json_keep(
        input, rep_json_put(input, "name", rep_json_text(navlint_report_name(report))) &&
                   rep_json_put(input, "bytes", rep_json_count(navlint_report_bytes(report))) &&
                   rep_json_put_text(input, "sha256", sha256_hex));
}

static json_t *format_json(const navlint_report *report) {
    const navlint_format *format = navlint_report_format(report);
    if (!format) return json_null();
    json_t *json = json_object();
    return rep_json_keep(
        json, rep_json_put(json, "id", rep_json_text(format->id)) &&
                  rep_json_put_text(json, "version", navlint_report_format_version(report)) &&
                  rep_json_put_text(json, "dialect", navlint_report_dialect(report)) &&
                  rep_json_put_text(json, "endianness", navlint_report_endianness(report)) &&
                  rep_json_put_text(json, "detectedBy", navlint_report_detected_by(report)));
}

static json_t *limit_json(const navlint_limit *limit) {
    json_t *json = json_object();
    return rep_json_keep(json, rep_json_put(json, "name", rep_json_text(limit->name)) &&
                                   rep_json_put(json, "message", rep_json_text(limit->message)));
}

/* A number that is left out if it is 0. */
static bool put_number(json_t *json, const char *key, uint64_t number) {
    return number == 0 || rep_json_put(json, key, rep_json_count(number));
}

static json_t *summary_json(const navlint_report *report) {
    const navlint_summary summary = navlint_report_summary(report);
    json_t *json = json_object();
    return rep_json_keep(json,
                         rep_json_put(json, "errors", rep_json_count(summary.errors)) &&
                             rep_json_put(json, "warnings", rep_json_count(summary.warnings)) &&
                             rep_json_put(json, "infos", rep_json_count(summary.infos)) &&
                             rep_json_put(json, "truncated", json_boolean(summary.truncated)) &&
                             put_number(json, "consequences", summary.consequences) &&
                             put_number(json, "hidden", summary.hidden));
}

/* ---- Findings ------------------------------------------------------------------------------ */

static bool put_range(json_t *object, uint64_t offset, uint64_t length) {
    return rep_json_put(object, "offset", rep_json_count(offset)) &&
           rep_json_put(object, "length", rep_json_count(length));
}

static json_t *related_json(const void *source, size_t index) {
    const navlint_finding *finding = source;
    const navlint_related *related = &finding->related[index];
    json_t *json = json_object();
    return rep_json_keep(json, put_range(json, related->offset, related->length) &&
                                   rep_json_put(json, "message", rep_json_text(related->message)));
}

static json_t *fix_json(const navlint_fix *fix) {
    char hex[2 * sizeof fix->bytes + 1] = "";
    for (size_t i = 0; i < fix->length && i < sizeof fix->bytes; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", (unsigned)fix->bytes[i]);
    json_t *json = json_object();
    return rep_json_keep(json, rep_json_put(json, "offset", rep_json_count(fix->offset)) &&
                                   rep_json_put(json, "bytes", rep_json_text(hex)));
}

static bool put_value(json_t *object, const char *key, const navlint_value *value) {
    return value->kind == NAVLINT_NO_VALUE || rep_json_put(object, key, rep_json_value(value));
}

/* ---- What is expected ---- */

static json_t *expected_item_json(const void *source, size_t index) {
    const navlint_finding *finding = source;
    return rep_json_value(index == 0 ? &finding->expected : &finding->alternatives[index - 1]);
}

/* {"atMost": 27655}, {"oneOf": [2, 4, 5]} */
static json_t *bound_json(const char *relation, json_t *value) {
    json_t *json = json_object();
    return rep_json_keep(json, rep_json_put(json, relation, value));
}

static json_t *list_json(const navlint_finding *finding) {
    return rep_json_array(1 + finding->alternative_count, expected_item_json, finding);
}

static json_t *expected_json(const navlint_finding *finding) {
    switch (finding->relation) {
    case NAVLINT_AT_MOST:
        return bound_json("atMost", rep_json_value(&finding->expected));
    case NAVLINT_AT_LEAST:
        return bound_json("atLeast", rep_json_value(&finding->expected));
    case NAVLINT_BETWEEN:
        return bound_json("between", list_json(finding));
    case NAVLINT_ONE_OF:
        return bound_json("oneOf", list_json(finding));
    case NAVLINT_DESCRIBED:
        return bound_json("described", rep_json_value(&finding->expected));
    case NAVLINT_EQUAL:
        break;
    }
    return rep_json_value(&finding->expected);
}

static bool put_values(json_t *json, const navlint_finding *finding) {
    const bool has_expected = finding->expected.kind != NAVLINT_NO_VALUE;
    return (!has_expected || rep_json_put(json, "expected", expected_json(finding))) &&
           put_value(json, "actual", &finding->actual);
}

/* ---- Where in the world ---- */

static json_t *subject_json(const navlint_subject *subject) {
    json_t *json = json_object();
    return rep_json_keep(json, rep_json_put_text(json, "kind", subject->kind) &&
                                   rep_json_put(json, "id", rep_json_count(subject->id)) &&
                                   rep_json_put_text(json, "name", subject->name) &&
                                   rep_json_put_text(json, "record", subject->record) &&
                                   rep_json_put_text(json, "cell", subject->cell) &&
                                   rep_json_put_text(json, "worldspace", subject->worldspace));
}

static bool put_coordinate(json_t *json, const char *axis, double value) {
    return rep_json_put(json, axis,
                        rep_json_value(&(navlint_value){NAVLINT_REAL, {.real = value}}));
}

static json_t *position_json(const navlint_position *position) {
    json_t *json = json_object();
    return rep_json_keep(json, put_coordinate(json, "x", position->x) &&
                                   put_coordinate(json, "y", position->y) &&
                                   put_coordinate(json, "z", position->z));
}

static bool put_world(json_t *json, const navlint_finding *finding) {
    return (!finding->subject.kind ||
            rep_json_put(json, "subject", subject_json(&finding->subject))) &&
           (!finding->position.is_known ||
            rep_json_put(json, "position", position_json(&finding->position))) &&
           rep_json_put_text(json, "jump", finding->jump);
}

static bool put_rule(json_t *json, const navlint_finding *finding) {
    const char *severity = navlint_severity_text(finding->severity);
    const char *impact = navlint_impact_text(finding->rule->impact);
    return rep_json_put(json, "code", rep_json_text(finding->rule->code)) &&
           rep_json_put(json, "severity", rep_json_text(severity)) &&
           rep_json_put(json, "impact", rep_json_text(impact)) &&
           rep_json_put(json, "message", rep_json_text(finding->message)) &&
           (!finding->is_cause || rep_json_put(json, "cause", json_true()));
}

static bool put_place(json_t *json, const navlint_finding *finding) {
    return put_range(json, finding->offset, finding->length) &&
           rep_json_put(json, "path", rep_json_text(finding->path)) &&
           rep_json_put_text(json, "field", finding->field) &&
           rep_json_put_text(json, "type", finding->type);
}

/* Where in what the packed bytes unpack to. */
static bool put_inner(json_t *json, const navlint_finding *finding) {
    if (!finding->encoding) return true;
    json_t *inner = json_object();
    inner = rep_json_keep(inner, put_range(inner, finding->inner.offset, finding->inner.length));
    return rep_json_put_text(json, "encoding", finding->encoding) &&
           rep_json_put(json, "inner", inner);
}

static bool put_related(json_t *json, const navlint_finding *finding) {
    const size_t count = finding->related_count;
    return count == 0 ||
           rep_json_put(json, "related", rep_json_array(count, related_json, finding));
}

static bool put_fix(json_t *json, const navlint_fix *fix) {
    return fix->length == 0 || rep_json_put(json, "fix", fix_json(fix));
}

static json_t *finding_json(const void *report, size_t index) {
    const navlint_finding *finding = navlint_report_finding(report, index);
    json_t *json = json_object();
    return rep_json_keep(json, put_rule(json, finding) && put_place(json, finding) &&
                                   put_inner(json, finding) && put_values(json, finding) &&
                                   put_world(json, finding) && put_related(json, finding) &&
                                   put_fix(json, &finding->fix) &&
                                   put_number(json, "occurrences", finding->occurrences));
}

/* ---- Facts and coverage -------------------------------------------------------------------- */

static json_t *facts_json(const navlint_report *report) {
    json_t *facts = json_object();
    bool whole = facts != NULL;
    for (size_t i = 0; whole && i < navlint_report_fact_count(report); i++) {
        const navlint_fact *fact = navlint_report_fact(report, i);
        whole = rep_json_put(facts, fact->name, rep_json_value(&fact->value));
    }
    return rep_json_keep(facts, whole);
}

static json_t *unclaimed_json(const void *report, size_t index) {
    const navlint_range *range = navlint_report_unclaimed(report, index);
    json_t *json = json_object();
    return rep_json_keep(json, put_range(json, range->offset, range->length));
}

static json_t *coverage_json(const navlint_report *report) {
    const uint64_t claimed_bytes = navlint_report_claimed_bytes(report);
    const size_t gaps = navlint_report_unclaimed_count(report);
    json_t *coverage = json_object();
    return rep_json_keep(
        coverage,
        rep_json_put(coverage, "claimedBytes", rep_json_count(claimed_bytes)) &&
            rep_json_put(coverage, "unclaimed", rep_json_array(gaps, unclaimed_json, report)));
}

/* ---- The report of one input, and of a set ------------------------------------------------- */

/* What single inputs and sets have in common: from the verdict to the facts. */
static bool put_judgement(json_t *json, const navlint_report *report) {
    const char *verdict = navlint_verdict_text(navlint_report_verdict(report));
    const navlint_limit *limit = navlint_report_limit(report);
    const size_t findings = navlint_report_finding_count(report);
    return rep_json_put(json, "verdict", rep_json_text(verdict)) &&
           (!limit || rep_json_put(json, "limit", limit_json(limit))) &&
           rep_json_put(json, "summary", summary_json(report)) &&
           rep_json_put(json, "findings", rep_json_array(findings, finding_json, report)) &&
           rep_json_put(json, "facts", facts_json(report));
}

static bool put_single(json_t *json, const navlint_report *report, const char *sha256_hex) {
    return rep_json_put(json, "input", input_json(report, sha256_hex)) &&
           rep_json_put(json, "format", format_json(report)) && put_judgement(json, report) &&
           rep_json_put(json, "coverage", coverage_json(report));
}

/* A set and the digests of its members; sha256_hex may be NULL. */
typedef struct digested_set {
    const navlint_report *report;
    const char *const *sha256_hex;
} digested_set;

static json_t *member_json(const void *source, size_t index) {
    const digested_set *set = source;
    const navlint_report *member = navlint_report_member(set->report, index);
    json_t *json = json_object();
    return rep_json_keep(json,
                         put_single(json, member, set->sha256_hex ? set->sha256_hex[index] : NULL));
}

static json_t *set_head_json(const navlint_report *set) {
    const size_t members = navlint_report_member_count(set);
    json_t *json = json_object();
    return rep_json_keep(
        json, rep_json_put(json, "name", rep_json_text(navlint_report_name(set))) &&
                  rep_json_put(json, "bytes", rep_json_count(navlint_report_bytes(set))) &&
                  rep_json_put(json, "members", rep_json_count(members)));
}

static bool put_members(json_t *json, const digested_set *set) {
    const size_t members = navlint_report_member_count(set->report);
    return rep_json_put(json, "members", rep_json_array(members, member_json, set));
}

static bool put_set(json_t *json, const digested_set *set, bool is_alone) {
    return rep_json_put(json, "set", set_head_json(set->report)) &&
           put_judgement(json, set->report) && (is_alone || put_members(json, set));
}

static bool put_head(json_t *json) {
    return rep_json_put_text(json, "$schema", REP_SCHEMA_ID) &&
           rep_json_put(json, "tool", tool_json());
}

navlint_text navlint_set_json(const navlint_report *set, enum navlint_json_style style,
                              const char *const *sha256_hex) {
    const digested_set digested = {set, sha256_hex};
    json_t *json = json_object();
    const bool whole = put_head(json) && put_set(json, &digested, style == NAVLINT_JSON_SET_ALONE);
    return rep_json_print(rep_json_keep(json, whole), style);
}

navlint_text navlint_report_json(const navlint_report *report, enum navlint_json_style style,
                                 const char *sha256_hex) {
    /* A digest belongs to one input: a set shows none. */
    if (navlint_report_member_count(report) > 0) return navlint_set_json(report, style, NULL);
    json_t *json = json_object();
    const bool whole = put_head(json) && put_single(json, report, sha256_hex);
    return rep_json_print(rep_json_keep(json, whole), style);
}
