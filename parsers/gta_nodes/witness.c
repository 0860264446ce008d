#include "parsers/witness.h"
#include "parsers/gta_nodes/build.h"

static const nl_witness_file *const rows[GTA_RULE_COUNT] = {
#include "parsers/gta_nodes/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    gta_write(out, spec);
}

static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    gta_spec same = *(const gta_spec *)spec;
    same.variant = (gta_variant)variant;
    gta_write(out, &same);
}

const nl_witnesses gta_witnesses = {.rows = rows, .write = write, .write_as = write_as};
