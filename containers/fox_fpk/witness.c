#include "parsers/witness.h"

#include "containers/fox_fpk/build.h"

static const nl_witness_file *const rows[FPK_RULE_COUNT] = {
#include "containers/fox_fpk/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    fpk_write(out, spec);
}

/* A pack of the other type; an .fpkd has other files in the place of meshes, unless these are what
 * is wrong with it. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    fpk_spec same = *(const fpk_spec *)spec;
    const bool becomes_fpkd = variant == 1 && !same.is_fpkd;
    same.is_fpkd = variant == 1;
    if (becomes_fpkd) {
        same.files += same.meshes;
        same.meshes = 0;
    }
    fpk_write(out, &same);
}

const nl_witnesses fpk_witnesses = {.rows = rows, .write = write, .write_as = write_as};
