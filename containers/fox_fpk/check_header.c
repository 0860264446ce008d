#include "containers/fox_fpk/checks.h"

#include <string.h>

static bool is_zero(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (bytes[i] != 0) return false;
    return true;
}

/* The type against the extension. The other way round was never seen: the bytes tell then. */
static void check_type(const fpk_check *c) {
    const nl_place header = fpk_header_place(c->job);
    if (c->doc->is_fpkd || !box_name_ends(fpk_input_name(c->job), ".fpkd")) return;
    nl_found(&header, FPK_TYPE, FPK_HEADER_TYPE, &(nl_draft){.expected = nl_uint(FPK_TYPE_FPKD)});
}

static void found_constant(const fpk_check *c, unsigned field, const char *what,
                           const char *wanted) {
    const nl_place header = fpk_header_place(c->job);
    nl_found(&header, FPK_CONST, field, &(nl_draft){.args = {nl_string(what), nl_string(wanted)}});
}

static void check_constants(const fpk_check *c) {
    const uint8_t *const bytes = c->job->bytes;
    const size_t zeros = FPK_HEADER_CONSTANT_AT - FPK_HEADER_ZEROS_AT;
    if (!is_zero(bytes + FPK_HEADER_ZEROS_AT, zeros))
        found_constant(c, FPK_HEADER_ZEROS, "reserved0E", "18 zeros");
    if (nl_load_u32(bytes + FPK_HEADER_CONSTANT_AT) != FPK_CONSTANT)
        found_constant(c, FPK_HEADER_CONSTANT, "constant20", "2");
    if (!is_zero(bytes + FPK_HEADER_ZERO_AT, sizeof(uint32_t)))
        found_constant(c, FPK_HEADER_ZERO, "reserved2C", "0");
}

static void check_alignment(const fpk_check *c) {
    const nl_place header = fpk_header_place(c->job);
    const bool is_said = c->doc->said_bytes == c->job->length;
    if (!is_said || c->job->length % FPK_UNIT == 0) return;
    nl_found(&header, FPK_ALIGN, FPK_HEADER_SIZE,
             &(nl_draft){.args = {nl_string("the size of the pack"), nl_uint(FPK_UNIT)}});
}

void fpk_check_header(const fpk_check *c) {
    check_type(c);
    check_constants(c);
    check_alignment(c);
}
