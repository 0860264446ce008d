/* The smallest file that breaks one rule: a built mesh and one named breakage. */
#include "parsers/witness.h"
#include "parsers/source_nav/build.h"

enum { MAX_SETS = 3 };

/* A field of the built file, by its path in the dump, and what is written into it. */
typedef struct nav_set {
    const char *path;
    double value; /* converted to the field's type */
} nav_set;

typedef struct nav_breakage {
    nav_spec spec;
    nav_set sets[MAX_SETS];
    uint32_t cut_bytes;    /* off the end */
    uint32_t append_bytes; /* to the end */
    const char *raw;       /* instead of all that: these bytes */
    uint32_t raw_bytes;
} nav_breakage;

static const nav_breakage breakages[NAV_RULE_COUNT] = {
#define NAV_WITNESS(code, ...) [code] = {__VA_ARGS__},
#include "parsers/source_nav/witnesses.def"
#undef NAV_WITNESS
};

/* ---- Setting a field ---- */

static void write_value(uint8_t *p, const navlint_field *field, double value) {
    nl_writer w = nl_writer_over(p, (size_t)field->length);
    if (field->value.kind == NAVLINT_REAL)
        nl_write_f32(&w, (float)value);
    else if (field->length == 4)
        nl_write_u32(&w, (uint32_t)value);
    else if (field->length == 2)
        nl_write_u16(&w, (uint32_t)value);
    else
        nl_write_u8(&w, (uint32_t)value);
}

/* Every field is looked up in the file as it was built. */
static bool break_fields(nl_writer *out, const nav_breakage *breakage, const nl_arena *scratch) {
    navlint_field fields[MAX_SETS];
    int count = 0;
    for (; count < MAX_SETS && breakage->sets[count].path; count++)
        if (!nl_find_field(&nl_format_source_nav, out, breakage->sets[count].path, *scratch,
                           &fields[count]))
            return false;
    for (int i = 0; i < count; i++)
        write_value(out->bytes + fields[i].offset, &fields[i], breakage->sets[i].value);
    return true;
}

static void resize(nl_writer *out, const nav_breakage *breakage) {
    out->at -= breakage->cut_bytes;
    for (uint32_t i = 0; i < breakage->append_bytes; i++)
        nl_write_u8(out, 0xFF); /* a zero might pass for an empty list of some dialect */
}

bool nav_witness(unsigned rule, nl_writer *out, nl_arena *arena) {
    const nav_breakage *const breakage = &breakages[rule];
    if (breakage->raw) {
        nl_write_bytes(out, breakage->raw, breakage->raw_bytes);
        return nl_writer_ok(out);
    }
    nav_write(out, &breakage->spec);
    if (!nl_writer_ok(out) || !break_fields(out, breakage, arena)) return false;
    resize(out, breakage);
    return nl_writer_ok(out);
}
