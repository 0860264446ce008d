#include "parsers/witness.h"

#include <string.h>

#include "containers/source_bsp/build.h"

static const nl_witness_file *const rows[BSP_RULE_COUNT] = {
#include "containers/source_bsp/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    bsp_write(out, spec);
}

/* Variants are the dialects. A map of GoldSrc has no pakfile. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    bsp_spec same = *(const bsp_spec *)spec;
    same.variant = (bsp_variant)variant;
    bsp_write(out, &same);
}

const nl_witnesses bsp_witnesses = {.rows = rows, .write = write, .write_as = write_as};
