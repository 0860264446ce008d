/* What is found, on its way into the report: severity, counts, caps, and a copy of what is kept. */
#include <string.h>

#include "core/report_parts.h"

enum {
    MESSAGE_BYTES = 384,
    PATH_BYTES = 128,
    VALUES_BYTES = 256,
    NAME_BYTES = 64,
    JUMP_BYTES = 96
};
_Static_assert(MESSAGE_BYTES + PATH_BYTES + VALUES_BYTES + 4 * NAME_BYTES + JUMP_BYTES ==
                   NL_FINDING_TEXT_BYTES,
               "limits.h promises what is kept of a finding's text");

/* A finding on its way: what nl_emit was given, and what follows from it. */
typedef struct nl_emission {
    const nl_place *place;
    const nl_field *field; /* NULL: the record */
    const nl_draft *draft;
    const navlint_rule *rule;
    navlint_severity severity;
    navlint_value actual;
    bool is_cause;
} nl_emission;

/* ---- Texts ---- */

/* The rest of what a finding can hold, at most `limit_bytes` of it. */
static nl_text text_in(nl_kept_finding *kept, uint32_t limit_bytes) {
    const uint32_t left = NL_FINDING_TEXT_BYTES - kept->text_bytes;
    return nl_text_over(kept->text + kept->text_bytes, left < limit_bytes ? left : limit_bytes);
}

static const char *end_text(nl_kept_finding *kept, const nl_text *text) {
    kept->text_bytes += (uint32_t)text->length + 1;
    return text->chars;
}

/* " at (1375, 1875, 0)" */
static void put_position(nl_text *text, const navlint_position *position) {
    if (!position->is_known) return;
    nl_put(text, " at (");
    nl_put_real(text, position->x);
    nl_put(text, ", ");
    nl_put_real(text, position->y);
    nl_put(text, ", ");
    nl_put_real(text, position->z);
    nl_put_char(text, ')');
}

/* "area 41 at (1375, 1875, 0): " */
static void put_subject(nl_text *text, const nl_place *place) {
    const nl_subject *const subject = &place->subject;
    if (subject->put) {
        subject->put(text, subject);
    } else if (subject->kind) {
        nl_put(text, subject->kind);
        nl_put_char(text, ' ');
        nl_put_uint(text, subject->id);
    } else {
        return;
    }
    put_position(text, &place->position);
    nl_put(text, ": ");
}

/* A file that is broken from its first byte on may be something else altogether. */
static void put_resemblance(nl_text *text, const nl_emission *e) {
    const char *const resemblance = e->place->report->resemblance;
    if (!resemblance || e->severity != NAVLINT_ERROR || e->place->at != 0) return;
    nl_put(text, ": this is ");
    nl_put(text, resemblance);
}

static const char *keep_message(nl_kept_finding *kept, const nl_emission *e) {
    nl_text text = text_in(kept, MESSAGE_BYTES);
    put_subject(&text, e->place);
    nl_put_template(&text, e->rule->message,
                    &(nl_template_values){&e->actual, &e->draft->expected, e->draft->args});
    put_resemblance(&text, e);
    return end_text(kept, &text);
}

static void put_step(nl_text *text, const nl_step *step) {
    const nl_path key = nl_key(NULL, step->key);
    const nl_path item = nl_item(step->key ? &key : NULL, step->index);
    nl_put_path(text, step->index == NL_NO_INDEX ? &key : &item);
}

static const char *keep_path(nl_kept_finding *kept, const nl_emission *e) {
    nl_text text = text_in(kept, PATH_BYTES);
    for (uint32_t i = 0; i < e->place->depth; i++)
        put_step(&text, &e->place->steps[i]);
    if (e->field && !e->field->is_value) put_step(&text, &(nl_step){e->field->name, NL_NO_INDEX});
    return end_text(kept, &text);
}

static const char *keep_name(nl_kept_finding *kept, const char *name) {
    if (!name) return NULL;
    nl_text text = text_in(kept, NAME_BYTES);
    nl_put_shown(&text, name);
    return end_text(kept, &text);
}

/* A cell with a name can be gone to without a position. */
static bool is_placed(const nl_place *place) {
    return place->position.is_known || place->subject.cell;
}

static const char *keep_jump(nl_kept_finding *kept, const nl_emission *e) {
    const navlint_report *const report = e->place->report;
    if (!report->put_jump || !is_placed(e->place)) return NULL;
    nl_text text = text_in(kept, JUMP_BYTES);
    report->put_jump(&text, e->place);
    return text.length == 0 ? NULL : end_text(kept, &text);
}

