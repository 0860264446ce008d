/* What a fix did, as JSON: schemas/fixed.schema.json. */
#include "report/report.h"

/* ---- Changes of one fix ---- */

static void put_bytes(rep_json *json, const char *key, const uint8_t *bytes, uint64_t length) {
    const size_t kept = sizeof((navlint_edit *)0)->added_bytes;
    rep_json_hex(json, key, bytes, length < kept ? (size_t)length : kept);
}

static void put_place(rep_json *json, const navlint_edit *edit) {
    rep_json_text(json, "path", edit->path);
    rep_json_text_if(json, "type", edit->type);
    rep_json_count(json, "offset", edit->offset);
    rep_json_text_if(json, "encoding", edit->encoding);
    if (edit->encoding) rep_json_count(json, "innerOffset", edit->inner_offset);
    rep_json_count(json, "removed", edit->removed);
    rep_json_count(json, "added", edit->added);
}

static void put_edit(rep_json *json, const navlint_edit *edit) {
    rep_json_open(json, NULL, '{');
    rep_json_count(json, "input", edit->input);
    put_place(json, edit);
    if (edit->old_value.kind != NAVLINT_NO_VALUE) rep_json_value(json, "old", &edit->old_value);
    if (edit->new_value.kind != NAVLINT_NO_VALUE) rep_json_value(json, "new", &edit->new_value);
    if (!edit->encoding) put_bytes(json, "oldBytes", edit->removed_bytes, edit->removed);
    put_bytes(json, "newBytes", edit->added_bytes, edit->added);
    rep_json_close(json, '}');
}

/* ---- Fixes ---- */

static void put_fix(rep_json *json, const navlint_applied *fix) {
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "code", fix->rule->code);
    rep_json_text(json, "safety", navlint_safety_text(fix->safety));
    rep_json_text(json, "deed", fix->deed);
    rep_json_count(json, "input", fix->input);
    rep_json_count(json, "round", fix->round);
    rep_json_text(json, "message", fix->message);
    rep_json_text(json, "path", fix->path);
    rep_json_count(json, "offset", fix->offset);
    rep_json_text_if(json, "reason", fix->reason);
    rep_json_open(json, "edits", '[');
    for (size_t i = 0; i < fix->edit_count; i++)
        put_edit(json, &fix->edits[i]);
    rep_json_close(json, ']');
    rep_json_close(json, '}');
}

static void put_fixes(rep_json *json, const char *key, const navlint_fixed *fixed, size_t count,
                      const navlint_applied *(*at)(const navlint_fixed *, size_t)) {
    rep_json_open(json, key, '[');
    for (size_t i = 0; i < count; i++)
        put_fix(json, at(fixed, i));
    rep_json_close(json, ']');
}

static void put_limit(rep_json *json, const navlint_limit *limit) {
    if (!limit) return;
    rep_json_open(json, "limit", '{');
    rep_json_text(json, "name", limit->name);
    rep_json_text(json, "message", limit->message);
    rep_json_close(json, '}');
}

static void put_report(rep_json *json, const navlint_report *report) {
    const navlint_text text = navlint_report_json(report, NAVLINT_JSON_COMPACT, NULL);
    if (text.text)
        rep_json_raw(json, "report", text.text, text.length);
    else
        json->text.failed = true;
    navlint_text_free(text);
}

navlint_text navlint_fixed_json(const navlint_fixed *fixed, enum navlint_json_style style) {
    rep_json json = rep_json_begin(style);
    put_fixes(&json, "fixed", fixed, navlint_fixed_count(fixed), navlint_fixed_at);
    rep_json_count(&json, "fixedTotal", navlint_fixed_total(fixed));
    put_fixes(&json, "refused", fixed, navlint_refused_count(fixed), navlint_refused_at);
    rep_json_count(&json, "refusedTotal", navlint_refused_total(fixed));
    put_limit(&json, navlint_fixed_limit(fixed));
    put_report(&json, navlint_fixed_report(fixed));
    return rep_json_end(&json);
}
