#include "parsers/skyrim_navmesh/container/inflate.h"

#include <libdeflate.h>

#include "core/checked.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WRITTEN(bytes, length) __msan_unpoison((bytes), (length)) /* by code it does not see */
#endif
#endif
#ifndef WRITTEN
#define WRITTEN(bytes, length) ((void)0)
#endif

/* A deflate block gives at most 258 bytes for two bits; the constant is the sheet's. */
enum { MOST_TIMES = 1032, MOST_MORE = 64 };

uint64_t sky_most_unpacked(uint32_t data_bytes, uint64_t most_bytes) {
    const uint64_t stream =
        data_bytes < SKY_STREAM_PACKED_AT ? 0 : data_bytes - SKY_STREAM_PACKED_AT;
    return nl_min(most_bytes, MOST_TIMES * stream + MOST_MORE);
}

void sky_inflater_end(sky_inflater *inflater) {
    libdeflate_free_decompressor(inflater->decompressor);
    inflater->decompressor = NULL;
}

sky_body sky_data_of(const uint8_t *bytes, const sky_record *record) {
    const uint64_t at = record->at + SKY_HEADER_BYTES;
    return (sky_body){bytes + at, record->data_bytes, at, NULL};
}

static bool fail(sky_opened *opened, sky_unpack_fault fault) {
    opened->fault = fault;
    return false;
}

/* libdeflate's decompressor is the one thing that a check takes from malloc: docs/limits.md. */
static bool has_decompressor(sky_inflater *inflater) {
    if (!inflater->decompressor) inflater->decompressor = libdeflate_alloc_decompressor();
    if (inflater->decompressor) return true;
    inflater->job->arena->exhausted = true;
    return false;
}

static bool unpack(sky_inflater *inflater, const sky_body *packed, sky_opened *opened) {
    if (!nl_spend(inflater->job->budget, SKY_UNPACK_STEPS * opened->size))
        return fail(opened, SKY_NO_MEANS);
    uint8_t *const out = NL_NEW(inflater->job->arena, uint8_t, opened->size);
    if (!out || !has_decompressor(inflater)) return fail(opened, SKY_NO_MEANS);
    size_t used = 0;
    size_t made = 0;
    const enum libdeflate_result result = libdeflate_zlib_decompress_ex(
        inflater->decompressor, packed->bytes + SKY_STREAM_PACKED_AT,
        packed->length - SKY_STREAM_PACKED_AT, out, (size_t)opened->size, &used, &made);
    if (result != LIBDEFLATE_SUCCESS || made != opened->size) return fail(opened, SKY_PACKED_DATA);
    WRITTEN(out, made);
    opened->tail = packed->length - SKY_STREAM_PACKED_AT - used;
    opened->packed = (nl_packed){packed->offset + SKY_STREAM_PACKED_AT, used, "zlib"};
    opened->body = (sky_body){out, (uint32_t)made, 0, &opened->packed};
    return true;
}

bool sky_open(sky_inflater *inflater, const sky_record *record, uint64_t most_bytes,
              sky_opened *opened) {
    const sky_body data = sky_data_of(inflater->job->bytes, record);
    *opened = (sky_opened){.body = data};
    if (!sky_is_compressed(record)) return true;
    if (data.length < SKY_STREAM_PACKED_AT) return fail(opened, SKY_PACKED_SHORT);
    opened->size = nl_load_u32(data.bytes);
    opened->most = sky_most_unpacked(data.length, most_bytes);
    if (opened->size > opened->most) return fail(opened, SKY_PACKED_LARGE);
    return unpack(inflater, &data, opened);
}
