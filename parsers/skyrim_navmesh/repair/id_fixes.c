/* FormIDs with an index that is too high. The game and its tools read it as the plugin's own, so
 * where records have such FormIDs all that navigation and groups say of them gets that index at
 * once: a part of them would no longer name the rest. */
#include "parsers/skyrim_navmesh/repair/repair.h"

/* An id of an open record. */
static bool settle(const sky_site *site, uint32_t at, sky_path path) {
    const uint32_t id = nl_load_u32(sky_data(site)->bytes + at);
    return !sky_is_beyond(site->plugin, id) ||
           sky_set(site, (sky_number){at, NL_U32LE, sky_path_in(site, path)},
                   nl_uint(sky_key(site->plugin, id)));
}

/* Ids of a list in a field's payload: records of so many bytes, the id at an offset in each. */
typedef struct sky_column {
    sky_list list;
    uint32_t stride, id_at;
    const char *key;
} sky_column;

static bool settle_all(const sky_site *site, const sky_field *field, const sky_column *column) {
    const uint32_t base = sky_start_of(site, field) + column->list.at + column->id_at;
    for (uint32_t i = 0; i < column->list.count; i++)
        if (!settle(site, base + column->stride * i,
                    (sky_path){field->index, column->key, i, NULL}))
            return false;
    return true;
}

/* Of two numbers, worldspace and cell, the one that is an id. */
static bool settle_parent(const sky_site *site, const sky_field *field, uint32_t at) {
    const uint32_t start = sky_start_of(site, field) + at;
    const bool is_exterior = nl_load_u32(sky_data(site)->bytes + start) != 0;
    return settle(site, start + (is_exterior ? 0 : SKY_ID_BYTES),
                  (sky_path){field->index, NULL, 0, is_exterior ? "worldspace" : "cell"});
}

/* ---- Fields ---- */

static bool settle_entry(const sky_site *site, const sky_field *field) {
    const sky_nvmi n = sky_nvmi_of(field->body);
    const sky_column columns[] = {
        {n.links, SKY_NVMI_LINK_BYTES, 0, "links"},
        {n.preferred, SKY_NVMI_PREFERRED_LINK_BYTES, 0, "preferredLinks"},
        {n.doors, SKY_NVMI_DOOR_BYTES, SKY_NVMI_DOOR_DOOR_AT, "doors"},
    };
    bool is_ok = n.stage == SKY_NVMI_WHOLE &&
                 settle(site, sky_start_of(site, field),
                        (sky_path){.field = field->index, .tail = "navmesh"}) &&
                 settle_parent(site, field, n.tail_at + SKY_NVMI_TAIL_WORLDSPACE_AT);
    for (uint32_t i = 0; is_ok && i < 3; i++)
        is_ok = settle_all(site, field, &columns[i]);
    return is_ok;
}

static bool settle_roads(sky_site *site, const sky_field *field) {
    const sky_nvpp roads = sky_nvpp_of(field->body, &site->budget);
    const sky_column nodes = {roads.nodes, SKY_NVPP_NODE_BYTES, SKY_NVPP_NODE_NAVMESH_AT, "nodes"};
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    bool is_ok = roads.stage == SKY_NVPP_WHOLE && settle_all(site, field, &nodes);
    for (uint32_t i = 0; is_ok && i < roads.paths_read; i++) {
        const sky_column path = {sky_nvpp_path(&field->body, &at), SKY_NVPP_STOP_BYTES, 0, "paths"};
        is_ok = settle_all(site, field, &path);
    }
    return is_ok;
}

static bool settle_mesh(const sky_site *site, const sky_field *field) {
    const sky_nvnm n = sky_nvnm_of(field->body);
    const sky_column links = {n.links, SKY_EDGE_LINK_BYTES, SKY_EDGE_LINK_NAVMESH_AT, "links"};
    const sky_column doors = {n.doors, SKY_MESH_DOOR_BYTES, SKY_MESH_DOOR_DOOR_AT, "doors"};
    return n.stage == SKY_NVNM_WHOLE && settle_all(site, field, &links) &&
           settle_all(site, field, &doors) &&
           settle_parent(site, field, SKY_NVNM_HEAD_WORLDSPACE_AT);
}

