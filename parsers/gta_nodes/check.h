/* What the check files of this room share. */
#ifndef NAVLINT_GTA_NODES_CHECK_H
#define NAVLINT_GTA_NODES_CHECK_H

#include "core/index.h"
#include "core/path.h"
#include "parsers/gta_nodes/records.h"

/* The files of a set, by area. */
typedef struct gta_map {
    const nl_set *set;
    gta_file *files;
    uint32_t *areas; /* of the files; GTA_NONE: not known */
    nl_index index;  /* from area to file */
    uint32_t dim;
    bool is_whole;    /* most of its areas are there: it is meant to be all of the map */
    bool is_complete; /* every area that is linked to is there */
} gta_map;

/* One file while it is judged. First by itself: then what leads out of it is left alone. Then, in a
 * set, what leads out of it and nothing else: so no place is judged twice. */
typedef struct gta_check {
    const gta_file *file;
    const gta_map *map; /* NULL: by itself */
    nl_budget *budget;
    uint32_t areas;    /* of the map; as many as there can be if that is not known */
    uint8_t *suspects; /* links that are not plain */
    uint8_t *uses;     /* links that use a navi node; stops at 255 */
    uint64_t outward_links;
} gta_check;

/* Where a finding is: an item of a list of the document, and the field. */
typedef struct gta_place {
    const char *list;
    uint32_t index;
    const char *member;
    nl_type type;
    uint64_t at;
} gta_place;

void gta_found(const gta_file *f, unsigned rule, gta_place place, nl_draft draft);

/* A navi link: one value in the game's own format, two in the extended ones. */
static inline gta_place gta_navi_link_place(const gta_document *doc, uint32_t row) {
    return (gta_place){"naviLinks", row, NULL, doc->layout->is_extended ? NL_NO_TYPE : NL_U16LE,
                       gta_navi_link_at(doc, row)};
}

/* The file of an area: this one, or one of the set; NULL if it is not there or could not be
 * decoded. */
const gta_file *gta_file_of(const gta_check *c, uint32_t area);

/* One link as its node has it. */
typedef struct gta_row {
    uint32_t row;  /* in the link sections */
    uint32_t node; /* that owns it */
    uint32_t area, target;
} gta_row;

static inline gta_row gta_row_at(const gta_file *f, uint32_t node, uint32_t row) {
    const uint32_t link = gta_link(f, row);
    return (gta_row){row, node, link & 0xFFFF, link >> 16};
}

/* Whether the node's links are all in the file. */
static inline bool gta_has_range(const gta_document *doc, const uint8_t *node) {
    return gta_node_base(node) + gta_node_links(node) <= doc->link_count;
}

/* The link of node `id` in `f` that leads to (area, node), NL_NO_ROW if there is none. nth: how
 * many such links to pass over. */
uint32_t gta_link_to(const gta_file *f, uint32_t id, uint32_t area, uint32_t node, uint32_t nth);

void gta_check_sections(gta_check *c);
/* Returns whether the nodes' links follow each other in order, each with one owner. */
bool gta_check_nodes(gta_check *c);
void gta_check_places(gta_check *c);
void gta_check_links(gta_check *c, bool is_tiled);
void gta_check_navis(gta_check *c, bool is_tiled);

/* Everything about one link that can be told now. */
void gta_judge_link(gta_check *c, const gta_row *row);
/* The same for its navi link; row is that of a vehicle node to a vehicle node of the file `to`.
 * back: the link back, NL_NO_ROW if there is none. */
void gta_judge_navi_link(gta_check *c, const gta_row *row, const gta_file *to, uint32_t back);
/* The target of a navi node, if it can be told now. */
void gta_judge_navi_target(gta_check *c, uint32_t navi);

/* The finding that a coordinate is outside the file's cell, as `rule`. */
void gta_found_outside(const gta_check *c, unsigned rule, gta_place place, const char *axis,
                       int32_t value, int32_t cell);

#endif
