/* What unpacking alone costs: the least that a check of packed records can take. */
#include "bench/bench.h"

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/layout.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct unpacker {
    struct libdeflate_decompressor *decompressor;
    uint8_t *out;
    size_t capacity;
} unpacker;

static void must(bool holds) {
    bench_must(holds, "unpacking");
}

static unpacker *the_unpacker(size_t bytes) {
    static unpacker u;
    if (!u.decompressor) u.decompressor = libdeflate_alloc_decompressor();
    if (u.capacity < bytes) {
        free(u.out);
        u.out = malloc(bytes);
        u.capacity = bytes;
    }
    must(u.decompressor && u.out);
    return &u;
}

/* One record, if it is packed. */
static uint64_t unpack_record(const uint8_t *bytes, const sky_record *record) {
    const sky_body data = sky_data_of(bytes, record);
    if (!sky_is_compressed(record) || data.length < SKY_STREAM_PACKED_AT) return 0;
    const size_t size = nl_load_u32(data.bytes);
    unpacker *const u = the_unpacker(size + 1);
    size_t made = 0;
    must(libdeflate_zlib_decompress(u->decompressor, data.bytes + SKY_STREAM_PACKED_AT,
                                    data.length - SKY_STREAM_PACKED_AT, u->out, size,
                                    &made) == LIBDEFLATE_SUCCESS);
    return made;
}

static bool is_judged(const bench_input *input, const sky_record *record) {
    if (sky_is_deleted(record) && record->data_bytes == 0) return false;
    return input->scope == NAVLINT_SCOPE_ALL || record->type == SKY_NAVM ||
           record->type == SKY_NAVI;
}

uint64_t bench_unpack(const bench_input *input, const bench_file *file) {
    if (input->format != &nl_format_skyrim_navmesh.info) return 0;
    const sky_record header = sky_read_record(file->bytes, 0, 0);
    sky_walk walk = sky_walk_over(file->bytes, file->length, SKY_HEADER_BYTES + header.data_bytes);
    uint64_t unpacked = 0;
    sky_step step = sky_next(&walk);
    for (; step == SKY_STEP_RECORD || step == SKY_STEP_GROUP; step = sky_next(&walk))
        if (step == SKY_STEP_RECORD && is_judged(input, &walk.record))
            unpacked += unpack_record(file->bytes, &walk.record);
    return unpacked;
}
