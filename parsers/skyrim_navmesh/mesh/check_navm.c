/* One NAVM record: its fields, and the parts of its mesh that are not triangles. */
#include "core/sort.h"
#include "parsers/skyrim_navmesh/check_payload.h"

const size_t sky_digest_row_bytes = sizeof(sky_digest);

uint64_t sky_digest_need(uint64_t navm_bytes) {
    return navm_bytes / SKY_EDGE_LINK_BYTES * sizeof(sky_link_end) + 4 * sizeof(sky_link_end);
}

/* Of each kind of record all that is allocated for one, over the bytes of one: triangles take the
 * most, 18 for 16; links and doors have 8-byte keys while they are compared with the NVMI. */
uint64_t sky_mesh_scratch(uint64_t navm_bytes) {
    return navm_bytes + navm_bytes / 4 + 4096;
}

/* ---- Length ---- */

static const char *count_name(sky_nvnm_stage stage) {
    static const char *const names[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERTICES] = "vertexCount", [SKY_NVNM_TRIANGLES] = "triangleCount",
        [SKY_NVNM_LINKS] = "linkCount",      [SKY_NVNM_DOORS] = "doorCount",
        [SKY_NVNM_COVER] = "coverCount",
    };
    return names[stage];
}

static const char *part_name(sky_nvnm_stage stage) {
    static const char *const names[SKY_NVNM_WHOLE] = {
        [SKY_NVNM_VERSION_FIELD] = "version",
        [SKY_NVNM_HEAD] = "head",
        [SKY_NVNM_VERTICES] = "vertices",
        [SKY_NVNM_TRIANGLES] = "triangles",
        [SKY_NVNM_LINKS] = "edge links",
        [SKY_NVNM_DOORS] = "door triangles",
        [SKY_NVNM_COVER] = "cover triangles",
        [SKY_NVNM_GRID_HEAD] = "head of the grid",
        [SKY_NVNM_CELLS] = "grid",
    };
    return names[stage];
}

static void tell_cut(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const nl_draft draft = {.actual = nl_uint(mesh->gap.left),
                            .expected = nl_uint(mesh->gap.need),
                            .args = {nl_string(part_name(mesh->stage)), nl_uint(mesh->gap.count)}};
    if (mesh->gap.count == 0) {
        sky_found_whole(&m->h, SKYRIM_NVNM_LENGTH, draft);
        return;
    }
    sky_spot spot = {.type = NL_U32LE, .at = (uint32_t)mesh->gap.at - 4};
    if (mesh->stage == SKY_NVNM_CELLS)
        spot.list = "grid", spot.index = mesh->cells_read, spot.member = "count";
    else
        spot.member = count_name(mesh->stage);
    sky_found_in(&m->h, SKYRIM_NVNM_COUNT, spot, draft);
}

static void tell_version(const sky_mesh_check *m) {
    sky_found_in(
        &m->h, SKYRIM_NVNM_VERSION, (sky_spot){.member = "version", .type = NL_U32LE},
        (nl_draft){.actual = nl_uint(m->mesh.version), .expected = nl_uint(SKY_NVNM_VERSION)});
}

static void tell_divisor(const sky_mesh_check *m) {
    sky_found_in(
        &m->h, SKYRIM_NVNM_DIVISOR,
        (sky_spot){.member = "gridDivisor", .type = NL_U32LE, .at = m->mesh.grid_at},
        (nl_draft){.actual = nl_uint(m->mesh.divisor), .expected = nl_uint(SKY_MAX_DIVISOR)});
}

static void tell_trailing(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    sky_found_in(&m->h, SKYRIM_NVNM_TRAILING,
                 (sky_spot){.member = "rest",
                            .type = NL_BYTES,
                            .at = mesh->end,
                            .length = mesh->body.length - mesh->end},
                 (nl_draft){.actual = nl_uint(mesh->body.length), .expected = nl_uint(mesh->end)});
}

/* Says why the mesh could not be read to its end. */
static void check_length(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    if (mesh->stage == SKY_NVNM_WHOLE) {
        if (mesh->end != mesh->body.length) tell_trailing(m);
    } else if (mesh->stage == SKY_NVNM_HEAD && mesh->version != SKY_NVNM_VERSION) {
        tell_version(m);
    } else if (mesh->stage == SKY_NVNM_CELLS && mesh->divisor > SKY_MAX_DIVISOR) {
        tell_divisor(m);
    } else {
        tell_cut(m);
    }
}

