/* A plugin of Skyrim's that is mostly packed records no navmesh touches, as characters are: many of
 * some hundred bytes each. Its builder packs by storing, which costs nothing to unpack; real
 * streams are made here. */
#include "bench/bench.h"

#include "core/writer.h"
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/layout.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    LEVEL = 6,
    SEED_BYTES = 4096, /* of the plugin that the records are added to */
    NPC = SKY_TYPE('N', 'P', 'C', '_'),
    FIELDS = 68, /* as real characters that are packed have: 905 bytes that take 477 */
    LONGEST_FIELD = 15,
    RECORD_BYTES = FIELDS * (SKY_FIELD_HEADER_BYTES + LONGEST_FIELD),
    FIRST_ID = 1 << 24 | 0x10000,
    COUNT_AT = SKY_HEADER_BYTES + SKY_FIELD_HEADER_BYTES + SKY_HEDR_RECORD_COUNT_AT
};

/* Writes behind the end of what the builder made. */
typedef struct packer {
    nl_writer out;
    struct libdeflate_compressor *compressor;
    uint32_t state; /* of the numbers that fields hold */
    uint32_t records;
} packer;

static void must(bool holds) {
    bench_must(holds, "packing");
}

static uint32_t next_number(packer *p) {
    p->state = p->state * 1664525 + 1013904223;
    return p->state >> 16;
}

static void put_u32_at(uint8_t *bytes, uint32_t value) {
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

/* Types and lengths are those of the kind of record; half of the bytes are 0, as the upper ones of
 * small numbers are. */
static void write_field(packer *p, nl_writer *fields, uint32_t n) {
    const uint32_t bytes = n * 7 % (LONGEST_FIELD + 1);
    nl_write_u32(fields, SKY_TYPE('A', 'N', 'A', 'M') + n % 16);
    nl_write_u16(fields, bytes);
    for (uint32_t i = 0; i < bytes; i++)
        nl_write_u8(fields, i % 2 == 0 ? next_number(p) & 0x3F : 0);
}

static void write_header(packer *p, uint32_t packed_bytes) {
    nl_write_u32(&p->out, NPC);
    nl_write_u32(&p->out, SKY_STREAM_PACKED_AT + packed_bytes);
    nl_write_u32(&p->out, SKY_COMPRESSED);
    nl_write_u32(&p->out, FIRST_ID + p->records++);
    nl_write_u32(&p->out, 0);
    nl_write_u32(&p->out, SKY_LAST_FORM_VERSION);
}

static void write_record(packer *p) {
    uint8_t bytes[RECORD_BYTES];
    uint8_t packed[2 * RECORD_BYTES];
    nl_writer fields = nl_writer_over(bytes, sizeof bytes);
    for (uint32_t i = 0; i < FIELDS; i++)
        write_field(p, &fields, i);
    const size_t made =
        libdeflate_zlib_compress(p->compressor, bytes, fields.at, packed, sizeof packed);
    must(made != 0 && nl_writer_ok(&fields));
    write_header(p, (uint32_t)made);
    nl_write_u32(&p->out, (uint32_t)fields.at);
    nl_write_bytes(&p->out, packed, made);
}

/* Their group, at the end of the file. */
static void write_group(packer *p, uint64_t target_bytes) {
    const size_t at = p->out.at;
    const uint32_t words[] = {SKY_GRUP, 0, NPC, 0, 0, 0};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nl_write_u32(&p->out, words[i]);
    while (p->out.at < target_bytes)
        write_record(p);
    must(nl_writer_ok(&p->out));
    put_u32_at(p->out.bytes + at + SKY_GROUP_SIZE_AT, (uint32_t)(p->out.at - at));
}

/* Takes the place of the file, with the records behind what it holds. */
static void add_packed(bench_file *file, uint64_t target_bytes) {
    const size_t capacity = (size_t)target_bytes + file->length + 2 * RECORD_BYTES;
    file->bytes = realloc(file->bytes, capacity);
    must(file->bytes != NULL);
    packer p = {.out = nl_writer_over(file->bytes, capacity),
                .compressor = libdeflate_alloc_compressor(LEVEL)};
    must(p.compressor != NULL);
    p.out.at = file->length;
    write_group(&p, target_bytes);
    libdeflate_free_compressor(p.compressor);
    put_u32_at(file->bytes + COUNT_AT, nl_load_u32(file->bytes + COUNT_AT) + p.records + 1);
    file->length = p.out.at;
}

bench_input bench_build_packed(const navlint_format *format, bench_size size) {
    const bench_input none = {.format = format, .name = size.name};
    if (format != &nl_format_skyrim_navmesh.info) return none;
    bench_input input = bench_build(format, (bench_size){size.name, size.variant, SEED_BYTES});
    must(input.file_count == 1);
    add_packed(&input.files[0], size.target_bytes);
    input.bytes = input.files[0].length;
    return input;
}
