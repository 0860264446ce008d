/* FormIDs that payloads name, for looking them up in the masters. A bare NVMI. */
#include "parsers/skyrim_navmesh/check_payload.h"

typedef struct sky_search {
    const sky_body *body;
    const nl_path *path;
    sky_reference_fn visit;
    void *context;
} sky_search;

static void visit(const sky_search *s, uint32_t type, const nl_path *path, const char *member,
                  uint32_t at) {
    const sky_reference reference = {
        type,
        nl_load_u32(s->body->bytes + at),
        {.path = path, .member = member, .type = NL_U32LE, .body = s->body, .at = at}};
    if (reference.form_id != 0) s->visit(s->context, &reference);
}

/* Records of a list that name something. */
typedef struct sky_id_list {
    const char *name, *member; /* member NULL: the items are the ids */
    uint32_t type;
    uint32_t record_bytes, id_at;
} sky_id_list;

static void visit_list(const sky_search *s, const sky_id_list *kind, sky_list list) {
    const nl_path path = nl_key(s->path, kind->name);
    for (uint32_t i = 0; i < list.count; i++) {
        const nl_path item = nl_item(&path, i);
        visit(s, kind->type, &item, kind->member, list.at + kind->record_bytes * i + kind->id_at);
    }
}

static void visit_place(const sky_search *s, uint32_t at) {
    const bool exterior = nl_load_u32(s->body->bytes + at) != 0;
    visit(s, exterior ? SKY_WRLD : SKY_CELL, s->path, exterior ? "worldspace" : "cell",
          exterior ? at : at + 4);
}

static void visit_nvmi(const sky_search *s) {
    static const sky_id_list links = {"links", NULL, SKY_NAVM, SKY_ID_BYTES, 0};
    static const sky_id_list preferred = {"preferredLinks", NULL, SKY_NAVM, SKY_ID_BYTES, 0};
    static const sky_id_list doors = {"doors", "door", SKY_REFR, SKY_NVMI_DOOR_BYTES, 4};
    const sky_nvmi entry = sky_nvmi_of(*s->body);
    if (entry.stage != SKY_NVMI_WHOLE) return;
    visit(s, SKY_NAVM, s->path, "navmesh", 0);
    visit_list(s, &links, entry.links);
    visit_list(s, &preferred, entry.preferred);
    visit_list(s, &doors, entry.doors);
    visit_place(s, entry.tail_at + 4);
}

static void visit_nvpp(const sky_search *s) {
    static const sky_id_list nodes = {"nodes", "navmesh", SKY_NAVM, SKY_NVPP_NODE_BYTES, 0};
    static const sky_id_list stops = {"navmeshes", NULL, SKY_NAVM, SKY_ID_BYTES, 0};
    nl_budget budget = nl_budget_of(s->body->length);
    const sky_nvpp paths = sky_nvpp_of(*s->body, &budget);
    const nl_path list = nl_key(s->path, "paths");
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    if (paths.stage != SKY_NVPP_WHOLE) return;
    for (uint32_t i = 0; i < paths.path_count; i++) {
        const nl_path item = nl_item(&list, i);
        const sky_search path = {s->body, &item, s->visit, s->context};
        visit_list(&path, &stops, sky_nvpp_path(s->body, &at));
    }
    visit_list(s, &nodes, paths.nodes);
}

static void visit_nvnm(const sky_search *s) {
    static const sky_id_list links = {"links", "navmesh", SKY_NAVM, SKY_EDGE_LINK_BYTES, 4};
    static const sky_id_list doors = {"doors", "door", SKY_REFR, SKY_MESH_DOOR_BYTES, 6};
    const sky_nvnm mesh = sky_nvnm_of(*s->body);
    if (mesh.stage != SKY_NVNM_WHOLE) return;
    visit_place(s, 8);
    visit_list(s, &links, mesh.links);
    visit_list(s, &doors, mesh.doors);
}

void sky_each_reference(const sky_body *record, const nl_path *path, sky_reference_fn visit_one,
                        void *context) {
    const nl_path list = nl_key(path, "fields");
    sky_fields fields = sky_fields_of(*record);
    sky_field field;
    while (sky_next_field(&fields, &field)) {
        const nl_path item = nl_item(&list, field.index);
        const sky_search s = {&field.body, &item, visit_one, context};
        if (field.type == SKY_NVMI) visit_nvmi(&s);
        if (field.type == SKY_NVPP) visit_nvpp(&s);
        if (field.type == SKY_NVNM) visit_nvnm(&s);
    }
}

/* ---- A bare NVMI ---- */

void sky_check_bare_nvmi(nl_job *job) {
    const sky_body body = {.bytes = job->bytes, .length = (uint32_t)job->length};
    const sky_nvmi entry = sky_nvmi_of(body);
    sky_check c = {.job = job};
    const sky_payload h = {&c, &body, NULL};
    if (!nl_spend(job->budget, job->length)) return;
    sky_check_nvmi(&h, &entry);
    nl_fact(job->report, "nvmi", nl_uint(1));
    nl_fact(job->report, "nvmiIslands", nl_uint(sky_nvmi_is_island(&entry)));
}
