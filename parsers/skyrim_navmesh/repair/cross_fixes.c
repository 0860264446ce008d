/* Fixes of what records say of each other: deleted navmeshes, doors and the navmeshes in front of
 * them. */
#include "parsers/skyrim_navmesh/repair/repair.h"

/* ---- Deleted navmeshes ---- */

/* The navmesh that gets another FormID. */
typedef struct sky_renaming {
    nl_fixer *fixer;
    const sky_plugin *plugin;
    uint32_t old_id, new_id;
} sky_renaming;

static bool rename_at(const sky_renaming *r, const sky_site *site, uint32_t at, sky_path path) {
    const uint32_t id = nl_load_u32(sky_data(site)->bytes + at);
    if (id == 0 || sky_key(r->plugin, id) != r->old_id) return true;
    return sky_set(site, (sky_number){at, NL_U32LE, sky_path_in(site, path)}, nl_uint(r->new_id));
}

static bool rename_ids(const sky_renaming *r, const sky_site *site, const sky_field *field,
                       sky_list list, const char *key) {
    for (uint32_t i = 0; i < list.count; i++) {
        const uint32_t at = sky_start_of(site, field) + list.at + SKY_ID_BYTES * i;
        if (!rename_at(r, site, at, (sky_path){field->index, key, i, NULL})) return false;
    }
    return true;
}

static bool rename_in_entry(const sky_renaming *r, const sky_site *site, const sky_field *field) {
    const sky_nvmi entry = sky_nvmi_of(field->body);
    if (field->body.length < SKY_ID_BYTES) return true;
    return rename_at(r, site, sky_start_of(site, field),
                     (sky_path){.field = field->index, .tail = "navmesh"}) &&
           rename_ids(r, site, field, entry.links, "links") &&
           rename_ids(r, site, field, entry.preferred, "preferredLinks");
}

/* Every path, then the markers. */
static bool rename_on_roads(const sky_renaming *r, sky_site *site, const sky_field *field) {
    const sky_nvpp roads = sky_nvpp_of(field->body, &site->budget);
    uint32_t at = SKY_NVPP_PATHS_BYTES;
    bool is_ok = true;
    for (uint32_t i = 0; is_ok && i < roads.paths_read; i++)
        is_ok = rename_ids(r, site, field, sky_nvpp_path(&field->body, &at), "paths");
    for (uint32_t i = 0; is_ok && i < roads.nodes.count; i++)
        is_ok =
            rename_at(r, site, sky_start_of(site, field) + roads.nodes.at + SKY_NVPP_NODE_BYTES * i,
                      (sky_path){field->index, "nodes", i, "navmesh"});
    return is_ok;
}

static bool rename_in_navi(const sky_renaming *r) {
    sky_site navi;
    sky_field field;
    bool is_ok = true;
    if (sky_site_open(r->fixer, &r->plugin->navi, &navi)) {
        sky_fields fields = sky_fields_of(*sky_data(&navi));
        while (is_ok && sky_next_field(&fields, &field)) {
            if (field.type == SKY_NVMI) is_ok = rename_in_entry(r, &navi, &field);
            if (field.type == SKY_NVPP) is_ok = rename_on_roads(r, &navi, &field);
        }
    }
    sky_site_close(&navi);
    return is_ok;
}

static bool rename_links(const sky_renaming *r, const sky_mesh_site *m) {
    for (uint32_t i = 0; i < m->mesh.links.count; i++) {
        const uint32_t at = m->base + m->mesh.links.at + SKY_EDGE_LINK_BYTES * i;
        if (!rename_at(r, &m->site, at + SKY_EDGE_LINK_NAVMESH_AT,
                       (sky_path){m->field.index, "links", i, "navmesh"}))
            return false;
    }
    return true;
}

static bool rename_in_meshes(const sky_renaming *r) {
    bool is_ok = true;
    for (uint32_t i = 0; is_ok && i < r->plugin->navm_count; i++) {
        const sky_record *const record = &r->plugin->navms[i].record;
        sky_mesh_site m;
        if (sky_is_deleted(record)) continue;
        if (sky_mesh_open(r->fixer, record, &m)) is_ok = rename_links(r, &m);
        sky_site_close(&m.site);
    }
    return is_ok;
}

static bool rename_in_doors(const sky_renaming *r) {
    bool is_ok = true;
    for (uint32_t i = 0; is_ok && i < r->plugin->door_count; i++) {
        const sky_door *const door = &r->plugin->doors[i];
        sky_site site;
        sky_field field;
        if (!door->has_place || sky_key(r->plugin, door->place_navmesh) != r->old_id) continue;
        if (sky_site_open(r->fixer, &door->record, &site) &&
            sky_field_of(&site, SKY_XNDP, &field) && field.body.length >= SKY_ID_BYTES)
            is_ok = rename_at(r, &site, sky_start_of(&site, &field),
                              (sky_path){.field = field.index, .tail = "navmesh"});
        sky_site_close(&site);
    }
    return is_ok;
}

/* The navmesh that replaced the deleted one takes its FormID, as the Creation Kit's wiki has it
 * (Fixing Navmesh Deletion): whatever is linked to the old one then leads to the new one. */
static bool replace_deleted(nl_fixer *fixer, const sky_navm *deleted, const sky_navm *heir) {
    const sky_plugin *const p = sky_fixed_plugin(fixer);
    const sky_renaming r = {fixer, p, sky_key(p, heir->record.form_id), deleted->record.form_id};
    return sky_remove_record(fixer, &deleted->record) &&
           sky_set_in_file(fixer, heir->record.at + SKY_HEADER_FORM_ID_AT,
                           sky_record_path(fixer, &heir->record, "formId"), r.new_id) &&
           rename_in_navi(&r) && rename_in_meshes(&r) && rename_in_doors(&r);
}

