/* What the checks of payloads share. */
#ifndef NAVLINT_SKYRIM_NAVMESH_CHECK_PAYLOAD_H
#define NAVLINT_SKYRIM_NAVMESH_CHECK_PAYLOAD_H

#include "parsers/skyrim_navmesh/check.h"
#include "parsers/skyrim_navmesh/navi/nvmi.h"
#include "parsers/skyrim_navmesh/mesh/nvnm.h"

/* ---- Findings ---- */

/* A field of a record while it is judged. */
typedef struct sky_payload {
    sky_check *c;
    const sky_body *body;
    const nl_path *path; /* /records/N/fields/K; NULL: the field is the whole input */
} sky_payload;

/* A place in it: a member, or an item of a list or a member of that. */
typedef struct sky_spot {
    const char *list; /* NULL: a member of the field */
    uint32_t index;
    const char *member; /* NULL: the item itself, which is called `name` */
    const char *name;
    nl_type type;
    uint32_t at;
    uint32_t length; /* 0: the type's */
} sky_spot;

void sky_found_in(const sky_payload *h, unsigned rule, sky_spot spot, nl_draft draft);

/* The field as a whole, with its header: it may have no other byte. */
void sky_found_whole(const sky_payload *h, unsigned rule, nl_draft draft);

/* A FormID as modders write it; of a bare field only the number. */
sky_form_text sky_shown(const sky_check *c, uint32_t form_id);

/* "00012FB4" or "(2, -1)": where a navmesh lies. */
sky_form_text sky_parent_shown(const sky_check *c, sky_parent parent);

/* Whether the id's index names neither a master nor the plugin. */
static inline bool sky_names_nothing(const sky_check *c, uint32_t form_id) {
    return c->plugin && sky_is_beyond(c->plugin, form_id);
}

/* Whether it is an id of the plugin being judged, all of which is there to look it up in. */
static inline bool sky_is_own_whole(const sky_check *c, uint32_t form_id) {
    return c->plugin && c->plugin->is_whole && sky_is_own(c->plugin, form_id) &&
           !sky_is_beyond(c->plugin, form_id);
}

/* ---- NAVI ---- */

/* An NVMI entry of the NAVI record that could be read to its end. */
typedef struct sky_entry {
    uint32_t form_id; /* of the navmesh, as it stands in the file */
    uint32_t at;      /* of its body in the record's data */
    uint32_t length;
    uint32_t field; /* its index among the record's fields */
    uint32_t first; /* of its links in the NAVI's list of all: the plain ones, then the others */
    uint32_t links; /* that follow at SKY_NVMI_HEAD_BYTES + 4 */
    uint32_t preferred;        /* that follow those and their count */
    uint32_t worldspace, cell; /* as sky_parent has them */
    uint32_t doors;            /* of its list */
    bool is_node;              /* of the NVPP */
} sky_entry;

enum { SKY_FIRST_LINKS = 4 };

typedef struct sky_navi {
    sky_body record;
    nl_path root, path; /* /records, /records/N */
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
} sky_navi;

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

/* The row of the entry of a navmesh; NL_NO_ROW if there is none. */
static inline uint32_t sky_entry_row(const sky_check *c, uint32_t form_id) {
    if (!c->navi || form_id == 0) return NL_NO_ROW;
    return nl_index_find(&c->navi->index, sky_key(c->plugin, form_id));
}

/* Whether two navmeshes cannot touch. */
static inline bool sky_is_apart(const sky_entry *a, const sky_entry *b) {
    return a->worldspace != b->worldspace || (a->worldspace == 0 && a->cell != b->cell);
}

/* Whether the entry lists the navmesh as linked. Takes steps of the budget; once that is exhausted,
 * true. */
bool sky_entry_links_to(const sky_check *c, uint32_t row, uint32_t form_id);

/* Emits a finding about one entry of the NAVI. */
void sky_found_in_entry(sky_check *c, uint32_t row, unsigned rule, sky_spot spot, nl_draft draft);

/* Calls for an id that stands in a list a second time: first and again are its places there. */
typedef void (*sky_repeat_fn)(void *context, uint32_t first, uint32_t again);

/* Finds the ids of a list that stand there twice. record_bytes apart from each other, starting at
 * `ids`. Returns false if the arena is exhausted. */
bool sky_each_repeat(nl_arena *arena, const uint8_t *ids, uint32_t count, uint32_t record_bytes,
                     sky_repeat_fn found, void *context);

/* ---- Files of the check ---- */

/* Whether nothing is said of the entry's center, or of its island's box, by itself. */
bool sky_is_center_sound(const sky_nvmi *entry);
bool sky_is_box_sound(const sky_nvmi *entry);