/* ---- Head and counts ---- */

static void check_limit(const sky_mesh_check *m, sky_list list, const char *member, uint32_t most,
                        const char *name) {
    if (list.count <= most) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_LIMIT, (sky_spot){.member = member, .type = NL_U32LE, .at = list.at - 4},
        (nl_draft){
            .actual = nl_uint(list.count), .expected = nl_uint(most), .args = {nl_string(name)}});
}

static void check_empty(const sky_mesh_check *m) {
    const sky_nvnm *const mesh = &m->mesh;
    const bool few = mesh->vertices.count < 3;
    if (!few && mesh->triangles.count != 0) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_EMPTY,
        (sky_spot){.member = few ? "vertexCount" : "triangleCount",
                   .type = NL_U32LE,
                   .at = (few ? mesh->vertices.at : mesh->triangles.at) - 4},
        (nl_draft){.actual = nl_uint(few ? mesh->vertices.count : 0),
                   .args = {nl_uint(mesh->vertices.count), nl_uint(mesh->triangles.count)}});
}

static void check_threshold(const sky_mesh_check *m) {
    enum { EXTERIOR = 3500, INTERIOR = 5000 };
    const bool exterior = sky_nvnm_parent(&m->mesh).worldspace != 0;
    const uint32_t most = exterior ? EXTERIOR : INTERIOR;
    const uint32_t count = m->mesh.triangles.count;
    if (count <= most || count > SKY_MAX_TRIANGLES) return;
    sky_found_in(
        &m->h, SKYRIM_NVNM_TRIANGLE_COUNT,
        (sky_spot){.member = "triangleCount", .type = NL_U32LE, .at = m->mesh.triangles.at - 4},
        (nl_draft){.actual = nl_uint(count),
                   .expected = nl_uint(most),
                   .args = {nl_string(exterior ? "exterior" : "interior")}});
}

static void check_head(const sky_mesh_check *m) {
    const uint32_t marker = nl_load_u32(m->mesh.body.bytes + 4);
    if (marker != SKY_PATHING_CELL)
        sky_found_in(&m->h, SKYRIM_NVNM_CELL_MARKER,
                     (sky_spot){.member = "marker", .type = NL_U32LE, .at = 4},
                     (nl_draft){.actual = nl_uint(marker), .expected = nl_uint(SKY_PATHING_CELL)});
    check_limit(m, m->mesh.vertices, "vertexCount", SKY_MAX_VERTICES, "vertices");
    check_limit(m, m->mesh.triangles, "triangleCount", SKY_MAX_TRIANGLES, "triangles");
    check_limit(m, m->mesh.links, "linkCount", SKY_MAX_LINKS, "edge links");
}

/* ---- The mesh ---- */

static bool make_scratch(sky_mesh_check *m) {
    nl_arena *const arena = m->h.c->job->arena;
    m->used = NL_NEW_ZEROED(arena, uint8_t, m->mesh.vertices.count);
    m->link_use = NL_NEW_ZEROED(arena, uint8_t, m->mesh.links.count);
    m->cell_of = NL_NEW_ZEROED(arena, uint16_t, m->mesh.triangles.count);
    m->boxes = nl_alloc(arena, m->mesh.triangles.count, sizeof *m->boxes, _Alignof(float));
    return !arena->exhausted;
}

static void fill_digest(const sky_mesh_check *m, uint32_t field) {
    sky_digest *const d = m->digest;
    const sky_body *const body = m->h.body;
    d->is_whole = m->mesh.stage == SKY_NVNM_WHOLE;
    d->has_ways_out = m->mesh.links.count + m->mesh.doors.count != 0;
    d->is_packed = body->packed != NULL;
    if (d->is_packed) d->packed = *body->packed;
    d->offset = body->offset;
    d->length = body->length;
    d->field = field;
    d->vertices = m->mesh.vertices.count;
    d->triangles = m->mesh.triangles.count;
    d->links_at = m->mesh.links.at;
    if (m->mesh.stage > SKY_NVNM_HEAD) d->parent = sky_nvnm_parent(&m->mesh);
}

