#include "parsers/gta_nodes/findings.h"

const gta_file *gta_file_in(const gta_map *map, uint32_t area) {
    const uint32_t row = nl_index_find(&map->index, area);
    return row != NL_NO_ROW && map->files[row].doc ? &map->files[row] : NULL;
}

uint32_t gta_areas_of(const gta_document *doc) {
    return doc->dim_known ? doc->dim * doc->dim : UINT16_MAX;
}

bool gta_is_beyond(const gta_check *c, uint32_t area) {
    const bool is_said = c->map && area >= c->areas;
    return area >= c->shown_areas && !is_said;
}

const gta_file *gta_file_of(const gta_check *c, uint32_t area) {
    if (area == c->file->doc->area) return c->file;
    return c->map ? gta_file_in(c->map, area) : NULL;
}

/* ---- Places ---- */

nl_place gta_place_at(const nl_job *job, uint64_t at) {
    nl_place place = nl_place_of(job->report, job->bytes);
    place.at = at;
    return place;
}

static nl_place item_of(const gta_file *f, const char *list, uint32_t index, uint64_t at) {
    return nl_place_in(nl_place_of(f->job->report, f->bytes), list, index, at);
}

/* In units of the game. */
static nl_place at_position(nl_place place, gta_position at) {
    return nl_place_at(place, at.x / 8.0, at.y / 8.0, at.z / 8.0);
}

nl_place gta_node_place(const gta_file *f, uint32_t node) {
    const nl_place place = item_of(f, "nodes", node, gta_node_at(f->doc, node));
    return at_position(nl_place_about(place, "node", node),
                       gta_node_position(f->doc, gta_node(f, node)));
}

/* The height of the node that a navi node leads to. */
static int32_t height_of(const gta_file *f, const uint8_t *navi) {
    const uint32_t target = gta_navi_node(navi);
    if (gta_navi_area(navi) != f->doc->area || target >= f->doc->node_count) return 0;
    return gta_node_position(f->doc, gta_node(f, target)).z;
}

nl_place gta_navi_place(const gta_file *f, uint32_t navi) {
    const nl_place place = item_of(f, "naviNodes", navi, gta_navi_at(f->doc, navi));
    const uint8_t *const p = gta_navi(f, navi);
    gta_position at = gta_navi_position(f->doc, p);
    at.z = height_of(f, p);
    return at_position(nl_place_about(place, "navi node", navi), at);
}

static nl_place entry_of(const gta_file *f, unsigned record, uint32_t row) {
    const gta_document *const doc = f->doc;
    switch (record) {
    case GTA_LINK_RECORD:
        return item_of(f, "links", row, gta_link_at(doc, row));
    case GTA_LENGTH_RECORD:
        return item_of(f, "lengths", row, doc->at.lengths + row);
    case GTA_CROSSING_RECORD:
        return item_of(f, "flags", row, doc->at.flags + row);
    default:
        return item_of(f, "naviLinks", row, gta_navi_link_at(doc, row));
    }
}

nl_place gta_link_place(const gta_file *f, unsigned record, uint32_t row) {
    return nl_place_about(entry_of(f, record, row), "link", row);
}

/* ---- Other places of a finding ---- */

navlint_related gta_node_related(const gta_file *f, const gta_file *of, uint32_t node,
                                 gta_part part, const char *message) {
    if (f->bytes != of->bytes) return (navlint_related){.message = NULL};
    return (navlint_related){gta_node_at(of->doc, node) + part.at, part.bytes, message};
}

navlint_related gta_position_related(const gta_file *f, const gta_file *of, uint32_t node,
                                     const char *message) {
    const gta_part old = {GTA_NODE_X_AT, GTA_NODE_DISTANCE_AT - GTA_NODE_X_AT};
    const gta_part extended = {GTA_NODE_EXTENDED_X_AT,
                               GTA_NODE_WIDE_FLOOD_AT - GTA_NODE_EXTENDED_X_AT};
    return gta_node_related(f, of, node, of->doc->layout->is_extended ? extended : old, message);
}

