/* Whether the fields of a record can be followed. */
#include "core/quick.h"
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

/* Where a field stands whose size may be what is wrong; of packed data the stream. */
static navlint_related before_fault(const sky_payload *h, const sky_fields *f, uint32_t last_at) {
    if (f->fault_at == 0) return (navlint_related){0};
    return h->body.packed ? (navlint_related){h->body.packed->offset, h->body.packed->length,
                                              "the field in front, in here"}
                          : (navlint_related){h->body.offset + last_at, SKY_FIELD_HEADER_BYTES,
                                              "the field in front"};
}

/* last_at: of the header of the last good field. */
static void report_fault(const sky_payload *h, const sky_fields *f, uint32_t last_at) {
    const uint32_t left = f->record.length - f->fault_at;
    const bool is_short = f->fault == SKY_FIELD_SHORT;
    const bool has_header = left >= SKY_FIELD_HEADER_BYTES;
    const uint32_t room = is_short && has_header ? left - SKY_FIELD_HEADER_BYTES : left;
    sky_found(
        sky_part_place(h, f->fault_at), is_short ? SKYRIM_FIELD_SIZE : SKYRIM_LONG_FIELD,
        NL_NO_FIELD,
        (nl_draft){.length = has_header ? SKY_FIELD_HEADER_BYTES : left,
                   .actual = nl_uint(f->fault_size),
                   .expected = is_short ? nl_uint(room) : (navlint_value){0},
                   .relation = is_short ? NAVLINT_AT_MOST : NAVLINT_EQUAL,
                   .related = {before_fault(h, f, last_at),
                               {h->record->at + SKY_HEADER_DATA_SIZE_AT, 4, "the record's size"}},
                   .args = {nl_string(fault_text(f->fault))}});
    h->c->job->report->undecoded = true;
}

/* h: the field with the size; the XXXX field stands before it. */
static void check_long(const sky_payload *h, const sky_field *field) {
    sky_payload before = *h;
    before.index--;
    if (field->size_stated != 0)
        sky_found(sky_part_place(h, field->header_at), SKYRIM_LONG_FIELD_STATED,
                  SKY_FIELD_HEADER_SIZE, (nl_draft){.expected = nl_uint(0)});
    if (field->body.length <= UINT16_MAX)
        sky_found(sky_part_place(&before, field->header_at - SKY_XXXX_BYTES),
                  SKYRIM_LONG_FIELD_NEEDLESS, SKY_XXXX_LONG_SIZE, (nl_draft){0});
}

static bool check_each(sky_check *c, const sky_record *record, const sky_body *data) {
    sky_fields fields = sky_fields_of(*data);
    sky_payload h = {.c = c, .record = record, .body = *data};
    sky_field field;
    uint32_t last_at = 0;
    while (sky_next_field(&fields, &field)) {
        last_at = field.header_at;
        h.index = field.index;
        if (field.is_long) check_long(&h, &field);
    }
    if (!nl_spend(c->job->budget, fields.next)) return false;
    if (fields.fault == SKY_FIELDS_WHOLE) return true;
    h.index = fields.next;
    report_fault(&h, &fields, last_at);
    return false;
}

bool sky_check_fields(sky_check *c, const sky_record *record, const sky_body *data) {
    sky_field_look look = {0};
    /* Rough: long fields may be sound. */
    if (NL_QUICK_ROUGH(sky_are_plain_fields(data, &look)))
        return nl_spend(c->job->budget, look.count);
    return check_each(c, record, data);
}
