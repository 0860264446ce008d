#include "parsers/witness.h"

#include "containers/fox_fpk/build.h"

static const nl_witness_file *const rows[FPK_RULE_COUNT] = {
#include "containers/fox_fpk/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    fpk_write(out, spec);
}

/* A pack of the other type; an .fpkd has no meshes, but other files in their place. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    fpk_spec same = *(const fpk_spec *)spec;
    same.is_fpkd = variant == 1;
    if (same.is_fpkd) same.files += same.meshes;
    if (same.is_fpkd) same.meshes = 0;
    if (same.is_fpkd && same.file_bytes == 0) same.file_bytes = 1;
    fpk_write(out, &same);
}

const nl_witnesses fpk_witnesses = {.rows = rows, .write = write, .write_as = write_as};
