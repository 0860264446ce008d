/* The smallest file that breaks one rule: a built mesh and one named breakage. */
#include "parsers/source_nav/build.h"

#include <string.h>

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

typedef struct nav_setter {
    const nav_set *set;
    uint8_t *bytes;
    bool done;
} nav_setter;

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

static bool set_if_named(void *context, const navlint_field *field) {
    nav_setter *const setter = context;
    if (strcmp(field->path, setter->set->path) != 0) return true;
    write_value(setter->bytes + field->offset, field, setter->set->value);
    setter->done = true;
    return false;
}

/* Decodes what was built, looks the path up and overwrites the value. All sets are looked up in the
 * file as it was built. */
static bool apply_sets(nl_writer *out, const nl_job *job, const nav_document *doc,
                       const nav_breakage *breakage) {
    for (int i = 0; i < MAX_SETS && breakage->sets[i].path; i++) {
        nav_setter setter = {.set = &breakage->sets[i], .bytes = out->bytes};
        nl_dump dump = {
            .bytes = out->bytes, .length = out->at, .visit = set_if_named, .context = &setter};
        nav_dump(job, doc, &dump);
        if (!setter.done) return false;
    }
    return true;
}

static bool break_fields(nl_writer *out, const nav_breakage *breakage, nl_arena *arena) {
    nl_budget budget = nl_budget_of(UINT64_MAX);
    const navlint_input input = {.bytes = out->bytes, .length = out->at};
    nl_report_pool pool = nl_report_pool_over(*arena, (nl_report_caps){0, 0});
    navlint_report *const report = nl_report_new(&pool, &input);
    if (!report || !nl_report_set_format(report, &nl_format_source_nav.info, NULL)) return false;
    nl_job job = {.name = "",
                  .bytes = out->bytes,
                  .length = out->at,
                  .arena = &pool.memory,
                  .budget = &budget,
                  .report = report};
    const nav_document *const doc = nav_decode(&job);
    return doc && apply_sets(out, &job, doc, breakage);
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
    if (!nl_writer_ok(out) || (breakage->sets[0].path && !break_fields(out, breakage, arena)))
        return false;
    resize(out, breakage);
    return nl_writer_ok(out);
}
