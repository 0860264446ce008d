/* Maps whose files are judged together: areas of GTA's, tiles of Fox Engine's. */
#include "bench/bench.h"

#include "core/writer.h"
#include "parsers/gta_nodes/build.h"
#include "parsers/mgs_nav2/make/make.h"

#include <stdlib.h>
#include <string.h>

enum {
    AREA_BYTES = 16 << 10,
    TILE_CELLS = 2,  /* squares along a block of a tile */
    TILE_BLOCKS = 4, /* blocks along a tile */
    CAPACITY = 64 << 10,
    TILES = 63 /* in a row: the first one is left out, for its number 0 stands for no tile */
};

static const bench_set sets[] = {
    {"gta-nodes", "64 areas", "64 areas, a set", 64, 8},
    {"gta-nodes", "4096 areas", "4096, a set", 4096, 64},
    {"mgs-nav2", "63 tiles", "63 tiles, a set", TILES, TILES},
    {"mgs-nav2", "3969 tiles", "3969, a set", TILES *TILES, TILES},
};

const bench_set *bench_set_at(const navlint_format *format, size_t index) {
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (strcmp(sets[i].format_id, format->id) == 0 && index-- == 0) return &sets[i];
    return NULL;
}

/* The game's own areas are those of a map of 8 x 8. */
static void write_area(const bench_set *set, uint32_t number, nl_writer *out) {
    const gta_variant variant = set->dim == GTA_SMALLEST_DIM ? GTA_VANILLA : GTA_FLA4;
    const gta_spec spec = gta_spec_of_map(variant, set->dim, number, AREA_BYTES);
    gta_write(out, &spec);
}

static void write_tile(const bench_set *set, uint32_t number, nl_writer *out) {
    const nav2_spec spec = {.plan = NAV2_PLAN_TILE,
                            .blocks_x = TILE_BLOCKS,
                            .blocks_z = TILE_BLOCKS,
                            .cells = TILE_CELLS,
                            .tile_x = number % set->dim + 1,
                            .tile_z = number / set->dim + 1,
                            .has_islands = true};
    nav2_write(out, &spec);
}

static void build_file(const bench_set *set, uint32_t number, bench_file *file) {
    file->bytes = malloc(CAPACITY);
    bench_must(file->bytes != NULL, "getting memory");
    nl_writer out = nl_writer_over(file->bytes, CAPACITY);
    const bool is_area = strcmp(set->format_id, "gta-nodes") == 0;
    (is_area ? write_area : write_tile)(set, number, &out);
    bench_must(nl_writer_ok(&out), "building a set");
    file->length = out.at;
    uint8_t *const fitting = realloc(file->bytes, file->length);
    bench_must(fitting != NULL, "getting memory");
    file->bytes = fitting;
}

bench_input bench_build_set(const navlint_format *format, const bench_set *set) {
    bench_input input = {.format = format, .name = set->name};
    input.files = calloc(set->count, sizeof *input.files);
    bench_must(input.files != NULL, "getting memory");
    for (uint32_t i = 0; i < set->count; i++) {
        build_file(set, i, &input.files[i]);
        input.bytes += input.files[i].length;
    }
    input.file_count = set->count;
    return input;
}
