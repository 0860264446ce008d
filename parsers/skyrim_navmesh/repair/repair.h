/* What this room repairs: functions for fixes.def, and what they share. A fix looks at the record
 * that the finding is in, unpacked if it is packed, and says edits by offsets into its data. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_REPAIR_REPAIR_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_REPAIR_REPAIR_H

#include "core/budget.h"
#include "parsers/fix.h"
#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/mesh/nvnm.h"
#include "parsers/skyrim_navmesh/navi/nvmi.h"

/* ---- Records ---- */

/* A record while its data are open, in memory that goes when it is closed. Not to be copied. */
typedef struct sky_site {
    nl_fixer *fixer;
    const sky_plugin *plugin;
    nl_budget budget;
    nl_job job; /* with its arena for scratch */
    size_t mark;
    sky_inflater inflater;
    sky_record record;
    sky_opened data;
} sky_site;

/* The plugin that the fixer's input decodes to; NULL if it could not be decoded. */
const sky_plugin *sky_fixed_plugin(const nl_fixer *fixer);

/* Where the walk over the input meets this offset: it has stopped at the record whose header or
 * data hold it, or in front of a group's; `record.type` is 0 if that is no record. */
sky_walk sky_walk_to(nl_fixer *fixer, uint64_t at);

enum { SKY_HEADERS_A_STEP = 8 }; /* that a walk passes: nl_fix_spend */

/* Opens a record. To be closed whatever this returns; false if the data cannot be opened. */
bool sky_site_open(nl_fixer *fixer, const sky_record *record, sky_site *site);
void sky_site_close(sky_site *site);

/* Empties scratch down to the mark. A fix for which it was too small is tried again. */
void sky_release(nl_fixer *fixer, nl_arena *arena, size_t mark);

/* Says edits of an open record. */
typedef bool (*sky_site_fn)(sky_site *site, const navlint_finding *finding);

/* Does so with the record that the finding is in. */
bool sky_in_record(nl_fixer *fixer, const navlint_finding *finding, sky_site_fn fix);

/* Where the finding is in the data of its record. */
uint32_t sky_found_at(const sky_site *site, const navlint_finding *finding);

static inline const sky_body *sky_data(const sky_site *site) {
    return &site->data.body;
}

/* The field whose header or payload holds this offset of the data. */
bool sky_field_at(const sky_site *site, uint32_t at, sky_field *field);

/* The first field of the type. */
bool sky_field_of(const sky_site *site, uint32_t type, sky_field *field);

/* Where a field's payload starts in the data of its record. */
static inline uint32_t sky_start_of(const sky_site *site, const sky_field *field) {
    return (uint32_t)(field->body.offset - site->data.body.offset);
}

/* Where the field starts, with the XXXX field in front of a long one. */
static inline uint32_t sky_header_of(const sky_field *field) {
    return field->header_at - (field->is_long ? SKY_XXXX_BYTES : 0u);
}

/* ---- Paths ---- */

/* "/records/2/fields/0/triangles/7/flags"; list NULL: "/records/2/fields/0/size". */
typedef struct sky_path {
    uint32_t field;
    const char *list;
    uint32_t index;
    const char *tail;
} sky_path;

const char *sky_path_in(const sky_site *site, sky_path path);

/* "/records/2/dataSize" */
const char *sky_record_path(nl_fixer *fixer, const sky_record *record, const char *tail);

/* ---- Edits, by offsets into the data of a record ---- */

/* A number, and where it is. */
typedef struct sky_number {
    uint32_t at;
    nl_type type;
    const char *path;
} sky_number;

bool sky_set(const sky_site *site, sky_number number, navlint_value value);
bool sky_grow(const sky_site *site, sky_number number, int64_t delta);

/* Bytes of the data. */
typedef struct sky_bytes {
    uint32_t at;
    uint32_t length;
    const char *path;
} sky_bytes;

/* New ones in their place, `length` 0: in front of it. */
bool sky_replace(const sky_site *site, sky_bytes old, const void *bytes, uint64_t length);
bool sky_remove(const sky_site *site, sky_bytes bytes);
/* A whole field, with its header. */
bool sky_remove_field(const sky_site *site, const sky_field *field);

/* Numbers of the header, and of the file. */
bool sky_set_flags(nl_fixer *fixer, const sky_record *record, uint32_t flags);
bool sky_set_in_file(nl_fixer *fixer, uint64_t at, const char *path, uint32_t value);
bool sky_remove_record(nl_fixer *fixer, const sky_record *record);

