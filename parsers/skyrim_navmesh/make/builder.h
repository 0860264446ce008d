/* What the files of the builder share: records and groups as they are written, and the fields of
 * each kind of record. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_BUILDER_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_MAKE_BUILDER_H

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/make/build.h"

enum {
    SKY_FIRST_OBJECT = 0x800,
    SKY_FOREIGN_OBJECT = 0x1F2BB /* some record of the master */
};

typedef struct sky_writer {
    nl_writer *out;
    const sky_spec *spec;
    uint32_t count; /* records and groups so far, TES4 not among them */
} sky_writer;

/* ---- FormIDs ---- */

static inline uint32_t sky_cells_of(const sky_spec *spec) {
    return spec->interiors + spec->exteriors;
}

static inline uint32_t sky_own_id(const sky_spec *spec, uint32_t object) {
    return (spec->is_skyrim_esm ? 0u : 1u + spec->masters) << 24 | object;
}

static inline uint32_t sky_world_of(const sky_spec *spec) {
    return sky_own_id(spec, SKY_FIRST_OBJECT + 3 * sky_cells_of(spec));
}

/* Of the n-th of all cells, interiors first: the cell, its navmesh, its door. */
static inline uint32_t sky_built_cell(const sky_spec *spec, uint32_t n) {
    return sky_own_id(spec, SKY_FIRST_OBJECT + n);
}

static inline uint32_t sky_built_navm(const sky_spec *spec, uint32_t n) {
    return sky_own_id(spec, SKY_FIRST_OBJECT + sky_cells_of(spec) + n);
}

static inline uint32_t sky_built_door(const sky_spec *spec, uint32_t n) {
    return sky_own_id(spec, SKY_FIRST_OBJECT + 2 * sky_cells_of(spec) + n);
}

/* Of a record that nothing refers to. */
static inline uint32_t sky_spare_of(const sky_spec *spec) {
    return sky_world_of(spec) + 1;
}

/* ---- build_container.c ---- */

typedef struct sky_head {
    uint32_t type, form_id, flags;
} sky_head;

/* Writes the fields of a record of one kind, the n-th. */
typedef void (*sky_fields_fn)(nl_writer *out, const sky_spec *spec, uint32_t n);

/* Puts a size or count at offset `at` of the output, where it was left out. */
void sky_patch(nl_writer *out, size_t at, size_t value);

/* Each returns where the header stands; closing fills in its size. */
size_t sky_open_group(sky_writer *w, uint32_t label, uint32_t type);
void sky_close_group(sky_writer *w, size_t at);
size_t sky_open_record(sky_writer *w, sky_head head);
void sky_close_record(sky_writer *w, size_t at);

/* A record with its fields, packed if its flags say so. */
void sky_write_record(sky_writer *w, sky_head head, sky_fields_fn write, uint32_t n);

/* ---- build_fields.c: the fields of each kind of record, as sky_fields_fn has it ---- */

void sky_header_fields(nl_writer *out, const sky_spec *spec, uint32_t count);
void sky_navi_fields(nl_writer *out, const sky_spec *spec, uint32_t cells);
void sky_version_field(nl_writer *out, const sky_spec *spec, uint32_t n);
void sky_navm_fields(nl_writer *out, const sky_spec *spec, uint32_t n);
void sky_cell_fields(nl_writer *out, const sky_spec *spec, uint32_t n);
void sky_door_fields(nl_writer *out, const sky_spec *spec, uint32_t n);
void sky_world_fields(nl_writer *out, const sky_spec *spec, uint32_t n);
void sky_no_fields(nl_writer *out, const sky_spec *spec, uint32_t n);

#endif
