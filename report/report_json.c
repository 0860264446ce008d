/* A report as JSON: the names and the order of schemas/report.schema.json. */
#include "report/report.h"

static void put_tool(rep_json *json) {
    rep_json_text(json, "$schema", REP_SCHEMA_ID);
    rep_json_open(json, "tool", '{');
    rep_json_text(json, "name", "navlint");
    rep_json_text(json, "version", navlint_version());
    rep_json_close(json, '}');
}

static void put_input(rep_json *json, const navlint_report *report, const char *sha256_hex) {
    rep_json_open(json, "input", '{');
    rep_json_text(json, "name", navlint_report_name(report));
    rep_json_count(json, "bytes", navlint_report_bytes(report));
    rep_json_text_if(json, "sha256", sha256_hex);
    rep_json_close(json, '}');
}

static void put_format(rep_json *json, const navlint_report *report) {
    const navlint_format *format = navlint_report_format(report);
    if (!format) {
        rep_json_value(json, "format", &(navlint_value){.kind = NAVLINT_NO_VALUE});
        return;
    }
    rep_json_open(json, "format", '{');
    rep_json_text(json, "id", format->id);
    rep_json_text_if(json, "version", navlint_report_format_version(report));
    rep_json_text_if(json, "dialect", navlint_report_dialect(report));
    rep_json_text_if(json, "endianness", navlint_report_endianness(report));
    rep_json_text_if(json, "detectedBy", navlint_report_detected_by(report));
    rep_json_close(json, '}');
}

static void put_limit(rep_json *json, const navlint_limit *limit) {
    if (!limit) return;
    rep_json_open(json, "limit", '{');
    rep_json_text(json, "name", limit->name);
    rep_json_text(json, "message", limit->message);
    rep_json_close(json, '}');
}

/* A number that is left out if it is 0. */
static void put_number(rep_json *json, const char *key, uint64_t number) {
    if (number != 0) rep_json_count(json, key, number);
}

static void put_suppressed(rep_json *json, const navlint_report *report) {
    const navlint_tally suppressed = navlint_report_suppressed(report);
    if (rep_suppressed_count(report) == 0) return;
    rep_json_open(json, "suppressed", '{');
    rep_json_count(json, "errors", suppressed.errors);
    rep_json_count(json, "warnings", suppressed.warnings);
    rep_json_count(json, "infos", suppressed.infos);
    rep_json_close(json, '}');
}

static void put_summary(rep_json *json, const navlint_report *report) {
    const navlint_summary summary = navlint_report_summary(report);
    rep_json_open(json, "summary", '{');
    rep_json_count(json, "errors", summary.errors);
    rep_json_count(json, "warnings", summary.warnings);
    rep_json_count(json, "infos", summary.infos);
    rep_json_bool(json, "truncated", summary.truncated);
    put_number(json, "consequences", summary.consequences);
    put_number(json, "hidden", summary.hidden);
    put_suppressed(json, report);
    rep_json_close(json, '}');
}

/* ---- Findings ------------------------------------------------------------------------------ */

static void put_range(rep_json *json, uint64_t offset, uint64_t length) {
    rep_json_count(json, "offset", offset);
    rep_json_count(json, "length", length);
}

static void put_rule(rep_json *json, const navlint_finding *finding) {
    rep_json_text(json, "code", finding->rule->code);
    rep_json_text(json, "severity", navlint_severity_text(finding->severity));
    rep_json_text(json, "impact", navlint_impact_text(finding->rule->impact));
    rep_json_text(json, "message", finding->message);
    if (finding->is_cause) rep_json_bool(json, "cause", true);
}

/* What a report is not told by itself of one input. */
typedef struct details {
    const char *sha256_hex; /* NULL: unknown */
    uint64_t outer_offset;  /* of the input in a larger file; UINT64_MAX: there is none */
} details;

static details details_of(const char *const *sha256_hex, const uint64_t *outer_offsets, size_t i) {
    return (details){sha256_hex ? sha256_hex[i] : NULL,
                     outer_offsets ? outer_offsets[i] : UINT64_MAX};
}

static void put_place(rep_json *json, const navlint_finding *finding, uint64_t outer_offset) {
    put_range(json, finding->offset, finding->length);
    if (outer_offset != UINT64_MAX)
        rep_json_count(json, "outerOffset", outer_offset + finding->offset);
    rep_json_text(json, "path", finding->path);
    rep_json_text_if(json, "field", finding->field);
    rep_json_text_if(json, "type", finding->type);
}

/* Where in what the packed bytes unpack to. */
static void put_inner(rep_json *json, const navlint_finding *finding) {
    if (!finding->encoding) return;
    rep_json_text(json, "encoding", finding->encoding);
    rep_json_open(json, "inner", '{');
    put_range(json, finding->inner.offset, finding->inner.length);
    rep_json_close(json, '}');
}