navlint_related gta_flood_related(const gta_file *f, const gta_file *of, uint32_t node,
                                  const char *message) {
    const gta_part part = of->doc->layout->has_wide_flood ? (gta_part){GTA_NODE_WIDE_FLOOD_AT, 2}
                                                          : (gta_part){GTA_NODE_FLOOD_AT, 1};
    return gta_node_related(f, of, node, part, message);
}

/* ---- Words ---- */

/* "navi node 7 of area 12" */
static const char *say(gta_words *words, const gta_file *f, const char *kind, uint64_t address) {
    nl_text text = nl_text_over(words->chars, sizeof words->chars);
    nl_put(&text, kind);
    nl_put_uint(&text, address & UINT32_MAX);
    if (address >> 32 == f->doc->area) return text.chars;
    nl_put(&text, " of area ");
    nl_put_uint(&text, address >> 32);
    return text.chars;
}

const char *gta_node_words(gta_words *words, const gta_file *f, uint32_t area, uint32_t node) {
    return say(words, f, "node ", gta_address(area, node));
}

const char *gta_navi_words(gta_words *words, const gta_file *f, uint32_t navi_link) {
    return say(words, f, "navi node ", gta_address(navi_link >> 16, navi_link & 0xFFFF));
}

/* ---- Findings ---- */

void gta_found(const nl_place *place, unsigned rule, unsigned field, nl_draft draft) {
    nl_found(place, rule, field, &draft);
}

/* A link is where its node is. */
void gta_found_link(const gta_row *row, unsigned rule, unsigned field, nl_draft draft) {
    gta_words words;
    const gta_file *const f = row->file;
    const nl_place entry = gta_link_place(f, gta_fields.fields[field].record, row->row);
    const nl_place place = at_position(entry, gta_node_position(f->doc, gta_node(f, row->node)));
    draft.args[0] = nl_uint(row->node);
    draft.args[1] = nl_string(gta_node_words(&words, f, row->area, row->target));
    nl_found(&place, rule, field, &draft);
}

void gta_found_navi_link(const gta_row *row, unsigned rule, gta_half half, nl_draft draft) {
    gta_words words;
    const bool is_extended = row->file->doc->layout->is_extended;
    const unsigned part = half == GTA_HALF_AREA ? GTA_WIDE_NAVI_LINK_AREA : GTA_WIDE_NAVI_LINK_NAVI;
    draft.args[2] =
        nl_string(gta_navi_words(&words, row->file, gta_navi_link(row->file, row->row)));
    gta_found_link(row, rule, is_extended ? part : GTA_NAVI_LINK_WORD, draft);
}

void gta_found_uses(const gta_file *f, uint32_t navi, uint32_t uses) {
    const nl_place place = gta_navi_place(f, navi);
    gta_found(&place, NODES_NAVI_USED, NL_NO_FIELD,
              (nl_draft){.length = f->doc->layout->navi_bytes,
                         .actual = nl_uint(uses),
                         .expected = nl_uint(2)});
}

void gta_found_outside(const nl_place *place, unsigned rule, const gta_coordinate *coordinate,
                       uint32_t area) {
    char chars[64];
    nl_text range = nl_text_over(chars, sizeof chars);
    const int64_t low = (int64_t)coordinate->cell * GTA_CELL;
    nl_put_real(&range, (double)low / 8);
    nl_put(&range, " to ");
    nl_put_real(&range, (double)(low + GTA_CELL) / 8);
    gta_found(place, rule, coordinate->field,
              (nl_draft){.expected = nl_int(low),
                         .relation = NAVLINT_BETWEEN,
                         .others = {nl_int(low + GTA_CELL)},
                         .args = {nl_string(coordinate->axis), nl_real(coordinate->value / 8.0),
                                  nl_uint(area), nl_string(range.chars)}});
}

nl_place gta_set_place(const gta_map *map) {
    return nl_place_of(map->set->report, NULL);
}

void gta_found_in_set(const gta_map *map, unsigned rule, nl_draft draft) {
    const nl_place set = gta_set_place(map);
    nl_found(&set, rule, NL_NO_FIELD, &draft);
}
