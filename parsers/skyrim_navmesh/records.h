/* A plugin as its walk has left it: the header, where the navmesh records stand, and the few other
 * records that they refer to. Nothing of a record's data is copied. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_RECORDS_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_RECORDS_H

#include "core/index.h"
#include "parsers/format.h"
#include "parsers/skyrim_navmesh/payload.h"
#include "parsers/skyrim_navmesh/pile.h"
#include "parsers/skyrim_navmesh/types.h"

enum {
    SKY_NAME_BYTES = 64, /* of a name as findings show it, with its NUL */
    SKY_GROUP_DEPTH = 8, /* of groups in groups; real plugins have 6 */
    SKY_MOST_MASTERS = 254,
    SKY_FIRST_FORM_VERSION = 40,
    SKY_LAST_FORM_VERSION = 44,
    SKY_NAVI_OBJECT = 0x012FB4, /* Skyrim.esm's NAVI, which every plugin overrides */
    SKY_OBJECT_MASK = 0xFFFFFF,
    SKY_DELETED = 0x20,
    SKY_COMPRESSED = 0x40000
};

/* A record's header. */
typedef struct sky_record {
    uint64_t at;     /* of the header, in the input */
    uint32_t number; /* of the record in the file: its path is /records/N */
    uint32_t type;
    uint32_t data_bytes; /* behind the header: compared with what is there */
    uint32_t flags;
    uint32_t form_id;
    uint16_t form_version;
} sky_record;

/* Where a record stands in the world, as the groups around it say. */
typedef struct sky_home {
    uint32_t cell_at;  /* of the CELL record's header, in the input; 0: it is not in the file */
    uint32_t world_at; /* of the WRLD record's; the same */
    bool is_exterior;  /* in a sub-block of exterior cells: XCLC says where that is */
} sky_home;

/* A navmesh, and where it stands. */
typedef struct sky_navm {
    sky_record record;
    sky_home home;
    uint32_t cell_id;  /* label of the cell's group around it; 0: none */
    uint32_t world_id; /* label of the worldspace's group around it; 0: none, an interior */
    uint32_t cell;     /* row of its CELL record in plugin->cells; NL_NO_ROW: not in the file */
    bool is_placed;    /* in the temporary group of a cell */
} sky_navm;

/* A block or sub-block of cells. */
typedef struct sky_block {
    uint32_t at; /* of the group's header, in the input */
    uint32_t number;
} sky_block;

/* What a CELL record says, as far as its navmeshes need it. */
typedef struct sky_cell_note {
    int32_t x, y;                   /* XCLC, in cells */
    bool has_grid;                  /* there is one */
    bool is_known;                  /* the record could be read to its end */
    char editor_id[SKY_NAME_BYTES]; /* EDID, as findings show it; "": none */
} sky_cell_note;

/* A CELL record that has navmeshes or doors under it. */
typedef struct sky_cell {
    sky_record record;
    sky_block block, sub_block; /* of an exterior cell; at 0: it stands in none */
    const sky_cell_note *note;  /* with navmeshes only it is of no use: cells are read later */
} sky_cell;

/* A REFR with a teleport (XTEL) or a place on a navmesh (XNDP). */
typedef struct sky_door {
    sky_record record;
    sky_home home;
    uint32_t place_at;      /* of the payload of XNDP, in the input or what the record unpacks to */
    uint32_t place_bytes;   /* of that */
    uint32_t place_index;   /* of the field in the record */
    uint32_t place_navmesh; /* what it says, if it has the right size */
    uint32_t packed_bytes;  /* of the record's stream; 0: it is not packed */
    int16_t place_triangle;
    sky_point position; /* DATA; not finite: unknown */
    bool has_teleport;
    bool has_place;
} sky_door;

typedef struct sky_master {
    sky_body name; /* without the NUL */
} sky_master;

typedef struct sky_plugin {
    const nl_job *job;
    sky_record header;
    sky_body header_fields;
    nl_packed header_packed;
    sky_master *masters; /* those that a FormID can name */
    uint32_t master_count;
    float version;              /* HEDR */
    uint32_t stated_count;      /* HEDR: records and groups */
    const uint32_t *overridden; /* ONAM, copied; NULL: there is none */
    nl_index overridden_index;
    bool has_hedr; /* of the right size */
    bool is_light; /* by its flag or its name */
    bool is_master;
    bool is_whole;    /* the walk came to the end: what is not there is not in the file */
    bool is_official; /* Skyrim.esm, Update.esm or one of the DLCs, by its name */

    sky_record navi; /* the first one; type 0: there is none */
    sky_navm *navms;
    uint32_t *navm_ids; /* of them: keys of the index */
    uint32_t navm_count;
    nl_index navm_index;
    sky_cell *cells; /* in file order */
    uint32_t cell_count;
    sky_door *doors;
    uint32_t *door_ids;
    uint32_t door_count;
    nl_index door_index;
    uint64_t record_count; /* TES4 not among them */
    uint64_t group_count;
    uint64_t walked;   /* offset up to which the structure could be followed */
    sky_pile form_ids; /* of all records but TES4, in file order: u32 */
} sky_plugin;

/* What a job decodes to. */
typedef struct sky_document {
    bool is_bare_nvmi;
    sky_plugin plugin;
} sky_document;

/* ---- FormIDs ---- */

/* The master that a FormID is of; the plugin itself if it is not below master_count. */
static inline uint32_t sky_index_of(uint32_t form_id) {
    return form_id >> 24;
}

static inline bool sky_is_own(const sky_plugin *p, uint32_t form_id) {
    return sky_index_of(form_id) >= p->master_count;
}

/* Whether its index names neither a master nor the plugin. The game's tools take it for the
 * plugin's own. */
static inline bool sky_is_beyond(const sky_plugin *p, uint32_t form_id) {
    return sky_index_of(form_id) > p->master_count;
}

/* The id with an index that is too high taken for the plugin's own: what look-ups go by. */
static inline uint32_t sky_key(const sky_plugin *p, uint32_t form_id) {
    return sky_is_beyond(p, form_id) ? p->master_count << 24 | (form_id & SKY_OBJECT_MASK)
                                     : form_id;
}

/* The navmesh with this FormID; NULL if the file has none. */
static inline const sky_navm *sky_find_navm(const sky_plugin *p, uint32_t form_id) {
    const uint32_t row = nl_index_find(&p->navm_index, sky_key(p, form_id));
    return row == NL_NO_ROW ? NULL : &p->navms[row];
}

/* The REFR with XTEL or XNDP of this FormID; NULL if the file has none. */
static inline const sky_door *sky_find_door(const sky_plugin *p, uint32_t form_id) {
    const uint32_t row = nl_index_find(&p->door_index, sky_key(p, form_id));
    return row == NL_NO_ROW ? NULL : &p->doors[row];
}

static inline bool sky_is_deleted(const sky_record *record) {
    return (record->flags & SKY_DELETED) != 0;
}

static inline bool sky_is_compressed(const sky_record *record) {
    return (record->flags & SKY_COMPRESSED) != 0;
}

#endif
