#include "parsers/witness.h"
#include "parsers/mgs_nav2/make/make.h"

static const nl_witness_file *const rows[NAV2_RULE_COUNT] = {
#include "parsers/mgs_nav2/witnesses.def"
};

static void write(nl_writer *out, const void *spec) {
    nav2_write(out, spec);
}

/* Variants of build: a stand-alone map, a tile, the two files of a split tile, a tile with
 * ConnectTileInfo. */
static void write_as(nl_writer *out, const void *spec, unsigned variant) {
    nav2_spec same = *(const nav2_spec *)spec;
    const bool is_tile = variant != 0;
    same.tile_x = is_tile && same.tile_x == 0 ? 38 : is_tile ? same.tile_x : 0;
    same.tile_z = is_tile && same.tile_z == 0 ? 29 : is_tile ? same.tile_z : 0;
    same.is_split = variant == 2 || variant == 3;
    same.is_second = variant == 3;
    same.has_islands &= !same.is_second;
    same.has_tile_info = variant == 4;
    nav2_write(out, &same);
}

const nl_witnesses nav2_witnesses = {.rows = rows, .write = write, .write_as = write_as};
