#include "parsers/witness.h"
#include "parsers/source_nav/build.h"

static const nl_witness_file *const rows[NAV_RULE_COUNT] = {
#include "parsers/source_nav/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    nav_write(out, spec);
}

static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    const nav_spec same = nav_spec_as(spec, variant);
    nav_write(out, &same);
}

const nl_witnesses nav_witnesses = {.rows = rows, .write = write, .write_as = write_as};
