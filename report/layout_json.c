/* The records of formats as JSON (schemas/layout.schema.json). */
#include "report/report.h"

typedef struct rep_record {
    const navlint_format *format;
    size_t index;
} rep_record;

static json_t *field_json(const void *source, size_t index) {
    const rep_record *const record = source;
    navlint_record_field field;
    if (!navlint_record_field_at(record->format, record->index, index, &field)) return NULL;
    json_t *const json = json_object();
    return rep_json_keep(json, rep_json_put_text(json, "name", field.name) &&
                                   rep_json_put_text(json, "type", field.type) &&
                                   rep_json_put_text(json, "role", navlint_role_text(field.role)) &&
                                   rep_json_put(json, "offset", rep_json_count(field.offset)) &&
                                   rep_json_put(json, "length", rep_json_count(field.length)) &&
                                   rep_json_put_text(json, "when", field.when) &&
                                   (!field.is_value || rep_json_put(json, "isValue", json_true())));
}

static json_t *record_json(const void *source, size_t index) {
    const rep_record place = {source, index};
    navlint_record record;
    if (!navlint_record_at(place.format, index, &record)) return NULL;
    json_t *const json = json_object();
    return rep_json_keep(
        json,
        rep_json_put_text(json, "name", record.name) &&
            rep_json_put_text(json, "path", record.path) &&
            rep_json_put_text(json, "when", record.when) &&
            rep_json_put_text(json, "endianness", record.endianness) &&
            rep_json_put(json, "bytes", rep_json_count(record.bytes)) &&
            rep_json_put(json, "fields", rep_json_array(record.field_count, field_json, &place)));
}

static json_t *layout_json(const navlint_format *format) {
    json_t *const json = json_object();
    json_t *const records = rep_json_array(navlint_record_count(format), record_json, format);
    const bool has_format = rep_json_put_text(json, "format", format->id);
    return rep_json_keep(json, rep_json_put(json, "records", records) && has_format);
}

static json_t *layout_at(const void *unused, size_t index) {
    (void)unused;
    return layout_json(navlint_format_at(index));
}

static json_t *layout_of(const void *format, size_t unused) {
    (void)unused;
    return layout_json(format);
}

navlint_text navlint_layout_json(const navlint_format *format, enum navlint_json_style style) {
    json_t *const root = json_object();
    json_t *const layouts = format ? rep_json_array(1, layout_of, format)
                                   : rep_json_array(navlint_format_count(), layout_at, NULL);
    return rep_json_print(rep_json_keep(root, rep_json_put(root, "layouts", layouts)), style);
}