/* One entry by itself. */
void sky_check_nvmi(const sky_payload *h, const sky_nvmi *entry);
/* Entries against each other. */
bool sky_check_entries(sky_check *c);
/* The road network, if there is one. */
bool sky_check_nvpp(sky_check *c);
/* The list of deleted navmeshes, if there is one. */
bool sky_check_nvsi(sky_check *c);
uint32_t sky_nvsi_count(const sky_navi *navi);
uint32_t sky_nvsi_id(const sky_navi *navi, uint32_t index);

/* ---- NAVM ---- */

/* Where an edge link leads: if that is a navmesh of the file, it has to answer. */
typedef struct sky_link_end {
    uint32_t target;   /* row of the navmesh; NL_NO_ROW: none of the file */
    uint16_t triangle; /* the first that uses the link; SKY_NO_TRIANGLE: there is none */
    int16_t target_triangle;
    bool is_portal;   /* no ledge: it leads both ways */
    bool is_answered; /* there is a link back */
} sky_link_end;

/* An edge that is a link. */
typedef struct sky_link_use {
    uint16_t triangle, link;
} sky_link_use;

enum { SKY_NO_TRIANGLE = UINT16_MAX };

/* What stays of a navmesh when its data are gone. */
typedef struct sky_digest {
    bool is_whole; /* its NVNM could be read to the end */
    bool is_packed;
    bool is_listed;    /* by the NVSI */
    bool is_checked;   /* by sky_check_navm: it is live */
    bool has_ways_out; /* edge links or doors */
    nl_packed packed;
    uint64_t offset; /* of the NVNM, as sky_body has it */
    uint32_t length;
    uint32_t field; /* of the NVNM among the record's fields */
    sky_parent parent;
    uint32_t vertices, triangles;
    uint32_t links_at;
    sky_link_end *ends; /* of its links */
    uint32_t end_count; /* 0 also of more links than there can be */
    sky_link_use *uses; /* by triangle: three each at most */
    uint32_t use_count;
    uint64_t *doors; /* sky_door_key of its door entries, sorted */
    uint32_t door_count;
} sky_digest;

static inline uint64_t sky_door_key(uint32_t form_id, int32_t triangle) {
    return (uint64_t)form_id << 32 | (uint16_t)triangle;
}

/* A mesh while it is judged. */
typedef struct sky_mesh_check {
    sky_payload h;
    sky_nvnm mesh;
    uint32_t row; /* in plugin->navms */
    sky_digest *digest;
    uint8_t *used;     /* vertices that are corners of a triangle */
    uint8_t *link_use; /* SKY_LINK_* */
    uint16_t *cell_of; /* of the triangles: the last cell that listed it, + 1 */
    float (*boxes)[4]; /* of the triangles: min x, min y, max x, max y */
    bool is_finite;    /* all vertices */
    bool has_corners;  /* all corners of triangles exist: with is_finite, the boxes are true */
    bool has_cells;    /* bounds and steps are numbers: the cells of the grid have places */
    sky_box box;       /* around all vertices */
    double sum[3];     /* of them */
    uint32_t preferred, doors, covers; /* triangles flagged so */
} sky_mesh_check;

enum { SKY_LINK_USED = 1, SKY_LINK_USED_AGAIN = 2, SKY_LINK_PREFERRED = 4 };

/* One pass each, which leaves what is odd to the functions below. */
void sky_scan_vertices(sky_mesh_check *m);
void sky_scan_triangles(sky_mesh_check *m);
void sky_scan_grid(sky_mesh_check *m);

void sky_judge_vertices(const sky_mesh_check *m);
/* All but the edges to other triangles. */
void sky_judge_triangle(sky_mesh_check *m, uint32_t index);
void sky_judge_edges(const sky_mesh_check *m, uint32_t index);
void sky_judge_cell(const sky_mesh_check *m, uint32_t cell, sky_list list);
void sky_judge_missing(const sky_mesh_check *m);

void sky_check_edge_links(const sky_mesh_check *m);
void sky_check_doors(const sky_mesh_check *m);
void sky_check_cover(const sky_mesh_check *m);
void sky_check_place(const sky_mesh_check *m);
/* Returns whether the cells of the grid lie where the bounds say. */
bool sky_check_outline(const sky_mesh_check *m);

/* The mesh against its NVMI entry. Returns false if the arena is exhausted. */
bool sky_compare_entry(const sky_mesh_check *m);

/* Where a cell of the grid lies: min x, min y, max x, max y. */
typedef struct sky_cell_box {
    double edge[4];
} sky_cell_box;

sky_cell_box sky_cell_box_of(const sky_mesh_check *m, uint32_t cell);

/* Whether a box of a triangle lies beside that of a cell. */
static inline bool sky_is_beside(const float box[4], const double cell[4]) {
    return (double)box[0] > cell[2] || (double)box[1] > cell[3] || (double)box[2] < cell[0] ||
           (double)box[3] < cell[1];
}

#endif
