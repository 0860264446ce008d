/* What a plugin holds, and in which groups. */
#include "core/checked.h"
#include "parsers/skyrim_navmesh/make/builder.h"

enum {
    FILLER_RECORD_BYTES = 232, /* data: with its header, what real plugins have on the average */
    HEDR_AT = SKY_HEADER_BYTES + SKY_FIELD_HEADER_BYTES,
    BLOCK_CELLS = 32,
    SUB_BLOCK_CELLS = 8
};

static size_t open_top(sky_writer *w, uint32_t type) {
    return sky_open_group(w, type, SKY_TOP);
}

static void write_header(sky_writer *w, uint32_t count) {
    const uint32_t flags = (w->spec->is_light ? 0x200u : 0) | (w->spec->is_master ? 1u : 0) |
                           (w->spec->is_header_compressed ? SKY_COMPRESSED : 0u);
    sky_write_record(w, (sky_head){SKY_TES4, 0, flags}, sky_header_fields, count);
}

static void write_navi(sky_writer *w) {
    const uint32_t cells = sky_cells_of(w->spec);
    const uint32_t flags = w->spec->is_navi_compressed ? SKY_COMPRESSED : 0;
    if (cells == 0 || w->spec->has_no_navi) return;
    const size_t top = open_top(w, SKY_NAVI);
    sky_write_record(w, (sky_head){SKY_NAVI, SKY_NAVI_OBJECT, flags}, sky_navi_fields, cells);
    if (w->spec->has_second_navi)
        sky_write_record(w, (sky_head){SKY_NAVI, sky_spare_of(w->spec), 0}, sky_version_field, 0);
    sky_close_group(w, top);
}

/* ---- Cells ---- */

static void write_foreign(sky_writer *w, uint32_t n) {
    for (uint32_t i = 0; n == 0 && i < w->spec->deleted; i++)
        sky_write_record(w, (sky_head){SKY_NAVM, SKY_FOREIGN_OBJECT + i, SKY_DELETED},
                         sky_no_fields, 0);
    for (uint32_t i = 0; n == 0 && i < w->spec->overridden; i++)
        sky_write_record(w, (sky_head){SKY_REFR, SKY_FOREIGN_OBJECT + 0x100 + i, 0}, sky_no_fields,
                         0);
}

static void write_cell(sky_writer *w, uint32_t n) {
    const sky_spec *const spec = w->spec;
    const uint32_t id = sky_built_cell(spec, n);
    const uint32_t flags = spec->is_compressed ? SKY_COMPRESSED : 0;
    const uint32_t cell_flags = spec->is_cell_compressed ? SKY_COMPRESSED : 0;
    const uint32_t door_flags = spec->is_door_compressed ? SKY_COMPRESSED : 0;
    sky_write_record(w, (sky_head){SKY_CELL, id, cell_flags}, sky_cell_fields, n);
    const size_t children = sky_open_group(w, id, SKY_CELL_CHILDREN);
    const size_t temporary = sky_open_group(w, id, SKY_TEMPORARY);
    sky_write_record(w, (sky_head){SKY_NAVM, sky_built_navm(spec, n), flags}, sky_navm_fields, n);
    if (spec->has_doors)
        sky_write_record(w, (sky_head){SKY_REFR, sky_built_door(spec, n), door_flags},
                         sky_door_fields, n);
    write_foreign(w, n);
    sky_close_group(w, temporary);
    sky_close_group(w, children);
}

/* Cells are filed by the last two decimal digits of their object id. */
static void write_sub_block(sky_writer *w, uint32_t block, uint32_t sub_block) {
    const uint32_t first = (sub_block * 10 + block + 200 - SKY_FIRST_OBJECT % 100) % 100;
    if (first >= w->spec->interiors) return;
    const size_t group = sky_open_group(w, sub_block, SKY_INTERIOR_SUB_BLOCK);
    for (uint32_t n = first; n < w->spec->interiors; n += 100)
        write_cell(w, n);
    sky_close_group(w, group);
}

static bool has_block(const sky_spec *spec, uint32_t block) {
    return (block + 20 - SKY_FIRST_OBJECT % 10) % 10 < spec->interiors;
}

static void write_interiors(sky_writer *w) {
    if (w->spec->interiors == 0) return;
    const size_t top = open_top(w, SKY_CELL);
    for (uint32_t block = 0; block < 10; block++) {
        if (!has_block(w->spec, block)) continue;
        const size_t group = sky_open_group(w, block, SKY_INTERIOR_BLOCK);
        for (uint32_t sub_block = 0; sub_block < 10; sub_block++)
            write_sub_block(w, block, sub_block);
        sky_close_group(w, group);
    }
    sky_close_group(w, top);
}

static void write_exterior_block(sky_writer *w, uint32_t first) {
    const uint32_t end = (uint32_t)nl_min(first + BLOCK_CELLS, w->spec->exteriors);
    const size_t block = sky_open_group(w, first / BLOCK_CELLS << 16, SKY_EXTERIOR_BLOCK);
    for (uint32_t x = first; x < end; x += SUB_BLOCK_CELLS) {
        const uint32_t sub_end = (uint32_t)nl_min(x + SUB_BLOCK_CELLS, end);
        const size_t sub = sky_open_group(w, x / SUB_BLOCK_CELLS << 16, SKY_EXTERIOR_SUB_BLOCK);
        for (uint32_t i = x; i < sub_end; i++)
            write_cell(w, w->spec->interiors + i);
        sky_close_group(w, sub);
    }
    sky_close_group(w, block);
}

