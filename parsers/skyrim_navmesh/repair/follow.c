/* What else changes where bytes come or go: sizes of the field, the record and the groups around
 * them. An insertion where a field starts is a field of its own; one where a record ends is the
 * record's. */
#include <libdeflate.h>

#include "parsers/skyrim_navmesh/repair/repair.h"

static int64_t growth_of(const nl_fix_splice *splice) {
    return (int64_t)splice->added - (int64_t)splice->removed;
}

/* ---- Fields ---- */

/* Whether [at, at + removed) is in the payload of the field. */
static bool is_in_payload(const nl_fix_splice *splice, uint64_t at, const sky_field *field) {
    const uint64_t start = field->body.offset;
    const uint64_t end = start + field->body.length;
    return at >= start && at + splice->removed <= end && at < end;
}

static bool grow_field(const sky_site *site, const sky_field *field, int64_t growth) {
    const sky_path path = {field->index - field->is_long, NULL, 0,
                           field->is_long ? "longSize" : "size"};
    const uint32_t at = field->is_long ? field->header_at - SKY_XXXX_BYTES + SKY_XXXX_LONG_SIZE_AT
                                       : field->header_at + SKY_FIELD_HEADER_SIZE_AT;
    const nl_type type = field->is_long ? NL_U32LE : NL_U16LE;
    return sky_grow(site, (sky_number){at, type, sky_path_in(site, path)}, growth);
}

static bool grow_field_around(const sky_site *site, const nl_fix_splice *splice) {
    sky_fields fields = sky_fields_of(site->data.body);
    sky_field field;
    while (sky_next_field(&fields, &field))
        if (is_in_payload(splice, splice->at, &field))
            return grow_field(site, &field, growth_of(splice));
    return true;
}

static bool follow_in_data(nl_fixer *fixer, const sky_record *record, const nl_fix_splice *splice) {
    sky_site site;
    const bool is_done = sky_site_open(fixer, record, &site) && grow_field_around(&site, splice);
    sky_site_close(&site);
    return is_done;
}

/* ---- Records and groups ---- */

static bool add_to_size(nl_fixer *fixer, uint64_t at, const char *path, int64_t growth) {
    const navlint_field size = {
        .path = path, .type = nl_type_name(NL_U32LE), .offset = at, .length = sizeof(uint32_t)};
    return path && nl_fix_add(fixer, &size, growth);
}

static bool grow_groups(nl_fixer *fixer, const sky_walk *walk, const nl_fix_splice *splice) {
    for (uint32_t i = 0; i < walk->depth; i++) {
        const sky_group *const group = &walk->open[i];
        char chars[40];
        nl_text text = nl_text_over(chars, sizeof chars);
        if (splice->at < group->at + SKY_GROUP_BYTES || splice->at + splice->removed > group->end)
            continue;
        nl_put(&text, "/groups/");
        nl_put_uint(&text, group->number);
        nl_put(&text, "/size");
        if (!add_to_size(fixer, group->at + SKY_GROUP_SIZE_AT, nl_fix_path(fixer, text.chars, ""),
                         growth_of(splice)))
            return false;
    }
    return true;
}

static bool grow_record(nl_fixer *fixer, const sky_record *record, const nl_fix_splice *splice) {
    if (!sky_is_compressed(record) && !follow_in_data(fixer, record, splice)) return false;
    return add_to_size(fixer, record->at + SKY_HEADER_DATA_SIZE_AT,
                       sky_record_path(fixer, record, "dataSize"), growth_of(splice));
}

/* The record whose data the splice is in, as far as the walk has come. Where one ends an insertion
 * belongs to it. */
static sky_walk walk_to(nl_fixer *fixer, const nl_fix_splice *splice) {
    const bool is_behind = splice->removed == 0 && splice->at > SKY_HEADER_BYTES;
    sky_walk walk = sky_walk_to(fixer, splice->at - is_behind);
    if (walk.record.type != 0 && splice->at < walk.record.at + SKY_HEADER_BYTES)
        walk.record.type = 0; /* the record as a whole */
    return walk;
}

static bool follow_in_file(nl_fixer *fixer, const nl_fix_splice *splice) {
    const sky_walk walk = walk_to(fixer, splice);
    if (walk.record.type != 0 && !grow_record(fixer, &walk.record, splice)) return false;
    return grow_groups(fixer, &walk, splice);
}

/* The record that has this stream. */
static sky_record record_of(nl_fixer *fixer, const nl_packed *packed) {
    const uint64_t at = packed->offset - SKY_STREAM_PACKED_AT - SKY_HEADER_BYTES;
    return sky_walk_to(fixer, at).record;
}

bool sky_follow(nl_fixer *fixer, const nl_fix_splice *splice) {
    if (!splice->packed.encoding) return follow_in_file(fixer, splice);
    const sky_record record = record_of(fixer, &splice->packed);
    return record.type != 0 && follow_in_data(fixer, &record, splice);
}

/* ---- Packing ---- */

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WRITTEN(bytes, length) __msan_unpoison((bytes), (length)) /* by code it does not see */
#endif
#endif
#ifndef WRITTEN
#define WRITTEN(bytes, length) ((void)0)
#endif

enum { LEVEL = 6 }; /* zlib's default, which the Creation Kit has: streams begin with 78 9C */

/* Packs into `out`; 0 if it does not fit. libdeflate's compressor is taken from malloc, as its
 * decompressor is. */
static size_t pack(const uint8_t *inner, uint64_t length, uint8_t *out, uint64_t room) {
    struct libdeflate_compressor *const compressor = libdeflate_alloc_compressor(LEVEL);
    if (!compressor) return 0;
    const size_t packed =
        libdeflate_zlib_compress(compressor, inner, (size_t)length, out, (size_t)room);
    libdeflate_free_compressor(compressor);
    WRITTEN(out, packed);
    return packed;
}

/* The edits that put `packed` bytes of `stream` into the place of the old ones. */
static bool replace_stream(nl_fixer *fixer, const nl_packed *old, const uint8_t *stream,
                           uint64_t packed, uint64_t length) {
    const sky_record record = record_of(fixer, old);
    const navlint_field place =
        nl_fix_place(sky_record_path(fixer, &record, "packed"), old->offset, old->length);
    return record.type != 0 && place.path &&
           sky_set_in_file(fixer, old->offset - SKY_STREAM_PACKED_AT,
                           sky_record_path(fixer, &record, "unpackedSize"), (uint32_t)length) &&
           nl_fix_replace(fixer, &place, stream, packed);
}

bool sky_repack(nl_fixer *fixer, const nl_packed *packed, const uint8_t *inner, uint64_t length) {
    const uint64_t room = libdeflate_zlib_compress_bound(NULL, (size_t)length);
    uint8_t *const stream = nl_fix_scratch(fixer, room);
    if (!stream || !nl_fix_spend_bytes(fixer, length)) return false;
    const size_t bytes = pack(inner, length, stream, room);
    return bytes != 0 && replace_stream(fixer, packed, stream, bytes, length);
}
