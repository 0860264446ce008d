/* What the check files of this room share. */
#ifndef NAVLINT_SKYRIM_NAVMESH_CHECK_H
#define NAVLINT_SKYRIM_NAVMESH_CHECK_H

#include "parsers/skyrim_navmesh/layout.h"
#include "parsers/skyrim_navmesh/fields.h"
#include "parsers/skyrim_navmesh/records.h"

/* The cell that the navmesh being judged stands in, as its CELL record says. */
typedef struct sky_cell_facts {
    bool is_known; /* the record could be read */
    bool has_grid;
    int32_t x, y; /* XCLC */
    char editor_id[64];
} sky_cell_facts;

/* A plugin while it is judged. */
typedef struct sky_check {
    nl_job *job;
    const sky_plugin *plugin;
    struct sky_navi *navi;      /* the decoded NAVI; NULL: there is none, or it cannot be read */
    struct sky_digest *digests; /* one for each of plugin->navms */
    sky_cell_facts cell;        /* of the navmesh being judged */
    nl_arena kept;              /* for what stays of a navmesh while the next ones are judged */
    uint64_t foreign;           /* references into masters, counted by the payload's checks */

    /* What is being judged, for messages: "NAVM 0100ABCD (Update.esm)". kind NULL: the file. */
    const char *kind;
    uint32_t form_id;
} sky_check;

/* Where a finding is. */
typedef struct sky_place {
    const nl_path *path; /* of the record, the field or the item that has it */
    const char *member;  /* of that */
    nl_type type;
    const sky_body *body; /* `at` counts from its start; NULL: from the start of the input */
    uint64_t at;
    uint64_t length; /* 0: the type's */
} sky_place;

/* Emits a finding about what is being judged. */
void sky_found(const sky_check *c, unsigned rule, sky_place place, nl_draft draft);

/* ---- Payloads: what the container asks of them ------------------------------------------------
 */

/* The most arena bytes that the tables of a NAVI record with so many (unpacked) bytes take, that
 * all digests of a NAVM record with so many (unpacked) bytes take besides their row, and of a row.
 */
uint64_t sky_navi_need(uint64_t navi_bytes);
uint64_t sky_digest_need(uint64_t navm_bytes);
/* The most that judging one navmesh of so many bytes takes for the time being. */
uint64_t sky_mesh_scratch(uint64_t navm_bytes);
extern const size_t sky_digest_row_bytes;

/* Judges the NAVI record, whose unpacked data stay in memory until the check ends, and puts its
 * tables into c->navi. Called before the navmeshes. path: /records/N. Its fields have been judged
 * as fields. Returns false if arena or budget is exhausted. */
bool sky_check_navi(sky_check *c, const sky_body *record, const nl_path *path);

/* Judges one live navmesh while its unpacked data are in memory, compares it with its NVMI entry
 * and fills in c->digests[row]. Called in file order. Returns false if arena or budget is
 * exhausted. */
bool sky_check_navm(sky_check *c, uint32_t row, const sky_body *record, const nl_path *path);

/* What only shows when all have been seen: links between navmeshes, NVMI entries without NAVM,
 * doors. */
void sky_check_cross(sky_check *c);

/* The facts nvmi, nvmiIslands, vertices, triangles. */
void sky_payload_facts(const sky_check *c);

/* Draws the navmesh of a NAVM record whose unpacked data are `record`: what is out of range is left
 * out. A step of the budget for each shape. */
void sky_draw_navm(const sky_body *record, nl_mesh *mesh, nl_budget *budget);
/* The island of a bare NVMI body, the whole input. */
void sky_draw_bare_nvmi(const nl_job *job, nl_mesh *mesh);

/* Judges a bare NVMI body, the whole input. */
void sky_check_bare_nvmi(nl_job *job);

/* A reference out of a payload. type: SKY_NAVM, SKY_REFR, SKY_CELL or SKY_WRLD. */
typedef struct sky_reference {
    uint32_t type;
    uint32_t form_id;
    sky_place place;
} sky_reference;

typedef void (*sky_reference_fn)(void *context, const sky_reference *reference);

/* Calls `visit` for every non-null FormID of the NVMI and NVPP fields of a NAVI record, or of the
 * NVNM of a NAVM record, whose unpacked data are `record`; malformed fields are passed over. */
void sky_each_reference(const sky_body *record, const nl_path *path, sky_reference_fn visit,
                        void *context);

#endif
