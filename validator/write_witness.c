#include "parsers/witness.h"
#include "validator/catalogue.h"

/* Scratch for looking up the fields of a file that is being edited lies behind the bytes written,
 * in the caller's own buffer. */
navlint_status navlint_witness(const char *code, void *buffer, size_t capacity, size_t *length) {
    if (!code || !buffer || !length) return NAVLINT_BAD_ARGUMENT;
    const navlint_format *info = NULL;
    if (!navlint_rule_by_code(code, &info)) return NAVLINT_UNKNOWN_RULE;
    const size_t scratch_bytes = capacity / 2;
    nl_writer out = nl_writer_over(buffer, capacity - scratch_bytes);
    const nl_arena scratch = nl_arena_over((uint8_t *)buffer + out.capacity, scratch_bytes);
    const unsigned rule = (unsigned)nl_rule_index(info, code);
    const bool is_built = nl_write_witness(nl_format_of(info), rule, &out, scratch);
    nl_unpoison((uint8_t *)buffer + out.capacity, scratch_bytes);
    if (!is_built) return NAVLINT_NO_MEMORY;
    *length = out.at;
    return NAVLINT_OK;
}
