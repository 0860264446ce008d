#include "core/dump.h"

#include "core/checked.h"
#include "core/limits.h"

static void place_in(const nl_packed *packed, navlint_field *field) {
    field->encoding = packed->encoding;
    field->inner = (navlint_range){field->offset, field->length};
    field->offset = packed->offset;
    field->length = packed->length;
}

/* ---- What is shown ---- */

bool nl_dump_wants(const nl_dump *dump, uint64_t at, uint64_t length) {
    const nl_view *const view = &dump->view;
    if (!dump->packed) return nl_section_has(view->bytes, at, length);
    return nl_section_has(view->inner, at, length) &&
           nl_section_has(view->bytes, dump->packed->offset, dump->packed->length);
}

bool nl_dump_is_behind(const nl_dump *dump, uint64_t at) {
    const nl_section section = dump->packed ? dump->view.inner : dump->view.bytes;
    return section.to != 0 && at >= section.to;
}

nl_span nl_dump_span(const nl_dump *dump, const nl_path *list, nl_rows rows) {
    const nl_section section = dump->packed ? dump->view.inner : dump->view.bytes;
    nl_span span = nl_view_items(&dump->view, list, rows.count);
    if (rows.stride == 0) return span;
    if (section.from > rows.at)
        span.first = nl_max(span.first, (section.from - rows.at) / rows.stride);
    if (section.to != 0)
        span.end = section.to <= rows.at
                       ? 0
                       : nl_min(span.end, (section.to - rows.at - 1) / rows.stride + 1);
    return span;
}

static bool is_shown(const nl_dump *dump, const nl_path *path, uint64_t at, uint64_t length) {
    return !dump->stopped && nl_dump_wants(dump, at, length) &&
           nl_view_has(&dump->view, path, true);
}

/* ---- Fields ---- */

static void visit(nl_dump *dump, const nl_path *path, const navlint_field *field) {
    char chars[NL_PATH_CAPACITY];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_path(&text, path);
    navlint_field shown = *field;
    shown.path = text.chars;
    shown.bytes = dump->bytes + field->offset;
    if (dump->packed) place_in(dump->packed, &shown);
    dump->stopped = !dump->visit(dump->context, &shown);
}

static void take_raw(nl_dump *dump, nl_raw_field field) {
    field.bytes = dump->bytes + field.at;
    field.packed = dump->packed;
    dump->stopped = !dump->raw(dump->context, &field);
}

static bool is_inside(const nl_dump *dump, uint64_t offset, uint64_t length) {
    return offset <= dump->length && length <= dump->length - offset;
}

void nl_dump_value(nl_dump *dump, const nl_path *path, nl_type type, navlint_role role,
                   uint64_t offset) {
    const uint64_t length = nl_type_bytes(type);
    if (!is_inside(dump, offset, length) || !is_shown(dump, path, offset, length)) return;
    if (dump->raw) {
        take_raw(dump, (nl_raw_field){path, type, role, .at = offset, .length = length});
        return;
    }
    visit(dump, path,
          &(navlint_field){.type = nl_type_name(type),
                           .role = role,
                           .offset = offset,
                           .length = length,
                           .value = nl_load_value(dump->bytes + offset, type)});
}

void nl_dump_bytes(nl_dump *dump, const nl_path *path, uint64_t offset, uint64_t length) {
    if (!is_inside(dump, offset, length) || !is_shown(dump, path, offset, length)) return;
    if (dump->raw) {
        take_raw(dump, (nl_raw_field){path, NL_BYTES, .at = offset, .length = length});
        return;
    }
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, dump->bytes + offset, (size_t)length);
    visit(dump, path,
          &(navlint_field){.type = nl_type_name(NL_BYTES),
                           .offset = offset,
                           .length = length,
                           .value = nl_string(text.chars)});
}

static void dump_field(nl_dump *dump, const nl_path *record, const nl_field *field, uint64_t at) {
    const nl_path member = nl_key(record, field->name);
    const nl_path *const path = field->is_value ? record : &member;
    if (field->type != NL_BYTES)
        nl_dump_value(dump, path, (nl_type)field->type, (navlint_role)field->role, at + field->at);
    else if (field->length != 0)
        nl_dump_bytes(dump, path, at + field->at, field->length);
}

uint64_t nl_dump_record(nl_dump *dump, const nl_path *path, unsigned record, uint64_t at) {
    size_t count = 0;
    uint64_t end = at;
    const nl_field *const fields = nl_fields_of(dump->layout, record, &count);
    for (size_t i = 0; i < count && !dump->stopped; i++) {
        if (fields[i].type == NL_NO_TYPE || !nl_holds(dump->holding, fields[i].when)) continue;
        dump_field(dump, path, &fields[i], at);
        end = at + fields[i].at + nl_field_bytes(&fields[i]);
    }
    return end;
}

void nl_dump_field(nl_dump *dump, const nl_path *path, unsigned field, uint64_t at) {
    dump_field(dump, path, &dump->layout->fields[field], at);
}

void nl_dump_rows(nl_dump *dump, const nl_path *outer, const char *key, unsigned record,
                  nl_rows rows) {
    const nl_path list = nl_key(outer, key);
    const nl_span span = nl_dump_span(dump, &list, rows);
    for (uint64_t i = span.first; i < span.end && !dump->stopped; i++) {
        const nl_path item = nl_item(&list, i);
        (void)nl_dump_record(dump, &item, record, rows.at + i * rows.stride);
    }
}
