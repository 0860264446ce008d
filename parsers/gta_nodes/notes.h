/* What a set asks of a file, noted while the file is judged by itself and its bytes are at hand: a
 * second walk over all files of a map finds them in memory again, no longer in the caches. Only
 * usual files are noted; the set walks through the others by itself. */
#ifndef NAVLINT_PARSERS_GTA_NODES_NOTES_H
#define NAVLINT_PARSERS_GTA_NODES_NOTES_H

#include "parsers/gta_nodes/findings.h"

/* A link to another area, or through a navi node of another area. */
typedef struct gta_leaving {
    uint16_t node, row;
    uint16_t area, target; /* as the link says */
} gta_leaving;

typedef struct gta_notes {
    uint16_t *parents;    /* of the nodes, as of nl_groups: joined by the links within the file */
    gta_leaving *leaving; /* in the order of the links */
    uint32_t leaving_count, leaving_room;
    uint8_t *uses;     /* of the navi nodes by links of the file; stops at 255 */
    bool navis_leave;  /* a navi node leads to another area */
    bool are_complete; /* what is above is known; else nothing is */
} gta_notes;

/* Empty notes for a file whose links may follow each other; NULL for others and for context, or if
 * the arena or the budget is exhausted. */
gta_notes *gta_notes_of(nl_job *job, const gta_document *doc);

/* Makes one group of those of two nodes. */
void gta_note_groups_joined(uint16_t *parents, uint32_t a, uint32_t b);

/* The notes of a file of a set; NULL: the set has to look by itself. */
const gta_notes *gta_noted(const gta_document *doc);

/* Joins two nodes of one kind, the lower one first. Most often the higher one is no one's yet: then
 * the next pair has only this one store to wait for. */
static inline void gta_note_joined(uint16_t *parents, uint32_t low, uint32_t high) {
    const uint32_t root = parents[low];
    if (parents[high] == high && parents[root] == root)
        parents[high] = (uint16_t)root;
    else
        gta_note_groups_joined(parents, low, high);
}

/* Notes a link that is not plain. */
void gta_note_link(const gta_check *c, const gta_row *row);

/* Once all links and navi nodes are checked. */
void gta_complete_notes(const gta_check *c);

#endif
