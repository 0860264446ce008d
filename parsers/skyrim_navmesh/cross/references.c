/* FormIDs that payloads name, for looking them up in the masters. */
#include "parsers/skyrim_navmesh/cross/cross.h"
#include "parsers/skyrim_navmesh/mesh/mesh.h"
#include "parsers/skyrim_navmesh/navi/navi.h"

typedef struct sky_search {
    sky_payload field;
    sky_reference_fn visit;
    void *context;
} sky_search;

nl_place sky_reference_place(const sky_reference *r) {
    const uint64_t at = r->field->body.offset + r->at;
    nl_place place = sky_part_place(r->field, r->at);
    if (r->path != NL_NO_INDEX) place = nl_place_in(place, "paths", r->path, at);
    return r->list ? nl_place_in(place, r->list, r->index, at) : place;
}

/* reference: all but its field and the id. */
static void visit(const sky_search *s, sky_reference reference) {
    const uint32_t id_at = reference.at + sky_layout.fields[reference.member].at;
    reference.field = &s->field;
    reference.form_id = nl_load_u32(s->field.body.bytes + id_at);
    if (reference.form_id != 0) s->visit(s->context, &reference);
}

/* Records of a list, each of which refers to something. first: the reference of the first one. */
static void visit_list(const sky_search *s, sky_reference first, sky_list list) {
    const unsigned record = sky_layout.fields[first.member].record;
    for (first.index = 0; first.index < list.count; first.index++) {
        first.at = list.at + sky_layout.records[record].bytes * first.index;
        visit(s, first);
    }
}

static sky_reference listed(uint32_t type, const char *list, unsigned member) {
    return (sky_reference){.type = type, .path = NL_NO_INDEX, .list = list, .member = member};
}

static sky_reference single(uint32_t type, uint32_t at, unsigned member) {
    return (sky_reference){.type = type, .path = NL_NO_INDEX, .at = at, .member = member};
}

/* Ids that are all of an item have the name of any FormID. */
static void visit_nvmi(const sky_search *s) {
    const sky_nvmi entry = sky_nvmi_of(s->field.body);
    if (entry.stage != SKY_NVMI_WHOLE) return;
    visit(s, single(SKY_NAVM, 0, SKY_NVMI_HEAD_NAVMESH));
    visit_list(s, listed(SKY_NAVM, "links", SKY_FORM_ID), entry.links);
    visit_list(s, listed(SKY_NAVM, "preferredLinks", SKY_FORM_ID), entry.preferred);
    visit_list(s, listed(SKY_REFR, "doors", SKY_NVMI_DOOR_DOOR), entry.doors);
    if (sky_nvmi_parent(&entry).worldspace != 0)
        visit(s, single(SKY_WRLD, entry.tail_at, SKY_NVMI_TAIL_WORLDSPACE));
    else
        visit(s, single(SKY_CELL, entry.tail_at, SKY_NVMI_TAIL_CELL));
}

static void visit_nvpp(const sky_search *s) {
    nl_budget budget = nl_budget_of(s->field.body.length);
    const sky_nvpp paths = sky_nvpp_of(s->field.body, &budget);
    sky_reference stop = listed(SKY_NAVM, "navmeshes", SKY_FORM_ID);
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    if (paths.stage != SKY_NVPP_WHOLE) return;
    for (stop.path = 0; stop.path < paths.path_count; stop.path++)
        visit_list(s, stop, sky_nvpp_path(&s->field.body, &at));
    visit_list(s, listed(SKY_NAVM, "nodes", SKY_NVPP_NODE_NAVMESH), paths.nodes);
}

static void visit_nvnm(const sky_search *s) {
    const sky_nvnm mesh = sky_nvnm_of(s->field.body);
    if (mesh.stage != SKY_NVNM_WHOLE) return;
    if (sky_nvnm_parent(&mesh).worldspace != 0)
        visit(s, single(SKY_WRLD, 0, SKY_NVNM_HEAD_WORLDSPACE));
    else
        visit(s, single(SKY_CELL, 0, SKY_NVNM_HEAD_CELL));
    visit_list(s, listed(SKY_NAVM, "links", SKY_EDGE_LINK_NAVMESH), mesh.links);
    visit_list(s, listed(SKY_REFR, "doors", SKY_MESH_DOOR_DOOR), mesh.doors);
}

void sky_each_reference(const sky_payload *record, sky_reference_fn visit_one, void *context) {
    sky_fields fields = sky_fields_of(record->body);
    sky_search s = {*record, visit_one, context};
    sky_field field;
    while (sky_next_field(&fields, &field)) {
        s.field.body = field.body;
        s.field.index = field.index;
        if (field.type == SKY_NVMI) visit_nvmi(&s);
        if (field.type == SKY_NVPP) visit_nvpp(&s);
        if (field.type == SKY_NVNM) visit_nvnm(&s);
    }
}
