#include "parsers/gta_nodes/notes.h"

#include "core/quick.h"

/* Also for numbers of nodes and links to fit in 16 bits. */
static bool may_be_usual(const gta_document *doc) {
    return doc->kinds_known && doc->node_count <= UINT16_MAX && doc->link_count != 0 &&
           doc->link_count <= INT16_MAX;
}

/* Few links leave a file, and what is left of the room moves the next file's tables out of the
 * caches. */
static uint32_t room_of(const gta_document *doc) {
    return doc->link_count / 8 + 16;
}

gta_notes *gta_notes_of(nl_job *job, const gta_document *doc) {
    if (!job->has_company || job->is_context || !may_be_usual(doc)) return NULL;
    if (!nl_spend(job->budget, (uint64_t)doc->node_count + doc->link_count)) return NULL;
    gta_notes *const notes = NL_NEW_ZEROED(job->arena, gta_notes, 1);
    if (!notes) return NULL;
    notes->parents = NL_NEW(job->arena, uint16_t, doc->node_count);
    notes->leaving_room = room_of(doc);
    notes->leaving = NL_NEW(job->arena, gta_leaving, notes->leaving_room);
    notes->uses = NL_NEW_ZEROED(job->arena, uint8_t, doc->navi_count);
    if (!notes->parents || !notes->leaving || !notes->uses) return NULL;
    for (uint32_t node = 0; node < doc->node_count; node++)
        notes->parents[node] = (uint16_t)node;
    return notes;
}

static uint32_t root_of(uint16_t *parents, uint32_t node) {
    while (parents[node] != node)
        node = parents[node] = parents[parents[node]];
    return node;
}

void gta_note_groups_joined(uint16_t *parents, uint32_t a, uint32_t b) {
    const uint32_t x = root_of(parents, a);
    const uint32_t y = root_of(parents, b);
    parents[x < y ? y : x] = (uint16_t)(x < y ? x : y);
}

/* Rough: context and files without links have none. */
const gta_notes *gta_noted(const gta_document *doc) {
    return NL_QUICK_ROUGH(doc->notes && doc->notes->are_complete) ? doc->notes : NULL;
}

static bool uses_foreign_navi(const gta_row *row) {
    const gta_document *const doc = row->file->doc;
    return !doc->is_swapped && gta_is_vehicle(doc, row->node) &&
           gta_navi_link(row->file, row->row) >> 16 != doc->area;
}

static void note_leaving(gta_notes *notes, const gta_row *row) {
    const gta_leaving leaving = {.node = (uint16_t)row->node,
                                 .row = (uint16_t)row->row,
                                 .area = (uint16_t)row->area,
                                 .target = (uint16_t)row->target};
    if (notes->leaving_count < notes->leaving_room) notes->leaving[notes->leaving_count] = leaving;
    notes->leaving_count++;
}

void gta_note_link(const gta_check *c, const gta_row *row) {
    gta_notes *const notes = c->notes;
    const gta_document *const doc = row->file->doc;
    const bool is_own = row->area == doc->area;
    if (!is_own || uses_foreign_navi(row)) note_leaving(notes, row);
    if (is_own && row->target > row->node && row->target < doc->node_count &&
        gta_is_vehicle(doc, row->node) == gta_is_vehicle(doc, row->target))
        gta_note_joined(notes->parents, row->node, row->target);
}

void gta_complete_notes(const gta_check *c) {
    const gta_document *const doc = c->file->doc;
    bool leave = false;
    for (uint32_t navi = 0; navi < doc->navi_count; navi++)
        leave |= gta_navi_area(gta_navi(c->file, navi)) != doc->area;
    c->notes->navis_leave = leave;
    c->notes->are_complete = c->notes->leaving_count <= c->notes->leaving_room;
}
