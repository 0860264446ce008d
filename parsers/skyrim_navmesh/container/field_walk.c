#include "parsers/skyrim_navmesh/container/field_walk.h"

static bool fail(sky_fields *f, sky_field_fault fault, uint32_t size) {
    f->fault = fault;
    f->fault_at = f->at;
    f->fault_size = size;
    return false;
}

/* The header at f->at, whose bytes need not follow. */
static bool read_header(sky_fields *f, uint32_t *type, uint32_t *size) {
    if (f->record.length - f->at < SKY_FIELD_HEADER_BYTES)
        return fail(f, SKY_FIELD_SHORT, SKY_FIELD_HEADER_BYTES);
    const uint8_t *const p = f->record.bytes + f->at;
    *type = nl_load_u32(p);
    *size = nl_load_u16(p + SKY_FIELD_HEADER_SIZE_AT);
    return true;
}

/* Past an XXXX field; the size that it holds. */
static bool read_long_size(sky_fields *f, uint32_t stated, uint32_t *size) {
    if (stated != SKY_XXXX_BYTES - SKY_FIELD_HEADER_BYTES) return fail(f, SKY_LONG_SIZE, stated);
    if (f->record.length - f->at < SKY_XXXX_BYTES) return fail(f, SKY_FIELD_SHORT, stated);
    *size = nl_load_u32(f->record.bytes + f->at + SKY_XXXX_LONG_SIZE_AT);
    if (*size == 0) return fail(f, SKY_LONG_ZERO, 0);
    if (f->record.length - f->at == SKY_XXXX_BYTES) return fail(f, SKY_LONG_ALONE, *size);
    f->at += SKY_XXXX_BYTES;
    f->next++;
    return true;
}

bool sky_next_field_slowly(sky_fields *f, sky_field *field) {
    uint32_t type = 0;
    uint32_t stated = 0;
    uint32_t size = 0;
    if (f->fault != SKY_FIELDS_WHOLE || f->at == f->record.length) return false;
    if (!read_header(f, &type, &stated)) return false;
    const bool is_long = type == SKY_XXXX;
    if (is_long && (!read_long_size(f, stated, &size) || !read_header(f, &type, &stated)))
        return false;
    if (is_long && type == SKY_XXXX) return fail(f, SKY_LONG_TWICE, stated);
    if (!is_long) size = stated;
    if (size > f->record.length - f->at - SKY_FIELD_HEADER_BYTES)
        return fail(f, SKY_FIELD_SHORT, size);
    *field = (sky_field){.type = type,
                         .index = f->next++,
                         .header_at = f->at,
                         .size_stated = stated,
                         .is_long = is_long,
                         .body = sky_part(&f->record, f->at + SKY_FIELD_HEADER_BYTES, size)};
    f->at += SKY_FIELD_HEADER_BYTES + size;
    return true;
}
