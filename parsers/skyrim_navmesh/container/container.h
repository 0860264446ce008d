/* What the files that read and judge the container share. */
#ifndef NAVLINT_SKYRIM_NAVMESH_CONTAINER_CONTAINER_H
#define NAVLINT_SKYRIM_NAVMESH_CONTAINER_CONTAINER_H

#include "parsers/skyrim_navmesh/check.h"
#include "parsers/skyrim_navmesh/container/inflate.h"
#include "parsers/skyrim_navmesh/pile.h"
#include "parsers/skyrim_navmesh/container/walk.h"

/* What a job decodes to. */
typedef struct sky_document {
    bool is_bare_nvmi;
    sky_plugin plugin;
} sky_document;

/* A plugin while it is walked. */
typedef struct sky_scan {
    sky_check check; /* of the file: for findings */
    sky_plugin *plugin;
    sky_walk walk;
    uint32_t before;    /* type of the last step, if that was a record; else 0 */
    uint32_t before_id; /* its FormID */
    sky_record cell;    /* the last CELL */
    uint32_t cell_row;  /* of it in the pile; NL_NO_ROW: not there yet */
    uint32_t navi_count;
    uint32_t top_count;
    uint32_t tops[256]; /* labels of top groups seen */
    bool is_whole;      /* nothing has been passed over so far */
    uint64_t missing;   /* overridden records that ONAM lacks */
    sky_record first_missing;
    sky_pile form_ids, navms, cells, doors;
    sky_inflater inflater; /* for packed references */
} sky_scan;

/* Reads the header of TES4 into the plugin and judges it. False if nothing behind it can be read: a
 * finding or a limit says why. */
bool sky_read_header(sky_check *c, sky_plugin *plugin);

/* Reads the fields of TES4: version, count, masters, ONAM. False if they cannot be followed. */
bool sky_read_masters(sky_check *c, sky_plugin *plugin);

/* What is wrong with the group that the walk has just entered. */
void sky_check_group(sky_scan *s);

/* What is wrong with where the record stands that the walk has just passed, and with its FormID. */
void sky_check_record(sky_scan *s);

/* The place of a value in a record's or group's header. */
sky_place sky_header_place(const nl_path *path, const char *member, nl_type type, uint64_t at);

/* Judges the fields of a record as fields; false if they cannot be followed to the end. */
bool sky_check_fields(const sky_check *c, const sky_body *record, const nl_path *path);

/* The bytes of a navmesh's fields, unpacked; 0 if they will not be unpacked. */
uint64_t sky_unpacked_bytes(const uint8_t *bytes, const sky_record *navm);

/* The most arena bytes of all digests of so many navmeshes whose fields say they have so many
 * bytes, in an input of this size: what it can unpack to is limited by the budget. */
uint64_t sky_digests_need(uint64_t navms, uint64_t field_bytes, uint64_t input_bytes);

/* Opens a record's data for judging: what is wrong with packed data is told. */
typedef struct sky_request {
    const sky_record *record;
    const nl_path *path;
    uint64_t most_bytes;
} sky_request;

bool sky_open_checked(const sky_check *c, sky_inflater *inflater, sky_request request,
                      sky_opened *opened);

/* The plugin's FormIDs, sorted; NULL if the arena is used up. */
uint32_t *sky_sorted_ids(const sky_plugin *plugin, nl_arena *arena);

/* Whether an id is among ids[0, count), sorted. */
bool sky_has_id(const uint32_t *ids, uint32_t count, uint32_t id);

/* Whether FormIDs with the index 0 are those of Skyrim.esm. */
bool sky_is_skyrims(const sky_plugin *plugin);

/* A file's name without its folders. */
const char *sky_base_name(const char *path);

/* Tells FormIDs that two records have. */
void sky_check_twins(sky_check *c);

/* What the CELL record in `record` says: its unpacked data. */
void sky_read_cell(const sky_body *record, sky_cell_facts *facts);

/* Whether the exterior cell at (x, y) stands in the right blocks. */
void sky_check_blocks(const sky_check *c, const sky_cell *cell, int32_t x, int32_t y);

/* The same for an interior cell in the innermost groups of the walk. */
void sky_check_interior_blocks(const sky_scan *s);

/* ---- Paths ---- */

typedef struct sky_record_path {
    nl_path list, item;
} sky_record_path;

/* /records/N, /groups/N. Not to be copied: item points to list. */
static inline const nl_path *sky_path_of(sky_record_path *path, const char *list, uint32_t number) {
    path->list = nl_key(NULL, list);
    path->item = nl_item(&path->list, number);
    return &path->item;
}

#endif
