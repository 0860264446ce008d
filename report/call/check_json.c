/* One call: judges what a request asks for, and says it as the request wants. */
#include <stdlib.h>

#include "report/call/call.h"

static const navlint_text no_text = {NULL, 0};

/* ---- The report ---- */

/* What the command's exit status would be, by its default --fail-on. */
static int exit_code_of(const navlint_report *report) {
    if (navlint_report_verdict(report) == NAVLINT_INDETERMINATE) return 3;
    return navlint_report_summary(report).errors > 0;
}

/* Of a form that is neither JSON nor text. */
static navlint_form form_of(const rep_call *call) {
    return (navlint_form)(call->form - REP_AS_EXPORT);
}

static navlint_text export(const rep_call *call, const navlint_report *report) {
    const navlint_export_item item = {.struct_bytes = sizeof item, .report = report};
    const navlint_export_style style = {.struct_bytes = sizeof style,
                                        .form = form_of(call),
                                        .min_severity = call->options.min_severity,
                                        .unjudged = NAVLINT_ERROR};
    return navlint_report_export(&style, &item, exit_code_of(report));
}

static navlint_text render(const rep_call *call, const navlint_report *report) {
    if (call->form == REP_AS_JSON) return navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
    return call->form == REP_AS_TEXT ? navlint_report_text(report, NULL) : export(call, report);
}

/* {"report": {...}}, or {"verdict": ..., "format": ..., "output": "..."} */
static navlint_text respond(const rep_call *call, const navlint_report *report) {
    const navlint_text rendered = render(call, report);
    if (!rendered.text) return no_text;
    rep_json json = rep_json_begin(NAVLINT_JSON_COMPACT);
    if (call->form == REP_AS_JSON) {
        rep_json_raw(&json, "report", rendered.text, rendered.length);
    } else {
        const bool is_text = call->form == REP_AS_TEXT;
        rep_json_text(&json, "verdict", navlint_verdict_text(navlint_report_verdict(report)));
        rep_json_text(&json, "format", is_text ? "text" : navlint_form_text(form_of(call)));
        rep_json_text(&json, "output", rendered.text);
    }
    navlint_text_free(rendered);
    return rep_json_end(&json);
}

static navlint_text judge(const rep_call *call) {
    const size_t bytes = navlint_memory_bound(&call->options, call->inputs, call->input_count);
    void *const memory = malloc(bytes);
    const navlint_report *report = NULL;
    navlint_text text = no_text;
    if (memory && navlint_check(&call->options, call->inputs, call->input_count, memory, bytes,
                                &report) == NAVLINT_OK)
        text = respond(call, report);
    free(memory);
    return text;
}

/* ---- Refusals ---- */

static navlint_text explain(const rep_refusal *refusal) {
    rep_json json = rep_json_begin(NAVLINT_JSON_COMPACT);
    rep_json_open(&json, "error", '{');
    rep_json_text(&json, "code", refusal->code);
    rep_json_text(&json, "message", refusal->message);
    if (refusal->line > 0) {
        rep_json_count(&json, "line", (uint64_t)refusal->line);
        rep_json_count(&json, "column", (uint64_t)refusal->column);
        rep_json_count(&json, "offset", refusal->offset);
    } else {
        rep_json_text(&json, "path", refusal->path);
    }
    rep_json_text_if(&json, "nearest", refusal->nearest);
    rep_json_close(&json, '}');
    return rep_json_end(&json);
}

navlint_text navlint_check_json(const char *request, size_t request_bytes,
                                const navlint_input *inputs, size_t input_count) {
    rep_call call = {.root = NULL};
    navlint_text text = no_text;
    if (!request) request_bytes = 0;
    if (!inputs) input_count = 0;
    if (rep_call_read(&call, request ? request : "", request_bytes, inputs, input_count))
        text = judge(&call);
    else if (!call.is_out_of_memory)
        text = explain(&call.refusal);
    rep_call_free(&call);
    return text;
}