/* ---- Meshes ---- */

/* A navmesh while its record is open. */
typedef struct sky_mesh_site {
    sky_site site;
    sky_field field; /* NVNM */
    uint32_t base;   /* of its payload in the data */
    sky_nvnm mesh;
} sky_mesh_site;

/* Opens a navmesh record; false if it has no geometry that can be looked at. To be closed by
 * sky_site_close(&m->site) whatever this returns. */
bool sky_mesh_open(nl_fixer *fixer, const sky_record *record, sky_mesh_site *m);

typedef bool (*sky_mesh_fn)(sky_mesh_site *m, const navlint_finding *finding);
bool sky_in_mesh(nl_fixer *fixer, const navlint_finding *finding, sky_mesh_fn fix);

static inline bool sky_is_read_whole(const sky_nvnm *mesh) {
    return mesh->stage == SKY_NVNM_WHOLE && mesh->end == mesh->body.length;
}

/* Which item of a list with records of so many bytes the finding is in or about. false: none. */
bool sky_found_item(const sky_mesh_site *m, const navlint_finding *finding, sky_list list,
                    uint32_t item_bytes, uint32_t *index);

/* Writes all edges of a triangle that lead to triangles, as far as corners say where they lead. */
bool sky_join_edges(const sky_mesh_site *m, uint32_t triangle);

/* Takes a link out of the list; edges that were this link lead nowhere. */
bool sky_remove_link(const sky_mesh_site *m, uint32_t link);

/* ---- Entries of the NAVI (entry.c) ---- */

/* Whether entry and navmesh agree after this: computes the whole entry from the navmesh of that id,
 * keeping what is right in it. navi: the record that has the entry. may_lose: also an entry that
 * cannot be read, and the outline of an island where it cannot be the navmesh's; without, such an
 * entry stays, and such an outline. */
bool sky_rebuild_entry(sky_site *navi, const sky_field *entry, bool may_lose);

/* Finds the entry of a navmesh in the NAVI; false if it has none. */
bool sky_entry_of(const sky_site *navi, uint32_t form_id, sky_field *entry);

/* Takes a door out of the entry of a navmesh, if that lists it. */
bool sky_forget_door(nl_fixer *fixer, uint32_t navmesh, uint32_t door);

/* ---- follow.c ---- */

bool sky_follow(nl_fixer *fixer, const nl_fix_splice *splice);
bool sky_repack(nl_fixer *fixer, const nl_packed *packed, const uint8_t *inner, uint64_t length);

/* ---- Functions of rows ---- */

/* container_fixes.c */
bool sky_fix_signature(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_unpack(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_hedr_size(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_master_data(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_overridden(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_group_label(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_group_type(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_record_size(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_record_type(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_remove_record(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_deleted_body(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_persistent(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_navi_form_id(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_stream(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_bytes(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_field_size(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_needless(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_remove_field(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_remove_value(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_list_length(nl_fixer *fixer, const navlint_finding *finding);

/* navi_fixes.c */
bool sky_fix_field_order(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_version_length(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_version_missing(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_category(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_entry(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_one_way(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_register(nl_fixer *fixer, const navlint_finding *finding);

/* road_fixes.c */
bool sky_fix_road_count(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_road_index(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_road_marker(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_road_end(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_road_stop(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_empty_road(nl_fixer *fixer, const navlint_finding *finding);

/* mesh_fixes.c */
bool sky_fix_mesh_count(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_edges(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_link_index(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_unknown_flags(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_turn(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_link_type(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_remove_link(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_unused_link(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_odd_id(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_link_triangle(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_door_triangle(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_door_flag(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_door_flags(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_remove_door(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_cover(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_place(nl_fixer *fixer, const navlint_finding *finding);

/* grid_fixes.c */
bool sky_fix_grid(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_divisor(nl_fixer *fixer, const navlint_finding *finding);

/* id_fixes.c */
bool sky_fix_form_ids(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_entry_id(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_mesh_id(nl_fixer *fixer, const navlint_finding *finding);

/* cross_fixes.c */
bool sky_fix_deleted(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_place_length(nl_fixer *fixer, const navlint_finding *finding);
bool sky_fix_door_place(nl_fixer *fixer, const navlint_finding *finding);

#endif
