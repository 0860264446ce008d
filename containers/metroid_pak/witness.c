#include "parsers/witness.h"

#include "containers/metroid_pak/build.h"
#include "core/reader.h"

/* A byte of the resource whose offset the field is: `count` bytes behind its start. */
static bool poke(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    const size_t at = (size_t)(field->value.as.uint + (uint64_t)edit->count);
    if (at >= file->at) return false;
    file->bytes[at] = (uint8_t)edit->value;
    return true;
}

static const nl_witness_file *const rows[PK_RULE_COUNT] = {
#include "containers/metroid_pak/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    pk_write(out, spec);
}

static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    pk_spec same = *(const pk_spec *)spec;
    pk_set_variant(&same, variant);
    pk_write(out, &same);
}

const nl_witnesses pk_witnesses = {.rows = rows, .write = write, .write_as = write_as};