/* ---- Values ---- */

/* Texts of values share their part of the room: `left_bytes` of it are left. */
static navlint_value keep_value(nl_kept_finding *kept, const navlint_value *value,
                                uint32_t *left_bytes) {
    if (value->kind != NAVLINT_TEXT) return *value;
    if (*left_bytes == 0) return nl_string("");
    nl_text text = text_in(kept, *left_bytes);
    nl_put_shown(&text, value->as.text);
    *left_bytes -= (uint32_t)text.length + 1;
    return nl_string(end_text(kept, &text));
}

/* Words stand for a value where the field cannot hold them; where nothing is expected there is no
 * bound. */
static navlint_relation relation_of(const nl_emission *e) {
    if (e->draft->expected.kind == NAVLINT_NO_VALUE) return NAVLINT_EQUAL;
    const bool is_number = e->field && nl_type_bytes((nl_type)e->field->type) != 0;
    const bool is_words = e->draft->expected.kind == NAVLINT_TEXT &&
                          e->draft->relation == NAVLINT_EQUAL && e->actual.kind != NAVLINT_TEXT;
    return is_words && is_number ? NAVLINT_DESCRIBED : e->draft->relation;
}

static void keep_values(nl_kept_finding *kept, const nl_emission *e) {
    navlint_finding *const finding = &kept->finding;
    uint32_t left_bytes = VALUES_BYTES;
    finding->actual = keep_value(kept, &e->actual, &left_bytes);
    finding->expected = keep_value(kept, &e->draft->expected, &left_bytes);
    finding->relation = relation_of(e);
    finding->alternatives = kept->alternatives;
    for (size_t i = 0; i < NL_MAX_EXPECTED - 1; i++)
        if (e->draft->others[i].kind != NAVLINT_NO_VALUE)
            kept->alternatives[finding->alternative_count++] =
                keep_value(kept, &e->draft->others[i], &left_bytes);
}

/* ---- What is kept ---- */

static void keep_subject(nl_kept_finding *kept, const nl_emission *e) {
    const nl_subject *const subject = &e->place->subject;
    kept->finding.subject = (navlint_subject){
        .kind = subject->kind,
        .id = subject->id,
        .name = keep_name(kept, subject->name),
        .record = keep_name(kept, subject->record),
        .cell = keep_name(kept, subject->cell),
        .worldspace = keep_name(kept, subject->worldspace),
    };
    kept->finding.position = e->place->position;
    kept->finding.jump = keep_jump(kept, e);
}

static void keep_related(nl_kept_finding *kept, const nl_draft *draft) {
    navlint_finding *const finding = &kept->finding;
    finding->related = kept->related;
    for (size_t i = 0; i < NL_MAX_RELATED; i++) {
        if (!draft->related[i].message) continue;
        kept->related[finding->related_count++] = draft->related[i];
        finding->hint_count += i < draft->hint_count;
    }
}

/* What is true of a set as a whole is so of the only input that is reported, too: its bytes are
 * named then, all of them. A set's own report has none. */
static uint64_t own_length(const nl_emission *e) {
    const nl_place *const place = e->place;
    if (e->field) return nl_field_bytes(e->field);
    return place->bytes || place->packed || place->depth > 0 ? 0 : place->report->bytes;
}