static void write_exteriors(sky_writer *w) {
    const uint32_t world = sky_world_of(w->spec);
    if (w->spec->exteriors == 0) return;
    const size_t top = open_top(w, SKY_WRLD);
    sky_write_record(w, (sky_head){SKY_WRLD, world, 0}, sky_world_fields, 0);
    const size_t children = sky_open_group(w, world, SKY_WORLD_CHILDREN);
    for (uint32_t x = 0; x < w->spec->exteriors; x += BLOCK_CELLS)
        write_exterior_block(w, x);
    sky_close_group(w, children);
    sky_close_group(w, top);
}

/* ---- Records that are no navmesh ---- */

static void write_filler(sky_writer *w) {
    static const uint8_t data[FILLER_RECORD_BYTES] = {'E', 'D', 'I', 'D', FILLER_RECORD_BYTES - 6};
    const uint32_t count = w->spec->filler_bytes / (FILLER_RECORD_BYTES + SKY_HEADER_BYTES);
    const uint32_t first = sky_spare_of(w->spec) + 3;
    const uint32_t type = SKY_TYPE('M', 'I', 'S', 'C');
    if (count == 0) return;
    const size_t top = open_top(w, type);
    for (uint32_t i = 0; i < count; i++) {
        const size_t at = sky_open_record(w, (sky_head){type, first + i, 0});
        nl_write_bytes(w->out, data, sizeof data);
        sky_close_record(w, at);
    }
    sky_close_group(w, top);
}

static void write_topic(sky_writer *w) {
    const uint32_t topic = sky_spare_of(w->spec) + 1;
    if (!w->spec->has_topic) return;
    const size_t top = open_top(w, SKY_DIAL);
    sky_write_record(w, (sky_head){SKY_DIAL, topic, 0}, sky_no_fields, 0);
    const size_t children = sky_open_group(w, topic, SKY_TOPIC_CHILDREN);
    sky_write_record(w, (sky_head){SKY_TYPE('I', 'N', 'F', 'O'), topic + 1, 0}, sky_no_fields, 0);
    sky_close_group(w, children);
    sky_close_group(w, top);
}

static void write_all(sky_writer *w, uint32_t count) {
    write_header(w, count);
    w->count = 0;
    write_filler(w);
    write_topic(w);
    write_navi(w);
    write_interiors(w);
    write_exteriors(w);
}

/* The header holds how much follows: where it is not packed, that is put in afterwards. */
void sky_write(nl_writer *out, const sky_spec *spec) {
    sky_writer w = {.out = out, .spec = spec};
    uint32_t count = 0;
    if (spec->is_header_compressed) {
        nl_writer counter = nl_writer_over(NULL, 0);
        sky_writer first = {.out = &counter, .spec = spec};
        write_all(&first, 0);
        count = first.count;
    }
    const size_t at = out->at;
    write_all(&w, count);
    if (!spec->is_header_compressed)
        sky_patch(out, at + HEDR_AT + SKY_HEDR_RECORD_COUNT_AT, w.count);
}

/* ---- Files of any size ---- */

static const sky_spec variants[SKY_BUILD_VARIANTS] = {
    {.interiors = 1, .exteriors = 1, .has_doors = true},
    {.exteriors = 2,
     .is_linked = true,
     .road_nodes = 2,
     .is_compressed = true,
     .mesh = {.is_island = true, .has_cover = true}},
    {.interiors = 1,
     .is_old = true,
     .has_doors = true,
     .is_compressed = true,
     .is_cell_compressed = true},
    {.interiors = 1, .is_light = true},
    {.interiors = 1, .has_doors = true}, /* mostly what is passed over */
};

sky_spec sky_spec_as(const sky_spec *spec, unsigned variant) {
    const sky_spec *const dialect = &variants[variant];
    sky_spec same = *spec;
    same.is_old |= dialect->is_old;
    same.is_light |= dialect->is_light;
    same.is_cell_compressed |= dialect->is_cell_compressed;
    same.is_compressed |= dialect->is_compressed && !dialect->is_old;
    return same;
}

/* As many navmeshes as it takes, of at most 40 x 40 squares. */
static void size_meshes(sky_spec *spec, uint64_t target_bytes) {
    enum { MOST_SIDE = 40, MOST_EXTERIORS = 200 /* a row of more leaves the largest worlds */ };
    const uint32_t cells = sky_cells_of(spec);
    uint64_t bytes = 0;
    for (spec->mesh.columns = spec->mesh.rows = 1; spec->mesh.columns <= MOST_SIDE;) {
        nl_writer counter = nl_writer_over(NULL, 0);
        sky_navm_fields(&counter, spec, 0);
        if (counter.at * cells > target_bytes) break;
        bytes = counter.at;
        spec->mesh.rows = ++spec->mesh.columns;
    }
    if (spec->mesh.columns > 1) spec->mesh.rows = --spec->mesh.columns;
    if (bytes == 0 || spec->is_light) return;
    const uint32_t wanted = (uint32_t)nl_max(1, target_bytes / (bytes * cells)) * cells;
    const uint32_t exteriors = (uint32_t)nl_min(MOST_EXTERIORS, wanted / cells * spec->exteriors);
    spec->interiors = wanted - exteriors;
    spec->exteriors = exteriors;
}

void sky_build(unsigned variant, uint64_t target_bytes, nl_writer *out) {
    sky_spec spec = variants[variant];
    if (variant == SKY_BUILD_SPARSE)
        spec.filler_bytes = (uint32_t)nl_min(target_bytes, UINT32_MAX / 2);
    else
        size_meshes(&spec, target_bytes);
    sky_write(out, &spec);
}
