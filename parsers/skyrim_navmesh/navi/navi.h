/* The NAVI record: what it says of each navmesh, and the tables that a check makes of it. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_NAVI_NAVI_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_NAVI_NAVI_H

#include "parsers/skyrim_navmesh/container/container.h"
#include "parsers/skyrim_navmesh/findings.h"
#include "parsers/skyrim_navmesh/navi/nvmi.h"

/* An NVMI entry of the NAVI record that could be read to its end. */
typedef struct sky_entry {
    uint32_t form_id; /* of the navmesh, as it stands in the file */
    uint32_t at;      /* of its body in the record's data */
    uint32_t length;
    uint32_t field; /* its index among the record's fields */
    uint32_t first; /* of its links in the NAVI's list of all: the plain ones, then the others */
    uint32_t links; /* that follow the head and their count */
    uint32_t preferred;        /* that follow those and their count */
    uint32_t worldspace, cell; /* as sky_parent has them */
    uint32_t doors;            /* of its list */
    bool is_node;              /* of the NVPP */
    bool is_one_way;           /* some link leads to an entry that does not list this one */
} sky_entry;

enum { SKY_FIRST_LINKS = 4 };

typedef struct sky_navi {
    sky_body record;
    sky_entry *entries;
    uint32_t *ids; /* of their navmeshes: keys of the index */
    uint32_t count;
    uint32_t *links; /* of all entries, copied: they are gone through in no order; room for
                        SKY_FIRST_LINKS follows */
    uint32_t link_count;
    nl_index index;
    uint32_t nvmi_fields; /* readable or not */
    bool lost_fields;     /* the record could not be followed to its end */
    uint32_t islands;     /* among the entries */
    uint32_t doors;       /* of all entries */
    sky_field nvpp, nvsi; /* type 0: there is none */
    bool has_markers;     /* the NVPP says which entries are those of road markers */
} sky_navi;

/* ---- Entries ---- */

/* Whether every NVMI field could be read: what has no entry is then not registered. */
static inline bool sky_all_entries(const sky_navi *navi) {
    return navi->count == navi->nvmi_fields && !navi->lost_fields;
}

static inline const uint8_t *sky_entry_bytes(const sky_navi *navi, uint32_t row) {
    return navi->record.bytes + navi->entries[row].at;
}

static inline sky_body sky_entry_body(const sky_navi *navi, uint32_t row) {
    return sky_part(&navi->record, navi->entries[row].at, navi->entries[row].length);
}

/* The entry as a field, for findings. */
static inline sky_payload sky_entry_payload(sky_check *c, uint32_t row) {
    return (sky_payload){.c = c,
                         .record = &c->plugin->navi,
                         .body = sky_entry_body(c->navi, row),
                         .index = c->navi->entries[row].field,
                         .is_entry = true};
}

/* The row of the entry of a navmesh; NL_NO_ROW if there is none. */
static inline uint32_t sky_entry_row(const sky_check *c, uint32_t form_id) {
    if (!c->navi || form_id == 0) return NL_NO_ROW;
    return nl_index_find(&c->navi->index, sky_key(c->plugin, form_id));
}

/* Whether the navmesh that an id of this plugin's own names is not there. */
static inline bool sky_is_lost(const sky_check *c, uint32_t id) {
    return sky_is_own_whole(c, id) && id != 0 && !sky_find_navm(c->plugin, id);
}

/* Whether two navmeshes cannot touch. */
static inline bool sky_is_apart(const sky_entry *a, const sky_entry *b) {
    return a->worldspace != b->worldspace || (a->worldspace == 0 && a->cell != b->cell);
}

/* Where the navmesh lies by its entry; unknown if there is none, or it does not say. */
navlint_position sky_entry_position(const sky_check *c, uint32_t form_id);

/* From here on (until sky_leave_entries) findings about NVMI entries name the cell of the navmesh,
 * as far as that is in the file. */
void sky_enter_entries(sky_check *c);
void sky_leave_entries(sky_check *c);

/* Whether the entry lists the navmesh as linked. Takes steps of the budget; once that is exhausted,
 * true. */
bool sky_entry_links_to(const sky_check *c, uint32_t row, uint32_t form_id);

/* The same of the navmesh that a link of the entry leads to, if that is there and has an entry: it
 * does not list this one. number: of the link among all, the plain ones first. */
bool sky_is_one_way(const sky_check *c, uint32_t row, uint32_t number);

/* Emits a finding about a link of an entry; its FormID is {0} of the message, `other` {1}. */
void sky_found_entry_link(sky_check *c, uint32_t row, unsigned rule, uint32_t number,
                          const char *other);

/* Whether the entry's center, or its island's box, has no finding of its own. */
bool sky_is_center_sound(const sky_nvmi *entry);
bool sky_is_box_sound(const sky_nvmi *entry);

/* ---- Findings ---- */

/* The ids of one list of an entry. */
typedef struct sky_ids {
    const char *key; /* of the list */
    unsigned field;  /* of the id, in a record of the list */
    sky_list list;
    uint32_t stride; /* bytes of a record */
    uint32_t id_at;  /* in it */
} sky_ids;

static inline sky_ids sky_links_of(const sky_nvmi *entry) {
    return (sky_ids){"links", SKY_NVMI_LINK_NAVMESH, entry->links, SKY_NVMI_LINK_BYTES, 0};
}

static inline sky_ids sky_preferred_of(const sky_nvmi *entry) {
    return (sky_ids){"preferredLinks", SKY_NVMI_PREFERRED_LINK_NAVMESH, entry->preferred,
                     SKY_NVMI_PREFERRED_LINK_BYTES, 0};
}

static inline sky_ids sky_doors_of(const sky_nvmi *entry) {
    return (sky_ids){"doors", SKY_NVMI_DOOR_DOOR, entry->doors, SKY_NVMI_DOOR_BYTES,
                     SKY_NVMI_DOOR_DOOR_AT};
}

/* The record of the list that has the id. */
nl_place sky_ids_place(const sky_payload *entry, const sky_ids *ids, uint32_t index);

/* Emits a finding about the id of the navmesh that an entry is about. */
void sky_found_entry(sky_check *c, uint32_t row, unsigned rule, nl_draft draft);

/* ---- NVSI: the FormIDs of deleted navmeshes, none if there is no such field ---- */

uint32_t sky_nvsi_count(const sky_navi *navi);
uint32_t sky_nvsi_id(const sky_navi *navi, uint32_t index);

/* ---- Checks ---- */

/* The most arena bytes that the tables of a NAVI record of so many (unpacked) bytes take. */
uint64_t sky_navi_need(uint64_t navi_bytes);

/* Checks the NAVI record, whose unpacked data stay in memory until the check ends, and puts its
 * tables into c->navi. Called before the navmeshes; its fields can be followed. Returns false if
 * arena or budget is exhausted. */
bool sky_check_navi(sky_check *c, const sky_body *record);

/* Checks one NVMI entry by itself: `entry` is what the field's body was read to. */
void sky_check_nvmi(const sky_payload *h, const sky_nvmi *entry);

#endif