/* The navmeshes of the deleted one's cell. */
typedef struct sky_heirs {
    uint32_t before; /* deleted ones in front of it: it gets the heir of that number */
    uint32_t live;   /* new ones and those of masters */
    const sky_navm *heir;
} sky_heirs;

static sky_heirs heirs_of(const sky_plugin *p, const sky_navm *deleted) {
    sky_heirs found = {0};
    uint32_t heirs = 0;
    for (const sky_navm *other = p->navms; other < deleted; other++)
        found.before += other->cell_id == deleted->cell_id && sky_is_deleted(&other->record);
    for (uint32_t i = 0; i < p->navm_count; i++) {
        const sky_navm *const other = &p->navms[i];
        if (other->cell_id != deleted->cell_id || sky_is_deleted(&other->record)) continue;
        found.live++;
        if (sky_is_own(p, other->record.form_id) && heirs++ == found.before) found.heir = other;
    }
    return found;
}

static const sky_navm *navm_at(const sky_plugin *p, uint64_t at) {
    for (uint32_t i = 0; i < p->navm_count; i++)
        if (p->navms[i].record.at == at) return &p->navms[i];
    return NULL;
}

/* Where the cell has no navmesh left nothing has replaced it: the record goes, and the master's
 * navmesh is there again. One that others have replaced, but none is left for, stays deleted. */
bool sky_fix_deleted(nl_fixer *fixer, const navlint_finding *finding) {
    const sky_plugin *const p = sky_fixed_plugin(fixer);
    const sky_navm *const deleted = p ? navm_at(p, finding->offset) : NULL;
    if (!deleted || deleted->cell_id == 0 || !nl_fix_spend(fixer, 2 * (uint64_t)p->navm_count))
        return false;
    const sky_heirs found = heirs_of(p, deleted);
    if (found.live == 0 || sky_is_own(p, deleted->record.form_id))
        return sky_remove_record(fixer, &deleted->record);
    return found.heir && replace_deleted(fixer, deleted, found.heir);
}

/* ---- Doors ---- */

/* What is there of navmesh and triangle; the two bytes behind them are not used. */
static bool resize_place(sky_site *site, const navlint_finding *finding) {
    uint8_t place[SKY_XNDP_BYTES] = {0};
    sky_field field;
    if (!sky_field_at(site, sky_found_at(site, finding), &field) || field.type != SKY_XNDP ||
        field.body.length < SKY_XNDP_UNUSED_AT)
        return false;
    memcpy(place, field.body.bytes, (size_t)nl_min(field.body.length, SKY_XNDP_BYTES));
    const sky_bytes old = {sky_start_of(site, &field), field.body.length,
                           sky_path_in(site, (sky_path){.field = field.index})};
    return sky_replace(site, old, place, sizeof place);
}

bool sky_fix_place_length(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, resize_place);
}

/* Where a door is by the doors of navmeshes. */
typedef struct sky_standing {
    uint32_t navmesh;
    int32_t triangle;
    uint32_t count; /* of navmeshes and triangles that list it */
} sky_standing;

static void look_in(nl_fixer *fixer, const sky_navm *navm, uint32_t door, sky_standing *s) {
    sky_mesh_site m;
    if (sky_mesh_open(fixer, &navm->record, &m))
        for (uint32_t i = 0; i < m.mesh.doors.count; i++) {
            const uint8_t *const p = sky_mesh_door(&m.mesh, i);
            if (sky_door_refr(p) != door) continue;
            *s = (sky_standing){navm->record.form_id, sky_door_triangle(p), s->count + 1};
        }
    sky_site_close(&m.site);
}

/* In the navmesh that the door names, or if that is not there, in all. */
static sky_standing standing_of(nl_fixer *fixer, const sky_plugin *p, const sky_door *door) {
    const sky_navm *const named = sky_find_navm(p, door->place_navmesh);
    sky_standing s = {0};
    if (named) look_in(fixer, named, door->record.form_id, &s);
    for (uint32_t i = 0; !named && i < p->navm_count; i++)
        look_in(fixer, &p->navms[i], door->record.form_id, &s);
    return s;
}

static bool write_standing(sky_site *site, const navlint_finding *finding) {
    const sky_plugin *const p = site->plugin;
    const sky_door *const door = sky_find_door(p, site->record.form_id);
    sky_field field;
    (void)finding;
    if (!door || !sky_field_of(site, SKY_XNDP, &field) || field.body.length != SKY_XNDP_BYTES)
        return false;
    const sky_standing s = standing_of(site->fixer, p, door);
    const uint32_t at = sky_start_of(site, &field);
    const sky_path navmesh = {.field = field.index, .tail = "navmesh"};
    const sky_path triangle = {.field = field.index, .tail = "triangle"};
    if (s.count != 1) return false;
    return (s.navmesh == door->place_navmesh ||
            sky_set(site, (sky_number){at, NL_U32LE, sky_path_in(site, navmesh)},
                    nl_uint(s.navmesh))) &&
           (s.triangle == door->place_triangle ||
            sky_set(site,
                    (sky_number){at + SKY_XNDP_TRIANGLE_AT, NL_I16LE, sky_path_in(site, triangle)},
                    nl_int(s.triangle)));
}

bool sky_fix_door_place(nl_fixer *fixer, const navlint_finding *finding) {
    return sky_in_record(fixer, finding, write_standing);
}
