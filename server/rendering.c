#include "server/rendering.h"

#include "server/framing.h"
#include "server/parameters.h"
#include "server/weights.h"

typedef struct row {
    const char *type;
    const char *range; /* of all its subtypes */
    const char *shown; /* as Content-Type */
} row;

static const row rows[SRV_RENDERING_COUNT] = {
    [SRV_AS_JSON] = {"application/json", "application/*", "application/json"},
    [SRV_AS_LINES] = {"application/x-ndjson", "application/*", "application/x-ndjson"},
    [SRV_AS_TEXT] = {"text/plain", "text/*", "text/plain; charset=utf-8"},
    [SRV_AS_SARIF] = {"application/sarif+json", "application/*", "application/sarif+json"},
    [SRV_AS_MARKDOWN] = {"text/markdown", "text/*", "text/markdown; charset=utf-8"},
    [SRV_AS_CSV] = {"text/csv", "text/*", "text/csv; charset=utf-8"},
    [SRV_AS_BYTES] = {"application/octet-stream", "application/*", "application/octet-stream"},
    [SRV_AS_PARTS] = {"multipart/mixed", "multipart/*", "multipart/mixed"}};

/* The default first. */
static const srv_rendering of_report[] = {SRV_AS_JSON,  SRV_AS_LINES,    SRV_AS_TEXT,
                                          SRV_AS_SARIF, SRV_AS_MARKDOWN, SRV_AS_CSV};
static const srv_rendering of_fix[] = {SRV_AS_BYTES, SRV_AS_JSON, SRV_AS_PARTS};

const char *srv_rendering_type(srv_rendering rendering) {
    return rows[rendering].shown;
}

/* ---- Accept ---- */

typedef struct preference {
    int exactness; /* of the most exact range that fits: 0 for none */
    int weight;    /* its weight, in thousandths */
} preference;

static int exactness_of(srv_text range, const row *one) {
    enum { ALL = 1, ALL_OF_TYPE, EXACT };
    if (srv_text_is(range, one->type)) return EXACT;
    if (srv_text_is(range, one->range)) return ALL_OF_TYPE;
    return srv_text_is(range, "*/*") ? ALL : 0;
}

/* Of the same range that comes twice the higher weight counts: the order of fields is of no matter.
 */
static bool is_closer(const preference *a, const preference *b) {
    return a->exactness != b->exactness ? a->exactness > b->exactness : a->weight > b->weight;
}

/* The weight among the parameters of a range; others are of no matter here. */
static int take_weight(srv_text parameters) {
    srv_parameter parameter;
    srv_parameter_step step = SRV_PARAMETER_READ;
    int weight = SRV_FULL_WEIGHT;
    while ((step = srv_parameter_next(&parameters, &parameter)) == SRV_PARAMETER_READ)
        if (srv_text_is(parameter.name, "q")) weight = srv_weight_read(parameter.value);
    return step == SRV_PARAMETERS_END ? weight : 0;
}

static void read_ranges(srv_text list, preference all[SRV_RENDERING_COUNT]) {
    while (list.length > 0) {
        srv_text member = srv_list_take(&list);
        const srv_text range = srv_leading_token(&member);
        const int weight = take_weight(member);
        for (int i = 0; i < SRV_RENDERING_COUNT; i++) {
            const preference one = {exactness_of(range, &rows[i]), weight};
            if (one.exactness > 0 && is_closer(&one, &all[i])) all[i] = one;
        }
    }
}

static bool is_better(const preference *a, const preference *b) {
    return a->weight != b->weight ? a->weight > b->weight : a->exactness > b->exactness;
}

srv_answer srv_rendering_read(const srv_head *head, bool fixes, srv_rendering *rendering) {
    const srv_rendering *const choices = fixes ? of_fix : of_report;
    const size_t count =
        fixes ? sizeof of_fix / sizeof *of_fix : sizeof of_report / sizeof *of_report;
    preference all[SRV_RENDERING_COUNT] = {{0, 0}};
    bool is_given = false;
    for (size_t i = 0; i < head->header_count; i++) {
        const srv_header *const field = &head->headers[i];
        if (!srv_text_is(field->name, "Accept") || field->value.length == 0) continue;
        is_given = true;
        read_ranges(field->value, all);
    }
    *rendering = choices[0];
    for (size_t i = 1; i < count; i++)
        if (is_better(&all[choices[i]], &all[*rendering])) *rendering = choices[i];
    return !is_given || all[*rendering].weight > 0 ? SRV_OK : SRV_NOT_ACCEPTABLE;
}

/* ---- text ---- */

/* The report of a fix lists what `navlint fix` lists, whatever the form. */
void srv_rendering_apply(srv_rendering rendering, bool fixes, const srv_wishes *wishes,
                         navlint_options *options) {
    const bool is_for_people = fixes || rendering == SRV_AS_TEXT || rendering == SRV_AS_MARKDOWN;
    if (is_for_people && !wishes->has_min_severity) options->min_severity = NAVLINT_WARNING;
}

navlint_text_style srv_text_style(const navlint_options *options, bool is_capped) {
    enum { SHOWN_OF_RULE = 3 };
    return (navlint_text_style){.struct_bytes = sizeof(navlint_text_style),
                                .min_severity = options->min_severity,
                                .findings_per_rule = SHOWN_OF_RULE,
                                .more = is_capped ? "--max-findings" : "--all",
                                .hints_only = true};
}

/* ---- exports ---- */

/* What the command's exit status would be, by its default --fail-on. */
static int exit_code_of(const navlint_report *report) {
    if (navlint_report_verdict(report) == NAVLINT_INDETERMINATE) return 3;
    return navlint_report_summary(report).errors > 0;
}

navlint_text srv_rendering_export(srv_rendering rendering, const navlint_options *options,
                                  const navlint_report *report) {
    static const navlint_form forms[SRV_RENDERING_COUNT] = {[SRV_AS_SARIF] = NAVLINT_SARIF,
                                                            [SRV_AS_MARKDOWN] = NAVLINT_MARKDOWN,
                                                            [SRV_AS_CSV] = NAVLINT_CSV};
    const navlint_export_style style = {.struct_bytes = sizeof style,
                                        .form = forms[rendering],
                                        .min_severity = options->min_severity};
    const navlint_export_item item = {.struct_bytes = sizeof item, .report = report};
    return navlint_report_export(&style, &item, exit_code_of(report));
}

static const char *format_id(const navlint_report *report) {
    const navlint_format *const format = navlint_report_format(report);
    return format ? format->id : NULL;
}

const char *srv_judged_format(const navlint_report *report) {
    const size_t count = navlint_report_member_count(report);
    const navlint_report *const first = count > 0 ? navlint_report_member(report, 0) : report;
    for (size_t i = 1; i < count; i++)
        if (navlint_report_format(navlint_report_member(report, i)) != navlint_report_format(first))
            return NULL;
    return format_id(first);
}
