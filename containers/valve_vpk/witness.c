#include "parsers/witness.h"

#include "containers/valve_vpk/build.h"

/* The hashes of a package of version 2 are made right again. */
static bool reseal(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)edit, (void)field;
    vpk_seal_pieces(file->bytes, file->at);
    vpk_seal(file->bytes, file->at);
    return true;
}

/* All but those of pieces of the data. */
static bool reseal_round(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)edit, (void)field;
    vpk_seal(file->bytes, file->at);
    return true;
}

static const nl_witness_file *const rows[VPK_RULE_COUNT] = {
#include "containers/valve_vpk/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    vpk_write(out, spec);
}

/* Variants are the dialects. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    vpk_spec same = *(const vpk_spec *)spec;
    same.variant = (vpk_variant)variant;
    vpk_write(out, &same);
}

const nl_witnesses vpk_witnesses = {.rows = rows, .write = write, .write_as = write_as};
