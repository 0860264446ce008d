#include "parsers/witness.h"
#include "containers/gta_img/build.h"

static const nl_witness_file *const rows[IMG_RULE_COUNT] = {
#include "containers/gta_img/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    img_write(out, spec);
}

/* Both variants are of one dialect. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    (void)variant;
    img_write(out, spec);
}

const nl_witnesses img_witnesses = {.rows = rows, .write = write, .write_as = write_as};
