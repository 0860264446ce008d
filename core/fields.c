#include "core/fields.h"

#include <string.h>

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

/* ---- Writing ---- */

static bool is_big_endian(nl_type type) {
    return type == NL_U16BE || type == NL_U32BE || type == NL_F32BE;
}

static bool is_real(nl_type type) {
    return type == NL_F32LE || type == NL_F32BE;
}

static bool is_signed(nl_type type) {
    return type == NL_I8 || type == NL_I16LE || type == NL_I32LE;
}

static void store_bits(uint8_t *p, nl_type type, uint32_t bits) {
    const unsigned last = (unsigned)nl_type_bytes(type) - 1;
    for (unsigned i = 0; i <= last; i++)
        p[i] = (uint8_t)(bits >> 8 * (is_big_endian(type) ? last - i : i));
}

/* An integer as a sign and a magnitude. */
typedef struct integer {
    bool is_negative;
    uint64_t magnitude;
} integer;

static integer integer_of(navlint_value value) {
    const bool is_negative = value.kind == NAVLINT_INT && value.as.sint < 0;
    return (integer){is_negative, is_negative ? ~(uint64_t)value.as.sint + 1 : value.as.uint};
}

static bool fits(integer number, nl_type type) {
    const unsigned bits = 8 * (unsigned)nl_type_bytes(type) - is_signed(type);
    const uint64_t most = ((uint64_t)1 << bits) - 1;
    if (!number.is_negative) return number.magnitude <= most;
    return is_signed(type) && number.magnitude <= most + 1;
}

static bool store_real(uint8_t *p, nl_type type, navlint_value value) {
    if (value.kind == NAVLINT_TEXT || value.kind == NAVLINT_NO_VALUE) return false;
    const float single = (float)(value.kind == NAVLINT_REAL   ? value.as.real
                                 : value.kind == NAVLINT_UINT ? (double)value.as.uint
                                                              : (double)value.as.sint);
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    store_bits(p, type, bits);
    return true;
}

bool nl_store_value(uint8_t *p, nl_type type, navlint_value value) {
    if (type == NL_NO_TYPE || type == NL_BYTES) return false;
    if (is_real(type)) return store_real(p, type, value);
    if (value.kind != NAVLINT_UINT && value.kind != NAVLINT_INT) return false;
    const integer number = integer_of(value);
    if (!fits(number, type)) return false;
    store_bits(p, type,
               (uint32_t)(number.is_negative ? ~(number.magnitude - 1) : number.magnitude));
    return true;
}

navlint_value nl_sum_value(navlint_value value, int64_t delta) {
    const navlint_value none = {.kind = NAVLINT_NO_VALUE};
    if (value.kind == NAVLINT_INT) {
        const bool is_in_range =
            delta < 0 ? value.as.sint >= INT64_MIN - delta : value.as.sint <= INT64_MAX - delta;
        return is_in_range ? nl_int(value.as.sint + delta) : none;
    }
    if (value.kind != NAVLINT_UINT) return none;
    const uint64_t magnitude = delta < 0 ? (uint64_t)(-(delta + 1)) + 1 : (uint64_t)delta;
    if (delta < 0) return magnitude <= value.as.uint ? nl_uint(value.as.uint - magnitude) : none;
    return magnitude <= UINT64_MAX - value.as.uint ? nl_uint(value.as.uint + magnitude) : none;
}