/* ---- What is expected ---- */

static void put_expected_list(rep_json *json, const char *relation,
                              const navlint_finding *finding) {
    rep_json_open(json, relation, '[');
    rep_json_value(json, NULL, &finding->expected);
    for (size_t i = 0; i < finding->alternative_count; i++)
        rep_json_value(json, NULL, &finding->alternatives[i]);
    rep_json_close(json, ']');
}

static void put_bound(rep_json *json, const navlint_finding *finding) {
    static const char *const words[] = {[NAVLINT_AT_MOST] = "atMost",
                                        [NAVLINT_AT_LEAST] = "atLeast",
                                        [NAVLINT_BETWEEN] = "between",
                                        [NAVLINT_ONE_OF] = "oneOf",
                                        [NAVLINT_DESCRIBED] = "described"};
    const char *const relation = words[finding->relation];
    rep_json_open(json, "expected", '{');
    if (finding->relation == NAVLINT_BETWEEN || finding->relation == NAVLINT_ONE_OF)
        put_expected_list(json, relation, finding);
    else
        rep_json_value(json, relation, &finding->expected);
    rep_json_close(json, '}');
}

/* {"atMost": 27655}, {"oneOf": [2, 4, 5]}; a value by itself is the one that is right. */
static void put_expected(rep_json *json, const navlint_finding *finding) {
    if (finding->expected.kind == NAVLINT_NO_VALUE) return;
    if (finding->relation == NAVLINT_EQUAL)
        rep_json_value(json, "expected", &finding->expected);
    else
        put_bound(json, finding);
}

static void put_values(rep_json *json, const navlint_finding *finding) {
    put_expected(json, finding);
    if (finding->actual.kind != NAVLINT_NO_VALUE) rep_json_value(json, "actual", &finding->actual);
}

/* ---- Where in the world ---- */

static void put_subject(rep_json *json, const navlint_subject *subject) {
    if (!subject->kind) return;
    rep_json_open(json, "subject", '{');
    rep_json_text(json, "kind", subject->kind);
    rep_json_count(json, "id", subject->id);
    rep_json_text_if(json, "name", subject->name);
    rep_json_text_if(json, "record", subject->record);
    rep_json_text_if(json, "cell", subject->cell);
    rep_json_text_if(json, "worldspace", subject->worldspace);
    rep_json_close(json, '}');
}

static void put_coordinate(rep_json *json, const char *axis, double value) {
    rep_json_value(json, axis, &(navlint_value){NAVLINT_REAL, {.real = value}});
}

static void put_position(rep_json *json, const navlint_position *position) {
    if (!position->is_known) return;
    rep_json_open(json, "position", '{');
    put_coordinate(json, "x", position->x);
    put_coordinate(json, "y", position->y);
    put_coordinate(json, "z", position->z);
    rep_json_close(json, '}');
}

static void put_world(rep_json *json, const navlint_finding *finding) {
    put_subject(json, &finding->subject);
    put_position(json, &finding->position);
    rep_json_text_if(json, "jump", finding->jump);
}

/* ---- What else belongs to it ---- */

static void put_related(rep_json *json, const navlint_finding *finding) {
    if (finding->related_count == 0) return;
    rep_json_open(json, "related", '[');
    for (size_t i = 0; i < finding->related_count; i++) {
        const navlint_related *related = &finding->related[i];
        rep_json_open(json, NULL, '{');
        put_range(json, related->offset, related->length);
        rep_json_text(json, "message", related->message);
        rep_json_close(json, '}');
    }
    rep_json_close(json, ']');
}

static void put_fix(rep_json *json, const navlint_fix *fix) {
    if (fix->length == 0) return;
    rep_json_open(json, "fix", '{');
    rep_json_count(json, "offset", fix->offset);
    rep_json_hex(json, "bytes", fix->bytes,
                 fix->length < sizeof fix->bytes ? fix->length : sizeof fix->bytes);
    rep_json_close(json, '}');
}

static void put_safety(rep_json *json, const navlint_rule *rule) {
    const navlint_safety safety = navlint_rule_fix(rule, NULL);
    if (safety != NAVLINT_NOT_FIXABLE) rep_json_text(json, "fixable", navlint_safety_text(safety));
}

static void put_finding(rep_json *json, const navlint_finding *finding, uint64_t outer_offset) {
    rep_json_open(json, NULL, '{');
    put_rule(json, finding);
    put_place(json, finding, outer_offset);
    put_inner(json, finding);
    put_values(json, finding);
    put_world(json, finding);
    put_related(json, finding);
    put_fix(json, &finding->fix);
    put_safety(json, finding->rule);
    put_number(json, "occurrences", finding->occurrences);
    rep_json_close(json, '}');
}

