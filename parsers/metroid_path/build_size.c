/* Files of any size: more regions up to what the game allows, then larger parts. */
#include "core/checked.h"
#include "parsers/metroid_path/build.h"

enum { SMALL_BYTES = 4000, MOST_COLUMNS = 32, MOST_ROWS = 16, MOST_DEPTH = 6 };

static uint64_t bytes_of(const mp_spec *spec) {
    nl_writer counter = nl_writer_over(NULL, 0);
    mp_write(&counter, spec);
    return counter.at;
}

/* A file of this many regions, its bitmaps and its octree included. */
static void size_grid(mp_spec *spec, uint64_t target_bytes) {
    while (spec->columns * spec->rows < MP_MOST_REGIONS) {
        mp_spec next = *spec;
        const bool is_wide = next.columns >= 2 * next.rows;
        *(is_wide ? &next.rows : &next.columns) += 1;
        if (next.columns > MOST_COLUMNS || next.rows > MOST_ROWS) return;
        if (bytes_of(&next) > target_bytes) return;
        *spec = next;
    }
}

/* With the links of each point, their costs and the bitmap. */
static uint64_t point_bytes(uint64_t points) {
    return points * (MP_POINT_BYTES + 4 * MP_WORD_BYTES) + mp_pair_words(points) * MP_WORD_BYTES;
}

/* The octree takes a quarter of a large file, points an eighth of one of Echoes, nodes and links
 * the rest: each piece of an edge brings both. */
static void size_parts(mp_spec *spec, uint64_t target_bytes) {
    const uint64_t leaf_bytes = (uint64_t)MP_OCTANT_BYTES * 8 / 7;
    uint64_t leaves = 8;
    while (spec->depth < MOST_DEPTH && 8 * leaves * leaf_bytes * 4 < target_bytes) {
        spec->depth++;
        leaves *= 8;
    }
    while (spec->version == MP_ECHOES && point_bytes(2 * spec->points) < target_bytes / 8)
        spec->points *= 2;
    const uint64_t piece_bytes = bytes_of(&(mp_spec){.columns = 1, .rows = 1, .pieces = 2}) -
                                 bytes_of(&(mp_spec){.columns = 1, .rows = 1});
    const uint64_t one = bytes_of(spec);
    const uint64_t room = target_bytes > one ? target_bytes - one : 0;
    const uint64_t each = (piece_bytes + 4 * MP_LINK_BYTES) * spec->columns * spec->rows;
    spec->pieces = (uint32_t)(1 + room / each);
}

/* Entries of the lookup list that no leaf uses make up for the fill: whatever is cut off is data.
 */
static void square_up(mp_spec *spec) {
    const uint64_t over = bytes_of(spec) % MP_FILL_BYTES;
    if (over != 0) spec->spare_lookups = (uint32_t)((MP_FILL_BYTES - over) / MP_WORD_BYTES);
}

void mp_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    mp_spec spec = {.version = (mp_version)variant, .columns = 2, .rows = 1, .depth = 1};
    spec.points = spec.version == MP_ECHOES ? 2 : 0;
    if (target_bytes >= SMALL_BYTES) {
        spec.is_mixed = true;
        size_grid(&spec, target_bytes);
        size_parts(&spec, target_bytes);
    }
    square_up(&spec);
    mp_write(out, &spec);
}