static navlint_range range_of(const nl_emission *e) {
    return (navlint_range){.offset = e->place->at + (e->field ? e->field->at : 0),
                           .length = e->draft->length ? e->draft->length : own_length(e)};
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

static void fill(nl_kept_finding *kept, const nl_emission *e) {
    kept->text_bytes = 0;
    kept->is_measured = e->draft->actual.kind != NAVLINT_NO_VALUE;
    kept->finding = (navlint_finding){
        .rule = e->rule,
        .severity = e->severity,
        .message = keep_message(kept, e),
        .path = keep_path(kept, e),
        .field = e->field ? e->field->name : NULL,
        .type = e->field ? nl_type_name((nl_type)e->field->type) : NULL,
        .is_cause = e->is_cause,
    };
    keep_values(kept, e);
    keep_place(&kept->finding, e);
    keep_related(kept, e->draft);
    keep_subject(kept, e);
}

/* ---- Room for what is kept ---- */

static nl_kept_finding *new_slot(navlint_report *report) {
    nl_kept_finding *const slot = NL_NEW(&report->pool->memory, nl_kept_finding, 1);
    if (slot) report->finding_count++;
    return slot;
}

/* Of a report that is full, the latest finding of the least severity below `severity` makes room.
 * NULL: there is none. */
static nl_kept_finding *less_severe_slot(navlint_report *report, navlint_severity severity) {
    for (unsigned i = NL_SEVERITIES; i-- > (unsigned)severity + 1;) {
        nl_kept_finding *const slot = report->kept[i];
        if (!slot) continue;
        report->kept[i] = slot->next;
        slot->state->kept--;
        report->summary.truncated = true;
        return slot;
    }
    return NULL;
}

static nl_kept_finding *slot_for(navlint_report *report, const nl_rule_state *state,
                                 navlint_severity severity) {
    if (state->kept >= report->pool->caps.findings_per_rule) return NULL;
    nl_kept_finding *const slot =
        report->finding_count < report->finding_cap ? new_slot(report) : NULL;
    return slot ? slot : less_severe_slot(report, severity);
}

static void keep(navlint_report *report, nl_rule_state *state, const nl_emission *e) {
    nl_kept_finding *const slot = slot_for(report, state, e->severity);
    if (!slot) {
        report->summary.truncated = true;
        return;
    }
    fill(slot, e);
    slot->state = state;
    slot->serial = report->emitted;
    slot->next = report->kept[e->severity];
    report->kept[e->severity] = slot;
    state->kept++;
}

/* ---- The emitter ---- */

static navlint_severity severity_of(const navlint_report *report, unsigned rule) {
    if (report->has_overrides) return report->rules[rule].severity;
    return nl_own_severity(&report->format->rules[rule]);
}

static void count_severity(navlint_summary *summary, navlint_severity severity) {
    summary->errors += severity == NAVLINT_ERROR;
    summary->warnings += severity == NAVLINT_WARNING;
    summary->infos += severity == NAVLINT_INFO;
}

/* Counts it, and says whether it is to be kept. */
static bool count(navlint_report *report, nl_rule_state *state, navlint_severity severity) {
    count_severity(&report->summary, severity);
    report->emitted++;
    state->total++;
    report->repeated += report->repeats;
    if (severity > report->min_severity) {
        report->summary.hidden++;
    } else if (report->follows || (report->repeats && !report->pool->lists_repeats)) {
        report->summary.consequences++;
    } else {
        state->seen++;
        return true;
    }
    return false;
}

static navlint_value actual_of(const nl_place *place, const nl_field *field,
                               const nl_draft *draft) {
    const bool is_measured = draft->actual.kind != NAVLINT_NO_VALUE;
    if (is_measured || !field || !place->bytes) return draft->actual;
    return nl_field_value(field, place->bytes + place->at);
}

/* Whether the rule is on. */
static bool emit(nl_emission *e, unsigned rule) {
    navlint_report *const report = e->place->report;
    e->severity = severity_of(report, rule);
    if (e->severity == NAVLINT_OFF) return false;
    nl_rule_state *const state = &nl_report_states(report)[rule];
    if (!count(report, state, e->severity)) return true;
    e->rule = &report->format->rules[rule];
    e->actual = actual_of(e->place, e->field, e->draft);
    keep(report, state, e);
    return true;
}

void nl_emit(const nl_place *place, unsigned rule, const nl_field *field, const nl_draft *draft) {
    (void)emit(&(nl_emission){.place = place, .field = field, .draft = draft}, rule);
}

bool nl_emit_cause(const nl_place *place, unsigned rule, const nl_field *field,
                   const nl_draft *draft) {
    return emit(&(nl_emission){.place = place, .field = field, .draft = draft, .is_cause = true},
                rule);
}

/* The latest come first: what was emitted shortly before is found soon. */
static nl_kept_finding *kept_as(nl_kept_finding *latest, uint64_t serial) {
    while (latest && latest->serial > serial)
        latest = latest->next;
    return latest && latest->serial == serial ? latest : NULL;
}

void nl_make_cause(navlint_report *report, uint64_t serial) {
    for (unsigned i = 0; i < NL_SEVERITIES; i++) {
        nl_kept_finding *const kept = kept_as(report->kept[i], serial);
        if (kept) kept->finding.is_cause = true;
    }
}

void nl_follow(navlint_report *report, bool follows) {
    report->follows = follows;
}

void nl_repeat(navlint_report *report, bool repeats) {
    report->repeats = repeats;
}

static const nl_field *field_at(const nl_place *place, unsigned field) {
    return field == NL_NO_FIELD ? NULL : &place->report->format->layout->fields[field];
}

void nl_found(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft) {
    nl_emit(place, rule, field_at(place, field), draft);
}

bool nl_found_cause(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft) {
    return nl_emit_cause(place, rule, field_at(place, field), draft);
}
