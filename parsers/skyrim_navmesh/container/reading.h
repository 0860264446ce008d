/* A plugin while it is read: what the files that decode and check the container share. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_READING_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_CONTAINER_READING_H

#include "parsers/skyrim_navmesh/container/container.h"

/* Records with one fault in their FormIDs. */
typedef struct sky_odd_ids {
    uint64_t count;
    sky_record first;
    sky_home home; /* of that */
} sky_odd_ids;

typedef struct sky_reading {
    sky_check check; /* of the file: for findings */
    char record_name[SKY_RECORD_BYTES];
    sky_plugin *plugin;
    sky_walk walk;
    uint32_t before;    /* type of the last step, if that was a record; else 0 */
    uint32_t before_id; /* its FormID */
    sky_record world;   /* the last WRLD; type 0: none so far */
    sky_record cell;    /* the last CELL */
    uint32_t cell_row;  /* of it in the pile; NL_NO_ROW: not there yet */
    bool is_cell_whole; /* its fields can be followed: check.read_cell is what they say */
    uint32_t navi_count;
    uint32_t top_count;
    uint32_t tops[256];    /* labels of top groups seen */
    bool is_whole;         /* nothing has been passed over so far */
    uint64_t read_from;    /* what stands from here up to the walk has been read */
    sky_odd_ids missing;   /* overridden records that ONAM lacks */
    sky_odd_ids beyond;    /* FormIDs that name neither a master nor the plugin */
    sky_odd_ids heavy;     /* those that a light plugin may not have */
    uint64_t misplaced_in; /* the last group with a record of another kind; 0: none */
    sky_pile form_ids, navms, cells, doors;
    sky_inflater inflater; /* for packed references */
} sky_reading;

/* Reads the header of TES4 into the plugin and checks it. False if nothing behind it can be read: a
 * finding or a limit says why. */
bool sky_read_header(sky_check *c, sky_plugin *plugin);

/* Reads the fields of TES4: version, count, masters, ONAM. False if they cannot be followed. */
bool sky_read_masters(sky_check *c, sky_plugin *plugin);

/* Whether FormIDs with the index 0 are those of Skyrim.esm. */
bool sky_is_skyrims(const sky_plugin *plugin);

/* Checks the group that the walk has just entered. */
void sky_check_group(sky_reading *s);

/* Checks the record that the walk has just passed: where it stands, its FormID; and keeps what
 * navigation needs of it. */
void sky_check_record(sky_reading *s);

/* Emits a finding about the FormID of the first of such records. */
void sky_found_odd(sky_reading *s, const sky_odd_ids *odd, unsigned rule, nl_draft draft);

/* Reports FormIDs that no record of the plugin may have, of all records that were passed. */
void sky_report_odd_ids(sky_reading *s);

/* Checks that the interior cell that the walk has just passed stands in the right blocks. */
void sky_check_interior_blocks(sky_reading *s);

/* Where the record that the walk has just passed stands; a CELL is in itself. */
sky_home sky_home_here(const sky_reading *s);

#endif