static void put_findings(rep_json *json, const navlint_report *report, uint64_t outer_offset) {
    rep_json_open(json, "findings", '[');
    for (size_t i = 0; i < navlint_report_finding_count(report); i++)
        if (!navlint_report_finding(report, i)->suppression)
            put_finding(json, navlint_report_finding(report, i), outer_offset);
    rep_json_close(json, ']');
}

/* ---- Facts and coverage -------------------------------------------------------------------- */

static void put_facts(rep_json *json, const navlint_report *report) {
    rep_json_open(json, "facts", '{');
    for (size_t i = 0; i < navlint_report_fact_count(report); i++) {
        const navlint_fact *fact = navlint_report_fact(report, i);
        rep_json_value(json, fact->name, &fact->value);
    }
    rep_json_close(json, '}');
}

static void put_unclaimed(rep_json *json, const navlint_report *report) {
    rep_json_open(json, "unclaimed", '[');
    for (size_t i = 0; i < navlint_report_unclaimed_count(report); i++) {
        const navlint_range *range = navlint_report_unclaimed(report, i);
        rep_json_open(json, NULL, '{');
        put_range(json, range->offset, range->length);
        rep_json_close(json, '}');
    }
    rep_json_close(json, ']');
}

static void put_coverage(rep_json *json, const navlint_report *report) {
    rep_json_open(json, "coverage", '{');
    rep_json_count(json, "claimedBytes", navlint_report_claimed_bytes(report));
    put_unclaimed(json, report);
    rep_json_close(json, '}');
}

/* ---- The report of one input, and of a set ------------------------------------------------- */

/* What single inputs and sets have in common: from the verdict to the facts. */
static void put_judgement(rep_json *json, const navlint_report *report, uint64_t outer_offset) {
    rep_json_text(json, "verdict", navlint_verdict_text(navlint_report_verdict(report)));
    put_limit(json, navlint_report_limit(report));
    put_summary(json, report);
    put_findings(json, report, outer_offset);
    put_facts(json, report);
}

static void put_single(rep_json *json, const navlint_report *report, details more) {
    put_input(json, report, more.sha256_hex);
    put_format(json, report);
    put_judgement(json, report, more.outer_offset);
    put_coverage(json, report);
}

static void put_set_head(rep_json *json, const navlint_report *set) {
    rep_json_open(json, "set", '{');
    rep_json_text(json, "name", navlint_report_name(set));
    rep_json_count(json, "bytes", navlint_report_bytes(set));
    rep_json_count(json, "members", navlint_report_member_count(set));
    rep_json_close(json, '}');
}

static void put_members(rep_json *json, const navlint_report *set, const char *const *sha256_hex,
                        const uint64_t *outer_offsets) {
    rep_json_open(json, "members", '[');
    for (size_t i = 0; i < navlint_report_member_count(set); i++) {
        rep_json_open(json, NULL, '{');
        put_single(json, navlint_report_member(set, i), details_of(sha256_hex, outer_offsets, i));
        rep_json_close(json, '}');
    }
    rep_json_close(json, ']');
}

static navlint_text set_json(const navlint_report *set, enum navlint_json_style style,
                             const char *const *sha256_hex, const uint64_t *outer_offsets) {
    rep_json json = rep_json_begin(style);
    put_tool(&json);
    put_set_head(&json, set);
    put_judgement(&json, set, UINT64_MAX);
    if (style != NAVLINT_JSON_SET_ALONE) put_members(&json, set, sha256_hex, outer_offsets);
    return rep_json_end(&json);
}

navlint_text navlint_report_json_within(const navlint_report *report, enum navlint_json_style style,
                                        const char *const *sha256_hex,
                                        const uint64_t *outer_offsets) {
    if (navlint_report_member_count(report) > 0)
        return set_json(report, style, sha256_hex, outer_offsets);
    rep_json json = rep_json_begin(style);
    put_tool(&json);
    put_single(&json, report, details_of(sha256_hex, outer_offsets, 0));
    return rep_json_end(&json);
}

navlint_text navlint_set_json(const navlint_report *set, enum navlint_json_style style,
                              const char *const *sha256_hex) {
    return set_json(set, style, sha256_hex, NULL);
}

navlint_text navlint_report_json(const navlint_report *report, enum navlint_json_style style,
                                 const char *sha256_hex) {
    /* A digest belongs to one input: a set shows none. */
    const bool is_set = navlint_report_member_count(report) > 0;
    return navlint_report_json_within(report, style, is_set ? NULL : &sha256_hex, NULL);
}
