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

/* "area 41: " */
static void put_subject(nl_text *text, const nl_draft *draft) {
    if (!draft->subject && !draft->label) return;
    if (draft->subject) {
        nl_put(text, draft->subject);
        nl_put_char(text, ' ');
        nl_put_uint(text, draft->subject_id);
    } else {
        nl_put(text, draft->label);
    }
    nl_put(text, ": ");
}

static const char *keep_message(navlint_report *report, const char *template_text,
                                const nl_draft *draft) {
    char chars[MESSAGE_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    put_subject(&text, draft);
    nl_put_template(&text, template_text,
                    &(nl_template_values){&draft->actual, &draft->expected, draft->args});
    return keep_text(&report->pool->memory, text.chars, text.length);
}

static const char *keep_path(navlint_report *report, const nl_draft *draft) {
    char chars[PATH_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    const nl_path member = nl_key(draft->path, draft->member);
    nl_put_path(&text, draft->member ? &member : draft->path);
    return keep_text(&report->pool->memory, text.chars, text.length);
}

navlint_value nl_report_keep_value(navlint_report *report, const navlint_value *value) {
    if (value->kind != NAVLINT_TEXT) return *value;
    char chars[VALUE_BYTES];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_shown(&text, value->as.text);
    return nl_string(keep_text(&report->pool->memory, text.chars, text.length));
}

static void keep_related(nl_kept_finding *kept, const nl_draft *draft) {
    size_t count = 0;
    for (size_t i = 0; i < NL_MAX_RELATED; i++)
        if (draft->related[i].message) kept->related[count++] = draft->related[i];
    kept->finding.related = kept->related;
    kept->finding.related_count = count;
}

/* In packed bytes the place becomes the inner one, the packed bytes are where it is in the input,
 * and there is no fix: it would have to be packed again. */
static void keep_place(navlint_finding *finding, const nl_draft *draft) {
    const nl_packed *const packed = draft->packed;
    const uint64_t length = draft->length ? draft->length : nl_type_bytes(draft->type);
    finding->offset = packed ? packed->offset : draft->offset;
    finding->length = packed ? packed->length : length;
    if (packed) {
        finding->encoding = packed->encoding;
        finding->inner = (navlint_range){draft->offset, length};
    } else {
        finding->fix = draft->fix;
    }
}

static navlint_severity severity_of(const navlint_report *report, unsigned rule) {
    return report->has_overrides ? report->rules[rule].severity
                                 : report->format->rules[rule].severity;
}

/* false if the memory does not suffice: a finding is kept with all of its text or not at all. */
static bool keep(navlint_report *report, unsigned rule, const nl_draft *draft) {
    nl_kept_finding *const kept = NL_NEW_ZEROED(&report->pool->memory, nl_kept_finding, 1);
    if (!kept) return false;
    kept->state = &report->rules[rule];
    kept->serial = report->finding_count;
    kept->is_measured = draft->is_measured;
    kept->finding = (navlint_finding){
        .rule = &report->format->rules[rule],
        .severity = severity_of(report, rule),
        .message = keep_message(report, report->format->rules[rule].message, draft),
        .path = keep_path(report, draft),
        .field = draft->member ? draft->member : draft->field,
        .type = nl_type_name(draft->type),
        .expected = nl_report_keep_value(report, &draft->expected),
        .actual = nl_report_keep_value(report, &draft->actual),
    };
    keep_place(&kept->finding, draft);
    keep_related(kept, draft);
    if (report->pool->memory.exhausted) return false;
    *report->link = kept;
    report->link = &kept->next;
    report->finding_count++;
    report->pool->findings_left--;
    report->rules[rule].kept++;
    return true;
}

static void count_severity(navlint_summary *summary, navlint_severity severity) {
    summary->errors += severity == NAVLINT_ERROR;
    summary->warnings += severity == NAVLINT_WARNING;
    summary->infos += severity == NAVLINT_INFO;
}

void nl_emit(navlint_report *report, unsigned rule, const nl_draft *draft) {
    nl_rule_state *const state = &report->rules[rule];
    const navlint_severity severity = severity_of(report, rule);
    if (severity == NAVLINT_OFF) return;
    state->seen++;
    count_severity(&report->summary, severity);
    const bool may_keep =
        state->kept < report->pool->findings_per_rule && report->pool->findings_left > 0;
    if (!may_keep || !keep(report, rule, draft)) report->summary.truncated = true;
}

/* The frames of a place's path, from the root on; the last one, or NULL. */
static const nl_path *frames_of(const nl_place *place, nl_path frames[2 * NL_PLACE_STEPS]) {
    const nl_path *last = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < place->depth; i++) {
        const nl_step *const step = &place->steps[i];
        frames[count] = nl_key(last, step->key);
        last = &frames[count++];
        if (step->index == NL_NO_INDEX) continue;
        frames[count] = nl_item(last, step->index);
        last = &frames[count++];
    }
    return last;
}

static void name_field(nl_draft *found, const nl_place *place, const nl_field *field) {
    found->member = field->is_value ? NULL : field->name;
    found->field = field->name;
    found->type = (nl_type)field->type;
    found->offset += field->at;
    if (found->length == 0) found->length = field->length;
    found->is_measured = found->actual.kind != NAVLINT_NO_VALUE;
    if (!found->is_measured) found->actual = nl_field_value(field, place->bytes + place->at);
}

void nl_found(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft) {
    nl_path frames[2 * NL_PLACE_STEPS];
    nl_draft found = *draft;
    found.subject = place->subject.kind;
    found.subject_id = place->subject.id;
    found.label = place->subject.label;
    found.path = frames_of(place, frames);
    found.offset = place->at;
    found.packed = place->packed;
    if (field != NL_NO_FIELD)
        name_field(&found, place, &place->report->format->layout->fields[field]);
    nl_emit(place->report, rule, &found);
}
