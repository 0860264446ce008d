/* What all checks of this room share: a plugin while it is checked, and the places of what is
 * found. */
#ifndef NAVLINT_PARSERS_SKYRIM_NAVMESH_FINDINGS_H
#define NAVLINT_PARSERS_SKYRIM_NAVMESH_FINDINGS_H

#include "parsers/skyrim_navmesh/layout.h"
#include "parsers/skyrim_navmesh/payload.h"
#include "parsers/skyrim_navmesh/records.h"

enum { SKY_RECORD_BYTES = 16 /* of "NAVM 0001A26F" */ };

/* The cell that a record being checked stands in, as its CELL and WRLD records say. All zero:
 * nothing is known of it. */
typedef struct sky_cell_facts {
    bool is_known;    /* the CELL record could be read */
    bool is_exterior; /* it is one of the squares of a worldspace, which XCLC counts */
    bool has_grid;
    int32_t x, y;                    /* XCLC, of an exterior: in cells */
    uint64_t grid_at;                /* of XCLC, in the input or what the CELL unpacks to */
    char editor_id[SKY_NAME_BYTES];  /* EDID of the CELL; "": none */
    char name[SKY_NAME_BYTES];       /* that, or "(3, -12)" of an exterior; "": none */
    char worldspace[SKY_NAME_BYTES]; /* EDID of the WRLD; "": none, or an interior */
} sky_cell_facts;

/* Rules about FormIDs of no master. */
enum { SKY_ODD_NVMI = 1, SKY_ODD_NVPP = 2, SKY_ODD_NVNM = 4 };

/* A plugin while it is checked. */
typedef struct sky_check {
    nl_job *job;
    const sky_plugin *plugin;   /* NULL: the input is a bare NVMI */
    struct sky_navi *navi;      /* the decoded NAVI; NULL: there is none, or it cannot be read */
    struct sky_digest *digests; /* one for each of plugin->navms */
    sky_cell_facts cell;        /* of the record being checked: findings name it */
    sky_cell_facts read_cell;   /* the last that was read for findings, without its home */
    uint32_t read_cell_at;      /* of its record, in the input; 0: none */
    navlint_position where;     /* of that record: findings about it lie there unless they know
                                   better */
    sky_body next_navm;         /* the data of the one that is checked next */
    char navm_name[SKY_NAME_BYTES]; /* EDID of the navmesh being checked; "": none */
    /* Fills in the cell of the navmesh that an NVMI is about: findings ask for it. NULL: it is
     * there already. */
    void (*enter)(struct sky_check *c, uint32_t form_id);
    uint32_t entered;  /* whose cell `cell` is, if that was found for findings; 0: nobody's */
    char *record_name; /* SKY_RECORD_BYTES in which places write what their record is
                          called: the last one made counts */
    uint8_t odd_indexes[256]; /* of FormIDs: the rules that report them already, SKY_ODD_* */
    nl_budget naming;         /* for unpacking cells whose names findings ask for */
    nl_arena kept;            /* for what stays of a navmesh while the next ones are checked */
    uint64_t foreign;         /* references into masters */
} sky_check;

/* ---- Names ---- */

/* A FormID as modders write it: "0100ABCD (Update.esm)"; "0300ABCD" for the plugin's own, and
 * without a plugin. */
typedef struct sky_form_text {
    char chars[96];
} sky_form_text;

sky_form_text sky_form(const sky_plugin *plugin, uint32_t form_id);

/* "worldspace 0000003C (Skyrim.esm) at 2, -1", "cell 0100ABCD": where a navmesh lies. */
sky_form_text sky_parent_shown(const sky_check *c, sky_parent parent);

/* Whether the id's index names neither a master nor the plugin. */
static inline bool sky_names_nothing(const sky_check *c, uint32_t form_id) {
    return c->plugin && sky_is_beyond(c->plugin, form_id);
}

