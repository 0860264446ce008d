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

/* Whether packed data may be unpacked: else `fault` says why not. */
static bool may_unpack(const sky_body *data, uint64_t most_bytes, sky_opened *opened) {
    if (data->length < SKY_STREAM_PACKED_AT) return fail(opened, SKY_PACKED_SHORT);
    opened->size = nl_load_u32(data->bytes);
    opened->most = sky_most_unpacked(data->length, most_bytes);
    return opened->size <= opened->most || fail(opened, SKY_PACKED_LARGE);
}

/* The data as they stand; false if they are packed and may not be unpacked. */
static bool open_data(sky_inflater *inflater, const sky_record *record, uint64_t most_bytes,
                      sky_opened *opened) {
    *opened = (sky_opened){.body = sky_data_of(inflater->job->bytes, record)};
    return !sky_is_compressed(record) || may_unpack(&opened->body, most_bytes, opened);
}

static bool pay_and_unpack(sky_inflater *inflater, uint64_t steps, sky_opened *opened) {
    const sky_body packed = opened->body;
    if (!nl_spend(inflater->job->budget, steps)) return fail(opened, SKY_NO_MEANS);
    return unpack(inflater, &packed, opened);
}

bool sky_open(sky_inflater *inflater, const sky_record *record, uint64_t most_bytes,
              sky_opened *opened) {
    if (!open_data(inflater, record, most_bytes, opened)) return false;
    return !sky_is_compressed(record) ||
           pay_and_unpack(inflater, SKY_UNPACK_STEPS * opened->size, opened);
}

bool sky_open_to_pass(sky_inflater *inflater, const sky_record *record, uint64_t most_bytes,
                      sky_opened *opened) {
    if (!open_data(inflater, record, most_bytes, opened)) return false;
    return !sky_is_compressed(record) ||
           pay_and_unpack(inflater, opened->size / SKY_PASSED_BYTES_PER_STEP + 1, opened);
}
