/* The container: its records and groups, their fields, what is packed. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_CONTAINER_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_CONTAINER_H

#include "parsers/skyrim_navmesh/container/field_walk.h"
#include "parsers/skyrim_navmesh/container/inflate.h"
#include "parsers/skyrim_navmesh/container/walk.h"
#include "parsers/skyrim_navmesh/findings.h"

/* A record's data to be opened for checking. */
typedef struct sky_request {
    const sky_record *record;
    uint64_t most_bytes; /* larger data are refused */
} sky_request;

/* sky_open; reports what is wrong with packed data. */
bool sky_open_checked(const sky_check *c, sky_inflater *inflater, sky_request request,
                      sky_opened *opened);

/* Reports what is wrong with packed data that could not be opened, or have bytes behind them. */
void sky_report_packed(const sky_check *c, const sky_record *record, const sky_opened *opened);

/* Checks that the fields in a record's (unpacked) data can be followed to the end: returns false if
 * not, or if the budget is exhausted. */
bool sky_check_fields(sky_check *c, const sky_record *record, const sky_body *data);

/* What a CELL record says: its unpacked data. */
void sky_read_cell(const sky_body *data, sky_cell_facts *facts);

/* What of it is kept, so that the record need not be unpacked again; and that as facts. */
sky_cell_note sky_note_of(const sky_cell_facts *facts);
sky_cell_facts sky_facts_of(const sky_cell_note *note);

/* Where what the walk is at stands. world, cell: the last such records that it has passed; type 0:
 * none. */
sky_home sky_home_in(const sky_walk *w, const sky_record *world, const sky_record *cell);

/* From here on findings name the cell and the worldspace at `home`, which stand in c->cell. Cheap,
 * but for a packed CELL, whose unpacking costs steps: to be called when something has been found.
 * What cannot be read, or not for want of memory or steps, has no name. */
void sky_enter_home(sky_check *c, sky_home home);

/* Only the worldspace of it: the CELL has been read into c->cell. */
void sky_enter_world(sky_check *c, sky_home home);

/* The same place, at the point of the world where the REFR says it is; unchanged if that is packed
 * or says nothing of it. */
nl_place sky_at_reference(nl_place place, const sky_check *c, const sky_record *record);

/* A record's own EDID, shown; "" if it is packed or has none. */
void sky_read_editor_id(const sky_check *c, const sky_record *record, char name[SKY_NAME_BYTES]);

/* From here on findings name no cell and have no position but their own. */
static inline void sky_leave_home(sky_check *c) {
    c->cell = (sky_cell_facts){0};
    c->where = (navlint_position){0};
    c->navm_name[0] = '\0';
    c->entered = 0;
}

/* Whether an exterior cell with a grid stands in the right blocks. */
bool sky_blocks_are_right(const sky_check *c, const sky_cell *cell, const sky_cell_facts *facts);

/* Checks that it does; c->cell is about it. */
void sky_check_blocks(const sky_check *c, const sky_cell *cell, const sky_cell_facts *facts);

/* Reports FormIDs that two records have. */
void sky_check_twins(sky_check *c);

/* The plugin's FormIDs, sorted; NULL if the arena is used up. */
uint32_t *sky_sorted_ids(const sky_plugin *plugin, nl_arena *arena);

/* Whether an id is among ids[0, count), sorted. */
bool sky_has_id(const uint32_t *ids, uint32_t count, uint32_t id);

#endif