/* Whether it is an id of the plugin being checked, all of which is there to look it up in. */
static inline bool sky_is_own_whole(const sky_check *c, uint32_t form_id) {
    return c->plugin && c->plugin->is_whole && sky_is_own(c->plugin, form_id) &&
           !sky_is_beyond(c->plugin, form_id);
}

/* ---- Places ---- */

/* The input as a whole; a record, /records/N or /header; a group, whose header is at `at`. */
nl_place sky_file_place(const sky_check *c);
nl_place sky_record_place(const sky_check *c, const sky_record *record);
nl_place sky_group_place(const sky_check *c, uint32_t number, uint64_t at);

/* The same place; messages start with the name of the record: "NAVM 0100ABCD (Update.esm) in
 * WhiterunExterior01". The cell and the worldspace are those of c->cell, and so is the position,
 * the middle of an exterior cell. The check must outlive the place. */
nl_place sky_about(nl_place place, const sky_check *c, const sky_record *record);

/* The same place; messages start with the type of the record (or NVMI) and its FormID. Position and
 * jump are left alone. */
nl_place sky_named(nl_place place, const sky_check *c, uint32_t type, uint32_t form_id);

/* Where a point of the world is; unknown if it is none that a position can say. */
navlint_position sky_position(sky_point point);

/* The same place at this point; where it was if that is none. */
nl_place sky_moved_to(nl_place place, sky_point point);

/* The center that an NVMI states; unknown if it is too short or states none. */
navlint_position sky_center_of(const sky_body *entry);

/* The same place, in the middle of c->cell if that is exterior. */
nl_place sky_in_cell(nl_place place, const sky_check *c);

/* A field of a record while it is checked. */
typedef struct sky_payload {
    sky_check *c;
    const sky_record *record; /* NULL: the field is the whole input */
    sky_body body;            /* bytes NULL: they are gone */
    uint32_t index;           /* of the field in the record */
    bool is_entry;            /* an NVMI of the NAVI: messages start with its own navmesh */
} sky_payload;

/* What starts `at` bytes into the field, and an item of one of its lists there. */
nl_place sky_part_place(const sky_payload *h, uint32_t at);
nl_place sky_item_place(const sky_payload *h, const char *list, uint32_t index, uint32_t at);

/* Other bytes of the field, [at, at + length); message is static. */
navlint_related sky_related(const sky_payload *h, uint32_t at, uint64_t length,
                            const char *message);

/* ---- Findings ---- */

/* A draft that expects an index into a list of `count` items; least: 0, or -1 where that stands for
 * none. */
nl_draft sky_index_expected(uint32_t count, int32_t least);

/* Emits a finding about a field of the record at the place: see nl_found. */
void sky_found(nl_place place, unsigned rule, unsigned field, nl_draft draft);

/* The same for the cause of others: see nl_found_cause. */
bool sky_found_cause(nl_place place, unsigned rule, unsigned field, nl_draft draft);

/* The same; counted only if it follows from what has been found. */
void sky_found_if_new(nl_place place, unsigned rule, unsigned field, nl_draft draft, bool follows);

/* Reports the marker of door number `index`, a field of the record at the place. */
void sky_found_door_marker(nl_place place, unsigned rule, unsigned field, uint32_t index);

/* A FormID that no master and not the plugin can have. */
typedef struct sky_odd_id {
    unsigned rule, field;
    uint32_t form_id;
    const char *what; /* "linked navmesh" */
} sky_odd_id;

/* Reports it, {0} of the message being `what`, {1} the id, {2} its index, {3} the highest there is.
 * What follows for a rule and index that are reported already is counted only. */
void sky_found_odd_id(sky_check *c, nl_place place, const sky_odd_id *id);

/* The same about a record's header, or the whole of a field with its header: it may have no other
 * byte. */
void sky_found_record(const sky_check *c, const sky_record *record, unsigned rule, nl_draft draft);
void sky_found_whole(const sky_payload *h, unsigned rule, nl_draft draft);

/* The same; the message names the field by its type. */
void sky_found_type(const sky_payload *h, unsigned rule, uint32_t type, nl_draft draft);

#endif
