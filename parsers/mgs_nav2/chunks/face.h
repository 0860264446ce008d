/* What the check files of a NavmeshChunk share: a face and its sides. */
#ifndef NAVLINT_PARSERS_MGS_NAV2_CHUNKS_FACE_H
#define NAVLINT_PARSERS_MGS_NAV2_CHUNKS_FACE_H

#include "parsers/mgs_nav2/chunks/mesh.h"

/* One face while it is checked. */
typedef struct nav2_face_check {
    nav2_group_check *gc;
    uint32_t index;
    nav2_face face;
    const uint8_t *record;
    uint64_t at; /* of the record, in the file */
    uint32_t segment_number;
    nav2_segment segment;
    nav2_position corners[NAV2_MOST_SIDES];
    bool has_corners; /* all of them are in the table */
} nav2_face_check;

/* false if its record is not in the chunk. */
bool nav2_find_face(nav2_group_check *gc, uint32_t index, nav2_face_check *f);

/* Its record: the face is where its corners are, or else its segment. */
nl_place nav2_face_place(const nav2_face_check *f);

/* The place of a face whose record may not be there: item `index` of a list, at `at` of the file.
 */
nl_place nav2_place_of_face(const nav2_group_check *gc, const char *list, uint32_t index,
                            uint64_t at);

/* The record of a face, as what else a finding names; nothing if it is not in the chunk. */
navlint_related nav2_related_face(const nav2_group_check *gc, uint32_t face, const char *message);

/* An item of one of the lists of its record. */
typedef struct nav2_face_item {
    const char *list;
    unsigned field;
    uint32_t number;
    uint32_t at; /* from the start of the record */
} nav2_face_item;

nl_place nav2_item_place(const nav2_face_check *f, const nav2_face_item *item);

/* Reports at the item; args 0 and 1 are the numbers of the face and the item. */
void nav2_found_item(const nav2_face_check *f, unsigned rule, const nav2_face_item *item,
                     nl_draft draft);

/* Whether the face is in this segment and has this node at a side; true if it cannot be read. */
bool nav2_face_has_node(const nav2_group_check *gc, uint32_t face, uint32_t segment, uint32_t node);

/* The node of a side, if its number can be resolved; else NL_NO_INDEX. */
uint32_t nav2_node_of_side(const nav2_face_check *f, uint32_t side);

/* Where a side leads. */
void nav2_check_side(const nav2_face_check *f, uint32_t number);

#endif
