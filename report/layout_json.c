/* The records of formats as JSON (schemas/layout.schema.json). */
#include "report/report.h"

static void put_field(rep_json *json, const navlint_record_field *field) {
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "name", field->name);
    rep_json_text_if(json, "type", field->type);
    rep_json_text(json, "role", navlint_role_text(field->role));
    rep_json_count(json, "offset", field->offset);
    rep_json_count(json, "length", field->length);
    rep_json_text_if(json, "when", field->when);
    if (field->is_value) rep_json_bool(json, "isValue", true);
    rep_json_close(json, '}');
}

static void put_fields(rep_json *json, const navlint_format *format, size_t record_index) {
    navlint_record_field field = {.struct_bytes = sizeof field};
    rep_json_open(json, "fields", '[');
    for (size_t i = 0; navlint_record_field_at(format, record_index, i, &field); i++)
        put_field(json, &field);
    rep_json_close(json, ']');
}

static void put_records(rep_json *json, const navlint_format *format) {
    navlint_record record = {.struct_bytes = sizeof record};
    rep_json_open(json, "records", '[');
    for (size_t i = 0; navlint_record_at(format, i, &record); i++) {
        rep_json_open(json, NULL, '{');
        rep_json_text(json, "name", record.name);
        rep_json_text(json, "path", record.path);
        rep_json_text_if(json, "when", record.when);
        rep_json_text_if(json, "endianness", record.endianness);
        rep_json_count(json, "bytes", record.bytes);
        put_fields(json, format, i);
        rep_json_close(json, '}');
    }
    rep_json_close(json, ']');
}

static void put_layout(rep_json *json, const navlint_format *format) {
    rep_json_open(json, NULL, '{');
    rep_json_text(json, "format", format->id);
    put_records(json, format);
    rep_json_close(json, '}');
}

navlint_text navlint_layout_json(const navlint_format *format, enum navlint_json_style style) {
    rep_json json = rep_json_begin(style);
    rep_json_open(&json, "layouts", '[');
    if (format) put_layout(&json, format);
    for (size_t i = 0; !format && i < navlint_format_count(); i++)
        put_layout(&json, navlint_format_at(i));
    rep_json_close(&json, ']');
    return rep_json_end(&json);
}