/* The uses of links stay; how many there are is known when the triangles have been seen. */
static bool scan_triangles(sky_mesh_check *m) {
    nl_arena *const kept = &m->h.c->kept;
    sky_digest *const d = m->digest;
    const uint64_t most = m->mesh.links.count ? 3 * (uint64_t)m->mesh.triangles.count : 0;
    d->uses = NL_NEW(kept, sky_link_use, most);
    if (!d->uses) m->h.c->job->arena->exhausted = true;
    if (!d->uses) return false;
    sky_scan_triangles(m);
    nl_arena_release(kept, kept->used - (most - d->use_count) * sizeof *d->uses);
    return true;
}

/* Tables that were read are judged even if the field ends too soon. */
static bool check_tables(sky_mesh_check *m) {
    const size_t mark = nl_arena_mark(m->h.c->job->arena);
    if (!make_scratch(m)) return false;
    check_head(m);
    if (m->mesh.stage > SKY_NVNM_TRIANGLES) check_empty(m);
    check_threshold(m);
    sky_scan_vertices(m);
    sky_check_place(m);
    bool done = true;
    if (m->mesh.stage >= SKY_NVNM_GRID_HEAD && scan_triangles(m)) {
        sky_check_edge_links(m);
        sky_check_doors(m);
        sky_check_cover(m);
        if (m->mesh.stage > SKY_NVNM_GRID_HEAD) {
            m->has_cells = sky_check_outline(m);
            sky_scan_grid(m);
        }
        done = m->mesh.stage != SKY_NVNM_WHOLE || sky_compare_entry(m);
    }
    nl_arena_release(m->h.c->job->arena, mark);
    return done && !m->h.c->job->arena->exhausted;
}

static uint64_t records_of(const sky_nvnm *mesh) {
    return (uint64_t)mesh->vertices.count + mesh->triangles.count + mesh->links.count +
           mesh->doors.count + mesh->cover.count + mesh->cells_read;
}

static sky_link_end end_of(const sky_mesh_check *m, uint32_t link) {
    const sky_plugin *const plugin = m->h.c->plugin;
    const uint8_t *const p = sky_link(&m->mesh, link);
    const uint32_t id = sky_link_navmesh(p);
    const uint32_t type = sky_link_type(p);
    const sky_navm *const target = id ? sky_find_navm(plugin, id) : NULL;
    return (sky_link_end){.target = target ? (uint32_t)(target - plugin->navms) : NL_NO_ROW,
                          .triangle = SKY_NO_TRIANGLE,
                          .target_triangle = (int16_t)sky_link_triangle(p),
                          .is_portal = type == SKY_LINK_PORTAL || type == SKY_LINK_SWITCHED_PORTAL};
}

/* Of more links than there can be, the number is what is wrong. */
static void keep_links(const sky_mesh_check *m) {
    sky_digest *const d = m->digest;
    for (uint32_t link = 0; link < m->mesh.links.count; link++)
        d->ends[link] = end_of(m, link);
    d->end_count = m->mesh.links.count <= SKY_MAX_LINKS ? m->mesh.links.count : 0;
}

static void keep_doors(const sky_mesh_check *m) {
    sky_digest *const d = m->digest;
    for (; d->door_count < m->mesh.doors.count; d->door_count++) {
        const uint8_t *const p = sky_mesh_door(&m->mesh, d->door_count);
        d->doors[d->door_count] = sky_door_key(sky_door_refr(p), sky_door_triangle(p));
    }
    nl_sort_keys(d->doors, d->door_count);
}

/* What is asked for when all meshes have been seen. The uses of links are found with their
 * triangles. */
static bool keep_ways_out(const sky_mesh_check *m) {
    nl_arena *const arena = &m->h.c->kept;
    sky_digest *const d = m->digest;
    d->ends = NL_NEW(arena, sky_link_end, m->mesh.links.count);
    d->doors = NL_NEW(arena, uint64_t, m->mesh.doors.count);
    if (arena->exhausted) m->h.c->job->arena->exhausted = true;
    if (arena->exhausted) return false;
    keep_links(m);
    keep_doors(m);
    return true;
}

static bool check_mesh(sky_mesh_check *m, uint32_t field) {
    sky_check *const c = m->h.c;
    m->mesh = sky_nvnm_of(*m->h.body);
    check_length(m);
    fill_digest(m, field);
    if (m->mesh.stage < SKY_NVNM_VERTICES) return true;
    return keep_ways_out(m) && nl_spend(c->job->budget, records_of(&m->mesh)) && check_tables(m);
}

/* ---- The record ---- */