static bool settle_field(sky_site *site, const sky_field *field) {
    switch (field->type) {
    case SKY_NVMI:
        return settle_entry(site, field);
    case SKY_NVPP:
        return settle_roads(site, field);
    case SKY_NVNM:
        return settle_mesh(site, field);
    case SKY_XNDP:
        return field->body.length < SKY_ID_BYTES ||
               settle(site, sky_start_of(site, field),
                      (sky_path){.field = field->index, .tail = "navmesh"});
    default:
        return true;
    }
}

/* ---- Records ---- */

static bool settle_fields(nl_fixer *fixer, const sky_record *record) {
    sky_site site;
    sky_field field;
    bool is_ok = sky_site_open(fixer, record, &site);
    if (is_ok) {
        sky_fields fields = sky_fields_of(*sky_data(&site));
        while (is_ok && sky_next_field(&fields, &field))
            is_ok = settle_field(&site, &field);
    }
    sky_site_close(&site);
    return is_ok;
}

static bool settle_record(nl_fixer *fixer, const sky_plugin *p, const sky_record *record) {
    if (sky_is_beyond(p, record->form_id) &&
        !sky_set_in_file(fixer, record->at + SKY_HEADER_FORM_ID_AT,
                         sky_record_path(fixer, record, "formId"), sky_key(p, record->form_id)))
        return false;
    const bool has_ids =
        record->type == SKY_NAVI || record->type == SKY_NAVM || record->type == SKY_REFR;
    return !has_ids || sky_is_deleted(record) || settle_fields(fixer, record);
}

static bool settle_group(nl_fixer *fixer, const sky_plugin *p, const sky_group *group) {
    const bool has_owner = group->type == SKY_WORLD_CHILDREN || group->type >= SKY_CELL_CHILDREN;
    char chars[40];
    nl_text text = nl_text_over(chars, sizeof chars);
    nl_put(&text, "/groups/");
    nl_put_uint(&text, group->number);
    nl_put(&text, "/label");
    return !has_owner || !sky_is_beyond(p, group->label) ||
           sky_set_in_file(fixer, group->at + SKY_GROUP_LABEL_AT,
                           nl_fix_path(fixer, text.chars, ""), sky_key(p, group->label));
}

static sky_walk walk_of(const nl_fixer *fixer, const sky_plugin *p) {
    const nl_job *const job = &fixer->members[fixer->input].job;
    return sky_walk_over(job->bytes, job->length,
                         SKY_HEADER_BYTES + (uint64_t)p->header.data_bytes);
}

bool sky_fix_form_ids(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_plugin *const p = sky_fixed_plugin(fixer);
    bool is_ok = p != NULL;
    (void)finding;
    if (!p) return false;
    sky_walk walk = walk_of(fixer, p);
    for (sky_step step = sky_next(&walk);
         is_ok && (step == SKY_STEP_RECORD || step == SKY_STEP_GROUP); step = sky_next(&walk))
        is_ok = step == SKY_STEP_RECORD ? settle_record(fixer, p, &walk.record)
                                        : settle_group(fixer, p, &walk.group);
    return is_ok;
}

/* ---- Ids alone ---- */

/* Whether records have such FormIDs: SKYRIM_FORM_ID_MASTER repairs what names them, too. */
static bool has_odd_records(const nl_fixer *fixer) {
    const sky_plugin *const p = sky_fixed_plugin(fixer);
    if (!p) return false;
    sky_walk walk = walk_of(fixer, p);
    for (sky_step step = sky_next(&walk); step == SKY_STEP_RECORD || step == SKY_STEP_GROUP;
         step = sky_next(&walk))
        if (step == SKY_STEP_RECORD && sky_is_beyond(p, walk.record.form_id)) return true;
    return false;
}

bool sky_fix_entry_id(nl_fixer *fixer, const navlint_finding *finding) {
    return !has_odd_records(fixer) && sky_fix_entry(fixer, finding);
}

bool sky_fix_mesh_id(nl_fixer *fixer, const navlint_finding *finding) {
    return !has_odd_records(fixer) && sky_fix_odd_id(fixer, finding);
}
