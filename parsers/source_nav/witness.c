#include "parsers/witness.h"
#include "parsers/source_nav/build.h"

static const nl_witness_file *const rows[NAV_RULE_COUNT] = {
#include "parsers/source_nav/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    nav_write(out, spec);
}

const nl_witnesses nav_witnesses = {.rows = rows, .write = write};
