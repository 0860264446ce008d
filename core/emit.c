/* What is found, on its way into the report: severity, counts, caps, and a copy of what is kept. */
#include <string.h>

#include "core/report_parts.h"

enum { MESSAGE_BYTES = 384, PATH_BYTES = 128, VALUE_BYTES = 128 };
_Static_assert(MESSAGE_BYTES + PATH_BYTES + 2 * VALUE_BYTES == NL_FINDING_TEXT_BYTES,
               "limits.h promises what is kept of a finding's text");

static const char *keep_text(nl_arena *memory, const char *text, size_t length) {
    char *const copy = NL_NEW(memory, char, length + 1);
    if (!copy) return "";
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

/* A finding on its way: what nl_emit was given, and what follows from it. */
typedef struct nl_emission {
    const nl_place *place;
    const nl_field *field; /* NULL: the record */
    const nl_draft *draft;
    const navlint_rule *rule;
    navlint_severity severity;
    navlint_value actual;
} nl_emission;

/* ---- Texts ---- */

/* "area 41: " */
static void put_subject(nl_text *text, const nl_subject *subject) {
    if (subject->put) {
        subject->put(text, subject);
    } else if (subject->kind) {
        nl_put(text, subject->kind);
        nl_put_char(text, ' ');
        nl_put_uint(text, subject->id);
    } else {
        return;
    }
    nl_put(text, ": ");
}

static const char *keep_message(navlint_report *report, const nl_emission *e) {
    char chars[MESSAGE_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    put_subject(&text, &e->place->subject);
    nl_put_template(&text, e->rule->message,
                    &(nl_template_values){&e->actual, &e->draft->expected, e->draft->args});
    return keep_text(&report->pool->memory, text.chars, text.length);
}

static void put_step(nl_text *text, const nl_step *step) {
    const nl_path key = nl_key(NULL, step->key);
    const nl_path item = nl_item(&key, step->index);
    nl_put_path(text, step->index == NL_NO_INDEX ? &key : &item);
}

static const char *keep_path(navlint_report *report, const nl_emission *e) {
    char chars[PATH_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    for (uint32_t i = 0; i < e->place->depth; i++)
        put_step(&text, &e->place->steps[i]);
    if (e->field && !e->field->is_value) put_step(&text, &(nl_step){e->field->name, NL_NO_INDEX});
    return keep_text(&report->pool->memory, text.chars, text.length);
}

navlint_value nl_report_keep_value(navlint_report *report, const navlint_value *value) {
    if (value->kind != NAVLINT_TEXT) return *value;
    char chars[VALUE_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_shown(&text, value->as.text);
    return nl_string(keep_text(&report->pool->memory, text.chars, text.length));
}

/* ---- What is kept ---- */

static void keep_related(nl_kept_finding *kept, const nl_draft *draft) {
    size_t count = 0;
    for (size_t i = 0; i < NL_MAX_RELATED; i++)
        if (draft->related[i].message) kept->related[count++] = draft->related[i];
    kept->finding.related = kept->related;
    kept->finding.related_count = count;
}

static navlint_range range_of(const nl_emission *e) {
    const nl_field *const field = e->field;
    const uint64_t own_length = field ? nl_field_bytes(field) : 0;
    return (navlint_range){.offset = e->place->at + (field ? field->at : 0),
                           .length = e->draft->length ? e->draft->length : own_length};
}

/* In packed bytes the place becomes the inner one, the packed bytes are where it is in the input,
 * and there is no fix: it would have to be packed again. */
static void keep_place(navlint_finding *finding, const nl_emission *e) {
    const nl_packed *const packed = e->place->packed;
    const navlint_range range = range_of(e);
    finding->offset = packed ? packed->offset : range.offset;
    finding->length = packed ? packed->length : range.length;
    if (packed) {
        finding->encoding = packed->encoding;
        finding->inner = range;
    } else {
        finding->fix = e->draft->fix;
    }
}

/* false if the memory does not suffice: a finding is kept with all of its text or not at all. */
static bool keep(navlint_report *report, nl_rule_state *state, const nl_emission *e) {
    nl_kept_finding *const kept = NL_NEW_ZEROED(&report->pool->memory, nl_kept_finding, 1);
    if (!kept) return false;
    kept->state = state;
    kept->serial = report->finding_count;
    kept->is_measured = e->draft->actual.kind != NAVLINT_NO_VALUE;
    kept->finding = (navlint_finding){
        .rule = e->rule,
        .severity = e->severity,
        .message = keep_message(report, e),
        .path = keep_path(report, e),
        .field = e->field ? e->field->name : NULL,
        .type = e->field ? nl_type_name((nl_type)e->field->type) : NULL,
        .expected = nl_report_keep_value(report, &e->draft->expected),
        .actual = nl_report_keep_value(report, &e->actual),
    };
    keep_place(&kept->finding, e);
    keep_related(kept, e->draft);
    if (report->pool->memory.exhausted) return false;
    *report->link = kept;
    report->link = &kept->next;
    report->finding_count++;
    report->pool->findings_left--;
    state->kept++;
    return true;
}

/* ---- The emitter ---- */

static navlint_severity severity_of(const navlint_report *report, unsigned rule) {
    return report->has_overrides ? report->rules[rule].severity
                                 : report->format->rules[rule].severity;
}

static void count_severity(navlint_summary *summary, navlint_severity severity) {
    summary->errors += severity == NAVLINT_ERROR;
    summary->warnings += severity == NAVLINT_WARNING;
    summary->infos += severity == NAVLINT_INFO;
}

static navlint_value actual_of(const nl_place *place, const nl_field *field,
                               const nl_draft *draft) {
    const bool is_measured = draft->actual.kind != NAVLINT_NO_VALUE;
    if (is_measured || !field || !place->bytes) return draft->actual;
    return nl_field_value(field, place->bytes + place->at);
}

void nl_emit(const nl_place *place, unsigned rule, const nl_field *field, const nl_draft *draft) {
    navlint_report *const report = place->report;
    nl_rule_state *const state = &report->rules[rule];
    const navlint_severity severity = severity_of(report, rule);
    if (severity == NAVLINT_OFF) return;
    state->seen++;
    count_severity(&report->summary, severity);
    const nl_emission emission = {.place = place,
                                  .field = field,
                                  .draft = draft,
                                  .rule = &report->format->rules[rule],
                                  .severity = severity,
                                  .actual = actual_of(place, field, draft)};
    const bool may_keep =
        state->kept < report->pool->findings_per_rule && report->pool->findings_left > 0;
    if (!may_keep || !keep(report, state, &emission)) report->summary.truncated = true;
}

void nl_found(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft) {
    const nl_layout *const layout = place->report->format->layout;
    nl_emit(place, rule, field == NL_NO_FIELD ? NULL : &layout->fields[field], draft);
}
