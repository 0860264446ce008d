/* Whether the fields of a record can be followed. */
#include "parsers/skyrim_navmesh/check.h"
#include "parsers/skyrim_navmesh/container/container.h"

static const char *fault_text(sky_field_fault fault) {
    switch (fault) {
    case SKY_LONG_SIZE:
        return "has not 4 bytes";
    case SKY_LONG_ZERO:
        return "holds the size 0";
    case SKY_LONG_TWICE:
        return "is followed by another XXXX field";
    default:
        return "has no field behind it";
    }
}

static void tell_fault(const sky_check *c, const sky_fields *f, const nl_path *record) {
    const nl_path list = nl_key(record, "fields");
    const nl_path item = nl_item(&list, f->next);
    const uint32_t left = f->record.length - f->fault_at;
    const bool is_short = f->fault == SKY_FIELD_SHORT;
    const uint32_t header = left < SKY_FIELD_HEADER_BYTES ? left : SKY_FIELD_HEADER_BYTES;
    sky_found(c, is_short ? SKYRIM_FIELD_SIZE : SKYRIM_LONG_FIELD,
              (sky_place){.path = &item, .body = &f->record, .at = f->fault_at, .length = header},
              (nl_draft){.actual = nl_uint(f->fault_size),
                         .expected = nl_uint(is_short && left >= SKY_FIELD_HEADER_BYTES
                                                 ? left - SKY_FIELD_HEADER_BYTES
                                                 : left),
                         .args = {nl_string(fault_text(f->fault))}});
    c->job->report->undecoded = true;
}

static void check_long(const sky_check *c, const sky_fields *f, const sky_field *field,
                       const nl_path *record) {
    const nl_path list = nl_key(record, "fields");
    const nl_path item = nl_item(&list, field->index);
    const nl_path before = nl_item(&list, field->index - 1);
    if (field->size_stated != 0)
        sky_found(c, SKYRIM_LONG_FIELD_STATED,
                  (sky_place){&item, "size", NL_U16LE, &f->record, field->header_at + 4, 0},
                  (nl_draft){.actual = nl_uint(field->size_stated), .expected = nl_uint(0)});
    if (field->body.length <= UINT16_MAX)
        sky_found(c, SKYRIM_LONG_FIELD_NEEDLESS,
                  (sky_place){&before, "longSize", NL_U32LE, &f->record, field->header_at - 4, 0},
                  (nl_draft){.actual = nl_uint(field->body.length)});
}

bool sky_check_fields(const sky_check *c, const sky_body *record, const nl_path *path) {
    sky_fields fields = sky_fields_of(*record);
    sky_field field;
    while (sky_next_field(&fields, &field))
        if (field.is_long) check_long(c, &fields, &field, path);
    if (!nl_spend(c->job->budget, fields.next)) return false;
    if (fields.fault == SKY_FIELDS_WHOLE) return true;
    tell_fault(c, &fields, path);
    return false;
}
