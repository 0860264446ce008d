#include "parsers/skyrim_navmesh/make/resize.h"

#include "parsers/skyrim_navmesh/container/container.h"

static void add_to(uint8_t *p, uint32_t size_bytes, int64_t growth) {
    const uint32_t size = size_bytes == 2 ? nl_load_u16(p) : nl_load_u32(p);
    const uint32_t grown = (uint32_t)(size + growth);
    for (uint32_t i = 0; i < size_bytes; i++)
        p[i] = (uint8_t)(grown >> 8 * i);
}

/* The field that the place is in: from its payload's first byte to its last. */
static void resize_field(uint8_t *bytes, const sky_record *record, uint64_t at, int64_t growth) {
    sky_fields fields = sky_fields_of(sky_data_of(bytes, record));
    sky_field field;
    while (!sky_is_compressed(record) && sky_next_field(&fields, &field)) {
        const uint64_t start = field.body.offset;
        if (at < start || at >= start + field.body.length) continue;
        if (field.is_long)
            add_to(bytes + start - SKY_FIELD_HEADER_BYTES - SKY_XXXX_BYTES + SKY_XXXX_LONG_SIZE_AT,
                   4, growth);
        else
            add_to(bytes + start - SKY_FIELD_HEADER_BYTES + SKY_FIELD_HEADER_SIZE_AT, 2, growth);
        return;
    }
}

static bool holds(const sky_record *record, uint64_t at) {
    const uint64_t data = record->at + SKY_HEADER_BYTES;
    return record->type != 0 && at >= data && at <= data + record->data_bytes;
}

/* A walk that has stopped behind the record that the place is in: its groups are open. */
static sky_walk walk_to(const uint8_t *bytes, size_t length, uint64_t at) {
    const sky_record header = sky_read_record(bytes, 0, 0);
    sky_walk walk = sky_walk_over(bytes, length, SKY_HEADER_BYTES + header.data_bytes);
    walk.record = header;
    while (!holds(&walk.record, at)) {
        const sky_step step = sky_next(&walk);
        if (step == SKY_STEP_RECORD || step == SKY_STEP_GROUP) continue;
        walk.depth = 0;
        walk.record = (sky_record){.type = 0};
        return walk;
    }
    return walk;
}

sky_record sky_record_at(const uint8_t *bytes, size_t length, uint64_t at) {
    return walk_to(bytes, length, at).record;
}

static void resize_groups(uint8_t *bytes, const sky_walk *walk, int64_t growth) {
    for (uint32_t i = 0; i < walk->depth; i++)
        add_to(bytes + walk->open[i].at + SKY_GROUP_SIZE_AT, 4, growth);
}

static void resize_found(uint8_t *bytes, const sky_walk *walk, uint64_t at, int64_t growth) {
    resize_groups(bytes, walk, growth);
    resize_field(bytes, &walk->record, at, growth);
    add_to(bytes + walk->record.at + SKY_HEADER_DATA_SIZE_AT, 4, growth);
}

void sky_resize_record(uint8_t *bytes, size_t length, uint64_t at, int64_t growth) {
    const sky_walk walk = walk_to(bytes, length, at);
    if (walk.record.type != 0) resize_found(bytes, &walk, at, growth);
}

void sky_resize(uint8_t *bytes, size_t length, uint64_t at, int64_t growth) {
    if (length < SKY_HEADER_BYTES ||
        nl_load_u32(bytes + SKY_HEADER_DATA_SIZE_AT) > length - SKY_HEADER_BYTES)
        return;
    const sky_walk walk = walk_to(bytes, length, at);
    if (walk.record.type == 0) return;
    if (at == walk.record.at + SKY_HEADER_BYTES + walk.record.data_bytes)
        resize_groups(bytes, &walk, growth);
    else
        resize_found(bytes, &walk, at, growth);
}
