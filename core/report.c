#include "core/report.h"

#include <string.h>

#include "core/checked.h"

enum { MESSAGE_BYTES = 384, PATH_BYTES = 128, VALUE_BYTES = 128, LABEL_BYTES = 192 };
_Static_assert(MESSAGE_BYTES + PATH_BYTES + 2 * VALUE_BYTES == NL_FINDING_TEXT_BYTES,
               "limits.h promises what is kept of a finding's text");

enum { ALIGNMENT = 16 }; /* what nl_alloc may skip before a block */

uint64_t nl_report_bound(nl_report_caps caps, uint64_t rule_count, uint64_t report_count) {
    const uint64_t finding =
        sizeof(nl_kept_finding *) + sizeof(nl_kept_finding) + NL_FINDING_TEXT_BYTES + 2 * ALIGNMENT;
    const uint64_t report = sizeof(navlint_report) + rule_count * sizeof(nl_rule_state) +
                            NL_FACT_TEXT_BYTES + 4 * ALIGNMENT;
    return nl_add_sat(nl_mul_sat(report, report_count), caps.findings * finding);
}

nl_report_pool nl_report_pool_over(nl_arena memory, nl_report_caps caps) {
    return (nl_report_pool){memory, caps.findings, caps.findings_per_rule};
}

navlint_report *nl_report_new(nl_report_pool *pool, const navlint_input *input) {
    navlint_report *const report = NL_NEW(&pool->memory, navlint_report, 1);
    if (!report) return NULL;
    memset(report, 0, offsetof(navlint_report, facts));
    report->pool = pool;
    report->link = &report->first;
    report->name = input->name ? input->name : "-";
    report->bytes = input->length;
    return report;
}

bool nl_report_set_format(navlint_report *report, const navlint_format *format,
                          const char *detected_by) {
    report->rules = NL_NEW_ZEROED(&report->pool->memory, nl_rule_state, format->rule_count);
    if (!report->rules) return false;
    report->has_overrides = false;
    report->format = format;
    report->detected_by = detected_by;
    return true;
}

static void copy_severities(navlint_report *report) {
    for (size_t i = 0; i < report->format->rule_count; i++)
        report->rules[i].severity = report->format->rules[i].severity;
    report->has_overrides = true;
}

void nl_report_override(navlint_report *report, unsigned rule, navlint_severity severity) {
    if (!report->has_overrides) copy_severities(report);
    report->rules[rule].severity = severity;
}

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

static navlint_value keep_value(navlint_report *report, const navlint_value *value) {
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
    kept->finding = (navlint_finding){
        .rule = &report->format->rules[rule],
        .severity = severity_of(report, rule),
        .message = keep_message(report, report->format->rules[rule].message, draft),
        .path = keep_path(report, draft),
        .field = draft->member ? draft->member : draft->field,
        .type = nl_type_name(draft->type),
        .expected = keep_value(report, &draft->expected),
        .actual = keep_value(report, &draft->actual),
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
    if (!found->is_measured && place->bytes)
        found->actual = nl_field_value(field, place->bytes + place->at);
}

/* chars: room for a label that has to be put together. */
static void name_subject(nl_draft *found, const nl_subject *subject, nl_text chars) {
    found->subject = subject->put ? NULL : subject->kind;
    found->subject_id = subject->id;
    found->label = subject->label;
    if (!subject->put) return;
    subject->put(&chars, subject);
    found->label = chars.chars;
}

void nl_found(const nl_place *place, unsigned rule, unsigned field, const nl_draft *draft) {
    char label[LABEL_BYTES];
    nl_path frames[2 * NL_PLACE_STEPS];
    nl_draft found = *draft;
    name_subject(&found, &place->subject, nl_text_over(label, sizeof label));
    found.path = frames_of(place, frames);
    found.offset = place->at;
    found.packed = place->packed;
    if (field != NL_NO_FIELD)
        name_field(&found, place, &place->report->format->layout->fields[field]);
    nl_emit(place->report, rule, &found);
}

void nl_fact(navlint_report *report, const char *name, navlint_value value) {
    if (report->fact_count == NL_MAX_FACTS) return;
    report->facts[report->fact_count++] = (navlint_fact){name, keep_value(report, &value)};
}

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

void nl_limit(navlint_report *report, const char *name, const char *message) {
    if (report->limit.name) return;
    nl_text text = nl_text_over(report->limit_message, sizeof report->limit_message);
    nl_put(&text, message);
    report->limit = (navlint_limit){name, report->limit_message};
}

static bool comes_before(const nl_kept_finding *a, const nl_kept_finding *b) {
    if (a->finding.offset != b->finding.offset) return a->finding.offset < b->finding.offset;
    if (a->finding.inner.offset != b->finding.inner.offset)
        return a->finding.inner.offset < b->finding.inner.offset;
    const int codes = strcmp(a->finding.rule->code, b->finding.rule->code);
    return codes != 0 ? codes < 0 : a->serial < b->serial;
}

static void sift_down(nl_kept_finding **heap, uint32_t root, uint32_t count) {
    for (uint32_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && comes_before(heap[child], heap[child + 1])) child++;
        if (!comes_before(heap[root], heap[child])) return;
        nl_kept_finding *const moved = heap[root];
        heap[root] = heap[child];
        heap[child] = moved;
        root = child;
    }
}

/* Heapsort: in place and n log n whatever the order; the C library's qsort may allocate. */
static void sort_findings(nl_kept_finding **findings, uint32_t count) {
    for (uint32_t root = count / 2; root-- > 0;)
        sift_down(findings, root, count);
    for (uint32_t end = count; end-- > 1;) {
        nl_kept_finding *const last = findings[0];
        findings[0] = findings[end];
        findings[end] = last;
        sift_down(findings, 0, end);
    }
}

/* The first finding of a rule that was cut short tells how often it was broken in all. */
static void count_occurrences(navlint_report *report) {
    for (uint32_t i = 0; i < report->finding_count; i++) {
        nl_kept_finding *const kept = report->findings[i];
        if (kept->state->seen > kept->state->kept) kept->finding.occurrences = kept->state->seen;
        kept->state->seen = 0;
    }
}

static void find_gaps(navlint_report *report) {
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

/* The chain as an array. Should there be no room for it, nothing is shown and the counts stand. */
static void gather_findings(navlint_report *report) {
    report->findings = NL_NEW(&report->pool->memory, nl_kept_finding *, report->finding_count);
    if (!report->findings) {
        report->finding_count = 0;
        report->summary.truncated = true;
    }
    uint32_t i = 0;
    for (nl_kept_finding *kept = report->first; i < report->finding_count; kept = kept->next)
        report->findings[i++] = kept;
}

void nl_report_seal(navlint_report *report) {
    gather_findings(report);
    sort_findings(report->findings, report->finding_count);
    count_occurrences(report);
    find_gaps(report);
}