typedef struct sky_navm_here {
    sky_check *c;
    const sky_body *record;
    sky_field field;
    nl_path path;
    uint32_t vertices; /* of the mesh */
    bool has_mesh;
    bool has_vertices; /* it could be read that far */
} sky_navm_here;

static void found_field(const sky_navm_here *h, unsigned rule, nl_draft draft) {
    char type[5] = "????";
    for (unsigned i = 0; i < 4; i++) {
        const unsigned char letter = (unsigned char)(h->field.type >> 8 * i);
        if (letter > ' ' && letter < 127) type[i] = (char)letter;
    }
    draft.args[0] = nl_string(type);
    sky_found(h->c, rule,
              (sky_place){.path = &h->path,
                          .body = h->record,
                          .at = h->field.header_at,
                          .length = (uint64_t)SKY_FIELD_HEADER_BYTES + h->field.body.length},
              draft);
}

static void check_list_length(const sky_navm_here *h) {
    const uint32_t item = h->field.type == SKY_ONAM ? 4 : 2;
    if (h->field.body.length % item != 0)
        found_field(h, SKYRIM_NAVM_LIST_LENGTH,
                    (nl_draft){.actual = nl_uint(h->field.body.length), .expected = nl_uint(item)});
}

/* Vertices that PNAM and NNAM name. */
static void check_list_vertices(const sky_navm_here *h) {
    const sky_body *const body = &h->field.body;
    const sky_payload p = {h->c, body, &h->path};
    if (!h->has_vertices) return;
    for (uint32_t i = 0; i < body->length / 2; i++) {
        const uint32_t vertex = nl_load_u16(body->bytes + 2 * (size_t)i);
        if (vertex < h->vertices) continue;
        sky_found_in(
            &p, SKYRIM_NAVM_LIST_VERTEX,
            (sky_spot){
                .list = "vertices", .index = i, .name = "vertex", .type = NL_U16LE, .at = 2 * i},
            (nl_draft){.actual = nl_uint(vertex), .expected = nl_uint(h->vertices)});
    }
}

static bool take_mesh(sky_navm_here *h, uint32_t row) {
    sky_mesh_check m = {
        .h = {h->c, &h->field.body, &h->path}, .row = row, .digest = &h->c->digests[row]};
    if (h->has_mesh) {
        found_field(h, SKYRIM_NAVM_GEOMETRY_TWICE, (nl_draft){0});
        return true;
    }
    h->has_mesh = true;
    const bool done = check_mesh(&m, h->field.index);
    h->vertices = m.mesh.vertices.count;
    h->has_vertices = m.mesh.stage >= SKY_NVNM_TRIANGLES;
    return done;
}

static bool take_field(sky_navm_here *h, uint32_t row) {
    switch (h->field.type) {
    case SKY_EDID:
        return true;
    case SKY_NVNM:
        return take_mesh(h, row);
    case SKY_ONAM:
        check_list_length(h);
        return true;
    case SKY_PNAM:
    case SKY_NNAM:
        check_list_length(h);
        check_list_vertices(h);
        return nl_spend(h->c->job->budget, h->field.body.length / 2);
    default:
        found_field(h, SKYRIM_NAVM_FIELD_UNKNOWN, (nl_draft){0});
        return true;
    }
}

static void tell_no_mesh(const sky_navm_here *h, const nl_path *path, uint32_t row) {
    const sky_record *const record = &h->c->plugin->navms[row].record;
    sky_found(h->c, SKYRIM_NAVM_GEOMETRY_MISSING,
              (sky_place){.path = path, .at = record->at, .length = SKY_HEADER_BYTES},
              (nl_draft){0});
}

bool sky_check_navm(sky_check *c, uint32_t row, const sky_body *record, const nl_path *path) {
    sky_fields fields = sky_fields_of(*record);
    sky_navm_here h = {.c = c, .record = record};
    const nl_path list = nl_key(path, "fields");
    c->kind = "NAVM";
    c->form_id = c->plugin->navms[row].record.form_id;
    c->digests[row].is_checked = true;
    while (sky_next_field(&fields, &h.field)) {
        h.path = nl_item(&list, h.field.index);
        if (!nl_spend(c->job->budget, 1) || !take_field(&h, row)) return false;
    }
    if (!h.has_mesh && fields.fault == SKY_FIELDS_WHOLE) tell_no_mesh(&h, path, row);
    return true;
}
