#include "core/dump.h"

#include "core/limits.h"
#include "core/reader.h"

static navlint_value value_at(const uint8_t *p, nl_type type) {
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

static void place_in(const nl_packed *packed, navlint_field *field) {
    field->encoding = packed->encoding;
    field->inner = (navlint_range){field->offset, field->length};
    field->offset = packed->offset;
    field->length = packed->length;
}

static void visit(nl_dump *dump, const nl_path *path, const navlint_field *field) {
    char chars[256];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_path(&text, path);
    navlint_field shown = *field;
    shown.path = text.chars;
    if (dump->packed) place_in(dump->packed, &shown);
    dump->stopped = !dump->visit(dump->context, &shown);
}

static bool is_inside(const nl_dump *dump, uint64_t offset, uint64_t length) {
    return offset <= dump->length && length <= dump->length - offset;
}

void nl_dump_value(nl_dump *dump, const nl_path *path, nl_type type, navlint_role role,
                   uint64_t offset) {
    const uint64_t length = nl_type_bytes(type);
    if (dump->stopped || !is_inside(dump, offset, length)) return;
    visit(dump, path,
          &(navlint_field){.type = nl_type_name(type),
                           .role = role,
                           .offset = offset,
                           .length = length,
                           .value = value_at(dump->bytes + offset, type)});
}

void nl_dump_bytes(nl_dump *dump, const nl_path *path, uint64_t offset, uint64_t length) {
    if (dump->stopped || !is_inside(dump, offset, length)) return;
    char chars[4 * NL_SHOWN_NAME_BYTES + 4];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put_bytes(&text, dump->bytes + offset, (size_t)length);
    visit(dump, path,
          &(navlint_field){.type = nl_type_name(NL_BYTES),
                           .offset = offset,
                           .length = length,
                           .value = nl_string(text.chars)});
}
