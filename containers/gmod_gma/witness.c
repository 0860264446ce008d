#include "parsers/witness.h"

#include "containers/gmod_gma/build.h"

static const nl_witness_file *const rows[GMA_RULE_COUNT] = {
#include "containers/gmod_gma/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    gma_write(out, spec);
}

static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    const gma_spec same = gma_spec_as(spec, variant);
    gma_write(out, &same);
}

const nl_witnesses gma_witnesses = {.rows = rows, .write = write, .write_as = write_as};
