#include "parsers/gta_nodes/findings.h"

const gta_file *gta_file_in(const gta_map *map, uint32_t area) {
    const uint32_t row = nl_index_find(&map->index, area);
    return row != NL_NO_ROW && map->files[row].doc ? &map->files[row] : NULL;
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

nl_place gta_node_place(const gta_file *f, uint32_t node) {
    return item_of(f, "nodes", node, gta_node_at(f->doc, node));
}

nl_place gta_navi_place(const gta_file *f, uint32_t navi) {
    return item_of(f, "naviNodes", navi, gta_navi_at(f->doc, navi));
}

nl_place gta_link_place(const gta_file *f, unsigned record, uint32_t row) {
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

/* ---- Findings ---- */

void gta_found(const nl_place *place, unsigned rule, unsigned field, nl_draft draft) {
    draft.args[0] = nl_uint(place->steps[0].index);
    nl_found(place, rule, field, &draft);
}

void gta_found_link(const gta_row *row, unsigned rule, unsigned field, nl_draft draft) {
    const nl_place place = gta_link_place(row->file, gta_fields.fields[field].record, row->row);
    draft.args[1] = nl_uint(row->node);
    gta_found(&place, rule, field, draft);
}

void gta_found_navi_link(const gta_row *row, unsigned rule, nl_draft draft) {
    const gta_layout *const layout = row->file->doc->layout;
    draft.length = layout->navi_link_bytes;
    if (layout->is_extended && draft.actual.kind == NAVLINT_NO_VALUE)
        draft.actual = nl_uint(gta_raw_navi_link(row->file, row->row));
    gta_found_link(row, rule, layout->is_extended ? GTA_WIDE_NAVI_LINK_PAIR : GTA_NAVI_LINK_WORD,
                   draft);
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
    nl_put(&range, "it goes from ");
    nl_put_real(&range, coordinate->cell * 750.0);
    nl_put(&range, " to ");
    nl_put_real(&range, (coordinate->cell + 1) * 750.0);
    gta_found(
        place, rule, coordinate->field,
        (nl_draft){
            .actual = nl_real(coordinate->value / 8.0),
            .args = {[1] = nl_string(coordinate->axis), nl_string(range.chars), nl_uint(area)}});
}

void gta_found_in_set(const gta_map *map, unsigned rule, nl_draft draft) {
    const nl_place set = nl_place_of(map->set->report, NULL);
    nl_found(&set, rule, NL_NO_FIELD, &draft);
}
