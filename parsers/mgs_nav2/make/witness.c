#include "parsers/witness.h"
#include "parsers/mgs_nav2/make/make.h"

static const nl_witness_file *const rows[NAV2_RULE_COUNT] = {
#include "parsers/mgs_nav2/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    nav2_write(out, spec);
}

const nl_witnesses nav2_witnesses = {.rows = rows, .write = write};
