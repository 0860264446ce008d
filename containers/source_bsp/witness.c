#include "parsers/witness.h"

#include <string.h>

#include "containers/source_bsp/build.h"

static void store(nl_writer *file, const navlint_field *field, uint64_t value) {
    (void)nl_store_value(file->bytes + field->offset, NL_U32LE, nl_uint(value));
}

/* A field of 32 bits is larger by so much. */
static bool add(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    store(file, field, field->value.as.uint + (uint64_t)edit->count);
    return true;
}

static bool append_lump(nl_writer *file, const nl_edit *edit, const navlint_field *field) {
    (void)edit;
    while (file->at % BSP_ALIGNMENT != 0)
        nl_write_u8(file, 0);
    store(file, field, file->at);
    nl_write_bytes(file, "lump", 4);
    return nl_writer_ok(file);
}

static const nl_witness_file *const rows[BSP_RULE_COUNT] = {
#include "containers/source_bsp/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    bsp_write(out, spec);
}

/* Variants are the dialects. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    bsp_spec same = *(const bsp_spec *)spec;
    same.variant = (bsp_variant)variant;
    bsp_write(out, &same);
}

const nl_witnesses bsp_witnesses = {.rows = rows, .write = write, .write_as = write_as};
