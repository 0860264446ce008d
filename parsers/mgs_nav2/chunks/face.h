/* What the check files of a NavmeshChunk share: a face and its sides. */
#ifndef NAVLINT_MGS_NAV2_FACE_H
#define NAVLINT_MGS_NAV2_FACE_H

#include "parsers/mgs_nav2/chunks/mesh.h"

/* One face while it is judged. */
typedef struct nav2_face_here {
    nav2_here *h;
    uint32_t index;
    nav2_face face;
    const uint8_t *record;
    uint64_t at; /* of the record, in the file */
    uint32_t segment_number;
    nav2_segment segment;
    nav2_position corners[NAV2_MOST_SIDES];
    bool has_corners; /* all of them are in the table */
} nav2_face_here;

/* false if its record is not in the chunk. */
bool nav2_find_face(nav2_here *h, uint32_t index, nav2_face_here *f);

/* An item of one of the lists of its record. */
nav2_place nav2_item_place(const nav2_face_here *f, const char *list, uint32_t item, nl_type type,
                           uint32_t at);
void nav2_tell_item(const nav2_face_here *f, unsigned rule, const nav2_place *place, uint32_t item,
                    nl_draft draft);

/* The node of a side, if its number can be resolved; else NAV2_NO_ITEM. */
uint32_t nav2_node_of_side(const nav2_face_here *f, uint32_t side);

/* Where a side leads. */
void nav2_check_side(const nav2_face_here *f, uint32_t number);

#endif
