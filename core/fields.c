#include "core/fields.h"

#include "core/reader.h"
#include "core/text.h"

static const struct {
    const char *name;
    uint64_t bytes;
} types[NL_TYPE_COUNT] = {
    [NL_U8] = {"u8", 1},       [NL_I8] = {"i8", 1},       [NL_I16LE] = {"i16le", 2},
    [NL_I32LE] = {"i32le", 4}, [NL_U16LE] = {"u16le", 2}, [NL_U32LE] = {"u32le", 4},
    [NL_F32LE] = {"f32le", 4}, [NL_U16BE] = {"u16be", 2}, [NL_U32BE] = {"u32be", 4},
    [NL_F32BE] = {"f32be", 4}, [NL_BYTES] = {"bytes", 0},
};

const char *nl_type_name(nl_type type) {
    return types[type].name;
}

uint64_t nl_type_bytes(nl_type type) {
    return types[type].bytes;
}

navlint_value nl_load_value(const uint8_t *p, nl_type type) {
    switch (type) {
    case NL_U8:
        return nl_uint(*p);
    case NL_I8:
        return nl_int((int8_t)*p);
    case NL_I16LE:
        return nl_int(nl_load_i16(p));
    case NL_I32LE:
        return nl_int(nl_load_i32(p));
    case NL_U16LE:
        return nl_uint(nl_load_u16(p));
    case NL_U32LE:
        return nl_uint(nl_load_u32(p));
    case NL_F32LE:
        return nl_real((double)nl_load_f32(p));
    case NL_U16BE:
        return nl_uint(nl_load_u16be(p));
    case NL_U32BE:
        return nl_uint(nl_load_u32be(p));
    case NL_F32BE:
        return nl_real((double)nl_load_f32be(p));
    default:
        return (navlint_value){.kind = NAVLINT_NO_VALUE};
    }
}

const nl_field *nl_fields_of(const nl_layout *layout, unsigned record, size_t *count) {
    const size_t first = layout->records[record].first;
    size_t end = first;
    while (end < layout->field_count && layout->fields[end].record == record)
        end++;
    *count = end - first;
    return &layout->fields[first];
}
